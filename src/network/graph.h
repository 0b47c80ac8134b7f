/* graph.h: what readers of graph files share: nodes by the names the file gives them, cells for the
 * table of columns, links that may come before their nodes, and which of the names are ids.
 */
#ifndef ODD_NETWORK_GRAPH_H
#define ODD_NETWORK_GRAPH_H

#include "network/frame.h"
#include "network/reading.h"

typedef enum odd__way {
	ODD__AS_FILE = 0,
	ODD__ONE_WAY,
	ODD__BOTH_WAYS,
	ODD__AS_ASKED /* the file says nothing: one way if the user wants directions */
} odd__way;

typedef struct odd__graph {
	odd__reading r; /* its scan holds the file */
	odd__frame frame;
	odd_names ends; /* names in links */
	uint32_t *from, *to;
	double *weight;
	uint8_t *way;
	size_t links, capacity;
	bool directed;  /* the file says so of links that say nothing themselves */
	uint32_t polls; /* nodes and links since the last look whether to stop */
} odd__graph;

/* Open a file. On an error there is nothing to clear. */
odd_status odd__graph_begin(
	odd__graph *g, const odd__source *source, const char *path, odd_error *err);
void odd__graph_clear(odd__graph *g);

/* A new node; where is in the text of the scan. */
odd_status odd__graph_node(
	odd__graph *g, odd__text id, const char *where, uint32_t *node, odd_error *err);
odd_status odd__graph_cell(
	odd__graph *g, uint32_t node, odd__text column, odd__text value, odd_error *err);
odd_status odd__graph_link(
	odd__graph *g, odd__text from, odd__text to, double weight, odd__way way, odd_error *err);

/* A weight as text: a number that is not negative. */
/* Is this the name of a link's weight? */
bool odd__graph_weighs(const odd__graph *g, odd__text name);
odd_status odd__graph_weight(
	odd__graph *g, odd__text text, const char *where, double *weight, odd_error *err);

/* Guess columns, find ids, resolve links. The graph is cleared either way. */
odd_status odd__graph_finish(odd_network **out, odd__graph *g, const char *format, odd_error *err);

/* Cancelled? And how far: at is in the text of the scan. */
odd_status odd__graph_poll(odd__graph *g, const char *at, odd_error *err);

/* &amp; &lt; &gt; &quot; &apos; &#65; &#x41; in place of what they stand for, into a buffer that
 * grows; what is no such thing stays. *out is lent from the text itself when there is none. */
odd_status odd__graph_unescape(
	struct odd__decoder *decoder, odd__text text, odd__text *out, odd_error *err);

#endif
