/* accuracy.c: a clustering knows no names. T[cluster][class] counts the rows they share; naming
 * clusters by an assignment that makes Σ T largest gives the accuracy. Padding with zeros to a
 * square stands for clusters or classes that stay without a partner.
 */
#include "config.h"

#include "eval/assignment.h"

#include <math.h>
#include <stdlib.h>

#include "eval/check.h"
#include "oddone/network.h"

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
	int64_t *cost = calloc(side * side + 1, sizeof *cost), total;
	uint32_t *name = calloc(side + 1, sizeof *name);
	if (cost == NULL || name == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < n; i++) {
		if (cluster[i] >= clusters) {
			status = odd_error_set(err, ODD_EINPUT,
				"clustering accuracy: row %zu is in cluster %u of %zu", i + 1,
				cluster[i], clusters);
			goto out;
		}
		if (!counts(label, skip, i))
			continue;
		/* Negative counts as costs: the least sum is the largest agreement. */
		cost[cluster[i] * side + (size_t)label[i]]--;
		rows++;
	}
	status = odd_assignment(name, &total, cost, side, err);
	if (status == ODD_OK && rows > 0)
		*out = (double)-total / (double)rows;
out:
	free(cost);
	free(name);
	return status;
}
