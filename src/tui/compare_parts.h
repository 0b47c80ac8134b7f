/* compare_parts.h: what the files of the Compare screen share. */
#ifndef TUI_COMPARE_PARTS_H
#define TUI_COMPARE_PARTS_H

#include "session/comparison.h"
#include "tui/app.h"
#include "tui/list.h"

enum { COMPARE_NODES = 64 };                   /* listed at most */
enum { COMPARE_TASKS = ODD_TASK_BATTERY + 1 }; /* of the battery only the network as it is */

/* Where not all parts have room, Tab turns to the next one. */
enum compare_page { COMPARE_TABLE, COMPARE_CHART, COMPARE_LIST, COMPARE_PAGES };

struct compare_screen {
	struct layer layer;
	struct app *app;
	const odd_method *selected; /* by what it is, since rows come and go */
	const odd_method *anchor; /* differences to this one; NULL: what only the selected found */
	odd_task task;            /* the table of which task */
	struct list table;        /* of methods */

	/* Worked out for a version of the comparison and a choice of methods. */
	unsigned long version;
	const odd_method *of, *against;
	uint32_t node[COMPARE_NODES];
	struct list list; /* of those nodes */
	size_t all;       /* how many there are, listed or not */
	size_t missed;
	size_t count[4]; /* differences: outliers that both, one, the other and neither has */
};

/* The comparison, or NULL; and the row of a method, `methods` when it is not in it. */
static inline const struct session_comparison *compare_of(const struct compare_screen *s)
{
	return s->app->view->comparison;
}
static inline enum compare_page compare_page(const struct compare_screen *s)
{
	return (enum compare_page)s->layer.part;
}
size_t compare_row(const struct session_comparison *c, const odd_method *method);
/* The row that is selected. */
size_t compare_selected(const struct compare_screen *s);

void compare_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r);
void compare_header(struct layer *layer, struct app *app, struct canvas *c, struct rect r);

/* ---- its pieces ----------------------------------------------------------------------------- */

/* The mark and the role of a row, in the table as well as in the chart. */
enum mark compare_mark(size_t row);
void compare_table_draw(struct compare_screen *s, struct canvas *c, struct rect r);
/* The node of the list that is selected; SESSION_NONE: it is empty. */
size_t compare_node(struct compare_screen *s);
/* What only one method found, or in what two differ. */
void compare_nodes_draw(struct compare_screen *s, struct canvas *c, struct rect r);

#endif
