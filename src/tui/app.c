#include "config.h"

#include "tui/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"
#include "oddone/file.h"
#include "session/command.h"
#include "session/memory.h"
#include "session/paths.h"
#include "tui/chrome.h"
#include "tui/startup.h"
#include "tui/dialogs.h"
#include "tui/explore.h"
#include "tui/history.h"
#include "tui/keymap.h"
#include "tui/recent.h"
#include "tui/replay.h"
#include "tui/terminal.h"
#include "tui/tour.h"
#include "tui/ui_commands.h"

enum { PROGRESS_COLUMNS = 22 }; /* of the status line */

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
	top->ops->free(top);
	app->dirty = true;
	keymap_forget(app->keys);
}

/* ---- what is said --------------------------------------------------------------------------- */

void app_say(struct app *app, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(app->message, sizeof app->message, format, args);
	va_end(args);
	app->alarm = false;
	app->dirty = true;
}

void app_complain(struct app *app, const odd_error *err)
{
	odd_error_format(err, app->message, sizeof app->message);
	app->alarm = true;
	app->dirty = true;
}

/* ---- what is open --------------------------------------------------------------------------- */

const odd_network *app_network(const struct app *app)
{
	return app->view->data != NULL ? app->view->data->net->net : NULL;
}

const odd_scores *app_scores(const struct app *app)
{
	return app->view->scored != NULL ? &app->view->scored->scores : NULL;
}

const struct session_map *app_map(const struct app *app)
{
	const struct session_data *d = app->view->data;
	bool borrowed = app->borrowed != NULL && d != NULL && app->borrowed->net == d->net;
	return borrowed ? app->borrowed : app->view->map;
}

void app_borrow_map(struct app *app, struct session_map *map, const char *from)
{
	map_hold(map);
	map_release(app->borrowed);
	app->borrowed = map;
	app->borrowed_from = from;
	explore_map_changed(explore_of(app));
	app->dirty = true;
}

const char *app_node_name(const struct app *app, size_t node)
{
	return odd_names_get(&app_network(app)->ids, node);
}

/* ---- the list ------------------------------------------------------------------------------- */

static void hide_unlisted(struct app *app, size_t nodes)
{
	free(app->hidden);
	app->hidden = NULL;
	if (app->look.filter.by == FILTER_NONE || (app->hidden = malloc(nodes)) == NULL)
		return;
	memset(app->hidden, 1, nodes);
	for (size_t i = 0; i < app->row_count; i++)
		app->hidden[app->row[i]] = 0;
}

void app_relist(struct app *app)
{
	const odd_network *net = app_network(app);
	const odd_scores *scores = app_scores(app);
	odd_error err;
	app->row_count = 0;
	app->dirty = true;
	if (scores == NULL) {
		free(app->hidden);
		app->hidden = NULL;
		return;
	}
	if (app->row_room < net->nodes) {
		app->row = memory_grow(app->row, net->nodes, sizeof *app->row);
		app->row_room = net->nodes;
	}
	if (app->look.selected != SESSION_NONE && app->look.selected >= net->nodes)
		app->look.selected = SESSION_NONE;
	if (look_list(app->row, &app->row_count, &app->look, net, scores, &err) != ODD_OK) {
		app->row_count = 0;
		app_complain(app, &err);
	}
	hide_unlisted(app, net->nodes);
}

/* ---- new views ------------------------------------------------------------------------------ */

static bool same_network(const struct session_view *a, const struct session_view *b)
{
	return a->data != NULL && b->data != NULL && strcmp(a->path, b->path) == 0 &&
	       a->opened == b->opened;
}

/* What a newcomer to the network should be looked at by itself. */
static void look_at_newcomer(struct app *app, const struct session_view *old)
{
	const struct session_data *d = app->view->data;
	if (d->record_count == 0 || d->record_count <= old->data->record_count)
		return;
	const odd_plant_record *last = &d->record[d->record_count - 1];
	if (last->count == 1)
		app->look.selected = last->first;
}

static void show_ghosts(struct app *app)
{
	const struct session_view *v = app->view;
	app->ghost = memory_grow(app->ghost, v->ghost_count + 1, sizeof *app->ghost);
	for (size_t i = 0; i < v->ghost_count; i++) {
		const struct ghost *g = v->ghost[i];
		app->ghost[i] = (struct figure_ghost){
			g->name, &g->trace, g->evaluated ? &g->evaluation : NULL};
	}
}

static void adopt(struct app *app, struct session_view *view)
{
	struct session_view *old = app->view;
	app->view = view;
	show_ghosts(app);
	if (old != NULL && view->data != NULL && !same_network(old, view)) {
		look_clear(&app->look);
		app->look.selected = SESSION_NONE;
		explore_network_changed(explore_of(app));
		if (!app->scripted)
			recent_add(view->path, NULL);
	} else if (old != NULL && view->data != NULL) {
		look_at_newcomer(app, old);
	}
	if (app->borrowed != NULL && (view->data == NULL || app->borrowed->net != view->data->net))
		app_borrow_map(app, NULL, NULL);
	if (old == NULL || old->scored != view->scored || old->data != view->data)
		app_relist(app);
	if (old != NULL && old->serial != view->serial) {
		app->message[0] = '\0'; /* the session has said something newer */
		app->alarm = false;
		/* What has a place in a file, or does not fit the line, gets a dialog. */
		bool wide = utf8_width(view->status) + PROGRESS_COLUMNS > app->columns;
		if (view->failed && (view->fault_in_file || wide))
			error_open(app, view->status);
	}
	if (view->quit)
		app->quit = true;
	session_view_release(old);
	app->dirty = true;
}

/* Every layer may have something else to show. */
static void update_layers(struct app *app)
{
	for (struct layer *layer = app->top, *below; layer != NULL; layer = below) {
		below = layer->below;
		if (layer->ops->update != NULL)
			layer->ops->update(layer, app);
	}
}

/* Commands of the command line wait for what was before them. */
static void execute_next(struct app *app)
{
	while (app->execute_count > 0 && app->view->data != NULL && worker_idle(app->worker)) {
		const char *line = app->execute[0];
		app->execute++;
		app->execute_count--;
		app_run(app, line, NULL);
	}
}

void app_update(struct app *app)
{
	struct worker_progress before = app->progress;
	worker_drain(app->worker);
	worker_look(app->worker, &app->progress);
	if (memcmp(&before, &app->progress, sizeof before) != 0)
		app->dirty = true;
	struct session_view *view = worker_view(app->worker);
	if (view != app->view) {
		adopt(app, view);
		update_layers(app);
	} else {
		session_view_release(view);
	}
	execute_next(app);
}

/* ---- commands ------------------------------------------------------------------------------- */

static odd_status post(struct app *app, const char *line, odd_error *err)
{
	if (session_command_find(line) == NULL) {
		char name[40];
		snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " \t"), line);
		if (session_command_find(name) == NULL)
			return odd_error_set(
				err, ODD_EUSAGE, "there is no command \"%s\"; ? lists them", name);
	}
	if (!worker_post(app->worker, line))
		return odd_error_set(
			err, ODD_EUSAGE, "too many commands wait already; Ctrl-C forgets them");
	app->message[0] = '\0';
	app->alarm = false;
	/* Without a thread it is done now, and so is what it sets going. */
	while (app->scripted && worker_turn(app->worker))
		;
	app_update(app);
	return ODD_OK;
}

/* Mark the node of this name, or the selected one. */
static odd_status post_mark(struct app *app, const char *node, odd_error *err)
{
	char *name = command_quote(node != NULL ? node : app_node_name(app, app->look.selected));
	char *line = memory_grow(NULL, strlen(name) + 6, 1);
	sprintf(line, "mark %s", name);
	odd_status status = post(app, line, err);
	free(line);
	free(name);
	return status;
}

static odd_status run_look(struct app *app, int argc, char **argv, odd_error *err)
{
	char said[LOOK_SAID] = "";
	const odd_network *net = app_network(app);
	const odd_scores *scores = app_scores(app);
	if (net == NULL || scores == NULL)
		return odd_error_set(err, ODD_EUSAGE, "%s: %s", argv[0],
			net == NULL ? "no network is open; say: open NETWORK"
				    : "the nodes are not yet scored");
	odd_status status = look_run(&app->look, said, net, scores, argc, argv, err);
	if (status != ODD_OK)
		return status;
	app_relist(app);
	if (strcmp(argv[0], "filter") == 0)
		explore_of(app)->top = 0; /* another list, from its beginning */
	if (strcmp(argv[0], "mark") == 0) /* belongs to the record of the session */
		status = post_mark(app, argc == 2 ? argv[1] : NULL, err);
	if (status == ODD_OK)
		app_say(app, "%s", said);
	return status;
}

static odd_status run_words(
	struct app *app, const char *line, int argc, char **argv, odd_error *err)
{
	bool mine = false;
	odd_status status = ODD_OK;
	if (app->top->ops->command != NULL)
		status = app->top->ops->command(app->top, app, argc, argv, &mine, err);
	/* What belongs to the Explore screen is done there from any other. */
	if (!mine && app->top != app->explore && strcmp(argv[0], "leave") != 0 &&
		strcmp(argv[0], "move") != 0 && strcmp(argv[0], "focus") != 0)
		status = app->explore->ops->command(
			app->explore, app, argc, argv, &mine, err);
	if (!mine)
		status = ui_command_run(app, argc, argv, &mine, err);
	if (!mine && look_knows(argv[0]))
		return run_look(app, argc, argv, err);
	return mine ? status : post(app, line, err);
}

odd_status app_run(struct app *app, const char *line, odd_error *err)
{
	odd_error own = {0};
	char **argv = NULL;
	int argc = 0;
	while (*line == ' ' || *line == '\t' || *line == ':')
		line++;
	if (*line == '\0' || *line == '#')
		return ODD_OK;
	odd_status status = command_split(&argv, &argc, line, &own);
	if (status == ODD_OK && argc > 0)
		status = run_words(app, line, argc, argv, &own);
	command_free_words(argv, argc);
	app->dirty = true;
	update_layers(app);
	if (status != ODD_OK) {
		app_complain(app, &own);
		if (err != NULL)
			*err = own;
	}
	return status;
}

/* ---- keys ----------------------------------------------------------------------------------- */

static bool is_stop(struct key key)
{
	return key.code == 'c' && key.mods == MOD_CTRL;
}

void app_key(struct app *app, struct key key)
{
	const struct keymap_row *row = NULL;
	app->dirty = true;
	app->hinting = false;
	if (key.code == K_MOUSE) {
		struct key pressed;
		if (key.y == (int)app->rows - 1 && key.act == MOUSE_PRESS &&
			chrome_footer_key(app, key.x, &pressed))
			app_key(app, pressed);
		else if (app->top->ops->key != NULL)
			app->top->ops->key(app->top, app, key);
		return;
	}
	/* Stopping comes before everything. */
	if (is_stop(key)) {
		keymap_forget(app->keys);
		app_run(app, "stop", NULL);
		return;
	}
	if (app->top->ops->text != NULL && app->top->ops->text(app->top, app, key))
		return;
	if (app->tour != NULL && app->top->ops->whole && !keymap_waits(app->keys) &&
		tour_key(app, key))
		return;
	const char *screen = app->top->ops->screen;
	switch (keymap_press(app->keys, &row, screen, key)) {
	case KEYMAP_WAITS:
		break;
	case KEYMAP_FOUND:
		/* A message stays until the next key, so that it can be read. */
		app->message[0] = '\0';
		app->alarm = false;
		if (row->command[0] != '\0') {
			char *command = memory_string(row->command);
			app_run(app, command, NULL);
			free(command);
		}
		break;
	default:
		if (app->top->ops->key == NULL || !app->top->ops->key(app->top, app, key)) {
			char name[KEY_NAME];
			app_say(app, "%s does nothing here; ? tells what does",
				key_text(name, key));
		}
	}
}

/* ---- drawing -------------------------------------------------------------------------------- */

static void draw_layers(struct app *app, struct layer *layer, struct rect body)
{
	if (!layer->ops->whole)
		draw_layers(app, layer->below, body);
	layer->ops->draw(layer, app, app->canvas,
		layer->ops->whole ? body : canvas_area(app->canvas));
	if (layer->ops->whole && app->tour != NULL)
		tour_draw(app->tour, app, app->canvas);
}

/* The topmost screen's own, under whatever dialog lies over it. */
static void draw_header(struct app *app, struct rect r)
{
	struct layer *layer = app->top;
	while (!layer->ops->whole)
		layer = layer->below;
	if (layer->ops->header != NULL)
		layer->ops->header(layer, app, app->canvas, r);
	else
		chrome_header(app, app->canvas, r);
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
		chrome_card(app, app->canvas);
		return;
	}
	draw_header(app, layout.header);
	chrome_status(app, app->canvas, layout.status);
	chrome_footer(app, app->canvas, layout.footer);
	draw_layers(app, app->top, layout.body);
}

void app_resize(struct app *app, size_t columns, size_t rows)
{
	struct canvas *canvas;
	odd_error err;
	columns = columns < 1 ? 1 : columns;
	rows = rows < 1 ? 1 : rows;
	if (app->canvas != NULL && columns == app->columns && rows == app->rows)
		return;
	if (cells_create(&canvas, columns, rows, app->set.glyphs, &err) != ODD_OK) {
		app_complain(app, &err);
		return;
	}
	canvas_free(app->canvas);
	app->canvas = canvas;
	app->columns = columns;
	app->rows = rows;
	app->dirty = true;
}

void app_apply_settings(struct app *app)
{
	struct canvas *canvas;
	odd_error err;
	if (cells_create(&canvas, app->columns, app->rows, app->set.glyphs, &err) != ODD_OK) {
		app_complain(app, &err);
		return;
	}
	canvas_free(app->canvas);
	app->canvas = canvas;
	app->dirty = true;
	if (app->terminal == NULL)
		return;
	terminal_mouse(app->terminal, app->set.mouse);
	terminal_ground(app->terminal, app->set.theme);
}

/* ---- life cycle ----------------------------------------------------------------------------- */

/* A missing or broken table of published values is no reason not to start. */
static void load_published(struct app *app)
{
	char *data = session_data_dir();
	char *path = data != NULL ? odd_path_join(data, "published.tsv") : NULL;
	if (path != NULL && odd_published_load(&app->published, path, NULL) != ODD_OK)
		app->published = (odd_published){0};
	free(path);
	free(data);
}

static void open_first(struct app *app, const struct app_options *options)
{
	if (options->network == NULL)
		return;
	char *name = command_quote(options->network);
	char *line = memory_grow(NULL, strlen(name) + 20, 1);
	sprintf(line, "open %s%s", options->directed ? "--directed " : "", name);
	app_run(app, line, NULL);
	free(line);
	free(name);
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
	app->look.selected = SESSION_NONE;
	app->keys = keymap_create();
	app->history = history_create();
	struct explore *explore = explore_create();
	app->explore = explore != NULL ? &explore->layer : NULL;
	odd_status status = explore == NULL ? odd_error_nomem(err) : ODD_OK;
	if (status == ODD_OK)
		status = worker_create(&app->worker, !options->scripted, err);
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
		explore->colour = FIGURE_BY_KIND;
	load_published(app);
	if (options->configured)
		startup_read(app);
	/* What the command line says stands above the file. */
	if (options->glyphs_given)
		app->set.glyphs = options->set.glyphs;
	if (options->theme_given)
		app->set.theme = options->set.theme;
	app_apply_settings(app);
	open_first(app, options);
	if (options->lesson != NULL) {
		odd_error fault = {0};
		if (tour_begin(app, options->lesson, &fault) != ODD_OK)
			error_open_for(app, &fault);
	}
	if (options->log != NULL) {
		odd_error fault = {0};
		if (replay_begin(app, options->log, options->values, options->value_count,
			    options->wait, &fault) != ODD_OK)
			error_open_for(app, &fault);
	}
	app->execute = options->execute;
	app->execute_count = options->execute_count;
	execute_next(app);
	*out = app;
	return ODD_OK;
}

void app_free(struct app *app)
{
	if (app == NULL)
		return;
	while (app->top != NULL && app->top->below != NULL)
		app_pop(app);
	remembered_free(app);
	tour_end(app);
	replay_stop(app);
	if (app->explore != NULL)
		app->explore->ops->free(app->explore);
	map_release(app->borrowed);
	session_view_release(app->view);
	worker_free(app->worker);
	keymap_free(app->keys);
	history_free(app->history);
	odd_published_clear(&app->published);
	look_clear(&app->look);
	canvas_free(app->canvas);
	free(app->row);
	free(app->hidden);
	free(app->ghost);
	free(app);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* $VARIABLE/oddone/name, or ~/fallback/oddone/name. */
static char *home_path(const char *variable, const char *fallback, const char *name)
{
	const char *base = getenv(variable), *home = getenv("HOME");
	bool given = base != NULL && base[0] == '/';
	if (!given && (home == NULL || home[0] == '\0'))
		return NULL;
	size_t room = strlen(given ? base : home) + strlen(fallback) + strlen(name) + 12;
	char *path = malloc(room);
	if (path != NULL && given)
		snprintf(path, room, "%s/oddone/%s", base, name);
	else if (path != NULL)
		snprintf(path, room, "%s/%s/oddone/%s", home, fallback, name);
	return path;
}

char *app_config_path(void)
{
	return home_path("XDG_CONFIG_HOME", ".config", "oddone.conf");
}

char *app_state_path(const char *name)
{
	return home_path("XDG_STATE_HOME", ".local/state", name);
}
