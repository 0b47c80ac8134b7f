/* ui_screens.c: commands that open prompts, screens and dialogs, and those of playing. */
#include "config.h"

#include "tui/ui_commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "tui/screens.h"
#include "tui/explore.h"
#include "tui/prompt.h"
#include "tui/app.h"
#include "tui/tour.h"

/* prompt, find-prompt and filter-prompt. */
odd_status ui_prompt(struct app *app, const struct arguments *args, odd_error *err)
{
	const char *name = args->command->name;
	enum prompt_kind kind = strcmp(name, "prompt") == 0        ? PROMPT_COMMAND
				: strcmp(name, "find-prompt") == 0 ? PROMPT_FIND
								   : PROMPT_FILTER;
	if (kind != PROMPT_COMMAND && app_scores(app) == NULL)
		return odd_error_set(err, ODD_EUSAGE, "there are no nodes to %s yet",
			kind == PROMPT_FIND ? "look for" : "filter");
	char *text = arguments_rest(args, 1);
	prompt_open(app, kind, text);
	free(text);
	return ODD_OK;
}

odd_status ui_help(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)err;
	char *text = arguments_rest(args, 1);
	help_open(app, text);
	free(text);
	return ODD_OK;
}

static odd_status open_explore(struct app *app, odd_error *err)
{
	(void)err;
	while (app->top->below != NULL)
		app_pop(app);
	return ODD_OK;
}

static odd_status open_help(struct app *app, odd_error *err)
{
	(void)err;
	help_open(app, "");
	return ODD_OK;
}

odd_status ui_screen(struct app *app, const struct arguments *args, odd_error *err)
{
	/* In the order of the command's words. */
	static odd_status (*const open[])(struct app * app, odd_error * err) = {open_explore,
		open_help, log_screen_open, lesson_open, node_open, differences_open, compare_open};
	return open[arguments_choice(args, 0)](app, err);
}

odd_status ui_tour(struct app *app, const struct arguments *args, odd_error *err)
{
	if (args->argc == 1) {
		tour_menu_open(app);
		return ODD_OK;
	}
	if (args->argc == 3)
		return tour_check(app, args->argv[2], err);
	if (arguments_have(args, "next"))
		return tour_next(app, err);
	if (arguments_have(args, "previous"))
		return tour_previous(app, err);
	if (!arguments_have(args, "end"))
		return tour_begin(app, args->argv[1], err);
	tour_end(app);
	return ODD_OK;
}

odd_status ui_open_dialog(struct app *app, const struct arguments *args, odd_error *err)
{
	enum { PLANT, EXPORT, OPTIONS, WEIGHTS, BROWSER, METHOD };
	int which = arguments_choice(args, 0);
	if (which == METHOD)
		return compare_add_open(app, err);
	odd_status status =
		which == BROWSER || which == OPTIONS ? ODD_OK : app_needs_network(app, err);
	if (status != ODD_OK)
		return status;
	if (which == BROWSER)
		browser_open(app);
	else if (which == OPTIONS)
		options_open(app);
	else if (which == PLANT)
		plant_open(app);
	else if (which == EXPORT)
		export_open(app, explore_panes[explore_of(app)->focus].figure);
	else
		weights_open(app);
	return ODD_OK;
}

odd_status ui_quit(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)args;
	(void)err;
	app->quit = true;
	return ODD_OK;
}

odd_status ui_explain(struct app *app, const struct arguments *args, odd_error *err)
{
	size_t node;
	if (args->count > 0) {
		odd_status status = app_needs_network(app, err);
		if (status == ODD_OK)
			status = look_node(
				&node, app_network(app), app_scores(app), args->argv[1], err);
		if (status != ODD_OK)
			return status;
		app->look.selected = node;
	}
	return node_open(app, err);
}

/* ---- play, its speed, and stopping ----------------------------------------------------------- */

#define QUIT_SECONDS 2.0 /* between two Ctrl-C that quit */
#define SLOWEST 0.125
#define FASTEST 64.0

odd_status ui_play(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)err;
	app->set.speed = arguments_number(args, "SPEED", app->set.speed);
	app->message[0] = '\0';
	worker_play(app->worker, app->scripted ? 0.0 : app->set.speed);
	while (app->scripted && worker_turn(app->worker))
		;
	app_update(app);
	return ODD_OK;
}

odd_status ui_pause(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)args;
	(void)err;
	worker_pause(app->worker);
	app_update(app);
	return ODD_OK;
}

odd_status ui_toggle_play(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)args;
	return app_run(app, app->view->playing ? "pause" : "play", err);
}

/* faster and slower. */
odd_status ui_speed(struct app *app, const struct arguments *args, odd_error *err)
{
	bool faster = strcmp(args->command->name, "faster") == 0;
	double speed = app->set.speed * (faster ? 2.0 : 0.5);
	(void)err;
	if (app->set.speed == 0.0 && !faster) /* slower than as fast as it goes begins here */
		speed = FASTEST;
	if (speed > FASTEST)
		speed = 0.0;
	if (speed > 0.0 && speed < SLOWEST)
		speed = SLOWEST;
	app->set.speed = speed;
	if (speed == 0.0)
		app_say(app, "play: as fast as it goes");
	else
		app_say(app, "play: at most %g iterations a second", speed);
	if (app->view->playing)
		worker_play(app->worker, speed);
	return ODD_OK;
}

odd_status ui_stop(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)args;
	(void)err;
	const struct session_comparison *c = app->view->comparison;
	bool busy = !worker_idle(app->worker) || (c != NULL && c->running);
	double now = app->scripted ? 0.0 : odd__clock();
	if (app->stopped > 0.0 && now - app->stopped < QUIT_SECONDS) {
		app->quit = true;
		return ODD_OK;
	}
	bool replaying = replay_stop(app);
	app->stopped = now;
	worker_cancel(app->worker);
	app_say(app, replaying ? "the replay is stopped. Ctrl-C again quits"
		     : busy    ? "stopping; whole sub-steps stay. Ctrl-C again quits"
			       : "nothing is running; Ctrl-C again quits");
	return ODD_OK;
}
