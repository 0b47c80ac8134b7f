/* spmm.h: rows of a sparse times dense product, inlined into the kernels that use them at once. */
#ifndef ODD_LINALG_SPMM_H
#define ODD_LINALG_SPMM_H

#include <stdint.h>

#include "linalg/kernel.h"
#include "oddone/linalg/csr.h"

/* Rows of an X larger than this are asked for ahead of their use. In the widest set asking takes as
 * many instructions as using, and costs more than it saves while X stays in the second cache. */
#if ODD__WIDTH == 64
#define ODD__PREFETCH_BYTES (1u << 20)
#else
#define ODD__PREFETCH_BYTES (1u << 15)
#endif
#define ODD__AHEAD 32 /* entries between asking and using */

/* Columns col … col + 8·E − 1 of rows begin … end−1 of S diag(scale) X, row i to out + (i − begin)
 * · stride. E is a constant in every call, so the sums stay in registers. */
ODD__INLINE void odd__spmm_width(double *out, size_t stride, odd_ccsr S, const double *scale,
	odd_cmat X, size_t begin, size_t end, size_t col, const int E, const int ahead)
{
	const int V = E * ODD__PER_8;
	const double *x0 = X.data + col;
	const size_t last = S.ptr[S.rows];
	for (size_t i = begin; i < end; i++) {
		odd__vec sum[ODD__SUMS_8 * ODD__PER_8];
		for (int v = 0; v < V; v++)
			sum[v] = (odd__vec){0};
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			if (ahead && e + ODD__AHEAD < last) {
				const size_t then = S.idx[e + ODD__AHEAD];
				const double *next = x0 + then * X.stride;
				for (int v = 0; v < E; v++)
					__builtin_prefetch(next + 8 * v);
				if (scale != NULL)
					__builtin_prefetch(scale + then);
			}
			size_t j = S.idx[e];
			double a = S.val != NULL ? S.val[e] : 1.0;
			if (scale != NULL)
				a *= scale[j];
			const odd__vec *x = (const odd__vec *)(x0 + j * X.stride);
			for (int v = 0; v < V; v++)
				sum[v] += a * x[v];
		}
		odd__vec *y = (odd__vec *)(out + (i - begin) * stride + col);
		for (int v = 0; v < V; v++)
			y[v] = sum[v];
	}
}

ODD__INLINE void odd__spmm_all(double *out, size_t stride, odd_ccsr S, const double *scale,
	odd_cmat X, size_t begin, size_t end, const int ahead)
{
	size_t e = 0;
#define SPMM(E) \
	odd__spmm_width(out, stride, S, scale, X, begin, end, 8 * e, E, ahead); \
	e += E
	while (e < X.stride / 8)
		ODD__EIGHTS(X.stride / 8 - e, SPMM)
#undef SPMM
}

/* All columns of those rows. */
ODD__APART void odd__spmm_rows(double *out, size_t stride, odd_ccsr S, const double *scale,
	odd_cmat X, size_t begin, size_t end)
{
	if (X.rows * X.stride * sizeof(double) > ODD__PREFETCH_BYTES)
		odd__spmm_all(out, stride, S, scale, X, begin, end, 1);
	else
		odd__spmm_all(out, stride, S, scale, X, begin, end, 0);
}

#endif
