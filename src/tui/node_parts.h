/* node_parts.h: what the files of the Node screen share. */
#ifndef TUI_NODE_PARTS_H
#define TUI_NODE_PARTS_H

#include "draw/chart.h"
#include "draw/figures.h"
#include "session/why.h"
#include "tui/app.h"
#include "tui/list.h"

/* The parts that can have the focus; all but the last are lists. */
enum node_part { NODE_VALUES, NODE_LINKS, NODE_WORDS, NODE_NEAR, NODE_TEXT, NODE_PARTS };

struct node_screen {
	struct layer layer;
	struct app *app;
	unsigned long opened;    /* the network it is of */
	size_t asked;            /* the node the session was asked about last … */
	bool waiting;            /* … and has not answered yet: one question at a time */
	bool again;              /* it was asked once more, as it had forgotten */
	unsigned long serial;    /* of the view when it was asked */
	struct session_why *why; /* the last answer, held; NULL: none yet */
	uint32_t *walk;          /* nodes left behind, for going back */
	size_t walk_count;
	struct list list[NODE_PARTS];
	const odd_explain_entry **entry[NODE_NEAR]; /* of links and words: present and absent, the
						       largest error first */
};

static inline enum node_part node_focus(const struct node_screen *n)
{
	return (enum node_part)n->layer.part;
}

void node_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r);

/* Its lists. part: NODE_LINKS or NODE_WORDS. */
void node_draw_entries(struct node_screen *n, enum node_part part, struct canvas *c, struct rect r);
void node_draw_near(struct node_screen *n, struct canvas *c, struct rect r);

enum { NODE_NAME = 24 }; /* columns of a name, at most */
/* Names may be long, and a terminal must not be steered by them. Returns out. */
char *node_shorten(char out[FIGURE_NAME], const struct canvas *c, const char *name, double most);

/* Everything the screen has, as text; on the heap, NULL without memory. */
char *node_text(const struct node_screen *n);

#endif
