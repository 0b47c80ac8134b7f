#include "config.h"

#include "tui/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "session/paths.h"
#include "tui/explore.h"
#include "tui/command_dialog.h"
#include "tui/config_file.h"
#include "tui/screens.h"
#include "tui/prompt.h"
#include "tui/keymap.h"
#include "tui/terminal.h"
#include "tui/text.h"
#include "tui/tour.h"

/* ---- layers --------------------------------------------------------------------------------- */

void app_push(struct app *app, struct layer *layer)
{
	layer->below = app->top;
	app->top = layer;
	app->dirty = true;
	keymap_forget(app->keys);
}

void app_pop(struct app *app)
{
	struct layer *top = app->top;
	if (top->below == NULL)
		return;
	app->top = top->below;
	layer_free(top);
	app->dirty = true;
	keymap_forget(app->keys);
}

/* ---- messages --------------------------------------------------------------------------- */

void app_say(struct app *app, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(app->message, sizeof app->message, format, args);
	va_end(args);
	app->alarm = false;
	app->dirty = true;
}

void app_note_fault(struct app *app, const odd_error *err)
{
	/* A log tells once more what was told, with its line. */
	if (app->fault.code == ODD_OK || (app->fault.file[0] == '\0' && err->file[0] != '\0'))
		app->fault = *err;
}

void app_complain(struct app *app, const odd_error *err)
{
	app_note_fault(app, err);
	odd_error_format(err, app->message, sizeof app->message);
	app->alarm = true;
	app->dirty = true;
}

/* ---- drawing -------------------------------------------------------------------------------- */

static void draw_layers(struct app *app, struct layer *layer, struct rect body)
{
	if (!layer->ops->whole)
		draw_layers(app, layer->below, body);
	struct rect r = layer->ops->whole ? body : canvas_area(app->canvas);
	if (layer->ops->yields && app->tour != NULL)
		r = tour_room(app->tour, app, body);
	layer->ops->draw(layer, app, app->canvas, r);
	if (layer->ops->whole && app->tour != NULL)
		tour_draw(app->tour, app, app->canvas);
}

/* The screen's own, or the usual one. */
static void draw_header(struct app *app, struct rect r)
{
	struct layer *layer = app_screen(app);
	if (layer->ops->header != NULL)
		layer->ops->header(layer, app, app->canvas, r);
	else
		screen_header_draw(app, app->canvas, r);
	screen_unsaved_draw(app, app->canvas, r);
}

void app_draw(struct app *app)
{
	struct screen_layout layout;
	cells_clear(app->canvas);
	app->caret_x = app->caret_y = -1;
	app->dirty = false;
	app->parts = 0;
	screen_layout(&layout, app->columns, app->rows, PANE_LOSS, false);
	if (layout.kind == LAYOUT_CARD) {
		screen_too_small_draw(app, app->canvas);
		return;
	}
	draw_header(app, layout.header);
	screen_status_draw(app, app->canvas, layout.status);
	screen_footer_draw(app, app->canvas, layout.footer);
	draw_layers(app, app->top, layout.body);
}

static bool make_canvas(struct app *app, size_t columns, size_t rows)
{
	struct canvas *canvas;
	odd_error err;
	if (cells_create(&canvas, columns, rows, app->set.glyphs, &err) != ODD_OK) {
		app_complain(app, &err);
		return false;
	}
	canvas_free(app->canvas);
	app->canvas = canvas;
	app->columns = columns;
	app->rows = rows;
	app->dirty = true;
	return true;
}

void app_resize(struct app *app, size_t columns, size_t rows)
{
	columns = columns < 1 ? 1 : columns;
	rows = rows < 1 ? 1 : rows;
	if (app->canvas == NULL || columns != app->columns || rows != app->rows)
		make_canvas(app, columns, rows);
}

bool app_truth(const struct app *app)
{
	const odd_network *net = app_network(app);
	return net != NULL && net->has_truth && app->set.truth == TRUTH_SHOWN;
}

void app_apply_settings(struct app *app)
{
	ui_settings_settle(&app->set);
	if (!make_canvas(app, app->columns, app->rows))
		return;
	if (app->terminal == NULL)
		return;
	terminal_mouse(app->terminal, app->set.mouse);
	terminal_ground(app->terminal, app->set.theme);
}

/* ---- life cycle ----------------------------------------------------------------------------- */

static void open_first(struct app *app, const struct app_options *options)
{
	if (options->network == NULL)
		return;
	odd_load_options table = options->table != NULL ? *options->table : (odd_load_options){0};
	table.directed = options->directed;
	table.directed_as_file = options->directed_as_file;
	char *ways = session_open_options(&table, NULL), *open = text_make("open%s", ways);
	char *line = text_command(open, options->network);
	app_run(app, line, NULL);
	free(line);
	free(open);
	free(ways);
}

odd_status app_create(struct app **out, const struct app_options *options, odd_error *err)
{
	struct app *app = calloc(1, sizeof *app);
	*out = NULL;
	if (app == NULL)
		return odd_error_nomem(err);
	app->set = options->set;
	app->depth = options->depth;
	app->scripted = options->scripted;
	app->answers = options->answers;
	app->allow_writes = options->allow_writes;
	app->cancel = options->cancel;
	app->output = options->output;
	app->hinting = options->hint;
	app->no_look = (struct look)LOOK_INIT;
	app->look = &app->no_look;
	app->keys = keymap_create();
	app->history = history_create();
	struct explore *explore = explore_create();
	app->explore = explore != NULL ? &explore->layer : NULL;
	odd_status status = explore == NULL ? odd_error_nomem(err) : ODD_OK;
	if (status == ODD_OK)
		status = worker_create(&app->worker, !options->scripted, err);
	if (status == ODD_OK)
		worker_share_look(app->worker);
	if (status == ODD_OK && options->cancel != NULL)
		worker_obey(app->worker, options->cancel);
	if (status == ODD_OK) {
		app->top = app->explore;
		app->view = worker_view(app->worker);
		app_resize(app, options->columns, options->rows);
		if (app->canvas == NULL)
			status = odd_error_nomem(err);
	}
	if (status != ODD_OK) {
		app_free(app);
		return status;
	}
	/* Classes differ by colour alone; without it the kinds, which have shapes, tell more. */
	if (app->depth == COLOUR_MONO)
		explore->colour = MAP_BY_KIND;
	session_published(&app->published);
	app->resuming = app->resumed =
		options->resume; /* its log has the settings of the session */
	if (options->configured)
		startup_read(app);
	/* What the command line says stands above the file. */
	if (options->glyphs_given)
		app->set.glyph_choice = options->set.glyph_choice;
	if (options->theme_given)
		app->set.theme_choice = options->set.theme_choice;
	app_apply_settings(app);
	saved_settings_start(app);
	open_first(app, options);
	odd_error fault = {0};
	if (options->lesson != NULL && tour_begin(app, options->lesson, &fault) != ODD_OK)
		error_open(app, &fault);
	if (options->log != NULL && replay_begin(app, options->log, options->values,
					    options->value_count, options->wait, &fault) != ODD_OK)
		error_open(app, &fault);
	if (options->configured && sessions_begin(app, options->resume, &fault) != ODD_OK)
		error_open(app, &fault);
	app->execute = options->execute;
	app->execute_count = options->execute_count;
	app_update(app);
	*out = app;
	return ODD_OK;
}

odd_status app_end(struct app *app, odd_error *err)
{
	app->resuming = false; /* a part of a session is not saved in its place */
	replay_stop(app);
	app_tell_look(app); /* it is saved with the session for the last time */
	odd_error why;
	odd_status status = worker_stop(app->worker, &why);
	if (status != ODD_OK)
		odd_error_at(
			err, status, why.file, 0, 0, "the session is not saved: %s", why.message);
	return status;
}

void app_free(struct app *app)
{
	if (app == NULL)
		return;
	if (app->worker != NULL && app->view != NULL)
		(void)app_end(app, NULL);
	while (app->top != NULL && app->top->below != NULL)
		app_pop(app);
	(void)recording_end(app, NULL);
	command_dialogs_forget(app);
	tour_end(app);
	if (app->explore != NULL)
		layer_free(app->explore);
	shared_release(app->borrowed);
	shared_release(app->view);
	worker_free(app->worker);
	keymap_free(app->keys);
	history_free(app->history);
	odd_published_clear(&app->published);
	free(app->opening);
	look_clear(&app->no_look);
	canvas_free(app->canvas);
	free(app->row);
	free(app->hidden);
	free(app->kept);
	autosave_free(app->autosave);
	saved_settings_free(app);
	free(app);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* $VARIABLE/oddone/name, or ~/fallback/oddone/name. */
static char *home_path(const char *variable, const char *fallback, const char *name)
{
	const char *base = getenv(variable), *home = getenv("HOME");
	if (base != NULL && base[0] == '/')
		return text_make("%s/oddone/%s", base, name);
	return home != NULL && home[0] != '\0' ? text_make("%s/%s/oddone/%s", home, fallback, name)
					       : NULL;
}

char *app_config_path(void)
{
	return home_path("XDG_CONFIG_HOME", ".config", "oddone.conf");
}

char *app_state_path(const char *name)
{
	return home_path("XDG_STATE_HOME", ".local/state", name);
}

/* ---- settings and history files ------------------------------------ */

enum { FAULTS_TOLD = 4 };

/* A dialog each, the first on top: the status line belongs to what is opened next, as it does when
 * there is a file that cannot be read at all. */
static void tell_faults(struct app *app, const struct config_file *c)
{
	size_t told = c->fault_count < FAULTS_TOLD ? c->fault_count : FAULTS_TOLD;
	for (size_t i = told; i-- > 0;) {
		odd_error fault = c->fault[i];
		if (i + 1 == told && told < c->fault_count)
			snprintf(fault.message, sizeof fault.message, "%.200s (and %zu more)",
				c->fault[i].message, c->fault_count - told);
		error_open(app, &fault);
	}
}

static void read_config(struct app *app)
{
	struct config_file c = {0};
	struct settings_state settings;
	odd_error err = {0};
	char *path = app_config_path();
	settings_init(&settings);
	settings.ui = app->set;
	if (path == NULL)
		return;
	if (config_file_load(&c, path, app->keys, &settings, &err) != ODD_OK) {
		error_open(app, &err);
	} else {
		app->set = settings.ui;
		/* The session is told before it opens anything, so that nothing has to wait. */
		for (size_t i = 0; i < c.line_count && !app->resuming; i++)
			worker_post(app->worker, c.line[i]);
		tell_faults(app, &c);
	}
	config_file_clear(&c);
	free(path);
	saved_settings_read(app, &settings);
}

void startup_read(struct app *app)
{
	odd_error err = {0};
	char *path = app_state_path("history");
	read_config(app);
	if (path != NULL && history_load(app->history, path, &err) != ODD_OK)
		error_open(app, &err);
	free(path);
}

void startup_end(struct app *app)
{
	char *path = app_state_path("history");
	saved_settings_write(app);
	/* A fault cannot be shown any more. */
	if (path != NULL && history_count(app->history) > 0)
		(void)history_save(app->history, path, NULL);
	free(path);
}
