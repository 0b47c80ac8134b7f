/* one.h: ONE, outlier aware network embedding, as a machine stepped from outside.
 *
 *     begin → substep, substep, … (W G H U V O, and again) → residuals, embedding → free
 *
 * Every sub-step is the exact minimiser over its variable with the others held, so the loss never
 * rises (unless options.u asks for a formula that is none). The mathematics is in the comments of
 * src/one; no N × N matrix exists anywhere.
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

typedef enum odd_start {
	ODD_START_PRESET = 0, /* svd for calibrated, nmf for paper */
	ODD_START_NMF,
	ODD_START_SVD,
	ODD_START_RANDOM, /* uniform (0, 1): what a bad start costs */
	ODD_START_GIVEN   /* G.npy H.npy U.npy V.npy (and O1 O2 O3, to resume) from a directory */
} odd_start;

typedef enum odd_update {
	ODD_COORDINATE = 0, /* the paper's: one scalar at a time */
	ODD_BLOCK           /* a whole row or matrix at once */
} odd_update;

/* Two ways to break it, for teaching what its parts do. */
typedef enum odd_u_form {
	ODD_U_EXACT = 0,
	ODD_U_TRANSPOSED /* U W for U Wᵀ, as in the authors' script: no minimiser, so the loss may
			    rise */
} odd_u_form;

typedef enum odd_o_form {
	ODD_O_SHARES = 0,
	ODD_O_UNIFORM /* O stays as it starts: everybody is believed alike */
} odd_o_form;

typedef struct odd_one_options {
	size_t size; /* of this structure, as the caller was compiled; 0: as in version 1.0 */
	odd_preset preset;
	odd_start start;
	const char *start_dir; /* for ODD_START_GIVEN */
	odd_update update;
	odd_u_form u;
	odd_o_form o;
	size_t k;           /* dimensions; must be chosen (odd_one_default_k) unless given */
	double alpha, beta; /* NAN: derived, so that the three terms start equal */
	double mu;          /* sum of each outlier score, 1 ≤ μ < N */
	uint64_t seed;
	bool anyway; /* begin also when the memory will not do (run_memory.h) */
	bool stays;  /* the network outlives the run and does not change: what can be is shared with
			it instead of copied. Not for runs that go on from this one */
} odd_one_options;

#define ODD_ONE_OPTIONS_INIT \
	{ \
		sizeof(odd_one_options), ODD_CALIBRATED, ODD_START_PRESET, NULL, ODD_COORDINATE, \
			ODD_U_EXACT, ODD_O_SHARES, 0, NAN, NAN, 1.0, 42, false, false \
	}

/* Three dimensions per community, at most ODD_DEFAULT_K_MOST and below min(nodes, attributes);
 * *reduced tells when it had to be less for that. Where the network has no labels, so that the
 * communities were found in its links: at least 15 (or a tenth of the nodes, if that is less) and
 * at most 30. ODD_EUSAGE when the network is too small for any. */
#define ODD_DEFAULT_K_MOST 90
odd_status odd_one_default_k(
	size_t *k, bool *reduced, const odd_network *net, size_t communities, odd_error *err);

/* ---- the six sub-steps ------------------------------------------------------------------ */

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

/* One row of src/one/substeps.def: what lesson, progress line, tests and manual read. */
typedef struct odd_substep_info {
	char letter;
	const char *name;     /* "W", … as in the trace; "init" for the start */
	const char *title;    /* "the structure basis" */
	const char *equation; /* UTF-8, lines separated by \n */
	const char *equation_ascii;
	const char *reading; /* a sentence or two in words */
	bool moves[3];       /* may change L_str, L_attr, L_dis */
} odd_substep_info;

const odd_substep_info *odd_substep_get(odd_substep step);

/* ---- trace -------------------------------------------------------------------------------- */

typedef struct odd_trace_point {
	size_t iteration; /* 0 for the start, then from 1 */
	odd_substep step;
	double loss;    /* L_str + α L_attr + β L_dis */
	double term[3]; /* L_str, L_attr, L_dis, unweighted */
	double seconds; /* this sub-step took */
	bool changed;   /* no sub-step: the network changed here (odd_one_extend), and the
			   loss may have jumped; iteration and step repeat the last ones */
} odd_trace_point;

typedef struct odd_trace {
	odd_trace_point *point;
	size_t count, capacity;
} odd_trace;

/* By what share of itself the loss rose at point p; 0: it did not, or the network changed there.
 * Less than 1e-12 is rounding. */
double odd_trace_rise(const odd_trace *trace, size_t p);
/* The largest of them, 0 when it never rose; trace may be NULL. *at, when not NULL, is the point
 * after it. */
double odd_trace_largest_rise(const odd_trace *trace, size_t *at);

/* ---- the machine -------------------------------------------------------------------------- */

typedef struct odd_one odd_one;

/* Prepare the matrices, make the start, derive α and β, record the first trace point. */
odd_status odd_one_begin(odd_one **out, const odd_network *net, const odd_one_options *options,
	const odd_job *job, odd_error *err);
void odd_one_free(odd_one *run);

/* Run the next sub-step and append to the trace. When cancelled, or on any other error, the state
 * is that after the last whole sub-step. */
odd_status odd_one_substep(odd_one *run, const odd_job *job, odd_error *err);

/* Run to the end of the current iteration: six sub-steps from a fresh start. */
odd_status odd_one_iterate(odd_one *run, const odd_job *job, odd_error *err);

/* ---- looking -------------------------------------------------------------------------------- */

const odd_trace *odd_one_trace(const odd_one *run);              /* lent, grows with the run */
const odd_one_options *odd_one_options_used(const odd_one *run); /* lent; α, β, start resolved */
const odd_prepared *odd_one_input(const odd_one *run); /* lent: A and C as the optimiser has them */
odd_substep odd_one_next(const odd_one *run);          /* which sub-step comes next */
size_t odd_one_iteration(const odd_one *run);          /* whole iterations done */

/* Views into the state, lent until the next sub-step. Ht is N × K (Hᵀ), Vt is D × K (Vᵀ). */
typedef struct odd_one_state {
	size_t nodes, attributes, k;
	odd_cmat G, Ht, U, Vt, W;
	const double *O[3];
} odd_one_state;
odd_one_state odd_one_look(const odd_one *run);

/* Squared row errors r1, r2, r3 of the present state, each N long. O((nnz + N K) K). */
odd_status odd_one_residuals(
	odd_one *run, double *r1, double *r2, double *r3, const odd_job *job, odd_error *err);

/* 1 − cos(G_i, U_i Wᵀ) per node; 0 where either is zero. */
odd_status odd_one_disagreement(const odd_one *run, double *c3, const odd_job *job, odd_error *err);

/* (G + U Wᵀ)/2, N × K, into the caller's matrix. */
void odd_one_embedding(const odd_one *run, odd_mat out);
/* U Wᵀ, N × K. */
void odd_one_aligned_attributes(const odd_one *run, odd_mat out);

/* G H U V W O1 O2 O3 as .npy into a directory, which is made when missing. */
odd_status odd_one_save(const odd_one *run, const char *dir, odd_error *err);

/* ---- going on with another network --------------------------------------------------------- */

/* A new run over net, which has the first nodes of the run (with the same attributes), and may have
 * more at its end or fewer, going on from where the run is; the run itself stays as it is. Old
 * nodes keep their rows of G, H and U, and share what O the nodes that are gone had. A new one gets
 * the benefit of the doubt: one place among the others, made of what its neighbours and what its
 * words say, so that structure and attributes agree at first, and an ordinary node's share of O,
 * for which the others make room. α, β and the place in the iteration stay; the trace goes on with
 * a point that is marked as a change. ODD_EUSAGE when net does not continue the run's network.
 * O(nnz K + N K²). */
odd_status odd_one_extend(odd_one **out, const odd_one *run, const odd_network *net,
	const odd_job *job, odd_error *err);

/* The same without a refit: H, V, W and all old rows are held, and the rows of a new node are the
 * minimisers given those, so that it can be scored beside the others. For reading alone: the place
 * in the iteration is not one from which to go on. O(nnz K + N K²). */
odd_status odd_one_place(odd_one **out, const odd_one *run, const odd_network *net,
	const odd_job *job, odd_error *err);

/* A new run over the network of another time, going on from where the run is: node i had row was[i]
 * of the run, or has none (ODD_NO_ROW) and is placed as odd_one_extend places new ones; rows that
 * no node has are dropped. The dimensions stay what they were, so runs of different times can be
 * laid over each other. The network has the same attributes, in the same order. ODD_EUSAGE when it
 * has not, or no node of the run is left, or it has no more nodes than dimensions. The trace goes
 * on with a point that is marked as a change. O(nnz K + N K²). */
#define ODD_NO_ROW UINT32_MAX
odd_status odd_one_follow(odd_one **out, const odd_one *run, const odd_network *net,
	const uint32_t *was, const odd_job *job, odd_error *err);

/* ---- going back --------------------------------------------------------------------------- */

typedef struct odd_snapshot odd_snapshot;
odd_status odd_one_snapshot(odd_snapshot **out, const odd_one *run, odd_error *err);
/* Exactly the state and trace at the time of the snapshot, which stays valid. */
void odd_one_restore(odd_one *run, const odd_snapshot *snapshot);
size_t odd_snapshot_bytes(const odd_snapshot *snapshot);
void odd_snapshot_free(odd_snapshot *snapshot);

#ifdef __cplusplus
}
#endif
#endif
