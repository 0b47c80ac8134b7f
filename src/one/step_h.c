/* step_h.c: the H step. With w1 = log(1/O1) and P = Gᵀ diag(w1) G, for each column j, k in turn:
 *
 *     H_kj = [ (Gᵀ diag(w1) A)_kj − Σ_{q≠k} P_kq H_qj ] / P_kk
 *
 * Weighted least squares along one coordinate: L_str cannot rise, the other terms do not contain
 * H. The sum Σ_i w1 ‖A_i − G_i H‖² comes from the columns, so no row of A is touched twice.
 */
#include "config.h"

#include "one/step_parts.h"

odd_status odd__one_step_basis(odd_one *run, odd_mat *basis, odd_mat *spare, odd_mat *gram,
	odd_ccsr S, odd_ccsr St, const uint32_t *visit, odd_cmat X, odd_cmat P, int t,
	double term[3], odd_substep step, const odd_job *job, odd_error *err)
{
	double *room = NULL;
	if (odd__basis_takes_room(S, run->s, &run->tuning)) {
		run->have_AHt = false; /* is of no use from H to O, where V comes */
		room = run->AHt.data;
	}
	const odd__basis_problem problem = {
		.old = odd_mat_const(*basis),
		.S = S,
		.St = St,
		.visit = visit,
		.w = run->w[t],
		.X = X,
		.P = P,
		.room = room,
		.tuning = &run->tuning,
		.comm = run->comm,
		.whole = step == ODD_STEP_V,
		.what = odd_substep_get(step)->name,
	};
	double constant = run->weighted_norm[t], change, before = run->term[t];
	odd_status status = odd__fit_basis(
		*spare, run->small[0], &change, &problem, run->options.update, run->work, job, err);
	/* An ill-conditioned P can cost a block solution its last digits; a sweep never loses. */
	if (status == ODD_OK && run->options.update == ODD_BLOCK && !(constant + change <= before))
		status = odd__fit_basis(*spare, run->small[0], &change, &problem, ODD_COORDINATE,
			run->work, job, err);
	if (status != ODD_OK)
		return status;
	double now = constant + change;
	if ((status = odd__one_fit_of(&now, run, t, odd_mat_const(*spare), constant, err)) !=
		ODD_OK)
		return status;
	const double terms[3] = {now, 0.0, 0.0};
	if ((status = odd__one_check_finite(terms, step, err)) != ODD_OK)
		return status;
	for (int k = 0; k < 3; k++)
		term[k] = run->term[k];
	term[t] = now > 0.0 ? now : 0.0;
	odd__mat_swap(basis, spare);
	odd__mat_swap(gram, &run->small[0]);
	return ODD_OK;
}

odd_status odd__one_step_h(odd_one *run, double term[3], const odd_job *job, odd_error *err)
{
	odd_status status = odd__one_need_nearby(run, err);
	if (status != ODD_OK)
		return status;
	run->have_AHt = false; /* the new H is made where it was */
	odd__halo_drop(run->halo, run->Ht);
	status = odd__halo_fill(run->halo, run->G, run->w[0], err);
	if (status == ODD_OK)
		status = odd__one_step_basis(run, &run->Ht, &run->AHt, &run->HHt, run->A,
			odd__one_nearby(run, 1), run->visit, odd_mat_const(run->G),
			odd_mat_const(run->P), 0, term, ODD_STEP_H, job, err);
	/* On its way while U and V are made; links_pass needs it. */
	odd__halo_drop(run->halo, run->G);
	return status == ODD_OK ? odd__halo_begin(run->halo, run->Ht, err) : status;
}
