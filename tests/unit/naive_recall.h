/* naive_recall.h: recall of any cut, by its definition. */
#ifndef TESTS_NAIVE_RECALL_H
#define TESTS_NAIVE_RECALL_H

#include <math.h>

#include "oddone/network.h"

/* Recall of the first `taken` nodes. */
static inline double recall_at(const uint32_t *order, size_t n, const uint8_t *truth, size_t taken)
{
	size_t found = 0, all = 0;
	for (size_t r = 0; r < n; r++) {
		all += odd_kind_is_outlier(truth[r]);
		found += r < taken && odd_kind_is_outlier(truth[order[r]]);
	}
	return all > 0 ? (double)found / (double)all : (double)NAN;
}

#endif
