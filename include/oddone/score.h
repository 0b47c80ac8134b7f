/* score.h: from a run to a ranking.
 *
 * A score reads parts off a run, one number per node each, and combines them with weights. Each
 * score is a row of a table, found by number or by name; everything that shows scores reads names,
 * texts and properties from that row.
 *
 *     evidence   the panel: what ONE finds, and what attributes, links and sizes say beside it
 *     one        ONE's three errors alone, each against what is usual for a row of its size
 *     paper      the weighted mean of the paper's O1, O2 and O3
 */
#ifndef ODDONE_SCORE_H
#define ODDONE_SCORE_H

#include "oddone/one.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	ODD_COMPONENTS = 8, /* parts of one score, at most */
	ODD_WHY = 112       /* of a reason, as text */
};

typedef struct odd_score odd_score;

/* The nodes of a run by one score. */
typedef struct odd_scores {
	size_t n;
	const odd_score *score;            /* its row; it has score->count parts */
	double weight[ODD_COMPONENTS];     /* as used, sum 1; 0: the part is left out */
	double own[ODD_COMPONENTS];        /* those of the score, before the user's */
	bool idle[ODD_COMPONENTS];         /* says nothing here; see also ODD_SCORE_SPREAD */
	char why[ODD_COMPONENTS][ODD_WHY]; /* what its test found, as a clause: "linked nodes here
					      are no more alike than strangers"; "": not tested */
	double *component[ODD_COMPONENTS]; /* as read off the run */
	double *part[ODD_COMPONENTS];      /* what is combined: see odd_score.ranked */
	double *total;
	uint32_t *order; /* nodes, highest total first, ties by node index */
	uint32_t *rank;  /* of each node, from 1 */

	/* Where the node ranked at best and at worst: odd_scores_certainty. NULL: not asked. */
	uint32_t *low, *high;
	size_t runs; /* further ones that were made for them */
} odd_scores;

/* A component of a ranked score whose values differ by less than this, the components being of the
 * order of 1, is rounding: c3 at α = 0 is 1e-16 throughout. Ranks would make of it as much as of
 * any other. It is idle: everybody gets the same rank in it, and its weight is 0, unless nothing
 * else has any. */
#define ODD_SCORE_SPREAD 1e-10
/* Values of such a component within this of each other share a rank: nodes with the same links and
 * words differ by rounding alone, which is another on every instruction set. */
#define ODD_SCORE_TIE 1e-10

/* ---- the table ---------------------------------------------------------------------------- */

typedef struct odd_component {
	const char *name;  /* "attributes" */
	const char *head;  /* over a column of the text report: "attrs", at most 6 letters */
	const char *word;  /* one short word: "words" */
	const char *thing; /* the same in full: "attributes" */
	const char *title; /* of an axis: "attributes not explained" */
	const char *about; /* one sentence, without a full stop */
	odd_kind kind;     /* the outliers it is made for */
	bool share;        /* its values are percentile ranks already; 0: nothing odd */
} odd_component;

struct odd_score {
	const char *name;     /* "evidence" */
	const char *about;    /* one sentence on what the columns of a ranking say */
	const char *measures; /* the components as formulas, without a full stop; NULL: none */
	const char *bars;     /* what bars of the parts show, without a full stop */
	const char *value;    /* over a column of component values */
	size_t count;
	odd_component component[ODD_COMPONENTS];

	/* The parts are percentile ranks in [0, 1] of the components. Else they are the components
	 * themselves, and the total is their weighted mean. */
	bool ranked;
	/* Of ranked parts. Surprise: the total is the weighted mean of −ln of the share of nodes
	 * that are at least as odd, divided by ln n, so that it is between 0 and 1; one part is
	 * enough to bring a node up. The user's weights multiply the score's own. Else: the
	 * quadratic mean. */
	bool surprise;
	/* Components, parts and total are of the order of 1; else they may be of any size, and are
	 * best written with significant digits. */
	bool bounded;

	/* Fill in out->component, n numbers each, and out->idle, out->why and out->own where
	 * something is to be said; out->total may be used as scratch. Not a number counts as 0
	 * afterwards. */
	odd_status (*read)(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err);
	/* The weights when the user names none, into out->own; NULL: those that read left, or even
	 * ones. The components are there. */
	void (*weigh)(double *weight, const odd_scores *scores);
};

/* Row i, NULL behind the last; the row of a name, or NULL; that which a preset reads out. */
const odd_score *odd_score_get(size_t i);
const odd_score *odd_score_find(const char *name);
const odd_score *odd_score_of_preset(odd_preset preset);

/* The part of a name, or score->count. */
size_t odd_score_part(const odd_score *score, const char *name);
/* Has the network what a part is about? Without any link, only attributes and size say something.
 */
bool odd_score_has(const odd_score *score, size_t component, const odd_network *net);

/* ---- scoring ------------------------------------------------------------------------------ */

/* Score the present state. score NULL: that of the run's preset. weight NULL: the score's own;
 * otherwise score->count numbers from 0 up, not all zero (of a score by surprise: times its own, 0
 * switches a part off). What is left out has weight 0, unless nothing else is left. */
odd_status odd_scores_compute(odd_scores *out, odd_one *run, const odd_score *score,
	const double *weight, const odd_job *job, odd_error *err);
/* Other weights for scores already computed: no refit, O(n log n). */
odd_status odd_scores_reweigh(odd_scores *scores, const double *weight, odd_error *err);
/* A copy of its own; without low and high. */
odd_status odd_scores_copy(odd_scores *to, const odd_scores *from, odd_error *err);
/* Why a part takes part or does not, as a clause; "" where there is nothing to say. */
const char *odd_scores_why(const odd_scores *scores, size_t part);
/* Is the part among those that take part? */
static inline bool odd_scores_uses(const odd_scores *scores, size_t part)
{
	return scores->weight[part] > 0.0;
}
void odd_scores_clear(odd_scores *scores);

/* Has another node the same score? Their order is that of their numbers alone. */
bool odd_scores_tied(const odd_scores *scores, size_t node);

/* How certain are the ranks? Fit and rank `runs` times more, as many iterations as the run has
 * made, each time with other dimensions (odd_certainty_k) and with the next seed, which decides
 * where a random start begins. low and high are the least and the largest rank a node had in any of
 * them or has now, equal scores sharing the whole of their ranks; so they hold its rank, and more
 * runs can only widen them. net and weight (NULL: the default) are those of the run and the scores.
 * Costs `runs` fits. Other weights make low and high void: odd_scores_reweigh drops them. */
odd_status odd_scores_certainty(odd_scores *scores, const odd_network *net, const odd_one *run,
	const double *weight, size_t runs, const odd_job *job, odd_error *err);
/* The dimensions of further run 0, 1, …: k less and more 1/8, 2/8, 3/8 of it, in turn. */
size_t odd_certainty_k(size_t k, size_t nodes, size_t attributes, size_t run);

/* Percentile ranks: (average rank)/n, ties sharing theirs. */
odd_status odd_percentile_ranks(double *out, const double *x, size_t n, odd_error *err);
/* How many of n nodes the top so many percent are: the nearest whole number. */
size_t odd_top(size_t n, double percent);
/* Indices by falling value, ties by rising index. */
odd_status odd_order_descending(uint32_t *order, const double *x, size_t n, odd_error *err);

/* ---- running until something is reached --------------------------------------------------- */

typedef struct odd_stop {
	size_t size;       /* of this structure, as the caller was compiled; 0: as in version 1.0 */
	size_t iterations; /* at most, from where the run is; 0: the preset's (40, paper: 5) */
	double tolerance;  /* stop when an iteration lowers the loss by less than this share; 0: off
			    */
	/* Called after each whole iteration; anything but ODD_OK ends the fit with it. NULL: no
	 * call. */
	odd_status (*each)(void *payload, const odd_one *run, odd_error *err);
	void *payload;
} odd_stop;

typedef enum odd_stopped { ODD_STOP_ITERATIONS, ODD_STOP_TOLERANCE } odd_stopped;

typedef struct odd_fit_result {
	odd_stopped why;
	size_t iterations;
} odd_fit_result;

size_t odd_default_iterations(odd_preset preset);

/* Iterate until a condition holds; an iteration begun outside is ended first and counts. The whole
 * sub-steps done before an error or a cancel stay, and the result tells the iterations done. stop
 * (all off) and result may be NULL. */
odd_status odd_fit(odd_one *run, const odd_stop *stop, odd_fit_result *result, const odd_job *job,
	odd_error *err);

#ifdef __cplusplus
}
#endif
#endif
