/* nmf.c: non-negative factorisation by HALS (Cichocki and Phan 2009) on sparse input.
 *
 *     min ‖S − L Rtᵀ‖²,  L, Rt ≥ ε.   With M = S Rt and G = RtᵀRt, for k in turn:
 *     L_ik ← max(ε, L_ik + (M_ik − Σ_q L_iq G_qk) / G_kk)
 *
 * and the same for Rt with Sᵀ L and LᵀL. Given Rt the rows of L do not see each other, so sweeping
 * k inside a row is the same as column after column, and rows run in parallel. Each scalar is the
 * exact minimiser over [ε, ∞), so the error cannot rise. ε is far below anything that shows in the
 * product; it keeps a factor that has died able to come back and every G_kk above zero.
 *
 *     ‖S − L Rtᵀ‖² = ‖S‖² − 2 ⟨Sᵀ L, Rt⟩ + ⟨LᵀL, RtᵀRt⟩
 *
 * No residual matrix exists. One round: O(nnz k + (rows + cols) k²). Memory: max(rows, cols) k.
 */
#include "config.h"

#include "linalg/nmf.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/kernel.h"
#include "linalg/thin.h"
#include "base/rng.h"

#define EPSILON 1e-9 /* ε as a share of the start's scale */

/* ---- sweep ---- */

struct sweep {
	odd_mat X;     /* the factor */
	odd_cmat M, G; /* S times the other factor; the other's Gram matrix */
	double floor;
	double *dots; /* ⟨M, X⟩ of each chunk */
};

#ifdef ODD__SET
typedef odd__vec pair[2]; /* one coordinate of ODD__TOGETHER rows */

/* Some rows of one factor, transposed: x[k] and m[k] hold coordinate k of all of them. */
ODD__INLINE void sweep_block(pair *x, const pair *m, odd_cmat G, double floor)
{
	size_t K = G.rows;
	for (size_t k = 0; k < K; k++) {
		const double *g = odd_cmat_row(G, k);
		if (!(g[k] > 0.0))
			continue;
		pair sum[4] = {{m[k][0], m[k][1]}, {{0}, {0}}, {{0}, {0}}, {{0}, {0}}};
		size_t q = 0;
		for (; q + 4 <= K; q += 4)
			for (int c = 0; c < 4; c++)
				for (int v = 0; v < 2; v++)
					sum[c][v] -= g[q + (size_t)c] * x[q + (size_t)c][v];
		for (; q < K; q++)
			for (int v = 0; v < 2; v++)
				sum[0][v] -= g[q] * x[q][v];
		for (int v = 0; v < 2; v++) {
			const odd__vec least = (odd__vec){0} + floor;
			odd__vec next = x[k][v] +
					((sum[0][v] + sum[1][v]) + (sum[2][v] + sum[3][v])) / g[k];
			x[k][v] = odd__choose((odd__mask)(next > least), next, least);
		}
	}
}

void ODD__KERNEL(nmf_sweep)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	const struct sweep *p = context;
	size_t K = p->X.cols;
	pair *x = scratch, *m = x + K;
	odd__vec sum = {0};
	for (size_t i = begin; i < end; i += ODD__TOGETHER) {
		size_t rows = end - i < ODD__TOGETHER ? end - i : ODD__TOGETHER;
		double *xr = (double *)x, *mr = (double *)m;
		if (rows < ODD__TOGETHER)
			memset(x, 0, 2 * K * sizeof *x);
		for (size_t r = 0; r < rows; r++)
			for (size_t k = 0; k < K; k++) {
				xr[k * ODD__TOGETHER + r] = odd_mat_row(p->X, i + r)[k];
				mr[k * ODD__TOGETHER + r] = odd_cmat_row(p->M, i + r)[k];
			}
		sweep_block(x, (const pair *)m, p->G, p->floor);
		for (size_t k = 0; k < K; k++)
			for (int v = 0; v < 2; v++)
				sum += m[k][v] * x[k][v]; /* m is zero in lanes without a row */
		for (size_t r = 0; r < rows; r++)
			for (size_t k = 0; k < K; k++)
				odd_mat_row(p->X, i + r)[k] = xr[k * ODD__TOGETHER + r];
	}
	p->dots[chunk] = odd__vec_sum(sum);
}
#else
/* Room for the widest set: 2 × 2 vectors of 64 bytes for each coordinate. */
#define SWEEP_SCRATCH 256

/* ---- start ---- */

struct uniform {
	odd_mat X;
	odd_rng parent;
	double scale, floor;
};

static void uniform_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct uniform *p = context;
	odd_rng rng;
	odd_rng_split(&rng, &p->parent, chunk);
	for (size_t i = begin; i < end; i++)
		for (size_t k = 0; k < p->X.cols; k++)
			odd_mat_row(p->X, i)[k] = p->floor + p->scale * odd_rng_uniform(&rng);
}

static odd_status fill_uniform(odd_mat X, double scale, double floor, uint64_t seed,
	const char *purpose, const odd_job *job, odd_error *err)
{
	struct uniform p = {.X = X, .scale = scale, .floor = floor};
	odd_rng_init(&p.parent, seed, purpose);
	odd__chunks chunks;
	odd__chunks_even(&chunks, X.rows);
	return odd__parallel(job, &chunks, uniform_chunk, &p, NULL, err);
}

/* Entries s·uniform(0, 1) in both factors give products of mean k s²/4: s makes that the mean of
 * S, or of |S| when S is mostly negative. */
static double start_scale(odd_ccsr S, size_t k)
{
	double sum = 0.0, size = 0.0;
	size_t nnz = odd_csr_nnz(S);
	for (size_t e = 0; e < nnz; e++) {
		sum += odd_csr_value(S, e);
		size += fabs(odd_csr_value(S, e));
	}
	double mean = (sum > 0.01 * size ? sum : size) / (double)S.rows / (double)S.cols;
	return 2.0 * sqrt(mean / (double)k);
}

/* X ← one sweep; *dot receives ⟨M, X⟩ afterwards. */
static odd_status sweep(odd_mat X, odd_cmat M, odd_cmat G, double floor, double *dot,
	const odd_job *job, odd_error *err)
{
	odd__chunks chunks;
	odd__chunks_even(&chunks, X.rows);
	double dots[ODD__CHUNKS_MAX];
	struct sweep p = {X, M, G, floor, dots};
	odd_job own;
	job = odd__job_for(&own, job, 2.0 * (double)(X.rows * X.cols * X.cols));
	odd_status status = odd__parallel_scratch(
		job, &chunks, odd__kernels()->nmf_sweep, &p, X.cols * SWEEP_SCRATCH, NULL, err);
	*dot = 0.0;
	for (size_t c = 0; c < chunks.count && status == ODD_OK; c++)
		*dot += dots[c];
	return status;
}

/* ---- rounds ---- */

struct nmf {
	odd_mat L, Rt, M; /* M: max(rows, cols) × k */
	odd_mat GL, GR;   /* LᵀL, RtᵀRt of the present factors */
	odd_ccsr S, St;
	double square; /* ‖S‖² */
	double floor;
	const odd_job *job;
};

static odd_mat first_rows(odd_mat m, size_t rows)
{
	return (odd_mat){m.data, rows, m.cols, m.stride};
}

/* X ← sweep given `other`, then its Gram matrix. */
static odd_status half_round(struct nmf *run, odd_mat X, odd_mat GX, odd_ccsr S, odd_mat other,
	odd_mat G, double *dot, odd_error *err)
{
	odd_mat M = first_rows(run->M, X.rows);
	odd_job own;
	const odd_job *job =
		odd__job_for(&own, run->job, 2.0 * (double)(odd_csr_nnz(S) * other.cols));
	odd_status status = odd_csr_times(M, S, NULL, odd_mat_const(other), job, err);
	if (status == ODD_OK)
		status = sweep(
			X, odd_mat_const(M), odd_mat_const(G), run->floor, dot, run->job, err);
	if (status == ODD_OK)
		status = odd__gram(GX, odd_mat_const(X), run->job, err);
	return status;
}

static odd_status one_round(struct nmf *run, double *error, odd_error *err)
{
	double dot;
	odd_status status = half_round(run, run->L, run->GL, run->S, run->Rt, run->GR, &dot, err);
	if (status == ODD_OK)
		status = half_round(run, run->Rt, run->GR, run->St, run->L, run->GL, &dot, err);
	if (status != ODD_OK)
		return status;
	double product = 0.0;
	for (size_t a = 0; a < run->GL.rows; a++)
		for (size_t b = 0; b < run->GL.cols; b++)
			product += odd_mat_row(run->GL, a)[b] * odd_mat_row(run->GR, a)[b];
	*error = run->square - 2.0 * dot + product;
	if (!isfinite(*error))
		return odd_error_set(
			err, ODD_ENUMERIC, "the error of the nmf is not a finite number");
	if (*error < 0.0) /* cancellation of three equal terms */
		*error = 0.0;
	return ODD_OK;
}

/* Columns of both factors to the same length: the product stays, the scale is shared. */
static void balance(struct nmf *run)
{
	for (size_t k = 0; k < run->L.cols; k++) {
		double l = odd_mat_row(run->GL, k)[k], r = odd_mat_row(run->GR, k)[k];
		if (!(l > 0.0 && r > 0.0))
			continue;
		double up = sqrt(sqrt(r / l));
		if (!isfinite(up) || up == 0.0)
			continue;
		for (size_t i = 0; i < run->L.rows; i++)
			odd_mat_row(run->L, i)[k] *= up;
		for (size_t j = 0; j < run->Rt.rows; j++)
			odd_mat_row(run->Rt, j)[k] /= up;
	}
}

static odd_status run_rounds(struct nmf *run, odd_nmf_result *result, size_t max_rounds,
	double tolerance, const char *what, odd_error *err)
{
	double before = HUGE_VAL;
	odd_status status = odd__gram(run->GR, odd_mat_const(run->Rt), run->job, err);
	while (status == ODD_OK && result->rounds < max_rounds) {
		odd_job_report(run->job, what, (double)result->rounds, (double)max_rounds);
		status = one_round(run, &result->error, err);
		if (status != ODD_OK)
			return status;
		result->rounds++;
		if (isfinite(before) && before - result->error <= tolerance * before)
			break;
		before = result->error;
	}
	if (status == ODD_OK && max_rounds > 0)
		balance(run);
	if (status == ODD_OK)
		odd_job_report(run->job, what, (double)max_rounds, (double)max_rounds);
	return status;
}

odd_status odd_nmf(odd_mat L, odd_mat Rt, odd_nmf_result *result, odd_ccsr S, odd_ccsr St,
	size_t max_rounds, double tolerance, uint64_t seed, const char *what, const odd_job *job,
	odd_error *err)
{
	assert(L.rows == S.rows && Rt.rows == S.cols && L.cols == Rt.cols);
	assert(St.rows == S.cols && St.cols == S.rows);
	size_t k = L.cols, more = S.rows > S.cols ? S.rows : S.cols;
	struct nmf run = {.L = L, .Rt = Rt, .S = S, .St = St, .job = job};
	odd_nmf_result own;
	if (result == NULL)
		result = &own;
	*result = (odd_nmf_result){0, 0.0};
	if (S.rows == 0 || S.cols == 0 || k == 0)
		return ODD_OK;
	double scale = start_scale(S, k);
	run.floor = EPSILON * scale;
	for (size_t e = 0; e < odd_csr_nnz(S); e++)
		run.square += odd_csr_value(S, e) * odd_csr_value(S, e);
	result->error = run.square;

	odd_status status = odd_mat_alloc(&run.M, more, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&run.GL, k, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&run.GR, k, k, err);
	if (status == ODD_OK)
		status = fill_uniform(L, scale, run.floor, seed, "nmf left", job, err);
	if (status == ODD_OK)
		status = fill_uniform(Rt, scale, run.floor, seed, "nmf right", job, err);
	if (status == ODD_OK)
		status = run_rounds(&run, result, max_rounds, tolerance, what, err);
	odd_mat_free(&run.M);
	odd_mat_free(&run.GL);
	odd_mat_free(&run.GR);
	return status;
}
#endif
