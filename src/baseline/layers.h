/* layers.h: the parts of which the neural baselines are made: matrices of their number type,
 * products of a dense and of a sparse layer, forwards and backwards, softsign and softmax, and
 * Adam.
 *
 * The number type is float in the library: half the memory traffic, and gradients drawn from
 * samples are noisier than its rounding. The gradient checks of the tests compile the same sources
 * with -DODD__REAL=double, because central differences need the digits. Rows are padded to whole 64
 * bytes. The padding is zero and every kernel keeps it so.
 *
 * Every kernel makes a range of rows or columns of its result, each entry summed in an order that
 * does not depend on the range: callers may cut the work over threads as they like.
 */
#ifndef ODD_BASELINE_LAYERS_H
#define ODD_BASELINE_LAYERS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/parallel.h"
#include "base/rng.h"
#include "baseline/walks.h"
#include "linalg/kernel.h"
#include "linalg/memory.h"
#include "oddone/csr.h"
#include "oddone/error.h"
#include "oddone/job.h"
#include "oddone/network.h"

/* ODD__DEEP(name) is the kernel of that name: of the set in use, or in the tests the one in
 * double. */
#ifndef ODD__REAL
#define ODD__REAL float
#define ODD__DEEP(name) (odd__kernels()->name)
#else
#define KERNEL(name) odd__kernel_fn odd__##name##_double;
#include "base/kernels.def"
#undef KERNEL
#define ODD__DEEP(name) odd__##name##_double
#endif
typedef ODD__REAL real;

#define ODD__REAL_PAD (64 / sizeof(real)) /* numbers that rows are padded to */

/* A vector of the set, and how many make up the padding of a row. */
typedef real odd__rvec __attribute__((vector_size(ODD__WIDTH), may_alias));
#define ODD__REAL_LANES (ODD__WIDTH / sizeof(real))
#define ODD__PER_64 (64 / ODD__WIDTH)

typedef struct odd__rmat {
	real *data;
	size_t rows, cols;
	size_t stride; /* a multiple of ODD__REAL_PAD, ≥ cols */
} odd__rmat;

static inline size_t odd__whole_lanes(size_t cols)
{
	return (cols + ODD__REAL_PAD - 1) / ODD__REAL_PAD * ODD__REAL_PAD;
}

static inline real *odd__rrow(odd__rmat m, size_t i)
{
	return m.data + i * m.stride;
}

/* x·y of n numbers, a multiple of ODD__REAL_PAD, added up in the same order in every set. */
ODD__INLINE double odd__real_dot(const real *x, const real *y, size_t n)
{
	odd__rvec part[ODD__PER_64] = {{0}};
	double sum = 0.0;
	for (size_t c = 0; c < n; c += ODD__REAL_PAD)
		for (size_t v = 0; v < ODD__PER_64; v++)
			part[v] +=
				((const odd__rvec *)(x + c))[v] * ((const odd__rvec *)(y + c))[v];
	for (size_t v = 0; v < ODD__PER_64; v++)
		for (size_t l = 0; l < ODD__REAL_LANES; l++)
			sum += (double)part[v][l];
	return sum;
}

/* The first rows of a matrix, as a matrix. */
static inline odd__rmat odd__rfirst(odd__rmat m, size_t rows)
{
	m.rows = rows;
	return m;
}

/* A zero matrix of a memory that is checked before use. */
odd__rmat odd__rmat_take(odd__memory *memory, size_t rows, size_t cols);

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
	odd__memory memory;
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

/* ---- weights and Adam ---- */

/* Weights of a network with their gradient and the two moments of Adam (Kingma and Ba 2015), in the
 * form TensorFlow gave it: the small number stands outside the bias correction.
 *
 *     m ← .9 m + .1 g,  v ← .999 v + .001 g²,
 *     w ← w − rate √(1 − .999^t) / (1 − .9^t) · m / (√v + 1e-8)
 */
typedef struct odd__tensor {
	odd__rmat w, g; /* weights, gradient of the last loss */
	odd__rmat m, v; /* running means of g and g² */
	uint64_t steps; /* t */
} odd__tensor;

odd__tensor odd__tensor_take(odd__memory *memory, size_t rows, size_t cols);

/* Glorot: uniform in ±√(6 / (in + out)) for the block of rows × cols weights at (row, col). */
void odd__tensor_glorot(odd__tensor *t, size_t row, size_t rows, size_t col, size_t cols, size_t in,
	size_t out, odd_rng *rng);

/* One step along all of g, each entry of it clipped to ±clip first (0: as it is). */
odd_status odd__adam_step(
	odd__tensor *t, double rate, double clip, const odd_job *job, odd_error *err);

/* One step of the rows listed, the others resting with their moments ("lazy" Adam): for tables of
 * which a batch touches a few rows. g holds the gradient of row list[r] in its row r. */
void odd__adam_rows(odd__tensor *t, const uint32_t *list, size_t count, double rate);

/* ---- what is read of a network: who is a neighbour of whom, links taken both ways and without
 * their weights, and the attributes as rows of a sparse layer ---- */

typedef struct odd__neighbours {
	size_t nodes;
	odd__links links;
	const size_t *ptr;   /* nodes + 1, of links */
	const uint32_t *idx; /* of links */
	uint32_t *linked;    /* nodes with a neighbour, rising */
	size_t linked_count;
} odd__neighbours;

/* ODD_EUSAGE when there is no link at all; `who` names the method in the message. */
odd_status odd__neighbours_init(
	odd__neighbours *out, const odd_network *net, const char *who, odd_error *err);
void odd__neighbours_clear(odd__neighbours *n);

static inline size_t odd__degree(const odd__neighbours *n, size_t i)
{
	return n->ptr[i + 1] - n->ptr[i];
}

/* Where a uniform walk of some steps from a node with a neighbour ends. */
uint32_t odd__walk(const odd__neighbours *n, uint32_t from, size_t steps, odd_rng *rng);

/* The attributes. standardise: columns of mean 0 and population variance 1 (a constant column
 * becomes 0), by scaled entries and a shift, so the rows stay sparse. Otherwise as given.
 * ODD_EUSAGE without attributes, ODD_ENUMERIC when an entry is not finite. */
odd_status odd__features_init(odd__features *out, const odd_network *net, bool standardise,
	const char *who, odd_error *err);

/* s_i = mean of the rows of the neighbours of i; its own row where there are none. Cost and size:
 * the entries of all neighbours of all nodes, at most. */
odd_status odd__features_around(odd__features *out, const odd__features *X,
	const odd__neighbours *n, const char *who, const odd_job *job, odd_error *err);

void odd__features_clear(odd__features *X);

/* Uniform in 0 … bound−1 from 32 random bits by multiplication; one division in a blue moon. */
static inline uint32_t odd__below32(odd_rng *rng, uint32_t bound)
{
	uint64_t product = (odd_rng_next(rng) >> 32) * bound;
	if ((uint32_t)product < bound) {
		uint32_t threshold = -bound % bound;
		while ((uint32_t)product < threshold)
			product = (odd_rng_next(rng) >> 32) * bound;
	}
	return (uint32_t)(product >> 32);
}

#endif
