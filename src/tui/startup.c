#include "config.h"

#include "tui/startup.h"

#include <stdio.h>
#include <stdlib.h>

#include "tui/config_file.h"
#include "tui/dialogs.h"
#include "tui/history.h"
#include "tui/tui.h"

void tui_print_default_config(FILE *out)
{
	config_file_print_default(out);
}

enum { FAULTS_TOLD = 4 };

/* A dialog each, the first on top: the status line belongs to what is opened next. */
static void tell_faults(struct app *app, const struct config_file *c)
{
	size_t told = c->fault_count < FAULTS_TOLD ? c->fault_count : FAULTS_TOLD;
	for (size_t i = told; i-- > 0;) {
		odd_error fault = c->fault[i];
		if (i + 1 == told && told < c->fault_count)
			snprintf(fault.message, sizeof fault.message, "%.200s (and %zu more)",
				c->fault[i].message, c->fault_count - told);
		error_open_for(app, &fault);
	}
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
	/* A fault cannot be shown any more. */
	if (path != NULL && history_count(app->history) > 0)
		(void)history_save(app->history, path, NULL);
	free(path);
}

odd_status startup_save(struct app *app, const char *path, odd_error *err)
{
	struct settings_state now, initial;
	settings_init(&initial);
	settings_take(&now, app);
	return config_file_save(path, app->keys, &now, &initial, err);
}
