/* aane_start.c: where AANE begins: left singular vectors of a few columns of a sparse matrix.
 *
 *     B = S[:, columns] (N × m),   BᵀB = V Λ Vᵀ (m × m),   out = B V Λ^-½
 *
 * m is some hundreds and the vectors wanted are the strongest, so the Gram matrix does no harm, and
 * unlike a random sketch it gives the same vectors whatever the seed.
 * O(Σ_i (entries of row i in B)² + m³ + entries · K).
 */
#include "config.h"

#include "baseline/aane.h"

#include <assert.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

#define NOTHING \
	1e-12 /* eigenvalues of the Gram matrix under this share of the largest are zero \
	       */
#define NOWHERE UINT32_MAX

/* The named columns of S as a matrix of its own, numbered in the order of `columns`. */
static odd_status take_columns(
	odd_csr *B, odd_ccsr S, const uint32_t *columns, size_t count, odd_error *err)
{
	size_t entries = 0;
	uint32_t *place = malloc((S.cols + 1) * sizeof *place);
	if (place == NULL)
		return odd_error_nomem(err);
	for (size_t c = 0; c < S.cols; c++)
		place[c] = NOWHERE;
	for (size_t c = 0; c < count; c++)
		place[columns[c]] = (uint32_t)c;
	for (size_t e = 0; e < odd_csr_nnz(S); e++)
		entries += place[S.idx[e]] != NOWHERE;
	odd_status status = odd_csr_alloc(B, S.rows, count, entries, 1, err);
	size_t at = 0;
	for (size_t i = 0; i < S.rows && status == ODD_OK; i++) {
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			if (place[S.idx[e]] == NOWHERE)
				continue;
			B->idx[at] = place[S.idx[e]]; /* not rising, which nobody below needs */
			B->val[at++] = odd_csr_value(S, e);
		}
		B->ptr[i + 1] = at;
	}
	free(place);
	return status;
}

static void add_gram(odd_mat G, odd_ccsr B)
{
	for (size_t i = 0; i < B.rows; i++)
		for (size_t e = B.ptr[i]; e < B.ptr[i + 1]; e++)
			for (size_t f = B.ptr[i]; f < B.ptr[i + 1]; f++)
				odd_mat_row(G, B.idx[e])[B.idx[f]] += B.val[e] * B.val[f];
}

/* V (m × K) = the leading eigenvectors of G over the roots of their eigenvalues, strongest first;
 * columns that do not exist stay zero. */
static odd_status leading(odd_mat V, odd_mat G, odd_error *err)
{
	size_t m = G.rows, found = V.cols < m ? V.cols : m;
	odd_mat E = {NULL, 0, 0, 0}, values = E;
	lapack_int count = 0, *support = calloc(2 * m + 1, sizeof *support);
	odd_status status =
		support != NULL ? odd_mat_alloc(&E, m, found, err) : odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&values, 1, m, err);
	if (status != ODD_OK)
		goto out;
	int info = LAPACKE_dsyevr(LAPACK_ROW_MAJOR, 'V', 'I', 'U', (lapack_int)m, G.data,
		(lapack_int)G.stride, 0.0, 0.0, (lapack_int)(m - found + 1), (lapack_int)m, 0.0,
		&count, values.data, E.data, (lapack_int)E.stride, support);
	if (info != 0 || (size_t)count != found) {
		status =
			odd_error_set(err, ODD_ENUMERIC, "aane: no singular vectors to start from");
		goto out;
	}
	double most = values.data[found - 1]; /* they rise */
	for (size_t k = 0; k < found; k++) {
		double value = values.data[found - 1 - k];
		if (!(value > NOTHING * most))
			break;
		for (size_t c = 0; c < m; c++)
			odd_mat_row(V, c)[k] = odd_mat_row(E, c)[found - 1 - k] / sqrt(value);
	}
out:
	free(support);
	odd_mat_free(&E);
	odd_mat_free(&values);
	return status;
}

/* Column k: scaled, or its part along column q taken away (q < k). */
static void scale_column(odd_mat X, size_t k, double by)
{
	for (size_t i = 0; i < X.rows; i++)
		odd_mat_row(X, i)[k] *= by;
}

static double column_dot(odd_mat X, size_t k, size_t q)
{
	double sum = 0.0;
	for (size_t i = 0; i < X.rows; i++)
		sum += odd_mat_row(X, i)[k] * odd_mat_row(X, i)[q];
	return sum;
}

/* A random unit column at a right angle to all others; twice, because once leaves rounding. */
static void random_column(odd_mat X, size_t k, odd_rng *rng)
{
	for (size_t i = 0; i < X.rows; i++)
		odd_mat_row(X, i)[k] = odd_rng_normal(rng);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t q = 0; q < X.cols; q++) {
			if (q == k)
				continue;
			double along = column_dot(X, k, q);
			for (size_t i = 0; i < X.rows; i++)
				odd_mat_row(X, i)[k] -= along * odd_mat_row(X, i)[q];
		}
		double length = sqrt(column_dot(X, k, k));
		scale_column(X, k, length > 0.0 ? 1.0 / length : 0.0);
	}
}

/* Signs, and directions for the columns that are zero. */
static void finish_columns(odd_mat X, uint64_t seed)
{
	odd_rng rng;
	odd_rng_init(&rng, seed, "aane");
	for (size_t k = 0; k < X.cols; k++) {
		double largest = 0.0;
		for (size_t i = 0; i < X.rows; i++)
			if (fabs(odd_mat_row(X, i)[k]) > fabs(largest))
				largest = odd_mat_row(X, i)[k];
		if (largest == 0.0)
			random_column(X, k, &rng);
		else if (largest < 0.0)
			scale_column(X, k, -1.0);
	}
}

odd_status odd__aane_left_vectors(odd_mat out, odd_ccsr S, const uint32_t *columns, size_t count,
	uint64_t seed, const odd_job *job, odd_error *err)
{
	assert(out.rows == S.rows && out.cols <= S.rows && count > 0);
	odd_csr B = {0};
	odd_mat G = {NULL, 0, 0, 0}, V = G;
	odd_status status = take_columns(&B, S, columns, count, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&G, count, count, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&V, count, out.cols, err);
	if (status == ODD_OK) {
		add_gram(G, odd_csr_const(B));
		status = leading(V, G, err);
	}
	if (status == ODD_OK)
		status = odd_csr_times(out, odd_csr_const(B), NULL, odd_mat_const(V), job, err);
	if (status == ODD_OK)
		finish_columns(out, seed);
	odd_csr_clear(&B);
	odd_mat_free(&G);
	odd_mat_free(&V);
	return status;
}
