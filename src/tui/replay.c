#include "config.h"

#include "tui/app.h"

#include "base/clock.h"
#include "session/log.h"
#include "session/memory.h"
#include "tui/text.h"

struct replay {
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

bool replay_stop(struct app *app)
{
	bool was = app->replay != NULL;
	if (was)
		replay_free(app->replay);
	app->replay = NULL;
	return was;
}

static void end_with(struct app *app, const odd_error *err)
{
	replay_stop(app);
	app_complain(app, err);
}

/* What the last command came to; false: the replay is over. */
static bool passed(struct app *app, struct replay *r)
{
	odd_error fault = {0}, err = {0};
	const struct session_view *v = app->view;
	if (v->failed && v->serial != r->serial) {
		odd_error_set(&fault, ODD_EINPUT, "%s", v->status);
		if (v->fault_in_file) /* the dialog that tells it has opened */
			replay_stop(app);
		else {
			log_player_fault(r->player, &fault, &err);
			end_with(app, &err);
		}
		return false;
	}
	if (r->checking && v->data != NULL &&
		log_player_check(r->player, odd_network_checksum(v->data->net->net), &err) !=
			ODD_OK) {
		end_with(app, &err);
		return false;
	}
	r->checking = false;
	return true;
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
		app_say(app, "%s: %zu commands played", r->path, r->played);
		replay_stop(app);
		return false;
	}
	r->serial = app->view->serial;
	r->checking = log_player_opens(r->player);
	r->played++;
	r->next = odd__clock() + r->wait;
	odd_status status = app_run(app, line, &fault);
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
	struct replay *r = memory_grow(NULL, 1, sizeof *r);
	*r = (struct replay){.path = memory_string(path), .value_count = value_count, .wait = wait};
	r->value = memory_grow(NULL, value_count, sizeof *r->value);
	for (size_t i = 0; i < value_count; i++)
		r->value[i] = memory_string(values[i]);
	odd_status status = log_player_open(
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
