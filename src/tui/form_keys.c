/* form_keys.c: what keys and the mouse do in a form. Whatever presses a button or leaves may be the
 * form's end: nothing of it is touched afterwards.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"
#include "tui/app.h"
#include "tui/form.h"

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

bool form_key(struct layer *layer, struct app *app, struct key key)
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
bool form_command(struct layer *layer, struct app *app, const struct arguments *args,
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

bool form_mouse(struct layer *layer, struct app *app, struct key key)
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
