#include "config.h"

#include "tui/config_app.h"

#include <stdlib.h>

#include "tui/app.h"
#include "tui/config_file.h"
#include "tui/history.h"

static void tell_faults(struct app *app, const struct config_file *file)
{
	odd_error first = file->fault[0];
	char text[512];
	app_complain(app, &first);
	if (file->fault_count > 1) {
		odd_error_format(&first, text, sizeof text);
		app_say(app, "%.300s (and %zu more in that file)", text, file->fault_count - 1);
		app->alarm = true;
	}
}

static void load_settings(struct app *app, const char *path)
{
	struct config_file file;
	struct settings_state settings;
	odd_error err;
	settings_init(&settings);
	settings.ui = app->set;
	if (config_file_load(&file, path, app->keys, &settings, &err) != ODD_OK) {
		app_complain(app, &err);
		return;
	}
	app->set = settings.ui;
	for (size_t i = 0; i < file.line_count; i++)
		(void)app_run(app, file.line[i], NULL);
	if (file.fault_count > 0)
		tell_faults(app, &file);
	config_file_clear(&file);
}

void config_start(struct app *app)
{
	char *path = app_config_path(), *history = app_state_path("history");
	odd_error err;
	if (history != NULL && history_load(app->history, history, &err) != ODD_OK)
		app_complain(app, &err);
	if (path != NULL)
		load_settings(app, path);
	free(history);
	free(path);
}

void config_end(struct app *app)
{
	char *path = app_state_path("history");
	if (path != NULL)
		(void)history_save(app->history, path, NULL);
	free(path);
}

odd_status config_save(struct app *app, const char *path, odd_error *err)
{
	struct settings_state now, initial;
	settings_init(&initial);
	settings_take(&now, app);
	return config_file_save(path, app->keys, &now, &initial, err);
}
