#include "config.h"

#include "linalg/thin.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/block.h"

#define TILE 4   /* rows of X kept in registers at a time */
#define BLOCK 64 /* rows of X that stay in L1 while all tiles of G pass over them */

#define SMALL 2e6 /* flops: well under a millisecond */

struct gram {
	odd_cmat X;
	double *parts; /* one padded square for each chunk */
};

struct times {
	odd_mat Y;
	odd_cmat X, B;
	size_t width; /* of a row of X with padding, in scratch */
};

#ifdef ODD__SET
void ODD__KERNEL(gram)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch;
	const struct gram *p = context;
	size_t width = odd__padded(p->X.cols), s = p->X.stride;
	double *G = p->parts + chunk * width * width;
	for (size_t i = begin; i < end; i += BLOCK) {
		const double *x = odd_cmat_row(p->X, i);
		odd__gram_add(
			G, width, x, x, end - i < BLOCK ? end - i : BLOCK, p->X.cols, s, true);
	}
}

/* Rows in x (TILE × width) times columns b … of V vectors of B; the first `rows` results are
 * stored. V is a constant in every call. */
ODD__INLINE void times_tile(
	const struct times *p, const double *x, size_t row, size_t rows, size_t b, const int V)
{
	odd__vec s[TILE][ODD__TILE_MOST];
	for (int r = 0; r < TILE; r++)
		for (int v = 0; v < V; v++)
			s[r][v] = (odd__vec){0};
	for (size_t l = 0; l < p->B.rows; l++) {
		const odd__vec *y = (const odd__vec *)(odd_cmat_row(p->B, l) + b);
		for (int r = 0; r < TILE; r++)
			for (int v = 0; v < V; v++)
				s[r][v] += x[(size_t)r * p->width + l] * y[v];
	}
#pragma GCC unroll 4
	for (size_t r = 0; r < TILE; r++)
		for (int v = 0; r < rows && v < V; v++)
			((odd__vec *)(odd_mat_row(p->Y, row + r) + b))[v] = s[r][v];
}

void ODD__KERNEL(thin_times)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct times *p = context;
	double *x = scratch;
	size_t out = odd__padded(p->Y.cols);
	for (size_t i = begin; i < end; i += TILE) {
		size_t rows = end - i < TILE ? end - i : TILE, b = 0;
		memset(x, 0, TILE * p->width * sizeof *x);
		for (size_t r = 0; r < rows; r++)
			memcpy(x + r * p->width, odd_cmat_row(p->X, i + r), p->X.cols * sizeof *x);
#define TIMES(V) \
	times_tile(p, x, i, rows, b, V); \
	b += V * ODD__LANES
		while (b < out)
			ODD__TILES((out - b) / ODD__LANES, TIMES)
#undef TIMES
	}
}
#else
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

void odd__gram_rows(double *G, const double *X, size_t stride, size_t rows, size_t cols)
{
	struct gram p = {{X, rows, cols, stride}, G};
	odd__kernels()->gram(&p, NULL, 0, 0, rows);
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
	status = odd__parallel_scratch(job, &chunks, odd__kernels()->gram, &p, 0, NULL, err);
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

odd_status odd__thin_times(odd_mat Y, odd_cmat X, odd_cmat B, const odd_job *job, odd_error *err)
{
	assert(Y.rows == X.rows && B.rows == X.cols && Y.cols == B.cols);
	assert(Y.stride % ODD_PAD == 0 && B.stride % ODD_PAD == 0);
	odd__chunks chunks;
	odd__chunks_even(&chunks, X.rows);
	struct times p = {Y, X, B, odd__padded(X.cols)};
	odd_job own;
	job = odd__job_for(&own, job, 2.0 * (double)(X.rows * X.cols * Y.cols));
	return odd__parallel_scratch(job, &chunks, odd__kernels()->thin_times, &p,
		TILE * p.width * sizeof(double), NULL, err);
}
#endif
