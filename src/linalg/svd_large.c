/* svd_large.c: subspace iteration for matrices that do not fit the caches, by as few passes over
 * anything long as there can be. Same spaces as in svd.c, with p columns and q = 4 rounds:
 *
 * LARGE (links: rows and cols both long). A half round is one pass: rows of S X T are made a block
 * at a time, their Gram matrix is summed while they are at hand, and from it comes the T (p × p)
 * that makes the columns orthonormal, which the next half round multiplies in:
 *     Y = S Ω,  T = orth(YᵀY);   Z = (Sᵀ Y) T,  T = orth(ZᵀZ);   Y = (S Z) T,  …
 * With Q = Y T and ZᵀZ = B Λ Bᵀ for the last Z = Sᵀ Q:  S ≈ Q Zᵀ = (Q B) (Z B)ᵀ.
 *
 * NARROW (words: many rows, few columns). y_i = S_i Z is scattered into Sᵀ S Z as soon as it is
 * made, so a round is one pass over S, and nothing of length rows × p exists:
 *     Z ← orth(Sᵀ S Z),  …   and with Zᵀ Sᵀ S Z = B Λ Bᵀ:   S ≈ (S Z B) (Z B)ᵀ.
 *
 * Both take singular values from a Gram matrix, which knows them to 1e-16 (σ₁/σ)². Where that is
 * not 1e-8 or better, they say so, and svd.c does without Gram matrices of unequal columns.
 */
#include "config.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/block.h"
#include "linalg/memory.h"
#include "linalg/spmm.h"
#include "linalg/svd.h"
#include "linalg/thin.h"

/* Generated networks of 63,000 nodes, 5 % planted, K 30: with 7, 4 and 2 rounds the loss at the
 * start is 0, 4e-5 and 5.5e-4 higher, after 40 iterations 0, 9e-4 and 2e-3 lower, and AUC .9928,
 * .9936, .9947. */
#define ROUNDS 4
#define SQUARE_CHUNKS 16   /* each with a sum of its own, added up in order */
#define APART 1e-8         /* smallest λ that is told from rounding, as a share of the largest */
#define STREAM_FROM (64e6) /* bytes: larger results are written past the caches */
#define SCRATCH_BLOCKS 2

struct half {
	odd_ccsr S;
	const uint32_t *visit;
	odd_cmat X;
	const double *T; /* NULL: the identity */
	odd_mat out;
	double *grams; /* p × stride for each chunk */
	bool stream;
};

struct square {
	odd_ccsr S;
	odd_cmat Z;
	double *parts; /* Z.rows × stride for each chunk */
};

#ifdef ODD__SET
void ODD__KERNEL(svd_half)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	const struct half *c = context;
	const size_t p = c->X.cols, s = c->X.stride;
	double *R = scratch, *Y = R + ODD__B * s, *gram = c->grams + chunk * p * s;
	memset(gram, 0, p * s * sizeof *gram);
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		const size_t rows = end - i0 < ODD__B ? end - i0 : ODD__B;
		const double *y = R;
		odd__spmm_rows(R, s, c->S, NULL, c->X, i0, i0 + rows);
		memset(R + rows * s, 0, (ODD__B - rows) * s * sizeof *R);
		if (c->T != NULL) {
			odd__block_times(Y, R, c->T, p, s);
			y = Y;
		}
		odd__gram_add(gram, s, y, y, rows, p, s, true);
		for (size_t i = 0; i < rows; i++) {
			const size_t row = c->visit != NULL ? c->visit[i0 + i] : i0 + i;
			double *to = odd_mat_row(c->out, row);
			if (c->stream)
				odd__stream(to, y + i * s, s);
			else
				memcpy(to, y + i * s, s * sizeof *to);
		}
	}
	odd__stream_end();
}

/* to += Sᵀ S Z over some rows; columns c … c + 8·E − 1. */
ODD__INLINE void square_width(
	double *to, const struct square *q, size_t begin, size_t end, size_t c, const int E)
{
	const size_t s = q->Z.stride;
	const int V = E * ODD__PER_8;
	for (size_t i = begin; i < end; i++) {
		odd__vec sum[ODD__SUMS_8 * ODD__PER_8];
		for (int v = 0; v < V; v++)
			sum[v] = (odd__vec){0};
		for (size_t e = q->S.ptr[i]; e < q->S.ptr[i + 1]; e++) {
			const double value = q->S.val != NULL ? q->S.val[e] : 1.0;
			const odd__vec *z = (const odd__vec *)(q->Z.data + q->S.idx[e] * s + c);
			for (int v = 0; v < V; v++)
				sum[v] += value * z[v];
		}
		for (size_t e = q->S.ptr[i]; e < q->S.ptr[i + 1]; e++) {
			const double value = q->S.val != NULL ? q->S.val[e] : 1.0;
			odd__vec *t = (odd__vec *)(to + q->S.idx[e] * s + c);
			for (int v = 0; v < V; v++)
				t[v] += value * sum[v];
		}
	}
}

void ODD__KERNEL(svd_square)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch;
	const struct square *q = context;
	const size_t s = q->Z.stride, size = q->Z.rows * s;
	double *to = q->parts + chunk * size;
	size_t e = 0;
	memset(to, 0, size * sizeof *to);
#define SQUARE(E) \
	square_width(to, q, begin, end, 8 * e, E); \
	e += E
	while (e < s / 8)
		ODD__EIGHTS(s / 8 - e, SQUARE)
#undef SQUARE
}
#else
/* ---- the last step of both --------------------------------------------------------------------
 */

/* From G = B Λ Bᵀ (destroyed): left = B Λ^¼ and right = B Λ^-¼ (p × p), the largest first. */
static odd_status ritz(
	odd_mat left, odd_mat right, double *sigma, bool *fine, size_t k, odd_mat G, odd_error *err)
{
	const size_t p = G.rows;
	double *lambda = malloc(p * sizeof *lambda);
	if (lambda == NULL)
		return odd_error_nomem(err);
	odd_status status = ODD_OK;
	for (size_t a = 0; a < p && status == ODD_OK; a++)
		for (size_t b = 0; b < p; b++)
			if (!isfinite(odd_mat_row(G, a)[b]))
				status = odd_error_set(err, ODD_ENUMERIC,
					"numbers grew beyond range while singular vectors were sought");
	if (status == ODD_OK && LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', (lapack_int)p, G.data,
					(lapack_int)G.stride, lambda) != 0)
		status = odd_error_set(err, ODD_ENUMERIC, "the core of the svd did not converge");
	if (status != ODD_OK)
		goto out;
	*fine = lambda[p - k] > APART * lambda[p - 1];
	for (size_t c = 0; c < p && *fine; c++) {
		const double value = lambda[p - 1 - c],
			     root = sqrt(sqrt(value > 0.0 ? value : 0.0));
		sigma[c] = root * root;
		for (size_t a = 0; a < p; a++) {
			const double b = odd_mat_row(G, a)[p - 1 - c];
			odd_mat_row(left, a)[c] = b * root;
			odd_mat_row(right, a)[c] = root > 0.0 ? b / root : 0.0;
		}
	}
out:
	free(lambda);
	return status;
}

static void tell(const odd__svd_problem *problem, double done, double total)
{
	odd_job_report(problem->job, problem->what, done, total);
}

/* ---- large ------------------------------------------------------------------------------------
 */

struct large {
	const odd__svd_problem *problem;
	odd__memory memory;
	odd_mat Y, Z; /* rows × p, cols × p, in one piece of memory */
	odd_mat G, T; /* p × p */
	double *grams;
	double done;
	double smallest; /* eigenvalue of a Gram matrix of unit diagonal so far */
};

/* out ← (Σ over the processes) T, and its Gram matrix. */
static odd_status sum_columns(struct large *run, odd_mat out, bool turned, odd_error *err)
{
	const odd__svd_problem *q = run->problem;
	odd_status status = ODD_OK;
	odd__comm_sum(q->comm, out.data, out.rows * out.stride);
	if (turned)
		status = odd__thin_times(
			out, odd_mat_const(out), odd_mat_const(run->T), q->job, err);
	return status == ODD_OK ? odd__gram(run->G, odd_mat_const(out), q->job, err) : status;
}

/* out = S X T with its Gram matrix in G; then T becomes what makes out orthonormal. */
static odd_status half_pass(
	struct large *run, odd_mat out, int side, odd_mat X, bool turned, odd_error *err)
{
	const odd__svd_problem *q = run->problem;
	odd_ccsr S = q->visit != NULL ? q->nearby[side] : side == 0 ? q->S : q->St;
	struct half c = {S, q->visit, odd_mat_const(X), turned ? run->T.data : NULL, out,
		run->grams, (double)(out.rows * out.stride) * 8.0 > STREAM_FROM};
	/* Columns that all processes have are summed over them as they are: their Gram matrix
	 * comes after. */
	const bool whole = side == 1 && q->halo == NULL && odd__comm_size(q->comm) > 1;
	if (whole && turned)
		c.T = NULL;
	odd__chunks chunks;
	odd__chunks_by_entries(&chunks, S.rows, S.ptr, X.cols);
	odd_status status = odd__halo_fill(q->halo, X, NULL, err);
	if (status == ODD_OK)
		status = odd__parallel_scratch(q->job, &chunks, odd__kernels()->svd_half, &c,
			SCRATCH_BLOCKS * ODD__B * X.stride * sizeof(double), NULL, err);
	if (status == ODD_OK && whole)
		status = sum_columns(run, out, turned, err);
	odd__halo_drop(q->halo, X);
	if (status != ODD_OK || whole) {
		tell(q, ++run->done, 2 * ROUNDS + 2);
		return status;
	}
	const size_t size = X.cols * X.stride;
	memset(run->G.data, 0, size * sizeof(double));
	for (size_t i = 0; i < chunks.count; i++)
		for (size_t e = 0; e < size; e++)
			run->G.data[e] += run->grams[i * size + e];
	odd__gram_mirror(run->G);
	odd__comm_sum(q->comm, run->G.data, size);
	tell(q, ++run->done, 2 * ROUNDS + 2);
	return ODD_OK;
}

static odd_status orthonormal(struct large *run, odd_error *err)
{
	double smallest;
	odd_status status = odd__orth_transform(run->T, &smallest, odd_mat_const(run->G), err);
	run->smallest = smallest;
	return status;
}

/* Y and Z, in lent memory when that suffices. Every row is written whole before it is read. */
static void take_factors(struct large *run, size_t p)
{
	const odd__svd_problem *q = run->problem;
	const size_t s = odd__padded(p), rows = (q->St.cols / ODD_ROW_PAD + 1) * ODD_ROW_PAD;
	const size_t cols = (q->S.cols / ODD_ROW_PAD + 1) * ODD_ROW_PAD;
	double *data = q->lent;
	if (data == NULL || q->lent_doubles / s < rows + cols)
		data = odd__take_matrix(&run->memory, rows + cols, p).data;
	if (data == NULL)
		return; /* the check of the memory tells */
	run->Y = (odd_mat){data, q->S.rows, p, s};
	run->Z = (odd_mat){data + rows * s, q->St.rows, p, s};
}

/* G of the last Z = Sᵀ Q. */
static odd_status iterate(struct large *run, odd_error *err)
{
	odd_status status = odd__svd_gauss(run->Z, run->problem, err);
	for (int half = 0; half < 2 * ROUNDS + 2 && status == ODD_OK; half++) {
		if (half > 0)
			status = orthonormal(run, err);
		if (status == ODD_OK && half % 2 == 0)
			status = half_pass(run, run->Y, 0, run->Z, half > 0, err);
		else if (status == ODD_OK)
			status = half_pass(run, run->Z, 1, run->Y, true, err);
	}
	return status;
}

odd_status odd__svd_large(odd_mat L, odd_mat Rt, double *sigma, bool *fine, size_t p,
	const odd__svd_problem *problem, odd_error *err)
{
	struct large run = {.problem = problem};
	const size_t k = L.cols;
	odd__memory *memory = &run.memory;
	odd_cmat Y, Z;
	take_factors(&run, p);
	run.G = odd__take_matrix(memory, p, p);
	run.T = odd__take_matrix(memory, p, p);
	run.grams = odd__take(memory, ODD__CHUNKS_MAX * p, odd__padded(p) * sizeof *run.grams);
	odd_mat left = odd__take_matrix(memory, p, k), right = odd__take_matrix(memory, p, k);
	odd_mat B = odd__take_matrix(memory, p, p), B2 = odd__take_matrix(memory, p, p);
	odd_mat turned = odd__take_matrix(memory, p, k);
	odd_status status = odd__memory_check(memory, err);
	*fine = false;
	tell(problem, 0.0, 2 * ROUNDS + 2);
	if (status == ODD_OK)
		status = iterate(&run, err);
	if (status == ODD_OK)
		status = ritz(B2, B, sigma, fine, k, run.G, err);
	*fine = *fine && run.smallest > APART;
	if (status != ODD_OK || !*fine)
		goto out;
	Y = odd_mat_const(run.Y);
	Z = odd_mat_const(run.Z);
	if ((status = odd__svd_settle(left, right, B, B2, Z, sigma, problem, err)) == ODD_OK &&
		(status = odd__thin_times(
			 turned, odd_mat_const(run.T), odd_mat_const(left), NULL, err)) == ODD_OK &&
		(status = odd__thin_times(L, Y, odd_mat_const(turned), problem->job, err)) ==
			ODD_OK)
		status = odd__thin_times(Rt, Z, odd_mat_const(right), problem->job, err);
out:
	odd__memory_free(memory);
	return status;
}

/* ---- narrow -----------------------------------------------------------------------------------
 */

/* out = Sᵀ S Z. */
static odd_status square_pass(
	odd_mat out, double *parts, odd_mat Z, const odd__svd_problem *problem, odd_error *err)
{
	struct square q = {problem->S, odd_mat_const(Z), parts};
	odd__chunks chunks = {.count = SQUARE_CHUNKS};
	for (size_t i = 0; i <= SQUARE_CHUNKS; i++)
		chunks.begin[i] = i * problem->S.rows / SQUARE_CHUNKS;
	odd_status status = odd__parallel_scratch(
		problem->job, &chunks, odd__kernels()->svd_square, &q, 0, NULL, err);
	const size_t size = Z.rows * Z.stride;
	memcpy(out.data, parts, size * sizeof *parts);
	for (size_t i = 1; i < SQUARE_CHUNKS; i++)
		for (size_t e = 0; e < size; e++)
			out.data[e] += parts[i * size + e];
	if (status == ODD_OK)
		odd__comm_sum(problem->comm, out.data, size);
	return status;
}

odd_status odd__svd_narrow(odd_mat L, odd_mat Rt, double *sigma, bool *fine, size_t p,
	const odd__svd_problem *problem, odd_error *err)
{
	const odd_mat no_r = {NULL, 0, 0, 0};
	const odd_job *job = problem->job;
	const size_t cols = problem->S.cols, k = L.cols;
	odd__memory memory = {0};
	odd_mat Z = odd__take_matrix(&memory, cols, p), next = odd__take_matrix(&memory, cols, p);
	odd_mat G = odd__take_matrix(&memory, p, p), M = odd__take_matrix(&memory, cols, k);
	odd_mat B = odd__take_matrix(&memory, p, p), B2 = odd__take_matrix(&memory, p, p);
	odd_mat left = odd__take_matrix(&memory, p, k), right = odd__take_matrix(&memory, p, k);
	double *parts = odd__take(&memory, SQUARE_CHUNKS * cols, odd__padded(p) * sizeof *parts);
	double *work = odd__take(&memory, odd__cross_gram_work(cols, p), sizeof *work);
	odd_status status = odd__memory_check(&memory, err);
	*fine = false;
	tell(problem, 0.0, ROUNDS + 3);
	if (status == ODD_OK)
		status = odd__svd_gauss(Z, problem, err);
	if (status == ODD_OK)
		status = odd__orthonormalise(Z, no_r, job, err);
	for (int round = 0; round <= ROUNDS && status == ODD_OK; round++) {
		status = square_pass(next, parts, Z, problem, err);
		if (status == ODD_OK)
			status = odd__orthonormalise(next, no_r, job, err);
		odd_mat t = Z;
		Z = next;
		next = t;
		tell(problem, round + 1, ROUNDS + 3);
	}
	odd_cmat z = odd_mat_const(Z);
	if (status == ODD_OK)
		status = square_pass(next, parts, Z, problem, err);
	if (status == ODD_OK)
		status = odd__cross_gram(G, z, NULL, odd_mat_const(next), work, job, err);
	if (status == ODD_OK)
		status = ritz(B, B2, sigma, fine, k, G, err);
	if (status == ODD_OK && *fine &&
		(status = odd__svd_settle(left, right, B, B2, z, sigma, problem, err)) == ODD_OK) {
		tell(problem, ROUNDS + 2, ROUNDS + 3);
		status = odd__thin_times(M, z, odd_mat_const(left), job, err);
		if (status == ODD_OK)
			status = odd__thin_times(Rt, z, odd_mat_const(right), job, err);
		if (status == ODD_OK)
			status = odd_csr_times(L, problem->S, NULL, odd_mat_const(M), job, err);
	}
	odd__memory_free(&memory);
	return status;
}
#endif
