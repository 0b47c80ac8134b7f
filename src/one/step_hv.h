/* step_hv.h: what the H and the V step share: one basis, and the loss term it is in. */
#ifndef ODD_ONE_STEP_HV_H
#define ODD_ONE_STEP_HV_H

#include "one/state.h"

/* Fit a basis (Ht or Vt, in place of which `spare` comes) and its Gram matrix to S ≈ X·basisᵀ under
 * the weights of loss term t, with P = Xᵀ diag(w) X; *term is the loss term before and, on success,
 * after. */
odd_status odd__one_step_basis(odd_one *run, odd_mat *basis, odd_mat *spare, odd_mat *gram,
	odd_ccsr S, odd_ccsr St, odd_cmat X, odd_cmat P, int t, double *term, odd_substep step,
	const odd_job *job, odd_error *err);

#endif
