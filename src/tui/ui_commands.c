#include "config.h"

#include "tui/ui_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/command.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/explore.h"
#include "tui/keymap.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/ui_options.h"

/* ---- the table ------------------------------------------------------------------------------ */

static void offer_screens(const struct offer *o)
{
	const char *screen;
	for (size_t i = 0; (screen = keymap_screen(i)) != NULL; i++)
		offer_word(o, screen);
}

/* Those of the explorer beside those of the run. */
static void offer_all_settings(const struct offer *o)
{
	for (size_t i = 0; i < ui_option_count; i++)
		offer_setting(o, &ui_option_rows[i]);
	offer_settings(o);
}

static const struct kind kinds[] = {
	{"SCREEN", "a screen, or generic for all of them", .offer = offer_screens},
	{"KEY", .help = "a key, or two one after the other"},
	{"SPEED", "iterations a second; 0 is as fast as it goes",
		.value = {.type = ODD_OPTION_REAL, .most = 1024}},
	{"SECONDS", "how long to wait", .value = {.type = ODD_OPTION_REAL, .most = 3600}},
	{"OPTION=VALUE", "an option and what it is to be", .check = check_pair,
		.offer = offer_all_settings},
};

/* "explore|help|log": behind the first each with a bar before it. */
#define SCREEN_NAME(name) "|" #name
#define UI_SCREENS &(SCREENS(SCREEN_NAME))[1]

static const struct command_row rows[] = {
#define UI_COMMAND(name, usage, function, flags, where, help) {name, usage, flags, where, help},
#include "tui/ui_commands.def"
};

const struct command_table explorer_commands = {
	rows, sizeof rows / sizeof *rows, kinds, sizeof kinds / sizeof *kinds, &session_commands};

static ui_command_fn *const functions[] = {
#define UI_COMMAND(name, usage, function, flags, where, help) function,
#include "tui/ui_commands.def"
};

static const struct {
	const char *name;
	ui_also_fn *run;
} also[] = {
#define UI_ALSO(name, function) {name, function},
#include "tui/ui_commands.def"
};

/* "zoom works in the loss and map panes" */
static odd_status elsewhere(const struct command_row *c, odd_error *err)
{
	size_t first = strcspn(c->where, "|");
	bool two = c->where[first] == '|';
	bool pane = false;
	for (int i = 0; i < PANES; i++)
		pane = pane || strncmp(explore_panes[i].name, c->where, first) == 0;
	return odd_error_set(err, ODD_EUSAGE, "%s works %s the %.*s%s%s %s%s", c->name,
		pane ? "in" : "on", (int)first, c->where, two ? " and " : "",
		two ? c->where + first + 1 : "", pane ? "pane" : "screen", two ? "s" : "");
}

/* Is the screen, or the pane that has the focus, one of "a|b"? */
static bool works_here(struct app *app, const char *where)
{
	return where == NULL || odd_choice_find(where, app_screen(app)->ops->screen) >= 0 ||
	       odd_choice_find(where, explore_panes[explore_of(app)->focus].name) >= 0;
}

odd_status ui_command_run(struct app *app, const struct arguments *args, bool *mine, odd_error *err)
{
	const struct command_row *c = args->command;
	size_t i = 0;
	while (i < explorer_commands.rows && &explorer_commands.row[i] != c)
		i++;
	*mine = i < explorer_commands.rows;
	for (size_t k = 0; !*mine && k < sizeof also / sizeof *also; k++)
		if (strcmp(also[k].name, c->name) == 0)
			return also[k].run(app, args, mine, err);
	if (!*mine)
		return ODD_OK;
	if ((c->flags & COMMAND_NEEDS_RUN) != 0 && app->view->data == NULL &&
		app_opening(app) == NULL)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: no network is open; say: open NETWORK", c->name);
	if (!works_here(app, c->where))
		return elsewhere(c, err);
	return functions[i](app, args, err);
}

/* What every screen does in its own way (layer_command), on one that does not. */
odd_status ui_layer(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)app;
	return odd_error_set(
		err, ODD_EUSAGE, "%s has nothing to do on this screen", args->command->name);
}

bool ui_command_posted(const struct command_row *command)
{
	bool posted = commands_find(&session_commands, command->name) == command;
	for (size_t i = 0; i < sizeof also / sizeof *also; i++)
		posted = posted &&
			 (also[i].run != ui_look || strcmp(also[i].name, command->name) != 0);
	return posted;
}

/* ---- commands of the session ---------------------------------------------------------------- */

/* Without a network it asks for one. */
odd_status ui_open(struct app *app, const struct arguments *args, bool *mine, odd_error *err)
{
	const char *network = arguments_text(args, "NETWORK");
	const char *dot = network != NULL ? strrchr(network, '.') : NULL;
	bool session = dot != NULL && strcmp(dot, ".oddlog") == 0;
	*mine = args->count == 0 || session;
	if (session) /* what is open is there to come back to, as with any network */
		return replay_begin(app, network, NULL, 0, 0.0, err);
	if (*mine)
		browser_open(app);
	return ODD_OK;
}

/* One that is nearly an option of the explorer; the session knows its own. */
static odd_status mistyped_setting(const char *word, size_t length, bool *mine, odd_error *err)
{
	char name[40];
	snprintf(name, sizeof name, "%.*s", (int)length, word);
	for (size_t i = 0; i < ui_option_count; i++)
		if (command_distance(name, ui_option_rows[i].name) < 3) {
			*mine = true;
			return odd_error_set(err, ODD_EUSAGE,
				"set: there is no option \"%s\"; did you mean %s?", name,
				ui_option_rows[i].name);
		}
	return ODD_OK;
}

/* Of an option that is the explorer's own: "mouse=off" or "mouse off". */
odd_status ui_set_here(struct app *app, const struct arguments *args, bool *mine, odd_error *err)
{
	const char *word = args->argc > 1 ? args->argv[1] : "";
	size_t length = strcspn(word, "=");
	bool equals = word[length] == '=';
	const odd_option *row = args->argc <= 3 ? ui_option_find(word, length) : NULL;
	*mine = row != NULL;
	if (row == NULL && settings_find(word, length) == NULL)
		return mistyped_setting(word, length, mine, err);
	if (row == NULL)
		return ODD_OK;
	char values[100];
	if (args->argc != (equals ? 2 : 3))
		return odd_error_set(err, ODD_EUSAGE, "set: say: set %s=%s", row->name,
			odd_option_values(values, sizeof values, row));
	const char *value = equals ? word + length + 1 : args->argv[2];
	struct ui_settings next = app->set;
	odd_status status = odd_option_set(&next, row, NULL, value, err);
	if (status == ODD_OK)
		status = ui_settings_check(&next, app_network(app), err);
	if (status != ODD_OK)
		return status;
	if (strcmp(row->name, "ranking") == 0) { /* also if the list is sorted otherwise */
		node_column_release(app->look->sort);
		app->look->sort = NULL;
	}
	app->set = next;
	if (strstr(next.columns, "community") != NULL)
		app_want_groups(app);
	app_apply_settings(app);
	app_relist(app);
	app_say(app, "%s is %s", row->name, value);
	return ODD_OK;
}

/* As it is seen, unless the line says how it is to be. */
odd_status ui_export(struct app *app, const struct arguments *args, bool *mine, odd_error *err)
{
	static const char *const said[] = {"--colour", "--by", "--view", "--recall", "--iterations",
		"--links", "--ego", "--select", "--only", "--whole"};
	const char *what = arguments_text(args, "WHAT");
	*mine = what != NULL && app_network(app) != NULL;
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		*mine = *mine && !arguments_have(args, said[i]);
	/* The neighbourhood of the selected node: the log has to say whose. */
	const bool ego = what != NULL && arguments_have(args, "--ego") &&
			 !arguments_have(args, "--select") && app_network(app) != NULL &&
			 app->look->selected != SESSION_NONE;
	if (!*mine && !ego)
		return ODD_OK;
	*mine = true;
	struct arguments quoted = {.argc = args->argc};
	quoted.argv = xgrow(NULL, (size_t)args->argc, sizeof *quoted.argv);
	for (int i = 0; i < args->argc; i++)
		quoted.argv[i] = command_quote(args->argv[i]);
	char *line = arguments_rest(&quoted, 0);
	char *seen = ego ? text_command(" --select", app_node_name(app, app->look->selected))
			 : explore_as_seen(app, what, arguments_text(args, "FILE"), true);
	char *all = text_make("%s%s", line, seen);
	odd_status status = app_post(app, all, err);
	free(all);
	free(seen);
	free(line);
	arguments_clear(&quoted);
	return status;
}

/* The same for the session, which has neither the selection nor the filter of the screen. */
static odd_status post_mark(struct app *app, const struct arguments *args, odd_error *err)
{
	const char *only = arguments_text(args, "--only"), *filter = app->look->filter.text;
	char *line;
	if (arguments_have(args, "listed"))
		line = text_command("mark --only", filter != NULL ? filter : "none");
	else if (only != NULL)
		line = text_command("mark --only", only);
	else
		line = text_command("mark",
			args->count > 0 ? args->argv[1] : app_node_name(app, app->look->selected));
	odd_status status = app_post(app, line, err);
	free(line);
	return status;
}

/* What is looked at changes at once, while the worker is busy. */
odd_status ui_look(struct app *app, const struct arguments *args, bool *mine, odd_error *err)
{
	char said[LOOK_SAID] = "";
	const char *name = args->command->name;
	*mine = true;
	if (app_network(app) != NULL && app_scores(app) == NULL)
		return odd_error_set(err, ODD_EUSAGE, "%s: the nodes are not yet scored", name);
	for (int i = 1; i < args->argc; i++)
		if (strncmp(args->argv[i], "community", 9) == 0)
			app_want_groups(app);
	const struct node_values facts = app_node_values(app);
	odd_status status = look_run(app->look, said, &facts, args, err);
	if (status != ODD_OK)
		return status;
	app_relist(app);
	if (strcmp(name, "filter") == 0 || strcmp(name, "sort") == 0)
		explore_of(app)->list.first = 0; /* another list, from its beginning */
	if (strcmp(name, "sort") == 0 && app->row_count > 0)
		look_select(app->look, app->row[0]);
	if (strcmp(name, "mark") == 0) /* belongs to the record of the session */
		status = post_mark(app, args, err);
	if (status == ODD_OK)
		app_say(app, "%s", said);
	return status;
}

/* ---- the map and the list ------------------------------------------------------------------- */

odd_status ui_projection(struct app *app, const struct arguments *args, odd_error *err)
{
	const struct shared_map *m = app->view->map;
	if (app_map(app) != m) /* first of all back to ONE */
		return compare_show_map(app, NULL, err);
	bool tsne = m != NULL && m->of.method == ODD_PROJECT_TSNE;
	bool next = args->count == 0 || arguments_have(args, "next");
	tsne = next ? !tsne : arguments_have(args, "tsne");
	return app_run(app, tsne ? "project tsne" : "project pca", err);
}

odd_status ui_find_again(struct app *app, const struct arguments *args, odd_error *err)
{
	bool next = strcmp(args->command->name, "find-next") == 0;
	return app_run(app, next ? "find -n" : "find -p", err);
}

odd_status ui_marks(struct app *app, const struct arguments *args, odd_error *err)
{
	(void)args;
	if (app->look->mark_count == 0)
		return odd_error_set(
			err, ODD_EUSAGE, "no node is marked; m marks the selected one");
	const char *filter = app->look->filter.text;
	bool marked = filter != NULL && strcmp(filter, "marked") == 0;
	return app_run(app, marked ? "filter none" : "filter marked", err);
}
