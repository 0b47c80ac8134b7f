/* step_parts.h: what the G and the U step share, and the H and the V step: one side of the model,
 * and the loss terms it is in. */
#ifndef ODD_ONE_STEP_PARTS_H
#define ODD_ONE_STEP_PARTS_H

#include "one/rows.h"
#include "one/state.h"

/* The problems of the two row steps in the present state. The new rows of G are made where A Hᵀ is,
 * those of U where C Vᵀ is. G: the rows to which those of U are drawn. */
odd__rows_fit odd__one_rows_g(odd_one *run);
odd__rows_fit odd__one_rows_u(odd_one *run, odd_cmat G);

/* Take the solution for the rows (G or U, where `product` is) of loss term t and for `weighted`,
 * their Gram matrix under the weights of that term, if it is finite. */
odd_status odd__one_take_rows(odd_one *run, odd_mat *rows, odd_mat *product, odd_mat *weighted,
	odd__rows_fit *fit, odd_mat *gram, int t, double term[3], odd_substep step, odd_error *err);

/* Fit a basis (Ht or Vt, in place of which `spare` comes) and its Gram matrix to S ≈ X·basisᵀ under
 * the weights of loss term t, with P = Xᵀ diag(w) X. */
odd_status odd__one_step_basis(odd_one *run, odd_mat *basis, odd_mat *spare, odd_mat *gram,
	odd_ccsr S, odd_ccsr St, const uint32_t *visit, odd_cmat X, odd_cmat P, int t,
	double term[3], odd_substep step, const odd_job *job, odd_error *err);

#define ODD__POLAR_MOST 512 /* K */

/* W = X Yᵀ for M = X Σ Yᵀ (all K × K of one padded stride; work: two more of them). False when M is
 * close to singular or K above ODD__POLAR_MOST: then W holds nothing, and the decomposition itself
 * is needed. */
bool odd__polar(odd_mat W, odd_cmat M, odd_mat work[2]);

#endif
