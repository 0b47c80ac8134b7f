/* pca.c: principal components by the covariance of the columns.
 *
 *     mean = Σ X_i / N,   C = Σ (X_i − mean)ᵀ(X_i − mean),   C = V Λ Vᵀ,   xy = (X − mean) V
 *
 * Rows are centred before they are multiplied: XᵀX − N mean meanᵀ would cancel when the cloud lies
 * far from the origin. Chunks centre a block of rows at a time, so no copy of X is made.
 * O(N K² + K³) time, O(K²) memory for each chunk, at most that of X.
 */
#include "config.h"

#include "project/pca.h"

#include <assert.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/canonical.h"
#include "linalg/thin.h"

#define BLOCK 64             /* rows centred at a time */
#define RANK_TOLERANCE 1e-12 /* variances under this share of the largest are none */

struct pca {
	odd_cmat X;
	odd_mat xy;
	odd_mat mean;    /* 1 × K */
	odd_mat V;       /* dims × K, a direction in each row */
	odd_mat sums;    /* chunks × K */
	odd_mat squares; /* chunks · padded(K) × K */
	odd_mat blocks;  /* chunks · BLOCK × K */
	odd__chunks chunks;
};

static void sum_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct pca *p = context;
	double *sum = odd_mat_row(p->sums, chunk);
	for (size_t i = begin; i < end; i++)
		for (size_t k = 0; k < p->X.cols; k++)
			sum[k] += odd_cmat_row(p->X, i)[k];
}

static void square_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct pca *p = context;
	size_t K = p->X.cols;
	double *G = odd_mat_row(p->squares, chunk * odd__padded(K));
	for (size_t i = begin; i < end; i += BLOCK) {
		size_t rows = end - i < BLOCK ? end - i : BLOCK;
		for (size_t r = 0; r < rows; r++) {
			double *to = odd_mat_row(p->blocks, chunk * BLOCK + r);
			for (size_t k = 0; k < K; k++)
				to[k] = odd_cmat_row(p->X, i + r)[k] - p->mean.data[k];
		}
		odd__gram_rows(G, odd_mat_row(p->blocks, chunk * BLOCK), p->blocks.stride, rows, K);
	}
}

static void project_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct pca *p = context;
	(void)chunk;
	for (size_t i = begin; i < end; i++) {
		const double *x = odd_cmat_row(p->X, i);
		for (size_t d = 0; d < p->xy.cols; d++) {
			const double *v = odd_mat_row(p->V, d);
			double sum = 0.0;
			for (size_t k = 0; k < p->X.cols; k++)
				sum += (x[k] - p->mean.data[k]) * v[k];
			odd_mat_row(p->xy, i)[d] = sum;
		}
	}
}

/* C (K × K, upper triangle) = the squares of all chunks, in their order. Returns its trace. */
static double add_up(odd_mat C, const struct pca *p)
{
	size_t K = C.rows, width = odd__padded(K);
	double trace = 0.0;
	for (size_t a = 0; a < K; a++) {
		for (size_t b = a; b < K; b++)
			for (size_t c = 0; c < p->chunks.count; c++)
				odd_mat_row(C, a)[b] += odd_mat_row(p->squares, c * width + a)[b];
		trace += odd_mat_row(C, a)[a];
	}
	return trace;
}

/* Row d of V and explained[d] receive the d-th direction and its share; directions that do not
 * exist stay zero. */
static odd_status directions(struct pca *p, double *explained, odd_error *err)
{
	size_t K = p->X.cols, found = 0;
	odd_mat C = {NULL, 0, 0, 0}, E = C, values = C;
	odd_status status = odd_mat_alloc(&C, K, K, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&E, K, K, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&values, 2, K, err);
	if (status != ODD_OK)
		goto out;
	double total = add_up(C, p), *falling = odd_mat_row(values, 1);
	if (!isfinite(total)) {
		status = odd_error_set(
			err, ODD_ENUMERIC, "a value to project is not a finite number");
		goto out;
	}
	if (LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', (lapack_int)K, C.data, (lapack_int)C.stride,
		    values.data) != 0) {
		status = odd_error_set(err, ODD_ENUMERIC, "principal components were not found");
		goto out;
	}
	for (size_t d = 0; d < K; d++) { /* they rise */
		falling[d] = values.data[K - 1 - d];
		for (size_t k = 0; k < K; k++)
			odd_mat_row(E, k)[d] = odd_mat_row(C, k)[K - 1 - d];
	}
	const double least = RANK_TOLERANCE * falling[0];
	while (found < K && found < p->xy.cols && falling[found] > 0.0 && falling[found] > least)
		found++;
	status = odd__canonical_vectors(E, falling, found, least, err);
	for (size_t d = 0; d < found && status == ODD_OK; d++) {
		explained[d] = falling[d] / total;
		const double sign = odd__canonical_sign(E.data + d, K, E.stride);
		for (size_t k = 0; k < K; k++)
			odd_mat_row(p->V, d)[k] = sign * odd_mat_row(E, k)[d];
	}
out:
	odd_mat_free(&C);
	odd_mat_free(&E);
	odd_mat_free(&values);
	return status;
}

static odd_status pca_alloc(struct pca *p, odd_error *err)
{
	size_t K = p->X.cols;
	odd_status status = odd_mat_alloc(&p->mean, 1, K, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->V, p->xy.cols, K, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->sums, p->chunks.count, K, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->squares, p->chunks.count * odd__padded(K), K, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->blocks, p->chunks.count * BLOCK, K, err);
	return status;
}

odd_status odd_pca(odd_mat xy, double *explained, odd_cmat X, const odd_job *job, odd_error *err)
{
	static const char what[] = "pca";
	assert(xy.rows == X.rows);
	struct pca p = {.X = X, .xy = xy};
	for (size_t d = 0; d < xy.cols; d++)
		explained[d] = 0.0;
	for (size_t i = 0; i < xy.rows; i++)
		memset(odd_mat_row(xy, i), 0, xy.cols * sizeof(double));
	if (X.rows == 0 || X.cols == 0 || xy.cols == 0)
		return ODD_OK;
	odd__chunks_thin(&p.chunks, X.rows, X.cols);
	odd_status status = pca_alloc(&p, err);
	if (status == ODD_OK)
		status = odd__parallel(job, &p.chunks, sum_chunk, &p, NULL, err);
	if (status != ODD_OK)
		goto out;
	for (size_t c = 0; c < p.chunks.count; c++)
		for (size_t k = 0; k < X.cols; k++)
			p.mean.data[k] += odd_mat_row(p.sums, c)[k] / (double)X.rows;
	status = odd__parallel(job, &p.chunks, square_chunk, &p, what, err);
	if (status == ODD_OK)
		status = directions(&p, explained, err);
	if (status == ODD_OK)
		status = odd__parallel(job, &p.chunks, project_chunk, &p, NULL, err);
out:
	odd_mat_free(&p.mean);
	odd_mat_free(&p.V);
	odd_mat_free(&p.sums);
	odd_mat_free(&p.squares);
	odd_mat_free(&p.blocks);
	return status;
}
