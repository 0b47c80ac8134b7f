/* ui_play.c: play, its speed, and stopping. */
#include "config.h"

#include "tui/ui_commands.h"
#include <string.h>
#include "base/clock.h"
#include "session/command.h"
#include "tui/replay.h"

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

static odd_status change_speed(struct app *app, double factor)
{
	double speed = app->set.speed;
	if (speed == 0.0) /* as fast as it goes; slower than that begins here */
		speed = factor < 1.0 ? FASTEST : 0.0;
	else
		speed *= factor;
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

odd_status ui_faster(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)args;
	(void)err;
	return change_speed(app, 2.0);
}

odd_status ui_slower(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)args;
	(void)err;
	return change_speed(app, 0.5);
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
