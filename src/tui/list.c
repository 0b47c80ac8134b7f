#include "config.h"

#include "tui/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/figures.h"
#include "draw/utf8.h"
#include "session/xalloc.h"

enum { WHEEL_ROWS = 3 };

/* ---- cursor and window ----------------------------------------------------------------------- */

/* A step scrolls by a row; what comes from afar is shown with what is around it. */
static void follow(struct list *l)
{
	size_t seen = l->seen > 0 ? l->seen : 1, last = l->count > seen ? l->count - seen : 0;
	size_t at = l->cursor, half = seen / 2;
	if (!l->text && at < l->count && at < l->first)
		l->first = at + 1 == l->first ? at : at - (at < half ? at : half);
	if (!l->text && at < l->count && at >= l->first + seen)
		l->first = at == l->first + seen ? l->first + 1 : at - half;
	if (l->first > last)
		l->first = last;
}

void list_fit(struct list *l, size_t count, struct rect area)
{
	l->count = count;
	l->area = area;
	l->seen = area.h >= 1.0 ? (size_t)area.h : 1;
	if (l->cursor != LIST_NONE && l->cursor >= count)
		l->cursor = count > 0 ? count - 1 : 0;
	follow(l);
}

void list_select(struct list *l, size_t to)
{
	if (l->text)
		l->first = to;
	else
		l->cursor = to < l->count ? to : l->count > 0 ? l->count - 1 : 0;
	follow(l);
}

static void move_by(struct list *l, size_t rows, bool down)
{
	size_t last = l->count > 0 ? l->count - 1 : 0;
	/* A page turns with the cursor. */
	if (l->text || rows > 1)
		l->first = down ? l->first + rows : l->first - (l->first < rows ? l->first : rows);
	if (l->cursor == LIST_NONE)
		l->cursor = down && rows >= l->count ? last : 0;
	else if (down)
		l->cursor = l->cursor + rows < last ? l->cursor + rows : last;
	else
		l->cursor -= l->cursor < rows ? l->cursor : rows;
	follow(l);
}

bool list_move(struct list *l, const char *way)
{
	/* A page keeps one row, for the eye to go on from. */
	size_t page = l->seen > 2 ? l->seen - 1 : 1, half = l->seen > 2 ? l->seen / 2 : 1;
	const struct {
		const char *way;
		size_t rows;
		bool down;
	} ways[] = {
		{"up", 1, false},
		{"down", 1, true},
		{"page-up", page, false},
		{"page-down", page, true},
		{"half-up", half, false},
		{"half-down", half, true},
		{"first", l->count, false},
		{"last", l->count, true},
		{"left", 0, false},
		{"right", 0, false},
	};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(ways[i].way, way) == 0) {
			if (ways[i].rows > 0)
				move_by(l, ways[i].rows, ways[i].down);
			return true;
		}
	return false;
}

struct list *list_of_screen(struct layer *layer, const struct key *mouse)
{
	(void)mouse;
	return &((struct list_screen *)layer)->list;
}

/* ---- mouse ----------------------------------------------------------------------------------- */

bool list_under(const struct list *l, struct key key)
{
	return key.x >= (int)l->area.x && key.x < (int)rect_right(l->area) &&
	       key.y >= (int)l->area.y && key.y < (int)rect_bottom(l->area);
}

enum list_act list_mouse(struct list *l, struct key key)
{
	if (key.act == MOUSE_WHEEL_UP || key.act == MOUSE_WHEEL_DOWN) {
		for (int i = 0; i < WHEEL_ROWS; i++)
			move_by(l, 1, key.act == MOUSE_WHEEL_DOWN);
		return LIST_MOVED;
	}
	size_t row = l->first + (size_t)(key.y - (int)l->area.y);
	if ((key.act != MOUSE_PRESS && key.act != MOUSE_DOUBLE) || l->text || !list_under(l, key) ||
		row >= l->count)
		return LIST_IGNORED;
	l->cursor = row;
	return key.act == MOUSE_DOUBLE ? LIST_OPENED : LIST_MOVED;
}

/* ---- drawing --------------------------------------------------------------------------------- */

size_t list_end(const struct list *l)
{
	return l->count - l->first < l->seen ? l->count : l->first + l->seen;
}

char *list_place(const struct list *l, char *out, size_t size)
{
	out[0] = '\0';
	if (l->count > l->seen)
		snprintf(out, size, "%zu-%zu of %zu", l->first + 1, list_end(l), l->count);
	else if (l->count > 0)
		snprintf(out, size, "all %zu", l->count);
	return out;
}

void list_table_fit(struct list *l, size_t count, struct rect r, bool footer)
{
	list_fit(l, count, rect_inset(r, 0, 1, 0, footer ? 1 : 0));
}

void list_table_draw(
	const struct list *l, struct canvas *c, struct rect r, const struct list_table *t)
{
	size_t rows = list_end(l) - l->first;
	struct table_cell *cell = xgrow(NULL, rows * t->columns, sizeof *cell);
	char *text = xgrow(NULL, rows, t->text_size);
	memset(cell, 0, rows * t->columns * sizeof *cell);
	memset(text, 0, rows * t->text_size);
	for (size_t i = 0; i < rows; i++)
		t->fill(&cell[i * t->columns], text + i * t->text_size, l->first + i, t->of);
	const struct table_chart chart = {.column = t->column,
		.column_count = t->columns,
		.cell = cell,
		.rows = rows,
		.selection = t->selection && l->cursor < l->count,
		.selected = l->cursor - l->first,
		.footer = t->footer,
		.empty = t->empty,
		.head = t->head};
	chart_table_draw(&chart, c, r);
	free(cell);
	free(text);
}

struct rect list_page_draw(
	struct list_screen *s, struct canvas *c, struct rect r, const struct list_page *page)
{
	const double hint = page->hint != NULL ? 1.0 : 0.0;
	double high =
		(double)(page->count > 0 ? page->count : 1) + 3.0 + hint; /* frame, headings */
	if (page->share > 0.0 && high > page->share * r.h)
		high = (double)(int)(page->share * r.h);
	high = high < 4.0 ? 4.0 : high;
	const bool below = page->below > 0.0 && r.h - high >= page->below;
	struct rect rest = {r.x, r.y + high, r.w, below ? r.h - high : 0.0};
	if (below)
		r.h = high;
	r = panel_begin(c, r, page->title, page->note, true);
	if (page->hint != NULL)
		paint_text(c, (int)r.x + 1, (int)rect_bottom(r) - 1, (int)r.w - 2, page->hint,
			pen_of(ROLE_DIM));
	r.h -= hint;
	list_table_fit(&s->list, page->count, r, page->table.footer != NULL);
	list_table_draw(&s->list, c, r, &page->table);
	return rest;
}

struct table_cell list_label_cell(const odd_network *net, size_t node)
{
	bool labelled = net->label != NULL && net->label[node] != ODD_NO_LABEL;
	return (struct table_cell){
		.text = labelled ? odd_names_get(&net->classes, (size_t)net->label[node]) : "",
		.role = ROLE_DIM};
}

struct table_cell list_kind_cell(odd_kind kind)
{
	return (struct table_cell){.mark = figure_kind_mark(kind), .role = figure_kind_role(kind)};
}

void list_head_draw(
	const struct list *l, struct canvas *c, struct rect r, const char *title, const char *note)
{
	char place[60];
	int x = (int)r.x, y = (int)r.y, wide = (int)utf8_width(note);
	int at = paint_text(c, x, y, (int)r.w, title, pen_bold(ROLE_TEXT));
	int right = (int)rect_right(r) - (int)strlen(list_place(l, place, sizeof place));
	if (at + 3 + wide + 3 <= right)
		paint_text(c, at + 3, y, wide, note, pen_of(ROLE_DIM));
	if (at + 1 < right)
		paint_text(c, right, y, (int)strlen(place), place, pen_of(ROLE_DIM));
}

/* ---- text in cells ----------------------------------------------------------------------------
 */

int paint_text(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen)
{
	char fitted[1024];
	if (columns <= 0)
		return x;
	canvas_text_fit(c, fitted, sizeof fitted, text, columns, pen);
	canvas_text(c, (struct point){x, y}, ANCHOR_TOP_LEFT, fitted, pen);
	return x + (int)utf8_width(fitted);
}

size_t paint_wrapped(
	struct canvas *c, struct rect r, const char *text, struct pen pen, size_t line, size_t from)
{
	for (; *text != '\0'; line++) {
		size_t skip, length = utf8_break(text, (int)r.w, &skip);
		char part[400];
		snprintf(part, sizeof part, "%.*s", (int)length, text);
		if (c != NULL && line >= from && (double)(line - from) < r.h)
			paint_text(c, (int)r.x, (int)r.y + (int)(line - from), (int)r.w, part, pen);
		text += skip;
	}
	return line;
}

void paint_row(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen)
{
	char blanks[64];
	memset(blanks, ' ', sizeof blanks);
	int at = paint_text(c, x, y, columns, text, pen);
	for (int left = x + columns - at; left > 0;) {
		int n = left < (int)sizeof blanks - 1 ? left : (int)sizeof blanks - 1;
		blanks[n] = '\0';
		canvas_text(c, (struct point){at, y}, ANCHOR_TOP_LEFT, blanks, pen);
		blanks[n] = ' ';
		at += n;
		left -= n;
	}
}
