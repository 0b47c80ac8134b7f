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

#define RANK_NEW INT32_MIN /* it was not ranked then */

/* Where it is looked up; all of it is borrowed. */
struct node_values {
	const odd_network *net;
	const odd_scores *scores; /* NULL: not yet scored */
	const uint32_t *mark;     /* marked nodes, rising */
	size_t mark_count;
	/* By how many places a node has risen, or RANK_NEW (moved.h): since the iteration before,
	 * and since the run that was kept last; NULL: not known. */
	const int32_t *change, *kept;
	bool secret; /* what nodes are known to be is not to be told */
};

enum node_column_type {
	COLUMN_NUMBER,
	COLUMN_TEXT, /* a name */
	COLUMN_KIND, /* a name of an odd_kind */
	COLUMN_SET,  /* names: = asks whether one of them is there; no column */
	COLUMN_MARK  /* yes or no: `marked`, `!marked` */
};

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
};

/* Row i, NULL behind the last; and by its name of so many letters, or NULL. */
const struct node_column *node_column_get(size_t i);
const struct node_column *node_column_find(const char *name, size_t length);
/* The usual order of the list. */
const struct node_column *node_column_total(void);

/* The one that a name is nearly that of, or NULL. */
const char *node_column_near(const char *name, size_t length);
/* ODD_EUSAGE: there is no such fact, with the nearest that there is. */
odd_status node_column_unknown(const char *name, size_t length, odd_error *err);
/* ODD_EUSAGE says why nothing is known of it here. */
odd_status node_column_check(
	const struct node_column *fact, const struct node_values *f, odd_error *err);

/* Put the nodes into order by a fact; those of which it is not known come last, and equal ones stay
 * as they are, as all do where nothing is known of it. O(n log n). */
odd_status node_column_sort(uint32_t *node, size_t count, const struct node_column *by,
	bool reversed, const struct node_values *f, odd_error *err);

bool node_is_marked(const struct node_values *f, size_t node);

#endif
