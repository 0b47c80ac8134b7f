#include "config.h"

#include "oddone/recall.h"

#include <math.h>
#include <string.h>

#include "oddone/score.h"

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
