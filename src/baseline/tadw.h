/* tadw.h: TADW, text-associated DeepWalk (Yang, Liu, Zhao, Sun, Chang 2015), as a baseline.
 *
 *     min over W (k × N), H (k × F) of ‖M − Wᵀ H T‖² + λ/2 (‖W‖² + ‖H‖²)
 *     M = (P + P²)/2, P = D⁻¹A,   T (F × N) the text features
 *
 * The embedding is both halves, [Wᵀ, (H Z)ᵀ], where Z are the features before they were scaled.
 * M is never formed, and every entry of it counts, the zeros too.
 */
#ifndef ODD_BASELINE_TADW_H
#define ODD_BASELINE_TADW_H

#include <stddef.h>
#include <stdint.h>

#include "linalg/memory.h"
#include "oddone/job.h"
#include "oddone/csr.h"
#include "oddone/matrix.h"
#include "oddone/network.h"

typedef struct odd_tadw_options {
	size_t k; /* columns wanted; both halves have ⌈k/2⌉ */
	uint64_t seed;
	size_t features; /* F, as far as the attributes go */
	double lambda;   /* > 0 */
	size_t sweeps;   /* W and H once each */
} odd_tadw_options;

/* *out (nodes × 2⌈k/2⌉, made here, given back to odd_mat_free) receives the embedding, columns of
 * unit length, or zero where λ leaves nothing of a component. Links are taken as undirected and
 * unweighted. A node without links is zero in the first half, one without attributes in the
 * second. ODD_EUSAGE without attributes. On failure *out is empty.
 * O((entries · F + N F²) rounds of the svd + N F k sweeps). */
odd_status odd_tadw(odd_mat *out, const odd_network *net, const odd_tadw_options *options,
	const odd_job *job, odd_error *err);

/* the parts of TADW, for tadw*.c and their tests.
 *
 * Everything stands with a row for each node or feature: U = Tᵀ, Wt = Wᵀ, Ht = Hᵀ. U has
 * orthonormal columns, so with G = M U
 *
 *     ‖M − Wᵀ H T‖² = ‖M‖² − ‖G‖² + ‖G − Wt Htᵀ‖²
 *
 * and M need not be seen again once G is there.
 */

typedef struct odd__tadw {
	size_t nodes, features, k; /* k of one half */
	double lambda;
	odd_mat U;      /* N × F, orthonormal columns */
	odd_mat sigma;  /* 1 × F: the features before scaling are Z = U diag(sigma) */
	odd_mat G, Gt;  /* M U, N × F, and its transpose */
	odd_mat Wt, Ht; /* N × k, F × k */
	odd_mat square; /* k × k: a Gram matrix with λ/2 on its diagonal, then its inverse */
	odd_mat ridge;  /* max(N, F) × k: the regressor times that inverse */
	odd__memory memory;
} odd__tadw;

/* Features, proximities and room; H random, W zero. On failure everything is cleared. */
odd_status odd__tadw_begin(odd__tadw *t, const odd_network *net, const odd_tadw_options *options,
	const odd_job *job, odd_error *err);
void odd__tadw_clear(odd__tadw *t);

/* P = D⁻¹A of the undirected network; rows of nodes without links are empty. */
odd_status odd__tadw_transitions(odd_csr *P, const odd_network *net, odd_error *err);
/* out = ½ (P X + P (P X)), which is M X. once is of the same shape. */
odd_status odd__tadw_proximity(
	odd_mat out, odd_ccsr P, odd_cmat X, odd_mat once, const odd_job *job, odd_error *err);

/* The half steps, each the exact minimiser over W or H with the other held. */
odd_status odd__tadw_step_w(odd__tadw *t, const odd_job *job, odd_error *err);
odd_status odd__tadw_step_h(odd__tadw *t, const odd_job *job, odd_error *err);

#endif
