/* moved.h: which nodes moved most between a kept ranking and the present one.
 *
 * A rank counts only the nodes that both rankings have: twenty planted nodes at the top push all
 * others down, which is no movement of theirs. How far a node moved is weighed by
 *
 *     |log2(then / now)| / log2(1 + min(then, now))
 *
 * the factor by which its rank changed, less and less the farther down it happened: 10 → 1 weighs
 * 3.3, 300 → 5 weighs 2.3, two neighbours at the very top 1.0, 100 → 10 0.96, 2000 → 1000 0.1.
 */
#ifndef SESSION_MOVED_H
#define SESSION_MOVED_H

#include "session/session.h"

struct rank_move {
	uint32_t node;      /* of the present network */
	uint32_t then, now; /* ranks among the common nodes, 1 is the oddest */
	double weight;
};

struct rank_moves {
	struct rank_move *move; /* those that moved, the largest weight first */
	size_t count;
	size_t common; /* nodes that both have */
	size_t gone;   /* nodes of then that are no longer there */
	size_t come;   /* nodes of now that were not there */
};

double rank_move_weight(size_t then, size_t now);

/* order: the present ranking of net, the oddest first. A node is the same when it has the same
 * place and name in both networks. O(n log n). */
odd_status rank_moves_find(struct rank_moves *out, const struct ghost *ghost,
	const odd_network *net, const uint32_t *order, odd_error *err);
void rank_moves_clear(struct rank_moves *moves);

/* By how many places every node of net has risen since another ranking (its network, and its n
 * nodes, the oddest first), counting only the nodes that both have; RANK_NEW for the others. */
odd_status rank_changes(int32_t *out, const odd_network *old, const uint32_t *then, size_t n,
	const odd_network *net, const uint32_t *order, odd_error *err);

#endif
