/* aane.h: AANE, accelerated attributed network embedding (Huang, Li, Hu 2017), as a baseline.
 *
 *     min over H (N × K) of ‖S − H Hᵀ‖² + λ Σ_{links i→j} w_ij ‖h_i − h_j‖
 *
 * S holds the cosines between the attributes of nodes; the norms are not squared. Solved by ADMM
 * with a copy Z of H, one sweep being H, Z and the dual U. S is never formed.
 */
#ifndef ODD_BASELINE_AANE_H
#define ODD_BASELINE_AANE_H

#include <stddef.h>
#include <stdint.h>

#include "baseline/walks.h"
#include "linalg/memory.h"
#include "oddone/job.h"
#include "oddone/csr.h"
#include "oddone/matrix.h"
#include "oddone/network.h"

typedef struct odd_aane_options {
	size_t k;      /* at most the number of nodes */
	uint64_t seed; /* for columns that the start cannot fill */
	double lambda; /* ≥ 0: what a link weighs */
	double rho;    /* > 0: how strongly H and its copy are held together */
	size_t sweeps; /* ≥ 1: the authors' maxiter; H is updated this many times */
} odd_aane_options;

/* *out (nodes × k, made here, given back to odd_mat_free) receives H. Links count both ways,
 * with their weights. ODD_EUSAGE without attributes. On failure *out is empty.
 * O((entries + links + N K) K) per sweep. */
odd_status odd_aane(odd_mat *out, const odd_network *net, const odd_aane_options *options,
	const odd_job *job, odd_error *err);

/* the parts of AANE, for aane*.c and their tests. */

typedef struct odd__aane {
	size_t nodes, k;
	double lambda, rho;
	odd__links links; /* undirected, with weights */
	odd_csr X, Xt;    /* attributes with rows of unit length, S = X Xᵀ; and turned over */
	odd_mat H, Z, U;  /* N × K */
	odd_mat right;    /* N × K: right sides, a row for each node */
	odd_mat pull;     /* 1 × N: c_i, the sum of what the links of a node pull */
	odd_mat words;    /* D × K: Xᵀ times H or Z */
	odd_mat gram;     /* K × K, then its eigenvectors */
	odd_mat turned;   /* those turned over */
	odd_mat values;   /* 1 × K: eigenvalues */
	odd__memory memory;
} odd__aane;

/* Matrices and the start: H = Z, U = 0. On failure everything is cleared. */
odd_status odd__aane_begin(odd__aane *a, const odd_network *net, const odd_aane_options *options,
	const odd_job *job, odd_error *err);
void odd__aane_clear(odd__aane *a);

/* The updates of a sweep. With U held, neither of the first two raises the augmented Lagrangian
 *     ‖S − H Zᵀ‖² + λ Σ w_ij ‖h_i − z_j‖ + ρ/2 (‖H − Z + U‖² − ‖U‖²),
 * unless it had to leave out a link of length zero. */
odd_status odd__aane_step_h(odd__aane *a, const odd_job *job, odd_error *err);
odd_status odd__aane_step_z(odd__aane *a, const odd_job *job, odd_error *err);
void odd__aane_step_u(odd__aane *a);

/* out (N × K, K = out.cols ≤ N) = the leading left singular vectors of some columns of S;
 * directions that are not there are filled with random ones, orthogonal to the rest. count ≥ 1
 * columns, each named once. The largest entry of a vector is positive. */
odd_status odd__aane_left_vectors(odd_mat out, odd_ccsr S, const uint32_t *columns, size_t count,
	uint64_t seed, const odd_job *job, odd_error *err);

#endif
