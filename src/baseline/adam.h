/* adam.h: weights of a network with their gradient and the two moments of Adam (Kingma and Ba
 * 2015), in the form TensorFlow gave it: the small number stands outside the bias correction.
 *
 *     m ← .9 m + .1 g,  v ← .999 v + .001 g²,
 *     w ← w − rate √(1 − .999^t) / (1 − .9^t) · m / (√v + 1e-8)
 */
#ifndef ODD_BASELINE_ADAM_H
#define ODD_BASELINE_ADAM_H

#include "baseline/real.h"
#include "oddone/job.h"
#include "base/rng.h"

typedef struct odd__tensor {
	odd__rmat w, g; /* weights, gradient of the last loss */
	odd__rmat m, v; /* running means of g and g² */
	uint64_t steps; /* t */
} odd__tensor;

odd_status odd__tensor_alloc(odd__tensor *out, size_t rows, size_t cols, odd_error *err);
void odd__tensor_free(odd__tensor *t);

/* Glorot: uniform in ±√(6 / (in + out)) for the block of rows × cols weights at (row, col). */
void odd__tensor_glorot(odd__tensor *t, size_t row, size_t rows, size_t col, size_t cols, size_t in,
	size_t out, odd_rng *rng);

/* One step along all of g, each entry of it clipped to ±clip first (0: as it is). */
odd_status odd__adam_step(
	odd__tensor *t, double rate, double clip, const odd_job *job, odd_error *err);

/* One step of the rows listed, the others resting with their moments ("lazy" Adam): for tables of
 * which a batch touches a few rows. g holds the gradient of row list[r] in its row r. */
void odd__adam_rows(odd__tensor *t, const uint32_t *list, size_t count, double rate);

#endif
