/* results.h: maps of a moment of a run (struct shared_map, study/parts.h), how the next map is made
 * from the one before, and how a map is kept in place while the network changes.
 */
#ifndef SESSION_RESULTS_H
#define SESSION_RESULTS_H

#include "session/epoch.h"

/* Points are to come: neither xy nor node yet, and no numbers about them. */
struct shared_map *map_begin(struct shared_network *network, odd_projection_method method,
	odd_projection_source source, size_t points);
/* PCA of the present state, upright (align.h): the same whatever was before it. */
odd_status map_create(struct shared_map **out, struct shared_network *network, const odd_one *run,
	odd_projection_source source, const odd_job *job, odd_error *err);
/* Turn the points of `map`, which nobody else has yet, to lie on those of the map before, as far as
 * the two have nodes in common. */
void map_turn(struct shared_map *map, const struct shared_map *before);
/* The points of a map for another network of the session, or another sample of it (count of node;
 * NULL: all nodes): a node that was not on it comes to stand among its neighbours that were. */
odd_status map_carry(struct shared_map **out, struct shared_network *network, const uint32_t *node,
	size_t count, const struct shared_map *before, odd_error *err);
/* The same for a network that has grown or shrunk at its end: new nodes come onto the map, also
 * when it is of a sample. */
odd_status map_follow(struct shared_map **out, struct shared_network *network,
	const struct shared_map *before, odd_error *err);
/* The same points, at rest. */
odd_status map_rest(struct shared_map **out, const struct shared_map *map, odd_error *err);

#endif
