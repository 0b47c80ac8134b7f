/* form.c: the fields of a form: their measures, the focus, keys and mouse, and their looks in
 * cells. */
#include "config.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/cells.h"
#include "draw/figures.h"
#include "draw/utf8.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/edit.h"
#include "tui/form.h"

static const struct layer_ops form_layer;

/* ---- measures -------------------------------------------------------------------------------- */

static bool field_can_focus(const struct field *field)
{
	return field->kind != FIELD_LINE && !field->off && !field->hidden;
}

static int choice_count(const struct field *field)
{
	int n = 0;
	while (field->choice != NULL && field->choice[n] != NULL)
		n++;
	return n;
}

int form_field_width(const struct field *field)
{
	int widest = 0;
	switch (field->kind) {
	case FIELD_CHECK:
		return 4 + (int)utf8_width(field->label);
	case FIELD_BUTTON:
		return 4 + (int)utf8_width(field->label);
	case FIELD_LINE:
		return field->w > 0 ? field->w : (int)utf8_width(field->text);
	case FIELD_CYCLE:
		for (int i = 0; field->w == 0 && i < choice_count(field); i++)
			if ((int)utf8_width(field->choice[i]) > widest)
				widest = (int)utf8_width(field->choice[i]);
		return field->w > 0 ? field->w : widest + 4;
	default:
		return field->w;
	}
}

int form_field_lines(const struct field *field)
{
	return field->h > 1 ? field->h : 1;
}

/* ---- building -------------------------------------------------------------------------------- */

void *form_create(
	size_t size, const char *title, const char *note, int w, int h, const struct form_ops *ops)
{
	struct form *form = xgrow(NULL, 1, size);
	memset(form, 0, size);
	form->layer_ops = form_layer;
	form->layer.ops = &form->layer_ops;
	form->ops = ops;
	form->title = title;
	form->note = note;
	form->w = w;
	form->h = h;
	return form;
}

static void form_clear(struct layer *layer)
{
	struct form *form = (struct form *)layer;
	if (form->ops->clear != NULL)
		form->ops->clear(form);
	free(form->field);
}

struct field *form_add(struct form *form, enum field_kind kind, int id, int x, int y, int w)
{
	form->field = xgrow(form->field, form->count + 1, sizeof *form->field);
	struct field *field = &form->field[form->count++];
	memset(field, 0, sizeof *field);
	field->kind = kind;
	field->id = id;
	field->x = x;
	field->y = y;
	field->w = w;
	field->role = ROLE_TEXT;
	return field;
}

struct field *form_words(struct form *form, int id, int x, int y, int w, const char *text)
{
	struct field *field = form_add(form, FIELD_LINE, id, x, y, w);
	form_set_text(field, "%s", text);
	return field;
}

struct field *form_wrapped(struct form *form, int id, int x, int y, int w, int h, const char *text)
{
	struct field *field = form_words(form, id, x, y, w, text);
	field->wrap = true;
	field->h = h;
	return field;
}

struct field *form_text(struct form *form, int id, int x, int y, int w, const char *text)
{
	struct field *field = form_words(form, id, x, y, w, text);
	field->kind = FIELD_TEXT;
	return field;
}

struct field *form_check(struct form *form, int id, int x, int y, const char *label, bool on)
{
	struct field *field = form_add(form, FIELD_CHECK, id, x, y, 0);
	field->label = label;
	field->value = on;
	return field;
}

struct field *form_choice(struct form *form, enum field_kind kind, int id, int x, int y, int w,
	const char *const *choice, int value)
{
	struct field *field = form_add(form, kind, id, x, y, w);
	field->choice = choice;
	field->value = value;
	return field;
}

struct field *form_slider(struct form *form, int id, int x, int y, int w, double amount)
{
	struct field *field = form_add(form, FIELD_SLIDER, id, x, y, w);
	field->amount = amount;
	return field;
}

struct field *form_button(struct form *form, int id, int x, int y, const char *label)
{
	struct field *field = form_add(form, FIELD_BUTTON, id, x, y, 0);
	field->label = label;
	return field;
}

void form_place_buttons(struct form *form, int y, int columns)
{
	int n = 0, words = 0;
	for (size_t i = 0; i < form->count; i++)
		if (form->field[i].kind == FIELD_BUTTON) {
			words += form_field_width(&form->field[i]);
			n++;
		}
	int gap = columns - words >= 6 * (n - 1) ? 4 : columns - words >= 2 * (n - 1) ? 2 : 1;
	int x = (columns - words - gap * (n - 1)) / 2;
	x = x > 0 ? x : 0;
	for (size_t i = 0; i < form->count; i++)
		if (form->field[i].kind == FIELD_BUTTON) {
			form->field[i].x = x;
			form->field[i].y = y;
			x += form_field_width(&form->field[i]) + gap;
		}
}

void form_buttons(struct form *form, int first, int y, const char *const *label)
{
	for (int i = 0; label[i] != NULL; i++)
		form_button(form, first + i, 0, y, label[i]);
	form_place_buttons(form, y, form->w);
}

void form_run(struct form *form, struct app *app, const char *line)
{
	char *copy = xstrdup(line);
	form_leave(form, app);
	app_run(app, copy, NULL);
	free(copy);
}

struct field *form_get(struct form *form, int id)
{
	for (size_t i = 0; i < form->count; i++)
		if (form->field[i].id == id)
			return &form->field[i];
	assert(!"no such field");
	return NULL;
}

void form_set_text(struct field *field, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(field->text, sizeof field->text, format, args);
	va_end(args);
	field->caret = strlen(field->text);
	field->scroll = 0;
}

/* ---- focus ----------------------------------------------------------------------------------- */

struct field *form_focused(struct form *form)
{
	if (form->focus < form->count && field_can_focus(&form->field[form->focus]))
		return &form->field[form->focus];
	for (form->focus = 0; form->focus < form->count; form->focus++)
		if (field_can_focus(&form->field[form->focus]))
			return &form->field[form->focus];
	return NULL;
}

void form_focus(struct form *form, int id)
{
	struct field *field = form_get(form, id);
	form->focus = (size_t)(field - form->field);
}

void form_leave(struct form *form, struct app *app)
{
	if (form->ops->leave != NULL)
		form->ops->leave(form, app);
	else
		app_pop(app);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static bool is_heading(struct form *form, const struct field *field, size_t row)
{
	struct pen pen = {.role = ROLE_TEXT};
	bool heading = false;
	field->row(form, row, &pen, &heading);
	return heading;
}

static void form_pass_heading(struct form *form, struct field *field, bool up)
{
	struct list *l = &field->list;
	size_t at = l->cursor;
	for (int turn = 0; turn < 2; turn++, up = !up)
		for (size_t i = at; i < l->count; i = up ? i - 1 : i + 1)
			if (!is_heading(form, field, i)) {
				list_select(l, i);
				/* The heading above the first row belongs to it. */
				if (i == l->first && i > 0 && is_heading(form, field, i - 1))
					l->first--;
				return;
			}
}

void form_select(struct form *form, struct field *field, size_t row)
{
	list_fit(&field->list, field->list.count, (struct rect){0, 0, field->w, field->h});
	list_select(&field->list, row);
	form_pass_heading(form, field, false);
}

/* ---- typing -----------------------------------------------------------------------------------
 */

static void text_show_caret(struct field *field, int room)
{
	if (field->caret < field->scroll)
		field->scroll = field->caret;
	while (field->scroll < field->caret &&
		edit_width(field->text, field->scroll, field->caret) >= (room > 1 ? room : 1))
		field->scroll = edit_next(field->text, field->scroll);
}

static void text_point(struct field *field, int x)
{
	size_t at = field->scroll;
	while (field->text[at] != '\0') {
		size_t next = edit_next(field->text, at);
		if (edit_width(field->text, field->scroll, next) > x)
			break;
		at = next;
	}
	field->caret = at;
	field->begun = true;
}

static bool text_step(struct field *field, int step)
{
	char *end, tail[8];
	double value = strtod(field->text, &end);
	const char *point = strchr(field->text, '.');
	bool share = strcmp(end, "%") == 0;
	if (end == field->text || (*end != '\0' && !share) || strpbrk(field->text, "eExX") != NULL)
		return false;
	int digits = point != NULL ? (int)(end - point) - 1 : 0;
	if (digits > 12)
		return false;
	double unit = pow(10.0, -digits), next = value + step * unit;
	/* Nothing here is below 0; a change of sign is typed. */
	next = value >= 0.0 && next < 0.0 ? 0.0 : next;
	snprintf(tail, sizeof tail, "%s", end);
	form_set_text(field, "%.*f%s", digits, next, tail);
	return true;
}

/* The next of the choices behind what is there, or the one before. */
static bool text_choose(struct field *field, int step)
{
	int n = choice_count(field), at = 0;
	while (at < n && strcmp(field->choice[at], field->text) != 0)
		at++;
	if (n == 0)
		return false;
	at = at < n ? (at + step + n) % n : step > 0 ? 0 : n - 1;
	form_set_text(field, "%s", field->choice[at]);
	return true;
}

/* Does a key put something in? */
static bool is_typed(struct key key)
{
	return key.code >= ' ' && key.code < KEYS_SPECIAL && (key.mods & (MOD_CTRL | MOD_ALT)) == 0;
}

static bool text_key(struct field *field, struct key key, bool *changed)
{
	struct edit line = {0};
	bool sideways = (key.code == K_LEFT || key.code == K_RIGHT) && key.mods == 0;
	int step = key.code == K_LEFT ? -1 : 1;
	if (!field->begun && sideways && (text_choose(field, step) || text_step(field, step))) {
		*changed = true;
		return true;
	}
	if (!field->begun && (is_typed(key) || key.code == K_BACKSPACE))
		form_set_text(field, "%s", "");
	edit_set(&line, field->text);
	line.caret = field->caret < line.length ? field->caret : line.length;
	bool taken = edit_key(&line, key);
	field->begun = field->begun || taken;
	if (taken && line.length < sizeof field->text) { /* a full field takes no more */
		*changed = strcmp(field->text, edit_text(&line)) != 0;
		strcpy(field->text, edit_text(&line));
		field->caret = line.caret;
	}
	edit_clear(&line);
	return taken;
}

/* ---- words in lines -------------------------------------------------------------------------- */

/* Bytes at the beginning of a text that take no more columns and bytes than these. */
static size_t fitting(const char *text, int columns, size_t bytes)
{
	size_t at = 0;
	int width = 0;
	for (;;) {
		size_t next = edit_next(text, at);
		width += edit_width(text, at, next);
		if (next == at || width > columns || next > bytes)
			return at;
		at = next;
	}
}

char *fit_text(char *out, size_t size, const char *text, int columns, bool tail)
{
	static const char dots[] = "…";
	size_t length = strlen(text), from = 0, to = length;
	out[0] = '\0';
	if (columns <= 0)
		return out;
	bool whole = (int)utf8_width(text) <= columns && length < size;
	while (!whole && tail && from < length &&
		(edit_width(text, from, length) >= columns || length - from + sizeof dots > size))
		from = edit_next(text, from);
	if (!whole && !tail)
		to = fitting(text, columns - 1, size - sizeof dots);
	snprintf(out, size, "%s%.*s%s", !whole && tail ? dots : "", (int)(to - from), text + from,
		!whole && !tail ? dots : "");
	return out;
}

#define STEP 0.05 /* of a slider */

static void changed(struct form *form, struct app *app, struct field *field)
{
	if (form->ops->changed != NULL)
		form->ops->changed(form, app, field);
}

static void pressed(struct form *form, struct app *app, int id)
{
	if (form->ops->pressed != NULL && id > 0 && !form_get(form, id)->off)
		form->ops->pressed(form, app, id);
}

/* ---- moving ---------------------------------------------------------------------------------- */

static void move_focus(struct form *form, int step)
{
	struct field *from = form_focused(form);
	if (from == NULL)
		return;
	from->begun = false;
	do
		form->focus = (form->focus + (step > 0 ? 1 : form->count - 1)) % form->count;
	while (!field_can_focus(&form->field[form->focus]));
}

/* Up and down go to the nearest field in that direction, not the next in order. */
static void move_upright(struct form *form, int step)
{
	const struct field *from = form_focused(form);
	long best = -1, best_distance = 0;
	for (size_t i = 0; from != NULL && i < form->count; i++) {
		const struct field *to = &form->field[i];
		long down = step > 0 ? to->y - (from->y + form_field_lines(from) - 1)
				     : from->y - (to->y + form_field_lines(to) - 1);
		long aside = labs((long)to->x - from->x), distance = 1000 * down + aside;
		if (!field_can_focus(to) || down <= 0 || (best >= 0 && distance >= best_distance))
			continue;
		best = (long)i;
		best_distance = distance;
	}
	if (best >= 0) {
		form->field[form->focus].begun = false;
		form->focus = (size_t)best;
	} else {
		move_focus(form, step);
	}
}

static bool list_key(struct form *form, struct app *app, struct field *field, uint32_t code)
{
	static const struct {
		uint32_t code;
		const char *way;
	} ways[] = {{K_UP, "up"}, {K_DOWN, "down"}, {K_PAGE_UP, "page-up"},
		{K_PAGE_DOWN, "page-down"}, {K_HOME, "first"}, {K_END, "last"}};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (ways[i].code == code) {
			list_move(&field->list, ways[i].way);
			form_pass_heading(form, field, i % 2 == 0);
			changed(form, app, field);
			return true;
		}
	return false;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void slide(struct form *form, struct app *app, struct field *field, double to)
{
	to = fmin(fmax(round(to / STEP) * STEP, 0.0), 1.0);
	if (to == field->amount)
		return;
	field->amount = to;
	changed(form, app, field);
}

static void turn(struct form *form, struct app *app, struct field *field, int step)
{
	int n = choice_count(field);
	if (n == 0)
		return;
	field->value = (field->value + (step > 0 ? 1 : n - 1)) % n;
	changed(form, app, field);
}

/* Left and right (and what means the same) on a field that is not typed into. */
static bool sideways(struct form *form, struct app *app, struct field *field, int step)
{
	switch (field->kind) {
	case FIELD_CYCLE:
		turn(form, app, field, step);
		return true;
	case FIELD_SLIDER:
		slide(form, app, field, field->amount + step * STEP);
		return true;
	case FIELD_BUTTON:
	case FIELD_CHECK:
		move_focus(form, step);
		return true;
	default:
		return false;
	}
}

static bool slider_key(struct form *form, struct app *app, struct field *field, uint32_t code)
{
	double to = code == K_HOME        ? 0.0
		    : code == K_END       ? 1.0
		    : code == K_PAGE_UP   ? field->amount + 4 * STEP
		    : code == K_PAGE_DOWN ? field->amount - 4 * STEP
		    : code == '+'         ? field->amount + STEP
		    : code == '-'         ? field->amount - STEP
					  : (double)NAN;
	if (isnan(to))
		return false;
	slide(form, app, field, to);
	return true;
}

static bool space(struct form *form, struct app *app, struct field *field)
{
	switch (field->kind) {
	case FIELD_CHECK:
		field->value = !field->value;
		changed(form, app, field);
		return true;
	case FIELD_CYCLE:
		turn(form, app, field, 1);
		return true;
	case FIELD_BUTTON:
	case FIELD_LIST:
		pressed(form, app, field->id);
		return true;
	default:
		return false;
	}
}

static void enter(struct form *form, struct app *app, const struct field *field)
{
	bool own = field != NULL && (field->kind == FIELD_BUTTON || field->kind == FIELD_LIST);
	pressed(form, app, own ? field->id : form->enter);
}

/* hjkl move, wherever one does not type. */
static uint32_t as_arrow(uint32_t code)
{
	return code == 'h'   ? K_LEFT
	       : code == 'j' ? K_DOWN
	       : code == 'k' ? K_UP
	       : code == 'l' ? K_RIGHT
			     : code;
}

/* Keys of the focused field, other than those every field has. */
static bool field_key(struct form *form, struct app *app, struct field *field, struct key key)
{
	bool is_other = false;
	if (field->kind == FIELD_TEXT) {
		bool taken = text_key(field, key, &is_other);
		if (is_other)
			changed(form, app, field);
		return taken;
	}
	if (key.mods & (MOD_CTRL | MOD_ALT))
		return false;
	uint32_t code = as_arrow(key.code);
	if (field->kind == FIELD_LIST && list_key(form, app, field, code))
		return true;
	if (field->kind == FIELD_SLIDER && slider_key(form, app, field, code))
		return true;
	if (code == K_LEFT || code == K_RIGHT)
		return sideways(form, app, field, code == K_LEFT ? -1 : 1);
	if (code == K_UP || code == K_DOWN) {
		move_upright(form, code == K_UP ? -1 : 1);
		return true;
	}
	if (code == ' ')
		return space(form, app, field);
	if (code == 'q') {
		form_leave(form, app);
		return true;
	}
	return false;
}

/* Keys that mean the same over every dialog: stop, suspend, redraw, help. */
static bool belongs_to_all(struct key key)
{
	if (key.mods & MOD_CTRL)
		return key.code == 'c' || key.code == 'l' || key.code == 'z';
	return key.code == K_F1 || key.code == '?' || key.code == ':';
}

static bool form_key(struct layer *layer, struct app *app, struct key key)
{
	struct form *form = (struct form *)layer;
	if (key.code == K_MOUSE)
		return false;
	app->dirty = true;
	if (form->ops->key != NULL && form->ops->key(form, app, key))
		return true;
	struct field *field = form_focused(form);
	bool plain = (key.mods & (MOD_CTRL | MOD_ALT)) == 0;
	if (plain && key.code == K_ESC) {
		form_leave(form, app);
		return true;
	}
	if (plain && key.code == K_TAB) {
		move_focus(form, key.mods & MOD_SHIFT ? -1 : 1);
		return true;
	}
	if (plain && key.code == K_ENTER) {
		enter(form, app, field);
		return true;
	}
	bool passes = form->passes;
	if (field != NULL && field_key(form, app, field, key))
		return true;
	if (plain && (key.code == K_UP || key.code == K_DOWN)) { /* out of a text */
		move_upright(form, key.code == K_UP ? -1 : 1);
		return true;
	}
	if (field == NULL && plain && key.code == 'q') {
		form_leave(form, app);
		return true;
	}
	return !passes && !belongs_to_all(key);
}

/* What keys may be bound to, and scripts say: focus next, focus previous, leave. */
static bool form_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	struct form *form = (struct form *)layer;
	bool next = arguments_begin(args, "focus next");
	(void)status;
	(void)err;
	if (arguments_begin(args, "leave"))
		form_leave(form, app);
	else if (next || arguments_begin(args, "focus previous"))
		move_focus(form, next ? 1 : -1);
	else
		return false;
	return true;
}

/* ---- mouse ----------------------------------------------------------------------------------- */

static struct field *field_at(struct form *form, int x, int y)
{
	for (size_t i = form->count; i-- > 0;) {
		struct field *field = &form->field[i];
		if (field_can_focus(field) && !field->beyond && x >= field->x &&
			x < field->x + form_field_width(field) && y >= field->y &&
			y < field->y + form_field_lines(field))
			return field;
	}
	return NULL;
}

static void slide_to(struct form *form, struct app *app, struct field *field, int x)
{
	slide(form, app, field, field->w > 3 ? (double)(x - 1) / (double)(field->w - 3) : 0.0);
}

/* x, y: from the corner of the field. */
static void click(struct form *form, struct app *app, struct field *field, int x, int y, bool twice)
{
	form->focus = (size_t)(field - form->field);
	switch (field->kind) {
	case FIELD_TEXT:
		text_point(field, x - 1);
		break;
	case FIELD_SLIDER:
		slide_to(form, app, field, x);
		break;
	case FIELD_LIST:
		if (field->list.first + (size_t)y >= field->list.count)
			break;
		form_select(form, field, field->list.first + (size_t)y);
		changed(form, app, field);
		if (twice)
			pressed(form, app, field->id);
		break;
	default:
		space(form, app, field);
		break;
	}
}

static void wheel(struct form *form, struct app *app, struct field *field, struct key key)
{
	int step = key.act == MOUSE_WHEEL_UP ? -1 : 1;
	if (field == NULL) {
		move_focus(form, step);
	} else if (field->kind == FIELD_LIST) {
		list_mouse(&field->list, key);
		form_pass_heading(form, field, step < 0);
		changed(form, app, field);
	} else if (field->kind == FIELD_SLIDER) {
		slide(form, app, field, field->amount - step * STEP);
	} else if (field->kind == FIELD_CYCLE) {
		turn(form, app, field, step);
	}
}

static bool form_mouse(struct layer *layer, struct app *app, struct key key)
{
	struct form *form = (struct form *)layer;
	int x = key.x - (int)form->frame.x, y = key.y - (int)form->frame.y;
	bool outside = x < 0 || y < 0 || x >= (int)form->frame.w || y >= (int)form->frame.h;
	if (key.code != K_MOUSE)
		return false;
	if (outside) /* what lets keys through lets clicks through */
		return form->passes && layer->below != NULL && layer_key(layer->below, app, key);
	bool edge = x == 0 || y == 0 || x == (int)form->frame.w - 1 || y == (int)form->frame.h - 1;
	x += form->scroll_x - 1;
	y += form->scroll_y - 1;
	struct field *field = edge ? NULL : field_at(form, x, y);
	app->dirty = true;
	switch (key.act) {
	case MOUSE_PRESS:
	case MOUSE_DOUBLE:
		if (field != NULL)
			click(form, app, field, x - field->x, y - field->y,
				key.act == MOUSE_DOUBLE);
		break;
	case MOUSE_DRAG:
		if (field != NULL && field->kind == FIELD_SLIDER)
			slide_to(form, app, field, x - field->x);
		break;
	case MOUSE_WHEEL_UP:
	case MOUSE_WHEEL_DOWN:
		wheel(form, app, field, key);
		break;
	case MOUSE_RELEASE:
		break;
	}
	return true;
}

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

static void form_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
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

static const struct layer_ops form_layer = {
	.screen = "dialog",
	.draw = form_draw,
	.text = form_key,
	.key = form_mouse,
	.command = form_command,
	.footer = "Tab|Next field;Space|Tick;Enter|Press;Esc|Leave",
	.clear = form_clear,
};
