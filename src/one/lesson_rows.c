/* lesson_rows.c: one entry of G or U. With a = w1, b = β w3 (of U: a = α w2), R = S Bᵀ:
 *
 *     x_k = [ a Σ_j S_ij B_kj − a Σ_{q≠k} x_q (BBᵀ)_qk + b t_k ] / [ a (BBᵀ)_kk + b ]
 *
 * after x_0 … x_{k−1} have been settled in the same way. Block form, BBᵀ = E Λ Eᵀ:
 *
 *     x_k = Σ_m [ (a R_i + b t_i)·e_m / (a λ_m + b) ] E_km
 */
#include "config.h"

#include <string.h>

#include "one/lesson_parts.h"

struct row {
	odd_ccsr S;
	odd_cmat X, Bt, BBt;
	size_t i, k;
	double a, near, w_near; /* b = near · w_near */
	odd_lesson_part entry;
	double *x, *R, *t; /* K each: the row, S_i Bᵀ and what the other space says */
};

/* t = Y_i M */
static void row_times(double *t, odd_cmat Y, odd_cmat M, size_t i)
{
	for (size_t q = 0; q < M.cols; q++) {
		t[q] = 0.0;
		for (size_t p = 0; p < M.rows; p++)
			t[q] += odd_cmat_row(Y, i)[p] * odd_cmat_row(M, p)[q];
	}
}

static void gather(const struct row *r)
{
	for (size_t e = r->S.ptr[r->i]; e < r->S.ptr[r->i + 1]; e++)
		for (size_t q = 0; q < r->X.cols; q++)
			r->R[q] += odd_csr_value(r->S, e) * odd_cmat_row(r->Bt, r->S.idx[e])[q];
}

/* The coordinates before k, as the sweep settles them. */
static void replay(const struct row *r, double b)
{
	for (size_t q = 0; q < r->k; q++) {
		double others = 0.0, den = r->a * odd_cmat_row(r->BBt, q)[q] + b;
		for (size_t p = 0; p < r->X.cols; p++)
			if (p != q)
				others += r->x[p] * odd_cmat_row(r->BBt, p)[q];
		if (den > 0.0)
			r->x[q] = (r->a * (r->R[q] - others) + b * r->t[q]) / den;
	}
}

static void coordinate(odd_lesson *out, const struct row *r)
{
	const size_t k = r->k;
	const double b = r->near * r->w_near;
	replay(r, b);
	for (size_t e = r->S.ptr[r->i]; e < r->S.ptr[r->i + 1]; e++)
		odd__sum_add(&out->above,
			odd__term(r->entry, ODD_FORM_PRODUCT, r->S.idx[e], 3, r->a,
				odd_csr_value(r->S, e), odd_cmat_row(r->Bt, r->S.idx[e])[k]));
	for (size_t q = 0; q < r->X.cols; q++)
		if (q != k)
			odd__sum_add(
				&out->above, odd__term(ODD_PART_DIMENSION, ODD_FORM_MINUS, q, 3,
						     r->a, r->x[q], odd_cmat_row(r->BBt, q)[k]));
	odd__sum_add(&out->above,
		odd__term(ODD_PART_NEAR, ODD_FORM_PRODUCT, 0, 3, r->near, r->w_near, r->t[k]));
	odd__sum_add(&out->below, odd__term(ODD_PART_FIT, ODD_FORM_PRODUCT, 0, 2, r->a,
					  odd_cmat_row(r->BBt, k)[k], 0.0));
	odd__sum_add(&out->below,
		odd__term(ODD_PART_NEAR, ODD_FORM_PRODUCT, 0, 2, r->near, r->w_near, 0.0));
	out->fraction = true;
	out->note = out->below.total > 0.0 ? ODD_LESSON_PLAIN : ODD_LESSON_KEPT;
	out->value = out->below.total > 0.0 ? out->above.total / out->below.total : out->old_value;
}

/* Eigenvector m is row m of Et. */
static void block(odd_lesson *out, const struct row *r, const double *Et, const double *lambda)
{
	const size_t k = r->X.cols, s = r->X.stride;
	const double b = r->near * r->w_near;
	out->block = true;
	for (size_t m = 0; m < k; m++) {
		double along = 0.0, kept = 0.0, den = r->a * lambda[m] + b;
		for (size_t q = 0; q < k; q++) {
			along += (r->a * r->R[q] + b * r->t[q]) * Et[m * s + q];
			kept += r->x[q] * Et[m * s + q];
		}
		odd_lesson_term term = odd__term(ODD_PART_DIRECTION, ODD_FORM_PRODUCT, m, 2,
			den > 0.0 ? along / den : kept, Et[m * s + r->k], 0.0);
		term.scale = lambda[m];
		odd__sum_add(&out->above, term);
	}
	out->value = out->above.total;
}

odd_status odd__lesson_rows(
	odd_lesson *out, odd_one *run, double *work, const odd_job *job, odd_error *err)
{
	(void)job;
	(void)err;
	const bool links = out->step == ODD_STEP_G;
	const size_t i = out->watch.node, s = run->s;
	struct row r = {
		.S = links ? run->A : run->C,
		.X = odd_mat_const(links ? run->G : run->U),
		.Bt = odd_mat_const(links ? run->Ht : run->Vt),
		.BBt = odd_mat_const(links ? run->HHt : run->VVt),
		.i = i,
		.k = out->watch.dimension,
		.a = links ? run->w[0][i] : run->options.alpha * run->w[1][i],
		.near = run->options.beta,
		.w_near = run->w[2][i],
		.entry = links ? ODD_PART_LINK : ODD_PART_WORD,
		.x = work,
		.R = work + s,
		.t = work + 2 * s,
	};
	double *E = work + 4 * s, *Et = E + run->k * s, *lambda = work + 3 * s;
	memset(work, 0, 4 * s * sizeof *work);
	memcpy(r.x, odd_cmat_row(r.X, i), run->k * sizeof *r.x);
	gather(&r);
	const bool turned = links || run->options.u == ODD_U_TRANSPOSED;
	row_times(r.t, odd_mat_const(links ? run->U : run->G),
		odd_mat_const(turned ? run->Wt : run->W), i);
	if (run->options.update == ODD_BLOCK && odd__rows_decompose(E, Et, lambda, r.BBt) == 0)
		block(out, &r, Et, lambda);
	else
		coordinate(out, &r);
	const double b = r.near * r.w_near, steep = r.a * odd_cmat_row(r.BBt, r.k)[r.k] + b;
	if (!(steep > 0.0))
		return ODD_OK;
	out->curve = (odd_curve){.shape = ODD_CURVE_PARABOLA, .steep = steep, .lowest = out->value};
	if (turned != links) { /* aimed at t, the step misses the lowest point by so much */
		const double aimed = r.t[r.k];
		row_times(r.t, odd_mat_const(run->G), odd_mat_const(run->W), i);
		out->curve.lowest += b * (r.t[r.k] - aimed) / steep;
	}
	return ODD_OK;
}
