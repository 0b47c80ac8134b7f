/* canonical.h: one basis of a space, whatever basis of it was found.
 *
 * Eigenvectors and singular vectors are functions of the data only up to their sign and, where
 * values are equal, up to a rotation: rounding decides which vectors a library returns. Here fixed
 * numbers decide. With V the vectors of a group of equal values (size columns), and F as many
 * columns of fixed pseudo-random numbers:
 *
 *     C = Vᵀ F,     C = Q R with a positive diagonal of R,     V ← V Q
 *
 * V Q is the same for every V that spans the space. Where only the first `keep` vectors of a group
 * are wanted, the first columns of Q choose them.
 *
 * How to use it, for vectors V = Z B with Z long and B small (Z may be the identity):
 *
 *     odd__group_ends(end, value, count, least);
 *     odd__fixed_products(W, Z, …), W with odd__group_most(end, keep) columns
 *     odd__canonical_columns(B, …, W, …)
 *
 * Rounding of 1e-15 changes the result by less than 1e-11.
 */
#ifndef ODD_LINALG_CANONICAL_H
#define ODD_LINALG_CANONICAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/comm.h"
#include "oddone/job.h"
#include "oddone/matrix.h"

/* Neighbouring values that differ by this share of the larger one are equal. */
#define ODD__TIED 1e-4

/* Singular values under this share of the largest are zero: such a direction explains less of the
 * squares than rounding does. */
#define ODD__RANK_TOLERANCE 1e-8

/* A fixed number in (-1, 1) for row i and column j. */
double odd__fixed_number(size_t i, size_t j);

/* end[a], where a group of equal values begins at a, is the index after its last; elsewhere a
 * itself. value: count numbers, not negative, falling. Those under `least` form a group. */
void odd__group_ends(size_t *end, const double *value, size_t count, double least);

/* Size of the largest group that begins before `keep`. */
size_t odd__group_most(const size_t *end, size_t keep);

/* W (Z.cols × m) = Zᵀ F for m columns of fixed numbers. O(Z.rows · Z.cols · m). Where processes
 * share the rows of Z, row 0 is row `first` of all. */
odd_status odd__fixed_products(odd_mat W, odd_cmat Z, size_t first, const odd__comm *comm,
	const odd_job *job, odd_error *err);

/* Turns the columns of B group by group, and those of B2 (unless its data is NULL) along with them:
 * afterwards the first `keep` are canonical, and the others hold nothing of use. The vectors are Z
 * B diag(1/length), length NULL: Z B. W = Zᵀ F. */
odd_status odd__canonical_columns(odd_mat B, odd_mat B2, const double *length, const size_t *end,
	size_t keep, odd_cmat W, odd_error *err);

/* The same for whole eigenvectors: the first `keep` columns of E (size × size, of falling values)
 * become canonical. */
odd_status odd__canonical_vectors(
	odd_mat E, const double *value, size_t keep, double least, odd_error *err);

/* Rounds every entry of X to a multiple of 2^-20 of the largest, or so: what follows is the same
 * for numbers that differ by rounding, and sums of squares of differences are exact in any order.
 * For readers that decide (trees, clusters, neighbours), where a last digit would lead elsewhere.
 */
void odd__round_to_grid(odd_mat X);

/* The sign (1 or -1) that makes the largest of count numbers, `step` apart, positive. Where the
 * largest and the smallest are equal but for their sign, fixed numbers decide. */
double odd__canonical_sign(const double *x, size_t count, size_t step);

/* The same where high and low, the largest and the smallest, are at hand; 0 where they tie. */
double odd__sign_of_extremes(double high, double low);

#endif
