/* matrix.h: dense matrices: a pointer, a shape and the distance between rows.
 *
 * Matrices are stored row by row. odd_mat_alloc pads rows to a multiple of ODD_PAD doubles and the
 * number of rows to a multiple of ODD_ROW_PAD, and aligns them to cache lines. The padding is zero,
 * and all functions keep it zero, so that inner loops run over whole vectors.
 */
#ifndef ODDONE_MATRIX_H
#define ODDONE_MATRIX_H

#include <stddef.h>

#include "oddone/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ODD_PAD 8      /* doubles in 64 bytes */
#define ODD_ROW_PAD 16 /* rows in a block of the kernels */

/* A matrix that can be written. */
typedef struct odd_mat {
	double *data;
	size_t rows, cols;
	size_t stride; /* doubles from one row to the next, at least cols */
} odd_mat;

/* A read-only view of a matrix. */
typedef struct odd_cmat {
	const double *data;
	size_t rows, cols, stride;
} odd_cmat;

/* Allocates a matrix of zeros; odd_mat_free frees it. On failure *out is empty. */
odd_status odd_mat_alloc(odd_mat *out, size_t rows, size_t cols, odd_error *err);
/* Frees a matrix of odd_mat_alloc and empties it. */
void odd_mat_free(odd_mat *m);

/* Copies all entries. The shapes must be equal, the strides may differ. */
void odd_mat_copy(odd_mat to, odd_cmat from);

/* Writes the transpose of `from` into `to`. */
void odd_mat_transpose(odd_mat to, odd_cmat from);

/* Returns a read-only view. */
static inline odd_cmat odd_mat_const(odd_mat m)
{
	const odd_cmat out = {m.data, m.rows, m.cols, m.stride};
	return out;
}

/* Returns row i. */
static inline double *odd_mat_row(odd_mat m, size_t i)
{
	return m.data + i * m.stride;
}

/* Returns row i. */
static inline const double *odd_cmat_row(odd_cmat m, size_t i)
{
	return m.data + i * m.stride;
}

#ifdef __cplusplus
}
#endif
#endif
