/* real.h: the number type of the neural baselines, and matrices of it.
 *
 * float in the library: half the memory traffic, and gradients drawn from samples are noisier than
 * its rounding. The gradient checks of the tests compile the same sources with
 * -DODD__REAL=double, because central differences need the digits.
 *
 * Rows are padded to whole vectors of 64 bytes. The padding is zero and every kernel keeps it so.
 */
#ifndef ODD_BASELINE_REAL_H
#define ODD_BASELINE_REAL_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/base/error.h"

#ifndef ODD__REAL
#define ODD__REAL float
#endif
typedef ODD__REAL real;

typedef real odd__rvec __attribute__((vector_size(64), may_alias));
#define ODD__LANES (64 / sizeof(real))

typedef struct odd__rmat {
	real *data;
	size_t rows, cols;
	size_t stride; /* a multiple of ODD__LANES, ≥ cols */
} odd__rmat;

static inline size_t odd__whole_lanes(size_t cols)
{
	return (cols + ODD__LANES - 1) / ODD__LANES * ODD__LANES;
}

static inline real *odd__rrow(odd__rmat m, size_t i)
{
	return m.data + i * m.stride;
}

/* The first rows of a matrix, as a matrix. */
static inline odd__rmat odd__rfirst(odd__rmat m, size_t rows)
{
	m.rows = rows;
	return m;
}

/* A zero matrix; empty on failure. odd__rmat_free takes an empty one too. */
odd_status odd__rmat_alloc(odd__rmat *out, size_t rows, size_t cols, odd_error *err);
void odd__rmat_free(odd__rmat *m);

#endif
