/* igraph_columns.h: the node attributes of an igraph graph, and which of them means what. */
#ifndef ODD_NETWORK_IGRAPH_COLUMNS_H
#define ODD_NETWORK_IGRAPH_COLUMNS_H

#ifdef HAVE_IGRAPH

#include <stdbool.h>
#include <stddef.h>

#include "network/foreign.h"

enum odd__role { ROLE_NONE, ROLE_ID, ROLE_CLASS, ROLE_TRUTH, ROLE_ATTRIBUTE };

struct odd__column {
	const char *name; /* lent by odd__columns.names */
	igraph_attribute_type_t type;
	enum odd__role role;
};

struct odd__columns {
	const igraph_t *graph;
	const char *path; /* for errors */
	size_t nodes, count;
	struct odd__column *column;
	igraph_strvector_t names;
};

/* List the node attributes and give each its role; the rule stands in igraph_columns.c. */
odd_status odd__columns_read(
	struct odd__columns *out, const igraph_t *graph, const char *path, odd_error *err);
void odd__columns_clear(struct odd__columns *c);

/* The values of one node attribute. */
struct odd__values {
	igraph_attribute_type_t type;
	igraph_vector_t numbers; /* numeric and boolean; NaN: missing */
	igraph_strvector_t texts;
	bool started;
};

odd_status odd__values_get(struct odd__values *v, const struct odd__columns *all,
	const struct odd__column *column, odd_error *err);
void odd__values_clear(struct odd__values *v);

/* The value of node i as text ("" when missing); room is used for numbers. */
const char *odd__values_text(const struct odd__values *v, size_t i, char room[32]);

#endif
#endif
