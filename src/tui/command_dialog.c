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

/* ---- the options of the usage ---------------------------------------------------------------- */

static const struct dialog_option *about(
	const struct dialog_kind *kind, const char *name, size_t length)
{
	const struct dialog_option *o = kind->option;
	for (; o != NULL && o->option != NULL; o++)
		if (strlen(o->option) == length && strncmp(o->option, name, length) == 0)
			return o;
	return NULL;
}

/* The length of the first of "--replace|--number". */
static size_t first_name(const struct grammar_place *p)
{
	const char *bar = memchr(p->option, '|', p->option_length);
	return bar != NULL ? (size_t)(bar - p->option) : p->option_length;
}

static bool has_field(const struct command_dialog *d, size_t i)
{
	const struct grammar_place *p = &d->usage.place[i];
	const struct dialog_option *o =
		p->option != NULL ? about(d->kind, p->option, first_name(p)) : NULL;
	return p->option != NULL && (o == NULL || !o->left_out);
}

static struct field *field_of(struct command_dialog *d, size_t i)
{
	return form_get(&d->form, DIALOG_OPTION + (int)i);
}

struct field *command_dialog_field(struct command_dialog *d, const char *option)
{
	const struct grammar_place *p = grammar_option(&d->usage, option);
	return field_of(d, (size_t)(p - d->usage.place));
}

/* "usual", "light", "dark": the first choice adds nothing. Of several options in one place they are
 * their names without the hyphens. NULL: any text. */
static char **choices_of(const struct grammar_place *p, const char *first)
{
	const char *at = p->length > 0 ? p->word : p->option, *word;
	const char *end = at + (p->length > 0 ? p->length : p->option_length);
	char **list = xgrow(NULL, 2, sizeof *list);
	size_t n = 1, length;
	list[0] = xstrdup(first);
	while (grammar_alternative(&at, end, &word, &length)) {
		bool stands_for = word[0] >= 'A' && word[0] <= 'Z';
		int hyphens = p->length > 0 ? 0 : 2;
		list = xgrow(list, n + 2, sizeof *list);
		list[n++] = text_make("%.*s", (int)length - hyphens, word + hyphens);
		if (stands_for) {
			strings_free(list, n);
			return NULL;
		}
	}
	list[n] = NULL;
	return list;
}

static void add_field(struct command_dialog *d, size_t i)
{
	const struct grammar_place *p = &d->usage.place[i];
	const struct dialog_option *o = about(d->kind, p->option, first_name(p));
	const char *first = o != NULL && o->first != NULL ? o->first : "usual";
	const char *value = o != NULL && o->value != NULL ? o->value : "";
	char label[40];
	snprintf(label, sizeof label, "%.*s", (int)first_name(p) - 2, p->option + 2);
	bool flag = p->length == 0 && first_name(p) == p->option_length;
	const char *called = o != NULL && o->label != NULL ? o->label : label;
	form_words(&d->form, 0, 2, 0, 0, flag ? "" : called);
	char **list = flag ? NULL : choices_of(p, first);
	struct field *f = form_add(&d->form,
		flag           ? FIELD_CHECK
		: list != NULL ? FIELD_CYCLE
			       : FIELD_TEXT,
		DIALOG_OPTION + (int)i, 0, 0, 0);
	if (flag) {
		list = xgrow(NULL, 2, sizeof *list);
		list[0] = xstrdup(called);
		list[1] = NULL;
		f->label = list[0];
	} else {
		f->choice = (const char *const *)list;
	}
	d->choices[i] = list;
	form_set_text(f, "%s", value);
	for (int k = 1; f->choice != NULL && list[k] != NULL; k++)
		f->value = strcmp(list[k], value) == 0 ? k : f->value;
}

static void add_option(struct command_dialog *d, size_t i)
{
	const struct grammar_place *p = &d->usage.place[i];
	const struct field *f = field_of(d, i);
	const int name = (int)first_name(p);
	if (f->off)
		return;
	if (f->kind == FIELD_CHECK && f->value)
		text_add(d->line, sizeof d->line, " %.*s", name, p->option);
	if (f->kind == FIELD_CYCLE && f->value > 0 && p->length == 0)
		text_add(d->line, sizeof d->line, " --%s", f->choice[f->value]);
	const char *word = f->kind == FIELD_TEXT                    ? f->text
			   : f->kind == FIELD_CYCLE && f->value > 0 ? f->choice[f->value]
								    : "";
	if (word[0] != '\0' && p->length > 0) {
		text_add(d->line, sizeof d->line, " %.*s", name, p->option);
		command_dialog_add_word(d, word);
	}
}

void command_dialog_take(struct command_dialog *d, const char *names, const char *line)
{
	struct arguments args;
	if (arguments_read(&args, &session_commands, line, NULL) == ODD_OK)
		for (size_t i = 0; i < d->usage.count; i++) {
			const struct grammar_place *p = &d->usage.place[i];
			char name[40];
			if (!has_field(d, i))
				continue;
			snprintf(name, sizeof name, "%.*s", (int)first_name(p), p->option);
			if (names != NULL && odd_choice_find(names, name) < 0)
				continue;
			struct field *f = field_of(d, i);
			const char *text = arguments_text(&args, name);
			form_set_text(f, "%s", text != NULL ? text : "");
			f->value = arguments_have(&args, name) && f->kind == FIELD_CHECK;
			for (int k = 1; f->kind == FIELD_CYCLE && f->choice[k] != NULL; k++) {
				snprintf(name, sizeof name, "--%.30s", f->choice[k]);
				if (p->length > 0 ? strcmp(f->choice[k], f->text) == 0
						  : arguments_have(&args, name))
					f->value = k;
			}
		}
	arguments_clear(&args);
}

/* ---- the line -------------------------------------------------------------------------------- */

void command_dialog_add_word(struct command_dialog *d, const char *word)
{
	char *quoted = command_quote(word);
	text_add(d->line, sizeof d->line, " %s", quoted);
	free(quoted);
}

void command_dialog_problem(struct command_dialog *d, const char *text)
{
	if (d->problem[0] == '\0')
		snprintf(d->problem, sizeof d->problem, "%s", text);
}

/* What the command itself says of its line, without its name. */
static void check_line(struct command_dialog *d)
{
	struct arguments args;
	odd_error err;
	const size_t name = strlen(d->kind->command);
	if (arguments_read(&args, &session_commands, d->line, &err) != ODD_OK)
		command_dialog_problem(d, strncmp(err.message, d->kind->command, name) == 0
						  ? err.message + name + 2
						  : err.message);
	arguments_clear(&args);
}

static void update(struct command_dialog *d, struct app *app)
{
	d->problem[0] = '\0';
	snprintf(d->line, sizeof d->line, "%s", d->kind->command);
	d->kind->update(d, app);
	for (size_t i = 0; i < d->usage.count; i++)
		if (has_field(d, i))
			add_option(d, i);
	if (d->kind->check != NULL)
		d->kind->check(d, app);
	check_line(d);
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

enum { COLUMN_LEAST = 34, GAP = 2 };

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

/* The fields of the options from line y on, in two columns where there is room; returns the line
 * below them. */
static int place_options(struct command_dialog *d, int y, int columns)
{
	const int across = columns >= 2 * COLUMN_LEAST ? 2 : 1, wide = (columns - GAP) / across;
	int widest = 0, n = 0;
	for (size_t i = 0; i < d->usage.count; i++)
		if (has_field(d, i)) {
			int label = form_field_width(field_of(d, i) - 1);
			widest = label > widest ? label : widest;
		}
	for (size_t i = 0; i < d->usage.count; i++) {
		if (!has_field(d, i))
			continue;
		struct field *f = field_of(d, i), *label = f - 1;
		label->x = GAP + n % across * wide;
		label->y = f->y = y + n / across;
		f->x = label->x + widest + 1;
		f->w = 0;
		int room = wide - widest - 1 - GAP;
		if (f->kind == FIELD_TEXT || form_field_width(f) > room)
			f->w = room;
		n++;
	}
	return y + (n + across - 1) / across;
}

static void dialog_layout(struct form *form, struct app *app)
{
	struct command_dialog *d = (struct command_dialog *)form;
	const int most = (int)app->columns - 2;
	update(d, app);
	const int columns = most < d->kind->w ? most : d->kind->w;
	form->w = d->kind->shrinks ? columns : d->kind->w;
	int room = columns - 12 > 8 ? columns - 12 : 8;
	int y = place_options(d, d->kind->layout(d, app, columns), columns);
	struct field *problem = form_get(form, DIALOG_PROBLEM), *same = form_get(form, DIALOG_SAME);
	problem->w = same->w = room;
	(problem - 1)->y = problem->y = y;
	(same - 1)->y = same->y = y + 1;
	int lines = utf8_lines(same->text, room);
	same->h = lines > 2 ? lines : 2;
	form_place_buttons(form, same->y + same->h + 1, columns);
	form->h = same->y + same->h + 2;
}

static void dialog_clear(struct form *form)
{
	struct command_dialog *d = (struct command_dialog *)form;
	if (d->kind->clear != NULL)
		d->kind->clear(d);
	for (size_t i = 0; i < GRAMMAR_PLACES; i++) {
		size_t n = 0;
		while (d->choices[i] != NULL && d->choices[i][n] != NULL)
			n++;
		strings_free(d->choices[i], n);
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
		form_create(size, kind->title, kind->note, kind->w, 0, &dialog_ops);
	d->kind = kind;
	return d;
}

bool command_dialog_fill(struct command_dialog *d, struct app *app)
{
	const char *usage = commands_find(&explorer_commands, d->kind->command)->usage;
	const char *const buttons[] = {d->kind->press, "Cancel", NULL};
	struct form *f = &d->form;
	(void)grammar_form(&d->usage, &usage, NULL);
	for (size_t i = 0; i < d->usage.count; i++)
		if (has_field(d, i))
			add_field(d, i);
	form_words(f, 0, 2, 0, 0, "problem");
	form_words(f, DIALOG_PROBLEM, 10, 0, 0, "");
	form_words(f, 0, 2, 0, 0, "same as");
	form_wrapped(f, DIALOG_SAME, 10, 0, 0, 2, "");
	form_buttons(f, DIALOG_RUN, 0, buttons);
	f->enter = DIALOG_RUN;
	return set_values(d, app);
}
