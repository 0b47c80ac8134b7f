/* float_rows.h: the matrices of the stochastic methods: single precision, rows padded with zeros to
 * whole vectors of 8.
 */
#ifndef ODD_BASELINE_FLOAT_ROWS_H
#define ODD_BASELINE_FLOAT_ROWS_H

#include "oddone/error.h"
#include "oddone/matrix.h"
#include "linalg/memory.h"
#include "base/rng.h"

#define ODD__FLOAT_LANES 8

typedef struct odd__float_rows {
	float *data;
	size_t rows, cols, stride; /* stride: floats, a multiple of 8 */
} odd__float_rows;

/* All zero, of a memory that is checked before use. */
odd__float_rows odd__float_rows_take(odd__memory *memory, size_t rows, size_t cols);

/* Entries uniform in [−½, ½) / cols. */
void odd__float_rows_scatter(odd__float_rows *m, odd_rng *rng);

/* The row of the first entry that is not finite, or SIZE_MAX. */
size_t odd__float_rows_bad(const odd__float_rows *m);

/* Into columns `first` … of a matrix with as many rows. */
void odd__float_rows_copy(odd_mat to, size_t first, const odd__float_rows *m);

#endif
