/* recall.c: what share of the outliers a ranking has at its top. */
#include "config.h"

#include "oddone/recall.h"

#include <math.h>
#include <string.h>

#include "oddone/score.h"
#include "score/sorter.h"

static double share(size_t part, size_t whole)
{
	return whole > 0 ? (double)part / (double)whole : (double)NAN;
}

static void fill_rows(odd_evaluation *out, const uint32_t *order, size_t n, const uint8_t *truth)
{
	size_t seen[ODD_KINDS] = {0}, at = 0;
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++) {
		odd_recall_row *row = &out->row[l];
		row->top = 5.0 * (double)(l + 1);
		row->taken = odd_top(n, row->top);
		for (; at < row->taken; at++)
			seen[truth[order[at]]]++;
		row->recall =
			share(row->taken - seen[ODD_ORDINARY] - seen[ODD_PLACEBO], out->outliers);
		bool any = out->outliers + out->count[ODD_PLACEBO] > 0;
		for (int k = 0; k < ODD_KINDS; k++)
			row->kind[k] = share(seen[k], any ? out->count[k] : 0);
	}
}

/* Who is compared with whom. */
enum side { OUTLIER, ORDINARY, PLACEBO, SIDES };

static enum side side_of(uint8_t truth)
{
	return truth == ODD_ORDINARY ? ORDINARY : truth == ODD_PLACEBO ? PLACEBO : OUTLIER;
}

/* The probability that a random node of one side stands above a random one of another: walk down
 * the ranking, a run of equal scores at a time; each of its upper ones beats the lower ones below
 * the run, and half of those within. */
static double area(enum side upper, enum side lower, const uint32_t *order, const double *score,
	size_t n, const uint8_t *truth)
{
	size_t all[SIDES] = {0};
	for (size_t i = 0; i < n; i++)
		all[side_of(truth[i])]++;
	size_t below = all[lower];
	double wins = 0.0;
	for (size_t r = 0; r < n;) {
		size_t here[SIDES] = {0}, end = r;
		do /* once at least: what is not a number is equal to nothing, not even itself */
			here[side_of(truth[order[end++]])]++;
		while (end < n && score[order[end]] == score[order[r]]);
		below -= here[lower];
		wins += (double)here[upper] * ((double)below + 0.5 * (double)here[lower]);
		r = end;
	}
	return all[upper] > 0 && all[lower] > 0 ? wins / ((double)all[upper] * (double)all[lower])
						: (double)NAN;
}

/* Mean over the outliers of the share of outliers among the nodes down to each of them. */
static double mean_precision(
	const odd_evaluation *e, const uint32_t *order, size_t n, const uint8_t *truth)
{
	size_t found = 0;
	double sum = 0.0;
	for (size_t r = 0; r < n; r++)
		if (odd_kind_is_outlier(truth[order[r]]))
			sum += (double)++found / (double)(r + 1);
	return e->outliers > 0 ? sum / (double)e->outliers : (double)NAN;
}

odd_status odd_evaluate(odd_evaluation *out, const uint32_t *order, const double *score, size_t n,
	const uint8_t *truth, odd_error *err)
{
	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < n; i++) {
		if (truth[i] >= ODD_KINDS)
			return odd_error_set(err, ODD_EINPUT, "node %zu has no known kind (%d)",
				i + 1, truth[i]);
		if (order[i] >= n)
			return odd_error_set(err, ODD_EINPUT, "rank %zu names node %zu of %zu",
				i + 1, (size_t)order[i] + 1, n);
		out->count[truth[i]]++;
	}
	out->outliers = n - out->count[ODD_ORDINARY] - out->count[ODD_PLACEBO];
	fill_rows(out, order, n, truth);
	out->auc = area(OUTLIER, ORDINARY, order, score, n, truth);
	out->placebo_auc = area(PLACEBO, ORDINARY, order, score, n, truth);
	out->against_placebo = area(OUTLIER, PLACEBO, order, score, n, truth);
	out->average_precision = mean_precision(out, order, n, truth);
	return ODD_OK;
}

/* ---- scores of which many may be equal ----
 *
 * A ranking has to put equal scores into some order, and what it then reaches is luck. Here each
 * number is the mean over all orders of the equal ones. A run of t nodes with r outliers among
 * them, below n0 nodes with r0 outliers:
 *
 *     recall       of the first n0 + m nodes: (r0 + r m/t) / all outliers
 *     precision    Σ_j r/t · (r0 + 1 + (j − 1)(r − 1)/(t − 1)) / (n0 + j) over the places j of it
 *     AUC          pairs of equal score count half, in odd_evaluate already
 */

/* A run of nodes with the same score. */
struct run {
	size_t begin, end;
	size_t of_kind[ODD_KINDS];
};

static struct run next_run(
	const uint32_t *order, const double *score, size_t n, const uint8_t *truth, size_t begin)
{
	struct run run = {.begin = begin, .end = begin};
	do
		run.of_kind[truth[order[run.end++]]]++;
	while (run.end < n && score[order[run.end]] == score[order[begin]]);
	return run;
}

static size_t outliers_of(const size_t of_kind[ODD_KINDS])
{
	size_t sum = 0;
	for (int kind = 0; kind < ODD_KINDS; kind++)
		sum += odd_kind_is_outlier(kind) ? of_kind[kind] : 0;
	return sum;
}

/* Expected numbers of nodes of each kind in the first rows: what the run has within them. Divided
 * only at the end, so that whole runs add up to whole numbers. */
static void add_found(odd_recall_row *row, const struct run *run)
{
	if (row->taken <= run->begin)
		return;
	size_t inside = (row->taken < run->end ? row->taken : run->end) - run->begin;
	double share = (double)inside / (double)(run->end - run->begin);
	row->recall += share * (double)outliers_of(run->of_kind);
	for (int kind = 0; kind < ODD_KINDS; kind++)
		row->kind[kind] += share * (double)run->of_kind[kind];
}

static double add_precision(const struct run *run, size_t found)
{
	size_t t = run->end - run->begin, r = outliers_of(run->of_kind);
	double slope = t > 1 ? ((double)r - 1.0) / ((double)t - 1.0) : 0.0, sum = 0.0;
	for (size_t j = 1; j <= t && r > 0; j++)
		sum += ((double)found + 1.0 + (double)(j - 1) * slope) / (double)(run->begin + j);
	return sum * (double)r / (double)t;
}

static void expect(odd_evaluation *out, const uint32_t *order, const double *score, size_t n,
	const uint8_t *truth)
{
	size_t found = 0;
	double precision = 0.0;
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++)
		out->row[l] = (odd_recall_row){.top = out->row[l].top, .taken = out->row[l].taken};
	for (size_t at = 0; at < n;) {
		struct run run = next_run(order, score, n, truth, at);
		for (size_t l = 0; l < ODD_RECALL_ROWS; l++)
			add_found(&out->row[l], &run);
		precision += add_precision(&run, found);
		found += outliers_of(run.of_kind);
		at = run.end;
	}
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++) {
		out->row[l].recall = out->outliers > 0 ? out->row[l].recall / (double)out->outliers
						       : (double)NAN;
		for (int kind = 0; kind < ODD_KINDS; kind++)
			out->row[l].kind[kind] =
				out->count[kind] > 0
					? out->row[l].kind[kind] / (double)out->count[kind]
					: (double)NAN;
	}
	if (out->outliers > 0)
		out->average_precision = precision / (double)out->outliers;
}

odd_status odd_evaluate_scores(
	odd_evaluation *out, const double *score, size_t n, const uint8_t *truth, odd_error *err)
{
	odd__sorter sorter = {0};
	odd_status status = odd__sorter_init(&sorter, n, err);
	if (status != ODD_OK)
		return status;
	const uint32_t *order = odd__sort(&sorter, score, n, true);
	status = odd_evaluate(out, order, score, n, truth, err);
	if (status == ODD_OK && out->outliers + out->count[ODD_PLACEBO] > 0)
		expect(out, order, score, n, truth);
	odd__sorter_clear(&sorter);
	return status;
}
