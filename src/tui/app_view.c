/* app_view.c: what is open and seen: the views of the worker, taken over one after the other. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"
#include "session/memory.h"
#include "tui/app.h"
#include "tui/dialogs.h"
#include "tui/explore.h"
#include "tui/listing.h"

enum { PROGRESS_COLUMNS = 22 }; /* of the status line */

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
	shared_hold(map);
	shared_release(app->borrowed);
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
	shared_release(old);
	app->dirty = true;
}

/* Every layer may have something else to show. */
void app_update_layers(struct app *app)
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
		app_update_layers(app);
	} else {
		shared_release(view);
	}
	execute_next(app);
}
