/* score.h: from a run to a ranking.
 *
 * raw:        the weighted average of O1, O2, O3. It is the paper's, and follows degree and word
 *             count, since O is a share of the total error.
 * calibrated: the weighted quadratic mean √(Σ weight · rank²) of the percentile ranks of
 *                 c1 = r1/‖A_i‖²   share of the node's links not explained
 *                 c2 = r2/‖C_i‖²   share of its attributes not explained
 *                 c3 = 1 − cos(G_i, U_i Wᵀ)   disagreement between the two
 *             A row with nothing to explain has c = 0. Unless the user says otherwise, c2 weighs
 *             (2e)², at most 0.2, where e is the share of all attributes that is explained, and c1
 *             and c3 share the rest: where nobody's words are explained, c2 tells little. No
 *             truth goes into it. Against fixed weights (.45, .10, .45) and a plain mean this
 *             finds more planted outliers on Cora, Citeseer, WebKB and Pubmed alike.
 */
#ifndef ODDONE_SCORE_H
#define ODDONE_SCORE_H

#include "oddone/one/one.h"

typedef enum odd_score_kind { ODD_SCORE_CALIBRATED = 0, ODD_SCORE_RAW = 1 } odd_score_kind;

typedef struct odd_scores {
	size_t n;
	odd_score_kind kind;
	double weight[3];     /* as used, sum 1 */
	double *component[3]; /* c1 c2 c3, or O1 O2 O3 */
	double *part[3]; /* what is averaged: percentile ranks in (0, 1], or the O themselves */
	double *total;
	uint32_t *order; /* nodes, highest total first, ties by node index */
	uint32_t *rank;  /* of each node, from 1 */
} odd_scores;

/* The kind of score a preset reads out, and the weights it has when the user names none. explained:
 * the share of all attributes that the model explains (calibrated only). */
odd_score_kind odd_score_kind_of(odd_preset preset);
void odd_score_default_weights(odd_score_kind kind, double explained, double weight[3]);

/* Score the present state. weight NULL: the default; otherwise non-negative, not all zero. */
odd_status odd_scores_compute(odd_scores *out, odd_one *run, odd_score_kind kind,
	const double *weight, const odd_job *job, odd_error *err);
/* Other weights for scores already computed: no refit, O(n log n). */
odd_status odd_scores_reweigh(odd_scores *scores, const double weight[3], odd_error *err);
void odd_scores_clear(odd_scores *scores);

/* Percentile ranks: (average rank)/n, ties sharing theirs. */
odd_status odd_percentile_ranks(double *out, const double *x, size_t n, odd_error *err);
/* Indices by falling value, ties by rising index. */
odd_status odd_order_descending(uint32_t *order, const double *x, size_t n, odd_error *err);

/* ---- running until something is reached --------------------------------------------------- */

typedef struct odd_stop {
	size_t iterations; /* at most, from where the run is; 0: the preset's (40, paper: 5) */
	double tolerance;  /* stop when an iteration lowers the loss by less than this share; 0: off
			    */
	double settled;    /* stop when less than this share of the top 5 % is new since
			      ODD_SETTLED_WINDOW iterations ago; 0: off */
	/* Called after each whole iteration; anything but ODD_OK ends the fit with it. NULL: nobody
	 * looks on. */
	odd_status (*each)(void *payload, const odd_one *run, odd_error *err);
	void *payload;
} odd_stop;
#define ODD_SETTLED_WINDOW 5

typedef enum odd_stopped { ODD_STOP_ITERATIONS, ODD_STOP_TOLERANCE, ODD_STOP_SETTLED } odd_stopped;

typedef struct odd_fit_result {
	odd_stopped why;
	size_t iterations;
	double settled; /* the share at the end; NAN when it was not watched */
} odd_fit_result;

size_t odd_default_iterations(odd_preset preset);

/* Iterate until a condition holds; an iteration begun outside is ended first and counts. The whole
 * sub-steps done before an error or a cancel stay, and the result tells the iterations done. stop
 * (all off) and result may be NULL. */
odd_status odd_fit(odd_one *run, const odd_stop *stop, odd_fit_result *result, const odd_job *job,
	odd_error *err);

#endif
