/* svd.c: randomised subspace iteration (Halko, Martinsson, Tropp 2011).
 *
 *     Y = S Ω, Ω Gaussian (cols × p), p = k + 10
 *     q times:  Y ← orth(Y),  Z = orth(Sᵀ Y),  Y = S Z        (q = 7, or 4 when k is a tenth of
 *                                                              the smaller side or more)
 *     Q = orth(Y),  Sᵀ Q = Qz R,  R = A Σ Bᵀ (p × p)
 *     S ≈ Q Qᵀ S = (Q B) Σ (Qz A)ᵀ
 *
 * An orthonormal basis at every half round keeps small directions from drowning in large ones.
 * Matrices that do not fit the caches go another way to the same end, see svd_large.c.
 * Time O(q (nnz p + (rows + cols) p²)); memory (rows + cols) p doubles beside the results.
 */
#include "config.h"

#include "linalg/svd.h"

#include <assert.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/canonical.h"
#include "linalg/thin.h"
#include "base/rng.h"

#define OVERSAMPLING 10
#define LARGE_FROM ((size_t)16 << 20) /* bytes of p columns: from here on every pass counts */
#define NARROW_TO ((size_t)1 << 20)   /* bytes of p columns that stay in the second cache */

struct gauss {
	odd_mat Z;
	odd_rng parent;
	size_t first; /* row 0 of Z among the rows of all processes */
};

static void gauss_row(odd_rng *rng, double *row, odd_mat Z)
{
	for (size_t j = 0; j < Z.cols; j++) {
		const double x = odd_rng_normal(rng);
		if (row != NULL)
			row[j] = x;
	}
	for (size_t j = Z.cols; row != NULL && j < Z.stride; j++)
		row[j] = 0.0;
}

/* A stream for each chunk, and chunks depend on the shape alone. */
static void gauss_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct gauss *p = context;
	odd_rng rng;
	odd_rng_split(&rng, &p->parent, chunk);
	const size_t last = p->first + p->Z.rows;
	/* The numbers of rows that other processes hold are drawn and dropped. */
	for (size_t i = begin; i < end && i < last && end > p->first; i++)
		gauss_row(&rng, i >= p->first ? odd_mat_row(p->Z, i - p->first) : NULL, p->Z);
}

odd_status odd__svd_gauss(odd_mat Z, const odd__svd_problem *problem, odd_error *err)
{
	struct gauss p = {.Z = Z, .first = odd__svd_first_column(problem)};
	odd__chunks chunks;
	odd_rng_init(&p.parent, problem->seed, "svd");
	odd__chunks_even(&chunks, odd__svd_cols_of_all(problem));
	return odd__parallel(problem->job, &chunks, gauss_chunk, &p, NULL, err);
}

/* What the calls below share. */
struct svd {
	const odd__svd_problem *problem;
	odd_ccsr S, St;
	odd_mat Y, Z; /* rows × p, cols × p */
	const char *what;
	const odd_job *job;
	double done, total; /* half rounds */
};

/* Out = S In (side 0) or Sᵀ In (side 1), made orthonormal; R as in odd__orthonormalise. */
static odd_status half_round(
	struct svd *run, odd_mat out, int side, odd_mat in, odd_mat R, odd_error *err)
{
	odd_job own;
	const odd__svd_problem *q = run->problem;
	const odd_ccsr S = side == 0 ? run->S : run->St;
	const odd__comm *columns = odd__svd_column_comm(q);
	const odd_job *job = odd__job_for(&own, run->job, 2.0 * (double)(odd_csr_nnz(S) * in.cols));
	odd_status status = odd__halo_fill(q->halo, in, NULL, err);
	if (status == ODD_OK)
		status = odd_csr_times(out, S, NULL, odd__with_halo(in, S.cols), job, err);
	if (status == ODD_OK && side == 1 && columns == NULL)
		odd__comm_sum(q->comm, out.data, out.rows * out.stride);
	if (status == ODD_OK)
		status = odd__orthonormalise_over(
			out, R, side == 0 ? q->comm : columns, run->job, err);
	if (status == ODD_OK)
		odd_job_report(run->job, run->what, ++run->done, run->total);
	return status;
}

/* Y orthonormal and close to the leading left space of S. */
static odd_status find_space(struct svd *run, size_t k, odd_error *err)
{
	const odd_mat no_r = {NULL, 0, 0, 0};
	const size_t rows = odd__svd_rows_of_all(run->problem);
	const size_t cols = odd__svd_cols_of_all(run->problem), small = rows < cols ? rows : cols;
	int rounds = 10 * k < small ? 7 : 4;
	run->total = 2 * rounds + 2;
	odd_job_report(run->job, run->what, 0.0, run->total);
	odd_status status = odd__svd_gauss(run->Z, run->problem, err);
	if (status == ODD_OK)
		status = half_round(run, run->Y, 0, run->Z, no_r, err);
	for (int round = 0; round < rounds && status == ODD_OK; round++) {
		status = half_round(run, run->Z, 1, run->Y, no_r, err);
		if (status == ODD_OK)
			status = half_round(run, run->Y, 0, run->Z, no_r, err);
	}
	return status;
}

/* Bl = B √Σ and Br = A √Σ (p × p) and Σ itself, from R = A Σ Bᵀ. */
static odd_status split_core(odd_mat Bl, odd_mat Br, double *sigma, odd_mat R, odd_error *err)
{
	size_t p = R.rows;
	odd_mat Bt = {NULL, 0, 0, 0};
	odd_status status = odd_mat_alloc(&Bt, p, p, err);
	if (status == ODD_OK && LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'A', (lapack_int)p, (lapack_int)p,
					R.data, (lapack_int)R.stride, sigma, Br.data,
					(lapack_int)Br.stride, Bt.data, (lapack_int)Bt.stride) != 0)
		status = odd_error_set(err, ODD_ENUMERIC, "the core of the svd did not converge");
	for (size_t c = 0; status == ODD_OK && c < p; c++) {
		double root = sqrt(sigma[c]);
		for (size_t a = 0; a < p; a++) {
			odd_mat_row(Bl, a)[c] = odd_mat_row(Bt, c)[a] * root;
			odd_mat_row(Br, a)[c] *= root;
		}
	}
	odd_mat_free(&Bt);
	return status;
}

odd_status odd__svd_settle(odd_mat left, odd_mat right, odd_mat B, odd_mat B2, odd_cmat Z,
	double *sigma, const odd__svd_problem *problem, odd_error *err)
{
	const size_t k = left.cols, p = B.cols;
	const double least = ODD__RANK_TOLERANCE * sigma[0];
	size_t *end = malloc(p * sizeof *end), rank = 0;
	double *root = malloc(p * sizeof *root);
	odd_mat W = {NULL, 0, 0, 0};
	odd_status status = end != NULL && root != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t c = 0; c < p && status == ODD_OK; c++) {
		sigma[c] = sigma[c] > 0.0 && sigma[c] >= least ? sigma[c] : 0.0;
		root[c] = sqrt(sigma[c]);
		rank += sigma[c] > 0.0;
	}
	if (status == ODD_OK)
		odd__group_ends(end, sigma, rank, 0.0);
	rank = rank < k ? rank : k;
	const size_t most = status == ODD_OK ? odd__group_most(end, rank) : 1;
	if (most > 1) {
		status = odd_mat_alloc(&W, p, most, err);
		if (status == ODD_OK)
			status = odd__fixed_products(W, Z, odd__svd_first_column(problem),
				odd__svd_column_comm(problem), problem->job, err);
		if (status == ODD_OK)
			status = odd__canonical_columns(
				B, B2, root, end, rank, odd_mat_const(W), err);
	}
	for (size_t a = 0; a < p && status == ODD_OK; a++)
		for (size_t c = 0; c < k; c++) {
			odd_mat_row(right, a)[c] = c < rank ? odd_mat_row(B, a)[c] : 0.0;
			odd_mat_row(left, a)[c] = c < rank ? odd_mat_row(B2, a)[c] : 0.0;
		}
	odd_mat_free(&W);
	free(end);
	free(root);
	return status;
}

/* From the space to the factors: one more product and everything small. */
static odd_status make_factors(
	struct svd *run, odd_mat L, odd_mat Rt, double *sigma, odd_error *err)
{
	size_t p = run->Y.cols, k = L.cols;
	odd_mat all[5] = {{NULL, 0, 0, 0}}, left, right;
	odd_status status = ODD_OK;
	for (int m = 0; m < 5 && status == ODD_OK; m++)
		status = odd_mat_alloc(&all[m], p, m < 3 ? p : k, err);
	left = all[3];
	right = all[4];
	if (status == ODD_OK)
		status = half_round(run, run->Z, 1, run->Y, all[0], err);
	if (status == ODD_OK)
		status = split_core(all[1], all[2], sigma, all[0], err);
	if (status == ODD_OK)
		status = odd__svd_settle(left, right, all[2], all[1], odd_mat_const(run->Z), sigma,
			run->problem, err);
	if (status == ODD_OK)
		status = odd__thin_times(
			L, odd_mat_const(run->Y), odd_mat_const(left), run->job, err);
	if (status == ODD_OK)
		status = odd__thin_times(
			Rt, odd_mat_const(run->Z), odd_mat_const(right), run->job, err);
	for (int m = 0; m < 5; m++)
		odd_mat_free(&all[m]);
	return status;
}

/* ---- signs: of the left vectors, both sides turned alike ---- */

struct signs {
	odd_mat m;
	double *high, *low; /* of each chunk of rows, m.cols each */
	double *sign;       /* m.cols */
};

static void find_extremes(void *context, size_t chunk, size_t begin, size_t end)
{
	struct signs *p = context;
	const size_t cols = p->m.cols;
	double *high = p->high + chunk * cols, *low = p->low + chunk * cols;
	for (size_t i = begin; i < end; i++) {
		const double *l = odd_mat_row(p->m, i);
		for (size_t j = 0; j < cols; j++) {
			high[j] = l[j] > high[j] ? l[j] : high[j];
			low[j] = l[j] < low[j] ? l[j] : low[j];
		}
	}
}

static void turn_signs(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct signs *p = context;
	for (size_t i = begin; i < end; i++) {
		double *l = odd_mat_row(p->m, i);
		for (size_t j = 0; j < p->m.cols; j++)
			l[j] = p->sign[j] < 0.0 ? -l[j] : l[j];
	}
}

static odd_status fix_signs(odd_mat L, odd_mat Rt, const odd__svd_problem *problem, odd_error *err)
{
	const odd_job *job = problem->job;
	odd__chunks chunks;
	odd__chunks_even(&chunks, L.rows);
	const size_t size = chunks.count * L.cols;
	double *room = calloc(2 * size + L.cols, sizeof *room);
	struct signs p = {L, room, room + size, room + 2 * size};
	if (room == NULL)
		return odd_error_nomem(err);
	odd_status status = odd__parallel(job, &chunks, find_extremes, &p, NULL, err);
	for (size_t e = L.cols; e < size; e++) {
		p.high[e % L.cols] = fmax(p.high[e % L.cols], p.high[e]);
		p.low[e % L.cols] = fmin(p.low[e % L.cols], p.low[e]);
	}
	for (size_t j = 0; j < L.cols; j++)
		p.low[j] = -p.low[j];
	if (status == ODD_OK)
		status = odd__comm_largest(problem->comm, p.high, L.cols, err);
	if (status == ODD_OK)
		status = odd__comm_largest(problem->comm, p.low, L.cols, err);
	for (size_t j = 0; j < L.cols && status == ODD_OK; j++) {
		p.sign[j] = odd__sign_of_extremes(p.high[j], -p.low[j]);
		if (p.sign[j] != 0.0)
			continue;
		for (size_t i = 0; i < L.rows; i++)
			p.sign[j] +=
				odd_mat_row(L, i)[j] * odd__fixed_number(problem->first_row + i, 0);
		odd__comm_sum(problem->comm, &p.sign[j], 1);
	}
	if (status == ODD_OK)
		status = odd__parallel(job, &chunks, turn_signs, &p, NULL, err);
	odd__chunks_even(&chunks, Rt.rows);
	p.m = Rt;
	if (status == ODD_OK)
		status = odd__parallel(job, &chunks, turn_signs, &p, NULL, err);
	free(room);
	return status;
}

static odd_status small_svd(odd_mat L, odd_mat Rt, double *sigma, size_t p,
	const odd__svd_problem *problem, odd_error *err)
{
	struct svd run = {.problem = problem,
		.S = problem->S,
		.St = problem->St,
		.what = problem->what,
		.job = problem->job};
	/* Room for the halo, too. */
	odd_status status = odd_mat_alloc(&run.Y, run.St.cols, p, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&run.Z, run.S.cols, p, err);
	run.Y.rows = run.S.rows;
	run.Z.rows = run.St.rows;
	if (status == ODD_OK)
		status = find_space(&run, L.cols, err);
	if (status == ODD_OK)
		status = make_factors(&run, L, Rt, sigma, err);
	odd_mat_free(&run.Y);
	odd_mat_free(&run.Z);
	return status;
}

odd__svd_way odd__svd_way_for(odd_ccsr S, size_t k)
{
	const size_t row = (k + OVERSAMPLING) * sizeof(double);
	if (S.rows * row <= LARGE_FROM)
		return ODD__SVD_SMALL;
	return S.cols * row <= NARROW_TO ? ODD__SVD_NARROW : ODD__SVD_LARGE;
}

odd_status odd__svd_by(odd__svd_way way, odd_mat L, odd_mat Rt, double *sigma,
	const odd__svd_problem *problem, odd_error *err)
{
	const size_t rows = odd__svd_rows_of_all(problem), cols = odd__svd_cols_of_all(problem);
	assert(L.rows == problem->S.rows && Rt.rows == problem->St.rows && L.cols == Rt.cols);
	size_t k = L.cols, p = k + OVERSAMPLING;
	if (p > rows)
		p = rows;
	if (p > cols)
		p = cols;
	if (k == 0)
		return ODD_OK;
	if (p == 0) { /* one side is empty: nothing to decompose */
		for (size_t j = 0; sigma != NULL && j < k; j++)
			sigma[j] = 0.0;
		for (size_t i = 0; i < L.rows; i++)
			memset(odd_mat_row(L, i), 0, k * sizeof(double));
		for (size_t i = 0; i < Rt.rows; i++)
			memset(odd_mat_row(Rt, i), 0, k * sizeof(double));
		return ODD_OK;
	}
	double *all = malloc(p * sizeof *all); /* singular values, beyond k as well */
	if (all == NULL)
		return odd_error_nomem(err);
	odd_status status = ODD_OK;
	bool fine = false;
	if (k <= p && way == ODD__SVD_LARGE)
		status = odd__svd_large(L, Rt, all, &fine, p, problem, err);
	else if (k <= p && way == ODD__SVD_NARROW)
		status = odd__svd_narrow(L, Rt, all, &fine, p, problem, err);
	if (status == ODD_OK && !fine)
		status = small_svd(L, Rt, all, p, problem, err);
	for (size_t c = 0; sigma != NULL && c < k; c++)
		sigma[c] = c < p ? all[c] : 0.0;
	free(all);
	return status == ODD_OK ? fix_signs(L, Rt, problem, err) : status;
}

odd_status odd_svd(odd_mat L, odd_mat Rt, double *sigma, odd_ccsr S, odd_ccsr St, uint64_t seed,
	const char *what, const odd_job *job, odd_error *err)
{
	const odd__svd_problem problem = {.S = S, .St = St, .seed = seed, .what = what, .job = job};
	assert(St.rows == S.cols && St.cols == S.rows);
	return odd__svd_by(odd__svd_way_for(S, L.cols), L, Rt, sigma, &problem, err);
}

odd_status odd__svd_rows(odd_mat X, odd_ccsr S, size_t asked, uint64_t seed, const char *what,
	const odd_job *job, odd_error *err)
{
	odd_csr St = {0};
	odd_mat L = {0}, R = {0};
	double *sigma = malloc((asked + 1) * sizeof *sigma);
	odd_status status =
		sigma != NULL ? odd_csr_transpose_with(&St, S, job, err) : odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&L, S.rows, asked, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&R, S.cols, asked, err);
	if (status == ODD_OK)
		status = odd_svd(L, R, sigma, S, odd_csr_const(St), seed, what, job, err);
	for (size_t i = 0; i < S.rows && status == ODD_OK; i++)
		for (size_t q = 0; q < X.cols; q++)
			odd_mat_row(X, i)[q] = odd_mat_row(L, i)[q] * sqrt(sigma[q]);
	odd_csr_clear(&St);
	odd_mat_free(&L);
	odd_mat_free(&R);
	free(sigma);
	return status;
}
