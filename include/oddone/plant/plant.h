/* plant.h: planting outliers, the protocol of the ONE paper, and taking them out again.
 *
 * A planted node has an ordinary degree and word count for its class; only where its links go or
 * where its words come from is odd. The network is not changed: planting makes a new one in which
 * the planted nodes stand behind the others.
 */
#ifndef ODDONE_PLANT_H
#define ODDONE_PLANT_H

#include "oddone/network/communities.h"
#include "oddone/network/network.h"

typedef enum odd_plant_style {
	ODD_PLANT_UNIFORM = 0, /* the paper's: links inside the class go to any of its nodes */
	ODD_PLANT_LOCAL = 1    /* …to nodes met by a random walk with restart inside the class */
} odd_plant_style;

typedef struct odd_plant_options {
	size_t structural, attribute, combined; /* how many of each */
	odd_plant_style style;
	uint64_t seed;
} odd_plant_options;

#define ODD_PLANT_OPTIONS_INIT \
	{ \
		.structural = 0, .attribute = 0, .combined = 0, .style = ODD_PLANT_UNIFORM, \
		.seed = 42 \
	}

/* The counts for "percent of the nodes in equal thirds": ⌊n · percent / 300⌋ of each kind. */
void odd_plant_share(odd_plant_options *options, size_t nodes, double percent);

/* What was planted, so that it can be taken out again. */
typedef struct odd_plant_record {
	size_t first, count; /* the planted nodes are first … first+count−1 of the new network */
	odd_plant_options options;
} odd_plant_record;

/* Plant into a copy. groups (labels or communities) are the classes; a planted node gets its
 * class's label when the network has labels. Needs two classes with nodes, and words; says in
 * ODD_EUSAGE what is missing. Each kind has random numbers of its own: more of one does not change
 * the others. record may be NULL. O(nodes + entries), plus what is planted times log(nodes). */
odd_status odd_plant(odd_network **out, odd_plant_record *record, const odd_network *net,
	const odd_communities *groups, const odd_plant_options *options, const odd_job *job,
	odd_error *err);

/* Take one planting out again. When it was the last one the result equals the network before it;
 * when it was not, later records start record->count nodes earlier from then on. A record that does
 * not fit the network is ODD_EUSAGE. */
odd_status odd_unplant(
	odd_network **out, const odd_network *net, const odd_plant_record *record, odd_error *err);

#endif
