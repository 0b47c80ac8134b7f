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
 *     θ = (|λ| + √(λ² − e²))/2      F = X V diag(θ^power), rows of length 1
 *     kin(i, j) = Σ_k sign(λ_k) F_ik F_jk, between −1 and 1
 *
 *     near = 1 − the mean of kin(i, j) over the neighbours j
 *     wide = 1 − cos of F_i and the sum over walks of one and two steps that do not come back, the
 *            signs going along with each step
 *
 * Both are drawn in where links are few, as if every node had two more that are as usual (for near:
 * the mean of kin over all links; for wide: its mean over all nodes): one link that goes astray
 * says less than ten do. A node without links or without a row is as usual.
 * The power of θ says how much the broad directions (the communities) count against the fine ones.
 * Nodes that are made, with nothing odd about them, agree with their links in the broad ones alone:
 * the higher the power, the lower they rank, and the less is seen of small cliques. Powers and the
 * two links were chosen on Cora and Citeseer, seeds 1 to 20.
 */
#ifndef ODD_SCORE_KINSHIP_H
#define ODD_SCORE_KINSHIP_H

#include "oddone/csr.h"

/* A: symmetric, rows sorted, without a diagonal; values are not looked at. X: N × K, changed; any
 * scale. room: N × K with the same stride, its content of no account. near and wide: N each; all
 * the same where no direction is above chance. O((links + N K) K), N memory. */
odd_status odd__kinship(double *near, double *wide, odd_ccsr A, odd_mat X, odd_mat room,
	double power, const odd_job *job, odd_error *err);

/* The same without learning which directions count: F is X with rows of length 1, kin their cosine.
 * For networks with too few links to learn from. */
odd_status odd__kinship_plain(double *near, double *wide, odd_ccsr A, odd_mat X, odd_mat room,
	const odd_job *job, odd_error *err);

/* e, what chance alone makes of λ: K directions, so many entries of A. Of the order of 1 and above
 * where the directions cannot be learned, ever smaller the more links there are. */
double odd__kinship_chance(size_t k, size_t entries);

#endif
