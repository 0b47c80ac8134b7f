/* tui.c: the explorer in a terminal, one poll for keys, views and signals; and driven by a script.
 */
#include "config.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "draw/utf8.h"
#include "base/clock.h"
#include "session/command.h"
#include "tui/tui.h"
#include "tui/tour.h"
#include "tui/terminal.h"

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
		struct pollfd source[SOURCES] = {[INPUT] = {STDIN_FILENO, POLLIN, 0},
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
		if (keys) {
			heed_keys(app);
			app_tell_look(app);
		}
		if (source[WORKER].revents != 0)
			app_update(app);
		replay_step(app);
		if (app->dirty && (keys || odd__clock() - drawn >= FRAME_SECONDS)) {
			app_draw(app);
			terminal_show(app->terminal, app->canvas, app->caret_x, app->caret_y);
			recording_frame(app);
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

odd_status tui_run(const struct app_options *options, int *ended_by, odd_error *err)
{
	struct app *app = NULL;
	struct terminal *terminal;
	struct app_options begin = *options;
	const struct terminal_options how = {
		options->depth, options->set.theme, options->set.mouse};
	*ended_by = 0;
	keep_memory();
	odd_status status = terminal_open(&terminal, &how, err);
	if (status != ODD_OK)
		return status;
	terminal_size(terminal, &begin.columns, &begin.rows);
	begin.depth = terminal_colours(terminal);
	status = app_create(&app, &begin, err);
	if (status == ODD_OK) {
		app->terminal = terminal;
		app->set.terminal_theme = terminal_ask_theme(terminal);
		app_apply_settings(app);
		loop(app);
		*ended_by = terminal_ended_by(terminal);
		if (begin.configured)
			startup_end(app);
		app->terminal = NULL;
	}
	/* The screen first: what is running may take a moment to stop. */
	terminal_close(terminal);
	if (status == ODD_OK)
		status = app_end(app, err);
	app_free(app);
	return status;
}

/* ---- a script: driven by a file, for tests and for pictures of screens ----------------------- */

static odd_status press(struct app *app, const char *name, odd_error *err)
{
	struct key key;
	if (!key_parse(&key, name))
		return odd_error_set(err, ODD_EINPUT, "there is no key \"%.40s\"", name);
	app_key(app, key);
	app_draw(app); /* what is drawn decides what the next key means: rows, places */
	return ODD_OK;
}

static odd_status do_key(struct app *app, int argc, char **argv, odd_error *err)
{
	odd_status status = ODD_OK;
	for (int i = 1; i < argc && status == ODD_OK && !app->quit; i++)
		status = press(app, argv[i], err);
	return status;
}

static odd_status do_type(struct app *app, int argc, char **argv, odd_error *err)
{
	if (argc != 2)
		return odd_error_set(err, ODD_EINPUT, "type: say: type 'TEXT'");
	for (const char *p = argv[1]; *p != '\0' && !app->quit;) {
		app_key(app, (struct key){.code = utf8_next(&p)});
		app_draw(app);
	}
	return ODD_OK;
}

static odd_status do_size(struct app *app, int argc, char **argv, odd_error *err)
{
	size_t columns, rows;
	char tail;
	if (argc != 2 || sscanf(argv[1], "%zux%zu%c", &columns, &rows, &tail) != 2 ||
		columns == 0 || rows == 0 || columns > 1000 || rows > 1000)
		return odd_error_set(err, ODD_EINPUT, "size: say: size 80x24");
	app_resize(app, columns, rows);
	return ODD_OK;
}

static odd_status do_mouse(struct app *app, int argc, char **argv, odd_error *err)
{
	/* In the order of enum mouse_act. */
	static const char acts[] = "press|drag|release|double|wheel-up|wheel-down";
	int act = argc == 4 ? odd_choice_find(acts, argv[1]) : -1;
	if (act < 0)
		return odd_error_set(err, ODD_EINPUT, "mouse: say: mouse press X Y");
	app_key(app, (struct key){.code = K_MOUSE,
			     .x = atoi(argv[2]),
			     .y = atoi(argv[3]),
			     .act = (enum mouse_act)act});
	return ODD_OK;
}

/* Without a thread the session has run the command when app_run returns: its faults, and those of a
 * log or a tour that the line began, are errors of the line. Faults of keys stay on the screen. */
static odd_status run_command(struct app *app, const char *line, odd_error *err)
{
	odd_status status = app_run(app, line, err);
	if (status != ODD_OK || app->fault.code == ODD_OK)
		return status;
	*err = app->fault;
	return err->code;
}

static odd_status run_line(struct app *app, const char *line, odd_error *err)
{
	static const struct {
		const char *name;
		odd_status (*run)(struct app *app, int argc, char **argv, odd_error *err);
	} verbs[] = {{"key", do_key}, {"type", do_type}, {"size", do_size}, {"mouse", do_mouse}};
	char **argv = NULL;
	int argc = 0;
	odd_status status = command_split(&argv, &argc, line, err);
	size_t i = 0;
	app->fault.code = ODD_OK;
	while (status == ODD_OK && argc > 0 && i < sizeof verbs / sizeof *verbs &&
		strcmp(verbs[i].name, argv[0]) != 0)
		i++;
	if (status == ODD_OK && argc > 0 && line[0] != '#')
		status = i < sizeof verbs / sizeof *verbs ? verbs[i].run(app, argc, argv, err)
							  : run_command(app, line, err);
	command_free_words(argv, argc);
	app_update(app);
	app_draw(app);
	recording_frame(app);
	if (app->cancel != NULL && atomic_load(app->cancel))
		status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
	return status;
}

odd_status tui_tour(const struct app_options *options, const char *name,
	const struct tour_visit *visit, struct tour_count *count, odd_error *err)
{
	struct app *app = NULL;
	struct app_options begin = *options;
	*count = (struct tour_count){0, 0};
	begin.scripted = true;
	odd_status status = app_create(&app, &begin, err);
	if (status == ODD_OK) {
		app_draw(app);
		status = tour_check(app, name, visit, count, err);
	}
	app_free(app);
	return status;
}

odd_status tui_script(
	const struct app_options *options, const char *path, bool *reading, odd_error *err)
{
	struct app *app = NULL;
	struct app_options begin = *options;
	FILE *in = strcmp(path, "-") == 0 ? stdin : odd__open_in(path);
	*reading = true; /* the script, what the command line names */
	if (in == NULL)
		return odd_error_errno(err, path, "cannot open");
	begin.scripted = true;
	odd_status status = app_create(&app, &begin, err);
	if (status == ODD_OK) {
		app_draw(app);
		/* What the command line names comes before the first line. */
		if (app->fault.code != ODD_OK) {
			*err = app->fault;
			status = err->code;
		}
	}
	if (status == ODD_OK) {
		app->reads = true;
		status = app_run_lines(app, in, path, run_line, err);
		*reading = app->reads;
	}
	if (in != stdin)
		fclose(in);
	app_free(app);
	return status;
}
