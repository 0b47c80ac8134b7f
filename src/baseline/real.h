/* real.h: the number type of the neural baselines, and matrices of it.
 *
 * float in the library: half the memory traffic, and gradients drawn from samples are noisier than
 * its rounding. The gradient checks of the tests compile the same sources with
 * -DODD__REAL=double, because central differences need the digits.
 *
 * Rows are padded to whole 64 bytes. The padding is zero and every kernel keeps it so.
 */
#ifndef ODD_BASELINE_REAL_H
#define ODD_BASELINE_REAL_H

#include <stddef.h>
#include <stdint.h>

#include "linalg/kernel.h"
#include "oddone/error.h"

/* ODD__DEEP(name) is the kernel of that name: of the set in use, or in the tests the one in
 * double. */
#ifndef ODD__REAL
#define ODD__REAL float
#define ODD__DEEP(name) (odd__kernels()->name)
#else
#define KERNEL(name) odd__kernel_fn odd__##name##_double;
#include "base/kernels.def"
#undef KERNEL
#define ODD__DEEP(name) odd__##name##_double
#endif
typedef ODD__REAL real;

#define ODD__REAL_PAD (64 / sizeof(real)) /* numbers that rows are padded to */

/* A vector of the set, and how many make up the padding of a row. */
typedef real odd__rvec __attribute__((vector_size(ODD__WIDTH), may_alias));
#define ODD__REAL_LANES (ODD__WIDTH / sizeof(real))
#define ODD__PER_64 (64 / ODD__WIDTH)

typedef struct odd__rmat {
	real *data;
	size_t rows, cols;
	size_t stride; /* a multiple of ODD__REAL_PAD, ≥ cols */
} odd__rmat;

static inline size_t odd__whole_lanes(size_t cols)
{
	return (cols + ODD__REAL_PAD - 1) / ODD__REAL_PAD * ODD__REAL_PAD;
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
