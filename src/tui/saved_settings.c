/* saved_settings.c: settings from one run of the program to the next. */
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

struct saved_settings {
	char *path;
	struct settings_state base;  /* without the file */
	struct settings_state kept;  /* with it */
	struct settings_state start; /* as the program began, the command line heard */
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

/* "set NAME=VALUE" */
static void read_line(struct settings_state *c, char *line)
{
	char *name = strchr(line, ' '), *value = name != NULL ? strchr(name, '=') : NULL;
	if (value == NULL || strncmp(line, "set ", 4) != 0)
		return;
	*name++ = '\0';
	*value++ = '\0';
	value[strcspn(value, "\r\n")] = '\0';
	const odd_option *row = settings_find(name, strlen(name));
	if (row != NULL && lasts(row))
		(void)settings_set(c, row, value, NULL);
}

static void read_file(struct settings_state *c, const char *path)
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

static bool same(
	const odd_option *row, const struct settings_state *a, const struct settings_state *b)
{
	char one[ODD_OPTION_VALUE], other[ODD_OPTION_VALUE];
	return strcmp(settings_get(one, a, row), settings_get(other, b, row)) == 0;
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
	r->base = *base;
	r->kept = r->base;
	read_file(&r->kept, path);
	app->saved_settings = r;
	app->set = r->kept.ui;
	for (size_t i = 0; (row = run_option_settable(i)) != NULL && !app->resuming; i++) {
		if (same(row, &r->kept, &r->base))
			continue;
		char *word = text_make("%s=%s", row->name, settings_get(value, &r->kept, row));
		char *line = text_command("set", word);
		worker_post(app->worker, line);
		free(line);
		free(word);
	}
}

void saved_settings_start(struct app *app)
{
	struct saved_settings *r = app->saved_settings;
	if (r == NULL)
		return;
	settings_take(&r->start, app);
	r->start.run = r->kept.run; /* which the session is yet to be told */
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_lines(FILE *out, const struct saved_settings *r)
{
	char value[ODD_OPTION_VALUE];
	const odd_option *row;
	fputs("# What was chosen in oddone, above oddone.conf; remove the file to forget it.\n",
		out);
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++)
		if (lasts(row) && !same(row, &r->kept, &r->base))
			fprintf(out, "set %s=%s\n", row->name, settings_get(value, &r->kept, row));
}

/* What was changed since the start is remembered from now on; the rest as before. */
static bool take_changes(struct saved_settings *r, const struct settings_state *now, bool of_run)
{
	char value[ODD_OPTION_VALUE];
	const odd_option *row;
	bool changed = false;
	for (size_t i = 0; (row = settings_row(i)) != NULL; i++) {
		if (!lasts(row) || (run_option_is(row) && !of_run) || same(row, now, &r->start))
			continue;
		settings_set(&r->kept, row, settings_get(value, now, row), NULL);
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
	struct settings_state now;
	settings_take(&now, app);
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
