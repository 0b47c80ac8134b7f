/* around.h: who is around a node, and what scores read off them. */
#ifndef ODD_SCORE_AROUND_H
#define ODD_SCORE_AROUND_H

#include "oddone/one.h"

/* Who is linked with whom, either way round, from the matrix the model sees: without its diagonal
 * (the loops that preparing adds) and without values. The caller clears it. O(links). */
odd_status odd__around_links(odd_csr *out, const odd_prepared *input, odd_error *err);

/* c4 = (near + wide)/2 of kinship.h, with that power, on P = C Vᵀ: a node's attributes as the model
 * reads them, against those of the nodes one and two links away. P is C Vᵀ and not U, since U is
 * drawn towards G, that is to say, towards what the links say already. scratch: N. */
odd_status odd__around_kinship(double *c4, double *scratch, odd_ccsr links, odd_one *run,
	double power, const odd_job *job, odd_error *err);

/* The same with odd__kinship_plain on the first ODD__WORD_DIRECTIONS singular directions of C:
 * the words as they are, whatever the links and the model say. It is the same at every moment of a
 * run, so it is read once and kept by the run. scratch: N. */
odd_status odd__around_words(double *c4, double *scratch, odd_ccsr links, odd_one *run,
	const odd_job *job, odd_error *err);

/* shared = 1 − the mean, over the neighbours j, of cos(C_i, C_j) less the mean of cos(C_i, C_k)
 * over all other nodes k: the attributes a node has in common with its neighbours beyond what it
 * has in common with anybody. Where kinship sees places (communities and finer ones), this sees the
 * very words. Drawn in as if every node had half a link more that is as usual; a node without links
 * or without attributes is as usual, and neighbours without attributes do not count. links:
 * symmetric, rows sorted, no diagonal. O(Σ over links of the entries in one end's row of C), half a
 * number for each entry of links and a row of C for each thread. */
odd_status odd__around_shared(
	double *shared, odd_ccsr links, odd_ccsr C, const odd_job *job, odd_error *err);

#endif
