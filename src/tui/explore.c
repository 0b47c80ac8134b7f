#include "config.h"

#include "tui/explore.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/picture.h"
#include "session/outcome.h"
#include "tui/dialogs.h"

static const struct {
	const char *name, *figure, *title;
	void (*draw)(struct explore *e, struct app *app, struct canvas *c, struct rect r);
} panes[PANES] = {
	[PANE_LOSS] = {"loss", "loss", "Loss", pane_loss_draw},
	[PANE_MAP] = {"map", "map", "Map", pane_map_draw},
	[PANE_LIST] = {"outliers", "ranking", "Outliers", pane_list_draw},
	[PANE_RECALL] = {"recall", "recall", "Recall", pane_recall_draw},
};

const char *explore_pane_figure(enum pane pane)
{
	return panes[pane].figure;
}

const char *explore_pane_title(enum pane pane)
{
	return panes[pane].title;
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* Iterations the axis of the loss runs to: a little further than the run, so that the first
 * sub-steps are not a single column, and not another one after every iteration. */
static size_t horizon(const struct session_view *v)
{
	static const size_t stage[] = {1, 2, 3, 5, 8, 12, 20, 30, 40, 60, 80, 100};
	const odd_trace *trace = &v->data->trace;
	size_t made = trace->count > 0 ? trace->point[trace->count - 1].iteration : 0;
	for (size_t i = 0; i < sizeof stage / sizeof *stage; i++)
		if (stage[i] >= made)
			return stage[i];
	return made + made / 4;
}

void explore_figure_run(struct figure_run *out, struct explore *e, struct app *app)
{
	static const char *const source[] = {NULL, "links alone", "words alone"};
	const struct session_view *v = app->view;
	const struct session_map *m = app_map(app);
	struct drawing d = DRAWING_INIT;
	struct outcome o;
	session_view_outcome(&o, v);
	o.published = &app->published;
	o.kept = app->ghost;
	o.kept_count = v->ghost_count;
	drawing_fill(&d, &o, NULL); /* allocates nothing without the run itself */
	*out = d.run;
	out->horizon = horizon(v);
	out->colour = e->colour;
	out->loss_scale = e->scale;
	out->hidden = app->hidden;
	if (m == NULL)
		return;
	out->projection = (struct figure_projection){.xy = odd_mat_const(m->xy),
		.node = m->node,
		.of = source[m->source],
		.method = m->method == ODD_PROJECT_TSNE ? "t-SNE" : "PCA",
		.explained = {m->explained[0], m->explained[1]}};
}

static void explore_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct explore *e = (struct explore *)layer;
	(void)r;
	screen_layout(&e->layout, app->columns, app->rows, e->focus, e->maximised);
	for (int pane = 0; pane < PANES; pane++)
		if (e->layout.pane[pane].w > 0.0)
			panes[pane].draw(e, app, c, e->layout.pane[pane]);
}

/* ---- commands ------------------------------------------------------------------------------- */

static odd_status need(int argc, const char *what, odd_error *err)
{
	return argc >= 2 ? ODD_OK : odd_error_set(err, ODD_EUSAGE, "say: %s", what);
}

static odd_status do_focus(
	struct explore *e, struct app *app, int argc, char **argv, odd_error *err)
{
	odd_status status = need(argc, "focus loss|map|outliers|recall|next|previous", err);
	if (status != ODD_OK)
		return status;
	(void)app;
	if (strcmp(argv[1], "next") == 0 || strcmp(argv[1], "previous") == 0) {
		int step = argv[1][0] == 'n' ? 1 : PANES - 1;
		e->focus = (enum pane)(((int)e->focus + step) % PANES);
		return ODD_OK;
	}
	for (int pane = 0; pane < PANES; pane++) {
		if (strcmp(argv[1], panes[pane].name) != 0)
			continue;
		e->maximised = e->focus == (enum pane)pane && !e->maximised;
		e->focus = (enum pane)pane;
		return ODD_OK;
	}
	return odd_error_set(err, ODD_EUSAGE, "there is no pane \"%.40s\"", argv[1]);
}

static odd_status do_show(struct explore *e, struct app *app, int argc, char **argv, odd_error *err)
{
	(void)app;
	for (int pane = 0; argc == 2 && pane < PANES; pane++)
		if (strcmp(argv[1], panes[pane].name) == 0) {
			e->focus = (enum pane)pane;
			e->maximised = false;
			return ODD_OK;
		}
	return odd_error_set(err, ODD_EUSAGE, "say: show loss|map|outliers|recall");
}

static odd_status do_move(struct explore *e, struct app *app, int argc, char **argv, odd_error *err)
{
	odd_status status = need(argc, "move up|down|left|right", err);
	if (status != ODD_OK)
		return status;
	if (e->focus == PANE_LOSS)
		return pane_loss_move(e, app, argv[1], err);
	if (e->focus == PANE_MAP)
		return pane_map_move(e, app, argv[1], err);
	return pane_list_move(e, app, argv[1], err); /* from the recall as well */
}

static odd_status do_zoom(struct explore *e, struct app *app, int argc, char **argv, odd_error *err)
{
	odd_status status = need(argc, "zoom in|out|fit", err);
	if (status != ODD_OK)
		return status;
	bool in = strcmp(argv[1], "in") == 0, out = strcmp(argv[1], "out") == 0;
	if (!in && !out && strcmp(argv[1], "fit") != 0)
		return odd_error_set(err, ODD_EUSAGE, "zoom: there is in, out and fit");
	double factor = in ? 1.5 : out ? 1.0 / 1.5 : 0.0;
	if (e->focus == PANE_LOSS)
		pane_loss_zoom(e, app, in ? 2.0 : out ? 0.5 : 0.0);
	else if (e->focus == PANE_MAP)
		pane_map_zoom(e, factor, -1.0, -1.0);
	else
		return odd_error_set(
			err, ODD_EUSAGE, "map and loss can be zoomed: press 1 or 2 first");
	return ODD_OK;
}

static odd_status do_cursor(
	struct explore *e, struct app *app, int argc, char **argv, odd_error *err)
{
	odd_status status = need(argc, "cursor back|forward", err);
	return status != ODD_OK ? status
				: pane_loss_move(e, app,
					  strcmp(argv[1], "back") == 0 ? "left" : "right", err);
}

static odd_status do_axis(struct explore *e, struct app *app, int argc, char **argv, odd_error *err)
{
	const char *word = argc > 1 ? argv[1] : "toggle";
	if (strcmp(word, "toggle") == 0)
		e->scale = e->scale == FIGURE_LOG ? FIGURE_LINEAR : FIGURE_LOG;
	else if (strcmp(word, "log") == 0)
		e->scale = FIGURE_LOG;
	else if (strcmp(word, "linear") == 0)
		e->scale = FIGURE_LINEAR;
	else
		return odd_error_set(err, ODD_EUSAGE, "axis: there is log, linear and toggle");
	app_say(app, "the loss on a %s axis", e->scale == FIGURE_LOG ? "logarithmic" : "linear");
	return ODD_OK;
}

static odd_status do_colour(
	struct explore *e, struct app *app, int argc, char **argv, odd_error *err)
{
	static const char *const names[] = {"", "label", "kind", "score"};
	const char *word = argc > 1 ? argv[1] : "next";
	int at = 0;
	while (at < 4 && strcmp(names[at], word) != 0)
		at++;
	if (strcmp(word, "next") == 0)
		at = e->colour == FIGURE_BY_SCORE ? FIGURE_BY_LABEL : (int)e->colour + 1;
	if (at < 1 || at > 3)
		return odd_error_set(err, ODD_EUSAGE, "colour: there is label, kind and score");
	e->colour = (enum figure_colour)at;
	app_say(app, "the map is coloured by %s", at == FIGURE_BY_KIND ? "type" : names[at]);
	return ODD_OK;
}

static odd_status do_maximise(
	struct explore *e, struct app *app, int argc, char **argv, odd_error *err)
{
	(void)app;
	(void)argc;
	(void)argv;
	(void)err;
	e->maximised = !e->maximised;
	return ODD_OK;
}

/* What Esc and q leave here, one thing at a time, before it would be the program. */
static odd_status do_leave(
	struct explore *e, struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	if (e->maximised)
		e->maximised = false;
	else if (e->reading)
		e->reading = false;
	else if (app_map(app) != app->view->map)
		return app_run(app, "map-of none", err);
	else if (app->look.filter.by != FILTER_NONE)
		return app_run(app, "filter none", err);
	else
		app_say(app, "this is the lowest level; Q quits");
	return ODD_OK;
}

static const struct {
	const char *name;
	odd_status (*run)(
		struct explore *e, struct app *app, int argc, char **argv, odd_error *err);
} commands[] = {
	{"focus", do_focus},
	{"show", do_show},
	{"move", do_move},
	{"zoom", do_zoom},
	{"cursor", do_cursor},
	{"axis", do_axis},
	{"colour", do_colour},
	{"maximise", do_maximise},
	{"leave", do_leave},
};

static odd_status explore_command(
	struct layer *layer, struct app *app, int argc, char **argv, bool *mine, odd_error *err)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i].name, argv[0]) == 0) {
			*mine = true;
			return commands[i].run((struct explore *)layer, app, argc, argv, err);
		}
	*mine = false;
	return ODD_OK;
}

/* ---- mouse: a convenience, nothing needs it -------------------------------------------------- */

enum { LEAST_BOX = 2 };

/* A short drag is a click. */
static void release_map(struct explore *e, struct app *app, struct key key)
{
	bool moved = abs(key.x - e->drag_x) >= LEAST_BOX || abs(key.y - e->drag_y) >= LEAST_BOX;
	e->dragging = false;
	if (moved) {
		pane_map_box(e, e->drag_x, e->drag_y, key.x, key.y);
		app_say(app, "the box you drew; 0 shows all again");
		return;
	}
	size_t node = pane_map_pick(e, app, key.x, key.y);
	if (node != SESSION_NONE)
		app->look.selected = node;
	else
		app_say(app, "no node is that near");
}

static void wheel(struct explore *e, struct app *app, enum pane pane, struct key key)
{
	bool up = key.act == MOUSE_WHEEL_UP;
	if (pane == PANE_MAP)
		pane_map_zoom(e, up ? 1.25 : 0.8, key.x, key.y);
	else if (pane == PANE_LOSS)
		pane_loss_move(e, app, up ? "left" : "right", NULL);
	else if (pane == PANE_LIST)
		pane_list_mouse(e, app, key);
}

static bool explore_key(struct layer *layer, struct app *app, struct key key)
{
	struct explore *e = (struct explore *)layer;
	if (key.code != K_MOUSE)
		return false;
	if (e->dragging && key.act == MOUSE_DRAG) {
		const struct rect *r = &e->layout.pane[PANE_MAP];
		e->to_x = (int)fmax(r->x + 1, fmin(rect_right(*r) - 2, key.x));
		e->to_y = (int)fmax(r->y + 1, fmin(rect_bottom(*r) - 2, key.y));
		return true;
	}
	if (e->dragging && key.act == MOUSE_RELEASE) {
		release_map(e, app, key);
		return true;
	}
	enum pane pane = screen_pane_at(&e->layout, key.x, key.y);
	if (pane == PANES)
		return false;
	if (key.act == MOUSE_WHEEL_UP || key.act == MOUSE_WHEEL_DOWN) {
		wheel(e, app, pane, key);
		return true;
	}
	if (key.act != MOUSE_PRESS && key.act != MOUSE_DOUBLE)
		return false;
	e->focus = pane;
	if (pane == PANE_LIST)
		pane_list_mouse(e, app, key);
	if (pane == PANE_MAP) {
		e->dragging = true;
		e->drag_x = e->to_x = key.x;
		e->drag_y = e->to_y = key.y;
	}
	if (key.act == MOUSE_DOUBLE && (pane == PANE_LIST || pane == PANE_MAP)) {
		e->dragging = false;
		app_run(app, "screen node", NULL);
	}
	return true;
}

static void explore_free(struct layer *layer)
{
	struct explore *e = (struct explore *)layer;
	free(e->drawn.node);
	odd_mat_free(&e->drawn.xy);
	free(layer);
}

static const struct layer_ops ops = {
	.screen = "explore",
	.whole = true,
	.draw = explore_draw,
	.key = explore_key,
	.command = explore_command,
	.free = explore_free,
};

void explore_map_changed(struct explore *e)
{
	e->window = (struct map_window){0.5, 0.5, 1.0};
	e->drawn.of = NULL;
}

void explore_network_changed(struct explore *e)
{
	e->list.first = 0;
	e->reading = false;
	e->loss_zoom = 1.0;
	e->window = (struct map_window){0.5, 0.5, 1.0};
}

struct explore *explore_create(void)
{
	struct explore *e = calloc(1, sizeof *e);
	if (e == NULL)
		return NULL;
	e->layer.ops = &ops;
	e->focus = PANE_LIST;
	e->loss_zoom = 1.0;
	e->window = (struct map_window){0.5, 0.5, 1.0};
	e->colour = FIGURE_BY_LABEL;
	return e;
}
