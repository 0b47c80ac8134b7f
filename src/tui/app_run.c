/* app_run.c: lines become commands, keys become lines. */
#include "config.h"

#include "tui/app.h"

#include <stdlib.h>
#include <string.h>

#include "draw/utf8.h"
#include "session/xalloc.h"
#include "session/rank_history.h"
#include "tui/explore.h"
#include "tui/screens.h"
#include "tui/keymap.h"
#include "tui/recent.h"
#include "tui/text.h"
#include "tui/tour.h"
#include "tui/ui_commands.h"

/* ---- commands ------------------------------------------------------------------------------- */

/* For --continue. */
void app_tell_look(struct app *app)
{
	if (app->look == app->saved_look && app->look->version == app->saved_version)
		return;
	app->saved_look = app->look;
	app->saved_version = app->look->version;
	worker_look_changed(app->worker);
}

/* Gives a command to the session, which takes it over. */
static odd_status post(struct app *app, struct arguments *command, odd_error *err)
{
	char *opens = command->command != NULL && strcmp(command->command->name, "open") == 0
			      ? xstrdup(command->line)
			      : NULL;
	app_tell_look(app);
	if (!worker_post_command(app->worker, command, &app->playback.writing)) {
		free(opens);
		return odd_error_set(
			err, ODD_EUSAGE, "too many commands wait already; Ctrl-C forgets them");
	}
	app->message[0] = '\0';
	app->alarm = false;
	if (opens != NULL) {
		free(app->opening);
		app->opening = opens;
	}
	/* Without a thread it is done now, and so is what it sets going. */
	while (app->scripted && worker_turn(app->worker))
		;
	app_update(app);
	return ODD_OK;
}

odd_status app_post(struct app *app, const char *line, odd_error *err)
{
	struct arguments command;
	(void)arguments_read(&command, &session_commands, line, NULL);
	return post(app, &command, err);
}

bool app_ask(struct app *app, const char *command)
{
	const bool posted = worker_post(app->worker, command);
	while (app->scripted && worker_turn(app->worker))
		;
	app_update(app);
	return posted;
}

void app_want_groups(struct app *app)
{
	const struct session_data *d = app->view->data;
	if (d == NULL || app->view->groups != NULL || app->grouped == d->net)
		return;
	app->grouped = d->net;
	app_ask(app, "communities");
}

/* The screen comes first, then the explorer, then the session. */
static odd_status run_words(struct app *app, struct arguments *args, odd_error *err)
{
	odd_status status;
	bool mine = layer_command(app->top, app, args, &status, err);
	if (!mine)
		status = ui_command_run(app, args, &mine, err);
	return mine ? status : post(app, args, err);
}

void app_keep_secret(struct app *app)
{
	const bool secret = app->set.truth == TRUTH_HIDDEN;
	if (app->secret == secret)
		return;
	app->secret = secret;
	worker_keep_secret(app->worker, secret);
	app->dirty = true;
	/* What was written down before has the other names. */
	if (app->view->why != NULL) {
		char *line = text_command("explain", app_node_name(app, app->view->why->node));
		app_post(app, line, NULL);
		free(line);
	}
	app_relist(app);
}

odd_status app_run(struct app *app, const char *line, odd_error *err)
{
	odd_error own = {0};
	struct arguments args;
	while (*line == ' ' || *line == '\t' || *line == ':')
		line++;
	if (*line == '\0' || *line == '#')
		return ODD_OK;
	odd_status status = arguments_read(&args, &explorer_commands, line, &own);
	app->reads = args.command != NULL &&
		     odd_choice_find("open|source|replay|tour", args.command->name) >= 0;
	if (status == ODD_OK && args.argc > 0) {
		status = writing_check(&app->playback.writing, &args, &own);
		if (status == ODD_OK)
			status = run_words(app, &args, &own);
		/* Its faults come in their turn, like what it does. */
	} else if (args.command != NULL && ui_command_posted(args.command)) {
		status = post(app, &args, &own);
	}
	arguments_clear(&args);
	app->dirty = true;
	app_keep_secret(app);
	app_update_layers(app);
	if (status != ODD_OK) {
		app_complain(app, &own);
		if (err != NULL)
			*err = own;
	}
	return status;
}

odd_status app_run_lines(struct app *app, FILE *in, const char *path,
	odd_status (*run)(struct app *app, const char *line, odd_error *err), odd_error *err)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	odd_status status = ODD_OK;
	for (long n = 1;
		status == ODD_OK && !app->quit && (length = getline(&line, &room, in)) >= 0; n++) {
		odd_error fault = {0};
		while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
			line[--length] = '\0';
		status = run(app, line, &fault);
		if (status != ODD_OK && fault.file[0] != '\0' && err != NULL)
			*err = fault;
		else if (status != ODD_OK)
			odd_error_at(err, status, path, n, 0, "%s", fault.message);
	}
	if (status == ODD_OK && !app->quit && ferror(in))
		status = odd_error_errno(err, path, "cannot read");
	else if (status == ODD_OK && !app->quit && !feof(in))
		status = odd_error_nomem(err); /* getline had none for the line */
	free(line);
	return status;
}

/* ---- keys ----------------------------------------------------------------------------------- */

static bool is_stop(struct key key)
{
	return key.code == 'c' && key.mods == MOD_CTRL;
}

static void press(struct app *app, struct key key)
{
	const struct keymap_row *row = NULL;
	app->dirty = true;
	app->hinting = false;
	if (key.code == K_MOUSE) {
		struct key pressed;
		if (key.y == (int)app->rows - 1 && key.act == MOUSE_PRESS &&
			screen_footer_key(app, key.x, &pressed))
			press(app, pressed);
		else
			layer_key(app->top, app, key);
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
			char *command = xstrdup(row->command);
			app_run(app, command, NULL);
			free(command);
		}
		break;
	default:
		if (!layer_key(app->top, app, key)) {
			char name[KEY_NAME];
			app_say(app, "%s does nothing here; ? tells what does",
				key_text(name, key));
		}
	}
}

void app_key(struct app *app, struct key key)
{
	const unsigned long serial = app->view->serial;
	const size_t selected = app->look->selected;
	press(app, key);
	/* What was said before was about another node, perhaps. */
	if (app->look->selected != selected && app->view->serial == serial)
		app->read = serial;
}

/* ---- views of the worker ------------------------- */

enum { PROGRESS_COLUMNS = 22 }; /* of the status line */

/* ---- the open network ---------------------------------------------------------------------------
 */

const odd_network *app_network(const struct app *app)
{
	return app->view->data != NULL ? app->view->data->net->of.net : NULL;
}

odd_status app_needs_network(const struct app *app, odd_error *err)
{
	return app->view->data != NULL
		       ? ODD_OK
		       : odd_error_set(err, ODD_EUSAGE, "no network is open; say: open NETWORK");
}

const char *app_opening(const struct app *app)
{
	const char *line = app->progress.command;
	if (!app->progress.busy || strncmp(line, "open ", 5) != 0)
		return NULL;
	for (line += 5; *line == ' ' || strncmp(line, "--", 2) == 0;)
		line += *line == ' ' ? 1 : strcspn(line, " ");
	return line;
}

const odd_scores *app_scores(const struct app *app)
{
	return app->view->scored != NULL ? &app->view->scored->scores : NULL;
}

struct node_values app_node_values(const struct app *app)
{
	return (struct node_values){.net = app_network(app),
		.scores = app_scores(app),
		.one = ranking_one(app->view->scored),
		.mark = app->look->mark,
		.mark_count = app->look->mark_count,
		.change = app->view->scored != NULL ? app->view->scored->change : NULL,
		.kept = app->kept,
		.judged = app->view->judged,
		.groups = app->view->groups != NULL && app->view->groups->of.count > 0
				  ? &app->view->groups->of
				  : NULL,
		.secret = app->set.truth == TRUTH_HIDDEN};
}

const struct shared_map *app_map(const struct app *app)
{
	const struct session_data *d = app->view->data;
	bool borrowed = app->borrowed != NULL && d != NULL && app->borrowed->network == &d->net->of;
	return borrowed ? app->borrowed : app->view->map;
}

void app_borrow_map(struct app *app, struct shared_map *map, const char *from)
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
	if (!filter_any(&app->look->filter) || (app->hidden = malloc(nodes)) == NULL)
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
	/* A network that was just opened may be smaller, and has no scores yet. */
	if (net == NULL || app->look->selected >= net->nodes)
		look_select(app->look, SESSION_NONE);
	if (scores == NULL) {
		free(app->hidden);
		app->hidden = NULL;
		return;
	}
	if (app->row_room < net->nodes) {
		app->row = xgrow(app->row, net->nodes, sizeof *app->row);
		app->row_room = net->nodes;
	}
	const struct node_values facts = app_node_values(app);
	if (app->look->sort == NULL && app->set.ranking == RANKING_ONE && facts.one != NULL &&
		facts.one != facts.scores)
		app->look->sort = node_column_find(net, "one", strlen("one"));
	if (look_list(app->row, &app->row_count, app->look, &facts, &err) != ODD_OK) {
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

bool app_is_wide(const struct app *app, const char *text)
{
	return utf8_width(text) + PROGRESS_COLUMNS > app->columns;
}

/* Selects a node that was planted alone. */
static void look_at_newcomer(struct app *app, const struct session_view *old)
{
	const struct session_data *d = app->view->data;
	if (d->plants->count == 0 || d->plants->count <= old->data->plants->count)
		return;
	size_t single = odd_plant_single(&d->plants->record[d->plants->count - 1]);
	if (single != SIZE_MAX)
		look_select(app->look, single);
}

/* Against the run that was kept last, where there is one. */
static void compare_with_kept(struct app *app)
{
	const struct session_view *v = app->view;
	const odd_network *net = app_network(app);
	free(app->kept);
	app->kept = NULL;
	if (v->kept_count == 0 || v->scored == NULL || net == NULL ||
		(app->kept = malloc((net->nodes + 1) * sizeof *app->kept)) == NULL)
		return;
	const struct kept_run *g = v->kept[v->kept_count - 1];
	if (rank_changes(app->kept, g->network->net, g->order, g->n, net, v->scored->scores.order,
		    NULL) != ODD_OK) {
		free(app->kept);
		app->kept = NULL;
	}
}

static const struct kept_run *last_kept(const struct session_view *v)
{
	return v->kept_count > 0 ? v->kept[v->kept_count - 1] : NULL;
}

/* Could the network be read if a column were named? Then its columns are shown to choose from. */
static bool lacks_column(const struct app *app, const odd_error *fault)
{
	return app->opening != NULL && !app->playback.writing.outside && app->replay == NULL &&
	       app->tour == NULL && fault->file[0] != '\0' &&
	       strstr(fault->message, "no column") != NULL;
}

static void adopt(struct app *app, struct session_view *view)
{
	struct session_view *old = app->view;
	app->view = view;
	app->look = view->doc != NULL ? &view->doc->look : &app->no_look;
	if (old != NULL && view->data != NULL && !same_network(old, view)) {
		explore_network_changed(explore_of(app));
		if (!app->scripted)
			recent_add(view->path, view->doc->options, NULL);
	} else if (old != NULL && view->data != NULL) {
		look_at_newcomer(app, old);
	}
	if (app->borrowed != NULL &&
		(view->data == NULL || app->borrowed->network != &view->data->net->of))
		app_borrow_map(app, NULL, NULL);
	bool ranked = old == NULL || old->scored != view->scored;
	bool kept = old == NULL || last_kept(old) != last_kept(view);
	if (ranked || kept)
		compare_with_kept(app);
	if (ranked || kept || old->data != view->data)
		app_relist(app);
	if (old != NULL && old->serial != view->serial) {
		app->message[0] = '\0'; /* the session has said something newer */
		app->alarm = false;
		if (view->failed)
			app_note_fault(app, &view->fault);
		/* What has a place in a file, or does not fit the line, gets a dialog. */
		if (view->failed && lacks_column(app, &view->fault))
			preview_open(app, app->opening, &view->fault);
		else if (view->failed &&
			 (view->fault.file[0] != '\0' || app_is_wide(app, view->status)))
			error_open(app, &view->fault);
	}
	if (app->then_play && view->data != NULL && view->scored != NULL) {
		app->then_play = false;
		worker_play(app->worker, app->scripted ? 0.0 : app->set.speed);
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
		playback_run(app, &(struct playback){.depth = 0}, line, NULL); /* the user's own */
	}
}

static bool same_progress(const struct worker_progress *a, const struct worker_progress *b)
{
	return a->busy == b->busy && a->done == b->done && a->total == b->total &&
	       a->waiting == b->waiting && strcmp(a->command, b->command) == 0 &&
	       strcmp(a->what, b->what) == 0 && strcmp(a->next, b->next) == 0;
}

void app_update(struct app *app)
{
	struct worker_progress before = app->progress;
	worker_drain(app->worker);
	worker_look(app->worker, &app->progress);
	if (!same_progress(&before, &app->progress))
		app->dirty = true;
	struct session_view *view = worker_view(app->worker);
	if (view != app->view) {
		adopt(app, view);
		app_update_layers(app);
	} else {
		shared_release(view);
	}
	app_tell_look(app);
	tour_steps_look(app);
	execute_next(app);
}
