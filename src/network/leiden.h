/* leiden.h: communities of highest modularity by the Leiden method. */
#ifndef ODD_NETWORK_LEIDEN_H
#define ODD_NETWORK_LEIDEN_H

#include "oddone/job.h"
#include "oddone/network.h"

/* Fill of[0 … nodes−1] with communities numbered from 0, in no order. A directed network counts as
 * undirected, a link both ways with both weights. One thread; the seed alone decides. Polls for
 * cancellation every few thousand nodes. O((nodes + links) rounds), memory O(nodes + links of a
 * directed network). */
odd_status odd__leiden(
	int32_t *of, const odd_network *net, uint64_t seed, const odd_job *job, odd_error *err);

#endif
