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

/* inverse[k] = 1/(a P_kk + b) for 16 rows with their own a and b; 0 where the denominator is, which
 * tells the sweep to leave the old value. All divisions are made here, off the sweep's chain. */
ODD__INLINE void odd__sweep_inverse(
	double *inverse, const double *P, size_t k, size_t s, const double *a, const double *b)
{
	const odd__vec zero = {0}, one = zero + 1.0;
	for (size_t q = 0; q < odd__sweep_length(k); q++) {
		for (size_t i = 0; i < ODD__B; i += ODD__LANES) {
			odd__vec *out = (odd__vec *)(inverse + q * ODD__B + i);
			if (q >= k) {
				*out = zero;
				continue;
			}
			const odd__vec den = *(const odd__vec *)(a + i) * P[q * s + q] +
					     *(const odd__vec *)(b + i);
			const odd__mask dead = (odd__mask)(den <= zero);
			*out = odd__choose(dead, zero, one / odd__choose(dead, one, den));
		}
	}
}

/* Four coordinates from k0 on of the two vectors of rows at Xt and Bt. */
ODD__INLINE void odd__sweep_four(double *Xt, const double *Bt, const double *P, size_t k, size_t s,
	size_t k0, const double *a, const double *inverse)
{
	const odd__vec zero = {0};
	odd__vec sum[4][2] = {{zero, zero}, {zero, zero}, {zero, zero}, {zero, zero}};
	odd__sweep_gather(sum, Xt, P, s, k0, 0, k0);
	odd__sweep_gather(sum, Xt, P, s, k0, k0 + 4, k);
#pragma GCC unroll 4
	for (size_t g = 0; g < 4; g++) {
		const size_t at = k0 + g;
		odd__vec *x = (odd__vec *)(Xt + at * ODD__B);
		const odd__vec *rhs = (const odd__vec *)(Bt + at * ODD__B);
#pragma GCC unroll 4
		for (size_t h = 0; h < 4; h++) {
			if (h == g)
				continue;
			const double p = P[(k0 + h) * s + at];
			const odd__vec *other = (const odd__vec *)(Xt + (k0 + h) * ODD__B);
			sum[g][0] += p * other[0];
			sum[g][1] += p * other[1];
		}
#pragma GCC unroll 2
		for (int v = 0; v < 2; v++) {
			odd__vec inv, pulled = sum[g][v];
			if (a == NULL) {
				inv = zero + inverse[at];
			} else {
				inv = ((const odd__vec *)(inverse + at * ODD__B))[v];
				pulled *= ((const odd__vec *)a)[v];
			}
			x[v] = odd__choose((odd__mask)(inv == zero), x[v], (rhs[v] - pulled) * inv);
		}
	}
}

/* For k in turn: X_k = (B_k − a Σ_{q≠k} P_qk X_q) · inverse_k, where a and each inverse_k are 16
 * long; an inverse of 0 leaves the old value. With a NULL all rows are alike: a = 1, and inverse
 * has one number per k. P has odd__sweep_length(k) rows. */
ODD__INLINE void odd__sweep(double *Xt, const double *Bt, const double *P, size_t k, size_t s,
	const double *a, const double *inverse)
{
	for (size_t k0 = 0; k0 < odd__sweep_length(k); k0 += 4)
		for (size_t i = 0; i < ODD__B; i += ODD__TOGETHER)
			odd__sweep_four(Xt + i, Bt + i, P, k, s, k0, a != NULL ? a + i : NULL,
				a != NULL ? inverse + i : inverse);
}

#endif
