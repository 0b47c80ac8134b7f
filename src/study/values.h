/* values.h: what the columns of the data, labels included, say of all nodes, of one node beside its
 * neighbours, and of groups of nodes. */
#ifndef STUDY_VALUES_H
#define STUDY_VALUES_H

#include "oddone/explain.h"
#include "oddone/network.h"
#include "oddone/score.h"

enum { COLUMN_BARS = 16, COLUMN_TOP = 5, VALUE_TEXT = 200, GROUP_TEXT = 120 };

/* One column of the data over all nodes. What does not apply is NAN, 0 or NULL. */
struct column_summary {
	size_t column;    /* of net->columns */
	const char *name; /* lent by the network, as all texts here */
	odd_column_type type;
	bool numbers; /* it has numbers, else names */
	bool used;    /* the fit sees it */
	size_t missing, distinct;
	double least, median, most, spread; /* of numbers; spread: the standard deviation */
	size_t bar[COLUMN_BARS];            /* nodes in equal steps from least to most */
	const char *top[COLUMN_TOP];        /* its most frequent values */
	size_t top_count[COLUMN_TOP], tops;
	/* How alike linked nodes are in it: 1: always the same, 0: as chance has it. The
	 * correlation over links for numbers, Newman's assortativity for names. */
	double alike;
	/* How it goes with the ranking: the correlation of numbers with the percentile, from −1 to
	 * 1; of names the share of the percentile's variance that they explain, from 0 to 1. */
	double with_rank;
};

/* All columns, in the order of the data; *out is freed by free. scores NULL: with_rank is not
 * known. O(columns × (nodes + links + attributes of nodes)). */
odd_status summarise_columns(struct column_summary **out, const odd_network *net,
	const odd_scores *scores, const odd_job *job, odd_error *err);

/* A node's value in a column beside those of its neighbours. */
struct node_value_row {
	const struct column_summary *column;
	char own[VALUE_TEXT];        /* "Germany", "2000"; empty: missing */
	char neighbours[VALUE_TEXT]; /* "Korea 4, Japan 3, Germany 0", "12 to 140"; empty: not known
				      */
	size_t known;                /* neighbours that have a value */
	double tells; /* from 0: how far the value is from those of its neighbours, weighed by how
			 alike linked nodes are in the column */
};

/* A row for each column, the most telling first, missing ones last; *out is freed by free. summary:
 * of all columns of the network. O(columns × (links of the node + their attributes)). */
odd_status list_node_values(struct node_value_row **out, const struct column_summary *summary,
	const odd_network *net, size_t node, odd_error *err);
/* Add a sentence for each of the most telling rows, three at most. */
odd_status add_value_sentences(
	odd_sentences *sentences, const struct node_value_row *row, size_t count, odd_error *err);

struct group_row {
	size_t nodes;
	double inside; /* share of the links of its nodes that stay in it; NAN: no links */
	size_t oddest; /* node */
	char typical[GROUP_TEXT]; /* "state=NY 95 %, latitude 43": what sets the group apart most */
};
/* Of every group, by the ranking (nodes, the oddest first); freed by free. NULL without memory.
 * O(nodes + links + attributes of nodes). */
struct group_row *group_rows(
	const odd_communities *groups, const odd_network *net, const uint32_t *order);

#endif
