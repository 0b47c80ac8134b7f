/* pair.h: one step of stochastic gradient descent for a pair of nodes: the inner loop of DeepWalk,
 * node2vec and LINE.
 *
 * x is the row of the input node, y_t a few output rows with labels 1 or 0. The loss of the pair is
 *     Σ_t −log σ(±x·y_t),   + for label 1, − for label 0,
 * and the step, with x as it was at first:
 *     g_t = rate (label_t − σ(x·y_t));   acc = Σ_t g_t y_t;   y_t += g_t x;   at last x += acc.
 *
 * Hierarchical softmax: the rows are the inner nodes above the output node, the label is 1 − bit.
 * Negative sampling: the output node with label 1, noise nodes with label 0.
 *
 * The same text serves floats, with σ by table, and the tests, which define ODD__PAIR_DOUBLE to
 * check gradients in doubles with σ exact. Rows are whole eights, aligned, padded with zeros, which
 * stay zero. V, the vectors of a row, is a constant where it is small, so that x and acc live in
 * registers. x may itself be among the rows (LINE, first order).
 */
#ifndef ODD_BASELINE_PAIR_H
#define ODD_BASELINE_PAIR_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "linalg/alias.h"
#include "linalg/kernel.h"
#include "linalg/memory.h"
#include "oddone/matrix.h"

/* ---- σ(t) = 1 / (1 + e^−t) by table: three digits, a few hundred million times ---- */

#define ODD__SIGMOID_END 6.0f  /* beyond ±6 it counts as 0 or 1 */
#define ODD__SIGMOID_BINS 4096 /* 16 KB: stays in the first cache */

typedef struct odd__sigmoid {
	float at[ODD__SIGMOID_BINS + 2]; /* 0, the middles of the bins, 1 */
} odd__sigmoid_table;

static inline void odd__sigmoid_init(odd__sigmoid_table *table)
{
	double end = (double)ODD__SIGMOID_END;
	table->at[0] = 0.0f;
	for (size_t b = 0; b < ODD__SIGMOID_BINS; b++) {
		double t = end * ((2.0 * (double)b + 1.0) / ODD__SIGMOID_BINS - 1.0);
		table->at[b + 1] = (float)(1.0 / (1.0 + exp(-t)));
	}
	table->at[ODD__SIGMOID_BINS + 1] = 1.0f;
}

/* What is not a number counts as −∞. No branch. */
ODD__INLINE float odd__sigmoid_at(const odd__sigmoid_table *table, float t)
{
	const float scale = ODD__SIGMOID_BINS / (2.0f * ODD__SIGMOID_END);
	float bin = (t + ODD__SIGMOID_END) * scale + 1.0f;
	bin = bin > 0.0f ? bin : 0.0f;
	bin = bin < (float)(ODD__SIGMOID_BINS + 1) ? bin : (float)(ODD__SIGMOID_BINS + 1);
	return table->at[(int)bin];
}

/* ---- noise: one random number for a draw from an alias table ---- */

/* u in [0, 1) with 53 bits: the whole part of u·n is the column, what is left of it decides. With a
 * million columns that keeps 33 bits. u·n stays under n: u is at most 1 − 2⁻⁵³. */
ODD__INLINE uint32_t odd__noise_draw(const odd_alias *table, odd_rng *rng)
{
	double place = odd_rng_uniform(rng) * (double)table->n;
	int64_t column = (int64_t)place;       /* signed: converts in one instruction */
	uint32_t other = table->other[column]; /* loaded anyway: nobody can foresee the choice */
	return place - (double)column < table->keep[column] ? (uint32_t)column : other;
}

/* ---- the step ---- */

#define ODD__PAIR_PAD 8 /* numbers that rows are padded to */

#ifdef ODD__PAIR_DOUBLE
typedef double odd__real;
#else
typedef float odd__real;
#endif
/* Eight numbers, or as many of them as fit a register of the set. */
#if !defined(ODD__PAIR_DOUBLE) && ODD__WIDTH >= 32
#define ODD__PAIR_LANES 8
#elif !defined(ODD__PAIR_DOUBLE)
#define ODD__PAIR_LANES 4
#else
#define ODD__PAIR_LANES ODD__LANES
#endif
#define ODD__PAIR_PER_8 (8 / ODD__PAIR_LANES)
typedef odd__real odd__pair_vec
	__attribute__((vector_size(ODD__PAIR_LANES * sizeof(odd__real)), may_alias));

/* What a step needs besides the rows. */
typedef struct odd__pair_setting {
	size_t eights; /* of a row */
	const odd__sigmoid_table *sigmoid;
	odd__real *scratch; /* two rows, where they are too long for registers */
} odd__pair_setting;

ODD__INLINE odd__real odd__pair_sigmoid(const odd__pair_setting *s, odd__real t)
{
#ifdef ODD__PAIR_DOUBLE
	(void)s;
	return 1.0 / (1.0 + exp(-t));
#else
	return odd__sigmoid_at(s->sigmoid, t);
#endif
}

/* x·y, added up in eights and then in halves: in the same order in every set. */
ODD__INLINE odd__real odd__pair_dot(const odd__pair_vec *x, const odd__pair_vec *y, const size_t V)
{
	odd__pair_vec part[ODD__PAIR_PER_8];
	for (size_t v = 0; v < ODD__PAIR_PER_8; v++)
		part[v] = x[v] * y[v];
#pragma GCC unroll 4
	for (size_t c = ODD__PAIR_PER_8; c < V; c += ODD__PAIR_PER_8)
		for (size_t v = 0; v < ODD__PAIR_PER_8; v++)
			part[v] += x[c + v] * y[c + v];
	for (size_t half = ODD__PAIR_PER_8 / 2; half > 0; half /= 2)
		for (size_t v = 0; v < half; v++)
			part[v] += part[v + half];
	const odd__pair_vec sum = part[0];
#if ODD__PAIR_LANES == 8
	return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
#elif ODD__PAIR_LANES == 4
	return (sum[0] + sum[2]) + (sum[1] + sum[3]);
#else
	return sum[0] + sum[1];
#endif
}

/* acc += g y; y += g x */
ODD__INLINE void odd__pair_push(
	odd__pair_vec *acc, odd__pair_vec *y, const odd__pair_vec *x, odd__real g, const size_t V)
{
#pragma GCC unroll 4
	for (size_t c = 0; c < V; c++) {
		odd__pair_vec old = y[c];
		acc[c] += g * old;
		y[c] = old + g * x[c];
	}
}

/* The step along a path of inner nodes. Where x·y is beyond the table the row is passed over, as
 * all implementations do. */
ODD__INLINE void odd__pair_path(odd__pair_vec *row, odd__pair_vec *rows, const uint32_t *inner,
	const uint8_t *bit, size_t length, odd__real rate, const odd__pair_setting *s,
	odd__pair_vec *x, odd__pair_vec *acc, const size_t V)
{
#pragma GCC unroll 4
	for (size_t c = 0; c < V; c++) {
		x[c] = row[c];
		acc[c] = (odd__pair_vec){0};
	}
	for (size_t t = 0; t < length; t++) {
		odd__pair_vec *y = rows + inner[t] * V;
		odd__real f = odd__pair_dot(x, y, V);
		if (!(f > -(odd__real)ODD__SIGMOID_END && f < (odd__real)ODD__SIGMOID_END))
			continue;
		odd__real label = (odd__real)(1 - bit[t]);
		odd__pair_push(acc, y, x, rate * (label - odd__pair_sigmoid(s, f)), V);
	}
#pragma GCC unroll 4
	for (size_t c = 0; c < V; c++)
		row[c] += acc[c];
}

/* The step for target[0], label 1, and the others, label 0. */
ODD__INLINE void odd__pair_noise(odd__pair_vec *row, odd__pair_vec *rows, const uint32_t *target,
	size_t targets, odd__real rate, const odd__pair_setting *s, odd__pair_vec *x,
	odd__pair_vec *acc, const size_t V)
{
#pragma GCC unroll 4
	for (size_t c = 0; c < V; c++) {
		x[c] = row[c];
		acc[c] = (odd__pair_vec){0};
	}
	for (size_t t = 0; t < targets; t++) {
		odd__pair_vec *y = rows + target[t] * V;
		odd__real label = t == 0 ? (odd__real)1 : (odd__real)0;
		odd__real f = odd__pair_dot(x, y, V);
		odd__pair_push(acc, y, x, rate * (label - odd__pair_sigmoid(s, f)), V);
	}
#pragma GCC unroll 4
	for (size_t c = 0; c < V; c++)
		row[c] += acc[c]; /* read again: a target may have been this very row */
}

#define ODD__PAIR_CASE(n, step, s, ...) \
	case n: \
		step(__VA_ARGS__, (s), x_, acc_, n *ODD__PAIR_PER_8); \
		break;

/* Call `step`(…, x, acc, V) with V a constant for rows of up to 32 columns. */
#define ODD__PAIR_CALL(step, s, ...) \
	do { \
		odd__pair_vec x_[4 * ODD__PAIR_PER_8], acc_[4 * ODD__PAIR_PER_8]; \
		odd__pair_vec *room_ = (odd__pair_vec *)(s)->scratch; \
		const size_t many_ = (s)->eights * ODD__PAIR_PER_8; \
		switch ((s)->eights) { \
			ODD__PAIR_CASE(1, step, s, __VA_ARGS__) \
			ODD__PAIR_CASE(2, step, s, __VA_ARGS__) \
			ODD__PAIR_CASE(3, step, s, __VA_ARGS__) \
			ODD__PAIR_CASE(4, step, s, __VA_ARGS__) \
		default: \
			step(__VA_ARGS__, (s), room_, room_ + many_, many_); \
		} \
	} while (0)

/* ---- rows ---- */

/* The matrices of the stochastic methods: single precision, rows padded with zeros to
 * whole vectors of 8.
 */
#define ODD__FLOAT_LANES 8

typedef struct odd__float_rows {
	float *data;
	size_t rows, cols, stride; /* stride: floats, a multiple of 8 */
} odd__float_rows;

/* All zero, of a memory that is checked before use. */
odd__float_rows odd__float_rows_take(odd__memory *memory, size_t rows, size_t cols);

/* Entries uniform in [−½, ½) / cols. */
void odd__float_rows_scatter(odd__float_rows *m, odd_rng *rng);

/* The row of the first entry that is not finite, or SIZE_MAX. */
size_t odd__float_rows_bad(const odd__float_rows *m);

/* Into columns `first` … of a matrix with as many rows. */
void odd__float_rows_copy(odd_mat to, size_t first, const odd__float_rows *m);

#endif
