/* list.h: rows of which a window is seen: the one list under every screen and dialog.
 *
 * A list has a cursor, which its window follows; a text (`text`) has none, and moving turns the
 * window. The owner says before drawing how many rows there are and where they go (list_fit), and
 * draws those from `first` to list_end, or has them drawn as a table whose columns drop by priority
 * (list_table_draw).
 */
#ifndef TUI_LIST_H
#define TUI_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/canvas.h"
#include "draw/chart.h"
#include "oddone/network.h"
#include "tui/key.h"
#include "tui/layer.h"

#define LIST_NONE SIZE_MAX

/* All zero: at the top of nothing. */
struct list {
	bool text;
	size_t count;     /* rows there are */
	size_t cursor;    /* the selected one; LIST_NONE: none is */
	size_t first;     /* the first in sight */
	size_t seen;      /* rows that have room */
	struct rect area; /* where they were drawn last, for the mouse */
};

/* The beginning of a screen that has one list. */
struct list_screen {
	struct layer layer;
	struct list list;
};
/* For layer_ops.list. */
struct list *list_of_screen(struct layer *layer, const struct key *mouse);

/* So many rows there are now, in this area (a row at least); cursor and window stay where that is
 * possible. */
void list_fit(struct list *l, size_t count, struct rect area);
/* Row `to` is the selected one, or the first in sight of a text. */
void list_select(struct list *l, size_t to);
/* "up", "page-down", "last" and the like; false: no such way. */
bool list_move(struct list *l, const char *way);

enum list_act { LIST_IGNORED, LIST_MOVED, LIST_OPENED };
/* The wheel anywhere, a click on a row, twice to open it. */
enum list_act list_mouse(struct list *l, struct key key);
/* Is the mouse over its rows? */
bool list_under(const struct list *l, struct key key);

/* The row behind the last in sight. */
size_t list_end(const struct list *l);
/* "1-20 of 132", or "all 12" when everything is in sight; empty without rows. Returns out. */
char *list_place(const struct list *l, char *out, size_t size);

/* ---- drawing --------------------------------------------------------------------------------- */

struct list_table {
	const struct table_column *column; /* those without a title are left out */
	size_t columns;
	bool selection; /* show the cursor */
	const char *footer, *empty;
	/* Fill the cells of a row; `text` has text_size bytes for it, zero at first. */
	void (*fill)(struct table_cell *cell, void *text, size_t row, void *of);
	size_t text_size;
	void *of;
	struct table_head *head; /* set to where the columns are; NULL: not wanted */
};
/* Fits the list into r, below a row of headings and above the footer. */
void list_table_fit(struct list *l, size_t count, struct rect r, bool footer);
void list_table_draw(
	const struct list *l, struct canvas *c, struct rect r, const struct list_table *table);

/* A screen that is a table, with a line about the selected row and something below it. */
struct list_page {
	const char *title, *note;
	struct list_table table;
	size_t count;
	const char *hint; /* NULL: no line */
	double below;     /* rows that what is below needs; 0: nothing is */
	double share;     /* of the screen that the table takes at most; 0: all it needs */
};
/* Draws the table; returns the room below it, which has no height where it is too little. */
struct rect list_page_draw(
	struct list_screen *s, struct canvas *c, struct rect r, const struct list_page *page);

/* The label of a node, and the mark of a kind, as cells. */
struct table_cell list_label_cell(const odd_network *net, size_t node);
struct table_cell list_kind_cell(odd_kind kind);

/* The first row of a screen of text: title, a note where there is room, which rows are in sight. */
void list_head_draw(
	const struct list *l, struct canvas *c, struct rect r, const char *title, const char *note);

/* ---- text in cells ----------------------------------------------------------------------------
 */

static inline struct pen pen_bold(enum role role)
{
	return (struct pen){.role = role, .flags = PEN_BOLD};
}

/* Text from column x on, shortened with "…" to `columns`, blanks behind it: nothing of what was
 * drawn there before shows through. */
void paint_row(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen);
/* Text alone, shortened to `columns`; returns the column behind it. */
int paint_text(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen);
/* A text in lines as wide as r, the first of them line `line` of some whole, of which r shows those
 * from `from` on; c NULL: only counted. Returns the line behind it. */
size_t paint_wrapped(struct canvas *c, struct rect r, const char *text, struct pen pen, size_t line,
	size_t from);

#endif
