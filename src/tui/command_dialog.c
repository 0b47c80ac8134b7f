#include "config.h"

#include "tui/command_dialog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"
#include "session/command.h"
#include "session/xalloc.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

/* ---- values from one opening to the next ----------------------------------------------------- */

struct dialog_values {
	struct dialog_values *next;
	const struct dialog_kind *kind;
	struct field *field; /* copies */
	size_t count;
};

static struct dialog_values *values_of(const struct app *app, const struct dialog_kind *kind)
{
	struct dialog_values *v = app->dialog_values;
	while (v != NULL && v->kind != kind)
		v = v->next;
	return v;
}

static void keep_values(const struct command_dialog *d, struct app *app)
{
	struct dialog_values *v = values_of(app, d->kind);
	if (v == NULL) {
		v = xgrow(NULL, 1, sizeof *v);
		*v = (struct dialog_values){.next = app->dialog_values, .kind = d->kind};
		app->dialog_values = v;
	}
	v->count = d->form.count;
	v->field = xgrow(v->field, v->count, sizeof *v->field);
	memcpy(v->field, d->form.field, v->count * sizeof *v->field);
}

static bool set_values(struct command_dialog *d, const struct app *app)
{
	const struct dialog_values *v = values_of(app, d->kind);
	for (size_t i = 0; v != NULL && i < v->count; i++)
		if (v->field[i].id > 0 && v->field[i].kind != FIELD_LINE) {
			struct field *field = form_get(&d->form, v->field[i].id);
			form_set_text(field, "%s", v->field[i].text);
			field->value = v->field[i].value;
		}
	return v != NULL;
}

void command_dialogs_forget(struct app *app)
{
	for (struct dialog_values *v = app->dialog_values, *next; v != NULL; v = next) {
		next = v->next;
		free(v->field);
		free(v);
	}
	app->dialog_values = NULL;
}

/* ---- the line -------------------------------------------------------------------------------- */

void command_dialog_add_word(struct command_dialog *d, const char *option, const char *word)
{
	char *quoted = command_quote(word);
	text_add(d->line, sizeof d->line, "%s%s %s", option[0] != '\0' ? " " : "", option, quoted);
	free(quoted);
}

static void add_row(struct command_dialog *d, const struct dialog_row *row)
{
	const struct field *field = form_get(&d->form, row->id);
	if (field->off)
		return;
	if (row->added != NULL)
		text_add(d->line, sizeof d->line, "%s", row->added[field->value]);
	else if (field->kind == FIELD_RADIO || field->kind == FIELD_CYCLE)
		command_dialog_add_word(d, row->option, field->choice[field->value]);
	else if (field->kind == FIELD_CHECK && field->value)
		text_add(d->line, sizeof d->line, " %s", row->option);
	else if (field->kind != FIELD_CHECK && field->text[0] != '\0' &&
		 strcmp(field->text, row->text) != 0)
		command_dialog_add_word(d, row->option, field->text);
}

void command_dialog_add(struct command_dialog *d, int from, int to)
{
	for (size_t i = 0; i < d->kind->count; i++) {
		const struct dialog_row *row = &d->kind->rows[i];
		if ((row->option != NULL || row->added != NULL) && row->id >= from && row->id <= to)
			add_row(d, row);
	}
}

void command_dialog_problem(struct command_dialog *d, const char *text)
{
	if (d->problem[0] == '\0')
		snprintf(d->problem, sizeof d->problem, "%s", text);
}

static void update(struct command_dialog *d, struct app *app)
{
	d->problem[0] = '\0';
	snprintf(d->line, sizeof d->line, "%s", d->kind->command);
	d->kind->update(d, app);
	bool none = d->problem[0] == '\0';
	struct field *problem = form_get(&d->form, DIALOG_PROBLEM);
	struct field *same = form_get(&d->form, DIALOG_SAME);
	form_set_text(problem, "%s", none ? "none" : d->problem);
	problem->role = none ? ROLE_TEXT : ROLE_ALARM;
	problem->bold = !none;
	form_set_text(same, ":%.500s", d->line);
	if (!none)
		form_set_text(same, ":%s …", d->kind->command);
}

/* ---- the form -------------------------------------------------------------------------------- */

static void dialog_changed(struct form *form, struct app *app, struct field *field)
{
	struct command_dialog *d = (struct command_dialog *)form;
	if (d->kind->changed != NULL)
		d->kind->changed(d, app, field);
}

static void dialog_leave(struct form *form, struct app *app)
{
	if (!((struct command_dialog *)form)->kind->fresh)
		keep_values((struct command_dialog *)form, app);
	app_pop(app);
}

/* The network may have changed under the dialog. */
static void dialog_pressed(struct form *form, struct app *app, int id)
{
	struct command_dialog *d = (struct command_dialog *)form;
	if (id == DIALOG_RUN)
		update(d, app);
	if (id == DIALOG_CANCEL)
		dialog_leave(form, app);
	else if (id == DIALOG_RUN && d->problem[0] != '\0')
		app_say(app, "cannot %s: %s", d->kind->command, d->problem);
	else if (id == DIALOG_RUN && d->kind->run != NULL)
		d->kind->run(d, app);
	else if (id == DIALOG_RUN)
		form_run(form, app, d->line);
}

static void dialog_layout(struct form *form, struct app *app)
{
	struct command_dialog *d = (struct command_dialog *)form;
	const struct dialog_kind *kind = d->kind;
	update(d, app);
	int columns = (int)app->columns - 2 < form->w ? (int)app->columns - 2 : form->w;
	int room = columns - kind->margin > 8 ? columns - kind->margin : 8;
	if (kind->layout != NULL)
		kind->layout(d, app, room);
	struct field *same = form_get(form, DIALOG_SAME);
	form_get(form, DIALOG_PROBLEM)->w = same->w = room;
	int lines = utf8_lines(same->text, room);
	same->h = lines > kind->end_rows ? lines : kind->end_rows;
	form_place_buttons(form, same->y + same->h + 1, columns);
	form->h = same->y + same->h + 2;
}

static void dialog_clear(struct form *form)
{
	struct command_dialog *d = (struct command_dialog *)form;
	if (d->kind->clear != NULL)
		d->kind->clear(d);
	for (size_t i = 0; i < d->choice_lists; i++) {
		free(d->choices[i][0]);
		free(d->choices[i]);
	}
}

static const struct form_ops dialog_ops = {.changed = dialog_changed,
	.pressed = dialog_pressed,
	.leave = dialog_leave,
	.layout = dialog_layout,
	.clear = dialog_clear};

void *command_dialog_create(size_t size, const struct dialog_kind *kind)
{
	struct command_dialog *d =
		form_create(size, kind->title, kind->note, kind->w, kind->h, &dialog_ops);
	d->kind = kind;
	return d;
}

/* "light", "dark": the values of an option in the usage of the command. */
static const char *const *choices_of(struct command_dialog *d, const char *option)
{
	const char *usage = commands_find(&explorer_commands, d->kind->command)->usage;
	const struct grammar_place *place = NULL;
	struct grammar_form form;
	while (place == NULL && usage != NULL && grammar_form(&form, &usage, NULL) == ODD_OK)
		place = grammar_option(&form, option);
	if (place == NULL || d->choice_lists == DIALOG_CHOICES)
		return NULL;
	char *names = text_make("%.*s", (int)place->length, place->word), *at = names;
	char **list = NULL;
	size_t n = 0;
	while (at != NULL) {
		list = xgrow(list, n + 2, sizeof *list);
		list[n++] = strsep(&at, "|");
	}
	list[n] = NULL;
	d->choices[d->choice_lists++] = list;
	return (const char *const *)list;
}

static void add_field(struct command_dialog *d, const struct dialog_row *row)
{
	struct field *field = form_add(&d->form, row->kind, row->id, row->x, row->y, row->w);
	if (row->kind == FIELD_CHECK)
		field->label = row->text;
	else if (row->kind == FIELD_RADIO || row->kind == FIELD_CYCLE)
		field->choice = row->choices != NULL ? row->choices : choices_of(d, row->option);
	else if (row->text != NULL)
		form_set_text(field, "%s", row->text);
}

bool command_dialog_fill(struct command_dialog *d, struct app *app)
{
	const struct dialog_kind *kind = d->kind;
	const char *const buttons[] = {kind->press, "Cancel", NULL};
	struct form *f = &d->form;
	for (size_t i = 0; i < kind->count; i++)
		add_field(d, &kind->rows[i]);
	form_words(f, 0, 2, kind->end_y, 0, "problem");
	form_words(f, DIALOG_PROBLEM, 10, kind->end_y, 0, "");
	form_words(f, 0, 2, kind->end_y + 1, 0, "same as");
	form_wrapped(f, DIALOG_SAME, 10, kind->end_y + 1, 0, kind->end_rows, "");
	form_buttons(f, DIALOG_RUN, kind->end_y + kind->end_rows + 2, buttons);
	f->enter = DIALOG_RUN;
	return set_values(d, app);
}
