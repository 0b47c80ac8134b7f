/* form_draw.c: a form in cells. Roles and attributes only; the canvas trades the glyphs. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "draw/cells.h"
#include "draw/figures.h"
#include "draw/utf8.h"
#include "tui/app.h"
#include "tui/edit.h"
#include "tui/form.h"

#define ROOM_BELOW 2 /* lines of the screen that stay: status and footer */

/* The part of the form that can be seen. */
struct window {
	struct canvas *c;
	int x, y, w, h; /* on the screen */
	int from_x, from_y;
};

/* Text at a place of the form, cut at the window. */
static void put(const struct window *v, int x, int y, const char *text, struct pen pen)
{
	char part[1024];
	size_t used = 0;
	int column = x - v->from_x, row = y - v->from_y, first = -1;
	if (row < 0 || row >= v->h)
		return;
	while (*text != '\0') {
		const char *from = text;
		int width = utf8_char_width(utf8_printable(utf8_next(&text)));
		size_t bytes = (size_t)(text - from);
		if (column + width > v->w || used + bytes >= sizeof part)
			break;
		if (column >= 0 && (first >= 0 || width > 0)) {
			first = first < 0 ? column : first;
			memcpy(part + used, from, bytes);
			used += bytes;
		}
		column += width;
	}
	part[used] = '\0';
	if (first >= 0)
		canvas_text(
			v->c, (struct point){v->x + first, v->y + row}, ANCHOR_TOP_LEFT, part, pen);
}

static void put_many(const struct window *v, int x, int y, const char *glyph, int n, struct pen pen)
{
	for (int i = 0; i < n; i++)
		put(v, x + i, y, glyph, pen);
}

/* Text on a ground of `room` cells, so that reverse shows the whole field. */
static void put_filled(
	const struct window *v, int x, int y, int room, const char *text, struct pen pen)
{
	char fitted[FORM_TEXT + 8];
	put_many(v, x, y, " ", room, pen);
	put(v, x, y, fit_text(fitted, sizeof fitted, text, room, false), pen);
}

static void put_brackets(const struct window *v, const struct field *f, int w, struct pen pen)
{
	put(v, f->x, f->y, "[", pen);
	put(v, f->x + w - 1, f->y, "]", pen);
}

/* ---- a field each ---------------------------------------------------------------------------- */

static void draw_words(const struct window *v, const struct field *f, struct pen pen)
{
	char part[FORM_TEXT + 8];
	const char *text = f->text;
	int lines = f->wrap && f->h > 0 ? f->h : 1;
	pen.role = f->role;
	if (f->bold)
		pen.flags |= PEN_BOLD;
	for (int line = 0; line < lines && *text != '\0'; line++) {
		size_t length = strlen(text), skip = length;
		if (f->wrap && line + 1 < lines)
			length = utf8_break(text, f->w, &skip);
		char whole[FORM_TEXT];
		memcpy(whole, text, length);
		whole[length] = '\0';
		put(v, f->x, f->y + line,
			f->w > 0 ? fit_text(part, sizeof part, whole, f->w, false) : whole, pen);
		text += skip;
	}
}

static void draw_text(
	const struct window *v, struct app *app, struct field *f, struct pen pen, bool focused)
{
	int room = f->w - 2;
	if (focused)
		text_show_caret(f, room);
	else
		f->scroll = 0;
	put_brackets(v, f, f->w, pen_of(pen.role));
	if (!focused) {
		put_filled(v, f->x + 1, f->y, room, f->text, pen);
		return;
	}
	struct window inner = *v; /* the text runs on under its right edge */
	int edge = f->x + 1 + room - v->from_x;
	inner.w = edge < v->w ? edge : v->w;
	put_many(&inner, f->x + 1, f->y, " ", room, pen);
	put(&inner, f->x + 1, f->y, f->text + f->scroll, pen);
	int x = f->x + 1 + edit_width(f->text, f->scroll, f->caret) - v->from_x;
	int y = f->y - v->from_y;
	if (x >= 0 && x < v->w && y >= 0 && y < v->h) {
		app->caret_x = v->x + x;
		app->caret_y = v->y + y;
	}
}

static void draw_cycle(const struct window *v, const struct field *f, struct pen pen)
{
	int w = form_field_width(f), n = choice_count(f);
	put_brackets(v, f, w, pen_of(pen.role));
	put_filled(v, f->x + 1, f->y, w - 2, f->value < n ? f->choice[f->value] : "", pen);
	put(v, f->x + w - 2, f->y, "▼", pen);
}

static void draw_slider(const struct window *v, const struct field *f, struct pen pen)
{
	int room = f->w - 2;
	int full = (int)(room * f->amount + 0.5);
	/* A full bar would not show that it is reversed: its brackets do. */
	put_brackets(v, f, f->w, pen);
	pen.role = f->off ? ROLE_DIM : f->role;
	put_many(v, f->x + 1, f->y, "█", full, pen_of(pen.role));
	put_many(v, f->x + 1 + full, f->y, "─", room - full, pen);
}

static void draw_list(const struct window *v, struct form *form, struct field *f, bool focused)
{
	struct list *l = &f->list;
	form_select(form, f, l->cursor);
	for (size_t row = l->first; row < list_end(l); row++) {
		struct pen pen = {.role = ROLE_TEXT};
		bool heading = false;
		const char *text = f->row(form, row, &pen, &heading);
		if (heading)
			pen.flags |= PEN_BOLD;
		else if (row == l->cursor)
			pen.flags |= focused ? PEN_REVERSE : PEN_BOLD;
		put_filled(v, f->x, f->y + (int)(row - l->first), f->w - 1, text, pen);
	}
	struct pen frame = {.role = ROLE_FRAME};
	if (l->first > 0)
		put(v, f->x + f->w - 1, f->y, "↑", frame);
	if (list_end(l) < l->count)
		put(v, f->x + f->w - 1, f->y + (int)l->seen - 1, "↓", frame);
}

static void draw_field(
	const struct window *v, struct form *form, struct app *app, struct field *f, bool focused)
{
	struct pen pen = {
		.role = f->off ? ROLE_DIM : ROLE_TEXT, .flags = focused ? PEN_REVERSE : 0u};
	char words[FORM_TEXT + 8];
	switch (f->kind) {
	case FIELD_LINE:
		draw_words(v, f, pen);
		break;
	case FIELD_TEXT:
		draw_text(v, app, f, pen, focused);
		break;
	case FIELD_CHECK:
		snprintf(words, sizeof words, "[%s] %s", f->value ? "x" : " ", f->label);
		put(v, f->x, f->y, words, pen);
		break;
	case FIELD_CYCLE:
		draw_cycle(v, f, pen);
		break;
	case FIELD_SLIDER:
		draw_slider(v, f, pen);
		break;
	case FIELD_LIST:
		draw_list(v, form, f, focused);
		break;
	case FIELD_BUTTON:
		if (f->id == form->enter)
			pen.flags |= PEN_BOLD;
		snprintf(words, sizeof words, "[ %s ]", f->label);
		put(v, f->x, f->y, words, pen);
		break;
	}
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void place(struct form *form, struct rect r)
{
	double room = r.h > 3 * ROOM_BELOW ? r.h - ROOM_BELOW : r.h;
	double w = form->w + 2 < r.w ? form->w + 2 : r.w;
	double h = form->h + 2 < room ? form->h + 2 : room;
	bool corner = form->place == FORM_LOWER_RIGHT;
	form->frame = (struct rect){r.x + (corner ? r.w - w : (double)(int)((r.w - w) / 2)),
		r.y + (corner ? room - h : (double)(int)((room - h) / 2)), w, h};
}

/* The columns of a field that must be seen: of a text up to its caret. */
static void needed(const struct field *f, int *left, int *right)
{
	*left = f->x;
	*right = f->x + form_field_width(f);
	if (f->kind == FIELD_TEXT) {
		int caret = f->x + 2 + (int)utf8_width(f->text); /* or further left */
		*right = caret + 1 < *right ? caret + 1 : *right;
	}
}

/* The part around the focused field: from the beginning when that shows it, else just so far that
 * it is in view, with a line behind it. A function of size and focus alone. */
static void scroll(struct form *form, const struct field *focused)
{
	int w = (int)form->frame.w - 2, h = (int)form->frame.h - 2;
	form->scroll_x = form->scroll_y = 0;
	if (focused == NULL)
		return;
	int left, right;
	needed(focused, &left, &right);
	int bottom = focused->y + form_field_lines(focused);
	if (right > w)
		form->scroll_x = right - w < left ? right - w : left;
	if (bottom > h) {
		int to = bottom + 1 - h < form->h - h ? bottom + 1 - h : form->h - h;
		form->scroll_y = to < focused->y ? to : focused->y;
	}
	if (form->scroll_y < 0)
		form->scroll_y = 0;
}

/* Arrows in the frame where the form goes on. */
static void draw_more(const struct window *v, const struct form *form)
{
	int left = (int)form->frame.x, right = (int)rect_right(form->frame) - 1;
	int top = (int)form->frame.y, bottom = (int)rect_bottom(form->frame) - 1;
	const struct {
		bool more;
		int x, y;
		const char *arrow;
	} arrows[] = {{form->scroll_y > 0, right, top + 1, "↑"},
		{form->scroll_y + v->h < form->h, right, bottom - 1, "↓"},
		{form->scroll_x > 0, left + 1, bottom, "←"},
		{form->scroll_x + v->w < form->w, right - 1, bottom, "→"}};
	for (int i = 0; i < 4; i++)
		if (arrows[i].more)
			paint_text(v->c, arrows[i].x, arrows[i].y, 1, arrows[i].arrow,
				pen_bold(ROLE_TEXT));
}

void form_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct form *form = (struct form *)layer;
	app->caret_x = app->caret_y = -1;
	if (form->ops->layout != NULL)
		form->ops->layout(form, app);
	struct field *focused = form_focused(form);
	place(form, r);
	scroll(form, focused);
	cells_erase(c, form->frame);
	panel_begin(c, form->frame, form->title, form->note, true);
	if (form->alarmed)
		canvas_box(c, form->frame, pen_bold(ROLE_ALARM));
	struct window v = {c, (int)form->frame.x + 1, (int)form->frame.y + 1,
		(int)form->frame.w - 2, (int)form->frame.h - 2, form->scroll_x, form->scroll_y};
	for (size_t i = 0; i < form->count; i++)
		if (!form->field[i].hidden && !form->field[i].beyond)
			draw_field(&v, form, app, &form->field[i], &form->field[i] == focused);
	draw_more(&v, form);
}
