#include "config.h"

#include "baseline/adam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/parallel.h"
#include "linalg/kernel.h"

#define BETA1 0.9
#define BETA2 0.999
#define SMALL 1e-8

/* ---- the entries of a step ---- */

struct step {
	odd__tensor *t;
	const uint32_t *list; /* NULL: all rows; otherwise row list[r] has its gradient in row r */
	real size, clip;
};

#ifdef ODD__SET
/* Padding has g = 0, so its m, v and w stay 0. */
ODD__INLINE void step_entries(
	real *w, real *m, real *v, const real *g, size_t count, real step, real clip)
{
	const real b1 = (real)BETA1, a1 = (real)(1.0 - BETA1);
	const real b2 = (real)BETA2, a2 = (real)(1.0 - BETA2), small = (real)SMALL;
#pragma omp simd
	for (size_t i = 0; i < count; i++) {
		real x = g[i];
		x = x > clip ? clip : x;
		x = x < -clip ? -clip : x;
		m[i] = b1 * m[i] + a1 * x;
		v[i] = b2 * v[i] + a2 * x * x;
		w[i] -= step * m[i] /
			((sizeof(real) == sizeof(float) ? (real)sqrtf((float)v[i])
							: (real)sqrt((double)v[i])) +
				small);
	}
}

void ODD__KERNEL(adam_step)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct step *p = context;
	const odd__tensor *t = p->t;
	const size_t s = t->w.stride;
	if (p->list == NULL)
		step_entries(t->w.data + begin * s, t->m.data + begin * s, t->v.data + begin * s,
			t->g.data + begin * s, (end - begin) * s, p->size, p->clip);
	for (size_t r = begin; p->list != NULL && r < end; r++) {
		size_t at = p->list[r] * s;
		step_entries(t->w.data + at, t->m.data + at, t->v.data + at, t->g.data + r * s, s,
			p->size, p->clip);
	}
}
#else
/* ---- memory ---- */

odd_status odd__rmat_alloc(odd__rmat *out, size_t rows, size_t cols, odd_error *err)
{
	size_t stride = odd__whole_lanes(cols);
	*out = (odd__rmat){NULL, 0, 0, 0};
	if (stride > 0 && rows > SIZE_MAX / sizeof(real) / stride - 1)
		return odd_error_nomem(err);
	real *data = odd__pages_alloc((rows * stride + ODD__REAL_PAD) * sizeof *data);
	if (data == NULL)
		return odd_error_nomem(err);
	memset(data, 0, (rows * stride + ODD__REAL_PAD) * sizeof *data);
	*out = (odd__rmat){data, rows, cols, stride};
	return ODD_OK;
}

void odd__rmat_free(odd__rmat *m)
{
	free(m->data);
	*m = (odd__rmat){NULL, 0, 0, 0};
}

odd_status odd__tensor_alloc(odd__tensor *out, size_t rows, size_t cols, odd_error *err)
{
	memset(out, 0, sizeof *out);
	odd__rmat *parts[] = {&out->w, &out->g, &out->m, &out->v};
	for (int p = 0; p < 4; p++) {
		odd_status status = odd__rmat_alloc(parts[p], rows, cols, err);
		if (status != ODD_OK) {
			odd__tensor_free(out);
			return status;
		}
	}
	return ODD_OK;
}

void odd__tensor_free(odd__tensor *t)
{
	odd__rmat_free(&t->w);
	odd__rmat_free(&t->g);
	odd__rmat_free(&t->m);
	odd__rmat_free(&t->v);
}

void odd__tensor_glorot(odd__tensor *t, size_t row, size_t rows, size_t col, size_t cols, size_t in,
	size_t out, odd_rng *rng)
{
	double range = sqrt(6.0 / (double)(in + out));
	for (size_t i = row; i < row + rows; i++)
		for (size_t j = col; j < col + cols; j++)
			odd__rrow(t->w, i)[j] = (real)(range * (2.0 * odd_rng_uniform(rng) - 1.0));
}

/* ---- steps ---- */

static double step_size(odd__tensor *t, double rate)
{
	double n = (double)++t->steps;
	return rate * sqrt(1.0 - pow(BETA2, n)) / (1.0 - pow(BETA1, n));
}

odd_status odd__adam_step(
	odd__tensor *t, double rate, double clip, const odd_job *job, odd_error *err)
{
	struct step p = {
		t, NULL, (real)step_size(t, rate), clip > 0.0 ? (real)clip : (real)HUGE_VAL};
	if (t->w.rows * t->w.stride < 1 << 14) { /* too little for threads */
		ODD__DEEP(adam_step)(&p, NULL, 0, 0, t->w.rows);
		return ODD_OK;
	}
	odd__chunks chunks;
	odd__chunks_even(&chunks, t->w.rows);
	return odd__parallel_scratch(job, &chunks, ODD__DEEP(adam_step), &p, 0, NULL, err);
}

void odd__adam_rows(odd__tensor *t, const uint32_t *list, size_t count, double rate)
{
	struct step p = {t, list, (real)step_size(t, rate), (real)HUGE_VAL};
	ODD__DEEP(adam_step)(&p, NULL, 0, 0, count);
}
#endif
