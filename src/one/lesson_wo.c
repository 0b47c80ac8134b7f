/* lesson_wo.c: one entry of W, and one outlier score.
 *
 *     W_pq = Σ_m X_pm Y_qm,     X Σ Yᵀ = SVD(Gᵀ diag(w3) U)
 *
 *     O_i = μ r_i / Σ r,        r1_i = Σ_{linked} (A_ij − (GH)_ij)² + Σ_{not linked} (GH)_ij²
 *
 * The second part of r1 needs no row of N: it is G_i (H Hᵀ) G_iᵀ less what the links have of it.
 */
#include "config.h"

#include "one/lesson_parts.h"

odd_status odd__lesson_w(
	odd_lesson *out, odd_one *run, double *work, const odd_job *job, odd_error *err)
{
	(void)work;
	odd__turn turn;
	odd_status status = odd__one_turn(&turn, run, job, err);
	if (status != ODD_OK)
		return status;
	for (size_t m = 0; m < run->k; m++) {
		odd_lesson_term term = odd__term(ODD_PART_DIRECTION, ODD_FORM_PRODUCT, m, 2,
			odd_mat_row(turn.X, out->watch.dimension)[m],
			odd_mat_row(turn.Yt, m)[out->watch.other], 0.0);
		term.scale = turn.sigma[m];
		odd__sum_add(&out->above, term);
	}
	out->value = odd_mat_row(turn.W, out->watch.dimension)[out->watch.other];
	/* Turned by x in the plane of p and q, the loss rises by 2 β (S_pp + S_qq)(1 − cos x) with
	 * S = Y Σ Yᵀ. */
	size_t p = out->watch.other, q = out->watch.dimension;
	if (run->k < 2)
		return ODD_OK;
	q = q != p ? q : (p + 1) % run->k;
	out->curve = (odd_curve){.shape = ODD_CURVE_TURN, .plane = {p, q}};
	for (size_t m = 0; m < run->k; m++) {
		const double *y = odd_mat_row(turn.Yt, m);
		out->curve.steep +=
			2.0 * run->options.beta * turn.sigma[m] * (y[p] * y[p] + y[q] * y[q]);
	}
	return ODD_OK;
}

static double dot(const double *a, const double *b, size_t k)
{
	double sum = 0.0;
	for (size_t q = 0; q < k; q++)
		sum += a[q] * b[q];
	return sum;
}

/* ‖S_i − x B‖², entry by entry. */
static void row_error(odd_lesson_sum *sum, odd_ccsr S, size_t i, const double *x, odd_cmat Bt,
	odd_cmat BBt, odd_lesson_part entry, double mu)
{
	const size_t k = BBt.cols;
	double absent = 0.0;
	for (size_t q = 0; q < k; q++)
		absent += x[q] * dot(odd_cmat_row(BBt, q), x, k);
	for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
		double guess = dot(x, odd_cmat_row(Bt, S.idx[e]), k);
		absent -= guess * guess;
		odd__sum_add(sum, odd__term(entry, ODD_FORM_DIFFERENCE, S.idx[e], 3, mu,
					  odd_csr_value(S, e), guess));
	}
	odd__sum_add(sum, odd__term(ODD_PART_ABSENT, ODD_FORM_PRODUCT, 0, 2, mu,
				  absent > 0.0 ? absent : 0.0, 0.0));
}

static void numerator(odd_lesson *out, const odd_one *run)
{
	const size_t i = out->watch.node;
	const double mu = run->options.mu, *G = odd_mat_row(run->G, i), *U = odd_mat_row(run->U, i);
	if (out->watch.score == 0)
		row_error(&out->above, run->A, i, G, odd_mat_const(run->Ht),
			odd_mat_const(run->HHt), ODD_PART_LINK, mu);
	else if (out->watch.score == 1)
		row_error(&out->above, run->C, i, U, odd_mat_const(run->Vt),
			odd_mat_const(run->VVt), ODD_PART_WORD, mu);
	for (size_t k = 0; out->watch.score == 2 && k < run->k; k++)
		odd__sum_add(
			&out->above, odd__term(ODD_PART_DIMENSION, ODD_FORM_DIFFERENCE, k, 3, mu,
					     G[k], dot(U, odd_mat_row(run->W, k), run->k)));
}

/* The errors go where the O step itself puts them, which it does anew. */
odd_status odd__lesson_o(
	odd_lesson *out, odd_one *run, double *work, const odd_job *job, odd_error *err)
{
	(void)work;
	double sums[3];
	odd_status status = odd__one_residuals(run, run->r, sums, job, err);
	if (status != ODD_OK)
		return status;
	const int t = out->watch.score;
	const double r = run->r[t][out->watch.node], mu = run->options.mu;
	const odd__share share = odd__one_share(run->r[t], run->n, sums[t], mu, run->comm);
	const bool shared = isfinite(share.bound);
	numerator(out, run);
	out->fraction = true;
	if (run->options.o == ODD_O_UNIFORM) {
		out->note = ODD_LESSON_HELD;
		out->value = out->old_value;
		return ODD_OK;
	}
	if (!(share.scale > 0.0)) {
		out->note = ODD_LESSON_KEPT;
		out->value = out->old_value;
		return ODD_OK;
	}
	out->value = odd__share_of(&share, r);
	if (shared) { /* μ less those at 1, shared among the rest */
		odd__sum_add(&out->below, odd__term(ODD_PART_FIT, ODD_FORM_PRODUCT, 0, 1,
						  mu / share.scale, 0.0, 0.0));
		out->note = ODD_LESSON_SHARED;
	}
	for (size_t i = 0; !shared && i < run->n; i++)
		odd__sum_add(&out->below,
			odd__term(ODD_PART_NODE, ODD_FORM_PRODUCT, i, 1, run->r[t][i], 0.0, 0.0));
	if (r >= share.bound || !(r * share.scale > share.floor))
		out->note = ODD_LESSON_BOUND;
	const double scale[3] = {1.0, run->options.alpha, run->options.beta};
	if (out->note == ODD_LESSON_PLAIN && sums[t] > r)
		out->curve = (odd_curve){.shape = ODD_CURVE_SHARE,
			.steep = scale[t],
			.lowest = out->value,
			.own = r,
			.others = sums[t] - r,
			.mu = mu};
	return ODD_OK;
}
