/* step_v.c: the V step. With w2 = log(1/O2) and Q = Uᵀ diag(w2) U, for each column d, k in turn:
 *
 *     V_kd = [ (Uᵀ diag(w2) C)_kd − Σ_{q≠k} Q_kq V_qd ] / Q_kk
 *
 * The H step's twin on the attributes: L_attr cannot rise, the other terms do not contain V.
 */
#include "config.h"

#include "one/step_parts.h"

odd_status odd__one_step_v(odd_one *run, double term[3], const odd_job *job, odd_error *err)
{
	odd_status status = odd__one_need_Ct(run, job, err);
	if (status != ODD_OK)
		return status;
	status = odd__one_step_basis(run, &run->Vt, &run->spare_d, &run->VVt, run->C, run->Ct, NULL,
		odd_mat_const(run->U), odd_mat_const(run->Q), 1, term, ODD_STEP_V, job, err);
	if (status == ODD_OK)
		run->have_CVt = false;
	return status;
}
