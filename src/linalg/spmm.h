/* spmm.h: rows of a sparse times dense product, inlined into the kernels that use them at once. */
#ifndef ODD_LINALG_SPMM_H
#define ODD_LINALG_SPMM_H

#include <stdint.h>

#include "linalg/kernel.h"
#include "oddone/csr.h"

/* How many entries before its use the row of an X is asked for. While X stays in the second cache
 * it is asked into the first, shortly before; in the wider sets that takes as many instructions as
 * using it, and costs more than it saves. A larger X is asked into the second, long before: so many
 * rows on their way would push each other, and all else, out of the first. */
#define ODD__AHEAD_FAR 128
#if ODD__WIDTH >= 32
#define ODD__AHEAD_NEAR 0
#else
#define ODD__AHEAD_NEAR 32
#endif
#define ODD__NEAR_BYTES (1u << 15) /* less is in the first cache anyway */
#define ODD__FAR_BYTES (1u << 20)

ODD__INLINE void odd__spmm_ask(const double *row, const double *scale, const int E, const int far)
{
	for (int v = 0; v < E; v++) {
		if (far)
			__builtin_prefetch(row + 8 * v, 0, 2);
		else
			__builtin_prefetch(row + 8 * v);
	}
	if (scale != NULL)
		__builtin_prefetch(scale);
}

/* Columns col … col + 8·E − 1 of rows begin … end−1 of S diag(scale) X, row i to out + (i − begin)
 * · stride. E and ahead are constants in every call, so the sums stay in registers. */
ODD__INLINE void odd__spmm_width(double *out, size_t stride, odd_ccsr S, const double *scale,
	odd_cmat X, size_t begin, size_t end, size_t col, const int E, const size_t ahead)
{
	const int V = E * ODD__PER_8;
	const double *x0 = X.data + col;
	const size_t last = S.ptr[S.rows];
	for (size_t i = begin; i < end; i++) {
		odd__vec sum[ODD__SUMS_8 * ODD__PER_8];
		for (int v = 0; v < V; v++)
			sum[v] = (odd__vec){0};
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			if (ahead > 0 && e + ahead < last) {
				const size_t then = S.idx[e + ahead];
				odd__spmm_ask(x0 + then * X.stride,
					scale != NULL ? scale + then : NULL, E,
					ahead == ODD__AHEAD_FAR);
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
	odd_cmat X, size_t begin, size_t end, const size_t ahead)
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
	const size_t bytes = X.rows * X.stride * sizeof(double);
	if (bytes > ODD__FAR_BYTES)
		odd__spmm_all(out, stride, S, scale, X, begin, end, ODD__AHEAD_FAR);
	else if (ODD__AHEAD_NEAR > 0 && bytes > ODD__NEAR_BYTES)
		odd__spmm_all(out, stride, S, scale, X, begin, end, ODD__AHEAD_NEAR);
	else
		odd__spmm_all(out, stride, S, scale, X, begin, end, 0);
}

#endif
