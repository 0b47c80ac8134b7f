/* form.c: the fields of a form, their measures, the focus, typing, and words in lines.
 * form_keys.c has keys and the mouse, form_draw.c how it looks. */
#include "config.h"

#include "tui/form.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/edit.h"

/* ---- measures -------------------------------------------------------------------------------- */

bool field_can_focus(const struct field *field)
{
	return field->kind != FIELD_LINE && !field->off && !field->hidden;
}

int choice_count(const struct field *field)
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

void form_pass_heading(struct form *form, struct field *field, bool up)
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

const struct layer_ops form_layer = {
	.screen = "dialog",
	.draw = form_draw,
	.text = form_key,
	.key = form_mouse,
	.command = form_command,
	.footer = "Tab|Next field;Space|Tick;Enter|Press;Esc|Leave",
	.clear = form_clear,
};

/* ---- typing -----------------------------------------------------------------------------------
 */

void text_show_caret(struct field *field, int room)
{
	if (field->caret < field->scroll)
		field->scroll = field->caret;
	while (field->scroll < field->caret &&
		edit_width(field->text, field->scroll, field->caret) >= (room > 1 ? room : 1))
		field->scroll = edit_next(field->text, field->scroll);
}

void text_point(struct field *field, int x)
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

bool text_step(struct field *field, int step)
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

bool text_key(struct field *field, struct key key, bool *changed)
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
