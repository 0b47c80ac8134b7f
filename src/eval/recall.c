#include "config.h"

#include "oddone/eval/recall.h"

#include <math.h>
#include <string.h>

#include "oddone/score/score.h"

static bool is_outlier(uint8_t truth)
{
	return truth != ODD_ORDINARY;
}

double odd_recall_at(const uint32_t *order, size_t n, const uint8_t *truth, size_t taken)
{
	size_t found = 0, all = 0;
	for (size_t r = 0; r < n; r++) {
		all += is_outlier(truth[r]);
		found += r < taken && is_outlier(truth[order[r]]);
	}
	return all > 0 ? (double)found / (double)all : (double)NAN;
}

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
		row->recall = share(row->taken - seen[ODD_ORDINARY], out->outliers);
		for (int k = 0; k < ODD_KINDS; k++)
			row->kind[k] = share(seen[k], out->outliers > 0 ? out->count[k] : 0);
	}
}

/* The probability that a random outlier stands above a random ordinary node: walk down the
 * ranking, a run of equal scores at a time; each of its outliers beats the ordinary nodes below
 * the run, and half of those within. */
static double area(const odd_evaluation *e, const uint32_t *order, const double *score, size_t n,
	const uint8_t *truth)
{
	size_t ordinary = e->count[ODD_ORDINARY], below = ordinary;
	double wins = 0.0;
	for (size_t r = 0; r < n;) {
		size_t outliers = 0, others = 0, end = r;
		for (; end < n && score[order[end]] == score[order[r]]; end++)
			is_outlier(truth[order[end]]) ? outliers++ : others++;
		if (end == r) /* not a number: equal to nothing, not even itself */
			is_outlier(truth[order[end++]]) ? outliers++ : others++;
		below -= others;
		wins += (double)outliers * ((double)below + 0.5 * (double)others);
		r = end;
	}
	return e->outliers > 0 && ordinary > 0 ? wins / ((double)e->outliers * (double)ordinary)
					       : (double)NAN;
}

/* Mean over the outliers of the share of outliers among the nodes down to each of them. */
static double mean_precision(
	const odd_evaluation *e, const uint32_t *order, size_t n, const uint8_t *truth)
{
	size_t found = 0;
	double sum = 0.0;
	for (size_t r = 0; r < n; r++)
		if (is_outlier(truth[order[r]]))
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
	out->outliers = n - out->count[ODD_ORDINARY];
	fill_rows(out, order, n, truth);
	out->auc = area(out, order, score, n, truth);
	out->average_precision = mean_precision(out, order, n, truth);
	return ODD_OK;
}
