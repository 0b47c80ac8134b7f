/* step_u.c: the U step. For each row i, k in turn:
 *
 *     U_ik = [ α w2 (C_i·V_k − Σ_{q≠k} U_iq (V Vᵀ)_qk) + β w3 (G_i W)_k ]
 *            / [ α w2 (V Vᵀ)_kk + β w3 ]
 *
 * with w2 = log(1/O2_i), w3 = log(1/O3_i). The printed paper mixes up its weights here and its
 * second numerator is not the derivative of its own loss; the authors' script uses U W where the
 * loss has U Wᵀ, which raises the loss. This is the exact minimiser: α L_attr + β L_dis cannot
 * rise, L_str does not contain U. W is orthogonal, so ‖G_i − U_i Wᵀ‖ = ‖U_i − G_i W‖.
 */
#include "config.h"

#include "one/step_parts.h"

odd_status odd__one_step_u(odd_one *run, double term[3], const odd_job *job, odd_error *err)
{
	odd_status status = odd__one_need_CVt(run, job, err);
	if (status != ODD_OK)
		return status;
	const odd__rows_problem problem = {
		.old = odd_mat_const(run->U),
		.R = odd_mat_const(run->CVt),
		.BBt = odd_mat_const(run->VVt),
		.Y = odd_mat_const(run->G),
		.M = odd_mat_const(run->W),
		.w_fit = run->w[1],
		.w_near = run->w[2],
		.fit = run->options.alpha,
		.near = run->options.beta,
		.weighted_norm = run->weighted_norm[1],
		.distance = run->r[2], /* the O step's r3: neither V nor O change it before that */
		.tuning = &run->tuning,
		.what = "U",
	};
	run->have_r3 = false;
	status = odd__one_step_rows(run, &run->U, &run->CVt, &run->have_CVt, &run->Q, &problem, 1,
		term, ODD_STEP_U, job, err);
	run->have_r3 = status == ODD_OK;
	return status;
}
