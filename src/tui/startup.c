#include "config.h"

#include "tui/startup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/config_file.h"
#include "tui/files.h"
#include "tui/history.h"
#include "tui/tui.h"

void tui_print_default_config(FILE *out)
{
	config_file_print_default(out);
}

/* One fault fits the status line; of several the first is told, and how many there are. */
static void tell_faults(struct app *app, const struct config_file *c)
{
	char text[300];
	if (c->fault_count == 0)
		return;
	odd_error_format(&c->fault[0], text, sizeof text);
	if (c->fault_count == 1)
		app_say(app, "%s", text);
	else
		app_say(app, "%s (and %zu more)", text, c->fault_count - 1);
	app->alarm = true;
}

static void read_config(struct app *app)
{
	struct config_file c = {0};
	struct settings_state settings;
	odd_error err = {0};
	char *path = app_config_path();
	if (path == NULL)
		return;
	settings_init(&settings);
	settings.ui = app->set;
	if (config_file_load(&c, path, app->keys, &settings, &err) != ODD_OK) {
		app_complain(app, &err);
	} else {
		app->set = settings.ui;
		/* The session is told before it opens anything, so that nothing has to wait. */
		for (size_t i = 0; i < c.line_count; i++)
			worker_post(app->worker, c.line[i]);
		tell_faults(app, &c);
	}
	config_file_clear(&c);
	free(path);
}

void startup_read(struct app *app)
{
	odd_error err = {0};
	char *path = app_state_path("history");
	read_config(app);
	if (path != NULL && history_load(app->history, path, &err) != ODD_OK)
		app_complain(app, &err);
	free(path);
}

void startup_end(struct app *app)
{
	char *path = app_state_path("history");
	/* Nobody is left to be told, and the work is done. */
	if (path != NULL && history_count(app->history) > 0)
		(void)history_save(app->history, path, NULL);
	free(path);
}

odd_status startup_save(struct app *app, const char *path, odd_error *err)
{
	struct settings_state now, initial;
	const struct session_view *v = app->view;
	settings_init(&initial);
	now = initial;
	now.ui = app->set;
	now.run.wanted = v->wanted;
	now.run.iterations = v->wanted_iterations;
	now.run.weighted = v->weighted;
	memcpy(now.run.weight, v->weight, sizeof now.run.weight);
	odd_status status = files_make_parent(path, err);
	return status == ODD_OK ? config_file_save(path, app->keys, &now, &initial, err) : status;
}
