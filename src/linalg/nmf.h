/* nmf.h: non-negative factorisation of a sparse matrix, the paper's start.
 *
 * HALS: each column of a factor is the exact non-negative minimiser with the others held, so the
 * error never rises. Negative entries of S are allowed; factors stay non-negative.
 */
#ifndef ODDONE_NMF_H
#define ODDONE_NMF_H

#include <stdint.h>

#include "oddone/csr.h"

typedef struct odd_nmf_result {
	size_t rounds;
	double error; /* ‖S − L Rtᵀ‖² at the end */
} odd_nmf_result;

/* S ≈ L Rtᵀ with L (rows × k) and Rt (cols × k) ≥ 0, from a seeded uniform start scaled to S. St is
 * Sᵀ (pass S itself when symmetric). Stops after max_rounds, or when a round lowers the error by
 * less than tolerance of it. At the end the two columns of a pair have the same length, as in
 * odd_svd. result may be NULL. O(nnz · k + (rows + cols) · k²) per round. */
odd_status odd_nmf(odd_mat L, odd_mat Rt, odd_nmf_result *result, odd_ccsr S, odd_ccsr St,
	size_t max_rounds, double tolerance, uint64_t seed, const char *what, const odd_job *job,
	odd_error *err);

#endif
