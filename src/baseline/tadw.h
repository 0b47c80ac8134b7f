/* tadw.h: the parts of TADW, for tadw*.c and their tests.
 *
 * Everything stands with a row for each node or feature: U = Tᵀ, Wt = Wᵀ, Ht = Hᵀ. U has
 * orthonormal columns, so with G = M U
 *
 *     ‖M − Wᵀ H T‖² = ‖M‖² − ‖G‖² + ‖G − Wt Htᵀ‖²
 *
 * and M need not be seen again once G is there.
 */
#ifndef ODD_BASELINE_TADW_H
#define ODD_BASELINE_TADW_H

#include "oddone/linalg/csr.h"
#include "oddone/baseline/tadw.h"

typedef struct odd__tadw {
	size_t nodes, features, k; /* k of one half */
	double lambda;
	odd_mat U;      /* N × F, orthonormal columns */
	odd_mat sigma;  /* 1 × F: the features before scaling are Z = U diag(sigma) */
	odd_mat G, Gt;  /* M U, N × F, and its transpose */
	odd_mat Wt, Ht; /* N × k, F × k */
	odd_mat square; /* k × k: a Gram matrix with λ/2 on its diagonal, then its inverse */
	odd_mat ridge;  /* max(N, F) × k: the regressor times that inverse */
} odd__tadw;

/* Features, proximities and room; H random, W zero. On failure everything is cleared. */
odd_status odd__tadw_begin(odd__tadw *t, const odd_network *net, const odd_tadw_options *options,
	const odd_job *job, odd_error *err);
void odd__tadw_clear(odd__tadw *t);

/* Text features from C: idf, truncated svd. Fills features, U, sigma. */
odd_status odd__tadw_text(odd__tadw *t, const odd_network *net, const odd_tadw_options *options,
	const odd_job *job, odd_error *err);

/* P = D⁻¹A of the undirected network; rows of nodes without links are empty. */
odd_status odd__tadw_transitions(odd_csr *P, const odd_network *net, odd_error *err);
/* out = ½ (P X + P (P X)), which is M X. once is of the same shape. */
odd_status odd__tadw_proximity(
	odd_mat out, odd_ccsr P, odd_cmat X, odd_mat once, const odd_job *job, odd_error *err);

/* The half steps, each the exact minimiser over W or H with the other held. */
odd_status odd__tadw_step_w(odd__tadw *t, const odd_job *job, odd_error *err);
odd_status odd__tadw_step_h(odd__tadw *t, const odd_job *job, odd_error *err);

/* W and H at the minimum over both, from G = X Σ Yᵀ: Wt = X √τ, Ht = Y √τ, τ = max(Σ − λ/2, 0).
 * spectrum (F, may be NULL) receives Σ. */
odd_status odd__tadw_solve(odd__tadw *t, double *spectrum, const odd_job *job, odd_error *err);

#endif
