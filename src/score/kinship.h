/* kinship.h: how far the rows of a node are from those around it.
 *
 * X has a row for each node, of length 1 (rows of zeros stay). Two sets of features count half
 * each. The plain ones are X itself. The learned ones are the directions of X that linked nodes
 * share: with d the number of links and rows centred by their mean weighed by d,
 *
 *     S = Xᵀ A X,   D = Xᵀ diag(d) X,   S v = λ D v
 *
 * λ is the correlation of direction v between the two ends of a link: near 1 where linked nodes
 * agree, below 0 where they differ by rule, near 0 where links do not care. Chance alone gives
 * |λ| up to e = 2 √(K/Σd), the edge of the semicircle of a random symmetric K × K matrix.
 * Directions below e are dropped, and the others are put back to what they were before chance added
 * to them:
 *
 *     θ = (|λ| + √(λ² − e²))/2      F = X V diag(θ²), rows of length 1
 *     kin(i, j) = ½ Σ_k X_ik X_jk + ½ Σ_k sign(λ_k) F_ik F_jk, between −1 and 1
 *
 *     near  = 1 − the mean of kin(i, j) over the neighbours j
 *     wide  = 1 − cos of the features of i and their sum over walks of one and two steps that do
 *             not come back, the signs going along with each step
 *     apart = 1 − the mean of kin (without signs) over pairs of neighbours
 *
 * All three are drawn in where links are few, as if every node had two more that are as usual: one
 * link that goes astray says less than ten do. A node without links or without a row is as usual.
 * The plain half does not depend on how many links there are to learn from; the learned half tells
 * odd nodes from those that were made with nothing odd about them. Halves, power and the two links
 * were chosen on Cora and Citeseer and on parts of them of 400 and 900 nodes.
 */
#ifndef ODD_SCORE_KINSHIP_H
#define ODD_SCORE_KINSHIP_H

#include "oddone/csr.h"

/* kin = (near + wide)/2 and apart, N each; larger is odder. A: symmetric, rows sorted, without a
 * diagonal; values are not looked at. X: N × K, any scale, changed. room: N × K with the same
 * stride, its content of no account. Neither scale nor rotation of X matters.
 * O((links + N K) K), 4 N memory. */
odd_status odd__kinship(double *kin, double *apart, odd_ccsr A, odd_mat X, odd_mat room,
	const odd_job *job, odd_error *err);

#endif
