#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/xalloc.h"
#include "tui/compare_parts.h"
#include "tui/explore.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

/* ---- rows ----------------------------------------------------------------------------------- */

size_t compare_row(const struct session_comparison *c, const odd_method *method)
{
	size_t i = 0;
	while (i < c->table.methods && c->table.method[i] != method)
		i++;
	return i;
}

size_t compare_selected(const struct compare_screen *s)
{
	const struct session_comparison *c = compare_of(s);
	size_t i = compare_row(c, s->selected);
	return i < c->table.methods ? i : 0;
}

/* Methods come and go, and so do networks. */
static void compare_update(struct layer *layer, struct app *app)
{
	struct compare_screen *s = (struct compare_screen *)layer;
	const struct session_comparison *c = compare_of(s);
	app->dirty = true;
	if (c == NULL || c->table.methods == 0)
		return;
	if (compare_row(c, s->selected) == c->table.methods)
		s->selected = c->table.method[0];
	if (s->anchor != NULL && compare_row(c, s->anchor) == c->table.methods)
		s->anchor = NULL;
	if ((c->plan.tasks & ODD_TASK_BIT(s->task)) == 0)
		s->task = ODD_TASK_OUTLIERS;
}

static struct list *compare_list(struct layer *layer, const struct key *mouse)
{
	struct compare_screen *s = (struct compare_screen *)layer;
	if (compare_of(s) == NULL)
		return NULL;
	s->table.cursor = compare_selected(s);
	bool nodes = mouse == NULL ? layer->part == COMPARE_LIST : list_under(&s->list, *mouse);
	if (nodes && mouse != NULL && mouse->act == MOUSE_PRESS)
		layer->part = COMPARE_LIST;
	return nodes ? &s->list : &s->table;
}

static void compare_moved(struct layer *layer, struct app *app)
{
	struct compare_screen *s = (struct compare_screen *)layer;
	const struct session_comparison *c = compare_of(s);
	(void)app;
	if (c != NULL && s->table.cursor < c->table.methods)
		s->selected = c->table.method[s->table.cursor];
}

/* ---- commands ------------------------------------------------------------------------------- */

/* The screen; NULL and ODD_EUSAGE while there is nothing on it. */
static struct compare_screen *compared(const struct app *app, odd_error *err)
{
	if (app->view->comparison != NULL)
		return (struct compare_screen *)app_screen(app);
	odd_error_set(err, ODD_EUSAGE, "nothing is compared on this network yet");
	return NULL;
}

odd_status ui_task(struct app *app, const struct arguments *args, odd_error *err)
{
	struct compare_screen *s = compared(app, err);
	int task = arguments_choice(args, 0); /* the command has its words in this order */
	if (s == NULL)
		return ODD_EUSAGE;
	const unsigned planned = app->view->comparison->plan.tasks;
	if (task < 0 || task > ODD_TASK_BATTERY) { /* the next that is measured */
		task = ((int)s->task + 1) % COMPARE_TASKS;
		while ((planned & ODD_TASK_BIT(task)) == 0)
			task = (task + 1) % COMPARE_TASKS;
	}
	if (task == ODD_TASK_BATTERY && (planned & ODD_TASK_BIT(task)) == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"the battery is not measured here yet; B does it, or :compare battery");
	if ((planned & ODD_TASK_BIT(task)) == 0 || (planned & (planned - 1)) == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"the other tasks need labels of two classes, which this network has not");
	s->task = (odd_task)task;
	return ODD_OK;
}

odd_status ui_against(struct app *app, const struct arguments *args, odd_error *err)
{
	struct compare_screen *s = compared(app, err);
	(void)args;
	if (s == NULL)
		return ODD_EUSAGE;
	s->anchor = s->anchor == NULL ? compare_of(s)->table.method[compare_selected(s)] : NULL;
	if (s->anchor != NULL)
		app_say(app, "differences to %s: select the other method; d ends",
			s->anchor->title);
	return ODD_OK;
}

/* Why the node of the list ranks where it does, for ONE; it opens over this screen. */
static odd_status open_node(struct compare_screen *s, odd_error *err)
{
	size_t node = compare_node(s);
	if (node == SESSION_NONE)
		return odd_error_set(err, ODD_EUSAGE, "no node is listed");
	if (node >= app_network(s->app)->nodes)
		return odd_error_set(err, ODD_EUSAGE,
			"%s was planted into a copy and is not in the open network",
			odd_names_get(&compare_of(s)->first->of.net->ids, node));
	look_select(s->app->look, node);
	return screen_open(s->app, &node_screen, err);
}

static odd_status drop_selected(struct compare_screen *s, odd_error *err)
{
	if (compared(s->app, err) == NULL)
		return ODD_EUSAGE;
	const struct session_comparison *c = compare_of(s);
	size_t at = compare_selected(s);
	char line[80];
	snprintf(line, sizeof line, "compare drop %s", c->table.method[at]->name);
	/* The one below takes its place. */
	if (c->table.methods > 1)
		s->selected = c->table.method[at + 1 < c->table.methods ? at + 1 : at - 1];
	return app_run(s->app, line, err);
}

/* A figure shows the task whose table is on the screen, unless the line says another. */
static odd_status export_seen(
	const struct compare_screen *s, const struct arguments *args, odd_error *err)
{
	const struct argument *theme = arguments_get(args, "--theme");
	char *words = text_command("compare export", arguments_text(args, "FILE"));
	char *line = text_make("%s --task %s%s%s%s", words, odd_task_name(s->task),
		theme != NULL ? " --theme " : "", theme != NULL ? theme->text : "",
		arguments_have(args, "--replace") ? " --replace" : "");
	odd_status status = app_post(s->app, line, err);
	free(line);
	free(words);
	return status;
}

static bool compare_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	struct compare_screen *s = (struct compare_screen *)layer;
	if (arguments_begin(args, "screen node"))
		*status = open_node(s, err);
	else if (arguments_begin(args, "compare seeds") && compare_of(s) == NULL)
		*status = app_run(app, "compare start", err);
	else if (arguments_begin(args, "compare export") && compare_of(s) != NULL &&
		 !arguments_have(args, "--task"))
		*status = export_seen(s, args, err);
	else if (arguments_begin(args, "compare drop") && args->argc == 2)
		*status = drop_selected(s, err);
	else
		return false;
	return true;
}

/* A double click on a node opens it; on a method, its map. */
static bool compare_key(struct layer *layer, struct app *app, struct key key)
{
	struct compare_screen *s = (struct compare_screen *)layer;
	if (key.code != K_MOUSE || key.act != MOUSE_DOUBLE || compare_of(s) == NULL ||
		list_mouse(&s->list, key) != LIST_OPENED)
		return false;
	layer->part = COMPARE_LIST;
	app_run(app, "screen node", NULL);
	return true;
}

/* ---- the map of a method -------------------------------------------------------------------- */

odd_status compare_show_map(struct app *app, const odd_method *method, odd_error *err)
{
	const struct session_comparison *c = app->view->comparison;
	if (method == NULL) {
		app_borrow_map(app, NULL, NULL);
		app_say(app, "the map shows ONE again");
		return ODD_OK;
	}
	size_t row = c != NULL ? compare_row(c, method) : 0;
	if (c == NULL || row == c->table.methods)
		return odd_error_set(err, ODD_EUSAGE,
			"%s is not compared on this network; say: compare add %s", method->title,
			method->name);
	if (c->found[row] == NULL)
		return odd_error_set(
			err, ODD_EUSAGE, "%s has not come to its end yet", method->title);
	if (c->found[row]->map == NULL)
		return odd_error_set(err, ODD_EUSAGE,
			"%s has no embedding, so there is no map of it", method->title);
	app_borrow_map(app, c->found[row]->map, method->title);
	while (app->top->below != NULL)
		app_pop(app);
	explore_of(app)->focus = PANE_MAP;
	app_say(app, "the map shows %s, seed %llu; p or Esc shows ONE again", method->title,
		(unsigned long long)c->plan.seed);
	return ODD_OK;
}

/* ---- life ----------------------------------------------------------------------------------- */

static odd_status compare_begin(struct layer *layer, struct app *app, odd_error *err)
{
	((struct compare_screen *)layer)->app = app;
	return app->view->comparison == NULL ? app_run(app, "compare start", err) : ODD_OK;
}

const struct layer_ops compare_screen = {
	.screen = "compare",
	.size = sizeof(struct compare_screen),
	.needs_network = true,
	.whole = true,
	.begin = compare_begin,
	.draw = compare_draw,
	.header = compare_header,
	.key = compare_key,
	.command = compare_command,
	.list = compare_list,
	.moved = compare_moved,
	.open = "map-of",
	.parts = COMPARE_PAGES,
	.update = compare_update,
	.footer =
		"open-dialog method|Add;compare drop|Drop;compare seeds +1|Re-run;against|Diff;"
		"task next|Table;prompt compare export {name}-comparison.tsv|Export;leave|Explore;"
		"help|Help;map-of|Map;focus next|List;screen node|Node;toggle-play|Play",
};

/* Of the selected method when none is named, which is only here. */
odd_status ui_map_of(struct app *app, const struct arguments *args, odd_error *err)
{
	const char *name = arguments_text(args, "METHOD");
	if (args->count > 0)
		return compare_show_map(app, name != NULL ? odd_method_find(name) : NULL, err);
	if (app_screen(app)->ops != &compare_screen)
		return arguments_usage(args, err);
	const struct compare_screen *s = compared(app, err);
	return s != NULL ? compare_show_map(
				   app, compare_of(s)->table.method[compare_selected(s)], err)
			 : ODD_EUSAGE;
}

/* ---- adding a method --------------------------------------------------------------------------
 */

odd_status compare_add_open(struct app *app, odd_error *err)
{
	static const char *const kind[] = {"links", "links and words", "control"};
	static const struct choosing how = {"Add a method", "A", "compare add", "Add", 8, 4};
	const struct session_comparison *c = app->view->comparison;
	const odd_method *method;
	struct choice *choice = NULL;
	size_t n = 0;
	odd_status status = app_needs_network(app, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; (method = odd_method_get(i)) != NULL; i++) {
		if (c != NULL && compare_row(c, method) < c->table.methods)
			continue;
		choice = xgrow(choice, n + 1, sizeof *choice);
		choice[n++] = (struct choice){xstrdup(method->name),
			text_make("%-18s %s%s", method->title, kind[method->kind],
				method->supervised ? ", sees labels" : ""),
			xstrdup(method->note != NULL ? method->note : "")};
	}
	choose_open(app, &how, choice, n);
	return ODD_OK;
}
