/* plant.h: planting of outliers, and their removal.
 *
 * Planting makes another network. Kinds of new nodes follow the protocol of the ONE paper: a new
 * node has the degree and the number of words that are usual in its class, and comes after the old
 * nodes:
 *
 *     kind         links                         words
 *     structural   to nodes of other classes     of its class
 *     attribute    to nodes of its class         of all other classes
 *     combined     to nodes of its class         of one other class
 *     placebo      to nodes of its class         of its class
 *
 * Other kinds change existing nodes, whose former links and words are kept in the record:
 *
 *     swap         unchanged                     of a random node of another class
 *     rewire       to random nodes of other      unchanged
 *                  classes, as many as before
 *     clique       to all nodes of a random set  unchanged
 *     contextual   unchanged                     of 50 random nodes, those that are farthest from
 *                                                its own
 *
 * Nothing about a placebo is odd. A method that ranks placebos high finds artificial nodes instead
 * of outliers. swap needs another class with words; rewire needs a node with two links.
 */
#ifndef ODDONE_PLANT_H
#define ODDONE_PLANT_H

#include "oddone/network.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The ends of links inside the class of a new node. */
typedef enum odd_plant_style {
	ODD_PLANT_UNIFORM = 0, /* random nodes of the class, as in the paper */
	ODD_PLANT_LOCAL = 1    /* nodes of a random walk with restart inside the class */
} odd_plant_style;

/* How many outliers of each kind to plant. */
typedef struct odd_plant_options {
	size_t size; /* sizeof(odd_plant_options); 0: as in version 1.0 */
	size_t structural, attribute, combined;
	odd_plant_style style;
	uint64_t seed;
	size_t placebo;
	size_t swap, rewire, contextual;
	size_t cliques, clique_size; /* number of cliques, nodes in each */
} odd_plant_options;

/* Nothing to plant, seed 42. */
#define ODD_PLANT_OPTIONS_INIT \
	{ \
		sizeof(odd_plant_options), 0, 0, 0, ODD_PLANT_UNIFORM, 42, 0, 0, 0, 0, 0, 0 \
	}

#define ODD_PLANT_CANDIDATES 50  /* nodes among which a contextual outlier finds its words */
#define ODD_PLANT_CLIQUE_SIZE 15 /* as usual in the literature */

/* Sets structural, attribute and combined to a third of a percentage of the nodes each, rounded
 * down. */
void odd_plant_share(odd_plant_options *options, size_t nodes, double percent);
/* Returns the number of nodes of a kind. */
size_t odd_plant_count(const odd_plant_options *options, odd_kind kind);
/* Returns the number of outliers, without placebos. */
size_t odd_plant_outliers(const odd_plant_options *options);
/* Returns the number of outliers and placebos. */
size_t odd_plant_total(const odd_plant_options *options);

/* The former state of changed nodes, one row each. */
typedef struct odd_plant_before {
	size_t count;
	uint32_t *node;   /* sorted */
	uint8_t *kind;    /* the kind of each node now */
	odd_csr links;    /* count x nodes: rows of A */
	odd_csr incoming; /* directed: columns of A; otherwise empty */
	odd_csr words;    /* count x attributes: rows of C */
	odd_csr cells; /* count x columns: rows of odd_columns.cells; no rows: nothing is missing */
	uint32_t *donor;   /* the node whose words each got; its own number: none */
	uint64_t checksum; /* of the network with the outliers */
} odd_plant_before;

/* The record of a planting, for odd_unplant. */
typedef struct odd_plant_record {
	size_t first, count; /* the new nodes are first to first + count - 1 */
	odd_plant_options options;
	odd_plant_before *before; /* NULL: no existing node was changed */
} odd_plant_record;

/* Copies a record. */
odd_status odd_plant_record_copy(
	odd_plant_record *out, const odd_plant_record *record, odd_error *err);
/* Frees and empties a record. */
void odd_plant_record_clear(odd_plant_record *record);
/* Returns the only node that was made or changed, or SIZE_MAX when there are several. */
size_t odd_plant_single(const odd_plant_record *record);
/* True when the planting made or changed the node. O(log count). */
bool odd_plant_touched(const odd_plant_record *record, size_t node);
/* Returns the row of a node in record->before, or SIZE_MAX. O(log count). */
size_t odd_plant_row_before(const odd_plant_record *record, size_t node);

/* Plants outliers into a copy of a network. groups are the classes; a new node gets the label of
 * its class when the network has labels. Known outliers, nodes without a class where one is needed,
 * and nodes changed by this call are not changed. Each kind has its own random numbers, so the
 * number of one kind does not affect another. In a directed network links to a new node are drawn
 * like links from it, as many as a random node of the class has. record may be NULL;
 * odd_plant_record_clear frees it. ODD_EUSAGE when nodes, words or a second class are lacking.
 * O(nodes + entries + planted entries log(nodes)). */
odd_status odd_plant(odd_network **out, odd_plant_record *record, const odd_network *net,
	const odd_communities *groups, const odd_plant_options *options, const odd_job *job,
	odd_error *err);

/* Removes one planting from a copy of a network. After the removal of the last planting the network
 * equals the one before it; after another, the first nodes of later records are record->count
 * lower. ODD_EUSAGE when the record does not fit the network, or changed nodes and is not the last.
 */
odd_status odd_unplant(
	odd_network **out, const odd_network *net, const odd_plant_record *record, odd_error *err);

#ifdef __cplusplus
}
#endif
#endif
