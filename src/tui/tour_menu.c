/* The tours there are, to choose one. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/memory.h"
#include "tui/form.h"
#include "tui/tour.h"

enum { LIST = 1, ABOUT, BEGIN };
enum { WIDTH = 66 };

struct menu {
	struct form form;
	char **name, **title, **about;
	size_t count;
};

static const char *row_of(struct form *form, size_t i, struct pen *pen, bool *heading)
{
	(void)pen;
	*heading = false;
	return ((struct menu *)form)->title[i];
}

static void show_about(struct form *form)
{
	struct menu *m = (struct menu *)form;
	size_t at = form_get(form, LIST)->list.cursor;
	form_set_text(form_get(form, ABOUT), "%s", at < m->count ? m->about[at] : "");
}

static void changed(struct form *form, struct app *app, struct field *field)
{
	(void)app;
	if (field->id == LIST)
		show_about(form);
}

static void pressed(struct form *form, struct app *app, int id)
{
	struct menu *m = (struct menu *)form;
	size_t at = form_get(form, LIST)->list.cursor;
	char line[300] = "";
	if ((id == BEGIN || id == LIST) && at < m->count)
		snprintf(line, sizeof line, "tour %.200s", m->name[at]);
	app_pop(app);
	if (line[0] != '\0')
		app_run(app, line, NULL);
}

static void clear(struct form *form)
{
	struct menu *m = (struct menu *)form;
	for (size_t i = 0; i < m->count; i++) {
		free(m->name[i]);
		free(m->title[i]);
		free(m->about[i]);
	}
	free(m->name);
	free(m->title);
	free(m->about);
}

static const struct form_ops ops = {.changed = changed, .pressed = pressed, .clear = clear};

/* One that cannot be read is in the list all the same, with its fault. */
static void describe(struct menu *m, size_t i)
{
	struct tour_file tour;
	odd_error err = {0};
	char *path = NULL, text[300];
	odd_status status = tour_find(&path, m->name[i], &err);
	if (status == ODD_OK)
		status = tour_file_load(&tour, path, &err);
	free(path);
	if (status != ODD_OK) {
		m->title[i] = memory_string(m->name[i]);
		m->about[i] = memory_string(odd_error_format(&err, text, sizeof text));
		return;
	}
	snprintf(text, sizeof text, "%.200s", tour.title);
	m->title[i] = memory_string(text);
	snprintf(text, sizeof text, "%.240s (%zu pages)", tour.about != NULL ? tour.about : "",
		tour.count);
	m->about[i] = memory_string(text);
	tour_file_clear(&tour);
}

struct layer *tour_menu_open(struct app *app)
{
	static const char *const buttons[] = {"Begin", "Cancel", NULL};
	size_t count;
	char **names = tour_names(&count);
	if (count == 0) {
		free(names);
		app_say(app, "no tours came with this program");
		return NULL;
	}
	int rows = count < 8 ? (int)count : 8;
	struct menu *m = form_create(sizeof *m, "Guided tours", "T", WIDTH, rows + 6, &ops);
	m->name = names;
	m->count = count;
	m->title = memory_grow(NULL, count, sizeof *m->title);
	m->about = memory_grow(NULL, count, sizeof *m->about);
	for (size_t i = 0; i < count; i++)
		describe(m, i);
	struct field *list = form_add(&m->form, FIELD_LIST, LIST, 1, 1, WIDTH - 2);
	list->h = rows;
	list->list.count = count;
	list->row = row_of;
	struct field *about = form_words(&m->form, ABOUT, 1, rows + 2, WIDTH - 2, "");
	about->wrap = true;
	about->h = 2;
	about->role = ROLE_DIM;
	form_buttons(&m->form, BEGIN, rows + 5, buttons);
	m->form.enter = BEGIN;
	show_about(&m->form);
	form_focus(&m->form, LIST);
	app_push(app, &m->form.layer);
	return &m->form.layer;
}
