/* cross_gram.c: thin Gram matrices, M = Xᵀ diag(w) Y for long narrow X and Y.
 *
 *     M_kq = Σ_i w_i X_ik Y_iq
 *
 * Rows come in batches that fit the first cache. Every chunk has its own partial M; they are added
 * in the order of the chunks.
 */
#include "config.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "linalg/block.h"

#define BATCH 64 /* rows */

struct gram {
	odd_cmat X, Y;
	const double *w;
	double *partial; /* chunk × k × stride */
	size_t k, s;
	bool symmetric;  /* X is Y */
	double *lengths; /* per chunk: Σ w (‖x‖² + ‖y‖²), or NULL */
};

struct fold {
	odd_mat out;
	const double *parts; /* k × stride each, `step` doubles apart */
	size_t step, count;
};

#ifdef ODD__SET
void ODD__KERNEL(cross_gram)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch;
	const struct gram *g = context;
	const size_t s = g->s, k = g->k;
	double *M = g->partial + chunk * (k + BATCH) * s, *scaled = M + k * s;
	odd__vec lengths = {0};
	memset(M, 0, k * s * sizeof *M);
	for (size_t i0 = begin; i0 < end; i0 += BATCH) {
		size_t rows = end - i0 < BATCH ? end - i0 : BATCH;
		const double *X = odd_cmat_row(g->X, i0), *Y = odd_cmat_row(g->Y, i0);
		for (size_t i = 0; g->w != NULL && i < rows; i++) {
			const double w = g->w[i0 + i];
			odd__vec length = {0};
			for (size_t e = i * s; e < (i + 1) * s; e += ODD__LANES) {
				const odd__vec x = *(const odd__vec *)(X + e);
				const odd__vec y = *(const odd__vec *)(Y + e);
				const odd__vec wx = w * x;
				length += wx * x + w * y * y;
				*(odd__vec *)(scaled + e) = wx;
			}
			lengths += length;
		}
		if (g->w != NULL)
			X = scaled;
		odd__gram_add(M, s, X, Y, rows, k, s, g->symmetric);
	}
	if (g->lengths != NULL)
		g->lengths[chunk] = odd__vec_sum(lengths);
}

void ODD__KERNEL(gram_fold)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct fold *f = context;
	for (size_t e = begin; e < end; e += ODD__LANES) {
		odd__vec sum = {0};
		for (size_t c = 0; c < f->count; c++)
			sum += *(const odd__vec *)(f->parts + c * f->step + e);
		*(odd__vec *)(f->out.data + e) = sum;
	}
}
#else
void odd__gram_mirror(odd_mat M)
{
	for (size_t q = 0; q < M.rows; q++)
		for (size_t c = 0; c < q; c++)
			M.data[q * M.stride + c] = M.data[c * M.stride + q];
}

size_t odd__cross_gram_work(size_t rows, size_t k)
{
	odd__chunks chunks;
	odd__chunks_even(&chunks, rows);
	size_t s = (k + ODD_PAD - 1) / ODD_PAD * ODD_PAD;
	return (chunks.count > 0 ? chunks.count : 1) * (k + BATCH) * s;
}

void odd__gram_fold(
	odd_mat out, const double *parts, size_t step, size_t count, const bool symmetric)
{
	struct fold f = {out, parts, step, count};
	odd__kernels()->gram_fold(&f, NULL, 0, 0, out.rows * out.stride);
	if (symmetric)
		odd__gram_mirror(out);
}

odd_status odd__cross_gram_lengths(odd_mat out, double *lengths, odd_cmat X, const double *w,
	odd_cmat Y, double *work, const odd_job *job, odd_error *err)
{
	assert(X.rows == Y.rows && X.cols == Y.cols && X.stride == Y.stride);
	assert(out.rows == X.cols && out.cols == X.cols && out.stride == X.stride);
	assert((uintptr_t)work % 64 == 0); /* the widest vector */
	assert(lengths == NULL || w != NULL);
	double partial[ODD__CHUNKS_MAX];
	struct gram g = {X, Y, w, work, X.cols, X.stride, X.data == Y.data,
		lengths != NULL ? partial : NULL};
	odd__chunks chunks;
	odd__chunks_even(&chunks, X.rows);
	odd_status status =
		odd__parallel_scratch(job, &chunks, odd__kernels()->cross_gram, &g, 0, NULL, err);
	if (status != ODD_OK)
		return status;
	odd__gram_fold(out, work, (g.k + BATCH) * g.s, chunks.count, g.symmetric);
	if (lengths != NULL)
		*lengths = 0.0;
	for (size_t c = 0; lengths != NULL && c < chunks.count; c++)
		*lengths += partial[c];
	return ODD_OK;
}

odd_status odd__cross_gram(odd_mat out, odd_cmat X, const double *w, odd_cmat Y, double *work,
	const odd_job *job, odd_error *err)
{
	return odd__cross_gram_lengths(out, NULL, X, w, Y, work, job, err);
}
#endif
