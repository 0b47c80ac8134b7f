/* foreign.h: c5, how foreign a node's attributes are to those of the nodes around it.
 *
 *     c5 = √(¾ (1 − ρ) k² + ¾ ρ t² + ¼ s²)
 *
 * of three percentile ranks:
 * - k of c4 = (near + wide)/2 of kinship.h with power 2: its attributes, as the model reads them,
 *   against those of the nodes one and two links away, in the directions that linked nodes share;
 * - t of the same in the words' own directions (odd__around_words), nothing learned;
 * - s of how little it has in common with its neighbours (odd__around_shared).
 *
 * ρ is the doubt in what k has learned. K directions are found from so many links; chance alone
 * gives |λ| up to e = odd__kinship_chance. On Cora and Citeseer e is .09 and k is the best of the
 * three; on parts of them of some hundred nodes e is .12 to .3 and t is.
 *
 *     ρ = (e − .09)/.12, at least 0 and at most .8; 0 where links stand in for attributes, and t
 *         would say once more what links say
 *
 * Its constants were chosen on Cora and Citeseer and on parts of 250 to 1,500 nodes of these
 * (doc/results.md).
 */
#ifndef ODD_SCORE_FOREIGN_H
#define ODD_SCORE_FOREIGN_H

#include "oddone/one.h"

/* ρ of a run: whether there are attributes and links to read is not looked at. */
double odd__foreign_doubt(size_t k, size_t entries);

/* c5 (N); scratch: N. doubt, where it is not NULL, receives ρ; NULL: ρ is 0. What is mere rounding
 * has no say: see ODD_SCORE_SPREAD. */
odd_status odd__foreign(double *c5, double *doubt, double *scratch, odd_one *run,
	const odd_job *job, odd_error *err);

#endif
