#include "config.h"

#include "tui/ui_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/command.h"
#include "session/memory.h"
#include "tui/explore.h"
#include "tui/screens.h"
#include "tui/ui_options.h"

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

odd_status ui_usage(const char *name, odd_error *err)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].name, name) == 0)
			return odd_error_set(
				err, ODD_EUSAGE, "%s: say: %s %s", name, name, table[i].usage);
	return odd_error_set(err, ODD_EUSAGE, "there is no command %s", name);
}

/* The words behind the name as one, parted by single blanks; on the heap. */
char *ui_rest(int argc, char **argv, int from)
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
char *ui_line(int argc, char **argv, int from)
{
	char **quoted = memory_grow(NULL, (size_t)argc, sizeof *quoted);
	for (int i = from; i < argc; i++)
		quoted[i] = command_quote(argv[i]);
	char *line = ui_rest(argc, quoted, from);
	for (int i = from; i < argc; i++)
		free(quoted[i]);
	free(quoted);
	return line;
}

/* ---- panes: what the Explore screen does not do itself ----------------------------------------
 */

static odd_status elsewhere(struct app *app, const char *name, odd_error *err)
{
	(void)app;
	return odd_error_set(err, ODD_EUSAGE, "%s has nothing to do on this screen", name);
}

#define OF_PANES(function) \
	odd_status function(struct app *app, int argc, char **argv, odd_error *err) \
	{ \
		(void)argc; \
		return elsewhere(app, argv[0], err); \
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
		return ui_usage(argv[0], err);
	return compare_show_map(app, method, err);
}

odd_status ui_sort(struct app *app, int argc, char **argv, odd_error *err)
{
	static const char *const names[] = {
		"total", "structure", "attributes", "disagreement", "node"};
	if (argc < 2)
		return ui_usage(argv[0], err);
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
	odd_status status =
		look_run(&app->look, said, app_network(app), scores, reversed ? 3 : 2, words, err);
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
		return odd_error_set(
			err, ODD_EUSAGE, "no node is marked; m marks the selected one");
	return app_run(
		app, app->look.filter.by == FILTER_MARKED ? "filter none" : "filter marked", err);
}
