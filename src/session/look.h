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

#include "oddone/network/network.h"
#include "oddone/score/score.h"

#define SESSION_NONE SIZE_MAX /* no node */

enum session_sort { SORT_TOTAL, SORT_STRUCTURE, SORT_ATTRIBUTES, SORT_DISAGREEMENT, SORT_NODE };

enum session_filter_by { FILTER_NONE, FILTER_KIND, FILTER_LABEL, FILTER_RANK, FILTER_MARKED };
struct session_filter {
	enum session_filter_by by;
	long value;    /* odd_kind, label, or the rank that is too large */
	char text[80]; /* as given */
};

#define LOOK_SAID 320

/* All zero but selected = SESSION_NONE: everything, by total. */
struct look {
	size_t selected; /* a node, or SESSION_NONE */
	char *sought;    /* the last text that was sought */
	enum session_sort sort;
	bool reversed;
	struct session_filter filter;
	uint32_t *mark; /* nodes, rising */
	size_t mark_count;
};

void look_clear(struct look *look);

struct arguments;

/* Run select, find, filter, sort or mark, as the session's table has them. said: what it did, in a
 * line. */
odd_status look_run(struct look *look, char said[LOOK_SAID], const odd_network *net,
	const odd_scores *scores, const struct arguments *args, odd_error *err);

/* The nodes as sort and filter have them, into rows (net->nodes entries). */
odd_status look_list(uint32_t *rows, size_t *count, const struct look *look, const odd_network *net,
	const odd_scores *scores, odd_error *err);

bool look_marked(const struct look *look, size_t node);

/* The node of an id or "#rank". */
odd_status look_node(size_t *node, const odd_network *net, const odd_scores *scores,
	const char *text, odd_error *err);

#endif
