/* svd.c: randomised subspace iteration (Halko, Martinsson, Tropp 2011).
 *
 *     Y = S Ω, Ω Gaussian (cols × p), p = k + 10
 *     q times:  Y ← orth(Y),  Z = orth(Sᵀ Y),  Y = S Z        (q = 7, or 4 when k is a tenth of
 *                                                              the smaller side or more)
 *     Q = orth(Y),  Sᵀ Q = Qz R,  R = A Σ Bᵀ (p × p)
 *     S ≈ Q Qᵀ S = (Q B) Σ (Qz A)ᵀ
 *
 * An orthonormal basis at every half round keeps small directions from drowning in large ones.
 * Time O(q (nnz p + (rows + cols) p²)); memory (rows + cols) p doubles beside the results.
 */
#include "config.h"

#include "oddone/linalg/svd.h"

#include <assert.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/thin.h"
#include "oddone/base/rng.h"

#define OVERSAMPLING 10
#define RANK_TOLERANCE 1e-12 /* singular values under this share of the largest are zero */

struct gauss {
	odd_mat Z;
	odd_rng parent;
};

/* A stream for each chunk, and chunks depend on the shape alone. */
static void gauss_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct gauss *p = context;
	odd_rng rng;
	odd_rng_split(&rng, &p->parent, chunk);
	for (size_t i = begin; i < end; i++)
		for (size_t j = 0; j < p->Z.cols; j++)
			odd_mat_row(p->Z, i)[j] = odd_rng_normal(&rng);
}

static odd_status fill_gauss(odd_mat Z, uint64_t seed, const odd_job *job, odd_error *err)
{
	struct gauss p = {.Z = Z};
	odd_rng_init(&p.parent, seed, "svd");
	odd__chunks chunks;
	odd__chunks_even(&chunks, Z.rows);
	return odd__parallel(job, &chunks, gauss_chunk, &p, NULL, err);
}

/* What the calls below share. */
struct svd {
	odd_ccsr S, St;
	odd_mat Y, Z; /* rows × p, cols × p */
	const char *what;
	const odd_job *job;
	double done, total; /* half rounds */
};

/* Out = S In, made orthonormal; R as in odd__orthonormalise. */
static odd_status half_round(
	struct svd *run, odd_mat out, odd_ccsr S, odd_mat in, odd_mat R, odd_error *err)
{
	odd_job own;
	const odd_job *job = odd__job_for(&own, run->job, 2.0 * (double)(odd_csr_nnz(S) * in.cols));
	odd_status status = odd_csr_times(out, S, NULL, odd_mat_const(in), job, err);
	if (status == ODD_OK)
		status = odd__orthonormalise(out, R, run->job, err);
	if (status == ODD_OK)
		odd_job_report(run->job, run->what, ++run->done, run->total);
	return status;
}

/* Y orthonormal and close to the leading left space of S. */
static odd_status find_space(struct svd *run, size_t k, uint64_t seed, odd_error *err)
{
	const odd_mat no_r = {NULL, 0, 0, 0};
	size_t small = run->S.rows < run->S.cols ? run->S.rows : run->S.cols;
	int rounds = 10 * k < small ? 7 : 4;
	run->total = 2 * rounds + 2;
	odd_job_report(run->job, run->what, 0.0, run->total);
	odd_status status = fill_gauss(run->Z, seed, run->job, err);
	if (status == ODD_OK)
		status = half_round(run, run->Y, run->S, run->Z, no_r, err);
	for (int round = 0; round < rounds && status == ODD_OK; round++) {
		status = half_round(run, run->Z, run->St, run->Y, no_r, err);
		if (status == ODD_OK)
			status = half_round(run, run->Y, run->S, run->Z, no_r, err);
	}
	return status;
}

/* Bl = B √Σ and Br = A √Σ, first k columns, from R = A Σ Bᵀ; sigma as in odd_svd. */
static odd_status split_core(odd_mat Bl, odd_mat Br, double *sigma, odd_mat R, odd_error *err)
{
	size_t p = R.rows, k = Bl.cols;
	odd_mat A = {NULL, 0, 0, 0}, Bt = A, s = A;
	odd_status status = odd_mat_alloc(&A, p, p, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&Bt, p, p, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&s, 1, p, err);
	if (status != ODD_OK)
		goto out;
	if (LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'A', (lapack_int)p, (lapack_int)p, R.data,
		    (lapack_int)R.stride, s.data, A.data, (lapack_int)A.stride, Bt.data,
		    (lapack_int)Bt.stride) != 0) {
		status = odd_error_set(err, ODD_ENUMERIC, "the core of the svd did not converge");
		goto out;
	}
	for (size_t c = 0; c < k; c++) {
		double value = c < p && s.data[c] > RANK_TOLERANCE * s.data[0] ? s.data[c] : 0.0;
		double root = sqrt(value);
		if (sigma != NULL)
			sigma[c] = value;
		for (size_t a = 0; a < p; a++) {
			odd_mat_row(Bl, a)[c] = value > 0.0 ? odd_mat_row(Bt, c)[a] * root : 0.0;
			odd_mat_row(Br, a)[c] = value > 0.0 ? odd_mat_row(A, a)[c] * root : 0.0;
		}
	}
out:
	odd_mat_free(&A);
	odd_mat_free(&Bt);
	odd_mat_free(&s);
	return status;
}

/* The largest entry of each column of L (the first of several) becomes positive. */
static void fix_signs(odd_mat L, odd_mat Rt, double *largest)
{
	memset(largest, 0, L.cols * sizeof *largest);
	for (size_t i = 0; i < L.rows; i++) {
		const double *l = odd_mat_row(L, i);
		for (size_t j = 0; j < L.cols; j++)
			if (fabs(l[j]) > fabs(largest[j]))
				largest[j] = l[j];
	}
	for (int side = 0; side < 2; side++) {
		odd_mat m = side == 0 ? L : Rt;
		for (size_t i = 0; i < m.rows; i++)
			for (size_t j = 0; j < m.cols; j++)
				if (largest[j] < 0.0)
					odd_mat_row(m, i)[j] = -odd_mat_row(m, i)[j];
	}
}

/* From the space to the factors: one more product and everything small. */
static odd_status make_factors(
	struct svd *run, odd_mat L, odd_mat Rt, double *sigma, odd_error *err)
{
	size_t p = run->Y.cols, k = L.cols;
	odd_mat R = {NULL, 0, 0, 0}, Bl = R, Br = R, largest = R;
	odd_status status = odd_mat_alloc(&R, p, p, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&Bl, p, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&Br, p, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&largest, 1, k, err);
	if (status == ODD_OK)
		status = half_round(run, run->Z, run->St, run->Y, R, err);
	if (status == ODD_OK)
		status = split_core(Bl, Br, sigma, R, err);
	if (status == ODD_OK)
		status =
			odd__thin_times(L, odd_mat_const(run->Y), odd_mat_const(Bl), run->job, err);
	if (status == ODD_OK)
		status = odd__thin_times(
			Rt, odd_mat_const(run->Z), odd_mat_const(Br), run->job, err);
	if (status == ODD_OK)
		fix_signs(L, Rt, largest.data);
	odd_mat_free(&R);
	odd_mat_free(&Bl);
	odd_mat_free(&Br);
	odd_mat_free(&largest);
	return status;
}

odd_status odd_svd(odd_mat L, odd_mat Rt, double *sigma, odd_ccsr S, odd_ccsr St, uint64_t seed,
	const char *what, const odd_job *job, odd_error *err)
{
	assert(L.rows == S.rows && Rt.rows == S.cols && L.cols == Rt.cols);
	assert(St.rows == S.cols && St.cols == S.rows);
	size_t k = L.cols, p = k + OVERSAMPLING;
	if (p > S.rows)
		p = S.rows;
	if (p > S.cols)
		p = S.cols;
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
	struct svd run = {.S = S, .St = St, .what = what, .job = job};
	odd_status status = odd_mat_alloc(&run.Y, S.rows, p, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&run.Z, S.cols, p, err);
	if (status == ODD_OK)
		status = find_space(&run, k, seed, err);
	if (status == ODD_OK)
		status = make_factors(&run, L, Rt, sigma, err);
	odd_mat_free(&run.Y);
	odd_mat_free(&run.Z);
	return status;
}
