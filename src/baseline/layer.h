/* layer.h: the parts of which the neural baselines are made: products of a dense and of a sparse
 * layer, forwards and backwards, softsign and softmax.
 *
 * Every kernel makes a range of rows or columns of its result, each entry summed in an order that
 * does not depend on the range: callers may cut the work over threads as they like.
 */
#ifndef ODD_BASELINE_LAYER_H
#define ODD_BASELINE_LAYER_H

#include <math.h>

#include "base/parallel.h"
#include "baseline/real.h"
#include "oddone/csr.h"
#include "oddone/job.h"

/* The job itself, or *own as its copy with one thread when a training step is too short to share:
 * threads that wait for each other every fraction of a millisecond cost more than they save, much
 * more on a busy machine. Results do not change. */
const odd_job *odd__job_for_step(odd_job *own, const odd_job *job, double flops);

/* Chunks of `unit` columns each, or some more where that would make too many. */
void odd__column_chunks(odd__chunks *out, size_t cols, size_t unit);

/* ---- dense ---- */

/* Rows begin … end−1 of Y = X W. O(rows · X.cols · W.cols). */
void odd__layer_times(odd__rmat Y, odd__rmat X, odd__rmat W, size_t begin, size_t end);

/* Rows begin … end−1 of dW = Xᵀ dY, over all rows of X. */
void odd__layer_outer(odd__rmat dW, odd__rmat X, odd__rmat dY, size_t begin, size_t end);

/* out (1 × cols) = column sums of dY. */
void odd__layer_sums(odd__rmat out, odd__rmat dY);

/* to = fromᵀ; the padding of to is left alone. */
void odd__layer_turn(odd__rmat to, odd__rmat from);

/* ---- sparse ---- */

/* Rows of features: x_i = stored entries − shift. The shift stands for the mean of standardised
 * columns, so that these need not be stored densely. */
typedef struct odd__features {
	size_t rows, cols;
	size_t *ptr;   /* rows + 1 */
	uint32_t *idx; /* ptr[rows] */
	real *val;
	real *shift; /* cols; NULL: none */
} odd__features;

/* Columns begin … end−1 of out (1 × W.cols) = shift W. */
void odd__sparse_offset(
	odd__rmat out, const odd__features *X, odd__rmat W, size_t begin, size_t end);

/* Rows begin … end−1 of Y: Y_t = x_{list[t]} W + bias, with offset = shift W (one row, or empty)
 * and bias (one row, or empty). O(entries of the rows · W.cols). */
void odd__sparse_times(odd__rmat Y, const odd__features *X, const uint32_t *list, odd__rmat W,
	odd__rmat offset, odd__rmat bias, size_t begin, size_t end);

/* Columns begin … end−1 (whole vectors) of dW += Σ_t x_{list[t]}ᵀ B_t, over all rows of B. */
void odd__sparse_outer(odd__rmat dW, const odd__features *X, const uint32_t *list, odd__rmat B,
	size_t begin, size_t end);

/* ---- functions of one number ---- */

/* φ(t) = t / (1 + |t|) in place. */
void odd__softsign(odd__rmat Y, size_t begin, size_t end);

/* dY ∘ φ′, where Y holds φ(t): φ′ = 1/(1 + |t|)² = (1 − |φ|)². */
void odd__softsign_back(odd__rmat dY, odd__rmat Y, size_t begin, size_t end);

static inline double odd__sigmoid(double t)
{
	return t >= 0.0 ? 1.0 / (1.0 + exp(-t)) : exp(t) / (1.0 + exp(t));
}

/* log(1 + e^t) without overflow. */
static inline double odd__softplus(double t)
{
	return (t > 0.0 ? t : 0.0) + log1p(exp(-fabs(t)));
}

/* x ← softmax(x); returns the −log of entry `at`. */
double odd__softmax(real *x, size_t n, size_t at);

#endif
