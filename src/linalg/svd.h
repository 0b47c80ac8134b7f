/* svd.h: truncated singular value decomposition of a sparse matrix by a Gaussian sketch and power
 * rounds with QR. Used for the start of the calibrated preset.
 */
#ifndef ODDONE_SVD_H
#define ODDONE_SVD_H

#include <stdint.h>

#include "oddone/csr.h"

/* S ≈ L R, rank k: L (S.rows × k) = X √Σ and Rt (S.cols × k) = Y √Σ for S ≈ X Σ Yᵀ. St is Sᵀ (pass
 * S itself when symmetric). sigma (k, may be NULL) receives Σ, zero beyond the
 * numerical rank, where the columns of L and Rt are zero as well. The sign of each pair makes the
 * largest entry of its left vector positive. Where values or entries are equal, canonical.h chooses
 * basis and sign, never rounding. `what` names the matrix in
 * progress reports ("svd of A").
 * Oversampling 10, 4 to 7 power rounds. O(nnz · k + (rows + cols) · k²) per round. */
odd_status odd_svd(odd_mat L, odd_mat Rt, double *sigma, odd_ccsr S, odd_ccsr St, uint64_t seed,
	const char *what, const odd_job *job, odd_error *err);

/* X (S.rows × k) = the rows of S in its first k singular directions, X Σ of X Σ Yᵀ. `asked`, from k
 * to the smaller side of S, are looked for: the sketch is vague about the last of those it is asked
 * for, so where singular values fall slowly more than k make the last taken depend less on its
 * random numbers. The rest as in odd_svd. */
odd_status odd__svd_rows(odd_mat X, odd_ccsr S, size_t asked, uint64_t seed, const char *what,
	const odd_job *job, odd_error *err);

#endif
