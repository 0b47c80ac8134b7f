/* loop.c: the event loop: keys, views and signals, one poll. */
#include "config.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>

#include "base/clock.h"
#include "tui/replay.h"
#include "tui/startup.h"
#include "tui/terminal.h"
#include "tui/tui.h"

/* Redrawn at most so often for the worker alone; a key is answered at once. */
#define FRAME_SECONDS 0.05

enum { INPUT, WORKER, SIGNALS, SOURCES };

static void fit_terminal(struct app *app)
{
	size_t columns, rows;
	terminal_size(app->terminal, &columns, &rows);
	app_resize(app, columns, rows);
	app->dirty = true;
}

static void heed_signals(struct app *app)
{
	enum terminal_event event;
	while ((event = terminal_next_event(app->terminal)) != TERMINAL_NOTHING) {
		if (event == TERMINAL_END)
			app->quit = true;
		if (event == TERMINAL_SUSPEND)
			terminal_suspend(app->terminal);
		fit_terminal(app);
	}
}

static void heed_keys(struct app *app)
{
	struct key key;
	while (!app->quit && terminal_key(app->terminal, &key))
		app_key(app, key);
}

/* Milliseconds to sleep at most: until the screen may be drawn again, or a replay goes on. */
static int patience(const struct app *app, double drawn)
{
	double due = app->dirty ? drawn + FRAME_SECONDS - odd__clock() : -1.0;
	double replay = replay_due(app);
	if (app->dirty && due < 0.0)
		due = 0.0;
	if (replay >= 0.0 && (due < 0.0 || replay < due))
		due = replay;
	return due < 0.0 ? -1 : due > 0.0 ? (int)(1000.0 * due) + 1 : 0;
}

static void loop(struct app *app)
{
	double drawn = 0.0;
	while (!app->quit) {
		struct pollfd source[SOURCES] = {[INPUT] = {terminal_fd(app->terminal), POLLIN, 0},
			[WORKER] = {worker_fd(app->worker), POLLIN, 0},
			[SIGNALS] = {terminal_signal_fd(app->terminal), POLLIN, 0}};
		int ready = poll(source, SOURCES, patience(app, drawn));
		if (ready < 0 && errno != EINTR)
			return;
		if (source[SIGNALS].revents != 0)
			heed_signals(app);
		bool keys = source[INPUT].revents != 0;
		if ((source[INPUT].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
			return; /* the terminal is gone */
		if (keys)
			heed_keys(app);
		if (source[WORKER].revents != 0)
			app_update(app);
		replay_step(app);
		if (app->dirty && (keys || odd__clock() - drawn >= FRAME_SECONDS)) {
			app_draw(app);
			terminal_show(app->terminal, app->canvas, app->caret_x, app->caret_y);
			drawn = odd__clock();
		}
	}
}

/* Drawing takes and gives back arrays of some hundred kilobytes. From the system each time they
 * would wait for a worker that maps and unmaps hundreds of megabytes. */
static void keep_memory(void)
{
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 512 << 20);
	mallopt(M_TOP_PAD, 16 << 20);
#endif
}

odd_status tui_run(const struct tui_options *options, int *ended_by, odd_error *err)
{
	struct app *app = NULL;
	struct terminal *terminal;
	struct app_options begin = options->app;
	const struct terminal_options how = {
		options->app.depth, options->app.set.theme, options->app.set.mouse};
	*ended_by = 0;
	keep_memory();
	odd_status status = terminal_open(&terminal, &how, err);
	if (status != ODD_OK)
		return status;
	terminal_size(terminal, &begin.columns, &begin.rows);
	status = app_create(&app, &begin, err);
	if (status == ODD_OK) {
		app->terminal = terminal;
		app->hinting = options->hint;
		app_apply_settings(app);
		loop(app);
		*ended_by = terminal_ended_by(terminal);
		if (begin.configured)
			startup_end(app);
		app->terminal = NULL;
	}
	/* The screen first: what is running may take a moment to stop. */
	terminal_close(terminal);
	app_free(app);
	return status;
}
