/* matrix.h: dense matrices as views: a pointer, a shape and the distance between rows.
 *
 * Row-major. Matrices made by odd_mat_alloc have rows padded to a multiple of ODD_PAD doubles and
 * start on a cache line; the padding is zero and every kernel keeps it zero, so inner loops run
 * over whole vectors. Memory for rows is rounded up to whole blocks of ODD_ROW_PAD. odd_cmat is the
 * read-only twin: const does not reach through a struct.
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

typedef struct odd_mat {
	double *data;
	size_t rows, cols;
	size_t stride; /* doubles from one row to the next; ≥ cols */
} odd_mat;

typedef struct odd_cmat {
	const double *data;
	size_t rows, cols, stride;
} odd_cmat;

/* A zero matrix on the heap, to be given back to odd_mat_free. On failure *out is left empty. */
odd_status odd_mat_alloc(odd_mat *out, size_t rows, size_t cols, odd_error *err);
void odd_mat_free(odd_mat *m);

/* Copy entry by entry; shapes must agree, strides need not. */
void odd_mat_copy(odd_mat to, odd_cmat from);

/* to = fromᵀ. */
void odd_mat_transpose(odd_mat to, odd_cmat from);

static inline odd_cmat odd_mat_const(odd_mat m)
{
	const odd_cmat out = {m.data, m.rows, m.cols, m.stride};
	return out;
}

static inline double *odd_mat_row(odd_mat m, size_t i)
{
	return m.data + i * m.stride;
}

static inline const double *odd_cmat_row(odd_cmat m, size_t i)
{
	return m.data + i * m.stride;
}

#ifdef __cplusplus
}
#endif
#endif
