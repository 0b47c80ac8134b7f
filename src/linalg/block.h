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
 * does not foresee. Into the second cache: the first is full of the block at hand. */
ODD__INLINE void odd__block_ahead(const double *rows, size_t s)
{
	const double *next = rows + ODD__B * s;
	for (size_t e = 0; e < ODD__B * s; e += 8)
		__builtin_prefetch(next + e, 0, 2);
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

ODD__APART void odd__block_times(double *Y, const double *X, const double *M, size_t k, size_t s)
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

/* ---- triangular products ------------------------------------------------------------------ */

/* As odd__times_tile, where row q of M ends at its diagonal: Y_c = Σ_{q≥c} X_q M_qc. Each vector of
 * columns takes part from its own rows on; what stands right of the diagonal in the square on it is
 * read, and zero. */
ODD__INLINE void odd__lower_tile(double *Y, const double *X, const double *M, size_t k, size_t s,
	size_t i, size_t c, const int V)
{
	odd__vec sum[4][ODD__TILE_MOST];
	for (int r = 0; r < 4; r++)
		for (int v = 0; v < V; v++)
			sum[r][v] = (odd__vec){0};
#define PART_ROW(from, to) \
	{ \
		const odd__vec *m = (const odd__vec *)(M + q * s + c); \
		for (int r = 0; r < 4; r++) { \
			double x = X[(i + (size_t)r) * s + q]; \
			for (int v = from; v < to; v++) \
				sum[r][v] += x * m[v]; \
		} \
	}
#pragma GCC unroll 4
	for (int v0 = 0; v0 < V; v0++) {
		const size_t begin = c + (size_t)v0 * ODD__LANES;
		const size_t end = v0 + 1 < V && begin + ODD__LANES < k ? begin + ODD__LANES : k;
		for (size_t q = begin; q < end; q++)
			PART_ROW(0, v0 + 1)
	}
	for (int r = 0; r < 4; r++)
		for (int v = 0; v < V; v++)
			((odd__vec *)(Y + (i + (size_t)r) * s + c))[v] = sum[r][v];
}

/* Y = X M for an M that is zero right of its diagonal; X: 16 × k. */
ODD__APART void odd__block_lower(double *Y, const double *X, const double *M, size_t k, size_t s)
{
	for (size_t i = 0; i < ODD__B; i += 4) {
		size_t v = 0;
#define LOWER(V) \
	odd__lower_tile(Y, X, M, k, s, i, v *ODD__LANES, V); \
	v += V
		while (v < s / ODD__LANES)
			ODD__TILES(s / ODD__LANES - v, LOWER)
#undef LOWER
	}
}

/* The same where row q of M begins at its diagonal: Y_c = Σ_{q≤c} X_q M_qc. */
ODD__INLINE void odd__upper_tile(double *Y, const double *X, const double *M, size_t k, size_t s,
	size_t i, size_t c, const int V)
{
	odd__vec sum[4][ODD__TILE_MOST];
	for (int r = 0; r < 4; r++)
		for (int v = 0; v < V; v++)
			sum[r][v] = (odd__vec){0};
	for (size_t q = 0; q < c && q < k; q++) /* M has k rows: a tile may lie behind them all */
		PART_ROW(0, V)
#pragma GCC unroll 4
	for (int v0 = 0; v0 < V; v0++) {
		const size_t begin = c + (size_t)v0 * ODD__LANES;
		const size_t end = begin + ODD__LANES < k ? begin + ODD__LANES : k;
		for (size_t q = begin; q < end; q++)
			PART_ROW(v0, V)
	}
#undef PART_ROW
	for (int r = 0; r < 4; r++)
		for (int v = 0; v < V; v++)
			((odd__vec *)(Y + (i + (size_t)r) * s + c))[v] = sum[r][v];
}

ODD__APART void odd__block_upper(double *Y, const double *X, const double *M, size_t k, size_t s)
{
	for (size_t i = 0; i < ODD__B; i += 4) {
		size_t v = 0;
#define UPPER(V) \
	odd__upper_tile(Y, X, M, k, s, i, v *ODD__LANES, V); \
	v += V
		while (v < s / ODD__LANES)
			ODD__TILES(s / ODD__LANES - v, UPPER)
#undef UPPER
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

ODD__INLINE double odd__row_square(const double *x, size_t s)
{
	odd__vec sum = {0};
	for (size_t c = 0; c < s; c += ODD__LANES)
		sum += *(const odd__vec *)(x + c) * *(const odd__vec *)(x + c);
	return odd__vec_sum(sum);
}

/* to[i] = the sum over the lanes of v[i], for the rows of a block. As many sums at once as a vector
 * has lanes: half of each vector is added to half of its neighbour, until one is left. */
ODD__INLINE void odd__block_sums(double *to, odd__vec v[ODD__B], size_t rows)
{
	for (size_t i = rows; i < ODD__B; i++)
		v[i] = (odd__vec){0};
	for (size_t i = 0; i < ODD__B; i += ODD__LANES) {
		odd__vec *a = v + i;
#if ODD__LANES == 8
		odd__vec b[4], c[2];
		for (int r = 0; r < 4; r++)
			b[r] = ODD__SHUFFLE(a[2 * r], a[2 * r + 1], 0, 8, 2, 10, 4, 12, 6, 14) +
			       ODD__SHUFFLE(a[2 * r], a[2 * r + 1], 1, 9, 3, 11, 5, 13, 7, 15);
		for (int r = 0; r < 2; r++)
			c[r] = ODD__SHUFFLE(b[2 * r], b[2 * r + 1], 0, 1, 8, 9, 4, 5, 12, 13) +
			       ODD__SHUFFLE(b[2 * r], b[2 * r + 1], 2, 3, 10, 11, 6, 7, 14, 15);
		const odd__vec sum = ODD__SHUFFLE(c[0], c[1], 0, 1, 2, 3, 8, 9, 10, 11) +
				     ODD__SHUFFLE(c[0], c[1], 4, 5, 6, 7, 12, 13, 14, 15);
#elif ODD__LANES == 4
		odd__vec b[2];
		for (int r = 0; r < 2; r++)
			b[r] = ODD__SHUFFLE(a[2 * r], a[2 * r + 1], 0, 4, 2, 6) +
			       ODD__SHUFFLE(a[2 * r], a[2 * r + 1], 1, 5, 3, 7);
		const odd__vec sum =
			ODD__SHUFFLE(b[0], b[1], 0, 1, 4, 5) + ODD__SHUFFLE(b[0], b[1], 2, 3, 6, 7);
#else
		const odd__vec sum =
			ODD__SHUFFLE(a[0], a[1], 0, 2) + ODD__SHUFFLE(a[0], a[1], 1, 3);
#endif
		for (size_t r = 0; r < ODD__LANES && i + r < rows; r++)
			to[i + r] = sum[r];
	}
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

/* The same for a single row of M: four rows of X and Y at a time, each into sums of its own, since
 * an addition has to wait for the one before. */
ODD__INLINE void odd__gram_line(double *M, size_t ms, const double *X, const double *Y, size_t rows,
	size_t s, size_t q, size_t c, const int V)
{
	odd__vec sum[4][ODD__TILE_MOST], *m = (odd__vec *)(M + q * ms + c);
	size_t i = 0;
	for (int a = 0; a < 4; a++)
		for (int v = 0; v < V; v++)
			sum[a][v] = (odd__vec){0};
	for (; i + 4 <= rows; i += 4) {
		for (size_t a = 0; a < 4; a++) {
			const odd__vec *y = (const odd__vec *)(Y + (i + a) * s + c);
			for (int v = 0; v < V; v++)
				sum[a][v] += X[(i + a) * s + q] * y[v];
		}
	}
	for (; i < rows; i++)
		for (int v = 0; v < V; v++)
			sum[0][v] += X[i * s + q] * ((const odd__vec *)(Y + i * s + c))[v];
	for (int v = 0; v < V; v++)
		m[v] += (sum[0][v] + sum[1][v]) + (sum[2][v] + sum[3][v]);
}

/* Columns from c on. */
ODD__INLINE void odd__gram_columns(double *M, size_t ms, const double *X, const double *Y,
	size_t rows, size_t s, size_t q, size_t c, const int Q)
{
#define GRAM(V) \
	if (Q == 1) \
		odd__gram_line(M, ms, X, Y, rows, s, q, c, V); \
	else \
		odd__gram_tile(M, ms, X, Y, rows, s, q, c, Q, V); \
	c += V * ODD__LANES
	while (c < ms)
		ODD__TILES((ms - c) / ODD__LANES, GRAM)
#undef GRAM
}

/* M (k × k, stride ms: k rounded up to eights) += XᵀY over some rows of stride s. Of a symmetric M,
 * each row is made from the eight that holds its diagonal on; odd__gram_mirror fills in the rest.
 */
ODD__APART void odd__gram_add(double *M, size_t ms, const double *X, const double *Y, size_t rows,
	size_t k, size_t s, bool symmetric)
{
	size_t q = 0;
	for (; q + 4 <= k; q += 4)
		odd__gram_columns(M, ms, X, Y, rows, s, q, symmetric ? q / 8 * 8 : 0, 4);
	for (; q < k; q++)
		odd__gram_columns(M, ms, X, Y, rows, s, q, symmetric ? q / 8 * 8 : 0, 1);
}

void odd__gram_mirror(odd_mat M);

/* out (k × k) = the sum of `count` matrices of its shape, `step` doubles from one to the next, in
 * their order. Of symmetric ones only the upper part is used. */
void odd__gram_fold(
	odd_mat out, const double *parts, size_t step, size_t count, const bool symmetric);

/* out (k × k, stride as X) = Xᵀ diag(w) Y for X, Y: N × k; w may be NULL. work holds
 * odd__cross_gram_work(N, k) doubles. The chunks of rows are added up in their order, so the bits
 * do not depend on the threads. 2 N k² flops. */
odd_status odd__cross_gram(odd_mat out, odd_cmat X, const double *w, odd_cmat Y, double *work,
	const odd_job *job, odd_error *err);
/* The same, and *lengths = Σ_i w_i (‖X_i‖² + ‖Y_i‖²) on the way, unless it is NULL. With
 * lengths there must be weights. */
odd_status odd__cross_gram_lengths(odd_mat out, double *lengths, odd_cmat X, const double *w,
	odd_cmat Y, double *work, const odd_job *job, odd_error *err);
size_t odd__cross_gram_work(size_t rows, size_t k);

#endif
