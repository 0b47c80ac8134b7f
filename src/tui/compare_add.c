/* compare_add.c: the methods there are, to add one to the comparison. */
#include "config.h"

#include <stdio.h>

#include "session/comparer.h"
#include "tui/compare.h"
#include "tui/compare_parts.h"
#include "tui/form.h"

enum { LIST = 1, ABOUT, ADD };
enum { WIDTH = 66, ROWS = 8, ABOUT_ROWS = 4 };

struct adding {
	struct form form;
	const odd_method *method[COMPARER_METHODS];
	char title[COMPARER_METHODS][60];
	size_t count;
};

static const char *row_of(struct form *form, size_t i, struct pen *pen, bool *heading)
{
	(void)pen;
	*heading = false;
	return ((struct adding *)form)->title[i];
}

static void show_about(struct form *form)
{
	struct adding *a = (struct adding *)form;
	size_t at = form_get(form, LIST)->list.cursor;
	const char *note = at < a->count ? a->method[at]->note : NULL;
	form_set_text(form_get(form, ABOUT), "%s", note != NULL ? note : "");
}

static void changed(struct form *form, struct app *app, struct field *field)
{
	(void)app;
	if (field->id == LIST)
		show_about(form);
}

static void pressed(struct form *form, struct app *app, int id)
{
	struct adding *a = (struct adding *)form;
	size_t at = form_get(form, LIST)->list.cursor;
	char line[80] = "";
	if ((id == ADD || id == LIST) && at < a->count)
		snprintf(line, sizeof line, "compare add %s", a->method[at]->name);
	app_pop(app);
	if (line[0] != '\0')
		app_run(app, line, NULL);
}

static const struct form_ops ops = {.changed = changed, .pressed = pressed};

static void list_methods(struct adding *a, const struct session_comparison *c)
{
	static const char *const kind[] = {"links", "links and words", "control"};
	const odd_method *method;
	for (size_t i = 0; (method = odd_method_get(i)) != NULL && a->count < COMPARER_METHODS;
		i++) {
		if (c != NULL && compare_row(c, method) < c->table.methods)
			continue;
		snprintf(a->title[a->count], sizeof *a->title, "%-18s %s%s", method->title,
			kind[method->kind], method->supervised ? ", sees labels" : "");
		a->method[a->count++] = method;
	}
}

odd_status compare_add_open(struct app *app, odd_error *err)
{
	static const char *const buttons[] = {"Add", "Cancel", NULL};
	if (app->view->data == NULL)
		return odd_error_set(err, ODD_EUSAGE, "no network is open; say: open NETWORK");
	struct adding *a =
		form_create(sizeof *a, "Add a method", "A", WIDTH, ROWS + ABOUT_ROWS + 4, &ops);
	list_methods(a, app->view->comparison);
	struct field *list = form_add(&a->form, FIELD_LIST, LIST, 1, 1, WIDTH - 2);
	list->h = ROWS;
	list->list.count = a->count;
	list->row = row_of;
	struct field *about = form_words(&a->form, ABOUT, 1, ROWS + 2, WIDTH - 2, "");
	about->wrap = true;
	about->h = ABOUT_ROWS;
	about->role = ROLE_DIM;
	form_buttons(&a->form, ADD, ROWS + ABOUT_ROWS + 3, buttons);
	a->form.enter = ADD;
	show_about(&a->form);
	form_focus(&a->form, LIST);
	app_push(app, &a->form.layer);
	return ODD_OK;
}
