/* csr.h: sparse matrices by compressed rows.
 *
 * Row i holds entries ptr[i] … ptr[i+1]−1, columns rising. val may be NULL: then every stored
 * entry is 1, which is what most networks and most bags of words are.
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

typedef struct odd_csr {
	size_t rows, cols;
	size_t *ptr;   /* rows + 1 */
	uint32_t *idx; /* ptr[rows] */
	double *val;   /* ptr[rows], or NULL for all ones */
} odd_csr;

typedef struct odd_ccsr {
	size_t rows, cols;
	const size_t *ptr;
	const uint32_t *idx;
	const double *val;
} odd_ccsr;

/* What becomes of several entries for one place. */
typedef enum odd_merge {
	ODD_MERGE_MAX, /* the largest is kept: listing an edge twice, or both ways, changes nothing
			*/
	ODD_MERGE_SUM
} odd_merge;

/* Build from n triplets in any order. v may be NULL (all ones; repeats stay 1 under MAX).
 * *merged, when not NULL, receives how many triplets fell together. O(n + rows), two passes. */
odd_status odd_csr_from_triplets(odd_csr *out, size_t rows, size_t cols, size_t n,
	const uint32_t *r, const uint32_t *c, const double *v, odd_merge merge, size_t *merged,
	odd_error *err);

/* An empty matrix of a shape with room for nnz entries; values only when asked for. */
odd_status odd_csr_alloc(
	odd_csr *out, size_t rows, size_t cols, size_t nnz, int with_values, odd_error *err);
odd_status odd_csr_copy(odd_csr *out, odd_ccsr in, odd_error *err);
odd_status odd_csr_transpose(odd_csr *out, odd_ccsr in, odd_error *err);
/* The same on the threads of a job. */
odd_status odd_csr_transpose_with(
	odd_csr *out, odd_ccsr in, const odd_job *job, odd_error *err); /* O(nnz + rows + cols) */
void odd_csr_clear(odd_csr *m);

/* Y = S X, or Y = S diag(scale) X when scale is not NULL. X: S.cols × k, Y: S.rows × k, strides
 * multiples of ODD_PAD with zero padding. O(nnz · k), parallel over rows, same bits for any number
 * of threads. Only error: ODD_ECANCELLED. */
odd_status odd_csr_times(
	odd_mat Y, odd_ccsr S, const double *scale, odd_cmat X, const odd_job *job, odd_error *err);

/* out[i] = Σ of squared entries of row i. */
void odd_csr_row_norms(double *out, odd_ccsr S);

static inline odd_ccsr odd_csr_const(odd_csr m)
{
	const odd_ccsr out = {m.rows, m.cols, m.ptr, m.idx, m.val};
	return out;
}

static inline size_t odd_csr_nnz(odd_ccsr m)
{
	return m.ptr ? m.ptr[m.rows] : 0;
}

static inline double odd_csr_value(odd_ccsr m, size_t at)
{
	return m.val ? m.val[at] : 1.0;
}

/* The first of the rising x[low] … x[high−1] that is not below value; high when all are. */
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

/* Where row i has column j; SIZE_MAX where it has not. */
static inline size_t odd_csr_find(odd_ccsr m, size_t i, size_t j)
{
	size_t at = odd_rising_find(m.idx, m.ptr[i], m.ptr[i + 1], j);
	return at < m.ptr[i + 1] && m.idx[at] == j ? at : SIZE_MAX;
}

#ifdef __cplusplus
}
#endif
#endif
