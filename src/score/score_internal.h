/* score_internal.h: what the score house keeps to itself. */
#ifndef ODD_SCORE_INTERNAL_H
#define ODD_SCORE_INTERNAL_H

#include "oddone/score.h"

/* Score from components that are given: c1 c2 c3 or O1 O2 O3, each n long, copied. weight NULL: the
 * default of the kind. Not a number counts as 0. O(n). */
odd_status odd__scores_from_components(odd_scores *out, size_t n, odd_score_kind kind,
	const double *const component[3], const double *weight, const odd_job *job, odd_error *err);

/* The two halves of it: room for n nodes; then, with the components filled in, the ranking. On
 * failure of the second the caller clears. */
odd_status odd__scores_alloc(odd_scores *s, size_t n, odd_error *err);
odd_status odd__scores_finish(odd_scores *s, odd_score_kind kind, const double *weight,
	const odd_job *job, odd_error *err);

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

/* Percentile ranks with scratch that is there already. */
void odd__percentile_ranks(double *out, const double *x, size_t n, odd__sorter *s);

#endif
