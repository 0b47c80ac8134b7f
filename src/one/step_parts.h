/* step_parts.h: what the G and the U step share, and the H and the V step: one side of the model,
 * and the loss terms it is in. */
#ifndef ODD_ONE_STEP_PARTS_H
#define ODD_ONE_STEP_PARTS_H

#include "one/rows.h"
#include "one/state.h"

/* Fit rows (G or U) of loss term t to the problem, in place of the rows and of `weighted`, their
 * Gram matrix under the weights of that term. The new rows are made where `product` (A Hᵀ or C Vᵀ)
 * was, which is then no longer at hand. */
odd_status odd__one_step_rows(odd_one *run, odd_mat *rows, odd_mat *product, bool *have,
	odd_mat *weighted, const odd__rows_problem *problem, int t, double term[3],
	odd_substep step, const odd_job *job, odd_error *err);

/* Fit a basis (Ht or Vt, in place of which `spare` comes) and its Gram matrix to S ≈ X·basisᵀ under
 * the weights of loss term t, with P = Xᵀ diag(w) X. */
odd_status odd__one_step_basis(odd_one *run, odd_mat *basis, odd_mat *spare, odd_mat *gram,
	odd_ccsr S, odd_ccsr St, const uint32_t *visit, odd_cmat X, odd_cmat P, int t,
	double term[3], odd_substep step, const odd_job *job, odd_error *err);

#endif
