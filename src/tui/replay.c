/* replay.c: the Log screen, playing logs, and what files that are played may do. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "session/log.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/keymap.h"
#include "tui/list.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/tui.h"
#include "tui/ui_commands.h"

/* ---- what files that are played may do ---------------------------------------------------------
 */

odd_status playback_begin(
	struct playback *out, const struct app *app, const char *path, odd_error *err)
{
	*out = app->playback;
	if (!app->playback.writing.outside) /* typed, or bound to a key: by the user */
		out->writing = (struct writing){
			.outside = true, .allowed = app->allow_writes, .dir = app->output};
	if (++out->depth > WRITING_NESTED)
		return odd_error_set(err, ODD_EUSAGE,
			"%.100s: files that play files are more than %d deep; does one play "
			"itself?",
			path, WRITING_NESTED);
	return ODD_OK;
}

odd_status playback_run(
	struct app *app, const struct playback *as, const char *line, odd_error *err)
{
	const struct playback before = app->playback;
	app->playback = *as;
	odd_status status = app_run(app, line, err);
	app->playback = before;
	return status;
}

/* ---- playing a log ----------------------------------------------------------------------------
 */

struct replay {
	struct playback as;
	struct log_player *player;
	char *path, **value;
	size_t value_count, played;
	double wait, next;    /* next: when the command may be run */
	bool checking;        /* the network that was opened has still to be looked at */
	unsigned long serial; /* of the view when the last command was run */
};

static void replay_free(struct replay *r)
{
	log_player_close(r->player);
	strings_free(r->value, r->value_count);
	free(r->path);
	free(r);
}

static void end_replay(struct app *app, bool whole)
{
	replay_free(app->replay);
	app->replay = NULL;
	sessions_resumed(app, whole);
}

bool replay_stop(struct app *app)
{
	if (app->replay == NULL)
		return false;
	end_replay(app, false);
	return true;
}

static void end_with(struct app *app, const odd_error *err)
{
	if (app->recorder != NULL)
		record_fault(app, err);
	replay_stop(app);
	app_complain(app, err);
	if (app->recorder == NULL && app_is_wide(app, app->message))
		error_open(app, err);
}

/* What the last command came to; false: the replay is over. */
static bool passed(struct app *app, struct replay *r)
{
	odd_error err = {0};
	const struct session_view *v = app->view;
	if (v->failed && v->serial != r->serial) {
		if (v->fault.file[0] != '\0' && app->recorder == NULL)
			replay_stop(app); /* the dialog that tells it has opened */
		else {
			log_player_fault(r->player, &v->fault, &err);
			end_with(app, &err);
		}
		return false;
	}
	if (r->checking && v->data != NULL &&
		log_player_check(r->player, odd_network_checksum(v->data->net->of.net), &err) !=
			ODD_OK) {
		end_with(app, &err);
		return false;
	}
	r->checking = false;
	return true;
}

static void say_played(struct app *app, const struct replay *r)
{
	const char *plural = r->played == 1 ? "" : "s";
	if (!app->resuming)
		app_say(app, "%s: %zu commands played", r->path, r->played);
	else if (app->autosave->owner[0] != '\0')
		app_say(app, "a copy of the last session, %zu command%s: %s still has it open",
			r->played, plural, app->autosave->owner);
	else
		app_say(app, "the last session, %zu command%s", r->played, plural);
}

/* Run the next command; false: there is none, or it failed. */
static bool run_next(struct app *app, struct replay *r)
{
	const char *line;
	odd_error err = {0}, fault = {0};
	if (log_player_next(r->player, &line, &err) != ODD_OK) {
		end_with(app, &err);
		return false;
	}
	if (line == NULL) {
		say_played(app, r);
		end_replay(app, true);
		return false;
	}
	if (app->recorder != NULL)
		record_command(app, line);
	r->serial = app->view->serial;
	r->checking = log_player_opens(r->player);
	r->played++;
	r->next = odd__clock() + r->wait;
	odd_status status = playback_run(app, &r->as, line, &fault);
	if (app->replay != r) /* the command was another replay, or its end */
		return false;
	if (status != ODD_OK) {
		fault.code = status;
		log_player_fault(r->player, &fault, &err);
		end_with(app, &err);
	}
	return status == ODD_OK;
}

void replay_step(struct app *app)
{
	struct replay *r = app->replay;
	while (r != NULL && !app->quit) {
		while (app->scripted && worker_turn(app->worker))
			;
		if (!worker_idle(app->worker))
			return;
		app_update(app);
		if (!passed(app, r) || (!app->scripted && odd__clock() < r->next) ||
			!run_next(app, r) || !app->scripted)
			return;
	}
}

void replay_rest(struct app *app, double seconds)
{
	if (app->recorder != NULL)
		record_rest(app, seconds);
	else if (app->replay != NULL)
		app->replay->next += seconds;
}

double replay_due(const struct app *app)
{
	const struct replay *r = app->replay;
	if (r == NULL || !worker_idle(app->worker))
		return -1.0;
	double left = r->next - odd__clock();
	return left > 0.0 ? left : 0.0;
}

odd_status replay_begin(struct app *app, const char *path, const char *const *values,
	size_t value_count, double wait, odd_error *err)
{
	struct playback as;
	odd_status status = playback_begin(&as, app, path, err);
	if (status != ODD_OK)
		return status;
	struct replay *r = xgrow(NULL, 1, sizeof *r);
	*r = (struct replay){
		.as = as, .path = xstrdup(path), .value_count = value_count, .wait = wait};
	r->value = xgrow(NULL, value_count, sizeof *r->value);
	for (size_t i = 0; i < value_count; i++)
		r->value[i] = xstrdup(values[i]);
	status = log_player_open(
		&r->player, r->path, (const char *const *)r->value, value_count, err);
	if (status != ODD_OK) {
		replay_free(r);
		return status;
	}
	replay_stop(app);
	r->serial = app->view->serial;
	app->replay = r;
	replay_step(app);
	return ODD_OK;
}

/* ---- the screen ------------------------------------------------------------------------------ */

struct log_screen {
	struct list_screen screen;
	size_t known; /* lines there were when it was drawn last */
};

/* "Log: 12 commands; w writes them to a file" with the key as it is bound. */
static void title_of(char *out, size_t size, const struct app *app, const char *screen, size_t n)
{
	const struct keymap_row *row;
	char keys[KEYMAP_KEYS] = "";
	for (size_t i = 0; keys[0] == '\0' && (row = keymap_get(app->keys, i)) != NULL; i++)
		if (strncmp(row->command, "prompt log save", 15) == 0 &&
			keymap_reached(app->keys, screen, row))
			keymap_row_keys(row, keys);
	snprintf(out, size, "Log: %zu command%s", n, n == 1 ? "" : "s");
	if (keys[0] != '\0' && n > 0)
		text_add(out, size, "; %s writes %s to a file", keys, n == 1 ? "it" : "them");
}

static void log_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct log_screen *l = (struct log_screen *)layer;
	struct rect rows = rect_inset(r, 1, 2, 1, 0);
	char title[160], number[24];
	size_t count = app->view->log_count;
	if (rows.w < 1.0 || rows.h < 1.0)
		return;
	/* New lines are followed, as long as the end was in sight. */
	bool at_end = l->screen.list.first + l->screen.list.seen >= l->known;
	list_fit(&l->screen.list, count, rows);
	if (at_end && count != l->known)
		list_move(&l->screen.list, "last");
	l->known = count;
	title_of(title, sizeof title, app, layer->ops->screen, count);
	list_head_draw(&l->screen.list, c, rect_inset(r, 1, 0, 1, 0), title, "");
	int x = (int)rows.x, y = (int)rows.y, columns = (int)rows.w;
	if (count == 0)
		paint_text(c, x, y, columns,
			"Nothing yet. What changes the run is listed here: steps, plantings, "
			"options.",
			pen_of(ROLE_DIM));
	int width = snprintf(number, sizeof number, "%zu", count);
	for (size_t n = l->screen.list.first; n < list_end(&l->screen.list); n++, y++) {
		snprintf(number, sizeof number, "%*zu", width, n + 1);
		paint_text(c, x, y, columns, number, pen_of(ROLE_DIM));
		paint_text(c, x + width + 2, y, columns - width - 2, app->view->log[n],
			pen_of(ROLE_TEXT));
	}
}

static odd_status log_begin(struct layer *layer, struct app *app, odd_error *err)
{
	(void)app;
	(void)err;
	((struct log_screen *)layer)->screen.list.text = true;
	return ODD_OK;
}

const struct layer_ops log_screen = {
	.screen = "log",
	.size = sizeof(struct log_screen),
	.whole = true,
	.begin = log_begin,
	.draw = log_draw,
	.list = list_of_screen,
	.footer = "leave|Leave;prompt log save {name}.oddlog|Write;undo|Undo;redo|Redo;"
		  "move page-up|Page up;move page-down|Page down;prompt|Cmd;help|Help",
};

/* --continue without a session to go on with begins a new one. */
static odd_status choose_file(struct app *app, const char *dir, bool resume, odd_error *err)
{
	odd_status status = resume ? autosave_continue(&app->autosave, dir, err) : ODD_OK;
	if (app->autosave == NULL) {
		app->autosave = autosave_begin(dir);
		worker_autosave(app->worker, app->autosave->path);
	}
	return status;
}

odd_status sessions_begin(struct app *app, bool resume, odd_error *err)
{
	char *dir = app_state_path("sessions");
	odd_status status = ODD_OK;
	if (dir != NULL)
		status = choose_file(app, dir, resume, err);
	free(dir);
	app->resuming = app->autosave != NULL && app->autosave->last != NULL;
	if (!app->resuming)
		return status;
	return replay_begin(app, app->autosave->last, NULL, 0, 0.0, err);
}

void sessions_resumed(struct app *app, bool whole)
{
	struct autosave *a = app->autosave;
	if (!app->resuming)
		return;
	app->resuming = false;
	/* What was saved must not be replaced by a part of it. */
	if (!whole && strcmp(a->path, a->last) == 0)
		autosave_move(a);
	worker_autosave(app->worker, a->path);
}
