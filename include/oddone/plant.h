/* plant.h: planting outliers, and taking them out again.
 *
 * Two families. New nodes, the protocol of the ONE paper: a planted node has an ordinary degree and
 * word count for its class; only where its links go or where its words come from is odd. And nodes
 * that are there already, made odd: what they were is kept. The network is not changed: planting
 * makes another one, in which new nodes stand behind the old.
 *
 *                links                              words
 *   structural   of a new node, to other classes    of its class
 *   attribute    …to its class                      of all the other classes
 *   combined     …to its class                      of one other class
 *   placebo      …to its class                      of its class: nothing about it is odd
 *   swap         stay                               the row of a random node of another class
 *   rewire       all, as many as before, go to      stay
 *                random nodes of other classes
 *   clique       to all others of a random set      stay
 *   contextual   stay                               of the rows of 50 random nodes the one that is
 *                                                   farthest from its own
 *
 * Placebos are made exactly as outliers are, so a method that ranks them high finds what is made,
 * not what is odd. swap needs another class that has words; rewire a node of at least two links.
 */
#ifndef ODDONE_PLANT_H
#define ODDONE_PLANT_H

#include "oddone/network.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum odd_plant_style {
	ODD_PLANT_UNIFORM = 0, /* the paper's: links inside the class go to any of its nodes */
	ODD_PLANT_LOCAL = 1    /* …to nodes met by a random walk with restart inside the class */
} odd_plant_style;

typedef struct odd_plant_options {
	size_t size; /* of this structure, as the caller was compiled; 0: as in version 1.0 */
	size_t structural, attribute, combined; /* how many of each */
	odd_plant_style style;
	uint64_t seed;
	size_t placebo;
	size_t swap, rewire, contextual;
	size_t cliques, clique_size; /* so many, of so many nodes each */
} odd_plant_options;

#define ODD_PLANT_OPTIONS_INIT \
	{ \
		sizeof(odd_plant_options), 0, 0, 0, ODD_PLANT_UNIFORM, 42, 0, 0, 0, 0, 0, 0 \
	}

#define ODD_PLANT_CANDIDATES 50  /* rows a contextual outlier chooses from */
#define ODD_PLANT_CLIQUE_SIZE 15 /* usual in the literature */

/* The counts for "percent of the nodes in equal thirds": ⌊n · percent / 300⌋ of each kind. */
void odd_plant_share(odd_plant_options *options, size_t nodes, double percent);
/* How many nodes of a kind the options ask for; 0 for kinds that are not planted. */
size_t odd_plant_count(const odd_plant_options *options, odd_kind kind);
/* All outliers they ask for, which placebos are not; and everything. */
size_t odd_plant_outliers(const odd_plant_options *options);
size_t odd_plant_total(const odd_plant_options *options);

/* What the nodes that were there had been, one row each. */
typedef struct odd_plant_before {
	size_t count;
	uint32_t *node;   /* rising */
	uint8_t *kind;    /* what each became; it was ordinary */
	odd_csr links;    /* count × nodes: rows of A */
	odd_csr incoming; /* directed: rows of Aᵀ; otherwise empty */
	odd_csr words;    /* count × attributes: rows of C */
	odd_csr cells; /* count × columns: what each missed, as odd_columns has it; no rows: none */
	uint32_t *donor;   /* whose words each got; its own number: it kept its words */
	uint64_t checksum; /* of the network made */
} odd_plant_before;

/* What was planted, so that it can be taken out again. */
typedef struct odd_plant_record {
	size_t first, count; /* the new nodes are first … first+count−1 of the network made */
	odd_plant_options options;
	odd_plant_before *before; /* NULL when no node that was there was changed */
} odd_plant_record;

odd_status odd_plant_record_copy(
	odd_plant_record *out, const odd_plant_record *record, odd_error *err);
void odd_plant_record_clear(odd_plant_record *record);
/* The node it is about, when it is about one alone; else SIZE_MAX. */
size_t odd_plant_single(const odd_plant_record *record);
/* Was the node made or changed by this planting? O(log count). */
bool odd_plant_touched(const odd_plant_record *record, size_t node);
/* The row of a node in record->before; SIZE_MAX when it was not changed. O(log count). */
size_t odd_plant_row_before(const odd_plant_record *record, size_t node);

/* Plant into a copy. groups (labels or communities) are the classes; a new node gets its class's
 * label when the network has labels. Nodes that are marked already, or have no class where one is
 * needed, are not changed, and no node is changed twice. Says in ODD_EUSAGE what is missing: two
 * classes with nodes (placebo: one; clique, contextual: none), words, nodes enough. Each kind has
 * random numbers of its own: more new nodes of one kind do not change the others. In a directed
 * network links that arrive are drawn as those that leave, as many as a random node of the class
 * has. record may be
 * NULL, and otherwise goes back to odd_plant_record_clear. O(nodes + entries), plus what is planted
 * times log(nodes). */
odd_status odd_plant(odd_network **out, odd_plant_record *record, const odd_network *net,
	const odd_communities *groups, const odd_plant_options *options, const odd_job *job,
	odd_error *err);

/* Take one planting out again. When it was the last one the result equals the network before it;
 * when it was not, later records start record->count nodes earlier from then on. A record that does
 * not fit the network is ODD_EUSAGE, and so is one that changed nodes and is not the last. */
odd_status odd_unplant(
	odd_network **out, const odd_network *net, const odd_plant_record *record, odd_error *err);

#ifdef __cplusplus
}
#endif
#endif
