/* step_o.c: the O step, and the row errors it is made of.
 *
 *     r1(i) = ‖A_i − G_i H‖²,   r2(i) = ‖C_i − U_i V‖²,   r3(i) = ‖G_i − U_i Wᵀ‖²
 *     Oₜ(i) = μ rₜ(i) / Σ rₜ
 *
 * Minimises Σ log(1/O) r over ΣO = μ, so the loss cannot rise. Nothing dense is formed:
 *     r1(i) = ‖A_i‖² − 2 G_i·(A Hᵀ)_i + G_i (H Hᵀ) G_iᵀ,   r2 likewise,
 * clamped at 0, since the sum can cancel to −1e-13. A Hᵀ and C Vᵀ are computed here once per
 * iteration and kept: the next G and U steps need them.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "linalg/spmm.h"
#include "linalg/block.h"
#include "one/state.h"

struct context {
	odd_one *run;
	double *const *r;
	bool need_AHt, need_CVt;
};

/* One block of r(i) = ‖S_i‖² − 2 x_i·R_i + x_i M x_iᵀ. */
ODD__INLINE void residual_block(double *r, const double *norm, const double *x, const double *R,
	const double *M, double *tmp, size_t rows, size_t k, size_t s)
{
	odd__block_times(tmp, x, M, k, s);
	for (size_t i = 0; i < rows; i++) {
		double value = norm[i] + odd__row_quadratic(x + i * s, tmp + i * s, R + i * s, s);
		/* Written so that a NaN stays one and is noticed. */
		r[i] = value < 0.0 ? 0.0 : value;
	}
}

ODD__KERNEL static void residual_rows(const struct context *c, double *tmp, size_t begin, size_t end)
{
	const odd_one *run = c->run;
	const size_t k = run->k, s = run->s;
	const odd_cmat Ht = odd_mat_const(run->Ht), Vt = odd_mat_const(run->Vt);
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		const size_t rows = end - i0 < ODD__B ? end - i0 : ODD__B;
		const double *G = odd_mat_row(run->G, i0), *U = odd_mat_row(run->U, i0);
		double *AHt = odd_mat_row(run->AHt, i0), *CVt = odd_mat_row(run->CVt, i0);
		if (c->need_AHt)
			odd__spmm_rows(AHt, s, run->A, NULL, Ht, i0, i0 + rows);
		if (c->need_CVt)
			odd__spmm_rows(CVt, s, run->C, NULL, Vt, i0, i0 + rows);
		residual_block(c->r[0] + i0, run->norm_A + i0, G, AHt, run->HHt.data, tmp, rows, k, s);
		residual_block(c->r[1] + i0, run->norm_C + i0, U, CVt, run->VVt.data, tmp, rows, k, s);
		odd__block_times(tmp, U, run->Wt.data, k, s);
		for (size_t i = 0; i < rows; i++)
			c->r[2][i0 + i] = odd__row_distance(G + i * s, tmp + i * s, s);
	}
}

static void residual_chunk(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	residual_rows(context, scratch, begin, end);
}

odd_status odd__one_residuals(odd_one *run, double *const r[3], const odd_job *job, odd_error *err)
{
	struct context c = {run, r, !run->have_AHt, !run->have_CVt};
	odd_status status = ODD_OK;
	if (c.need_AHt)
		status = odd__cross_gram(run->HHt, odd_mat_const(run->Ht), NULL, odd_mat_const(run->Ht),
			run->gram_work, job, err);
	if (status == ODD_OK && c.need_CVt)
		status = odd__cross_gram(run->VVt, odd_mat_const(run->Vt), NULL, odd_mat_const(run->Vt),
			run->gram_work, job, err);
	if (status != ODD_OK)
		return status;
	odd__chunks chunks;
	size_t row_cost = run->k + odd_csr_nnz(run->C) / (run->n > 0 ? run->n : 1);
	odd__chunks_by_entries(&chunks, run->n, run->A.ptr, row_cost);
	status = odd__parallel_scratch(job, &chunks, residual_chunk, &c,
		ODD__B * run->s * sizeof(double), "O", err);
	if (status != ODD_OK)
		return status;
	run->have_AHt = run->have_CVt = true;
	return ODD_OK;
}

/* The share of the sum that is left for those below the bound, and how many are at it. */
void odd__one_outlierness(double *O, const double *r, size_t n, double mu)
{
	double sum = 0.0, largest = 0.0;
	for (size_t i = 0; i < n; i++) {
		sum += r[i];
		largest = r[i] > largest ? r[i] : largest;
	}
	if (!(sum > 0.0))
		return;
	/* O = min(1, r/λ). Each round fixes at 1 those that reach it and rescales the rest; with
	 * μ ≤ 1 nobody can. */
	double scale = mu / sum, bound = INFINITY; /* r ≥ bound: O = 1 */
	while (largest * scale > 1.0) {
		double rest = 0.0, limit = 1.0 / scale;
		size_t fixed = 0, free_zero = 0;
		bound = limit;
		for (size_t i = 0; i < n; i++) {
			if (r[i] >= bound)
				fixed++;
			else
				rest += r[i];
			free_zero += r[i] == 0.0;
		}
		double left = mu - (double)fixed;
		if (!(rest > 0.0)) { /* everybody else fits exactly: any O serves, share it evenly */
			double even = free_zero > 0 ? left / (double)free_zero : 0.0;
			for (size_t i = 0; i < n; i++)
				O[i] = r[i] >= bound ? 1.0 : fmin(1.0, fmax(even, 1e-12 * mu));
			return;
		}
		scale = left / rest;
		largest = 0.0;
		for (size_t i = 0; i < n; i++)
			if (r[i] < bound && r[i] > largest)
				largest = r[i];
	}
	for (size_t i = 0; i < n; i++)
		O[i] = r[i] >= bound ? 1.0 : fmax(r[i] * scale, 1e-12 * mu);
}

odd_status odd__one_step_o(odd_one *run, double term[3], const odd_job *job, odd_error *err)
{
	odd_status status = odd__one_residuals(run, run->r, job, err);
	if (status != ODD_OK)
		return status;
	for (int t = 0; t < 3; t++) {
		double sum = 0.0;
		for (size_t i = 0; i < run->n; i++)
			sum += run->r[t][i];
		double sums[3] = {sum, 0.0, 0.0};
		if ((status = odd__one_check_finite(sums, ODD_STEP_O, err)) != ODD_OK)
			return status;
	}
	for (int t = 0; t < 3; t++)
		odd__one_outlierness(run->O[t], run->r[t], run->n, run->options.mu);
	odd__one_weights(run);
	for (int t = 0; t < 3; t++) {
		term[t] = 0.0;
		for (size_t i = 0; i < run->n; i++)
			term[t] += run->w[t][i] * run->r[t][i];
	}
	return ODD_OK;
}
