/* node.c: the Node screen: why a node ranks where it does. All parts side by side from 80 × 24,
 * else one part at a time. */
#include "config.h"

#include "tui/screens.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "draw/utf8.h"
#include "session/why.h"
#include "session/xalloc.h"
#include "tui/app.h"
#include "tui/form.h"
#include "tui/list.h"
#include "tui/terminal.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

/* Parts that can have the focus; all but the last are lists. */
enum node_part { NODE_VALUES, NODE_LINKS, NODE_WORDS, NODE_NEAR, NODE_TEXT, NODE_PARTS };

struct node_screen {
	struct layer layer;
	struct app *app;
	unsigned long opened;    /* the network it is of */
	size_t asked;            /* the node the session was asked about last … */
	bool waiting;            /* … and has not answered yet: one question at a time */
	bool again;              /* it was asked once more, as it had forgotten */
	unsigned long serial;    /* of the view when it was asked */
	struct session_why *why; /* the last answer, held; NULL: none yet */
	uint32_t *walk;          /* nodes left behind, for going back */
	size_t walk_count;
	struct list list[NODE_PARTS];
	const odd_explain_entry **entry[NODE_NEAR]; /* of links and words: present and absent, the
						       largest error first */
};

static inline enum node_part node_focus(const struct node_screen *n)
{
	return (enum node_part)n->layer.part;
}

enum { NODE_NAME = 24 }; /* columns of a name, at most */

/* ---- the lists: links, words, near nodes
 * --------------------------------------------------------- */

/* Shortens a name and replaces control characters. Returns out. */
static char *node_shorten(
	char out[FIGURE_NAME], const struct canvas *c, const char *name, double most)
{
	return canvas_text_fit(c, out, FIGURE_NAME, name, most, pen_of(ROLE_TEXT));
}

/* What the rows of a table are made from. */
struct drawing {
	struct node_screen *n;
	enum node_part part;
	struct figure_entries f;
};

static struct drawing drawing_of(
	struct node_screen *n, enum node_part part, const struct canvas *c, double width)
{
	return (struct drawing){n, part,
		{&n->why->of, c, width, part != NODE_WORDS,
			n->why->net->of.net->classes.count > 0}};
}

static void draw_rows(const struct drawing *x, struct canvas *c, struct rect r,
	const struct table_column *column, size_t columns,
	void (*fill)(struct table_cell *cell, void *text, size_t row, void *of))
{
	const struct list_table table = {.column = column,
		.columns = columns,
		.selection = node_focus(x->n) == x->part,
		.fill = fill,
		.text_size = sizeof(struct figure_entry_text),
		.of = (void *)x};
	list_table_draw(&x->n->list[x->part], c, r, &table);
}

static void fill_entry(struct table_cell *cell, void *text, size_t row, void *of)
{
	const struct drawing *d = of;
	figure_entry_cells(cell, text, d->n->entry[d->part][row], &d->f);
}

static void node_draw_entries(
	struct node_screen *n, enum node_part part, struct canvas *c, struct rect r)
{
	struct drawing x = drawing_of(n, part, c, r.w);
	struct table_column column[FIGURE_ENTRY_COLUMNS];
	char title[80], note[80];
	figure_entries_heading(title, note, sizeof title, &x.f);
	r = panel_begin(c, r, title, note, node_focus(n) == part);
	list_table_fit(&n->list[part], n->list[part].count, r, false);
	if (n->list[part].count == 0) {
		plot_message(c, r,
			part == NODE_LINKS           ? "it has no links"
			: n->why->of.place.stand_ins ? "it has no stand-ins"
			: n->why->of.place.words     ? "it has no words"
						     : "it has no attributes");
		return;
	}
	x.f.width = r.w;
	figure_entry_columns(column, &x.f);
	draw_rows(&x, c, r, column, FIGURE_ENTRY_COLUMNS, fill_entry);
}

static void fill_near(struct table_cell *cell, void *text, size_t row, void *of)
{
	const struct drawing *d = of;
	figure_near_cells(cell, text, &d->n->why->of.near[row], &d->f);
}

static void node_draw_near(struct node_screen *n, struct canvas *c, struct rect r)
{
	struct list *l = &n->list[NODE_NEAR];
	struct table_column column[FIGURE_NEAR_COLUMNS];
	r = panel_begin(c, r, "Near", "embedding", node_focus(n) == NODE_NEAR);
	list_table_fit(l, l->count, r, false);
	const struct drawing x = drawing_of(n, NODE_NEAR, c, r.w);
	figure_near_columns(column, &x.f);
	if (l->count > 0)
		draw_rows(&x, c, r, column, FIGURE_NEAR_COLUMNS, fill_near);
}

/* ---- its values beside those of its neighbours ----------------------------------------------- */

enum { COLUMN, OWN, OTHERS, VALUE_COLUMNS };

struct value_text {
	char name[FIGURE_NAME], own[FIGURE_NAME], others[VALUE_TEXT];
};

/* No text is longer than its share of the row: all three are to be seen. */
static void fill_value(struct table_cell *cell, void *room, size_t row, void *of)
{
	const struct node_screen *n = of;
	const struct node_value_row *v = &n->why->value[row];
	const int w = (int)n->list[NODE_VALUES].area.w;
	const bool missing = v->own[0] == '\0';
	struct value_text *text = room;
	fit_text(text->name, sizeof text->name, v->column->name, w / 4, false);
	fit_text(text->own, sizeof text->own, missing ? "missing" : v->own, 3 * w / 10, false);
	fit_text(text->others, sizeof text->others, v->neighbours, w > 60 ? w : 4 * w / 10 - 1,
		false);
	cell[COLUMN] = (struct table_cell){
		.text = text->name, .role = v->column->used ? ROLE_TEXT : ROLE_DIM};
	cell[OWN] = (struct table_cell){.text = text->own, .role = missing ? ROLE_DIM : ROLE_TEXT};
	cell[OTHERS] = (struct table_cell){.text = text->others, .role = ROLE_DIM};
}

static void draw_values(struct node_screen *n, struct canvas *c, struct rect r)
{
	const struct table_column column[VALUE_COLUMNS] = {
		[COLUMN] = {.title = "column", .priority = 20},
		[OWN] = {.title = "this node", .brief = "node", .priority = 19},
		[OTHERS] = {.title = n->why->of.unlinked ? NULL : "its neighbours",
			.brief = "neighbours",
			.priority = 9,
			.stretch = true},
	};
	struct list *l = &n->list[NODE_VALUES];
	char note[60];
	snprintf(note, sizeof note, "%sdim: not used",
		n->why->of.unlinked ? ""
		: r.w >= 60.0       ? "most telling first; "
				    : "");
	r = panel_begin(c, r, "Values", note, node_focus(n) == NODE_VALUES);
	list_table_fit(l, n->why->values, r, false);
	list_table_draw(l, c, r,
		&(struct list_table){.column = column,
			.columns = VALUE_COLUMNS,
			.selection = node_focus(n) == NODE_VALUES,
			.fill = fill_value,
			.text_size = sizeof(struct value_text),
			.of = n});
}

/* ---- the upper panels: components, and the history of the rank --------------------------------
 */

static struct result result_of(const struct node_screen *n)
{
	const struct rank_history *h = &n->why->history;
	return (struct result){.net = n->why->net->of.net,
		.scores = app_scores(n->app),
		.why = &n->why->of,
		.why_count = 1,
		.ranks = {h->at, h->rank, h->count}};
}

static void draw_why(const struct node_screen *n, struct canvas *c, struct rect r)
{
	const struct result result = result_of(n);
	const struct figure_run run = {.result = &result};
	char total[NUMBER_SIZE], note[80];
	number_text(total, result.why->total, 3);
	snprintf(note, sizeof note, "score %s", total);
	figure_panel_why(&run, c, panel_begin(c, r, "Why", note, false));
}

static void draw_history(const struct node_screen *n, struct canvas *c, struct rect r)
{
	const struct result result = result_of(n);
	const struct figure_run run = {.result = &result};
	char note[80];
	figure_ranks_text(note, sizeof note, &result.ranks);
	figure_panel_history(&run, c, panel_begin(c, r, "Rank history", note, false));
}

/* ---- in words ------------------------------------------------------------------------------- */

/* Rows that the sentences take; drawn from row `from` on when c is not NULL. */
static size_t lay_out_text(const odd_sentences *s, struct canvas *c, struct rect r, size_t from)
{
	size_t row = 0;
	for (size_t i = 0; i < s->count; i++)
		row = paint_wrapped(c, r, s->line[i],
			i == 0 ? pen_bold(ROLE_TEXT) : pen_of(ROLE_TEXT), row, from);
	return row;
}

static void draw_text(struct node_screen *n, struct canvas *c, struct rect r)
{
	char place[60];
	const odd_sentences *s = &n->why->sentences;
	struct list *l = &n->list[NODE_TEXT];
	const struct rect inner = rect_inset(r, 1, 1, 1, 1);
	list_fit(l, lay_out_text(s, NULL, inner, 0), inner);
	list_place(l, place, sizeof place);
	r = panel_begin(
		c, r, "In words", l->count > l->seen ? place : "", node_focus(n) == NODE_TEXT);
	lay_out_text(s, c, r, l->first);
}

/* ---- the screen ----------------------------------------------------------------------------- */

/* True when the node was planted here, false when the data names it. */
static bool was_planted(const struct app *app, size_t node)
{
	const struct session_data *d = app->view->data;
	for (size_t i = 0; i < d->plants->count; i++)
		if (odd_plant_touched(&d->plants->record[i], node))
			return true;
	return false;
}

/* " node n1204   label 3   degree 31   rank 1 of 2 843   planted ▲" */
static void draw_title(const struct node_screen *n, struct canvas *c, struct rect r)
{
	const struct app *app = n->app;
	const odd_explanation *e = &n->why->of;
	char text[400], name[FIGURE_NAME], from[120] = "";
	int x = (int)r.x + 1, y = (int)r.y, right = (int)rect_right(r) - 1;
	struct pen bold = {.role = ROLE_TEXT, .flags = PEN_BOLD};
	x = paint_text(c, x, y, right - x, "node ", bold);
	x = paint_text(c, x, y, right - x, node_shorten(name, c, e->title, NODE_NAME), bold);
	if (look_marked(app->look, e->node))
		x = paint_text(c, x, y, right - x, " '", bold);
	const odd_scores *s = app->view->scored != NULL ? &app->view->scored->scores : NULL;
	bool here = s != NULL && e->node < s->n && s->rank[e->node] == e->rank;
	snprintf(text, sizeof text, "   %s%.60s%srank %zu%s", e->label != NULL ? "label " : "",
		e->label != NULL ? e->label : "", e->label != NULL ? "   " : "", e->rank,
		here && odd_scores_tied(s, e->node) ? "=" : "");
	if (here && s->low != NULL)
		text_add(text, sizeof text, " (%u-%u)", s->low[e->node], s->high[e->node]);
	text_add(text, sizeof text, " of %zu", e->nodes);
	if (!e->unlinked)
		text_add(text, sizeof text, "   degree %zu", e->links.count);
	if (e->missing_all > 0)
		text_add(text, sizeof text, "   %zu missing", e->missing_all);
	if (e->known && e->kind != ODD_ORDINARY && app_truth(app))
		text_add(text, sizeof text, "   %s %s",
			was_planted(app, e->node) ? "planted" : "known",
			cells_mark(figure_kind_mark(e->kind), app->set.glyphs));
	x = paint_text(c, x, y, right - x, text, pen_of(ROLE_TEXT));
	if (n->walk_count > 0 && n->walk[n->walk_count - 1] < app_network(app)->nodes)
		snprintf(from, sizeof from, "from %s",
			node_shorten(name, c, app_node_name(app, n->walk[n->walk_count - 1]),
				NODE_NAME));
	int w = (int)utf8_width(from), room = right - x - 2;
	if (w > 0 && room >= 9) /* as much of it as there is room for */
		paint_text(c, right - (w < room ? w : room), y, room, from, pen_of(ROLE_DIM));
}

static void draw_beside(struct node_screen *n, struct canvas *c, struct rect r)
{
	const bool values = n->why->values > 0;
	double h = r.h - 1.0, top = h >= 30.0 ? values ? 12.0 : 11.0 : values ? 8.0 : 6.0;
	double middle = ceil((h - top) / 2.0);
	double left = floor(r.w / 2.0), near = floor(r.w * 0.32), y = r.y + 1.0;
	draw_title(n, c, r);
	if (values) { /* they come first; the history has what is left beside them */
		const double why = fmin(top, 6.0), wide = floor(0.6 * r.w);
		draw_values(n, c, (struct rect){r.x, y, wide, top});
		draw_why(n, c,
			(struct rect){r.x + wide, y, r.w - wide, top - why >= 5.0 ? why : top});
		if (top - why >= 5.0)
			draw_history(
				n, c, (struct rect){r.x + wide, y + why, r.w - wide, top - why});
	} else {
		draw_why(n, c, (struct rect){r.x, y, left, top});
		draw_history(n, c, (struct rect){r.x + left, y, r.w - left, top});
	}
	y += top;
	if (n->why->of.unlinked)
		left = 0.0;
	else
		node_draw_entries(n, NODE_LINKS, c, (struct rect){r.x, y, left, middle});
	node_draw_entries(n, NODE_WORDS, c, (struct rect){r.x + left, y, r.w - left, middle});
	y += middle;
	draw_text(n, c, (struct rect){r.x, y, r.w - near, h - top - middle});
	node_draw_near(n, c, (struct rect){r.x + r.w - near, y, near, h - top - middle});
}

/* On a small screen: the part that has the focus, below the components where both have room. */
static void draw_single(struct node_screen *n, struct canvas *c, struct rect r)
{
	const enum node_part part = node_focus(n);
	double why = r.h >= 14.0 ? 6.0 : 0.0;
	struct rect rest = {r.x, r.y + 1.0 + why, r.w, r.h - 1.0 - why};
	draw_title(n, c, r);
	if (why > 0.0)
		draw_why(n, c, (struct rect){r.x, r.y + 1.0, r.w, why});
	if (part == NODE_TEXT)
		draw_text(n, c, rest);
	else if (part == NODE_NEAR)
		node_draw_near(n, c, rest);
	else if (part == NODE_VALUES)
		draw_values(n, c, rest);
	else
		node_draw_entries(n, part, c, rest);
}

static void node_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct node_screen *n = (struct node_screen *)layer;
	if (n->why == NULL) {
		plot_message(c, r,
			n->waiting ? "working out why it ranks where it does"
				   : "stopped before it was worked out");
		return;
	}
	for (int i = 0; i < NODE_PARTS; i++)
		n->list[i].area.h = 0.0; /* a list that is not drawn cannot be clicked */
	if (app->columns < 80 || app->rows < 24)
		draw_single(n, c, r);
	else
		draw_beside(n, c, r);
}

/* ---- text to be copied ----------------------------------------------------------
 */

static void put(FILE *out, const struct node_screen *n)
{
	const odd_explanation *e = &n->why->of;
	fprintf(out, "%s\trank %zu of %zu\tscore %.6g\n", e->id, e->rank, e->nodes, e->total);
	for (size_t i = 0; i < n->why->sentences.count; i++)
		fprintf(out, "%s\n", n->why->sentences.line[i]);
	for (size_t i = 0; i < n->why->values; i++)
		fprintf(out, "%s%s\t%s\t%s\n", i == 0 ? "\ncolumn\tvalue\tneighbours\n" : "",
			n->why->value[i].column->name, n->why->value[i].own,
			n->why->value[i].neighbours);
}

/* What the screen says in words and values; on the heap, NULL without memory. */
static char *node_text(const struct node_screen *n)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	put(out, n);
	return fclose(out) == 0 ? text : (free(text), NULL);
}

enum { WALK_MOST = 1000 };

/* ---- asking --------------------------------------------------------------------------------- */

static bool tell_session(struct app *app, const char *word)
{
	char *line = text_command("explain", word);
	const bool posted = worker_post(app->worker, line);
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

/* Networks without links have no list of links; values exist only for tables. */
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

/* True when the session dropped its answer: a planted node was undone and redone at once. */
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

/* ---- moving to other nodes
 * ---------------------------------------------------------------------------- */

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
	app_say(n->app, "copied what the screen says of %s",
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
