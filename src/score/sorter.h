/* sorter.h: orders and percentile ranks of many numbers, for this house and those to its right. */
#ifndef ODD_SCORE_SORTER_H
#define ODD_SCORE_SORTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/score.h"

/* Scratch for sorting n doubles. */
typedef struct odd__sorter {
	uint64_t *key[2];
	uint32_t *index[2];
	uint32_t *count; /* histograms of all digits */
} odd__sorter;

odd_status odd__sorter_init(odd__sorter *s, size_t n, odd_error *err);
void odd__sorter_clear(odd__sorter *s);
/* Indices by rising (or falling) value, ties by rising index, not-a-number last either way. The
 * result is lent by the sorter. Radix sort: O(n), stable. */
const uint32_t *odd__sort(odd__sorter *s, const double *x, size_t n, bool falling);

/* Scores that differ by rounding are equal: neighbours in `order` (falling) that are within this
 * share of each other become one number, the highest of them, in the order of their indices.
 * Sums in another order, on another machine, then give the same ranking. O(n). */
#define ODD__LEVEL 1e-10
void odd__level_ties(uint32_t *order, double *x, size_t n);

/* The total of node i, of so many nodes: the weighted mean of its parts, which of ranks is
 * quadratic or by surprise. */
double odd__mean_of_parts(const odd_scores *scores, size_t i, size_t nodes);

/* Percentile ranks with scratch that is there already. Values no farther than `tie` above the
 * lowest of their group share a rank. */
void odd__percentile_ranks(double *out, const double *x, size_t n, double tie, odd__sorter *s);

#endif
