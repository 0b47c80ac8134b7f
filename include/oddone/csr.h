/* csr.h: sparse matrices in compressed row form.
 *
 * Row i has the entries ptr[i] to ptr[i+1] - 1, sorted by column. val NULL: all entries are 1, as
 * in most networks and most bags of words.
 */
#ifndef ODDONE_CSR_H
#define ODDONE_CSR_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"
#include "oddone/job.h"
#include "oddone/matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sparse matrix that owns its arrays. */
typedef struct odd_csr {
	size_t rows, cols;
	size_t *ptr;   /* rows + 1 numbers */
	uint32_t *idx; /* the column of each entry */
	double *val;   /* the value of each entry; NULL: all 1 */
} odd_csr;

/* A read-only view of a sparse matrix. */
typedef struct odd_ccsr {
	size_t rows, cols;
	const size_t *ptr;
	const uint32_t *idx;
	const double *val;
} odd_ccsr;

/* How several entries with the same row and column are combined. */
typedef enum odd_merge {
	ODD_MERGE_MAX, /* the largest: an edge listed twice counts once */
	ODD_MERGE_SUM
} odd_merge;

/* Makes a matrix from n triplets (row, column, value) in any order. v NULL: all values are 1.
 * *merged, unless NULL, receives the number of triplets that were merged into others. O(n + rows).
 */
odd_status odd_csr_from_triplets(odd_csr *out, size_t rows, size_t cols, size_t n,
	const uint32_t *r, const uint32_t *c, const double *v, odd_merge merge, size_t *merged,
	odd_error *err);

/* Allocates an empty matrix with room for nnz entries, with val or without. */
odd_status odd_csr_alloc(
	odd_csr *out, size_t rows, size_t cols, size_t nnz, int with_values, odd_error *err);
/* Copies a matrix. */
odd_status odd_csr_copy(odd_csr *out, odd_ccsr in, odd_error *err);
/* Transposes a matrix. O(nnz + rows + cols). */
odd_status odd_csr_transpose(odd_csr *out, odd_ccsr in, odd_error *err);
/* Transposes a matrix on the threads of a job. */
odd_status odd_csr_transpose_with(odd_csr *out, odd_ccsr in, const odd_job *job, odd_error *err);
/* Frees the arrays of a matrix and empties it. */
void odd_csr_clear(odd_csr *m);

/* Computes Y = S X, or Y = S diag(scale) X unless scale is NULL. X is S.cols x k and Y is S.rows x
 * k; their strides are multiples of ODD_PAD. O(nnz k), parallel over rows. The only error is
 * ODD_ECANCELLED. */
odd_status odd_csr_times(
	odd_mat Y, odd_ccsr S, const double *scale, odd_cmat X, const odd_job *job, odd_error *err);

/* Writes the sum of the squared entries of each row into out. */
void odd_csr_row_norms(double *out, odd_ccsr S);

/* Returns a read-only view. */
static inline odd_ccsr odd_csr_const(odd_csr m)
{
	const odd_ccsr out = {m.rows, m.cols, m.ptr, m.idx, m.val};
	return out;
}

/* Returns the number of entries. */
static inline size_t odd_csr_nnz(odd_ccsr m)
{
	return m.ptr ? m.ptr[m.rows] : 0;
}

/* Returns the value of entry `at`. */
static inline double odd_csr_value(odd_ccsr m, size_t at)
{
	return m.val ? m.val[at] : 1.0;
}

/* Returns the first of the sorted x[low] to x[high - 1] that is not less than value, or high. */
static inline size_t odd_rising_find(const uint32_t *x, size_t low, size_t high, size_t value)
{
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (x[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the entry of row i in column j, or SIZE_MAX when the row has none. */
static inline size_t odd_csr_find(odd_ccsr m, size_t i, size_t j)
{
	size_t at = odd_rising_find(m.idx, m.ptr[i], m.ptr[i + 1], j);
	return at < m.ptr[i + 1] && m.idx[at] == j ? at : SIZE_MAX;
}

#ifdef __cplusplus
}
#endif
#endif
