/* ui_screens.c: commands that open prompts, screens and dialogs, those of playing, and those that
 * are about the screen as text, files and keys. */
#include "config.h"

#include "tui/ui_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "tui/screens.h"
#include "tui/explore.h"
#include "tui/prompt.h"
#include "tui/app.h"
#include "tui/tour.h"
#include "tui/text.h"
#include "tui/terminal.h"
#include "tui/keymap.h"
#include "session/xalloc.h"
#include "session/command.h"
#include "base/file.h"

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
	/* A filter that is there is to be added to, or changed. */
	if (kind == PROMPT_FILTER && text[0] == '\0' && filter_any(&app->look->filter)) {
		free(text);
		text = text_make("%s ", app->look->filter.text);
	}
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

odd_status ui_screen(struct app *app, const struct arguments *args, odd_error *err)
{
#define SCREEN_POINTER(name) &name##_screen,
	static const struct layer_ops *const screens[] = {SCREENS(SCREEN_POINTER)};
	return screen_open(app, screens[arguments_choice(args, 0)], err);
}

odd_status ui_row(struct app *app, const struct arguments *args, odd_error *err)
{
	struct layer *layer = app_screen(app);
	return layer->ops->row != NULL ? layer->ops->row(layer, app, args->argv[1], err)
				       : ui_layer(app, args, err);
}

odd_status ui_tour(struct app *app, const struct arguments *args, odd_error *err)
{
	if (app->playback.touring)
		return odd_error_set(err, ODD_EUSAGE,
			"tour: a tour can neither begin another nor turn its own pages");
	if (args->argc == 1) {
		tour_menu_open(app);
		return ODD_OK;
	}
	if (arguments_have(args, "check"))
		return tour_check(app, args->argv[2], NULL, NULL, err);
	if (arguments_have(args, "answer"))
		return tour_answer(app, args->argv[2], err);
	if (arguments_have(args, "next"))
		return tour_next(app, err);
	if (arguments_have(args, "previous"))
		return tour_previous(app, err);
	if (arguments_have(args, "notes"))
		return tour_notes(app, err);
	if (arguments_have(args, "fold"))
		return tour_fold(app, err);
	if (!arguments_have(args, "end"))
		return tour_begin(app, args->argv[1], err);
	tour_leave(app);
	return ODD_OK;
}

const char *ui_figure_of_screen(const struct app *app)
{
	const struct layer *screen = app_screen(app);
	const struct figure *figure = figure_every_find(screen->ops->screen);
	return figure != NULL ? figure->name : explore_panes[explore_of(app)->focus].figure;
}

/* The network that is open, with the options it was opened with. */
static void preview_present(struct app *app)
{
	const struct document *doc = app->view->doc;
	char *open = text_make("open%s", doc != NULL ? doc->options : "");
	char *line = text_command(open, app->view->path);
	preview_open(app, line, NULL);
	free(line);
	free(open);
}

odd_status ui_open_dialog(struct app *app, const struct arguments *args, odd_error *err)
{
	enum { PLANT, EXPORT, OPTIONS, WEIGHTS, BROWSER, METHOD, PREVIEW };
	int which = arguments_choice(args, 0);
	if (which == METHOD)
		return compare_add_open(app, err);
	if (which == OPTIONS)
		return screen_open(app, &options_screen, err);
	odd_status status = which == BROWSER ? ODD_OK : app_needs_network(app, err);
	if (status != ODD_OK)
		return status;
	if (which == BROWSER)
		browser_open(app);
	else if (which == PLANT)
		plant_open(app);
	else if (which == EXPORT)
		export_open(app, ui_figure_of_screen(app));
	else if (which == PREVIEW)
		preview_present(app);
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
		look_select(app->look, node);
	}
	return screen_open(app, &node_screen, err);
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
	if (app->view->data == NULL) { /* it is being opened; the status line says so */
		app->then_play = !app->then_play;
		return ODD_OK;
	}
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
	app->then_play = false;
	app->stopped = now;
	worker_cancel(app->worker);
	tour_steps_forget(app);
	app_say(app, replaying ? "the replay is stopped. Ctrl-C again quits"
		     : busy    ? "stopping; whole sub-steps stay. Ctrl-C again quits"
			       : "nothing is running; Ctrl-C again quits");
	return ODD_OK;
}

/* ---- the screen as text, files and keys ------------------------------------------------------ */

odd_status ui_glyphs(struct app *app, const struct arguments *args, odd_error *err)
{
	static const char *const names[] = {"braille", "block", "ascii"};
	int at = arguments_choice(args, 0) - 1; /* behind "next" */
	(void)err;
	if (at < 0)
		at = ((int)app->set.glyphs + 1) % GLYPHS_COUNT;
	app->set.glyph_choice = at + 1;
	app_apply_settings(app);
	app_say(app, "drawn with %s", at == GLYPHS_ASCII ? "plain ASCII" : names[at]);
	return ODD_OK;
}

/* redraw and suspend. */
odd_status ui_terminal(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)err;
	bool suspend = strcmp(args->command->name, "suspend") == 0;
	if (app->terminal != NULL)
		(suspend ? terminal_suspend : terminal_redraw)(app->terminal);
	app->dirty = true;
	return ODD_OK;
}

/* A pane as it was drawn last, as lines of text; on the heap. */
static char *pane_text(struct app *app, struct rect r)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	for (size_t y = (size_t)r.y; y < (size_t)rect_bottom(r); y++) {
		for (size_t x = (size_t)r.x; x < (size_t)rect_right(r); x++)
			fputs(cells_at(app->canvas, x, y)->glyph, out);
		putc('\n', out);
	}
	return fclose(out) == 0 ? text : (free(text), NULL);
}

static char *row_text(const struct app *app)
{
	const odd_scores *s = app_scores(app);
	size_t node = app->look->selected;
	char *text =
		text_make("%u\t%s\t%.6g", s->rank[node], app_node_name(app, node), s->total[node]);
	for (size_t t = 0; t < s->score->count; t++) {
		char *more = text_make("%s\t%.6g", text, s->component[t][node]);
		free(text);
		text = more;
	}
	return text;
}

odd_status ui_copy(struct app *app, const struct arguments *args, odd_error *err)
{
	const struct explore *e = explore_of(app);
	bool row = e->focus == PANE_LIST;
	if (args->count > 0)
		row = arguments_have(args, "row");
	if (row && (app->look->selected == SESSION_NONE || app_scores(app) == NULL))
		return odd_error_set(err, ODD_EUSAGE, "copy: no node is selected");
	/* Where it is now: it may have been drawn last on a larger screen. */
	struct screen_layout layout;
	screen_layout(&layout, app->columns, app->rows, e->focus, e->maximised);
	if (!row && layout.kind == LAYOUT_CARD)
		return odd_error_set(
			err, ODD_EUSAGE, "copy: there is no pane on so small a screen");
	bool pane = app->top == app->explore;
	app_draw(app);
	char *text =
		row ? row_text(app) : pane_text(app, pane ? layout.pane[e->focus] : layout.body);
	if (text == NULL)
		return odd_error_nomem(err);
	const char *by = app->terminal != NULL ? " through the terminal (OSC 52)" : "";
	if (app->terminal != NULL)
		terminal_copy(app->terminal, text);
	for (char *p = text; row && *p != '\0'; p++)
		*p = *p == '\t' ? ' ' : *p; /* on the screen; the clipboard has tabs */
	if (row)
		app_say(app, "copied%s: %s", by, text);
	else if (pane)
		app_say(app, "copied the pane %s as text%s", explore_panes[e->focus].title, by);
	else
		app_say(app, "copied the screen as text%s", by);
	free(text);
	return ODD_OK;
}

static odd_status source_line(struct app *app, const char *line, odd_error *err)
{
	const struct playback as = app->sourcing; /* the line may be another source */
	odd_status status = playback_run(app, &as, line, err);
	app->sourcing = as;
	/* Without a thread the session has already reported its faults; with a thread the worker
	 * drops the rest of the file. */
	if (status == ODD_OK && app->scripted && app->fault.code != ODD_OK) {
		*err = app->fault;
		status = err->code;
	}
	return status;
}

odd_status ui_source(struct app *app, const struct arguments *args, odd_error *err)
{
	const char *path = args->argv[1];
	odd_status status = playback_begin(&app->sourcing, app, path, err);
	if (status != ODD_OK)
		return status;
	FILE *in = odd__open_in(path);
	if (in == NULL)
		return odd_error_errno(err, path, "cannot open");
	status = app_run_lines(app, in, path, source_line, err);
	fclose(in);
	return status;
}

odd_status ui_replay(struct app *app, const struct arguments *args, odd_error *err)
{
	const char **value = xgrow(NULL, args->count, sizeof *value);
	size_t values = 0;
	for (size_t i = 0; i < args->count; i++)
		if (args->item[i].place == 1)
			value[values++] = args->item[i].text;
	odd_status status = replay_begin(app, arguments_text(args, "FILE"), value, values,
		arguments_number(args, "--wait", REPLAY_WAIT), err);
	free(value);
	return status;
}

odd_status ui_wait(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)err;
	replay_rest(app, arguments_number(args, "SECONDS", 0.0));
	return ODD_OK;
}

/* The words from the fourth on as a line that splits into them again. */
odd_status ui_bind(struct app *app, const struct arguments *args, odd_error *err)
{
	struct arguments quoted = {.argc = args->argc};
	quoted.argv = xgrow(NULL, (size_t)args->argc, sizeof *quoted.argv);
	for (int i = 0; i < args->argc; i++)
		quoted.argv[i] = command_quote(args->argv[i]);
	char *command = arguments_rest(&quoted, 3);
	odd_status status = keymap_bind(app->keys, args->argv[1], args->argv[2], command, err);
	if (status == ODD_OK)
		app_say(app, "%s is bound to %s", args->argv[2], command);
	free(command);
	arguments_clear(&quoted);
	return status;
}

odd_status ui_unbind(struct app *app, const struct arguments *args, odd_error *err)
{
	return keymap_unbind(app->keys, args->argv[1], args->argv[2], err);
}
