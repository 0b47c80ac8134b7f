/* score_internal.h: what the score house keeps to itself. */
#ifndef ODD_SCORE_INTERNAL_H
#define ODD_SCORE_INTERNAL_H

#include "oddone/score/score.h"
#include "score/sorter.h"

/* Score from components that are given: c1 c2 c3 or O1 O2 O3, each n long, copied. weight NULL: the
 * default of the kind. Not a number counts as 0. O(n). */
odd_status odd__scores_from_components(odd_scores *out, size_t n, odd_score_kind kind,
	const double *const component[3], const double *weight, const odd_job *job, odd_error *err);

/* The two halves of it: room for n nodes; then, with the components filled in, the ranking. On
 * failure of the second the caller clears. */
odd_status odd__scores_alloc(odd_scores *s, size_t n, odd_error *err);
odd_status odd__scores_finish(odd_scores *s, odd_score_kind kind, const double *weight,
	const odd_job *job, odd_error *err);

#endif
