#include "config.h"

#include "linalg/thin.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/kernel.h"

#define TILE 4   /* rows of G, or rows of X, kept in registers at a time */
#define BLOCK 64 /* rows of X that stay in L1 while all tiles of G pass over them */

#define SMALL 2e6 /* flops: well under a millisecond */

const odd_job *odd__job_for(odd_job *own, const odd_job *job, double flops)
{
	if (flops >= SMALL)
		return job;
	*own = job != NULL ? *job : (odd_job){.threads = 1};
	own->threads = 1;
	return own;
}

void odd__chunks_thin(odd__chunks *out, size_t rows, size_t cols)
{
	odd__chunks_even(out, rows);
	size_t limit = cols > 0 ? rows / cols : rows;
	if (limit < 1)
		limit = 1;
	if (out->count <= limit)
		return;
	size_t blocks = (rows + ODD__ROW_BLOCK - 1) / ODD__ROW_BLOCK;
	out->count = limit;
	for (size_t c = 0; c < limit; c++)
		out->begin[c] = c * blocks / limit * ODD__ROW_BLOCK;
	out->begin[limit] = rows;
}

/* ---- Gram ---- */

/* G[a … a+3][b … b+8V−1] += Σ_i X[i][a …]ᵀ X[i][b …]; V is a constant in every call. */
ODD__INLINE void gram_tile(double *G, size_t ldg, const double *X, size_t stride, size_t rows,
	size_t a, size_t b, int V)
{
	odd__vec s[TILE][2];
	for (int r = 0; r < TILE; r++)
		for (int v = 0; v < V; v++)
			s[r][v] =
				*(const odd__vec *)(G + (a + (size_t)r) * ldg + b + 8 * (size_t)v);
	for (size_t i = 0; i < rows; i++) {
		const double *x = X + i * stride;
		const odd__vec *y = (const odd__vec *)(x + b);
		for (int r = 0; r < TILE; r++)
			for (int v = 0; v < V; v++)
				s[r][v] += x[a + (size_t)r] * y[v];
	}
	for (int r = 0; r < TILE; r++)
		for (int v = 0; v < V; v++)
			*(odd__vec *)(G + (a + (size_t)r) * ldg + b + 8 * (size_t)v) = s[r][v];
}

ODD__KERNEL void odd__gram_rows(double *G, const double *X, size_t stride, size_t rows, size_t cols)
{
	size_t width = odd__padded(cols);
	for (size_t i = 0; i < rows; i += BLOCK) {
		size_t here = rows - i < BLOCK ? rows - i : BLOCK;
		const double *x = X + i * stride;
		for (size_t a = 0; a < cols; a += TILE) {
			size_t b = a / 8 * 8;
			for (; b + 16 <= width; b += 16)
				gram_tile(G, width, x, stride, here, a, b, 2);
			if (b < width)
				gram_tile(G, width, x, stride, here, a, b, 1);
		}
	}
}

struct gram {
	odd_cmat X;
	double *parts; /* one padded square for each chunk */
};

static void gram_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct gram *p = context;
	size_t width = odd__padded(p->X.cols);
	odd__gram_rows(p->parts + chunk * width * width, odd_cmat_row(p->X, begin), p->X.stride,
		end - begin, p->X.cols);
}

odd_status odd__gram(odd_mat G, odd_cmat X, const odd_job *job, odd_error *err)
{
	assert(G.rows == X.cols && G.cols == X.cols && X.stride % ODD_PAD == 0);
	size_t width = odd__padded(X.cols);
	odd__chunks chunks;
	odd__chunks_thin(&chunks, X.rows, X.cols);
	odd_mat parts;
	odd_status status = odd_mat_alloc(&parts, chunks.count * width, width, err);
	if (status != ODD_OK)
		return status;
	struct gram p = {X, parts.data};
	odd_job own;
	job = odd__job_for(&own, job, (double)(X.rows * X.cols * X.cols));
	status = odd__parallel(job, &chunks, gram_chunk, &p, NULL, err);
	for (size_t a = 0; a < X.cols && status == ODD_OK; a++) {
		for (size_t b = a; b < X.cols; b++) {
			double sum = 0.0;
			for (size_t c = 0; c < chunks.count; c++)
				sum += parts.data[(c * width + a) * width + b];
			odd_mat_row(G, a)[b] = sum;
			odd_mat_row(G, b)[a] = sum;
		}
	}
	odd_mat_free(&parts);
	return status;
}

/* ---- thin product ---- */

struct times {
	odd_mat Y;
	odd_cmat X, B;
	double *scratch; /* TILE padded rows of X for each chunk */
	size_t width;    /* of one such row */
};

/* Rows in x (TILE × width) times columns b … b+8V−1 of B; the first `rows` results are stored. */
ODD__INLINE void times_tile(
	const struct times *p, const double *x, size_t row, size_t rows, size_t b, int V)
{
	odd__vec s[TILE][2];
	for (int r = 0; r < TILE; r++)
		for (int v = 0; v < V; v++)
			s[r][v] = (odd__vec){0};
	for (size_t l = 0; l < p->B.rows; l++) {
		const odd__vec *y = (const odd__vec *)(odd_cmat_row(p->B, l) + b);
		for (int r = 0; r < TILE; r++)
			for (int v = 0; v < V; v++)
				s[r][v] += x[(size_t)r * p->width + l] * y[v];
	}
	for (size_t r = 0; r < rows; r++)
		for (int v = 0; v < V; v++)
			((odd__vec *)(odd_mat_row(p->Y, row + r) + b))[v] = s[r][v];
}

ODD__KERNEL static void times_rows(const struct times *p, double *x, size_t begin, size_t end)
{
	size_t out = odd__padded(p->Y.cols);
	for (size_t i = begin; i < end; i += TILE) {
		size_t rows = end - i < TILE ? end - i : TILE;
		for (size_t r = 0; r < rows; r++)
			memcpy(x + r * p->width, odd_cmat_row(p->X, i + r), p->X.cols * sizeof *x);
		size_t b = 0;
		for (; b + 16 <= out; b += 16)
			times_tile(p, x, i, rows, b, 2);
		if (b < out)
			times_tile(p, x, i, rows, b, 1);
	}
}

static void times_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct times *p = context;
	times_rows(p, p->scratch + chunk * TILE * p->width, begin, end);
}

odd_status odd__thin_times(odd_mat Y, odd_cmat X, odd_cmat B, const odd_job *job, odd_error *err)
{
	assert(Y.rows == X.rows && B.rows == X.cols && Y.cols == B.cols);
	assert(Y.stride % ODD_PAD == 0 && B.stride % ODD_PAD == 0);
	odd__chunks chunks;
	odd__chunks_even(&chunks, X.rows);
	odd_mat scratch;
	odd_status status = odd_mat_alloc(&scratch, chunks.count * TILE, X.cols, err);
	if (status != ODD_OK)
		return status;
	struct times p = {Y, X, B, scratch.data, scratch.stride};
	odd_job own;
	job = odd__job_for(&own, job, 2.0 * (double)(X.rows * X.cols * Y.cols));
	status = odd__parallel(job, &chunks, times_chunk, &p, NULL, err);
	odd_mat_free(&scratch);
	return status;
}
