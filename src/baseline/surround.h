/* surround.h: a node against the nodes around it, in any space that has a row for each node.
 *
 *     z1 = 1 − cos(x_i, Σ_j x_j)                over the neighbours j
 *     z2 = 1 − cos(x_i, Σ_j x_j + Σ_jk x_k)     walks of one and two steps, none back to i
 *     z3 = 1 − (Σ_{j<k} cos(x_j, x_k) + g)/(pairs + 1)    among neighbours; g: mean over all pairs
 *
 * x_i of length 1. A node that z1 or z2 has nothing to say of (no links, no row) gets the mean of
 * the others; z3 does so by itself. No N × N matrix: with Y = A X, Z = A Y,
 *     Σ_jk x_k = Z_i − d_i x_i      Σ_{j<k} cos = (‖Y_i‖² − Σ_j ‖x_j‖²)/2
 */
#ifndef ODD_SCORE_SURROUND_H
#define ODD_SCORE_SURROUND_H

#include "oddone/csr.h"

/* Rows of length 1; rows of zeros stay. O(rows · cols). */
void odd__unit_rows(odd_mat X);

/* What is not a number becomes the mean of the rest: those of which nothing is known are as the
 * others are on average. Returns that mean. */
double odd__fill_unknown(double *x, size_t n);

/* A: symmetric, without a diagonal; its values are not looked at. X: rows made unit, N × K. Each of
 * z1, z2, z3 is N long or NULL. O((links + N) K) time, 2 N K memory. */
odd_status odd__surround(double *z1, double *z2, double *z3, odd_ccsr A, odd_cmat X,
	const odd_job *job, odd_error *err);

#endif
