/* block.h: building blocks for matrices that are long and narrow (N × K, K some tens), inlined into
 * the kernels that fuse them with their row passes. General dgemm reaches a fifth of its rate on
 * such shapes; these run close to it because a block of rows never leaves the first cache.
 *
 * A block is ODD__ROW_BLOCK (16) rows. Row-major blocks have the stride `s` of the padded matrices,
 * a multiple of 8; transposed blocks are K × 16. Kernels take them in whole vectors of their set.
 */
#ifndef ODD_LINALG_BLOCK_H
#define ODD_LINALG_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/parallel.h"
#include "linalg/kernel.h"

#define ODD__B ODD__ROW_BLOCK

/* Ask for the block of rows after this one: the kernels read a block in an order that the machine
 * does not foresee. */
ODD__INLINE void odd__block_ahead(const double *rows, size_t s)
{
	const double *next = rows + ODD__B * s;
	for (size_t e = 0; e < ODD__B * s; e += 8)
		__builtin_prefetch(next + e);
}

/* ---- Y = X M on a block, X: 16 × k, M: k × k, rows of stride s -------------------------- */

/* Rows i … i+3, columns c … of V vectors; V is a constant in every call. */
ODD__INLINE void odd__times_tile(double *Y, const double *X, const double *M, size_t k, size_t s,
	size_t i, size_t c, const int V)
{
	odd__vec sum[4][ODD__TILE_MOST];
	for (int r = 0; r < 4; r++)
		for (int v = 0; v < V; v++)
			sum[r][v] = (odd__vec){0};
	for (size_t q = 0; q < k; q++) {
		const odd__vec *m = (const odd__vec *)(M + q * s + c);
		for (int r = 0; r < 4; r++) {
			double x = X[(i + (size_t)r) * s + q];
			for (int v = 0; v < V; v++)
				sum[r][v] += x * m[v];
		}
	}
	for (int r = 0; r < 4; r++)
		for (int v = 0; v < V; v++)
			((odd__vec *)(Y + (i + (size_t)r) * s + c))[v] = sum[r][v];
}

ODD__INLINE void odd__block_times(double *Y, const double *X, const double *M, size_t k, size_t s)
{
	for (size_t i = 0; i < ODD__B; i += 4) {
		size_t v = 0;
#define TIMES(V) \
	odd__times_tile(Y, X, M, k, s, i, v *ODD__LANES, V); \
	v += V
		while (v < s / ODD__LANES)
			ODD__TILES(s / ODD__LANES - v, TIMES)
#undef TIMES
	}
}

/* ---- sums over a row ---------------------------------------------------------------------- */

/* Σ_k x_k y_k */
ODD__INLINE double odd__row_dot(const double *x, const double *y, size_t s)
{
	odd__vec sum = {0};
	for (size_t c = 0; c < s; c += ODD__LANES)
		sum += *(const odd__vec *)(x + c) * *(const odd__vec *)(y + c);
	return odd__vec_sum(sum);
}

/* Σ_k x_k (y_k − 2 z_k): what x M xᵀ − 2 x·z comes to when y = x M. */
ODD__INLINE double odd__row_quadratic(const double *x, const double *y, const double *z, size_t s)
{
	odd__vec sum = {0};
	for (size_t c = 0; c < s; c += ODD__LANES)
		sum += *(const odd__vec *)(x + c) *
		       (*(const odd__vec *)(y + c) - 2.0 * *(const odd__vec *)(z + c));
	return odd__vec_sum(sum);
}

/* Σ_k (x_k − y_k)² */
ODD__INLINE double odd__row_distance(const double *x, const double *y, size_t s)
{
	odd__vec sum = {0};
	for (size_t c = 0; c < s; c += ODD__LANES) {
		odd__vec d = *(const odd__vec *)(x + c) - *(const odd__vec *)(y + c);
		sum += d * d;
	}
	return odd__vec_sum(sum);
}

/* ---- turning blocks over ------------------------------------------------------------------ */

/* The square at `from` (row stride fs), as many rows as a vector has lanes, turned over to `to`
 * (row stride ts). */
ODD__INLINE void odd__turn_square(double *to, size_t ts, const double *from, size_t fs)
{
	odd__vec a[ODD__LANES];
	for (int r = 0; r < ODD__LANES; r++)
		a[r] = *(const odd__vec *)(from + (size_t)r * fs);
#if ODD__LANES == 8
	odd__vec b[8];
	for (int r = 0; r < 8; r += 2) {
		b[r] = ODD__SHUFFLE(a[r], a[r + 1], 0, 8, 2, 10, 4, 12, 6, 14);
		b[r + 1] = ODD__SHUFFLE(a[r], a[r + 1], 1, 9, 3, 11, 5, 13, 7, 15);
	}
	for (int r = 0; r < 8; r += 4) {
		for (int h = r; h < r + 2; h++) {
			a[h] = ODD__SHUFFLE(b[h], b[h + 2], 0, 1, 8, 9, 4, 5, 12, 13);
			a[h + 2] = ODD__SHUFFLE(b[h], b[h + 2], 2, 3, 10, 11, 6, 7, 14, 15);
		}
	}
	for (int h = 0; h < 4; h++) {
		b[h] = ODD__SHUFFLE(a[h], a[h + 4], 0, 1, 2, 3, 8, 9, 10, 11);
		b[h + 4] = ODD__SHUFFLE(a[h], a[h + 4], 4, 5, 6, 7, 12, 13, 14, 15);
	}
#elif ODD__LANES == 4
	odd__vec b[4];
	for (int r = 0; r < 4; r += 2) {
		b[r] = ODD__SHUFFLE(a[r], a[r + 1], 0, 4, 2, 6);
		b[r + 1] = ODD__SHUFFLE(a[r], a[r + 1], 1, 5, 3, 7);
	}
	for (int h = 0; h < 2; h++) {
		a[h] = ODD__SHUFFLE(b[h], b[h + 2], 0, 1, 4, 5);
		a[h + 2] = ODD__SHUFFLE(b[h], b[h + 2], 2, 3, 6, 7);
	}
	for (int h = 0; h < 4; h++)
		b[h] = a[h];
#else
	const odd__vec b[2] = {ODD__SHUFFLE(a[0], a[1], 0, 2), ODD__SHUFFLE(a[0], a[1], 1, 3)};
#endif
	for (int r = 0; r < ODD__LANES; r++)
		*(odd__vec *)(to + (size_t)r * ts) = b[r];
}

/* 16 rows of stride s → s × 16. */
ODD__INLINE void odd__block_turn(double *to, const double *from, size_t s)
{
	for (size_t c = 0; c < s; c += ODD__LANES)
		for (size_t i = 0; i < ODD__B; i += ODD__LANES)
			odd__turn_square(to + c * ODD__B + i, ODD__B, from + i * s + c, s);
}

/* s × 16 → 16 rows of stride s. */
ODD__INLINE void odd__block_turn_back(double *to, const double *from, size_t s)
{
	for (size_t c = 0; c < s; c += ODD__LANES)
		for (size_t i = 0; i < ODD__B; i += ODD__LANES)
			odd__turn_square(to + i * s + c, s, from + c * ODD__B + i, ODD__B);
}

/* ---- Gram matrices --------------------------------------------------------------------------- */

/* M[q … q+Q−1][c … of V vectors] += Σ over some rows of x_q y; the entries stay in registers
 * meanwhile. M has stride ms. */
ODD__INLINE void odd__gram_tile(double *M, size_t ms, const double *X, const double *Y, size_t rows,
	size_t s, size_t q, size_t c, const int Q, const int V)
{
	odd__vec sum[4][ODD__TILE_MOST];
	for (int a = 0; a < Q; a++)
		for (int v = 0; v < V; v++)
			sum[a][v] = ((const odd__vec *)(M + (q + (size_t)a) * ms + c))[v];
	for (size_t i = 0; i < rows; i++) {
		const odd__vec *y = (const odd__vec *)(Y + i * s + c);
		for (int a = 0; a < Q; a++) {
			double x = X[i * s + q + (size_t)a];
			for (int v = 0; v < V; v++)
				sum[a][v] += x * y[v];
		}
	}
	for (int a = 0; a < Q; a++)
		for (int v = 0; v < V; v++)
			((odd__vec *)(M + (q + (size_t)a) * ms + c))[v] = sum[a][v];
}

/* Columns from c on. */
ODD__INLINE void odd__gram_columns(double *M, size_t ms, const double *X, const double *Y,
	size_t rows, size_t s, size_t q, size_t c, const int Q)
{
#define GRAM(V) \
	odd__gram_tile(M, ms, X, Y, rows, s, q, c, Q, V); \
	c += V * ODD__LANES
	while (c < ms)
		ODD__TILES((ms - c) / ODD__LANES, GRAM)
#undef GRAM
}

/* M (k × k, stride ms: k rounded up to eights) += XᵀY over some rows of stride s. Of a symmetric M,
 * each row is made from the eight that holds its diagonal on; odd__gram_mirror fills in the rest.
 */
ODD__INLINE void odd__gram_add(double *M, size_t ms, const double *X, const double *Y, size_t rows,
	size_t k, size_t s, bool symmetric)
{
	size_t q = 0;
	for (; q + 4 <= k; q += 4)
		odd__gram_columns(M, ms, X, Y, rows, s, q, symmetric ? q / 8 * 8 : 0, 4);
	for (; q < k; q++)
		odd__gram_columns(M, ms, X, Y, rows, s, q, symmetric ? q / 8 * 8 : 0, 1);
}

void odd__gram_mirror(odd_mat M);

/* out (k × k, stride as X) = Xᵀ diag(w) Y for X, Y: N × k; w may be NULL. work holds
 * odd__cross_gram_work(N, k) doubles. The chunks of rows are added up in their order, so the bits
 * do not depend on the threads. 2 N k² flops. */
odd_status odd__cross_gram(odd_mat out, odd_cmat X, const double *w, odd_cmat Y, double *work,
	const odd_job *job, odd_error *err);
size_t odd__cross_gram_work(size_t rows, size_t k);

#endif
