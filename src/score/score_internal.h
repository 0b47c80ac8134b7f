/* score_internal.h: what the score house keeps to itself. */
#ifndef ODD_SCORE_INTERNAL_H
#define ODD_SCORE_INTERNAL_H

#include "oddone/score.h"
#include "score/sorter.h"

/* Score from components that are given: score->count of them, each n long, copied. weight NULL: the
 * default of the score. Not a number counts as 0. O(n). */
odd_status odd__scores_from_components(odd_scores *out, size_t n, const odd_score *score,
	const double *const *component, const double *weight, const odd_job *job, odd_error *err);

/* r(i) /= ‖S_i‖²; a row with nothing to explain leaves nothing unexplained. norms: scratch. */
void odd__as_share(double *r, odd_ccsr S, double *norms);

/* c1 = r1/‖A_i‖² into c1; r2, r3 and norms are scratch. */
odd_status odd__links_share(double *c1, double *r2, double *r3, odd_one *run, double *norms,
	const odd_job *job, odd_error *err);

/* What the parts that several scores have are called. */
#define ODD__PART_C1 \
	{ \
		"c1", "links", "links", "links", "links not explained", ODD_STRUCTURAL \
	}
#define ODD__PART_C2 \
	{ \
		"c2", "attrs", "words", "attributes", "attributes not explained", ODD_ATTRIBUTE \
	}
#define ODD__PART_C3 \
	{ \
		"c3", "both", "both", "disagreement", "disagreement", ODD_COMBINED \
	}
#define ODD__PART_C5 \
	{ \
		"c5", "attrs", "words", "attributes", "attributes foreign to those around", \
			ODD_ATTRIBUTE \
	}
#define ODD__FOREIGN_ABOUT \
	"links: how much of a node's links the model cannot explain; attrs: how foreign its " \
	"attributes are to those of the nodes around it; both: how far its links and attributes " \
	"disagree."
#define ODD__SHARES_MEASURES \
	"c1 and c2: error in a node's links and attributes against their size; c3: 1 − cos " \
	"between the two embeddings"

/* The components of the score "shares": c1, c2 and c3. */
odd_status odd__read_shares(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err);

/* Default weights of the score "shares". explained: the share of all attributes that the model
 * explains. */
void odd__shares_weights(double weight[3], double explained);

/* Is x, n numbers of the order of 1, mere rounding? See ODD_SCORE_SPREAD. */
bool odd__is_idle(const double *x, size_t n);

/* Forget low and high. */
void odd__certainty_drop(odd_scores *scores);

#endif
