/* node_columns.h: what an outcome says of each node, as columns of a name and a type: class, rank,
 * score, known kind, the parts of the score, community, place on the map. Files for other programs
 * (GraphML, GEXF, CSV, metadata of the Embedding Projector) are written from these.
 */
#ifndef REPORT_NODE_COLUMNS_H
#define REPORT_NODE_COLUMNS_H

#include "oddone/job.h"
#include "study/result.h"

enum node_type { NODE_TEXT, NODE_COUNT, NODE_NUMBER, NODE_YESNO };

struct node_value {
	bool there; /* false: this node has none */
	const char *text;
	size_t count;
	double number;
	bool yes;
};

struct node_columns;

struct node_column {
	const char *name;
	enum node_type type;
	size_t part; /* of the score, or of the place on the map */
	struct node_value (*value)(
		const struct node_columns *all, const struct node_column *column, size_t node);
};

enum { NODE_COLUMNS = ODD_COMPONENTS + 12 };

struct node_columns {
	const struct result *o;
	size_t count;
	struct node_column column[NODE_COLUMNS];
	odd_communities links; /* found in the links, whatever labels there are */
	size_t odd;            /* nodes up to this rank are called odd */
	uint32_t *place;       /* per node: its row of the map; NULL: the node itself */
};

/* The columns that this outcome has; communities are looked for with the run's seed. Begun or not,
 * it can be ended. */
odd_status node_columns_begin(
	struct node_columns *out, const struct result *o, const odd_job *job, odd_error *err);
void node_columns_end(struct node_columns *columns);

static inline struct node_value node_columns_get(
	const struct node_columns *all, size_t column, size_t node)
{
	return all->column[column].value(all, &all->column[column], node);
}

#endif
