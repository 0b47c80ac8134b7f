/* form.c: the fields of a form, their measures and the focus. form_keys.c has keys and the mouse,
 * form_draw.c how it looks, form_text.c typing. */
#include "config.h"

#include "tui/form.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"
#include "session/memory.h"
#include "tui/app.h"
#include "tui/form_parts.h"

/* ---- measures -------------------------------------------------------------------------------- */

#define RADIO_GAP 3

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

void radio_place(const struct field *field, int i, int *x, int *y)
{
	*x = *y = 0;
	for (int k = 0; k < i; k++) {
		*x += 4 + (int)utf8_width(field->choice[k]) + RADIO_GAP;
		if (field->w > 0 && *x + 4 + (int)utf8_width(field->choice[k + 1]) > field->w) {
			*x = 0;
			*y += 1;
		}
	}
}

int form_field_width(const struct field *field)
{
	int widest = 0, x, y;
	switch (field->kind) {
	case FIELD_CHECK:
		return 4 + (int)utf8_width(field->label);
	case FIELD_BUTTON:
		return 4 + (int)utf8_width(field->label);
	case FIELD_RADIO:
		for (int i = 0; i < choice_count(field); i++) {
			radio_place(field, i, &x, &y);
			x += 4 + (int)utf8_width(field->choice[i]);
			widest = x > widest ? x : widest;
		}
		return widest;
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
	int x, y = 0;
	if (field->kind == FIELD_RADIO && choice_count(field) > 0)
		radio_place(field, choice_count(field) - 1, &x, &y);
	return field->h > y + 1 ? field->h : y + 1;
}

/* ---- building -------------------------------------------------------------------------------- */

void *form_create(
	size_t size, const char *title, const char *note, int w, int h, const struct form_ops *ops)
{
	struct form *form = memory_grow(NULL, 1, size);
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

static void form_free(struct layer *layer)
{
	struct form *form = (struct form *)layer;
	if (form->ops->clear != NULL)
		form->ops->clear(form);
	free(form->field);
	free(form);
}

struct field *form_add(struct form *form, enum field_kind kind, int id, int x, int y, int w)
{
	form->field = memory_grow(form->field, form->count + 1, sizeof *form->field);
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

struct field *form_text(struct form *form, int id, int x, int y, int w, const char *text)
{
	struct field *field = form_add(form, FIELD_TEXT, id, x, y, w);
	form_set_text(field, "%s", text);
	return field;
}

struct field *form_number(struct form *form, int id, int x, int y, int w, const char *text)
{
	struct field *field = form_text(form, id, x, y, w, text);
	field->kind = FIELD_NUMBER;
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
	field->most = 1.0;
	field->step = 0.05;
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
	.free = form_free,
};
