/* assignment.h: who gets what at the least cost, exactly; and with it the accuracy of a clustering.
 */
#ifndef ODDONE_ASSIGNMENT_H
#define ODDONE_ASSIGNMENT_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"

/* column[r] = the column given to row r, each column once, so that Σ cost[r][column[r]] is least.
 * cost: n × n, row-major, any sign, exact integers. *total, which may be NULL, is the sum.
 * ODD_EUSAGE when costs are so large that sums of them could overflow. O(n³) time, O(n) memory. */
odd_status odd_assignment(
	uint32_t *column, int64_t *total, const int64_t *cost, size_t n, odd_error *err);

/* The share of rows that are right when each cluster is named after a class of its own in the best
 * possible way (Xie, Girshick, Farhadi 2016). cluster[i] < clusters. Left out are rows without a
 * label and, unless skip is NULL, those where skip[i] is not 0: a network's truth leaves out the
 * planted nodes. When there are more classes than clusters, or the other way round, those that get
 * no partner are wrong. *out is NAN when no row is left. ODD_EINPUT for clusters or labels out of
 * range. O(n + max(clusters, classes)³). */
odd_status odd_clustering_accuracy(double *out, const uint32_t *cluster, size_t clusters,
	const int32_t *label, size_t classes, const uint8_t *skip, size_t n, odd_error *err);

#endif
