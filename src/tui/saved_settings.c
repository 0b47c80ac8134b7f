/* saved_settings.c: settings and layout from one run of the program to the next. */
#include "config.h"

#include "tui/config_file.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "session/command.h"
#include "session/xalloc.h"
#include "tui/explore.h"
#include "tui/text.h"

/* ---- the layout ------------------------------------------------------------------------------ */

struct layout {
	int pane, colour, links, view, axis;
	bool alone, recall;
};

#define AT(field) .offset = offsetof(struct layout, field)
/* clang-format off */
static const odd_option layout_rows[] = {
	{.name = "pane", .type = ODD_OPTION_CHOICE, AT(pane), .choices = "loss|map|outliers|recall", .usual = "outliers"},
	{.name = "alone", .type = ODD_OPTION_FLAG, AT(alone), .usual = "off"},
	{.name = "colour", .type = ODD_OPTION_CHOICE, AT(colour), .choices = "default|label|kind|score", .usual = "label"},
	{.name = "links", .type = ODD_OPTION_CHOICE, AT(links), .choices = "default|none|selected|all", .usual = "default"},
	{.name = "loss-view", .type = ODD_OPTION_CHOICE, AT(view), .choices = "default|terms|excess", .usual = "default"},
	{.name = "axis", .type = ODD_OPTION_CHOICE, AT(axis), .choices = "default|linear|log", .usual = "default"},
	{.name = "recall", .type = ODD_OPTION_FLAG, AT(recall), .usual = "off"},
};
/* clang-format on */
enum { LAYOUT_ROWS = sizeof layout_rows / sizeof *layout_rows };

static struct layout layout_of(const struct app *app)
{
	const struct explore *e = explore_of(app);
	return (struct layout){(int)e->focus, (int)e->colour, (int)e->links, (int)e->view,
		(int)e->scale, e->maximised, e->recalls};
}

static void layout_use(struct app *app, const struct layout *l)
{
	struct explore *e = explore_of(app);
	e->focus = (enum pane)l->pane;
	e->colour = (enum map_colour)l->colour;
	e->links = (enum figure_links)l->links;
	e->view = (enum figure_loss_view)l->view;
	e->scale = (enum figure_scale)l->axis;
	e->maximised = l->alone;
	e->recalls = l->recall;
	if (l->recall)
		worker_post(app->worker, "recalls on");
}

/* ---- what is remembered ---------------------------------------------------------------------- */

struct choices {
	struct settings_state settings;
	struct layout layout;
};

struct saved_settings {
	char *path;
	struct choices base;  /* without the file */
	struct choices kept;  /* with it */
	struct choices start; /* as the program began, the command line heard */
};

/* What belongs to a network, or to one run alone, is not for the next one. */
static bool lasts(const odd_option *row)
{
	return odd_choice_find("k|alpha|beta|mu|seed|init", row->name) < 0;
}

const char *saved_settings_path(const struct app *app)
{
	return app->saved_settings != NULL ? app->saved_settings->path : NULL;
}

/* "set NAME=VALUE" or "layout NAME=VALUE". */
static void read_line(struct choices *c, char *line)
{
	char *name = strchr(line, ' '), *value = name != NULL ? strchr(name, '=') : NULL;
	if (value == NULL)
		return;
	*name++ = '\0';
	*value++ = '\0';
	value[strcspn(value, "\r\n")] = '\0';
	const odd_option *row;
	if (strcmp(line, "set") == 0 && (row = settings_find(name, strlen(name))) != NULL &&
		lasts(row))
		(void)settings_set(&c->settings, row, value, NULL);
	else if (strcmp(line, "layout") == 0 &&
		 (row = odd_option_find(layout_rows, LAYOUT_ROWS, name, strlen(name))) != NULL)
		(void)odd_option_set(&c->layout, row, NULL, value, NULL);
}

static void read_file(struct choices *c, const char *path)
{
	FILE *in = odd__open_in(path);
	char *line = NULL;
	size_t room = 0;
	while (in != NULL && getline(&line, &room, in) >= 0)
		if (line[0] != '#')
			read_line(c, line);
	free(line);
	if (in != NULL)
		fclose(in);
}

static bool same(const odd_option *row, const struct choices *a, const struct choices *b)
{
	char one[ODD_OPTION_VALUE], other[ODD_OPTION_VALUE];
	return strcmp(settings_get(one, &a->settings, row),
		       settings_get(other, &b->settings, row)) == 0;
}

void saved_settings_read(struct app *app, const struct settings_state *base)
{
	char *path = app_state_path("settings");
	char value[ODD_OPTION_VALUE];
	const odd_option *row;
	if (path == NULL)
		return;
	struct saved_settings *r = xgrow(NULL, 1, sizeof *r);
	*r = (struct saved_settings){.path = path};
	r->base.settings = *base;
	odd_options_init(&r->base.layout, layout_rows, LAYOUT_ROWS);
	r->base.layout.colour = (int)explore_of(app)->colour; /* another one without colours */
	r->kept = r->base;
	read_file(&r->kept, path);
	app->saved_settings = r;
	app->set = r->kept.settings.ui;
	layout_use(app, &r->kept.layout);
	for (size_t i = 0; (row = run_option_settable(i)) != NULL && !app->resuming; i++) {
		if (same(row, &r->kept, &r->base))
			continue;
		char *word =
			text_make("%s=%s", row->name, settings_get(value, &r->kept.settings, row));
		char *line = text_command("set", word);
		worker_post(app->worker, line);
		free(line);
		free(word);
	}
}

static struct choices choices_now(const struct app *app)
{
	struct choices now = {.layout = layout_of(app)};
	settings_take(&now.settings, app);
	return now;
}

void saved_settings_start(struct app *app)
{
	struct saved_settings *r = app->saved_settings;
	if (r == NULL)
		return;
	r->start = choices_now(app);
	r->start.settings.run = r->kept.settings.run; /* which the session is yet to be told */
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_lines(FILE *out, const struct saved_settings *r)
{
	char value[ODD_OPTION_VALUE], other[ODD_OPTION_VALUE];
	const odd_option *row;
	fputs("# What was chosen in oddone, above oddone.conf; remove the file to forget it.\n",
		out);
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++)
		if (lasts(row) && !same(row, &r->kept, &r->base))
			fprintf(out, "set %s=%s\n", row->name,
				settings_get(value, &r->kept.settings, row));
	for (size_t i = 0; i < LAYOUT_ROWS; i++) {
		odd_option_get(value, &layout_rows[i], &r->kept.layout);
		if (strcmp(value, odd_option_get(other, &layout_rows[i], &r->base.layout)) != 0)
			fprintf(out, "layout %s=%s\n", layout_rows[i].name, value);
	}
}

/* What was changed since the start is remembered from now on; the rest as before. */
static bool take_changes(struct saved_settings *r, const struct choices *now, bool of_run)
{
	char value[ODD_OPTION_VALUE], other[ODD_OPTION_VALUE];
	const odd_option *row;
	bool changed = false;
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++) {
		if (!lasts(row) || (run_option_is(row) && !of_run) || same(row, now, &r->start))
			continue;
		settings_set(
			&r->kept.settings, row, settings_get(value, &now->settings, row), NULL);
		changed = true;
	}
	for (size_t i = 0; i < LAYOUT_ROWS; i++) {
		row = &layout_rows[i];
		odd_option_get(value, row, &now->layout);
		if (strcmp(value, odd_option_get(other, row, &r->start.layout)) == 0)
			continue;
		odd_option_set(&r->kept.layout, row, NULL, value, NULL);
		changed = true;
	}
	return changed;
}

void saved_settings_write(struct app *app)
{
	struct saved_settings *r = app->saved_settings;
	odd_file file;
	if (r == NULL)
		return;
	/* A tour has options of its own, and a session that was gone on with had its. */
	const struct choices now = choices_now(app);
	char *dir = app_state_path("");
	if (take_changes(r, &now, app->tour == NULL && !app->resumed) && dir != NULL &&
		odd_dir_make(dir, NULL) == ODD_OK &&
		odd_file_open(&file, r->path, NULL) == ODD_OK) {
		write_lines(file.stream, r);
		(void)odd_file_commit(&file, NULL);
	}
	free(dir);
}

void saved_settings_free(struct app *app)
{
	if (app->saved_settings == NULL)
		return;
	free(app->saved_settings->path);
	free(app->saved_settings);
	app->saved_settings = NULL;
}
