/* corpus.h: all walks of a run, one after the other, as often as wanted. Nothing is stored: a
 * rewind starts the same random numbers again.
 */
#ifndef ODD_BASELINE_CORPUS_H
#define ODD_BASELINE_CORPUS_H

#include "baseline/walks.h"

typedef struct odd__corpus {
	const odd_walks *walks; /* lent */
	size_t nodes, rounds, length;
	uint64_t seed;
	odd_rng rng;
	size_t round, at;
	uint32_t *order; /* nodes: who starts when in this round */
	uint32_t *walk;  /* the present walk; length */
} odd__corpus;

/* `rounds` walks of `length` nodes from each node; in each round the nodes are shuffled anew. */
odd_status odd__corpus_init(odd__corpus *out, const odd_walks *walks, size_t rounds, size_t length,
	uint64_t seed, odd_error *err);
void odd__corpus_clear(odd__corpus *corpus);

void odd__corpus_rewind(odd__corpus *corpus);

/* Draw the next walk; its number of nodes, or 0 after the last. */
size_t odd__corpus_next(odd__corpus *corpus);

#endif
