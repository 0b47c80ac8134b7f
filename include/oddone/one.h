/* one.h: the method ONE (outlier aware network embedding), fitted sub-step by sub-step.
 *
 *     odd_one_begin, then odd_one_substep again and again (W G H U V O, W G ...),
 *     then odd_one_residuals or odd_one_embedding, and odd_one_free at the end
 *
 * ONE fits A = G H to the links, C = U V to the attributes and G = U Wt, and weights every node by
 * three outlier scores O. N is the number of nodes, D of attributes and K of dimensions. Each
 * sub-step minimises the loss over one variable, so the loss never rises, except with
 * ODD_U_TRANSPOSED. No N x N matrix is stored.
 */
#ifndef ODDONE_ONE_H
#define ODDONE_ONE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/network.h"
#include "oddone/prepare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The matrices before the first iteration. */
typedef enum odd_start {
	ODD_START_PRESET = 0, /* svd for calibrated, nmf for paper */
	ODD_START_NMF,
	ODD_START_SVD,
	ODD_START_RANDOM, /* uniform in (0, 1) */
	ODD_START_GIVEN   /* G.npy, H.npy, U.npy, V.npy (and O1 to O3, to resume) of a directory */
} odd_start;

/* What one update changes: a single number, as in the paper, or a whole row or matrix. */
typedef enum odd_update { ODD_COORDINATE = 0, ODD_BLOCK } odd_update;

/* The formula for U. */
typedef enum odd_u_form {
	ODD_U_EXACT = 0,
	ODD_U_TRANSPOSED /* U W instead of U Wt, as in the authors' script: the loss may rise */
} odd_u_form;

/* How O is updated. */
typedef enum odd_o_form {
	ODD_O_SHARES = 0,
	ODD_O_UNIFORM /* O keeps its start: all nodes weigh the same */
} odd_o_form;

/* How to fit. */
typedef struct odd_one_options {
	size_t size; /* sizeof(odd_one_options); 0: as in version 1.0 */
	odd_preset preset;
	odd_start start;
	const char *start_dir; /* for ODD_START_GIVEN */
	odd_update update;
	odd_u_form u;
	odd_o_form o;
	size_t k;           /* dimensions, as of odd_one_default_k; not with ODD_START_GIVEN */
	double alpha, beta; /* weights of two terms of the loss; NAN: all three terms start equal */
	double mu;          /* sum of each outlier score: at least 1, less than N */
	uint64_t seed;
	bool anyway; /* begin although the estimated memory exceeds the free memory */
	bool stays;  /* the network outlives the run, which then shares data with it */
} odd_one_options;

/* The preset "calibrated" with seed 42; k is still to be set. */
#define ODD_ONE_OPTIONS_INIT \
	{ \
		sizeof(odd_one_options), ODD_CALIBRATED, ODD_START_PRESET, NULL, ODD_COORDINATE, \
			ODD_U_EXACT, ODD_O_SHARES, 0, NAN, NAN, 1.0, 42, false, false \
	}

/* Chooses K: three dimensions per community, at most ODD_DEFAULT_K_MOST and less than nodes and
 * attributes. *reduced, unless NULL, tells whether one of these limits applied. For communities in
 * links (no labels) K is at most 30 and at least 15 or a tenth of the nodes, the smaller of the
 * two. ODD_EUSAGE when the network is too small. */
#define ODD_DEFAULT_K_MOST 90
odd_status odd_one_default_k(
	size_t *k, bool *reduced, const odd_network *net, size_t communities, odd_error *err);

/* ---- the six sub-steps ------------------------------------------------------------------ */

/* A sub-step, in the order of an iteration; ODD_STEP_INIT is the start. */
typedef enum odd_substep {
	ODD_STEP_INIT = -1,
	ODD_STEP_W = 0,
	ODD_STEP_G,
	ODD_STEP_H,
	ODD_STEP_U,
	ODD_STEP_V,
	ODD_STEP_O
} odd_substep;
#define ODD_SUBSTEPS 6

/* Texts about a sub-step. */
typedef struct odd_substep_info {
	char letter;
	const char *name;     /* as in "W"; "init" for the start */
	const char *title;    /* as in "the structure basis" */
	const char *equation; /* UTF-8, lines separated by \n */
	const char *equation_ascii;
	const char *reading; /* the equation in words */
	bool moves[3];       /* which terms of the loss can change: L_str, L_attr, L_dis */
} odd_substep_info;

/* Returns the texts about a sub-step. */
const odd_substep_info *odd_substep_get(odd_substep step);

/* ---- trace -------------------------------------------------------------------------------- */

/* The loss after the start or a sub-step. */
typedef struct odd_trace_point {
	size_t iteration; /* 0 for the start, then from 1 */
	odd_substep step;
	double loss;    /* L_str + alpha L_attr + beta L_dis */
	double term[3]; /* L_str, L_attr, L_dis, unweighted */
	double seconds; /* time of the sub-step */
	bool changed;   /* the network changed here (odd_one_extend): no sub-step, and the loss may
			   have risen; iteration and step are those of the point before */
} odd_trace_point;

/* The losses of a run. */
typedef struct odd_trace {
	odd_trace_point *point;
	size_t count, capacity;
} odd_trace;

/* Returns the relative rise of the loss at point p. 0: the loss did not rise by more than rounding
 * (1e-12), or the network changed. */
double odd_trace_rise(const odd_trace *trace, size_t p);
/* Returns the largest relative rise, 0 when the loss never rose or trace is NULL. *at, unless NULL,
 * receives its point. */
double odd_trace_largest_rise(const odd_trace *trace, size_t *at);

/* ---- running ------------------------------------------------------------------------------ */

/* A run of ONE. */
typedef struct odd_one odd_one;

/* Prepares the matrices, makes the start, derives alpha and beta, and records the first point of
 * the trace. */
odd_status odd_one_begin(odd_one **out, const odd_network *net, const odd_one_options *options,
	const odd_job *job, odd_error *err);
/* Frees a run. NULL is allowed. */
void odd_one_free(odd_one *run);

/* Runs the next sub-step and appends a point to the trace. On error or cancellation the state is
 * that after the last completed sub-step. */
odd_status odd_one_substep(odd_one *run, const odd_job *job, odd_error *err);

/* Runs sub-steps up to the end of the current iteration. */
odd_status odd_one_iterate(odd_one *run, const odd_job *job, odd_error *err);

/* ---- results -------------------------------------------------------------------------------- */

/* Returns the trace, which the run owns. */
const odd_trace *odd_one_trace(const odd_one *run);
/* Returns the options with alpha, beta and start as used. The run owns them. */
const odd_one_options *odd_one_options_used(const odd_one *run);
/* Returns A and C as prepared. The run owns them. */
const odd_prepared *odd_one_input(const odd_one *run);
/* Returns the next sub-step. */
odd_substep odd_one_next(const odd_one *run);
/* Returns the number of completed iterations. */
size_t odd_one_iteration(const odd_one *run);

/* Views of the state, valid until the next sub-step. Ht (N x K) and Vt (D x K) are transposes. */
typedef struct odd_one_state {
	size_t nodes, attributes, k;
	odd_cmat G, Ht, U, Vt, W;
	const double *O[3];
} odd_one_state;
/* Returns views of the present state. */
odd_one_state odd_one_look(const odd_one *run);

/* Computes the squared errors of each row: r1 of A, r2 of C and r3 of G, N numbers each.
 * O((nnz + N K) K). */
odd_status odd_one_residuals(
	odd_one *run, double *r1, double *r2, double *r3, const odd_job *job, odd_error *err);

/* Computes 1 - cos(G_i, U_i Wt) for each node; 0 when one of the rows is 0. */
odd_status odd_one_disagreement(const odd_one *run, double *c3, const odd_job *job, odd_error *err);

/* Writes (G + U Wt) / 2 into `out`, which is N x K. */
void odd_one_embedding(const odd_one *run, odd_mat out);
/* Writes U Wt into `out`, which is N x K. */
void odd_one_aligned_attributes(const odd_one *run, odd_mat out);

/* Writes G, H, U, V, W, O1, O2 and O3 as .npy files into a directory, which is made when it does
 * not exist. */
odd_status odd_one_save(const odd_one *run, const char *dir, odd_error *err);

/* ---- continuing with another network ------------------------------------------------------- */

/* Makes a run over `net` that continues from the state of `run`, which is not changed. `net` has
 * the first nodes of the run, with the same attributes, and may have further nodes or fewer. Old
 * nodes keep their rows of G, H and U. A new node gets rows made of its neighbours and its words,
 * so that structure and attributes agree at first, and the median of O. The trace gets a point
 * marked as a change. ODD_EUSAGE when `net` does not continue the network of the run. O(nnz K + N
 * K^2). */
odd_status odd_one_extend(odd_one **out, const odd_one *run, const odd_network *net,
	const odd_job *job, odd_error *err);

/* Does the same to score new nodes without a refit: H, V, W and all old rows keep their values, and
 * the rows of a new node minimise the loss given these. The result can be scored, not continued.
 * O(nnz K + N K^2). */
odd_status odd_one_place(odd_one **out, const odd_one *run, const odd_network *net,
	const odd_job *job, odd_error *err);

/* Makes a run over the network of another time that continues from the state of `run`. Node i had
 * row was[i] of the run, or is new (ODD_NO_ROW) and treated as by odd_one_extend. The dimensions
 * stay the same, so runs of different times can be compared. The network has the same attributes in
 * the same order. ODD_EUSAGE when it has others, when no node of the run is left, or when there are
 * not more nodes than dimensions. The trace gets a point marked as a change. O(nnz K + N K^2). */
#define ODD_NO_ROW UINT32_MAX
odd_status odd_one_follow(odd_one **out, const odd_one *run, const odd_network *net,
	const uint32_t *was, const odd_job *job, odd_error *err);

/* ---- going back --------------------------------------------------------------------------- */

/* A copy of state and trace. */
typedef struct odd_snapshot odd_snapshot;
/* Copies the state and the trace of a run. */
odd_status odd_one_snapshot(odd_snapshot **out, const odd_one *run, odd_error *err);
/* Restores state and trace exactly. The snapshot can be used again. */
void odd_one_restore(odd_one *run, const odd_snapshot *snapshot);
/* Returns the size of a snapshot in bytes. */
size_t odd_snapshot_bytes(const odd_snapshot *snapshot);
/* Frees a snapshot. NULL is allowed. */
void odd_snapshot_free(odd_snapshot *snapshot);

#ifdef __cplusplus
}
#endif
#endif
