/* lesson_basis.c: one entry of H or V. With P = Xᵀ diag(w) X, for column j:
 *
 *     x_k = [ Σ_i w_i X_ik S_ij − Σ_{q≠k} P_kq x_q ] / Σ_i w_i X_ik²
 *
 * after x_0 … x_{k−1} have been settled in the same way. This is the equation of the table with
 * the nodes summed first: Σ_i w_i X_ik X_iq is P_kq. Block form:
 *
 *     x_k = Σ_q (P⁻¹)_kq R_qj,     R = Xᵀ diag(w) S
 */
#include "config.h"

#include <lapacke.h>
#include <string.h>

#include "one/lesson_parts.h"

struct column {
	odd_ccsr St;
	odd_cmat X, P;
	const double *w;
	size_t j, k;
	odd_lesson_part entry;
	double smallest; /* of P_kk that is worth dividing by */
	double *x, *R;   /* K each: the column, and what the entries say */
};

static void gather(const struct column *c)
{
	for (size_t e = c->St.ptr[c->j]; e < c->St.ptr[c->j + 1]; e++) {
		const size_t i = c->St.idx[e];
		for (size_t q = 0; q < c->X.cols; q++)
			c->R[q] += c->w[i] * odd_cmat_row(c->X, i)[q] * odd_csr_value(c->St, e);
	}
}

static void replay(const struct column *c)
{
	for (size_t q = 0; q < c->k; q++) {
		const double *P = odd_cmat_row(c->P, q);
		double others = 0.0;
		for (size_t p = 0; p < c->X.cols; p++)
			if (p != q)
				others += P[p] * c->x[p];
		if (P[q] > c->smallest)
			c->x[q] = (c->R[q] - others) / P[q];
	}
}

static void coordinate(odd_lesson *out, const struct column *c)
{
	const size_t k = c->k;
	const double *P = odd_cmat_row(c->P, k);
	replay(c);
	for (size_t e = c->St.ptr[c->j]; e < c->St.ptr[c->j + 1]; e++) {
		const size_t i = c->St.idx[e];
		odd__sum_add(
			&out->above, odd__term(c->entry, ODD_FORM_PRODUCT, i, 3, c->w[i],
					     odd_cmat_row(c->X, i)[k], odd_csr_value(c->St, e)));
	}
	for (size_t q = 0; q < c->X.cols; q++)
		if (q != k)
			odd__sum_add(&out->above, odd__term(ODD_PART_DIMENSION, ODD_FORM_MINUS, q,
							  2, P[q], c->x[q], 0.0));
	for (size_t i = 0; i < c->X.rows; i++)
		odd__sum_add(&out->below, odd__term(ODD_PART_NODE, ODD_FORM_SQUARE, i, 2, c->w[i],
						  odd_cmat_row(c->X, i)[k], 0.0));
	out->fraction = true;
	bool alive = P[k] > c->smallest;
	out->note = alive ? ODD_LESSON_PLAIN : ODD_LESSON_KEPT;
	out->value = alive ? out->above.total / out->below.total : out->old_value;
}

/* row: K long, receives row k of P⁻¹. */
static void block(odd_lesson *out, const struct column *c, const double *cholesky, double *row)
{
	const size_t K = c->X.cols, s = c->P.stride;
	out->block = true;
	memset(row, 0, s * sizeof *row);
	row[c->k] = 1.0;
	LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', (lapack_int)K, 1, cholesky, (lapack_int)s, row,
		(lapack_int)s);
	for (size_t q = 0; q < K; q++)
		odd__sum_add(&out->above, odd__term(ODD_PART_DIMENSION, ODD_FORM_PRODUCT, q, 2,
						  row[q], c->R[q], 0.0));
	out->value = out->above.total;
}

odd_status odd__lesson_basis(
	odd_lesson *out, odd_one *run, double *work, const odd_job *job, odd_error *err)
{
	odd_status status = odd__one_need_Ct(run, job, err);
	if (status != ODD_OK)
		return status;
	const bool links = out->step == ODD_STEP_H;
	const size_t s = run->s;
	struct column c = {
		.St = links ? run->At : run->Ct,
		.X = odd_mat_const(links ? run->G : run->U),
		.P = odd_mat_const(links ? run->P : run->Q),
		.w = run->w[links ? 0 : 1],
		.j = links ? out->watch.node : out->watch.attribute,
		.k = out->watch.dimension,
		.entry = links ? ODD_PART_LINK : ODD_PART_WORD,
		.x = work,
		.R = work + s,
	};
	for (size_t q = 0; q < run->k; q++)
		c.smallest = fmax(c.smallest, 1e-24 * odd_cmat_row(c.P, q)[q]);
	memset(work, 0, 4 * s * sizeof *work);
	memcpy(c.x, odd_mat_row(links ? run->Ht : run->Vt, c.j), run->k * sizeof *c.x);
	gather(&c);
	if (run->options.update == ODD_BLOCK && odd__basis_factorise(work + 4 * s, c.P) == 0)
		block(out, &c, work + 4 * s, work + 2 * s);
	else
		coordinate(out, &c);
	const double P = odd_cmat_row(c.P, c.k)[c.k];
	if (P > c.smallest)
		out->curve = (odd_curve){.shape = ODD_CURVE_PARABOLA,
			.steep = links ? P : run->options.alpha * P,
			.lowest = out->value};
	return ODD_OK;
}
