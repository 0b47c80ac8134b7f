/* cross_gram.c: thin Gram matrices, M = Xᵀ diag(w) Y for long narrow X and Y.
 *
 *     M_kq = Σ_i w_i X_ik Y_iq
 *
 * Rows come in batches that fit the first cache; for each batch, tiles of 4 × 32 entries of M are
 * kept in registers while all rows of the batch pass by. Every chunk has its own partial M; they
 * are added in the order of the chunks.
 */
#include "config.h"

#include <assert.h>
#include <string.h>

#include "linalg/block.h"

#define BATCH 64 /* rows */

struct gram {
	odd_cmat X, Y;
	const double *w;
	double *partial; /* chunk × k × stride */
	size_t k, s;
};

/* Rows 0 … rows−1 of one batch: M[q … q+3][c … c+8V−1] += Σ x_q y. Pointers are to the batch. */
ODD__INLINE void tile(double *M, const double *X, const double *Y, size_t rows, size_t s, size_t q,
	size_t c, const int Q, const int V)
{
	odd__vec sum[4][4];
	for (int a = 0; a < Q; a++)
		for (int v = 0; v < V; v++)
			sum[a][v] = *(odd__vec *)(M + (q + (size_t)a) * s + c + 8 * (size_t)v);
	for (size_t i = 0; i < rows; i++) {
		const odd__vec *y = (const odd__vec *)(Y + i * s + c);
		for (int a = 0; a < Q; a++) {
			double x = X[i * s + q + (size_t)a];
			for (int v = 0; v < V; v++)
				sum[a][v] += x * y[v];
		}
	}
	for (int a = 0; a < Q; a++)
		for (int v = 0; v < V; v++)
			*(odd__vec *)(M + (q + (size_t)a) * s + c + 8 * (size_t)v) = sum[a][v];
}

ODD__INLINE void tile_columns(double *M, const double *X, const double *Y, size_t rows, size_t s,
	size_t q, const int Q)
{
	size_t c = 0;
	for (; c + 32 <= s; c += 32)
		tile(M, X, Y, rows, s, q, c, Q, 4);
	switch ((s - c) / 8) {
	case 3:
		tile(M, X, Y, rows, s, q, c, Q, 3);
		break;
	case 2:
		tile(M, X, Y, rows, s, q, c, Q, 2);
		break;
	case 1:
		tile(M, X, Y, rows, s, q, c, Q, 1);
		break;
	}
}

ODD__KERNEL static void gram_rows(const struct gram *g, double *M, double *scaled, size_t begin,
	size_t end)
{
	const size_t s = g->s, k = g->k;
	memset(M, 0, k * s * sizeof *M);
	for (size_t i0 = begin; i0 < end; i0 += BATCH) {
		size_t rows = end - i0 < BATCH ? end - i0 : BATCH, q = 0;
		const double *X = odd_cmat_row(g->X, i0), *Y = odd_cmat_row(g->Y, i0);
		if (g->w != NULL) {
			for (size_t i = 0; i < rows; i++)
				for (size_t c = 0; c < s; c += 8)
					*(odd__vec *)(scaled + i * s + c) =
						g->w[i0 + i] * *(const odd__vec *)(X + i * s + c);
			X = scaled;
		}
		for (; q + 4 <= k; q += 4)
			tile_columns(M, X, Y, rows, s, q, 4);
		for (; q < k; q++)
			tile_columns(M, X, Y, rows, s, q, 1);
	}
}

static void gram_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct gram *g = context;
	double *M = g->partial + chunk * (g->k + BATCH) * g->s;
	gram_rows(g, M, M + g->k * g->s, begin, end);
}

size_t odd__cross_gram_work(size_t rows, size_t k)
{
	odd__chunks chunks;
	odd__chunks_even(&chunks, rows);
	size_t s = (k + ODD_PAD - 1) / ODD_PAD * ODD_PAD;
	return (chunks.count > 0 ? chunks.count : 1) * (k + BATCH) * s;
}

odd_status odd__cross_gram(odd_mat out, odd_cmat X, const double *w, odd_cmat Y, double *work,
	const odd_job *job, odd_error *err)
{
	assert(X.rows == Y.rows && X.cols == Y.cols && X.stride == Y.stride);
	assert(out.rows == X.cols && out.cols == X.cols && out.stride == X.stride);
	struct gram g = {X, Y, w, work, X.cols, X.stride};
	odd__chunks chunks;
	odd__chunks_even(&chunks, X.rows);
	odd_status status = odd__parallel(job, &chunks, gram_chunk, &g, NULL, err);
	if (status != ODD_OK)
		return status;
	memset(out.data, 0, out.rows * out.stride * sizeof(double));
	for (size_t c = 0; c < chunks.count; c++) {
		const double *M = work + c * (g.k + BATCH) * g.s;
		for (size_t e = 0; e < g.k * g.s; e++)
			out.data[e] += M[e];
	}
	return ODD_OK;
}
