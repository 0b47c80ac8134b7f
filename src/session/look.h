/* look.h: what of a network is looked at: which nodes are listed, in which order, which is
 * selected.
 *
 * Pure functions over a network and its scores, so that a screen answers keys with them while the
 * worker is busy; the session has one of its own for batch and replay.
 */
#ifndef SESSION_LOOK_H
#define SESSION_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session/filter.h"

#define SESSION_NONE SIZE_MAX /* no node */

#define LOOK_SAID 320

/* All zero but selected = SESSION_NONE: everything, by total. */
struct look {
	size_t selected;                /* a node, or SESSION_NONE */
	char *sought;                   /* the last text that was sought */
	const struct node_column *sort; /* NULL: by the total */
	bool reversed;
	struct filter filter;
	uint32_t *mark; /* nodes, rising */
	size_t mark_count;
};

void look_clear(struct look *look);

struct arguments;

/* What is known of the nodes, with the marks of this look. */
struct node_values look_values(const struct look *look, const struct node_values *f);

/* Run select, find, filter, sort or mark, as the session's table has them. said: what it did, in a
 * line. f: what is known of the nodes; its marks are the look's own. net NULL: none is open. */
odd_status look_run(struct look *look, char said[LOOK_SAID], const struct node_values *f,
	const struct arguments *args, odd_error *err);

/* The nodes as sort and filter have them, into rows (net->nodes entries). */
odd_status look_list(uint32_t *rows, size_t *count, const struct look *look,
	const struct node_values *f, odd_error *err);
/* The one the list is sorted by; and does it begin with the largest? */
const struct node_column *look_sorted_by(const struct look *look);
bool look_falls(const struct look *look);

bool look_marked(const struct look *look, size_t node);

/* The node of an id or "#rank". */
odd_status look_node(size_t *node, const odd_network *net, const odd_scores *scores,
	const char *text, odd_error *err);

#endif
