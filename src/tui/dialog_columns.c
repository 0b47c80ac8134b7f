/* dialog_columns.c: t, which columns the list has and in which order, seen at once. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "session/command.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/explore.h"
#include "tui/form.h"
#include "tui/screens.h"
#include "tui/text.h"

enum { LIST = 1, KEEP, USUAL, CANCEL };
enum { WIDTH = 38, ROWS = 15 };

struct columns_dialog {
	struct form form;
	const struct node_column
		*fact[LIST_COLUMNS]; /* those that are shown first, in their order */
	bool on[LIST_COLUMNS];
	size_t count;
	char row[120];
	char *before; /* what was set when it was opened */
};

static bool has(const struct columns_dialog *d, const struct node_column *fact)
{
	for (size_t i = 0; i < d->count; i++)
		if (d->fact[i] == fact)
			return true;
	return false;
}

/* What is shown now, then what could be. */
static void read_columns(struct columns_dialog *d, const struct app *app)
{
	struct list_columns shown;
	const struct node_column *fact;
	d->count = 0;
	list_columns_find(&shown, app);
	for (size_t i = 0; i < shown.count; i++) {
		d->on[d->count] = true;
		d->fact[d->count++] = shown.fact[i];
	}
	for (size_t i = 0; (fact = node_column_get(i)) != NULL && d->count < LIST_COLUMNS; i++)
		if (fact->title != NULL && !has(d, fact)) {
			d->on[d->count] = false;
			d->fact[d->count++] = fact;
		}
	form_get(&d->form, LIST)->list.count = d->count;
}

static const char *columns_row(struct form *form, size_t i, struct pen *pen, bool *heading)
{
	struct columns_dialog *d = (struct columns_dialog *)form;
	(void)heading;
	snprintf(d->row, sizeof d->row, "[%s] %-12s %s", d->on[i] ? "x" : " ", d->fact[i]->name,
		d->fact[i]->help);
	if (!d->on[i])
		pen->role = ROLE_DIM;
	return d->row;
}

/* On the screen at once. */
static void apply(const struct columns_dialog *d, struct app *app)
{
	char line[600] = "set columns=";
	bool any = false;
	for (size_t i = 0; i < d->count; i++)
		if (d->on[i]) {
			text_add(line, sizeof line, "%s%s", any ? "," : "", d->fact[i]->name);
			any = true;
		}
	if (any)
		app_run(app, line, NULL);
	else
		app_say(app, "a list has a column at least");
}

static void turn(struct columns_dialog *d, struct app *app, size_t at)
{
	size_t on = 0;
	for (size_t i = 0; i < d->count; i++)
		on += d->on[i];
	if (at >= d->count || (on == 1 && d->on[at])) {
		app_say(app, "a list has a column at least");
		return;
	}
	d->on[at] = !d->on[at];
	apply(d, app);
}

/* The column changes places with its neighbour. */
static void shift(struct columns_dialog *d, struct app *app, struct list *l, int step)
{
	size_t at = l->cursor, to = at + (size_t)step;
	if (at >= d->count || to >= d->count)
		return;
	const struct node_column *fact = d->fact[at];
	bool on = d->on[at];
	d->fact[at] = d->fact[to];
	d->on[at] = d->on[to];
	d->fact[to] = fact;
	d->on[to] = on;
	list_select(l, to);
	apply(d, app);
}

static void leave(struct form *form, struct app *app)
{
	char *line = text_make("set columns=%s", ((struct columns_dialog *)form)->before);
	app_pop(app);
	app_run(app, line, NULL);
	free(line);
}

static void columns_pressed(struct form *form, struct app *app, int id)
{
	struct columns_dialog *d = (struct columns_dialog *)form;
	if (id == USUAL) {
		app_run(app, "set columns=auto", NULL);
		read_columns(d, app);
	} else if (id == CANCEL) {
		leave(form, app);
	} else {
		app_pop(app);
	}
}

static bool columns_key(struct form *form, struct app *app, struct key key)
{
	struct columns_dialog *d = (struct columns_dialog *)form;
	struct field *field = form_focused(form);
	if (key.mods != 0)
		return false;
	if (key.code == 't') { /* the key that opened it closes it */
		app_pop(app);
		return true;
	}
	if (field == NULL || field->id != LIST)
		return false;
	if (key.code == ' ')
		turn(d, app, field->list.cursor);
	else if (key.code == K_LEFT || key.code == K_RIGHT)
		shift(d, app, &field->list, key.code == K_LEFT ? -1 : 1);
	else
		return false;
	return true;
}

static void columns_layout(struct form *form, struct app *app)
{
	const struct columns_dialog *d = (const struct columns_dialog *)form;
	int room = (int)app->rows - 8, rows = (int)d->count < ROWS ? (int)d->count : ROWS;
	struct field *list = form_get(form, LIST);
	list->h = room < rows ? room > 2 ? room : 2 : rows;
	form->h = list->h + 2;
	form_place_buttons(form, list->h + 1, form->w);
}

static void columns_clear(struct form *form)
{
	free(((struct columns_dialog *)form)->before);
}

static const struct form_ops ops = {.pressed = columns_pressed,
	.leave = leave,
	.key = columns_key,
	.layout = columns_layout,
	.clear = columns_clear};

void columns_open(struct app *app)
{
	static const char *const buttons[] = {"Keep", "Usual", "Cancel", NULL};
	struct columns_dialog *d =
		form_create(sizeof *d, "Columns of the list", "t", WIDTH, ROWS + 2, &ops);
	struct form *f = &d->form;
	struct field *list = form_add(f, FIELD_LIST, LIST, 1, 0, WIDTH - 2);
	list->h = ROWS;
	list->row = columns_row;
	form_buttons(f, KEEP, ROWS + 1, buttons);
	f->enter = KEEP;
	f->place = FORM_LOWER_RIGHT; /* the list is at the left */
	f->layer_ops.footer =
		"Space|Show or hide;Left|Earlier;Right|Later;Enter|Keep;Esc|As before";
	d->before = xstrdup(app->set.columns_choice != 0 ? app->set.columns : "auto");
	read_columns(d, app);
	form_focus(f, LIST);
	app_push(app, &f->layer);
}
