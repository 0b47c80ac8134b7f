#include "config.h"

#include "tui/explore.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/picture.h"
#include "session/view.h"
#include "tui/screens.h"
#include "tui/ui_commands.h"

const struct explore_pane explore_panes[PANES] = {
	[PANE_LOSS] = {"loss", "loss", "Loss", pane_loss_draw},
	[PANE_MAP] = {"map", "map", "Map", pane_map_draw},
	[PANE_LIST] = {"outliers", "ranking", "Outliers", pane_list_draw},
	[PANE_RECALL] = {"recall", "recall", "Recall", pane_recall_draw},
};

/* ---- drawing -------------------------------------------------------------------------------- */

/* Iterations the axis of the loss runs to: a little further than the run, so that the first
 * sub-steps are not a single column, and not another one after every iteration. */
static size_t horizon(const struct session_view *v)
{
	static const size_t stage[] = {1, 2, 3, 5, 8, 12, 20, 30, 40, 60, 80, 100};
	const odd_trace *trace = &v->data->moment->trace;
	size_t made = trace->count > 0 ? trace->point[trace->count - 1].iteration : 0;
	for (size_t i = 0; i < sizeof stage / sizeof *stage; i++)
		if (stage[i] >= made)
			return stage[i];
	return made + made / 4;
}

/* After the first iterations the terms hardly move to the eye, while the loss goes on falling. */
enum figure_loss_view explore_loss_view(const struct explore *e, const struct app *app)
{
	if (e->view != FIGURE_LOSS_DEFAULT)
		return e->view;
	return app->view->data != NULL && app->view->data->moment->iteration >= 2
		       ? FIGURE_LOSS_EXCESS
		       : FIGURE_LOSS_TERMS;
}

void explore_figure_run(struct figure_run *out, struct explore *e, struct app *app)
{
	static const char *const source[] = {NULL, "links alone", "words alone"};
	const struct session_view *v = app->view;
	const struct shared_map *m = app_map(app);
	struct result *o = &e->shown;
	session_view_outcome(o, v);
	o->published = &app->published;
	o->blind = app->set.truth == TRUTH_HIDDEN;
	o->groups = v->groups != NULL ? &v->groups->of : NULL;
	*out = (struct figure_run){.result = o,
		.look = {.horizon = horizon(v),
			.colour = e->colour,
			.by = e->by[0] != '\0' ? e->by : NULL,
			.links = e->links,
			.ego = e->ego,
			.loss_scale = e->scale,
			.loss_view = explore_loss_view(e, app),
			.pointing = app->look->selected != SESSION_NONE,
			.pointed = app->look->selected,
			.hidden = app->hidden}};
	if (e->recalls && v->recalls != NULL && !o->blind)
		out->look.recalls = (struct figure_recalls){v->recalls->at,
			{v->recalls->recall[0], v->recalls->recall[1]}, v->recalls->count};
	if (m == NULL)
		return;
	out->look.projection = (struct figure_projection){.xy = odd_mat_const(m->of.xy),
		.node = m->of.node,
		.of = source[m->of.source],
		.method = m->of.method == ODD_PROJECT_TSNE ? "t-SNE" : "PCA",
		.explained = {m->of.explained[0], m->of.explained[1]}};
}

static void explore_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct explore *e = (struct explore *)layer;
	(void)r;
	screen_layout(&e->layout, app->columns, app->rows, e->focus, e->maximised);
	if (app->view->data == NULL && app_opening(app) != NULL) {
		screen_loading_draw(app, c, e->layout.body);
		return;
	}
	for (int pane = 0; pane < PANES; pane++)
		if (e->layout.pane[pane].w > 0.0)
			explore_panes[pane].draw(e, app, c, e->layout.pane[pane]);
}

/* ---- commands ------------------------------------------------------------------------------- */

static enum pane pane_named(const char *name)
{
	int pane = 0;
	while (pane < PANES && strcmp(name, explore_panes[pane].name) != 0)
		pane++;
	return (enum pane)pane;
}

static void focus(struct explore *e, const char *word)
{
	enum pane pane = pane_named(word);
	if (pane == PANES) {
		int step = strcmp(word, "next") == 0 ? 1 : PANES - 1;
		e->focus = (enum pane)(((int)e->focus + step) % PANES);
		return;
	}
	e->maximised = e->focus == pane && !e->maximised;
	e->focus = pane;
}

static odd_status move(struct explore *e, struct app *app, const char *way, odd_error *err)
{
	if (e->focus == PANE_LOSS)
		return pane_loss_move(e, app, way, err);
	if (e->focus == PANE_MAP)
		return pane_map_move(e, app, way, err);
	return pane_list_move(e, app, way, err); /* from the recall as well */
}

/* What Esc and q leave here, one thing at a time, before it would be the program. */
static odd_status leave(struct explore *e, struct app *app, odd_error *err)
{
	if (e->maximised)
		e->maximised = false;
	else if (e->reading)
		e->reading = false;
	else if (e->ego > 0)
		e->ego = 0;
	else if (app_map(app) != app->view->map)
		return app_run(app, "map-of none", err);
	else if (filter_any(&app->look->filter))
		return app_run(app, "filter none", err);
	else
		app_say(app, "this is the lowest level; Q quits");
	return ODD_OK;
}

static bool explore_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	struct explore *e = (struct explore *)layer;
	if (arguments_begin(args, "move"))
		*status = move(e, app, args->argv[1], err);
	else if (arguments_begin(args, "leave"))
		*status = leave(e, app, err);
	else if (arguments_begin(args, "focus"))
		focus(e, args->argv[1]);
	else
		return false;
	return true;
}

/* ---- commands that are done here from any screen -------------------------------------------- */

odd_status ui_show(struct app *app, const struct arguments *args, odd_error *err)
{
	struct explore *e = explore_of(app);
	(void)err;
	e->focus = pane_named(args->argv[1]);
	e->maximised = false;
	return ODD_OK;
}

odd_status ui_zoom(struct app *app, const struct arguments *args, odd_error *err)
{
	struct explore *e = explore_of(app);
	bool in = arguments_have(args, "in"), out = arguments_have(args, "out");
	(void)err;
	if (e->focus == PANE_LOSS)
		pane_loss_zoom(e, app, in ? 2.0 : out ? 0.5 : 0.0);
	else
		pane_map_zoom(e, in ? 1.5 : out ? 1.0 / 1.5 : 0.0, -1.0, -1.0);
	return ODD_OK;
}

odd_status ui_cursor(struct app *app, const struct arguments *args, odd_error *err)
{
	const struct explore *e = explore_of(app);
	struct screen_layout layout;
	screen_layout(&layout, app->columns, app->rows, e->focus, e->maximised);
	if (e->focus == PANE_RECALL || layout.pane[PANE_LOSS].w <= 0.0)
		return odd_error_set(
			err, ODD_EUSAGE, "the cursor is on the loss curve; 1 goes there");
	return pane_loss_move(
		explore_of(app), app, arguments_have(args, "back") ? "left" : "right", err);
}

odd_status ui_axis(struct app *app, const struct arguments *args, odd_error *err)
{
	struct explore *e = explore_of(app);
	(void)err;
	if (arguments_have(args, "log"))
		e->scale = FIGURE_LOG;
	else if (arguments_have(args, "linear"))
		e->scale = FIGURE_LINEAR;
	else
		e->scale = e->scale == FIGURE_LOG ? FIGURE_LINEAR : FIGURE_LOG;
	app_say(app, "the loss on a %s axis", e->scale == FIGURE_LOG ? "logarithmic" : "linear");
	return ODD_OK;
}

odd_status ui_loss_view(struct app *app, const struct arguments *args, odd_error *err)
{
	static const char *const told[] = {
		"", "the loss and its terms", "how far the loss is above the best"};
	struct explore *e = explore_of(app);
	const enum figure_loss_view now = explore_loss_view(e, app);
	(void)err;
	if (args->count > 0 && !arguments_have(args, "next"))
		e->view = (enum figure_loss_view)(FIGURE_LOSS_TERMS + arguments_choice(args, 0));
	else
		e->view = now == FIGURE_LOSS_EXCESS ? FIGURE_LOSS_TERMS : now + 1;
	app_say(app, "%s", told[e->view]);
	return ODD_OK;
}

odd_status ui_overlay(struct app *app, const struct arguments *args, odd_error *err)
{
	struct explore *e = explore_of(app);
	const odd_network *net = app_network(app);
	bool next = args->count == 0 || arguments_have(args, "next");
	bool wanted = next ? !e->recalls : arguments_have(args, "recall");
	if (wanted && app->set.truth == TRUTH_HIDDEN)
		return odd_error_set(
			err, ODD_EUSAGE, "the truth is hidden, and recall tells of it");
	if (wanted && net != NULL && !net->has_truth)
		return odd_error_set(
			err, ODD_EUSAGE, "no outliers are known here; P plants some, a one");
	e->recalls = wanted;
	odd_status status = app_post(app, wanted ? "recalls on" : "recalls off", err);
	app_say(app, "%s",
		wanted ? "recall at 5 and 10 % over the loss: 0 at the bottom, 1 at the top"
		       : "the loss alone");
	return status;
}

odd_status ui_links(struct app *app, const struct arguments *args, odd_error *err)
{
	struct explore *e = explore_of(app);
	const odd_network *net = app_network(app);
	(void)err;
	if (args->count > 0 && !arguments_have(args, "next"))
		e->links = (enum figure_links)(FIGURE_LINKS_NONE + arguments_choice(args, 0));
	else
		e->links = e->links == FIGURE_LINKS_ALL    ? FIGURE_LINKS_NONE
			   : e->links == FIGURE_LINKS_NONE ? FIGURE_LINKS_OWN
							   : FIGURE_LINKS_ALL;
	bool many = net != NULL && !figure_all_links_fit(net, app->canvas);
	app_say(app, "%s",
		e->links == FIGURE_LINKS_NONE ? "no links on the map"
		: e->links == FIGURE_LINKS_OWN
			? "the links of the selected node; dashed: into another class"
		: many ? "there are too many links to draw them all; those of the selected node"
		       : "all links; dashed: into another class");
	return ODD_OK;
}

odd_status ui_ego(struct app *app, const struct arguments *args, odd_error *err)
{
	struct explore *e = explore_of(app);
	odd_status status = app_needs_network(app, err);
	if (status != ODD_OK)
		return status;
	if (args->count > 0 && !arguments_have(args, "next"))
		e->ego = arguments_choice(args, 0);
	else
		e->ego = (e->ego + 1) % 3;
	if (e->ego > 0 && app->look->selected == SESSION_NONE && app->row_count > 0)
		look_select(app->look, app->row[0]);
	app_say(app, "%s",
		e->ego == 0   ? "the map shows all nodes"
		: e->ego == 1 ? "the selected node and its neighbours"
			      : "the selected node, its neighbours, and theirs");
	return ODD_OK;
}

odd_status ui_colour(struct app *app, const struct arguments *args, odd_error *err)
{
	static const char *const names[] = {"", "label", "kind", "score"};
	struct explore *e = explore_of(app);
	const odd_network *net = app_network(app);
	bool labels = net == NULL || net->classes.count > 0;
	if (arguments_have(args, "by") && net != NULL && !figure_map_by(net, args->argv[2]))
		return odd_error_set(err, ODD_EUSAGE,
			"colour: no column or attribute is called \"%.80s\"; I lists the columns",
			args->argv[2]);
	if (arguments_have(args, "by")) {
		snprintf(e->by, sizeof e->by, "%s", args->argv[2]);
		if (strcmp(e->by, "community") == 0)
			app_want_groups(app);
		app_say(app, "the map is coloured by %s; C goes on", e->by);
		return ODD_OK;
	}
	const bool next = args->count == 0 || arguments_have(args, "next");
	/* Without labels the communities take their place. */
	if (next && !labels && e->by[0] == '\0' && e->colour != MAP_BY_KIND)
		return app_run(app, "colour by community", err);
	if (next && strcmp(e->by, "community") == 0)
		e->colour = MAP_BY_LABEL;
	e->by[0] = '\0';
	if (!next)
		e->colour = (enum map_colour)(MAP_BY_LABEL + arguments_choice(args, 0));
	else if (e->colour == MAP_BY_SCORE)
		e->colour = labels ? MAP_BY_LABEL : MAP_BY_KIND;
	else /* without labels it has been by score already */
		e->colour = labels || e->colour != MAP_BY_LABEL ? e->colour + 1 : MAP_BY_KIND;
	if (e->colour == MAP_BY_LABEL && !labels) {
		e->colour = MAP_BY_SCORE;
		return odd_error_set(err, ODD_EUSAGE, "colour: the nodes have no labels");
	}
	app_say(app, "the map is coloured by %s", names[e->colour]);
	return ODD_OK;
}

odd_status ui_maximise(struct app *app, const struct arguments *args, odd_error *err)
{
	struct explore *e = explore_of(app);
	(void)args;
	(void)err;
	e->maximised = !e->maximised;
	return ODD_OK;
}

/* ---- mouse: a convenience, nothing needs it -------------------------------------------------- */

static void pick(struct explore *e, struct app *app, struct key key)
{
	size_t node = pane_map_pick(e, app, key.x, key.y);
	if (node != SESSION_NONE)
		look_select(app->look, node);
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
	if (pane == PANE_MAP)
		pick(e, app, key);
	if (key.act == MOUSE_DOUBLE && (pane == PANE_LIST || pane == PANE_MAP))
		app_run(app, "screen node", NULL);
	return true;
}

static void explore_clear(struct layer *layer)
{
	struct explore *e = (struct explore *)layer;
	list_columns_clear(&e->columns);
	free(e->drawn.node);
	odd_mat_free(&e->drawn.xy);
}

const struct layer_ops explore_screen = {
	.screen = "explore",
	.size = sizeof(struct explore),
	.whole = true,
	.draw = explore_draw,
	.key = explore_key,
	.command = explore_command,
	.clear = explore_clear,
};

void explore_map_changed(struct explore *e)
{
	e->window = (struct map_window){0.5, 0.5, 1.0};
	e->drawn.of = NULL;
}

void explore_network_changed(struct explore *e)
{
	e->list.first = 0;
	e->by[0] = '\0';
	e->reading = false;
	e->loss_zoom = 1.0;
	e->window = (struct map_window){0.5, 0.5, 1.0};
}

struct explore *explore_create(void)
{
	struct explore *e = calloc(1, sizeof *e);
	if (e == NULL)
		return NULL;
	e->layer.ops = &explore_screen;
	e->focus = PANE_LIST;
	e->loss_zoom = 1.0;
	e->window = (struct map_window){0.5, 0.5, 1.0};
	e->colour = MAP_BY_LABEL;
	return e;
}
