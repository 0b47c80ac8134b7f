#include "config.h"

#include "tui/ui_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "oddone/file.h"
#include "session/command.h"
#include "session/memory.h"
#include "tui/browser.h"
#include "tui/compare.h"
#include "tui/startup.h"
#include "tui/dialogs.h"
#include "tui/differences.h"
#include "tui/explore.h"
#include "tui/help.h"
#include "tui/keymap.h"
#include "tui/lesson.h"
#include "tui/log_screen.h"
#include "tui/node.h"
#include "tui/prompt.h"
#include "tui/replay.h"
#include "tui/screen_layout.h"
#include "tui/terminal.h"
#include "tui/tour.h"
#include "tui/ui_options.h"

#define QUIT_SECONDS 2.0 /* between two Ctrl-C that quit */
#define SLOWEST 0.125
#define FASTEST 64.0

static const struct {
	const char *name, *usage;
	ui_command_fn *run;
} table[] = {
#define UI_COMMAND(name, usage, function, help) {name, usage, function},
#include "tui/ui_commands.def"
#undef UI_COMMAND
};

odd_status ui_command_run(struct app *app, int argc, char **argv, bool *mine, odd_error *err)
{
	size_t i = 0;
	while (i < sizeof table / sizeof *table && strcmp(table[i].name, argv[0]) != 0)
		i++;
	*mine = false;
	if (i == sizeof table / sizeof *table) {
		/* set of an option that is the explorer's own */
		if (strcmp(argv[0], "set") == 0)
			return ui_set_command(app, argc, argv, mine, err);
		/* open without a network asks for one */
		if (strcmp(argv[0], "open") == 0 && argc == 1) {
			*mine = true;
			browser_open(app);
		}
		return ODD_OK;
	}
	*mine = true;
	if (table[i].usage[0] == '\0' && argc > 1)
		return odd_error_set(err, ODD_EUSAGE, "%s takes no words behind it", argv[0]);
	return table[i].run(app, argc, argv, err);
}

static odd_status usage(const char *name, odd_error *err)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].name, name) == 0)
			return odd_error_set(
				err, ODD_EUSAGE, "%s: say: %s %s", name, name, table[i].usage);
	return odd_error_set(err, ODD_EUSAGE, "there is no command %s", name);
}

/* The words behind the name as one, parted by single blanks; on the heap. */
static char *rest_of(int argc, char **argv, int from)
{
	size_t room = 1;
	for (int i = from; i < argc; i++)
		room += strlen(argv[i]) + 1;
	char *text = memory_grow(NULL, room, 1);
	text[0] = '\0';
	for (int i = from; i < argc; i++) {
		if (i > from)
			strcat(text, " ");
		strcat(text, argv[i]);
	}
	return text;
}

/* The same as a line that splits into these words again. */
static char *line_of(int argc, char **argv, int from)
{
	char **quoted = memory_grow(NULL, (size_t)argc, sizeof *quoted);
	for (int i = from; i < argc; i++)
		quoted[i] = command_quote(argv[i]);
	char *line = rest_of(argc, quoted, from);
	for (int i = from; i < argc; i++)
		free(quoted[i]);
	free(quoted);
	return line;
}

/* ---- playing -------------------------------------------------------------------------------- */

odd_status ui_play(struct app *app, int argc, char **argv, odd_error *err)
{
	if (argc > 2)
		return usage(argv[0], err);
	if (argc == 2) {
		double speed;
		odd_status status =
			session_parse_real(&speed, "play", argv[1], 0.0, FASTEST * 16.0, err);
		if (status != ODD_OK)
			return status;
		app->set.speed = speed;
	}
	if (app->view->data == NULL)
		return odd_error_set(err, ODD_EUSAGE, "play: no network is open");
	app->message[0] = '\0';
	worker_play(app->worker, app->scripted ? 0.0 : app->set.speed);
	while (app->scripted && worker_turn(app->worker))
		;
	app_update(app);
	return ODD_OK;
}

odd_status ui_pause(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	(void)err;
	worker_pause(app->worker);
	app_update(app);
	return ODD_OK;
}

odd_status ui_toggle_play(struct app *app, int argc, char **argv, odd_error *err)
{
	char name[] = "play", *words[] = {name, NULL};
	(void)argc;
	return app->view->playing ? ui_pause(app, 1, argv, err) : ui_play(app, 1, words, err);
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

odd_status ui_faster(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	(void)err;
	return change_speed(app, 2.0);
}

odd_status ui_slower(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	(void)err;
	return change_speed(app, 0.5);
}

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

odd_status ui_stop(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	(void)err;
	const struct session_comparison *c = app->view->comparison;
	bool busy = !worker_idle(app->worker) || (c != NULL && c->running);
	double now = app->scripted ? 0.0 : seconds();
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

/* ---- panes: what the Explore screen does not do itself ---------------------------------------- */

static odd_status elsewhere(struct app *app, const char *name, odd_error *err)
{
	(void)app;
	return odd_error_set(err, ODD_EUSAGE, "%s has nothing to do on this screen", name);
}

#define OF_PANES(function)                                                                         \
	odd_status function(struct app *app, int argc, char **argv, odd_error *err)                \
	{                                                                                          \
		(void)argc;                                                                        \
		return elsewhere(app, argv[0], err);                                               \
	}
OF_PANES(ui_focus)
OF_PANES(ui_show)
OF_PANES(ui_maximise)
OF_PANES(ui_move)
OF_PANES(ui_zoom)
OF_PANES(ui_cursor)
OF_PANES(ui_axis)
OF_PANES(ui_colour)
OF_PANES(ui_node)
OF_PANES(ui_differences)
OF_PANES(ui_expand)
OF_PANES(ui_task)
OF_PANES(ui_against)
OF_PANES(ui_peek)

odd_status ui_projection(struct app *app, int argc, char **argv, odd_error *err)
{
	const struct session_map *m = app->view->map;
	if (app_map(app) != m) /* first of all back to ONE */
		return compare_show_map(app, NULL, err);
	const char *wanted = argc > 1 ? argv[1] : "next";
	bool tsne = m != NULL && m->method == ODD_PROJECT_TSNE;
	if (strcmp(wanted, "next") == 0)
		wanted = tsne ? "pca" : "tsne";
	char line[64];
	snprintf(line, sizeof line, "project %.20s", wanted);
	return app_run(app, line, err);
}

odd_status ui_map_of(struct app *app, int argc, char **argv, odd_error *err)
{
	const odd_method *method = argc == 2 ? odd_method_find(argv[1]) : NULL;
	if (argc != 2 || (method == NULL && strcmp(argv[1], "none") != 0))
		return usage(argv[0], err);
	return compare_show_map(app, method, err);
}

odd_status ui_sort(struct app *app, int argc, char **argv, odd_error *err)
{
	static const char *const names[] = {
		"total", "structure", "attributes", "disagreement", "node"};
	char line[80];
	if (argc < 2)
		return usage(argv[0], err);
	size_t at = (size_t)app->look.sort;
	bool reversed = app->look.reversed;
	const char *column = argv[1];
	if (strcmp(column, "next") == 0) {
		column = names[(at + 1) % 5];
		reversed = false;
	} else if (strcmp(column, "reverse") == 0) {
		column = names[at];
		reversed = !reversed;
	} else {
		reversed = argc == 3;
	}
	char *words[] = {(char *)"sort", (char *)column, (char *)"reverse", NULL};
	char said[LOOK_SAID] = "";
	const odd_scores *scores = app_scores(app);
	if (scores == NULL)
		return odd_error_set(err, ODD_EUSAGE, "sort: there is nothing to sort yet");
	snprintf(line, sizeof line, "%s", column);
	odd_status status = look_run(&app->look, said, app_network(app), scores,
		reversed ? 3 : 2, words, err);
	if (status == ODD_OK) {
		app_relist(app);
		app_say(app, "%s", said);
	}
	return status;
}

odd_status ui_find_next(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	return app_run(app, "find -n", err);
}

odd_status ui_find_previous(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	return app_run(app, "find -p", err);
}

odd_status ui_marks(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	if (app->look.mark_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "no node is marked; m marks the selected one");
	return app_run(app,
		app->look.filter.by == FILTER_MARKED ? "filter none" : "filter marked", err);
}

/* ---- prompts, screens, dialogs ---------------------------------------------------------------- */

static odd_status ask(struct app *app, enum prompt_kind kind, int argc, char **argv)
{
	char *text = rest_of(argc, argv, 1);
	prompt_open(app, kind, text);
	free(text);
	return ODD_OK;
}

odd_status ui_prompt(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)err;
	return ask(app, PROMPT_COMMAND, argc, argv);
}

odd_status ui_find_prompt(struct app *app, int argc, char **argv, odd_error *err)
{
	if (app_scores(app) == NULL)
		return odd_error_set(err, ODD_EUSAGE, "there are no nodes to look for yet");
	return ask(app, PROMPT_FIND, argc, argv);
}

odd_status ui_filter_prompt(struct app *app, int argc, char **argv, odd_error *err)
{
	if (app_scores(app) == NULL)
		return odd_error_set(err, ODD_EUSAGE, "there are no nodes to filter yet");
	return ask(app, PROMPT_FILTER, argc, argv);
}

odd_status ui_help(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)err;
	char *text = rest_of(argc, argv, 1);
	help_open(app, text);
	free(text);
	return ODD_OK;
}

odd_status ui_screen(struct app *app, int argc, char **argv, odd_error *err)
{
	const char *name = argc == 2 ? argv[1] : "";
	if (strcmp(name, "log") == 0) {
		log_screen_open(app);
	} else if (strcmp(name, "help") == 0) {
		help_open(app, "");
	} else if (strcmp(name, "node") == 0) {
		return node_open(app, err);
	} else if (strcmp(name, "differences") == 0) {
		return differences_open(app, err);
	} else if (strcmp(name, "lesson") == 0) {
		if (app->view->data == NULL)
			return odd_error_set(
				err, ODD_EUSAGE, "no network is open; say: open NETWORK");
		lesson_open(app);
	} else if (strcmp(name, "compare") == 0) {
		return compare_open(app, err);
	} else if (strcmp(name, "explore") == 0) {
		while (app->top->below != NULL)
			app_pop(app);
	} else {
		return usage(argv[0], err);
	}
	return ODD_OK;
}

odd_status ui_tour(struct app *app, int argc, char **argv, odd_error *err)
{
	if (argc == 1) {
		tour_menu_open(app);
		return ODD_OK;
	}
	if (argc == 3 && strcmp(argv[1], "check") == 0)
		return tour_check(app, argv[2], err);
	if (argc != 2)
		return usage(argv[0], err);
	if (strcmp(argv[1], "next") == 0)
		return tour_next(app, err);
	if (strcmp(argv[1], "previous") == 0)
		return tour_previous(app, err);
	if (strcmp(argv[1], "end") != 0)
		return tour_begin(app, argv[1], err);
	tour_end(app);
	return ODD_OK;
}

odd_status ui_open_dialog(struct app *app, int argc, char **argv, odd_error *err)
{
	const char *name = argc == 2 ? argv[1] : "";
	bool open = app->view->data != NULL;
	if (strcmp(name, "browser") == 0)
		browser_open(app);
	else if (strcmp(name, "method") == 0)
		return compare_add_open(app, err);
	else if (strcmp(name, "options") == 0)
		options_open(app);
	else if (!open && (strcmp(name, "plant") == 0 || strcmp(name, "export") == 0 ||
				  strcmp(name, "weights") == 0))
		return odd_error_set(err, ODD_EUSAGE, "no network is open; say: open NETWORK");
	else if (strcmp(name, "plant") == 0)
		plant_open(app);
	else if (strcmp(name, "export") == 0)
		export_open_for(app, explore_pane_figure(explore_of(app)->focus));
	else if (strcmp(name, "weights") == 0)
		weights_open(app);
	else
		return usage(argv[0], err);
	return ODD_OK;
}

odd_status ui_leave(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	(void)err;
	app_pop(app);
	return ODD_OK;
}

odd_status ui_quit(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	(void)err;
	app->quit = true;
	return ODD_OK;
}

odd_status ui_explain(struct app *app, int argc, char **argv, odd_error *err)
{
	size_t node;
	if (argc > 2)
		return usage(argv[0], err);
	if (argc == 2) {
		const odd_network *net = app_network(app);
		if (net == NULL)
			return odd_error_set(
				err, ODD_EUSAGE, "no network is open; say: open NETWORK");
		odd_status status = look_node(&node, net, app_scores(app), argv[1], err);
		if (status != ODD_OK)
			return status;
		app->look.selected = node;
	}
	return node_open(app, err);
}

/* ---- the screen ------------------------------------------------------------------------------- */

odd_status ui_glyphs(struct app *app, int argc, char **argv, odd_error *err)
{
	static const char *const names[] = {"braille", "block", "ascii"};
	int at = 0;
	if (argc < 2 || strcmp(argv[1], "next") == 0)
		at = ((int)app->set.glyphs + 1) % GLYPHS_COUNT;
	else
		while (at < GLYPHS_COUNT && strcmp(names[at], argv[1]) != 0)
			at++;
	if (at >= GLYPHS_COUNT)
		return usage(argv[0], err);
	app->set.glyphs = (enum glyph_set)at;
	app_apply_settings(app);
	app_say(app, "drawn with %s", at == GLYPHS_ASCII ? "plain ASCII" : names[at]);
	return ODD_OK;
}

odd_status ui_redraw(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	(void)err;
	if (app->terminal != NULL)
		terminal_redraw(app->terminal);
	app->dirty = true;
	return ODD_OK;
}

odd_status ui_suspend(struct app *app, int argc, char **argv, odd_error *err)
{
	(void)argc;
	(void)argv;
	(void)err;
	if (app->terminal != NULL)
		terminal_suspend(app->terminal);
	app->dirty = true;
	return ODD_OK;
}

static odd_status write_text(const char *path, const char *text, odd_error *err)
{
	odd_file file;
	odd_status status = odd_file_open(&file, path, err);
	if (status != ODD_OK)
		return status;
	fputs(text, file.stream);
	return odd_file_commit(&file, err);
}

odd_status ui_save_screen(struct app *app, int argc, char **argv, odd_error *err)
{
	if (argc != 2)
		return usage(argv[0], err);
	app_draw(app);
	/* With colours as a terminal would get them when the name asks for that. */
	const char *dot = strrchr(argv[1], '.');
	bool coloured = dot != NULL && strcmp(dot, ".ansi") == 0;
	char *text = coloured ? cells_to_ansi(app->canvas, app->depth, app->set.theme)
			      : cells_to_text(app->canvas, true);
	if (text == NULL)
		return odd_error_nomem(err);
	odd_status status = write_text(argv[1], text, err);
	free(text);
	if (status == ODD_OK)
		app_say(app, "wrote the screen to %s", argv[1]);
	return status;
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
	size_t node = app->look.selected, room = strlen(app_node_name(app, node)) + 120;
	char *text = memory_grow(NULL, room, 1);
	snprintf(text, room, "%u\t%s\t%.6g\t%.6g\t%.6g\t%.6g", s->rank[node],
		app_node_name(app, node), s->total[node], s->component[0][node],
		s->component[1][node], s->component[2][node]);
	return text;
}

odd_status ui_copy(struct app *app, int argc, char **argv, odd_error *err)
{
	const struct explore *e = explore_of(app);
	bool row = e->focus == PANE_LIST;
	if (argc > 1)
		row = strcmp(argv[1], "row") == 0;
	if (row && (app->look.selected == SESSION_NONE || app_scores(app) == NULL))
		return odd_error_set(err, ODD_EUSAGE, "copy: no node is selected");
	/* Where it is now: it may have been drawn last on a larger screen. */
	struct screen_layout layout;
	screen_layout(&layout, app->columns, app->rows, e->focus, e->maximised);
	if (!row && layout.kind == LAYOUT_CARD)
		return odd_error_set(err, ODD_EUSAGE, "copy: there is no pane on so small a screen");
	bool pane = app->top == app->explore;
	app_draw(app);
	char *text = row ? row_text(app)
			 : pane_text(app, pane ? layout.pane[e->focus] : layout.body);
	if (text == NULL)
		return odd_error_nomem(err);
	if (app->terminal != NULL)
		terminal_copy(app->terminal, text);
	if (row)
		app_say(app, "copied: %s", text);
	else if (pane)
		app_say(app, "copied the pane %s as text", explore_pane_title(e->focus));
	else
		app_say(app, "copied the screen as text");
	free(text);
	return ODD_OK;
}

/* ---- files ------------------------------------------------------------------------------------ */

odd_status ui_save_config(struct app *app, int argc, char **argv, odd_error *err)
{
	char *path = argc == 2 ? memory_string(argv[1]) : app_config_path();
	if (path == NULL)
		return odd_error_set(err, ODD_EUSAGE, "save-config: there is no home; name a file");
	odd_status status = startup_save(app, path, err);
	if (status == ODD_OK)
		app_say(app, "wrote %s", path);
	free(path);
	return status;
}

odd_status ui_source(struct app *app, int argc, char **argv, odd_error *err)
{
	char *line = NULL;
	size_t room = 0;
	long number = 0;
	ssize_t length;
	odd_status status = ODD_OK;
	if (argc != 2)
		return usage(argv[0], err);
	FILE *in = fopen(argv[1], "r");
	if (in == NULL)
		return odd_error_errno(err, argv[1], "cannot open");
	while (status == ODD_OK && (length = getline(&line, &room, in)) >= 0) {
		odd_error fault = {0};
		number++;
		while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
			line[--length] = '\0';
		status = app_run(app, line, &fault);
		if (status != ODD_OK)
			odd_error_at(err, status, argv[1], number, 0, "%s", fault.message);
	}
	fclose(in);
	free(line);
	return status;
}

/* replay FILE [NAME=VALUE...] [--wait S] */
odd_status ui_replay(struct app *app, int argc, char **argv, odd_error *err)
{
	double wait = REPLAY_WAIT;
	if (argc >= 4 && strcmp(argv[argc - 2], "--wait") == 0) {
		odd_status status =
			session_parse_real(&wait, "--wait", argv[argc - 1], 0.0, 3600.0, err);
		if (status != ODD_OK)
			return status;
		argc -= 2;
	}
	for (int i = 2; i < argc; i++)
		if (strchr(argv[i], '=') == NULL)
			return usage(argv[0], err);
	if (argc < 2)
		return usage(argv[0], err);
	return replay_begin(
		app, argv[1], (const char *const *)argv + 2, (size_t)argc - 2, wait, err);
}

odd_status ui_bind(struct app *app, int argc, char **argv, odd_error *err)
{
	if (argc < 4)
		return usage(argv[0], err);
	char *command = line_of(argc, argv, 3);
	odd_status status = keymap_bind(app->keys, argv[1], argv[2], command, err);
	if (status == ODD_OK)
		app_say(app, "%s is bound to %s", argv[2], command);
	free(command);
	return status;
}

odd_status ui_unbind(struct app *app, int argc, char **argv, odd_error *err)
{
	return argc == 3 ? keymap_unbind(app->keys, argv[1], argv[2], err) : usage(argv[0], err);
}
