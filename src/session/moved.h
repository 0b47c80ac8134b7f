/* moved.h: by how many places the ranks of nodes have changed since another ranking. */
#ifndef SESSION_MOVED_H
#define SESSION_MOVED_H

#include "session/session.h"

/* By how many places every node of net has risen since another ranking (its network, and its n
 * nodes, the oddest first), counting only the nodes that both have; RANK_NEW for the others. */
odd_status rank_changes(int32_t *out, const odd_network *old, const uint32_t *then, size_t n,
	const odd_network *net, const uint32_t *order, odd_error *err);

#endif
