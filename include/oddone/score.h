/* score.h: scores and ranking of the nodes of a run.
 *
 * A score computes parts, one number for each node and part, and combines them with weights. The
 * scores are rows of a table, which also holds names and texts for display:
 *
 *     evidence   ONE's errors and simple measures of attributes, links and sizes, each tested
 *     one        ONE's three errors, relative to the usual error of a row of the same size
 *     paper      the weighted mean of the paper's O1, O2 and O3
 */
#ifndef ODDONE_SCORE_H
#define ODDONE_SCORE_H

#include "oddone/one.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most parts of one score, and the size of a text in odd_scores.why. */
enum { ODD_COMPONENTS = 8, ODD_WHY = 112 };

/* A row of the table of scores. */
typedef struct odd_score odd_score;

/* Scores and ranks of the nodes of a run. */
typedef struct odd_scores {
	size_t n;
	const odd_score *score;            /* the score, with score->count parts */
	double weight[ODD_COMPONENTS];     /* as used, sum 1; 0: the part is left out */
	double own[ODD_COMPONENTS];        /* weights of the score without those of the user */
	bool idle[ODD_COMPONENTS];         /* the part has no information in this network */
	char why[ODD_COMPONENTS][ODD_WHY]; /* result of the test of a part, as a clause, as in
					      "linked nodes are no more alike than strangers"; "":
					      not tested */
	double *component[ODD_COMPONENTS]; /* measured values, N each */
	double *part[ODD_COMPONENTS];      /* values that are combined: see odd_score.ranked */
	double *total;                     /* N scores */
	uint32_t *order;                   /* nodes, the highest total first, ties by number */
	uint32_t *rank;                    /* of each node, from 1 */

	/* Least and largest rank of each node in further runs (odd_scores_certainty), or NULL. */
	uint32_t *low, *high;
	size_t runs; /* number of further runs */
} odd_scores;

/* A part of a ranked score is idle when its values, which are of the order of 1, differ by less
 * than this: the differences are rounding. Its weight is 0, unless all other weights are 0. */
#define ODD_SCORE_SPREAD 1e-10
/* Values that differ by less than this have equal ranks, so that rounding, which depends on the
 * processor, does not decide. */
#define ODD_SCORE_TIE 1e-10

/* ---- the table ---------------------------------------------------------------------------- */

/* Names and texts of a part. */
typedef struct odd_component {
	const char *name;  /* as in "attributes" */
	const char *head;  /* heading of a column, at most 6 letters: "attrs" */
	const char *word;  /* one short word: "words" */
	const char *thing; /* the same in full: "attributes" */
	const char *title; /* of an axis: "attributes not explained" */
	const char *about; /* one sentence without a full stop */
	odd_kind kind;     /* the kind of outliers that the part finds */
	bool share;        /* the values are percentile ranks; 0: nothing odd */
} odd_component;

/* A score. */
struct odd_score {
	const char *name;     /* as in "evidence" */
	const char *about;    /* one sentence about the columns of a ranking */
	const char *measures; /* the parts as formulas, without a full stop; NULL: none */
	const char *bars;     /* the meaning of bars of the parts, without a full stop */
	const char *value;    /* heading of a column of component values */
	size_t count;
	odd_component component[ODD_COMPONENTS];

	/* True: the parts are percentile ranks in [0, 1] of the components. False: the parts are
	 * the components, and the total is their weighted mean. */
	bool ranked;
	/* Of ranked parts. True: the total is the weighted mean of -ln(share of nodes that are at
	 * least as odd + .01) over its largest value, between 0 and 1, and weights of the user
	 * multiply those of the score. False: the total is the quadratic mean. */
	bool surprise;
	/* Components, parts and total are of the order of 1. */
	bool bounded;

	/* Computes out->component and, where needed, out->idle, out->why and out->own. May use
	 * out->total as workspace. NAN counts as 0. */
	odd_status (*read)(odd_scores *out, odd_one *run, const odd_job *job, odd_error *err);
	/* Computes the default weights from the components; NULL: those of read, or equal ones. */
	void (*weigh)(double *weight, const odd_scores *scores);
};

/* Returns score i, or NULL after the last. */
const odd_score *odd_score_get(size_t i);
/* Returns the score with a name, or NULL. */
const odd_score *odd_score_find(const char *name);
/* Returns the default score of a preset. */
const odd_score *odd_score_of_preset(odd_preset preset);

/* Returns the part with a name, or score->count. */
size_t odd_score_part(const odd_score *score, const char *name);
/* True when the network has the data of a part: without links only attributes and sizes count. */
bool odd_score_has(const odd_score *score, size_t component, const odd_network *net);

/* ---- scoring ------------------------------------------------------------------------------ */

/* Scores the present state. score NULL: the score of the preset. weight NULL: the weights of the
 * score; otherwise score->count numbers, none negative and not all 0, which multiply the weights of
 * a score by surprise and replace those of others. Idle parts get weight 0 unless no other part is
 * left. */
odd_status odd_scores_compute(odd_scores *out, odd_one *run, const odd_score *score,
	const double *weight, const odd_job *job, odd_error *err);
/* Ranks again with other weights. O(n log n). */
odd_status odd_scores_reweigh(odd_scores *scores, const double *weight, odd_error *err);
/* Copies scores without low and high. */
odd_status odd_scores_copy(odd_scores *to, const odd_scores *from, odd_error *err);
/* Returns why a part is used or left out, as a clause, or "". */
const char *odd_scores_why(const odd_scores *scores, size_t part);
/* True when a part has a weight. */
static inline bool odd_scores_uses(const odd_scores *scores, size_t part)
{
	return scores->weight[part] > 0.0;
}
/* Frees and empties scores. */
void odd_scores_clear(odd_scores *scores);

/* True when another node has the same score. */
bool odd_scores_tied(const odd_scores *scores, size_t node);

/* Computes low and high: fits and ranks `runs` times more, with the same number of iterations,
 * other dimensions (odd_certainty_k) and other seeds. low and high are the least and the largest
 * rank of each node in these runs and now; nodes with equal scores share their range of ranks. net
 * and weight (NULL: the default) are those of the run and the scores. odd_scores_reweigh drops low
 * and high. Costs `runs` fits. */
odd_status odd_scores_certainty(odd_scores *scores, const odd_network *net, const odd_one *run,
	const double *weight, size_t runs, const odd_job *job, odd_error *err);
/* Returns the dimensions of further run 0, 1, ...: k minus and plus 1/8, 2/8, 3/8 of k in turn. */
size_t odd_certainty_k(size_t k, size_t nodes, size_t attributes, size_t run);

/* Computes percentile ranks, (average rank) / n; equal values have equal ranks. */
odd_status odd_percentile_ranks(double *out, const double *x, size_t n, odd_error *err);
/* Returns a percentage of n nodes, rounded to the nearest number. */
size_t odd_top(size_t n, double percent);
/* Sorts indices by value, the largest first, ties by index. */
odd_status odd_order_descending(uint32_t *order, const double *x, size_t n, odd_error *err);

/* ---- fitting until a condition holds ------------------------------------------------------ */

/* When to stop. */
typedef struct odd_stop {
	size_t size;       /* sizeof(odd_stop); 0: as in version 1.0 */
	size_t iterations; /* at most, from now; 0: those of the preset (40, paper: 5) */
	double tolerance;  /* stop when an iteration lowers the loss by a smaller share; 0: off */
	/* Called after each iteration, or NULL. Another result than ODD_OK ends the fit. */
	odd_status (*each)(void *payload, const odd_one *run, odd_error *err);
	void *payload;
} odd_stop;

/* The condition that held. */
typedef enum odd_stopped { ODD_STOP_ITERATIONS, ODD_STOP_TOLERANCE } odd_stopped;

/* The result of a fit. */
typedef struct odd_fit_result {
	odd_stopped why;
	size_t iterations;
} odd_fit_result;

/* Returns the default number of iterations: 40; paper: 5. */
size_t odd_default_iterations(odd_preset preset);

/* Iterates until a condition holds. An iteration that was begun before is completed first and
 * counts. After an error or a cancellation the run keeps all completed sub-steps, and result tells
 * the iterations. stop and result may be NULL. */
odd_status odd_fit(odd_one *run, const odd_stop *stop, odd_fit_result *result, const odd_job *job,
	odd_error *err);

#ifdef __cplusplus
}
#endif
#endif
