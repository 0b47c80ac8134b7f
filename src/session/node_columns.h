/* node_columns.h: what is known of a node, a row for each thing: filter and sort, the columns of
 * the list, completion and help go by one table.
 */
#ifndef SESSION_NODE_COLUMNS_H
#define SESSION_NODE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/network.h"
#include "oddone/score.h"
#include "study/judgments.h"

#define RANK_NEW INT32_MIN /* it was not ranked then */

/* Where it is looked up; all of it is borrowed. */
struct node_values {
	const odd_network *net;
	const odd_scores *scores; /* NULL: not yet scored */
	const odd_scores *one;    /* by ONE alone; NULL: not scored */
	const uint32_t *mark;     /* marked nodes, rising */
	size_t mark_count;
	/* By how many places a node has risen, or RANK_NEW (moved.h): since the iteration before,
	 * and since the run that was kept last; NULL: not known. */
	const int32_t *change, *kept;
	const odd_communities *groups;  /* as explanations number them; NULL: not known */
	const struct judgments *judged; /* NULL: none */
	bool secret;                    /* what nodes are known to be is not to be told */
};

enum node_column_type {
	COLUMN_NUMBER,
	COLUMN_TEXT, /* a name */
	COLUMN_KIND, /* a name of an odd_kind */
	COLUMN_SET,  /* names: = asks whether one of them is there; no column */
	COLUMN_MARK  /* yes or no: `marked`, `!marked` */
};

/* A row of the table of what is known of every node, or a column of the data (data_column). */
struct node_column {
	const char *name;
	const char *also;  /* another name for it; NULL: none */
	const char *title; /* over its column; NULL: it has none */
	const char *help;
	enum node_column_type type;
	bool rising; /* sorts from the least, unless reversed */
	/* Why nothing is known of it here; NULL: it is. */
	const char *(*missing)(const struct node_values *f);
	double (*number)(const struct node_values *f, size_t node);    /* NAN: none */
	const char *(*text)(const struct node_values *f, size_t node); /* NULL: none */
	bool (*holds)(const struct node_values *f, size_t node, const char *name);
	size_t data_column; /* 1 + the column of the data; 0: none */
	size_t attribute;   /* that has its numbers */
	char own[80];       /* its name */
};

/* Row i, NULL behind the last. */
const struct node_column *node_column_get(size_t i);
/* By its name of so many letters: a row of the table, or else a column of the data of the network
 * (NULL: of none). NULL: there is none such. Of data it is on the heap; to be released. */
const struct node_column *node_column_find(const odd_network *net, const char *name, size_t length);
void node_column_release(const struct node_column *column);

/* What a node has in a column; NAN, NULL: nothing. */
double node_column_number(
	const struct node_column *column, const struct node_values *f, size_t node);
const char *node_column_text(
	const struct node_column *column, const struct node_values *f, size_t node);
bool node_column_holds(const struct node_column *column, const struct node_values *f, size_t node,
	const char *name);
/* Value i of those that differ in a column of names of the data, by no particular order; NULL
 * behind the last. Costs O(attributes) for the first. */
const char *node_column_value(const struct node_column *column, const odd_network *net, size_t *at);
/* The usual order of the list. */
const struct node_column *node_column_total(void);

/* The one that a name is nearly that of, or NULL. */
const char *node_column_near(const odd_network *net, const char *name, size_t length);
/* ODD_EUSAGE: there is no such column, with those that there are. */
odd_status node_column_unknown(
	const odd_network *net, const char *name, size_t length, odd_error *err);
/* ODD_EUSAGE says why nothing is known of it here. */
odd_status node_column_check(
	const struct node_column *fact, const struct node_values *f, odd_error *err);

/* Put the nodes into order by a fact; those of which it is not known come last, and equal ones stay
 * as they are, as all do where nothing is known of it. O(n log n). */
odd_status node_column_sort(uint32_t *node, size_t count, const struct node_column *by,
	bool reversed, const struct node_values *f, odd_error *err);

bool node_is_marked(const struct node_values *f, size_t node);

#endif
