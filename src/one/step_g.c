/* step_g.c: the G step. For each row i, k in turn:
 *
 *     G_ik = [ w1 (A_i·H_k − Σ_{q≠k} G_iq (H Hᵀ)_qk) + β w3 (U_i Wᵀ)_k ] / [ w1 (H Hᵀ)_kk + β w3 ]
 *
 * with w1 = log(1/O1_i), w3 = log(1/O3_i). Exact along each coordinate, so L_str + β L_dis cannot
 * rise; L_attr does not contain G. What it needs of A Hᵀ is at hand from the O step
 * before.
 */
#include "config.h"

#include "one/step_parts.h"

odd_status odd__one_take_rows(odd_one *run, odd_mat *rows, odd_mat *product, odd_mat *weighted,
	odd__rows_fit *fit, odd_mat *gram, int t, double term[3], odd_substep step, odd_error *err)
{
	term[t] = fit->sums.fit;
	term[1 - t] = run->term[1 - t];
	term[2] = fit->sums.near;
	odd_status status = odd__one_check_finite(term, step, err);
	if (status != ODD_OK)
		return status;
	odd__mat_swap(rows, product);
	odd__mat_swap(weighted, gram);
	return ODD_OK;
}

odd__rows_fit odd__one_rows_g(odd_one *run)
{
	return (odd__rows_fit){
		.problem =
			{
				.old = odd_mat_const(run->G),
				.R = odd_mat_const(run->AHt),
				.S = run->A,
				.Bt = odd_mat_const(run->Ht),
				.BBt = odd_mat_const(run->HHt),
				.Y = odd_mat_const(run->U),
				.M = odd_mat_const(run->Wt),
				.w_fit = run->w[0],
				.w_near = run->w[2],
				.fit = 1.0,
				.near = run->options.beta,
				.before = run->term[0],
				.apart = run->term[2],
				.weighted_norm = run->weighted_norm[0],
				.tuning = &run->tuning,
				.comm = run->comm,
				.what = "G",
			},
		.out = run->AHt,
		.gram = run->small[0],
	};
}

/* In a whole iteration the rows of U are made in the same pass, while those of G and U are at hand:
 * they depend on the new G but not on H, which comes in between. They wait where C Vᵀ was until
 * their turn, their Gram matrix in small[3], which H does not use. */
odd_status odd__one_step_g(odd_one *run, double term[3], const odd_job *job, odd_error *err)
{
	const bool both = run->early.wanted && run->options.u != ODD_U_TRANSPOSED;
	odd_status status = odd__one_need_AHt(run, job, err);
	if (status == ODD_OK && both)
		status = odd__one_need_CVt(run, job, err);
	if (status != ODD_OK)
		return status;
	odd__rows_fit fit[2] = {odd__one_rows_g(run)};
	if (both) {
		fit[1] = odd__one_rows_u(run, odd_mat_const(run->AHt));
		fit[1].gram = run->small[3];
		run->have_CVt = run->have_r3 = false;
	}
	run->have_AHt = false; /* from the first new row on, whatever becomes of the sub-step */
	const double began = odd__clock();
	status = odd__fit_rows(fit, both ? 2 : 1, run->options.update, run->work, job, err);
	if (status == ODD_OK)
		status = odd__one_take_rows(run, &run->G, &run->AHt, &run->P, &fit[0],
			&run->small[0], 0, term, ODD_STEP_G, err);
	if (status != ODD_OK)
		return status;
	run->have_r3 = false;
	if (both) {
		run->early.made = true;
		run->early.sums = fit[1].sums;
		run->early.seconds = 0.5 * (odd__clock() - began);
	}
	return status;
}
