/* score_internal.h: what the score house keeps to itself. */
#ifndef ODD_SCORE_INTERNAL_H
#define ODD_SCORE_INTERNAL_H

#include <math.h>

#include "oddone/score.h"
#include "score/sorter.h"

/* Score from components that are given: score->count of them, each n long, copied. weight NULL: the
 * default of the score. Not a number counts as 0. O(n). */
odd_status odd__scores_from_components(odd_scores *out, size_t n, const odd_score *score,
	const double *const *component, const double *weight, const odd_job *job, odd_error *err);

/* ONE's three errors, the first components of "one" and "evidence" alike; scratch: N. */
odd_status odd__read_errors(double *const component[3], double *scratch, odd_one *run,
	const odd_job *job, odd_error *err);
/* The three rows of a table of components. */
#define ODD__ERRORS \
	{"links", "links", "links", "links", "links not explained", \
		"error of ONE in a node's links, against their size", ODD_STRUCTURAL, false}, \
		{"attributes", "attrs", "words", "attributes", "attributes not explained", \
			"error of ONE in its attributes, against their size", ODD_ATTRIBUTE, \
			false}, \
	{ \
		"disagreement", "both", "both", "disagreement", "disagreement", \
			"how far its two embeddings in ONE are from each other, 1 − cos", \
			ODD_COMBINED, false \
	}

/* The share of all attributes that the model explains, from the errors in them. */
double odd__explained_share(const double *error, size_t n);

/* −ln of the share of nodes that are at least as odd as one of this percentile rank. A share of
 * COMMON more counts: the first of one part is not far more than the tenth, so that what two parts
 * say together weighs as much. */
#define ODD__COMMON 0.01
static inline double odd__surprise(double rank, size_t n)
{
	return -log(fmin(1.0 - rank + 1.0 / (double)n + ODD__COMMON, 1.0));
}

/* Is x, n numbers of the order of 1, mere rounding? See ODD_SCORE_SPREAD. */
bool odd__is_idle(const double *x, size_t n);

/* Forget low and high. */
void odd__certainty_drop(odd_scores *scores);

#endif
