/* ui_screens.c: prompts, screens, dialogs. */
#include "config.h"

#include "tui/ui_commands.h"
#include <stdlib.h>
#include <string.h>
#include "tui/dialogs.h"
#include "tui/explore.h"
#include "tui/help.h"
#include "tui/prompt.h"
#include "tui/screens.h"
#include "tui/tour.h"

static odd_status ask(struct app *app, enum prompt_kind kind, int argc, char **argv)
{
	char *text = ui_rest(argc, argv, 1);
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
	char *text = ui_rest(argc, argv, 1);
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
		return ui_usage(argv[0], err);
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
		return ui_usage(argv[0], err);
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
		return ui_usage(argv[0], err);
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
		return ui_usage(argv[0], err);
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
