/* graph.h: what readers of graph files share: nodes by the names the file gives them, cells for the
 * table of columns, links that may come before their nodes, and which of the names are ids.
 * Errors are those of the reading, and sticky.
 */
#ifndef ODD_NETWORK_GRAPH_H
#define ODD_NETWORK_GRAPH_H

#include "network/node_table.h"

typedef enum odd__way {
	ODD__AS_FILE = 0,
	ODD__ONE_WAY,
	ODD__BOTH_WAYS,
	ODD__AS_ASKED /* the file says nothing: one way if the user wants directions */
} odd__way;

typedef struct odd__graph {
	odd__reading r; /* its scan holds the file */
	odd__node_table table;
	odd_names ends;     /* names in links */
	odd__entries links; /* between them */
	uint8_t *way;       /* of each link */
	size_t way_capacity;
	bool directed; /* the file says so of links that say nothing themselves */
} odd__graph;

/* Open a file. Whether that succeeds or not, the graph is to be finished. */
bool odd__graph_begin(odd__graph *g, const odd__source *source, const char *path, odd_error *err);

/* A new node; where is in the text of the scan. */
uint32_t odd__graph_node(odd__graph *g, odd__text id, const char *where);
/* The node of that name, made if there is none. */
uint32_t odd__graph_need(odd__graph *g, odd__text id, const char *where);
/* A node's value in a column; a column without a name is passed over. */
void odd__graph_cell(odd__graph *g, uint32_t node, odd__text column, odd__text value);
void odd__graph_link(odd__graph *g, odd__text from, odd__text to, double weight, odd__way way);

/* Judge columns, find ids, resolve links; the status is that of the first failure. The graph is
 * cleared either way. */
odd_status odd__graph_finish(odd_network **out, odd__graph *g, const char *format);

/* Replace &amp; &lt; &gt; &quot; &apos; &#65; &#x41; in a buffer that grows; other text stays. The
 * result is lent from the text itself when there is none. */
odd__text odd__graph_unescape(odd__reading *r, struct odd__decoder *decoder, odd__text text);

#endif
