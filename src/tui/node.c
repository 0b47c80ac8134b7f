#include "config.h"

#include "tui/screens.h"

#include "session/xalloc.h"
#include "tui/node_parts.h"
#include "tui/terminal.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

enum { WALK_MOST = 1000 };

/* ---- asking --------------------------------------------------------------------------------- */

/* Straight to the session, so that the status line does not tell of what nobody has typed. False:
 * too many commands wait already. */
static bool tell_session(struct app *app, const char *word)
{
	char *line = text_command("explain", word);
	bool posted = worker_post(app->worker, line);
	while (app->scripted && worker_turn(app->worker))
		;
	free(line);
	return posted;
}

/* All entries of a row; returns how many. */
static size_t fill_list(const odd_explain_entry ***list, const odd_explain_row *row)
{
	*list = xgrow(*list, row->present_count + row->absent_count, sizeof **list);
	return figure_entries_sort(*list, row);
}

/* Where nobody has a link there is no list of them, and values only of a table. */
static bool node_lacks(const struct layer *layer, int part)
{
	const struct node_screen *n = (const struct node_screen *)layer;
	if (n->why == NULL)
		return false;
	return part == NODE_VALUES ? n->why->values == 0
				   : part == NODE_LINKS && n->why->of.unlinked;
}

static void take(struct node_screen *n, struct session_why *why)
{
	bool same = n->why != NULL && n->why->node == why->node;
	shared_hold(why);
	shared_release(n->why);
	n->why = why;
	const size_t count[NODE_TEXT] = {why->values,
		fill_list(&n->entry[NODE_LINKS], &why->of.links),
		fill_list(&n->entry[NODE_WORDS], &why->of.attributes), why->of.near_count};
	for (int i = 0; i < NODE_TEXT; i++)
		list_fit(&n->list[i], count[i], n->list[i].area);
	for (int i = 0; i < NODE_PARTS && !same; i++)
		list_select(&n->list[i], 0);
	while (n->layer.part < NODE_WORDS && node_lacks(&n->layer, n->layer.part))
		n->layer.part++;
	n->again = false;
}

/* Has the session dropped its answer? So it does when a planted node was undone and redone at once.
 */
static bool forgotten(const struct node_screen *n, const struct session_view *v)
{
	return n->why != NULL && n->why->node == n->asked && v->why == NULL && !v->lagging &&
	       !n->again;
}

static void ask(struct node_screen *n, struct app *app, size_t node)
{
	n->again = node == n->asked;
	n->asked = node;
	n->serial = app->view->serial;
	n->waiting = true;
	if (!tell_session(app, app_node_name(app, node))) {
		n->waiting = false; /* with the next view, then */
		n->asked = SESSION_NONE;
	}
	app_update(app);
}

static void node_update(struct layer *layer, struct app *app)
{
	struct node_screen *n = (struct node_screen *)layer;
	const struct session_view *v = app->view;
	size_t node = app->look->selected;
	if (v->data == NULL || v->opened != n->opened || node == SESSION_NONE) {
		if (app->top == layer)
			app_pop(app);
		return;
	}
	app->dirty = true;
	if (v->serial != n->serial)
		n->waiting = false;
	if (v->why != NULL && v->why != n->why)
		take(n, v->why);
	if (!n->waiting && (node != n->asked || forgotten(n, v)))
		ask(n, app, node);
}

/* ---- going about ---------------------------------------------------------------------------- */

static void go(struct node_screen *n, size_t node)
{
	look_select(n->app->look, node);
	node_update(&n->layer, n->app);
}

/* The next one of the list as it is sorted and filtered, or of the ranking when it is not in it. */
static odd_status go_ranked(struct node_screen *n, bool down, odd_error *err)
{
	const struct app *app = n->app;
	const odd_scores *scores = app_scores(app);
	const size_t node = app->look->selected;
	if (scores == NULL)
		return odd_error_set(err, ODD_EUSAGE, "the nodes are not yet scored");
	const uint32_t *row = app->row;
	size_t at = 0, count = app->row_count;
	while (at < count && row[at] != node)
		at++;
	if (at == count) {
		row = scores->order;
		count = scores->n;
		at = scores->rank[node] - 1;
	}
	if (down ? at + 1 >= count : at == 0)
		return odd_error_set(
			err, ODD_EUSAGE, "this is the %s of the list", down ? "last" : "first");
	n->walk_count = 0;
	go(n, row[down ? at + 1 : at - 1]);
	return ODD_OK;
}

static odd_status walk_on(struct node_screen *n, odd_error *err)
{
	if (n->why == NULL || n->why->node != n->app->look->selected)
		return odd_error_set(err, ODD_EUSAGE, "it is still being worked out");
	const enum node_part focus = node_focus(n);
	if (focus != NODE_LINKS && focus != NODE_NEAR)
		return odd_error_set(err, ODD_EUSAGE,
			n->why->of.unlinked
				? "only near nodes lead to another node: Tab goes there"
				: "only links and near nodes lead to another node: Tab goes there");
	const struct list *l = &n->list[focus];
	if (l->count == 0)
		return odd_error_set(err, ODD_EUSAGE, "there is no node to go to");
	size_t to = focus == NODE_LINKS ? n->entry[focus][l->cursor]->at
					: n->why->of.near[l->cursor].node;
	if (to >= app_network(n->app)->nodes)
		return odd_error_set(err, ODD_EUSAGE, "that node is no longer there");
	if (n->walk_count == WALK_MOST)
		memmove(n->walk, n->walk + 1, --n->walk_count * sizeof *n->walk);
	n->walk = xgrow(n->walk, n->walk_count + 1, sizeof *n->walk);
	n->walk[n->walk_count++] = (uint32_t)n->app->look->selected;
	go(n, to);
	return ODD_OK;
}

static odd_status walk_back(struct node_screen *n, odd_error *err)
{
	size_t nodes = app_network(n->app)->nodes;
	while (n->walk_count > 0 && n->walk[n->walk_count - 1] >= nodes)
		n->walk_count--; /* taken out since */
	if (n->walk_count == 0)
		return odd_error_set(err, ODD_EUSAGE, "this is where the walk began");
	go(n, n->walk[--n->walk_count]);
	return ODD_OK;
}

odd_status ui_node(struct app *app, const struct arguments *args, odd_error *err)
{
	struct node_screen *n = (struct node_screen *)app_screen(app);
	if (arguments_have(args, "walk"))
		return walk_on(n, err);
	if (arguments_have(args, "back"))
		return walk_back(n, err);
	return go_ranked(n, arguments_have(args, "next"), err);
}

/* ---- commands ------------------------------------------------------------------------------- */

static struct list *node_list(struct layer *layer, const struct key *mouse)
{
	struct node_screen *n = (struct node_screen *)layer;
	for (int i = 0; mouse != NULL && i < NODE_PARTS; i++)
		if (list_under(&n->list[i], *mouse)) {
			if (mouse->act == MOUSE_PRESS || mouse->act == MOUSE_DOUBLE)
				layer->part = i;
			return &n->list[i];
		}
	return mouse == NULL || mouse->act >= MOUSE_WHEEL_UP ? &n->list[layer->part] : NULL;
}

static odd_status copy(struct node_screen *n, odd_error *err)
{
	if (n->why == NULL)
		return odd_error_set(err, ODD_EUSAGE, "it is still being worked out");
	char *text = node_text(n);
	if (text == NULL)
		return odd_error_nomem(err);
	if (n->app->terminal != NULL)
		terminal_copy(n->app->terminal, text);
	free(text);
	app_say(n->app, "copied what is known of %s as text",
		odd_names_get(&n->why->net->of.net->ids, n->why->node));
	return ODD_OK;
}

static bool node_command(struct layer *layer, struct app *app, const struct arguments *args,
	odd_status *status, odd_error *err)
{
	struct node_screen *n = (struct node_screen *)layer;
	app->dirty = true;
	if (!arguments_begin(args, "copy") || args->count > 0)
		return false;
	*status = copy(n, err);
	return true;
}

/* ---- life ----------------------------------------------------------------------------------- */

static odd_status node_begin(struct layer *layer, struct app *app, odd_error *err)
{
	struct node_screen *n = (struct node_screen *)layer;
	n->app = app;
	n->asked = SESSION_NONE;
	n->list[NODE_TEXT].text = true;
	n->opened = app->view->opened;
	if (app->look->selected == SESSION_NONE && app->row_count > 0)
		look_select(app->look, app->row[0]);
	if (app->look->selected == SESSION_NONE)
		return odd_error_set(err, ODD_EUSAGE, "no node is selected");
	return ODD_OK;
}

static void node_clear(struct layer *layer)
{
	struct node_screen *n = (struct node_screen *)layer;
	tell_session(n->app, "none");
	shared_release(n->why);
	for (int i = 0; i < NODE_NEAR; i++)
		free(n->entry[i]);
	free(n->walk);
}

const struct layer_ops node_screen = {
	.screen = "node",
	.size = sizeof(struct node_screen),
	.needs_network = true,
	.whole = true,
	.begin = node_begin,
	.draw = node_draw,
	.command = node_command,
	.list = node_list,
	.open = "node walk",
	.parts = NODE_PARTS,
	.lacks = node_lacks,
	.update = node_update,
	.footer = "leave|Back;node next|Next;node walk|Go there;focus next|List;mark|Mark;"
		  "copy|Copy;help|Help;node back|Return;node previous|Previous;toggle-play|Play",
	.clear = node_clear,
};
