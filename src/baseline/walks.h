/* walks.h: random walks over the links of a network.
 *
 * Direction is ignored: a link can be walked both ways. Walks are drawn one at a time with the
 * caller's random numbers, so that nobody needs to store a corpus: the same seed walks it again.
 */
#ifndef ODDONE_WALKS_H
#define ODDONE_WALKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"
#include "oddone/network.h"
#include "base/rng.h"
#include "linalg/memory.h"
#include "oddone/csr.h"

/* The links of a network as walks see them: both ways, rows sorted, no loops. */
typedef struct odd__links {
	odd_ccsr A;  /* symmetric; lent by the network, or by own */
	odd_csr own; /* empty unless the network is directed */
} odd__links;

/* Of two directed links between the same nodes the heavier one counts. O(links). */
odd_status odd__links_init(odd__links *out, const odd_network *net, odd_error *err);
void odd__links_clear(odd__links *links);

typedef struct odd_walks odd_walks;

/* Get ready to walk. Coming from t to v, the neighbour x of v is taken with a probability in
 * proportion to
 *     1/p when x is t,   1 when x is linked to t,   1/q otherwise
 * (node2vec). With p = q = 1 this is the uniform walk of DeepWalk. Weights of links do not count.
 * The network is lent until odd_walks_free; a directed one is copied with its links turned both
 * ways. ODD_EUSAGE unless p and q are positive and finite. O(links). */
odd_status odd_walks_create(
	odd_walks **out, const odd_network *net, double p, double q, odd_error *err);
void odd_walks_free(odd_walks *walks);

size_t odd_walks_nodes(const odd_walks *walks);

/* Walk from `start` until `length` (≥ 1) nodes, the start among them, stand in `nodes`. Returns how
 * many do: length, or 1 when the start has no links. A step takes O(1) when p = q = 1; otherwise
 * candidates are drawn and rejected, each O(log degree), and should nearly all be rejected, the law
 * is written out once, O(degree log degree). */
size_t odd_walks_draw(
	uint32_t *nodes, const odd_walks *walks, uint32_t start, size_t length, odd_rng *rng);

/* All walks of a run, one after the other, as often as wanted. Nothing is stored: a rewind starts
 * the same random numbers again. */
typedef struct odd__corpus {
	const odd_walks *walks; /* lent */
	size_t nodes, rounds, length;
	uint64_t seed;
	odd_rng rng;
	size_t round, at;
	uint32_t *order; /* nodes: who starts when in this round */
	uint32_t *walk;  /* the present walk; length */
	odd__memory memory;
} odd__corpus;

/* `rounds` walks of `length` nodes from each node; in each round the nodes are shuffled anew. */
odd_status odd__corpus_init(odd__corpus *out, const odd_walks *walks, size_t rounds, size_t length,
	uint64_t seed, odd_error *err);
void odd__corpus_clear(odd__corpus *corpus);

void odd__corpus_rewind(odd__corpus *corpus);

/* Draw the next walk; its number of nodes, or 0 after the last. */
size_t odd__corpus_next(odd__corpus *corpus);

#endif
