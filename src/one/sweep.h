/* sweep.h: one pass over the K coordinates of 16 rows,
 *
 *     x_k = [ a (R_k − Σ_{q<k} P_qk x_q − Σ_{q>k} P_qk x_q) + b t_k ] / [ a P_kk + b ]
 *
 * k in turn. The second sum has the old x only, so it is a triangular product for all rows at once,
 * made before (block.h). What is left is a chain of K dependent scalars for each row. Held
 * transposed (K × 16), each link of the chain is one vector operation over two vectors of rows (16
 * of them, 8 or 4 by instruction set), with the entries of P broadcast. Four coordinates are taken
 * together: what those before contribute to them is summed with all sums in registers, then the
 * four are settled one after the other. Same iterates, other order of additions.
 */
#ifndef ODD_ONE_SWEEP_H
#define ODD_ONE_SWEEP_H

#include "linalg/block.h"

/* sum[g] −= Σ_q P[q][k0+g] X[q] over q in begin … end−1. */
ODD__INLINE void odd__sweep_gather(odd__vec sum[4][2], const double *Xt, const double *P, size_t s,
	size_t k0, size_t begin, size_t end)
{
	for (size_t q = begin; q < end; q++) {
		const odd__vec *x = (const odd__vec *)(Xt + q * ODD__B);
		for (int g = 0; g < 4; g++) {
			double p = P[q * s + k0 + (size_t)g];
			sum[g][0] -= p * x[0];
			sum[g][1] -= p * x[1];
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

/* 1/d for four vectors of denominators; where one is not above zero, zero. */
ODD__INLINE void odd__invert_each(odd__vec d[4])
{
	const odd__vec zero = {0}, one = zero + 1.0;
	for (size_t g = 0; g < 4; g++) {
		const odd__mask dead = (odd__mask)(d[g] <= zero);
		d[g] = odd__choose(dead, zero, one / odd__choose(dead, one, d[g]));
	}
}

/* Coordinate k of the rows of a vector, from rows of stride s. */
ODD__INLINE odd__vec odd__column_of(const double *rows, size_t s, size_t k)
{
	odd__vec x;
	for (size_t r = 0; r < ODD__LANES; r++)
		x[r] = rows[r * s + k];
	return x;
}

typedef struct odd__sweep {
	double *Xt;       /* K × 16: the new rows */
	const double *Bt; /* K × 16: a (R − what the old coordinates after each contribute) + b t */
	const double *P;     /* K × K, odd__sweep_length(K) rows of stride s */
	const double *a, *b; /* 16 each; a tame sweep takes a for 1 */
	const double *old;   /* 16 rows of stride s, for coordinates without any weight */
	size_t k, s;
	/* Every denominator is above zero, a is 1, and products of four neither overflow nor
	 * vanish. */
	bool tame;
} odd__sweep;

/* Four coordinates from k0 on of two vectors of rows from i on. With the inverses of the
 * denominators at hand a link of the chain is a multiply-add, the last product of a sum, and a
 * product. A coordinate whose denominator is zero stays as it is. */
ODD__INLINE void odd__sweep_four(const odd__sweep *p, size_t k0, size_t i, const bool tame)
{
	const odd__vec zero = {0};
	const size_t s = p->s;
	const double *P = p->P;
	double *Xt = p->Xt + i;
	odd__vec sum[4][2], x[4][2], inverse[2][4];
	for (int v = 0; v < 2; v++) {
		const size_t at = i + (size_t)v * ODD__LANES;
		const odd__vec a = *(const odd__vec *)(p->a + at),
			       b = *(const odd__vec *)(p->b + at);
		for (size_t g = 0; g < 4; g++) {
			const double d = P[(k0 + g) * (s + 1)];
			inverse[v][g] = k0 + g >= p->k ? (odd__vec)(zero + 1.0)
					: tame         ? (odd__vec)(d + b)
						       : (odd__vec)(a * d + b);
			sum[g][v] =
				tame ? *(const odd__vec *)(p->Bt + (k0 + g) * ODD__B + at) : zero;
		}
		if (tame)
			odd__invert_four(inverse[v]);
		else
			odd__invert_each(inverse[v]);
	}
	odd__sweep_gather(sum, Xt, P, s, k0, 0, k0);
#pragma GCC unroll 4
	for (size_t g = 0; g < 4; g++) {
		const size_t at = k0 + g;
#pragma GCC unroll 4
		for (size_t h = 0; h < g; h++) {
			const double q = P[(k0 + h) * s + at];
			sum[g][0] -= q * x[h][0];
			sum[g][1] -= q * x[h][1];
		}
#pragma GCC unroll 2
		for (size_t v = 0; v < 2; v++) {
			const size_t row = i + v * ODD__LANES;
			if (!tame)
				sum[g][v] = *(const odd__vec *)(p->Bt + at * ODD__B + row) +
					    *(const odd__vec *)(p->a + row) * sum[g][v];
			x[g][v] = sum[g][v] * inverse[v][g];
			if (!tame && at < p->k)
				x[g][v] = odd__choose((odd__mask)(inverse[v][g] == zero),
					odd__column_of(p->old + row * s, s, at), x[g][v]);
			((odd__vec *)(Xt + at * ODD__B))[v] = x[g][v];
		}
	}
}

/* All coordinates in turn. */
ODD__APART void odd__sweep_rows(const odd__sweep *p)
{
	for (size_t k0 = 0; k0 < odd__sweep_length(p->k); k0 += 4) {
		for (size_t i = 0; i < ODD__B; i += ODD__TOGETHER) {
			if (p->tame)
				odd__sweep_four(p, k0, i, true);
			else
				odd__sweep_four(p, k0, i, false);
		}
	}
}

#endif
