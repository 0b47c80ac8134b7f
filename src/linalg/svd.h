/* svd.h: truncated singular value decomposition of a sparse matrix by a Gaussian sketch and power
 * rounds with QR. Used for the start of the calibrated preset.
 */
#ifndef ODDONE_SVD_H
#define ODDONE_SVD_H

#include <stdbool.h>
#include <stdint.h>

#include "linalg/halo.h"
#include "oddone/csr.h"
#include "oddone/job.h"

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

/* ---- the ways to a truncated svd ---- */

typedef struct odd__svd_problem {
	odd_ccsr S, St;        /* rows × cols and its transpose */
	const uint32_t *visit; /* row of S (and of St) that the rows of `nearby` are, or NULL */
	odd_ccsr nearby[2];    /* rows of S and of St in the order in which to visit them */
	double *lent; /* work space for the ways that need much of it, or NULL; left in any state */
	size_t lent_doubles;
	uint64_t seed;
	const char *what;
	const odd_job *job;

	/* Where several processes share the rows of S; NULL and 0 otherwise. */
	const odd__comm *comm;
	odd__halo *halo; /* columns are nodes, too, and those of other processes come last; NULL:
			    all processes have all columns */
	size_t first_row, all_rows; /* the first own row among the rows of all processes */
} odd__svd_problem;

/* Rows and columns of the matrix as a whole. */
static inline size_t odd__svd_rows_of_all(const odd__svd_problem *problem)
{
	return problem->all_rows > 0 ? problem->all_rows : problem->S.rows;
}

static inline size_t odd__svd_cols_of_all(const odd__svd_problem *problem)
{
	return problem->halo != NULL ? problem->all_rows : problem->S.cols;
}

/* Column 0 of S among the columns of the matrix as a whole. */
static inline size_t odd__svd_first_column(const odd__svd_problem *problem)
{
	return problem->halo != NULL ? problem->first_row : 0;
}

/* Processes to add up with where something is summed over columns of S. */
static inline const odd__comm *odd__svd_column_comm(const odd__svd_problem *problem)
{
	return problem->halo != NULL ? problem->comm : NULL;
}

typedef enum odd__svd_way {
	ODD__SVD_SMALL,  /* everything orthonormal to the last digit at every half round */
	ODD__SVD_LARGE,  /* one pass per half round */
	ODD__SVD_NARROW, /* few columns: one pass per round, and nothing as long as the rows */
} odd__svd_way;

/* Which way suits the shape. */
odd__svd_way odd__svd_way_for(odd_ccsr S, size_t k);

/* odd_svd by the way that is given; the others than SMALL go on with that one where the singular
 * values are too far apart for them. */
odd_status odd__svd_by(odd__svd_way way, odd_mat L, odd_mat Rt, double *sigma,
	const odd__svd_problem *problem, odd_error *err);

/* Gaussian numbers for the columns of S, the same for the same shape and seed. */
odd_status odd__svd_gauss(odd_mat Z, const odd__svd_problem *problem, odd_error *err);

/* The canonical first columns (canonical.h) of the core: B and B2 (p × p, overwritten) are singular
 * vectors of both sides times √Σ, in coordinates; those of B are of the columns of Z. The first
 * columns go to left (of B2) and right (of B), p × k, zero beyond the rank, where sigma (p) becomes
 * zero. */
odd_status odd__svd_settle(odd_mat left, odd_mat right, odd_mat B, odd_mat B2, odd_cmat Z,
	double *sigma, const odd__svd_problem *problem, odd_error *err);

/* The two other ways. *fine is false, and nothing in L and Rt of use, where they cannot tell the
 * smallest of the k singular values from rounding. sigma: all p that were found. */
odd_status odd__svd_large(odd_mat L, odd_mat Rt, double *sigma, bool *fine, size_t p,
	const odd__svd_problem *problem, odd_error *err);
odd_status odd__svd_narrow(odd_mat L, odd_mat Rt, double *sigma, bool *fine, size_t p,
	const odd__svd_problem *problem, odd_error *err);

#endif
