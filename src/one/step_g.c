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

odd_status odd__one_step_rows(odd_one *run, odd_mat *rows, odd_mat *product, bool *have,
	odd_mat *weighted, const odd__rows_problem *problem, int t, double term[3],
	odd_substep step, const odd_job *job, odd_error *err)
{
	odd__rows_sums sums;
	*have = false; /* from the first new row on, whatever becomes of the sub-step */
	odd_status status = odd__fit_rows(
		*product, run->small[0], &sums, problem, run->options.update, run->work, job, err);
	if (status != ODD_OK)
		return status;
	term[t] = sums.fit;
	term[1 - t] = run->term[1 - t];
	term[2] = sums.near;
	if ((status = odd__one_check_finite(term, step, err)) != ODD_OK)
		return status;
	odd__mat_swap(rows, product);
	odd__mat_swap(weighted, &run->small[0]);
	return ODD_OK;
}

odd_status odd__one_step_g(odd_one *run, double term[3], const odd_job *job, odd_error *err)
{
	odd_status status = odd__one_need_AHt(run, job, err);
	if (status != ODD_OK)
		return status;
	const odd__rows_problem problem = {
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
		.weighted_norm = run->weighted_norm[0],
		.tuning = &run->tuning,
		.what = "G",
	};
	status = odd__one_step_rows(run, &run->G, &run->AHt, &run->have_AHt, &run->P, &problem, 0,
		term, ODD_STEP_G, job, err);
	if (status == ODD_OK)
		run->have_r3 = false;
	return status;
}
