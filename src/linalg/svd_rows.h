/* svd_rows.h: rows of a sparse matrix in its own leading directions. */
#ifndef ODD_LINALG_SVD_ROWS_H
#define ODD_LINALG_SVD_ROWS_H

#include <stdint.h>

#include "oddone/csr.h"

/* X (S.rows × k) = the rows of S in its first k singular directions, X Σ of X Σ Yᵀ. `asked`, from k
 * to the smaller side of S, are looked for: the sketch is vague about the last of those it is asked
 * for, so where singular values fall slowly more than k make the last taken depend less on its
 * random numbers. The rest as in odd_svd. */
odd_status odd__svd_rows(odd_mat X, odd_ccsr S, size_t asked, uint64_t seed, const char *what,
	const odd_job *job, odd_error *err);

#endif
