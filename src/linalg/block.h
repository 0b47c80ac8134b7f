/* block.h: building blocks for matrices that are long and narrow (N × K, K some tens), inlined into
 * the kernels that fuse them with their row passes. General dgemm reaches a fifth of its rate on
 * such shapes; these run close to it because a block of rows never leaves the first cache.
 *
 * A block is ODD__ROW_BLOCK (16) rows. Row-major blocks have the stride `s` of the padded matrices,
 * a multiple of 8; transposed blocks are K × 16.
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

/* Rows i … i+3, columns c … c + 8·V − 1. */
ODD__INLINE void odd__times_tile(double *Y, const double *X, const double *M, size_t k, size_t s,
	size_t i, size_t c, const int V)
{
	odd__vec sum[4][4];
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
		size_t c = 0;
		for (; c + 32 <= s; c += 32)
			odd__times_tile(Y, X, M, k, s, i, c, 4);
		switch ((s - c) / 8) {
		case 3:
			odd__times_tile(Y, X, M, k, s, i, c, 3);
			break;
		case 2:
			odd__times_tile(Y, X, M, k, s, i, c, 2);
			break;
		case 1:
			odd__times_tile(Y, X, M, k, s, i, c, 1);
			break;
		}
	}
}

/* ---- sums over a row ---------------------------------------------------------------------- */

ODD__INLINE double odd__vec_sum(odd__vec a)
{
	return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

/* Σ_k x_k y_k */
ODD__INLINE double odd__row_dot(const double *x, const double *y, size_t s)
{
	odd__vec sum = {0};
	for (size_t c = 0; c < s; c += 8)
		sum += *(const odd__vec *)(x + c) * *(const odd__vec *)(y + c);
	return odd__vec_sum(sum);
}

/* Σ_k x_k (y_k − 2 z_k): what x M xᵀ − 2 x·z comes to when y = x M. */
ODD__INLINE double odd__row_quadratic(const double *x, const double *y, const double *z, size_t s)
{
	odd__vec sum = {0};
	for (size_t c = 0; c < s; c += 8)
		sum += *(const odd__vec *)(x + c) *
		       (*(const odd__vec *)(y + c) - 2.0 * *(const odd__vec *)(z + c));
	return odd__vec_sum(sum);
}

/* Σ_k (x_k − y_k)² */
ODD__INLINE double odd__row_distance(const double *x, const double *y, size_t s)
{
	odd__vec sum = {0};
	for (size_t c = 0; c < s; c += 8) {
		odd__vec d = *(const odd__vec *)(x + c) - *(const odd__vec *)(y + c);
		sum += d * d;
	}
	return odd__vec_sum(sum);
}

/* ---- turning blocks over ------------------------------------------------------------------ */

typedef int64_t odd__mask __attribute__((vector_size(64), may_alias));

/* The 8 × 8 square at `from` (row stride fs) turned over to `to` (row stride ts). */
ODD__INLINE void odd__turn8(double *to, size_t ts, const double *from, size_t fs)
{
	const odd__mask lo1 = {0, 8, 2, 10, 4, 12, 6, 14}, hi1 = {1, 9, 3, 11, 5, 13, 7, 15};
	const odd__mask lo2 = {0, 1, 8, 9, 4, 5, 12, 13}, hi2 = {2, 3, 10, 11, 6, 7, 14, 15};
	const odd__mask lo4 = {0, 1, 2, 3, 8, 9, 10, 11}, hi4 = {4, 5, 6, 7, 12, 13, 14, 15};
	odd__vec a[8], b[8];
	for (int r = 0; r < 8; r++)
		a[r] = *(const odd__vec *)(from + (size_t)r * fs);
	for (int r = 0; r < 8; r += 2) {
		b[r] = __builtin_shuffle(a[r], a[r + 1], lo1);
		b[r + 1] = __builtin_shuffle(a[r], a[r + 1], hi1);
	}
	for (int r = 0; r < 8; r += 4) {
		for (int h = 0; h < 2; h++) {
			a[r + h] = __builtin_shuffle(b[r + h], b[r + h + 2], lo2);
			a[r + h + 2] = __builtin_shuffle(b[r + h], b[r + h + 2], hi2);
		}
	}
	for (int h = 0; h < 4; h++) {
		*(odd__vec *)(to + (size_t)h * ts) = __builtin_shuffle(a[h], a[h + 4], lo4);
		*(odd__vec *)(to + (size_t)(h + 4) * ts) = __builtin_shuffle(a[h], a[h + 4], hi4);
	}
}

/* 16 rows of stride s → s × 16. */
ODD__INLINE void odd__block_turn(double *to, const double *from, size_t s)
{
	for (size_t c = 0; c < s; c += 8)
		for (size_t i = 0; i < ODD__B; i += 8)
			odd__turn8(to + c * ODD__B + i, ODD__B, from + i * s + c, s);
}

/* s × 16 → 16 rows of stride s. */
ODD__INLINE void odd__block_turn_back(double *to, const double *from, size_t s)
{
	for (size_t c = 0; c < s; c += 8)
		for (size_t i = 0; i < ODD__B; i += 8)
			odd__turn8(to + i * s + c, s, from + c * ODD__B + i, ODD__B);
}

/* Where mask is all ones take a, elsewhere b. */
ODD__INLINE odd__vec odd__choose(odd__mask mask, odd__vec a, odd__vec b)
{
	return (odd__vec)(((odd__mask)a & mask) | ((odd__mask)b & ~mask));
}

/* ---- Gram matrices --------------------------------------------------------------------------- */

/* M[q … q+Q−1][c … c+8V−1] += Σ over some rows of x_q y; the entries stay in registers meanwhile.
 */
ODD__INLINE void odd__gram_tile(double *M, const double *X, const double *Y, size_t rows, size_t s,
	size_t q, size_t c, const int Q, const int V)
{
	odd__vec sum[4][4];
	for (int a = 0; a < Q; a++)
		for (int v = 0; v < V; v++)
			sum[a][v] = *(odd__vec *)(M + (q + (size_t)a) * s + c + 8 * (size_t)v);
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
			*(odd__vec *)(M + (q + (size_t)a) * s + c + 8 * (size_t)v) = sum[a][v];
}

/* Columns from c on. */
ODD__INLINE void odd__gram_columns(double *M, const double *X, const double *Y, size_t rows,
	size_t s, size_t q, size_t c, const int Q)
{
	for (; c + 32 <= s; c += 32)
		odd__gram_tile(M, X, Y, rows, s, q, c, Q, 4);
	switch ((s - c) / 8) {
	case 3:
		odd__gram_tile(M, X, Y, rows, s, q, c, Q, 3);
		break;
	case 2:
		odd__gram_tile(M, X, Y, rows, s, q, c, Q, 2);
		break;
	case 1:
		odd__gram_tile(M, X, Y, rows, s, q, c, Q, 1);
		break;
	}
}

/* M (k × k) += XᵀY over some rows. Of a symmetric M, each row is made from the vector that holds
 * its diagonal on; odd__gram_mirror fills in the rest. */
ODD__INLINE void odd__gram_add(double *M, const double *X, const double *Y, size_t rows, size_t k,
	size_t s, bool symmetric)
{
	size_t q = 0;
	for (; q + 4 <= k; q += 4)
		odd__gram_columns(M, X, Y, rows, s, q, symmetric ? q / 8 * 8 : 0, 4);
	for (; q < k; q++)
		odd__gram_columns(M, X, Y, rows, s, q, symmetric ? q / 8 * 8 : 0, 1);
}

void odd__gram_mirror(odd_mat M);

/* out (k × k, stride as X) = Xᵀ diag(w) Y for X, Y: N × k; w may be NULL. work holds
 * odd__cross_gram_work(N, k) doubles. The chunks of rows are added up in their order, so the bits
 * do not depend on the threads. 2 N k² flops. */
odd_status odd__cross_gram(odd_mat out, odd_cmat X, const double *w, odd_cmat Y, double *work,
	const odd_job *job, odd_error *err);
size_t odd__cross_gram_work(size_t rows, size_t k);

#endif
