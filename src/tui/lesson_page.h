/* lesson_page.h: what the Lesson screen says, as lines of text for a width. */
#ifndef TUI_LESSON_PAGE_H
#define TUI_LESSON_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/canvas.h"
#include "session/view.h"
#include "tui/keymap.h"

/* A line, and a bar behind it where there is one. */
struct lesson_line {
	char *text;
	struct pen pen;
	int bar_at; /* column of the bar; 0: none */
	double bar; /* −1 … 1 of half the room behind it, about zero */
	enum role bar_role;
};

struct lesson_page {
	struct lesson_line *line;
	size_t count;
	struct lesson_place { /* of the nodes that changed most, as far as they are named */
		size_t line;
		int from, to; /* columns; from == to: nowhere */
	} node[LESSON_NODES];
};
void lesson_page_clear(struct lesson_page *page);

/* Which sub-step a view is about, by its trace. */
struct lesson_moment {
	odd_substep step;
	size_t iteration;
	bool done;                             /* just run; else about to run */
	const odd_trace_point *before, *after; /* after: NULL unless done */
	const struct session_lesson *lesson;   /* NULL: not yet made for this place */
};
struct lesson_moment lesson_moment(const struct session_view *view);

/* Keys as they are bound; empty: not at all. */
struct lesson_keys {
	char watch[KEYMAP_KEYS], expand[KEYMAP_KEYS], peek[KEYMAP_KEYS];
};

/* Equation, how to read it, the watched entry. rows: how many there is room for, so that blank ones
 * may stand between. */
void lesson_page_formula(struct lesson_page *page, const struct session_view *view, bool ascii,
	int columns, int rows, const struct lesson_keys *keys);
/* The terms before and after, what comes next, who changed most. chosen: of those nodes; brief: one
 * line for them. */
void lesson_page_effect(struct lesson_page *page, const struct session_view *view, bool ascii,
	int columns, bool brief, size_t chosen, const char *open_key);
/* Numerator and denominator, term by term. */
void lesson_page_sums(
	struct lesson_page *page, const struct session_view *view, bool ascii, int columns);

/* "w1 = log(1/O1_i)": what the weights of a sub-step are. */
const char *lesson_weights(odd_substep step);
/* Is the sub-step done by the formula that the authors published, in place of the exact one? */
bool lesson_is_published(const struct session_view *view, odd_substep step);
/* "W ✓ G ✓ [H] U V O" */
void lesson_progress(char *out, size_t size, const struct lesson_moment *moment);

/* ---- what its files share -------------------------------------------------------------------- */

/* Add a line; the text is copied. */
struct lesson_line *lesson_add(struct lesson_page *page, struct pen pen, const char *format, ...)
	ODD_PRINTF(3, 4);
/* The same over as many lines as it takes. */
void lesson_wrap(struct lesson_page *page, struct pen pen, const char *text, int columns);

#endif
