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

enum { LIST = 1, ABOUT, KEEP, USUAL, CANCEL };
enum { WIDTH = 38, ROWS = 15 };

/* Which columns there are and in which order is the setting's: those that are shown first. */
struct columns_dialog {
	struct form form;
	const struct node_column *fact[LIST_COLUMNS];
	size_t count, shown;
	char row[120];
	char *before; /* what was set when it was opened */
};

static void read_columns(struct columns_dialog *d, const struct app *app)
{
	struct list_columns shown;
	const struct node_column *fact;
	list_columns_find(&shown, app);
	d->count = d->shown = shown.count;
	memcpy(d->fact, shown.fact, shown.count * sizeof *d->fact);
	for (size_t i = 0; (fact = node_column_get(i)) != NULL && d->count < LIST_COLUMNS; i++) {
		size_t k = 0;
		while (k < d->shown && !node_column_same(d->fact[k], fact))
			k++;
		if (fact->title != NULL && k == d->shown)
			d->fact[d->count++] = fact;
	}
	form_get(&d->form, LIST)->list.count = d->count;
}

static const char *columns_row(struct form *form, size_t i, struct pen *pen, bool *heading)
{
	struct columns_dialog *d = (struct columns_dialog *)form;
	(void)heading;
	snprintf(d->row, sizeof d->row, "[%s] %-12s %s", i < d->shown ? "x" : " ", d->fact[i]->name,
		d->fact[i]->help);
	if (i >= d->shown)
		pen->role = ROLE_DIM;
	return d->row;
}

/* On the screen at once: the first `count` of these; and the cursor stays with one of them. */
static void apply(struct columns_dialog *d, struct app *app, size_t count, size_t to)
{
	char line[600] = "set columns=";
	if (count == 0) {
		app_say(app, "a list has a column at least");
		return;
	}
	for (size_t i = 0; i < count; i++)
		text_add(line, sizeof line, "%s%s", i > 0 ? "," : "", d->fact[i]->name);
	const struct node_column *stay = d->fact[to];
	app_run(app, line, NULL);
	read_columns(d, app);
	for (size_t i = 0; i < d->count; i++)
		if (node_column_same(d->fact[i], stay))
			list_select(&form_get(&d->form, LIST)->list, i);
}

static void swap(struct columns_dialog *d, size_t a, size_t b)
{
	const struct node_column *fact = d->fact[a];
	d->fact[a] = d->fact[b];
	d->fact[b] = fact;
}

/* Show the column behind the others, or no more. */
static void turn(struct columns_dialog *d, struct app *app, size_t at)
{
	if (at >= d->shown) {
		swap(d, at, d->shown);
		apply(d, app, d->shown + 1, d->shown);
		return;
	}
	for (size_t i = at; i + 1 < d->shown; i++)
		swap(d, i, i + 1);
	apply(d, app, d->shown - 1, d->shown - 1);
}

/* A column that is shown changes places with its neighbour. */
static void shift(struct columns_dialog *d, struct app *app, size_t at, int step)
{
	size_t to = at + (size_t)step;
	if (at >= d->shown || to >= d->shown)
		return;
	swap(d, at, to);
	apply(d, app, d->shown, to);
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
		shift(d, app, field->list.cursor, key.code == K_LEFT ? -1 : 1);
	else
		return false;
	return true;
}

static void columns_layout(struct form *form, struct app *app)
{
	const struct columns_dialog *d = (const struct columns_dialog *)form;
	int room = (int)app->rows - 10, rows = (int)d->count < ROWS ? (int)d->count : ROWS;
	struct field *list = form_get(form, LIST), *about = form_get(form, ABOUT);
	list->h = room < rows ? room > 2 ? room : 2 : rows;
	about->y = list->h;
	if (list->list.cursor < d->count)
		form_set_text(about, "%s", d->fact[list->list.cursor]->help);
	form->h = list->h + 4;
	form_place_buttons(form, list->h + 3, form->w);
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
		form_create(sizeof *d, "Columns of the list", "t", WIDTH, ROWS + 4, &ops);
	struct form *f = &d->form;
	struct field *list = form_add(f, FIELD_LIST, LIST, 1, 0, WIDTH - 2);
	list->h = ROWS;
	list->row = columns_row;
	form_wrapped(f, ABOUT, 1, ROWS, WIDTH - 2, 2, "")->role = ROLE_DIM;
	form_buttons(f, KEEP, ROWS + 3, buttons);
	f->enter = KEEP;
	f->place = FORM_LOWER_RIGHT; /* the list is at the left */
	f->layer_ops.footer =
		"Space|Show or hide;Left|Earlier;Right|Later;Enter|Keep;Esc|As before";
	d->before = xstrdup(app->set.columns_choice != 0 ? app->set.columns : "auto");
	read_columns(d, app);
	form_focus(f, LIST);
	app_push(app, &f->layer);
}
