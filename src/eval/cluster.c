/* cluster.c: an embedding clustered, and how well that agrees with its classes.
 *
 * The assignment goes by shortest augmenting paths with potentials (Jonker and Volgenant's form of
 * the Hungarian method).
 *
 * Potentials u, v keep every reduced cost c_rj − u_r − v_j ≥ 0, and 0 where row r holds column j.
 * Each row in turn starts a shortest path, in reduced costs, over rows that hold columns to a
 * column that is free; then holders along the path move on by one. Place 0 of the columns is a
 * dummy, held by the row that looks for one.
 */
#include "config.h"

#include "eval/embedding_eval.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "eval/check.h"
#include "linalg/memory.h"
#include "oddone/network.h"

struct search {
	const int64_t *cost;
	size_t n;
	int64_t *u, *v; /* n + 1: of rows, of columns */
	int64_t *least; /* n + 1: shortest distance to a column so far */
	size_t *holder; /* n + 1: the row that holds a column, 0: free; rows count from 1 */
	size_t *before; /* n + 1: the column before this one on the path */
	bool *reached;  /* n + 1 */
};

/* From column j, the nearest column not yet reached. Potentials move so that it is at distance 0.
 */
static size_t advance(struct search *s, size_t j)
{
	size_t row = s->holder[j], next = 0;
	int64_t step = INT64_MAX;
	s->reached[j] = true;
	for (size_t k = 1; k <= s->n; k++) {
		if (s->reached[k])
			continue;
		int64_t d = s->cost[(row - 1) * s->n + k - 1] - s->u[row] - s->v[k];
		if (d < s->least[k]) {
			s->least[k] = d;
			s->before[k] = j;
		}
		if (s->least[k] < step) {
			step = s->least[k];
			next = k;
		}
	}
	for (size_t k = 0; k <= s->n; k++) {
		if (s->reached[k]) {
			s->u[s->holder[k]] += step;
			s->v[k] -= step;
		} else
			s->least[k] -= step;
	}
	return next;
}

static void place_row(struct search *s, size_t row)
{
	for (size_t k = 0; k <= s->n; k++) {
		s->least[k] = INT64_MAX;
		s->reached[k] = false;
	}
	s->holder[0] = row;
	size_t j = 0;
	do
		j = advance(s, j);
	while (s->holder[j] != 0);
	for (; j != 0; j = s->before[j])
		s->holder[j] = s->holder[s->before[j]];
}

/* Distances stay below 2 n times the largest cost. */
static bool fits(const int64_t *cost, size_t n)
{
	int64_t most = INT64_MAX / 8 / (int64_t)(n + 1);
	for (size_t e = 0; e < n * n; e++)
		if (cost[e] > most || cost[e] < -most)
			return false;
	return true;
}

odd_status odd_assignment(
	uint32_t *column, int64_t *total, const int64_t *cost, size_t n, odd_error *err)
{
	if (total != NULL)
		*total = 0;
	if (n == 0)
		return ODD_OK;
	if (n > UINT32_MAX || !fits(cost, n))
		return odd_error_set(err, ODD_EUSAGE, "assignment: costs are too large to add up");
	odd__memory memory = {0};
	struct search s = {.cost = cost,
		.n = n,
		.u = odd__take(&memory, n + 1, sizeof *s.u),
		.v = odd__take(&memory, n + 1, sizeof *s.v),
		.least = odd__take(&memory, n + 1, sizeof *s.least),
		.holder = odd__take(&memory, n + 1, sizeof *s.holder),
		.before = odd__take(&memory, n + 1, sizeof *s.before),
		.reached = odd__take(&memory, n + 1, sizeof *s.reached)};
	odd_status status = odd__memory_check(&memory, err);
	for (size_t row = 1; row <= n && status == ODD_OK; row++)
		place_row(&s, row);
	for (size_t k = 1; k <= n && status == ODD_OK; k++) {
		size_t row = s.holder[k] - 1;
		column[row] = (uint32_t)(k - 1);
		if (total != NULL)
			*total += cost[row * n + k - 1];
	}
	odd__memory_free(&memory);
	return status;
}

/* Accuracy: a clustering knows no names. T[cluster][class] counts the rows they share; naming
 * clusters by an assignment that makes Σ T largest gives the accuracy. Padding with zeros to a
 * square stands for clusters or classes that stay without a partner.
 */

static bool counts(const int32_t *label, const uint8_t *skip, size_t i)
{
	return label[i] != ODD_NO_LABEL && (skip == NULL || skip[i] == 0);
}

odd_status odd_clustering_accuracy(double *out, const uint32_t *cluster, size_t clusters,
	const int32_t *label, size_t classes, const uint8_t *skip, size_t n, odd_error *err)
{
	*out = (double)NAN;
	odd_status status = odd__check_labels(label, n, classes, "clustering accuracy", err);
	if (status != ODD_OK)
		return status;
	size_t side = clusters > classes ? clusters : classes, rows = 0;
	if (side > UINT32_MAX)
		return odd_error_nomem(err);
	odd__memory memory = {0};
	int64_t *cost = odd__take(&memory, side * side, sizeof *cost), total;
	uint32_t *name = odd__take(&memory, side, sizeof *name);
	status = odd__memory_check(&memory, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++) {
		if (cluster[i] >= clusters) {
			status = odd_error_set(err, ODD_EINPUT,
				"clustering accuracy: row %zu is in cluster %u of %zu", i + 1,
				cluster[i], clusters);
		} else if (counts(label, skip, i)) {
			/* Negative counts as costs: the least sum is the largest agreement. */
			cost[cluster[i] * side + (size_t)label[i]]--;
			rows++;
		}
	}
	if (status == ODD_OK)
		status = odd_assignment(name, &total, cost, side, err);
	if (status == ODD_OK && rows > 0)
		*out = (double)-total / (double)rows;
	odd__memory_free(&memory);
	return status;
}

/* Labelled rows, those kept, and the classes that occur. */
static odd_status count(odd_cluster_result *out, const int32_t *label, size_t n, size_t classes,
	const uint8_t *skip, odd_error *err)
{
	uint8_t *seen = calloc(classes + 1, 1);
	if (seen == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < n; i++) {
		if (label[i] == ODD_NO_LABEL)
			continue;
		out->rows++;
		out->rows_kept += skip == NULL || skip[i] == 0;
		out->clusters += !seen[label[i]];
		seen[label[i]] = 1;
	}
	free(seen);
	if (out->rows == 0)
		return odd_error_set(
			err, ODD_EUSAGE, "clustering: no row has a label to compare with");
	return ODD_OK;
}

odd_status odd_cluster(odd_cluster_result *out, uint32_t *cluster, odd_cmat x, const int32_t *label,
	size_t classes, const uint8_t *skip, const odd_kmeans_options *options, const odd_job *job,
	odd_error *err)
{
	static const odd_mat no_centres = {NULL, 0, 0, 0};
	*out = (odd_cluster_result){.accuracy = (double)NAN, .accuracy_kept = (double)NAN};
	odd_status status = odd__check_labels(label, x.rows, classes, "clustering", err);
	if (status == ODD_OK)
		status = count(out, label, x.rows, classes, skip, err);
	if (status != ODD_OK)
		return status;
	uint32_t *own = NULL;
	if (cluster == NULL && (cluster = own = malloc(x.rows * sizeof *own)) == NULL)
		return odd_error_nomem(err);
	status = odd_kmeans(cluster, no_centres, &out->kmeans, x, out->clusters, options, job, err);
	if (status == ODD_OK)
		status = odd_clustering_accuracy(
			&out->accuracy, cluster, out->clusters, label, classes, NULL, x.rows, err);
	if (status == ODD_OK)
		status = odd_clustering_accuracy(&out->accuracy_kept, cluster, out->clusters, label,
			classes, skip, x.rows, err);
	free(own);
	return status;
}
