/* ties.c: the evaluation of scores of which many may be equal.
 *
 * A ranking has to put equal scores into some order, and what it then reaches is luck. Here each
 * number is the mean over all orders of the equal ones. A run of t nodes with r outliers among
 * them, below n0 nodes with r0 outliers:
 *
 *     recall       of the first n0 + m nodes: (r0 + r m/t) / all outliers
 *     precision    Σ_j r/t · (r0 + 1 + (j − 1)(r − 1)/(t − 1)) / (n0 + j) over the places j of it
 *     AUC          pairs of equal score count half, in odd_evaluate already
 */
#include "config.h"

#include "oddone/recall.h"

#include <math.h>

#include "score/sorter.h"

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
