/* evidence.h: the parts of the score "evidence" that do not read ONE's errors.
 *
 * They are read off links and attributes as the run has them (odd_one_input). links is symmetric,
 * rows sorted, no diagonal, values ignored: odd__links_either_way. Nothing is N × N.
 */
#ifndef ODD_SCORE_EVIDENCE_H
#define ODD_SCORE_EVIDENCE_H

#include "oddone/one.h"

/* Who is linked with whom, either way round, without the loops that preparing adds. The caller
 * clears it. O(links). */
odd_status odd__links_either_way(odd_csr *out, const odd_prepared *input, odd_error *err);

/* Whether two of the same kind are more alike than chance has it: the share of pairs whose exchange
 * makes them less alike, and how far such a share strays by chance alone. */
typedef struct odd__alike {
	double share;  /* ½: chance */
	double strays; /* one standard deviation of it; 1 where nothing could be compared */
} odd__alike;

/* Pairs are links (i, j) and (k, l): are (c_i − c_k)·(c_j − c_l) > 0, rows of C? Up to
 * ODD__ALIKE_PAIRS pairs, drawn by a fixed seed. length (N) scales rows; NULL: as they are. */
odd__alike odd__linked_alike(odd_ccsr links, odd_ccsr C, const double *length);
/* Pairs are the two rows of a node, G_i and U_i Wᵀ. */
odd__alike odd__embeddings_alike(const odd_one_state *state);
#define ODD__ALIKE_PAIRS 10000

/* How far linked nodes being alike can be trusted about a single node, 0 … 1: what is beyond two
 * standard deviations of chance, times √(mean number of links), since each link adds to what is
 * known of a node; .1 is enough. 0: linked nodes are no more alike than strangers. */
double odd__alike_trust(const odd__alike *alike, double mean_links);

/* Are the attributes numbers, or at least half of what is stored? A table of categories with some
 * numbers in between is read as words are. */
bool odd__are_numbers(const odd_prepared *input);

/* context (N): a node's attributes against those around it; apart (N): how little its neighbours
 * have in common. Both larger for odder nodes. Of kin (kinship.h) and
 *     words     how few of its very words it shares with neighbours (odd__shared_words)
 *     numbers   the distance from what the neighbours foretell (odd__foretold); kin of a row near
 *               the mean is drawn to the mean of all, since it hardly has a direction
 * The other part is read once into `kept` (N, the caller's), and taken from there when it is kept
 * already. */
odd_status odd__context(double *context, double *apart, double *kept, bool is_kept, odd_ccsr links,
	odd_one *run, const odd_job *job, odd_error *err);

/* shared = 1 − the mean, over the neighbours j, of cos(C_i, C_j) less the mean of cos(C_i, C_k)
 * over all other nodes k: the words a node has in common with its neighbours beyond what it has in
 * common with anybody. Drawn in as if every node had half a link more that is as usual; a node
 * without links or without words is as usual, and neighbours without words do not count.
 * O(Σ over links of the entries in one end's row of C), half a number for each entry of links and a
 * row of C for each thread. */
odd_status odd__shared_words(
	double *shared, odd_ccsr links, odd_ccsr C, const odd_job *job, odd_error *err);

/* Numbers: the distance of x_i from what its neighbours foretell, column by column,
 *     Σ_q (x_iq − b_iq)² / v_q · r_q/(1 − r_q)      b_i = r S_i/(1 + (d_i − 1) r),  S = A X
 * with r the correlation of a column between the two ends of a link, v its variance and rows
 * centred by their mean weighed by links. Columns whose r is no more than chance gives (2/√Σd) do
 * not count. X: N × K, values are kept; room: N × K. */
odd_status odd__foretold(double *distance, odd_ccsr links, odd_cmat X, odd_mat room,
	const odd_job *job, odd_error *err);

/* Density: where the surroundings of a node (its core number) are tighter than the network's own
 * degrees would make them, the percentile rank of the excess; 0 elsewhere. The usual core number of
 * each degree, and the largest excess that chance gives, are from networks rewired at random with
 * the same degrees: as many as have ODD__REWIRED_NODES nodes together, ten at most; of larger
 * networks, so many nodes. beyond: how many nodes are above chance. O(links). */
#define ODD__REWIRED_NODES 50000
odd_status odd__density(
	double *density, size_t *beyond, odd_ccsr links, const odd_job *job, odd_error *err);
/* The core number of each node: the largest c such that it belongs to a part of the network in
 * which every node has c links or more (Batagelj and Zaveršnik). O(links). */
odd_status odd__core_numbers(uint32_t *core, odd_ccsr links, odd_error *err);

/* Size: how far a node's row is from the middle. Words: the length of its tf-idf row before it was
 * brought to length 1. Numbers: √Σ (x_q/sd_q)² over standardised columns. */
odd_status odd__row_sizes(double *size, odd_one *run, const odd_job *job, odd_error *err);

/* How far the rows of a node are from those around it.
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

/* kin = (near + wide)/2 and apart, N each; larger is odder. A: symmetric, rows sorted, without a
 * diagonal; values are not looked at. X: N × K, any scale, changed. room: N × K with the same
 * stride, its content of no account. Neither scale nor rotation of X matters.
 * O((links + N K) K), 4 N memory. */
odd_status odd__kinship(double *kin, double *apart, odd_ccsr A, odd_mat X, odd_mat room,
	const odd_job *job, odd_error *err);

#endif
