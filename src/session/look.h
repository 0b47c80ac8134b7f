/* look.h: what of a network is looked at: which nodes are listed, in which order, which is
 * selected.
 *
 * Pure functions over a network and its scores, so that a screen answers keys with them while the
 * worker is busy. Every network that a session has opened has one look (struct document). Where
 * there is a screen, the screen alone changes the look, and reads it without the lock; the
 * session's thread reads it with the lock. Without a screen the session changes it.
 */
#ifndef SESSION_LOOK_H
#define SESSION_LOOK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "session/filter.h"

#define SESSION_NONE SIZE_MAX /* no node */

#define LOOK_SAID 320

/* Everything, by total. */
#define LOOK_INIT \
	{ \
		.lock = PTHREAD_MUTEX_INITIALIZER, .selected = SESSION_NONE \
	}
struct look {
	pthread_mutex_t lock;
	unsigned long version;          /* another one after every change */
	size_t selected;                /* a node, or SESSION_NONE */
	char *sought;                   /* the last text that was sought */
	const struct node_column *sort; /* NULL: by the total */
	bool reversed;
	struct filter filter;
	uint32_t *mark; /* nodes, rising */
	size_t mark_count;
};

void look_init(struct look *look);
void look_clear(struct look *look);
void look_select(struct look *look, size_t node);
size_t look_selected(struct look *look);
/* A copy of the marked nodes on the heap. */
uint32_t *look_copy_marks(struct look *look, size_t *count);
/* The commands that make a new look into this one, a line each; on the heap. */
char *look_lines(struct look *look, const odd_network *net);

struct arguments;

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
