/* comparison.h: ONE beside other methods on the network that is open, as far as it has come.
 *
 * A comparison never changes once it is made; comparer and views share it, by a count of its own,
 * across threads. What a method found is in parts that comparisons share in turn.
 */
#ifndef SESSION_COMPARISON_H
#define SESSION_COMPARISON_H

#include <stdbool.h>

#include "baseline/compare.h"
#include "session/epoch.h"
#include "session/results.h"

#define COMPARISON_TOP 5.0 /* percent of the ranking that count as found */

/* Which outliers are to be found? */
enum comparison_truth {
	TRUTH_PLANTED, /* those of the session: seeds are those of the methods alone */
	TRUTH_KNOWN,   /* those that the data knows: likewise */
	TRUTH_SEEDED   /* each seed plants its own, into a copy */
};

/* How it is made; the same for all of its cells. */
struct compare_plan {
	enum comparison_truth truth;
	odd_plant_options plant; /* what each seed plants */
	size_t k, repeats;
	unsigned tasks;
	uint64_t seed;
};

/* What a method made of the first seed. */
struct comparison_found {
	struct shared shared;
	size_t nodes;
	uint32_t *rank;         /* of every node, 1 for the oddest; of equal ones the first */
	struct shared_map *map; /* PCA of the embedding, of the nodes that are open; NULL: none */
};

struct session_comparison {
	struct shared shared;
	unsigned long version;     /* rises with every cell and every wish, not with progress */
	struct session_net *net;   /* the one that was open */
	struct session_net *first; /* the network of the first seed; NULL: not yet */
	struct compare_plan plan;
	odd_comparison table;
	struct comparison_found **found; /* of each method; NULL: not yet */

	bool running;           /* more cells follow, unless somebody stops it */
	size_t method, seeding; /* the cell that is being worked on; method == methods: none */
	char what[48];          /* the part of it */
	double done, total;
	char fault[200]; /* why it stopped; empty: it did not */
};

/* Nodes in the first COMPARISON_TOP percent of the ranking; 0 before the first seed is planted. */
size_t comparison_top(const struct session_comparison *c);
/* Is a node in the top of a method? false where nothing is known yet. */
bool comparison_finds(const struct session_comparison *c, size_t method, size_t node);

/* The nodes that one method has in its top and no other has, known outliers first, then by rank;
 * into node, at most `most` of them. Returns how many there are in all. */
size_t comparison_only(
	const struct session_comparison *c, size_t method, uint32_t *node, size_t most);
/* The nodes that are in the top of exactly one of two methods, sorted in the same way by the better
 * rank. count: known outliers that both, only a, only b and neither has. */
size_t comparison_differ(const struct session_comparison *c, size_t a, size_t b, uint32_t *node,
	size_t most, size_t count[4]);
/* Known outliers that no method has in its top; SIZE_MAX before any has a ranking. */
size_t comparison_missed(const struct session_comparison *c);

#endif
