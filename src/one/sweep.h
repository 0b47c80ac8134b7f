/* sweep.h: one pass over the K coordinates of 16 rows.
 *
 * A sweep is a chain of K dependent scalars for each row. Held transposed (K × 16), each link of
 * the chain is one vector operation over two vectors of rows (16 of them, 8 or 4 by instruction
 * set), with the entries of the K × K matrix broadcast. Four coordinates are taken together: what
 * the other K − 4 contribute to them is summed with all sums in registers, then the four are
 * settled one after the other. Same iterates, other order of additions.
 */
#ifndef ODD_ONE_SWEEP_H
#define ODD_ONE_SWEEP_H

#include "linalg/block.h"

/* sum[g] += Σ_q P[q][k0+g] X[q] over q in begin … end−1. */
ODD__INLINE void odd__sweep_gather(odd__vec sum[4][2], const double *Xt, const double *P, size_t s,
	size_t k0, size_t begin, size_t end)
{
	for (size_t q = begin; q < end; q++) {
		const odd__vec *x = (const odd__vec *)(Xt + q * ODD__B);
		for (int g = 0; g < 4; g++) {
			double p = P[q * s + k0 + (size_t)g];
			sum[g][0] += p * x[0];
			sum[g][1] += p * x[1];
		}
	}
}

/* Coordinates rounded up to whole groups; the padding of P, B and X is zero and stays so. */
ODD__INLINE size_t odd__sweep_length(size_t k)
{
	return (k + 3) / 4 * 4;
}

/* The smallest and the largest of some numbers. */
typedef struct odd__range {
	double low, high;
} odd__range;

ODD__INLINE odd__range odd__range_of(const double *v, size_t count, size_t step)
{
	odd__range r = {v[0], v[0]};
	for (size_t i = 1; i < count; i++) {
		const double x = v[i * step];
		r.low = x < r.low ? x : r.low;
		r.high = x > r.high ? x : r.high;
	}
	return r;
}

/* One division for four inverses: 1/d0 = d1 · 1/(d0 d1), and 1/(d0 d1) from 1/(d0 d1 d2 d3) in the
 * same way. Divisions are a dozen times as dear as products. */
ODD__INLINE void odd__invert_four(odd__vec d[4])
{
	const odd__vec zero = {0}, front = d[0] * d[1], back = d[2] * d[3];
	const odd__vec all = (zero + 1.0) / (front * back);
	const odd__vec per_front = all * back, per_back = all * front;
	const odd__vec inverse[4] = {
		per_front * d[1], per_front * d[0], per_back * d[3], per_back * d[2]};
	for (int g = 0; g < 4; g++)
		d[g] = inverse[g];
}

/* What a sweep of 16 rows with their own a and b needs, off its chain: with i_k = 1/(a P_kk + b),
 *     B_k ← B_k i_k,     pull_k = a i_k.
 * Where the denominator is zero B_k becomes the old X_k and pull_k zero, which leaves it as it is.
 * diagonal: the range of P_kk. P_kk and Bt are zero from k on, up to whole groups of four. */
ODD__INLINE void odd__sweep_prepare(double *Bt, double *pull, const double *Xt, const double *P,
	size_t k, size_t s, odd__range diagonal, const double *a, const double *b)
{
	const odd__vec zero = {0}, one = zero + 1.0;
	const odd__range as = odd__range_of(a, ODD__B, 1), bs = odd__range_of(b, ODD__B, 1);
	/* products of four denominators neither overflow nor vanish */
	const bool tame =
		as.low * diagonal.low + bs.low > 1e-75 && as.high * diagonal.high + bs.high < 1e75;
	for (size_t k0 = 0; k0 < odd__sweep_length(k); k0 += 4) {
		for (size_t i = 0; i < ODD__B; i += ODD__LANES) {
			const odd__vec ai = *(const odd__vec *)(a + i);
			const odd__vec bi = *(const odd__vec *)(b + i);
			odd__vec inv[4];
			for (size_t g = 0; g < 4; g++)
				inv[g] = k0 + g < k ? (odd__vec)(ai * P[(k0 + g) * (s + 1)] + bi)
						    : one;
			if (tame) {
				odd__invert_four(inv);
				for (size_t g = 0; g < 4; g++) {
					const size_t at = (k0 + g) * ODD__B + i;
					*(odd__vec *)(Bt + at) *= inv[g];
					*(odd__vec *)(pull + at) = ai * inv[g];
				}
				continue;
			}
			for (size_t g = 0; g < 4; g++) {
				const size_t at = (k0 + g) * ODD__B + i;
				const odd__mask dead = (odd__mask)(inv[g] <= zero);
				const odd__vec to = odd__choose(
					dead, zero, one / odd__choose(dead, one, inv[g]));
				odd__vec *rhs = (odd__vec *)(Bt + at);
				*rhs = odd__choose(dead, *(const odd__vec *)(Xt + at), *rhs * to);
				*(odd__vec *)(pull + at) = ai * to;
			}
		}
	}
}

/* The same where all rows are alike, a = 1, b = 0 and 1/P_kk is at hand, 0 for a dead factor: it is
 * what pulls. */
ODD__INLINE void odd__sweep_prepare_alike(
	double *Bt, const double *inverse, const double *Xt, size_t k)
{
	for (size_t q = 0; q < k; q++) {
		for (size_t i = 0; i < ODD__B; i += ODD__LANES) {
			odd__vec *rhs = (odd__vec *)(Bt + q * ODD__B + i);
			if (inverse[q] != 0.0)
				*rhs *= inverse[q];
			else
				*rhs = *(const odd__vec *)(Xt + q * ODD__B + i);
		}
	}
}

/* Four coordinates from k0 on of the two vectors of rows at Xt and Bt. A link of the chain is two
 * multiply-adds: the last product of a sum, and x = B − pull · sum. */
ODD__INLINE void odd__sweep_four(double *Xt, const double *Bt, const double *P, size_t k, size_t s,
	size_t k0, const double *pull, const bool alike)
{
	const odd__vec zero = {0};
	odd__vec sum[4][2] = {{zero, zero}, {zero, zero}, {zero, zero}, {zero, zero}}, x[4][2];
	odd__sweep_gather(sum, Xt, P, s, k0, 0, k0);
	odd__sweep_gather(sum, Xt, P, s, k0, k0 + 4, k);
	for (size_t g = 0; g < 4; g++)
		for (int v = 0; v < 2; v++)
			x[g][v] = ((const odd__vec *)(Xt + (k0 + g) * ODD__B))[v];
#pragma GCC unroll 4
	for (size_t g = 0; g < 3; g++)
#pragma GCC unroll 4
		for (size_t h = g + 1; h < 4; h++) {
			const double p = P[(k0 + h) * s + k0 + g];
			sum[g][0] += p * x[h][0];
			sum[g][1] += p * x[h][1];
		}
#pragma GCC unroll 4
	for (size_t g = 0; g < 4; g++) {
		const size_t at = k0 + g;
#pragma GCC unroll 4
		for (size_t h = 0; h < g; h++) {
			const double p = P[(k0 + h) * s + at];
			sum[g][0] += p * x[h][0];
			sum[g][1] += p * x[h][1];
		}
#pragma GCC unroll 2
		for (int v = 0; v < 2; v++) {
			const odd__vec rhs = ((const odd__vec *)(Bt + at * ODD__B))[v];
			x[g][v] = alike ? rhs - pull[at] * sum[g][v]
					: rhs - ((const odd__vec *)(pull + at * ODD__B))[v] *
							  sum[g][v];
			((odd__vec *)(Xt + at * ODD__B))[v] = x[g][v];
		}
	}
}

/* For k in turn: X_k = B_k − pull_k Σ_{q≠k} P_qk X_q, with B and pull as prepared above; pull_k is
 * 16 long, or one number where all rows are alike. P has odd__sweep_length(k) rows. */
ODD__APART void odd__sweep(double *Xt, const double *Bt, const double *P, size_t k, size_t s,
	const double *pull, const bool alike)
{
	for (size_t k0 = 0; k0 < odd__sweep_length(k); k0 += 4)
		for (size_t i = 0; i < ODD__B; i += ODD__TOGETHER)
			odd__sweep_four(
				Xt + i, Bt + i, P, k, s, k0, alike ? pull : pull + i, alike);
}

#endif
