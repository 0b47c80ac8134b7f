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

/* Coming from t to v, the neighbour x of v is taken with a probability in proportion to
 *     1/p when x is t,   1 when x is linked to t,   1/q otherwise
 * (node2vec). With p = q = 1 this is the uniform walk of DeepWalk. */
typedef struct odd_walks_options {
	double p, q;   /* > 0 and finite */
	bool weighted; /* multiply these by the weight of the link; else every link counts 1 */
} odd_walks_options;

#define ODD_WALKS_OPTIONS_INIT \
	{ \
		.p = 1.0, .q = 1.0, .weighted = false \
	}

typedef struct odd_walks odd_walks;

/* Get ready to walk. The network is lent until odd_walks_free; a directed one is copied with its
 * links turned both ways. options may be NULL. ODD_EUSAGE for p or q out of range. O(links). */
odd_status odd_walks_create(
	odd_walks **out, const odd_network *net, const odd_walks_options *options, odd_error *err);
void odd_walks_free(odd_walks *walks);

size_t odd_walks_nodes(const odd_walks *walks);

/* Walk from `start` until `length` (≥ 1) nodes, the start among them, stand in `nodes`. Returns how
 * many do: length, or 1 when the start has no links. A step takes O(1) when p = q = 1; otherwise
 * candidates are drawn and rejected, each O(log degree), and should nearly all be rejected, the law
 * is written out once, O(degree log degree). */
size_t odd_walks_draw(
	uint32_t *nodes, const odd_walks *walks, uint32_t start, size_t length, odd_rng *rng);

#endif
