/* spmm.c: sparse times dense, Y = S diag(scale) X.
 *
 *     Y_i = Σ_{e in row i} val_e · scale_{idx_e} · X_{idx_e}
 *
 * Rows of X are contiguous and padded, so every gather is one straight read of a few cache lines,
 * fetched ahead of its use. Sums are kept in registers, up to 32 columns at a time.
 * Cost: 2 · nnz · K flops, nnz · K reads. Parallel over rows of S.
 */
#include "config.h"

#include "oddone/csr.h"

#include <assert.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/kernel.h"

struct spmm {
	odd_mat Y;
	odd_ccsr S;
	const double *scale;
	odd_cmat X;
};

#define AHEAD 8 /* entries between asking for a row of X and using it */

/* Columns col … col + 8·V − 1 of rows begin … end−1; V is a constant in every call. */
ODD__INLINE void rows_of_width(const struct spmm *p, size_t begin, size_t end, size_t col, int V)
{
	const odd_ccsr S = p->S;
	const double *X = p->X.data + col;
	const size_t stride = p->X.stride, last = S.ptr[end];
	for (size_t i = begin; i < end; i++) {
		odd__vec sum[4];
		for (int v = 0; v < V; v++)
			sum[v] = (odd__vec){0};
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			if (e + AHEAD < last) {
				const double *next = X + S.idx[e + AHEAD] * stride;
				for (int v = 0; v < V; v++)
					__builtin_prefetch(next + 8 * v);
			}
			size_t j = S.idx[e];
			double a = S.val != NULL ? S.val[e] : 1.0;
			if (p->scale != NULL)
				a *= p->scale[j];
			const odd__vec *x = (const odd__vec *)(X + j * stride);
			for (int v = 0; v < V; v++)
				sum[v] += a * x[v];
		}
		odd__vec *y = (odd__vec *)(odd_mat_row(p->Y, i) + col);
		for (int v = 0; v < V; v++)
			y[v] = sum[v];
	}
}

ODD__KERNEL static void spmm_rows(const struct spmm *p, size_t begin, size_t end)
{
	size_t vectors = p->X.stride / 8, v = 0;
	for (; v + 4 <= vectors; v += 4)
		rows_of_width(p, begin, end, 8 * v, 4);
	switch (vectors - v) {
	case 3:
		rows_of_width(p, begin, end, 8 * v, 3);
		break;
	case 2:
		rows_of_width(p, begin, end, 8 * v, 2);
		break;
	case 1:
		rows_of_width(p, begin, end, 8 * v, 1);
		break;
	}
}

static void spmm_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	spmm_rows(context, begin, end);
}

odd_status odd_csr_times(odd_mat Y, odd_ccsr S, const double *scale, odd_cmat X, const odd_job *job,
	odd_error *err)
{
	assert(Y.rows == S.rows && X.rows == S.cols && Y.cols == X.cols);
	assert(Y.stride == X.stride && X.stride % ODD_PAD == 0);
	struct spmm p = {Y, S, scale, X};
	odd__chunks chunks;
	odd__chunks_by_entries(&chunks, S.rows, S.ptr, 4);
	return odd__parallel(job, &chunks, spmm_chunk, &p, NULL, err);
}
