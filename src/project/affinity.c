/* affinity.c: how much each point cares for its neighbours.
 *
 *     p_j|i ∝ exp(−β_i d_ij²),  β_i such that  H_i = ln Z + β Σ d² p = ln perplexity
 *     P = (p_j|i + p_i|j) / 2N
 *
 * Distances are taken relative to the nearest: the entropy is the same and nothing underflows.
 * H falls as β grows, so β is bracketed by doubling or halving and then bisected.
 */
#include "config.h"

#include "project/tsne_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"

#define STEPS 200      /* of bracketing and bisection together */
#define TOLERANCE 1e-5 /* of the entropy, in nats */

/* p for one β, and its entropy. */
static double fill_row(double *p, const double *d2, size_t u, double least, double beta)
{
	double sum = 0.0, weighted = 0.0;
	for (size_t j = 0; j < u; j++) {
		double d = d2[j] - least;
		p[j] = exp(-beta * d);
		sum += p[j];
		weighted += p[j] > 0.0 ? d * p[j] : 0.0;
	}
	for (size_t j = 0; j < u; j++)
		p[j] /= sum;
	return log(sum) + beta * weighted / sum;
}

double odd__affinity_row(double *p, const double *d2, size_t u, double perplexity)
{
	double least = HUGE_VAL, mean = 0.0, target = log(perplexity), H = 0.0;
	for (size_t j = 0; j < u; j++)
		least = d2[j] < least ? d2[j] : least;
	for (size_t j = 0; j < u; j++)
		mean += (d2[j] - least) / (double)u;
	/* Start on the scale of the row; a row of equal distances has none. */
	double beta = mean > 0.0 ? 1.0 / mean : 1.0, low = 0.0, high = HUGE_VAL;
	if (!isfinite(beta))
		beta = 1.0;
	for (int step = 0; step < STEPS; step++) {
		H = fill_row(p, d2, u, least, beta);
		if (fabs(H - target) <= TOLERANCE || !(mean > 0.0))
			break;
		if (H > target) {
			low = beta;
			beta = isfinite(high) ? 0.5 * (low + high) : 2.0 * beta;
		} else {
			high = beta;
			beta = 0.5 * (low + high);
		}
	}
	return exp(H);
}

struct rows {
	const double *d2;
	double *p;
	size_t u;
	double perplexity;
};

static void rows_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct rows *r = context;
	for (size_t i = begin; i < end; i++)
		odd__affinity_row(r->p + i * r->u, r->d2 + i * r->u, r->u, r->perplexity);
}

/* The rows of a CSR with u entries in each, columns rising. Distances are used up as room. */
static odd_status conditional(odd_csr *out, size_t N, size_t u, double perplexity, odd_cmat X,
	const odd_job *job, odd_error *err)
{
	odd_csr near;
	odd_status status = odd_csr_alloc(&near, N, N, N * u, 1, err);
	double *d2 = malloc((N * u + 1) * sizeof *d2);
	memset(out, 0, sizeof *out);
	if (status == ODD_OK && d2 == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd__knn(near.idx, d2, u, X, job, err);
	if (status != ODD_OK)
		goto out;
	for (size_t i = 0; i <= N; i++)
		near.ptr[i] = i * u;
	struct rows r = {d2, near.val, u, perplexity};
	odd__chunks chunks;
	odd__chunks_even(&chunks, N);
	status = odd__parallel(job, &chunks, rows_chunk, &r, "t-SNE: affinities", err);
	free(d2);
	d2 = NULL;
	/* Twice transposed, rows come out with their columns rising. */
	odd_csr turned;
	if (status == ODD_OK)
		status = odd_csr_transpose(&turned, odd_csr_const(near), err);
	if (status == ODD_OK) {
		status = odd_csr_transpose(out, odd_csr_const(turned), err);
		odd_csr_clear(&turned);
	}
out:
	free(d2);
	odd_csr_clear(&near);
	return status;
}

/* Walk two sorted rows together. With to == NULL only counts; otherwise writes from `at` on. */
static size_t merge_row(odd_csr *to, size_t at, odd_ccsr a, odd_ccsr b, size_t i)
{
	size_t e = a.ptr[i], f = b.ptr[i], start = at;
	while (e < a.ptr[i + 1] || f < b.ptr[i + 1]) {
		uint32_t left = e < a.ptr[i + 1] ? a.idx[e] : UINT32_MAX;
		uint32_t right = f < b.ptr[i + 1] ? b.idx[f] : UINT32_MAX;
		uint32_t j = left < right ? left : right;
		double sum = 0.0;
		if (left == j)
			sum += a.val[e++];
		if (right == j)
			sum += b.val[f++];
		if (!(sum > 0.0)) /* too far away to be told from nothing */
			continue;
		if (to != NULL) {
			to->idx[at] = j;
			to->val[at] = sum;
		}
		at++;
	}
	return at - start;
}

odd_status odd__affinities(
	odd_csr *P, double perplexity, odd_cmat X, const odd_job *job, odd_error *err)
{
	size_t N = X.rows, u = (size_t)(3.0 * perplexity) + 1;
	if (u > N - 1)
		u = N - 1;
	odd_csr C, Ct = {0};
	memset(P, 0, sizeof *P);
	odd_status status = conditional(&C, N, u, perplexity, X, job, err);
	if (status == ODD_OK)
		status = odd_csr_transpose(&Ct, odd_csr_const(C), err);
	if (status != ODD_OK)
		goto out;
	odd_ccsr a = odd_csr_const(C), b = odd_csr_const(Ct);
	size_t nnz = 0;
	for (size_t i = 0; i < N; i++)
		nnz += merge_row(NULL, 0, a, b, i);
	status = odd_csr_alloc(P, N, N, nnz, 1, err);
	if (status != ODD_OK)
		goto out;
	for (size_t i = 0; i < N; i++)
		P->ptr[i + 1] = P->ptr[i] + merge_row(P, P->ptr[i], a, b, i);
	double total = 0.0;
	for (size_t e = 0; e < nnz; e++)
		total += P->val[e];
	for (size_t e = 0; e < nnz; e++)
		P->val[e] /= total;
out:
	odd_csr_clear(&C);
	odd_csr_clear(&Ct);
	return status;
}
