/* kinship.h: what linked nodes have in common, and how much of it a node shares with those around
 * it.
 *
 * X has a row for each node. Not every direction of it says whom a node is linked with. With d the
 * number of links and rows centred by their mean weighed by d,
 *
 *     S = Xᵀ A X,   D = Xᵀ diag(d) X,   S v = λ D v
 *
 * λ is the correlation of direction v between the two ends of a link: near 1 where linked nodes
 * agree, below 0 where they differ by rule, near 0 where links do not care. Chance alone gives
 * |λ| up to e = 2 √(K/Σd), the edge of the semicircle of a random symmetric K × K matrix. What is
 * below is dropped, and the rest is put back to what it was before chance added to it:
 *
 *     θ = (|λ| + √(λ² − e²))/2      F = X V diag(θ), rows of length 1
 *     kin(i, j) = Σ_k sign(λ_k) F_ik F_jk, between −1 and 1
 *
 *     near = 1 − (Σ_j kin(i, j) + g)/(d_i + 1)    over the neighbours j; g: mean over all links
 *     wide = 1 − cos of F_i and the sum over walks of one and two steps that do not come back, the
 *            signs going along with each step
 *
 * near is drawn towards the mean where links are few: one that goes astray says less than ten do.
 * A node without links or without a row is as the others are on average in both.
 */
#ifndef ODD_SCORE_KINSHIP_H
#define ODD_SCORE_KINSHIP_H

#include "oddone/linalg/csr.h"

/* A: symmetric, without a diagonal; values are not looked at. X: N × K, changed; any scale. near
 * and wide: N each; all the same where no direction is above chance.
 * O((links + N K) K), 3 N K memory. */
odd_status odd__kinship(
	double *near, double *wide, odd_ccsr A, odd_mat X, const odd_job *job, odd_error *err);

#endif
