/* communities.h: the groups of a network: its labels, or, where it has none, communities found in
 * its links by the Leiden method.
 */
#ifndef ODDONE_COMMUNITIES_H
#define ODDONE_COMMUNITIES_H

#include "oddone/network/network.h"

typedef struct odd_communities {
	size_t count;
	int32_t *of; /* per node, 0 … count−1, or ODD_NO_LABEL */
	bool found;  /* true: found in the links; false: these are the labels */
} odd_communities;

/* Labels when any node has one, Leiden communities otherwise (seeded; modularity, resolution 1).
 * The search runs on one thread and can be cancelled. */
odd_status odd_communities_find(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err);
/* The latter whatever labels there are. */
odd_status odd_communities_in_links(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err);
void odd_communities_clear(odd_communities *c);

#endif
