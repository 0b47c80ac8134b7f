/* step_u.c: the U step. For each row i, k in turn:
 *
 *     U_ik = [ α w2 (C_i·V_k − Σ_{q≠k} U_iq (V Vᵀ)_qk) + β w3 (G_i W)_k ]
 *            / [ α w2 (V Vᵀ)_kk + β w3 ]
 *
 * with w2 = log(1/O2_i), w3 = log(1/O3_i). This is the exact minimiser: α L_attr + β L_dis cannot
 * rise, L_str does not contain U. W is orthogonal, so ‖G_i − U_i Wᵀ‖ = ‖U_i − G_i W‖.
 *
 * The printed paper mixes up its weights here and its second numerator is not the derivative of its
 * own loss. The authors' script has U W where the loss has U Wᵀ, that is, G_i Wᵀ for G_i W above.
 * How much that matters depends on the rest: run as published, with its own order, weights and
 * start, the script's U step raised the loss by at most .2 % on Cora and WebKB; with the order and
 * weights used here it can more than double it. ODD_U_TRANSPOSED shows it.
 */
#include "config.h"

#include <math.h>

#include "one/step_parts.h"

/* What the step left of the disagreement, which the kernel has measured from another target. */
static void measure_distance(odd_one *run, double *term)
{
	*term = 0.0;
	for (size_t i = 0; i < run->n; i++) {
		const double *g = odd_mat_row(run->G, i), *u = odd_mat_row(run->U, i);
		double distance = 0.0;
		for (size_t k = 0; k < run->k; k++) {
			double t = 0.0;
			for (size_t q = 0; q < run->k; q++)
				t += g[q] * odd_mat_row(run->W, q)[k];
			distance += (u[k] - t) * (u[k] - t);
		}
		run->r[2][i] = distance;
		*term += run->w[2][i] * distance;
	}
	odd__comm_sum(run->comm, term, 1);
}

odd__rows_fit odd__one_rows_u(odd_one *run, odd_cmat G)
{
	const bool transposed = run->options.u == ODD_U_TRANSPOSED;
	return (odd__rows_fit){
		.problem =
			{
				.old = odd_mat_const(run->U),
				.R = odd_mat_const(run->CVt),
				.S = run->C,
				.Bt = odd_mat_const(run->Vt),
				.BBt = odd_mat_const(run->VVt),
				.Y = G,
				.M = odd_mat_const(transposed ? run->Wt : run->W),
				.w_fit = run->w[1],
				.w_near = run->w[2],
				.fit = run->options.alpha,
				.near = run->options.beta,
				.before = run->term[1],
				/* W is orthogonal: ‖U_i − G_i W‖ = ‖G_i − U_i Wᵀ‖ */
				.apart = transposed ? (double)NAN : run->term[2],
				.weighted_norm = run->weighted_norm[1],
				/* the O step's r3: neither V nor O change it before that */
				.distance = run->r[2],
				.tuning = &run->tuning,
				.comm = run->comm,
				.what = "U",
			},
		.out = run->CVt,
		.gram = run->small[0],
	};
}

odd_status odd__one_step_u(odd_one *run, double term[3], const odd_job *job, odd_error *err)
{
	odd__rows_fit fit = odd__one_rows_u(run, odd_mat_const(run->G));
	odd_mat *gram = &run->small[0];
	odd_status status = ODD_OK;
	if (run->early.made) { /* the G step has done it */
		fit.sums = run->early.sums;
		gram = &run->small[3];
		run->early.made = false;
	} else {
		if ((status = odd__one_need_CVt(run, job, err)) != ODD_OK)
			return status;
		run->have_CVt = run->have_r3 = false;
		status = odd__fit_rows(&fit, 1, run->options.update, run->work, job, err);
	}
	if (status == ODD_OK)
		status = odd__one_take_rows(
			run, &run->U, &run->CVt, &run->Q, &fit, gram, 1, term, ODD_STEP_U, err);
	if (status == ODD_OK && run->options.u == ODD_U_TRANSPOSED)
		measure_distance(run, &term[2]);
	run->have_r3 = status == ODD_OK;
	return status;
}
