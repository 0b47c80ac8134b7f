/* dialogs.c: questions, errors, and choosing from a list. */
#include "config.h"

#include <string.h>

#include "draw/utf8.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/form.h"

/* ---- a question with a row of answers -------------------------------------------------------- */

enum { QUESTION = 1, FIRST };

struct confirm_dialog {
	struct form form;
	confirm_fn *answer;
	void *data;
};

static void end(struct form *form, struct app *app, int which)
{
	struct confirm_dialog *d = (struct confirm_dialog *)form;
	confirm_fn *answer = d->answer;
	void *data = d->data;
	app_pop(app);
	answer(app, data, which);
}

static void confirm_leave(struct form *form, struct app *app)
{
	end(form, app, -1);
}

static void confirm_pressed(struct form *form, struct app *app, int id)
{
	end(form, app, id - FIRST);
}

/* As wide as the screen allows, as high as the question then is. */
static void confirm_layout(struct form *form, struct app *app)
{
	struct field *question = form_get(form, QUESTION);
	int columns = (int)app->columns;
	form->w = columns - 2 < 58 ? columns - 2 : 58;
	question->w = form->w - 4 > 8 ? form->w - 4 : 8;
	question->h = utf8_lines(question->text, question->w);
	form->h = question->h + 4;
	form_place_buttons(form, question->h + 2, form->w);
}

static const struct form_ops confirm_ops = {
	.pressed = confirm_pressed, .leave = confirm_leave, .layout = confirm_layout};

void confirm_open(struct app *app, const char *title, const char *question,
	const char *const *answers, confirm_fn *answer, void *data)
{
	struct confirm_dialog *d = form_create(sizeof *d, title, NULL, 58, 6, &confirm_ops);
	struct form *f = &d->form;
	int last = FIRST;
	d->answer = answer;
	d->data = data;
	form_words(f, QUESTION, 2, 1, 54, question)->wrap = true;
	for (int i = 0; answers[i] != NULL; i++) {
		last = FIRST + i;
		form_button(f, last, 2, 3, answers[i]);
	}
	f->enter = last;
	f->layer_ops.footer = "Tab|Next;Enter|Press;Esc|Leave";
	form_focus(f, last);
	app_push(app, &f->layer);
}

/* ---- an error in a file, with its place ---------------------------------------- */

enum { FILE_LABEL = 1, FILE_NAME, PLACE_LABEL, PLACE, REASON, OK };

static void error_pressed(struct form *form, struct app *app, int id)
{
	(void)form;
	(void)id;
	app_pop(app);
}

static void error_layout(struct form *form, struct app *app)
{
	struct field *name = form_get(form, FILE_NAME), *place = form_get(form, PLACE);
	struct field *reason = form_get(form, REASON), *ok = form_get(form, OK);
	int y = 1, columns = (int)app->columns;
	form->w = columns - 2 < 66 ? columns - 2 : 66;
	name->w = place->w = form->w - 11 > 8 ? form->w - 11 : 8;
	reason->w = form->w - 4 > 8 ? form->w - 4 : 8;
	form_get(form, FILE_LABEL)->hidden = name->hidden = name->text[0] == '\0';
	form_get(form, PLACE_LABEL)->hidden = place->hidden = place->text[0] == '\0';
	if (!name->hidden) {
		name->y = form_get(form, FILE_LABEL)->y = y;
		name->h = utf8_lines(name->text, name->w);
		y += name->h;
	}
	if (!place->hidden) {
		place->y = form_get(form, PLACE_LABEL)->y = y;
		y += 1;
	}
	reason->y = y > 1 ? y + 1 : y;
	reason->h = utf8_lines(reason->text, reason->w);
	ok->y = reason->y + reason->h + 1;
	ok->x = (form->w - form_field_width(ok)) / 2;
	form->h = ok->y + 2;
}

static bool error_key(struct form *form, struct app *app, struct key key)
{
	/* Space and Enter close the dialog, too. */
	if (key.code != ' ' && key.code != K_ENTER)
		return false;
	error_pressed(form, app, OK);
	return true;
}

static const struct form_ops error_ops = {
	.pressed = error_pressed, .layout = error_layout, .key = error_key};

void error_open(struct app *app, const odd_error *err)
{
	app_note_fault(app, err);
	struct form *f = form_create(sizeof *f, "Error", NULL, 66, 8, &error_ops);
	f->alarmed = true;
	form_words(f, FILE_LABEL, 2, 1, 0, "file");
	form_words(f, FILE_NAME, 9, 1, 0, err->file)->wrap = true;
	form_words(f, PLACE_LABEL, 2, 2, 0, "at");
	struct field *place = form_words(f, PLACE, 9, 2, 0, "");
	if (err->line > 0)
		form_set_text(place, "line %ld", err->line);
	if (err->line > 0 && err->column > 0)
		form_set_text(place, "line %ld, column %ld", err->line, err->column);
	struct field *reason = form_wrapped(f, REASON, 2, 4, 0, 0, err->message);
	reason->role = ROLE_ALARM;
	reason->bold = true;
	form_button(f, OK, 2, 6, "OK");
	f->enter = OK;
	f->layer_ops.footer = "Enter|OK";
	app_push(app, &f->layer);
}

/* ---- one of a list ----------------------------------------------------------------------------
 */

enum { LIST = 1, ABOUT, CHOOSE };
enum { CHOICE_WIDTH = 66 };

struct choose_dialog {
	struct form form;
	const char *command;
	struct choice *choice;
	size_t count;
};

static const char *choose_row(struct form *form, size_t i, struct pen *pen, bool *heading)
{
	(void)pen;
	(void)heading;
	return ((struct choose_dialog *)form)->choice[i].title;
}

static void choose_changed(struct form *form, struct app *app, struct field *field)
{
	const struct choose_dialog *d = (const struct choose_dialog *)form;
	(void)app;
	if (field->id == LIST)
		form_set_text(form_get(form, ABOUT), "%s",
			field->list.cursor < d->count ? d->choice[field->list.cursor].about : "");
}

static void choose_pressed(struct form *form, struct app *app, int id)
{
	const struct choose_dialog *d = (const struct choose_dialog *)form;
	size_t at = form_get(form, LIST)->list.cursor;
	char *line = (id == CHOOSE || id == LIST) && at < d->count
			     ? text_make("%s %s", d->command, d->choice[at].name)
			     : NULL;
	app_pop(app);
	if (line != NULL)
		app_run(app, line, NULL);
	free(line);
}

static void choose_clear(struct form *form)
{
	struct choose_dialog *d = (struct choose_dialog *)form;
	for (size_t i = 0; i < d->count; i++) {
		free(d->choice[i].name);
		free(d->choice[i].title);
		free(d->choice[i].about);
	}
	free(d->choice);
}

static const struct form_ops choose_ops = {
	.changed = choose_changed, .pressed = choose_pressed, .clear = choose_clear};

void choose_open(struct app *app, const struct choosing *how, struct choice *choice, size_t count)
{
	struct choose_dialog *d = form_create(sizeof *d, how->title, how->note, CHOICE_WIDTH,
		how->rows + how->about_rows + 4, &choose_ops);
	struct form *f = &d->form;
	const char *const buttons[] = {how->button, "Cancel", NULL};
	d->command = how->command;
	d->choice = choice;
	d->count = count;
	struct field *list = form_add(f, FIELD_LIST, LIST, 1, 1, CHOICE_WIDTH - 2);
	list->h = how->rows;
	list->list.count = count;
	list->row = choose_row;
	form_wrapped(f, ABOUT, 1, how->rows + 2, CHOICE_WIDTH - 2, how->about_rows, "")->role =
		ROLE_DIM;
	form_buttons(f, CHOOSE, how->rows + how->about_rows + 3, buttons);
	f->enter = CHOOSE;
	choose_changed(f, app, form_get(f, LIST));
	form_focus(f, LIST);
	app_push(app, &f->layer);
}
