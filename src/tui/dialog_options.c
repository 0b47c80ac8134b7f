/* dialog_options.c: F2, the options of the session and of the explorer, from their tables.
 *
 * What the run depends on cannot change under it. The dialog says so before anything happens, and
 * leaves the choice: apply, which waits for a reset, or apply and restart.
 */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/screens.h"
#include "tui/form.h"
#include "tui/config_file.h"
#include "tui/text.h"
#include "tui/ui_options.h"

enum { ROW = 1, MARK = 100, ABOUT = 200, HELP = 300, NOTE, ABOVE, BELOW, APPLY, RESTART, CANCEL };

#define ROWS_MOST 40
#define VALUE_WIDTH 19
#define NARROWEST 76
#define WIDEST 110

struct row {
	const odd_option *option;
	char was[FORM_TEXT];
	char *values;        /* cut into names, which choice points at */
	const char **choice; /* NULL: any text */
};

struct options_dialog {
	struct form form;
	struct settings_state before; /* what there was when it was opened */
	struct row row[ROWS_MOST];
	int count;
	char problem[300];
	size_t fields; /* of the rows: the first of the form … */
	int *line;     /* … which are on these lines when all are in sight */
	int lines, first;
};

static bool restarts(const struct row *r)
{
	return r->option->restarts == ODD_RESTARTS_RUN;
}

/* What the run has that is open, when that is something else ("auto" has come to a number); empty:
 * nothing to say. */
static void used_value(char *out, size_t size, const struct app *app, const struct row *r)
{
	char used[ODD_OPTION_VALUE] = "";
	out[0] = '\0';
	if (run_option_is(r->option))
		session_view_used(used, app->view, r->option);
	if (used[0] != '\0' && strcmp(used, r->was) != 0)
		snprintf(out, size, ", now %.60s", used);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Cut "a|b|c" into names, unless one of them stands for something else (K, DIR). */
static void cut_values(struct row *r)
{
	char values[100];
	size_t n = 1;
	odd_option_values(values, sizeof values, r->option);
	for (const char *p = values; *p != '\0'; p++) {
		if (isupper((unsigned char)*p))
			return;
		n += *p == '|';
	}
	r->values = xstrdup(values);
	r->choice = xgrow(NULL, n + 1, sizeof *r->choice);
	char *p = r->values;
	for (size_t i = 0; i < n; i++) {
		r->choice[i] = p;
		p += strcspn(p, "|");
		*p++ = '\0';
	}
	r->choice[n] = NULL;
}

static const char *current(struct options_dialog *d, int i)
{
	struct field *field = form_get(&d->form, ROW + i);
	return field->kind == FIELD_CYCLE ? field->choice[field->value] : field->text;
}

static bool changed_row(struct options_dialog *d, int i)
{
	return strcmp(current(d, i), d->row[i].was) != 0;
}

static void add_row(struct options_dialog *d, const odd_option *option, int y)
{
	int i = d->count++, value = -1;
	struct row *r = &d->row[i];
	struct form *f = &d->form;
	char was[ODD_OPTION_VALUE];
	r->option = option;
	snprintf(r->was, sizeof r->was, "%.*s", FORM_TEXT - 1,
		settings_get(was, &d->before, option));
	cut_values(r);
	for (int k = 0; r->choice != NULL && r->choice[k] != NULL; k++)
		if (strcmp(r->choice[k], r->was) == 0)
			value = k;
	form_words(f, MARK + i, 1, y, 1, "")->bold = true;
	form_words(f, 0, 3, y, 11, option->name);
	if (value >= 0)
		form_choice(f, FIELD_CYCLE, ROW + i, 15, y, VALUE_WIDTH, r->choice, value);
	else
		form_text(f, ROW + i, 15, y, VALUE_WIDTH, r->was);
	if (restarts(r))
		form_words(f, 0, 35, y, 1, "*");
	form_words(f, ABOUT + i, 37, y, 38, option->help)->role = ROLE_DIM;
}

static void add_rows(struct options_dialog *d)
{
	const odd_option *option;
	int y = 0;
	for (size_t i = 0; (option = settings_row(i)) != NULL && d->count < ROWS_MOST; i++) {
		if (option == &ui_option_rows[0])
			form_words(&d->form, 0, 1, y++, 74, "of the explorer")->bold = true;
		add_row(d, option, y++);
	}
	d->lines = y;
	d->fields = d->form.count;
	d->line = xgrow(NULL, d->fields, sizeof *d->line);
	for (size_t i = 0; i < d->fields; i++)
		d->line[i] = d->form.field[i].y;
}

/* As many rows as fit, that with the focus among them; what is below them stays in sight. Returns
 * how many that are. */
static int show_rows(struct options_dialog *d, int room)
{
	struct form *f = &d->form;
	int shown = d->lines < room ? d->lines : room > 1 ? room : 1;
	if (f->focus < d->fields) {
		int at = d->line[f->focus];
		d->first = at < d->first ? at : at >= d->first + shown ? at - shown + 1 : d->first;
	}
	d->first = d->first > d->lines - shown ? d->lines - shown : d->first;
	for (size_t i = 0; i < d->fields; i++) {
		f->field[i].y = d->line[i] - d->first;
		/* One that is out of sight can be gone to all the same. */
		f->field[i].beyond = f->field[i].y < 0 || f->field[i].y >= shown;
	}
	form_get(f, ABOVE)->hidden = d->first == 0;
	form_get(f, BELOW)->hidden = d->first + shown >= d->lines;
	form_get(f, ABOVE)->x = form_get(f, BELOW)->x = f->w - 1;
	form_get(f, BELOW)->y = shown - 1;
	return shown;
}

/* ---- what follows ---------------------------------------------------------------------------- */

/* The network's own bounds are the session's business. */
static void find_problem(struct options_dialog *d)
{
	odd_error err = {0};
	struct settings_state scratch = d->before;
	d->problem[0] = '\0';
	for (int i = 0; i < d->count && d->problem[0] == '\0'; i++)
		if (changed_row(d, i) &&
			settings_set(&scratch, d->row[i].option, current(d, i), &err) != ODD_OK)
			snprintf(d->problem, sizeof d->problem, "%s", err.message);
}

/* The names of the changed options that the run depends on; how many there are. */
static int restarting(struct options_dialog *d, char *out, size_t size)
{
	int n = 0;
	out[0] = '\0';
	for (int i = 0; i < d->count; i++) {
		const struct row *r = &d->row[i];
		if (!restarts(r) || !changed_row(d, i))
			continue;
		if (strlen(out) + strlen(r->option->name) + 3 < size)
			text_add(out, size, "%s%s", n > 0 ? ", " : "", r->option->name);
		n++;
	}
	return n;
}

static void tell_note(struct options_dialog *d, const struct app *app)
{
	char names[120];
	const struct session_data *data = app->view->data;
	struct field *note = form_get(&d->form, NOTE);
	int n = restarting(d, names, sizeof names);
	bool moved = data != NULL && (data->trace.count > 1 || data->plants->count > 0);
	note->role = d->problem[0] != '\0' ? ROLE_ALARM : n > 0 ? ROLE_TEXT : ROLE_DIM;
	note->bold = note->role != ROLE_DIM;
	if (d->problem[0] != '\0')
		form_set_text(note, "%s", d->problem);
	else if (n == 0 && app->view->waiting)
		form_set_text(note, "earlier changes still wait for a reset");
	else if (n == 0 && saved_settings_path(app) != NULL)
		form_set_text(note, "remembered in %s", saved_settings_path(app));
	else if (n == 0)
		form_set_text(note, "not remembered for the next time: --no-config");
	else if (data == NULL)
		form_set_text(note, "%s: for the network to be opened", names);
	else if (!moved)
		form_set_text(note, "%s: the run has not moved, so it starts anew at once", names);
	else
		form_set_text(note,
			"%s: a restart throws away %zu iteration%s (undo brings them back); "
			"Apply keeps the run and waits for a reset",
			names, data->iteration, data->iteration == 1 ? "" : "s");
}

static void tell_help(struct options_dialog *d, const struct app *app)
{
	struct field *help = form_get(&d->form, HELP);
	const struct field *focused = form_focused(&d->form);
	char now[80], values[100], about[300];
	form_set_text(help, "%s", "");
	if (focused == NULL || focused->id < ROW || focused->id >= ROW + d->count)
		return;
	const struct row *r = &d->row[focused->id - ROW];
	used_value(now, sizeof now, app, r);
	form_set_text(help, "%s=%s%s: %s", r->option->name,
		odd_option_values(values, sizeof values, r->option), now,
		odd_option_about(about, sizeof about, r->option));
}

/* Focus and values may have changed since it was drawn last. */
static void options_layout(struct form *form, struct app *app)
{
	struct options_dialog *d = (struct options_dialog *)form;
	int columns = (int)app->columns;
	struct field *help = form_get(form, HELP), *note = form_get(form, NOTE);
	form->w = columns - 4 < WIDEST ? columns - 4 : WIDEST;
	form->w = form->w > NARROWEST ? form->w : NARROWEST;
	int seen = columns - 2 < form->w ? columns - 2 : form->w;
	find_problem(d);
	tell_note(d, app);
	tell_help(d, app);
	/* Three lines for both, one where room is scarce; what happens to the run comes first. */
	bool tight = app->rows < 16, calm = note->role == ROLE_DIM && !app->view->waiting;
	help->w = note->w = seen - 2 > 8 ? seen - 2 : 8;
	help->h = calm && !tight ? 2 : 1;
	help->hidden = tight && !calm;
	note->hidden = tight && calm;
	help->y = show_rows(d, (int)app->rows - (tight ? 6 : 8));
	note->y = help->y + (tight ? 0 : help->h);
	note->h = tight || calm ? 1 : 2;
	form->h = help->y + (tight ? 2 : 4);
	for (int i = 0; i < d->count; i++) {
		form_set_text(form_get(form, MARK + i), "%s", changed_row(d, i) ? "●" : "");
		form_get(form, ABOUT + i)->w = form->w - 39;
	}
	form_place_buttons(form, form->h - 1, seen);
}

/* ---- the form's calls ------------------------------------------------------------------------ */

static void options_pressed(struct form *form, struct app *app, int id)
{
	struct options_dialog *d = (struct options_dialog *)form;
	char *line[ROWS_MOST + 1];
	size_t n = 0;
	if (id == CANCEL) {
		app_pop(app);
		return;
	}
	find_problem(d);
	if (d->problem[0] != '\0') {
		app_say(app, "%s", d->problem);
		return;
	}
	for (int i = 0; i < d->count; i++) {
		if (!changed_row(d, i))
			continue;
		char *word = text_make("%s=%s", d->row[i].option->name, current(d, i));
		line[n++] = text_command("set", word);
		free(word);
	}
	if (id == RESTART)
		line[n++] = xstrdup("reset");
	app_pop(app); /* the dialog is gone from here on */
	odd_status status = ODD_OK;
	for (size_t i = 0; i < n; i++) {
		if (status == ODD_OK)
			status = app_run(app, line[i], NULL);
		free(line[i]);
	}
}

static void options_clear(struct form *form)
{
	struct options_dialog *d = (struct options_dialog *)form;
	for (int i = 0; i < d->count; i++) {
		free(d->row[i].values);
		free(d->row[i].choice);
	}
	free(d->line);
}

static const struct form_ops options_ops = {
	.pressed = options_pressed, .layout = options_layout, .clear = options_clear};

void options_open(struct app *app)
{
	static const char *const buttons[] = {"Apply", "Apply and restart", "Cancel", NULL};
	struct options_dialog *d = form_create(
		sizeof *d, "Options (* starts the run anew)", "F2", NARROWEST, 0, &options_ops);
	struct form *f = &d->form;
	settings_take(&d->before, app);
	add_rows(d);
	form_words(f, ABOVE, 75, 0, 1, "↑")->role = ROLE_FRAME;
	form_words(f, BELOW, 75, 0, 1, "↓")->role = ROLE_FRAME;
	form_wrapped(f, HELP, 1, d->lines, 74, 1, "");
	form_wrapped(f, NOTE, 1, d->lines + 1, 74, 2, "");
	form_buttons(f, APPLY, d->lines + 3, buttons);
	f->enter = APPLY;
	f->h = d->lines + 4;
	app_push(app, &f->layer);
}
