/* compare.c: the Compare screen: a row for each method, how far the comparison is, and below, where
 * there is room, curves and the nodes that one method finds and the others do not. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "draw/plot.h"
#include "draw/utf8.h"
#include "session/comparer.h"
#include "session/xalloc.h"
#include "study/result.h"
#include "session/comparison.h"
#include "tui/app.h"
#include "tui/explore.h"
#include "tui/list.h"
#include "tui/screens.h"
#include "tui/text.h"
#include "tui/ui_commands.h"

enum { COMPARE_NODES = 64 };                      /* listed at most */
enum { COMPARE_TASKS = ODD_TASK_CLUSTERING + 1 }; /* that the explorer measures */

/* Where not all parts have room, Tab turns to the next one. */
enum compare_page { COMPARE_TABLE, COMPARE_CHART, COMPARE_LIST, COMPARE_PAGES };

struct compare_screen {
	struct layer layer;
	struct app *app;
	const odd_method *selected; /* by what it is, since rows come and go */
	const odd_method *anchor; /* differences to this one; NULL: what only the selected found */
	odd_task task;            /* the table of which task */
	struct list table;        /* of methods */

	/* Worked out for a version of the comparison and a choice of methods. */
	unsigned long version;
	const odd_method *of, *against;
	uint32_t node[COMPARE_NODES];
	struct list list; /* of those nodes */
	size_t all;       /* how many there are, listed or not */
	size_t missed;
	size_t count[4]; /* differences: outliers that both, one, the other and neither has */
};

/* The comparison, or NULL; and the row of a method, `methods` when it is not in it. */
static inline const struct session_comparison *compare_of(const struct compare_screen *s)
{
	return s->app->view->comparison;
}
static inline enum compare_page compare_page(const struct compare_screen *s)
{
	return (enum compare_page)s->layer.part;
}
/* ---- rows ----------------------------------------------------------------------------------- */

static size_t compare_row(const struct session_comparison *c, const odd_method *method)
{
	size_t i = 0;
	while (i < c->table.methods && c->table.method[i] != method)
		i++;
	return i;
}

static size_t compare_selected(const struct compare_screen *s)
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

enum { VALUES = 7, TEXT = NUMBER_SIZE };

struct value_column {
	const char *title, *brief;
	size_t measure;
	bool spread; /* the deviation is worth its room */
	int priority;
};

static const struct task_table {
	size_t count;
	struct value_column value[VALUES];
} tables[COMPARE_TASKS] = {
	[ODD_TASK_OUTLIERS] = {7,
		{{"@5%", NULL, ODD_M_RECALL, true, 9}, {"@10%", NULL, ODD_M_RECALL + 1, true, 7},
			{"@15%", NULL, ODD_M_RECALL + 2, true, 5},
			{"@25%", NULL, ODD_M_RECALL + 4, true, 6},
			{"AUC", NULL, ODD_M_AUC, false, 8},
			{"placebo", NULL, ODD_M_PLACEBO, false, 8},
			{"made", NULL, ODD_M_PLACEBO_ABOVE, false, 7}}},
	[ODD_TASK_CLASSIFICATION] = {6,
		{{"macro 10%", NULL, ODD_M_MACRO, true, 9}, {"30%", NULL, ODD_M_MACRO + 2, true, 7},
			{"50%", NULL, ODD_M_MACRO + 4, true, 8},
			{"micro 10%", NULL, ODD_M_MICRO, true, 6},
			{"30%", NULL, ODD_M_MICRO + 2, true, 4},
			{"50%", NULL, ODD_M_MICRO + 4, true, 5}}},
	[ODD_TASK_CLUSTERING] = {2,
		{{"accuracy", NULL, ODD_M_CLUSTERING, true, 9},
			{"without outliers", "without", ODD_M_CLUSTERING_KEPT, true, 8}}},
};

struct row_text {
	char value[VALUES][TEXT], seconds[TEXT], memory[TEXT], seeds[TEXT];
};

/* Filled ones are those of the kinds of new outliers; open ones stand in columns of their own,
 * apart from the mark behind a name. */
static enum mark compare_mark(size_t row)
{
	static const enum mark mark[] = {MARK_CIRCLE, MARK_RING, MARK_BOX, MARK_LOZENGE, MARK_WEDGE,
		MARK_FUNNEL, MARK_CROSS, MARK_PLUS};
	return mark[row % (sizeof mark / sizeof *mark)];
}

static void put_mark(struct canvas *c, int x, int y, enum mark mark, enum role role)
{
	canvas_mark(c, (struct point){x + 0.5, y + 0.5}, mark, 1.0, pen_of(role));
}

static void count_cells(const struct session_comparison *c, size_t m, size_t *done, size_t *failed)
{
	*done = *failed = 0;
	for (size_t s = 0; s < c->table.seeds; s++) {
		odd_cell_state state = c->table.cell[s * c->table.methods + m].state;
		*done += state == ODD_CELL_DONE;
		*failed += state == ODD_CELL_FAILED;
	}
}

static const char *sign_of(const struct compare_screen *s)
{
	return s->app->set.glyphs == GLYPHS_ASCII ? "+-" : "±";
}

/* What placebos tell is shown where there are some. */
static bool is_shown(const struct compare_screen *s, const struct value_column *value)
{
	const struct session_comparison *x = compare_of(s);
	bool placebo = value->measure == ODD_M_PLACEBO || value->measure == ODD_M_PLACEBO_ABOVE;
	return !placebo || (x != NULL && !isnan(result_largest(&x->table, value->measure)));
}

enum { METHOD, MARK, FIRST_VALUE, SECONDS = FIRST_VALUE + VALUES, MEMORY, SEEDS, COLUMNS };

static void make_columns(struct table_column *column, const struct compare_screen *s)
{
	const struct task_table *t = &tables[s->task];
	const bool ascii = s->app->set.glyphs == GLYPHS_ASCII, timed = !s->app->scripted;
	column[METHOD] = (struct table_column){.title = "method", .priority = 20};
	column[MARK] = (struct table_column){.title = "", .kind = TABLE_MARK, .priority = 10};
	for (size_t i = 0; i < VALUES; i++) {
		bool shown = i < t->count && is_shown(s, &t->value[i]);
		column[FIRST_VALUE + i] =
			(struct table_column){.title = shown ? t->value[i].title : NULL,
				.brief = t->value[i].brief,
				.priority = t->value[i].priority,
				.room = !t->value[i].spread ? ".00"
					: ascii             ? ".00+-.00"
							    : ".00±.00"};
	}
	/* Time and memory are no two times the same, so scripts do not see them. */
	column[SECONDS] = (struct table_column){
		.title = timed ? "seconds" : NULL, .brief = "s", .priority = 3, .room = "00.0"};
	column[MEMORY] = (struct table_column){
		.title = timed ? "peak MB" : NULL, .brief = "MB", .priority = 2, .room = "000"};
	column[SEEDS] = (struct table_column){.title = "seeds", .priority = 9};
}

static void fill_cells(struct table_cell *cell, void *room, size_t m, void *of)
{
	const struct compare_screen *s = of;
	const struct session_comparison *x = compare_of(s);
	const struct task_table *t = &tables[s->task];
	struct row_text *text = room;
	size_t done, failed;
	count_cells(x, m, &done, &failed);
	cell[METHOD] = (struct table_cell){.text = x->table.method[m]->title};
	cell[MARK] = (struct table_cell){.mark = compare_mark(m), .role = role_series(m)};
	for (size_t v = 0; v < t->count; v++) {
		const struct value_column *value = &t->value[v];
		odd_spread spread = odd_comparison_spread(&x->table, m, value->measure, NULL);
		bool leads = spread.mean > 0.0 && value->measure != ODD_M_PLACEBO_ABOVE &&
			     spread.mean >= result_largest(&x->table, value->measure);
		if (done > 0)
			number_spread(text->value[v], spread.mean,
				value->spread ? spread.deviation : (double)NAN, sign_of(s));
		cell[FIRST_VALUE + v] = (struct table_cell){
			.text = text->value[v], .role = leads ? ROLE_GOOD : ROLE_TEXT};
	}
	if (done == 0 && failed > 0)
		snprintf(text->value[0], TEXT, "failed");
	else if (done == 0 && m == x->method)
		snprintf(text->value[0], TEXT, "running");
	double seconds = odd_comparison_spread(&x->table, m, ODD_M_SECONDS, NULL).mean;
	double memory = odd_comparison_spread(&x->table, m, ODD_M_MEMORY, NULL).mean;
	if (!isnan(seconds))
		snprintf(text->seconds, TEXT, seconds < 100.0 ? "%.1f" : "%.0f", seconds);
	if (!isnan(memory))
		snprintf(text->memory, TEXT, "%.0f", memory / (1024.0 * 1024.0));
	snprintf(text->seeds, TEXT, "%zu/%zu", done, x->table.seeds);
	cell[SECONDS] = (struct table_cell){.text = text->seconds, .role = ROLE_DIM};
	cell[MEMORY] = (struct table_cell){.text = text->memory, .role = ROLE_DIM};
	cell[SEEDS] = (struct table_cell){.text = text->seeds};
}

static void compare_table_draw(struct compare_screen *s, struct canvas *c, struct rect r)
{
	struct table_column column[COLUMNS];
	make_columns(column, s);
	s->table.cursor = compare_selected(s);
	list_table_fit(&s->table, compare_of(s)->table.methods, r, false);
	list_table_draw(&s->table, c, r,
		&(struct list_table){.column = column,
			.columns = COLUMNS,
			.selection = true,
			.empty = "nothing is compared",
			.fill = fill_cells,
			.text_size = sizeof(struct row_text),
			.of = s});
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Over all nodes, so only when something has changed. */
static void work_out(struct compare_screen *s)
{
	const struct session_comparison *c = compare_of(s);
	size_t a = compare_selected(s), b = compare_row(c, s->anchor);
	const odd_method *against = s->anchor;
	if (s->version == c->version && s->of == s->selected && s->against == against)
		return;
	if (s->of != s->selected || s->against != against)
		list_select(&s->list, 0);
	s->version = c->version;
	s->of = s->selected;
	s->against = against;
	s->missed = comparison_missed(c);
	if (against != NULL && b < c->table.methods)
		s->all = comparison_differ(c, b, a, s->node, COMPARE_NODES, s->count);
	else
		s->all = comparison_only(c, a, s->node, COMPARE_NODES);
	list_fit(&s->list, s->all < COMPARE_NODES ? s->all : COMPARE_NODES, s->list.area);
}

static size_t compare_node(struct compare_screen *s)
{
	if (compare_of(s) == NULL)
		return SESSION_NONE;
	work_out(s);
	return s->list.count > 0 ? s->node[s->list.cursor] : SESSION_NONE;
}

/* The method that ranks the node best of all others; the same one when none has a ranking. */
static size_t best_of_others(const struct session_comparison *c, size_t method, size_t node)
{
	size_t best = method;
	for (size_t m = 0; m < c->table.methods; m++)
		if (m != method && c->found[m] != NULL &&
			(best == method || c->found[m]->rank[node] < c->found[best]->rank[node]))
			best = m;
	return best;
}

/* "n1204 ▲ #1    ■ #204": the rank here, and that of the one that comes next. */
static void draw_node(const struct compare_screen *s, struct canvas *c, struct rect r, size_t row,
	size_t first, size_t second)
{
	const struct session_comparison *x = compare_of(s);
	const int y = (int)r.y + (int)(row - s->list.first);
	const size_t node = s->node[row];
	const odd_network *net = x->first->of.net;
	odd_kind kind =
		net->has_truth && app_truth(s->app) ? (odd_kind)net->truth[node] : ODD_ORDINARY;
	char rank[2][24];
	uint32_t there = x->found[second] != NULL ? x->found[second]->rank[node] : 0;
	snprintf(rank[0], sizeof *rank, "#%u", x->found[first]->rank[node]);
	snprintf(rank[1], sizeof *rank, "#%u", there);
	/* Mark, rank, mark, rank behind the name and the mark of its kind. */
	int digits = snprintf(NULL, 0, "#%zu", net->nodes), x0 = (int)r.x;
	int right = (int)rect_right(r), name = (int)r.w - 2 * digits - 8;
	name = name < 6 ? 6 : name;
	if (compare_page(s) == COMPARE_LIST && row == s->list.cursor)
		paint_text(c, x0 - 1, y, 1, ">", pen_of(ROLE_TEXT));
	paint_text(c, x0, y, name, odd_names_get(&net->ids, node),
		(struct pen){.role = kind != ODD_ORDINARY ? ROLE_TEXT : ROLE_DIM});
	if (kind != ODD_ORDINARY)
		put_mark(c, x0 + name + 1, y, figure_kind_mark(kind), figure_kind_role(kind));
	int at = x0 + name + 3;
	put_mark(c, at, y, compare_mark(first), role_series(first));
	paint_text(c, at + 2, y, digits, rank[0], pen_bold(ROLE_TEXT));
	at += digits + 3;
	if (there == 0 || first == second || at + 4 > right)
		return;
	put_mark(c, at, y, compare_mark(second), role_series(second));
	paint_text(c, at + 2, y, right - at - 2, rank[1], pen_of(ROLE_DIM));
}

/* "both 3  ● 2  ○ 1  none 4": of the known outliers. */
static void draw_counts(
	const struct compare_screen *s, struct canvas *c, struct rect r, size_t a, size_t b)
{
	const size_t row[] = {a, b};
	char text[40];
	int x = (int)r.x, y = (int)r.y, right = (int)rect_right(r);
	snprintf(text, sizeof text, "both %zu", s->count[0]);
	x = paint_text(c, x, y, right - x, text, pen_of(ROLE_TEXT)) + 2;
	for (int i = 0; i < 2 && x + 3 < right; i++) {
		put_mark(c, x, y, compare_mark(row[i]), role_series(row[i]));
		snprintf(text, sizeof text, "%zu", s->count[1 + i]);
		x = paint_text(c, x + 2, y, right - x - 2, text, pen_of(ROLE_TEXT)) + 2;
	}
	snprintf(text, sizeof text, "none %zu", s->count[3]);
	paint_text(c, x, y, right - x, text, pen_of(ROLE_TEXT));
}

static void draw_differences(struct compare_screen *s, struct canvas *c, struct rect r)
{
	const struct session_comparison *x = compare_of(s);
	size_t a = compare_row(x, s->anchor), b = compare_selected(s);
	if (a == b) {
		plot_message(c, r, "Select the other method with the arrows; d ends.");
		return;
	}
	if (x->found[a] == NULL || x->found[b] == NULL) {
		plot_message(c, r, "One of them has not come to its end yet.");
		return;
	}
	draw_counts(s, c, r, a, b);
	r = rect_inset(r, 0, 1, 0, 0);
	list_fit(&s->list, s->list.count, r);
	for (size_t i = s->list.first; i < list_end(&s->list); i++) {
		bool in_a = comparison_finds(x, a, s->node[i]);
		draw_node(s, c, r, i, in_a ? a : b, in_a ? b : a);
	}
	if (s->all == 0)
		paint_text(
			c, (int)r.x, (int)r.y, (int)r.w, "They find the same.", pen_of(ROLE_DIM));
}

static void draw_only(struct compare_screen *s, struct canvas *c, struct rect r)
{
	const struct session_comparison *x = compare_of(s);
	size_t m = compare_selected(s);
	char line[80];
	if (x->found[m] == NULL) {
		plot_message(c, r, "It has not come to its end yet.");
		return;
	}
	r.h -= 1.0;
	list_fit(&s->list, s->list.count, r);
	for (size_t i = s->list.first; i < list_end(&s->list); i++)
		draw_node(s, c, r, i, m, best_of_others(x, m, s->node[i]));
	if (s->all == 0)
		paint_text(c, (int)r.x, (int)r.y, (int)r.w, "nothing that no other finds",
			pen_of(ROLE_DIM));
	snprintf(line, sizeof line, "outliers missed by all: %zu", s->missed);
	if (s->missed != SIZE_MAX)
		paint_text(c, (int)r.x, (int)rect_bottom(r), (int)r.w, line, pen_of(ROLE_TEXT));
}

static void compare_nodes_draw(struct compare_screen *s, struct canvas *c, struct rect r)
{
	const struct session_comparison *x = compare_of(s);
	const odd_method *method = x->table.method[compare_selected(s)];
	char title[80], note[40];
	work_out(s);
	snprintf(note, sizeof note, "top %g%%: %zu", COMPARISON_TOP, s->all);
	if (s->anchor != NULL)
		snprintf(title, sizeof title, "%s / %s", s->anchor->title, method->title);
	else
		snprintf(title, sizeof title, "Only %s", method->title);
	if ((double)(utf8_width(title) + utf8_width(note)) + 8.0 > r.w)
		note[0] = '\0';
	r = panel_begin(c, r, title, note, compare_page(s) == COMPARE_LIST);
	if (r.w < 12.0 || r.h < 2.0)
		return;
	if (compare_page(s) == COMPARE_LIST) /* room for the sign of the selected row */
		r = rect_inset(r, 1, 0, 0, 0);
	if (s->anchor != NULL)
		draw_differences(s, c, r);
	else
		draw_only(s, c, r);
}

enum { PANEL_LEAST = 7, NODES_LEAST = 60 };

/* ---- heading -------------------------------------------------------------------------------- */

static void truth_text(char *out, size_t size, const struct session_view *v)
{
	const struct session_comparison *c = v->comparison;
	size_t count[ODD_KINDS] = {0}, known = 0;
	const size_t planted = plantings_outliers(v->data->plants);
	if (c->plan.truth != TRUTH_SEEDED)
		odd_network_count_truth(c->net->of.net, count);
	for (int k = ODD_ORDINARY + 1; k < ODD_KINDS; k++)
		known += odd_kind_is_outlier(k) ? count[k] : 0;
	if (c->plan.truth == TRUTH_SEEDED)
		snprintf(
			out, size, "+%zu planted by each seed", odd_plant_outliers(&c->plan.plant));
	else if (planted == 0 || planted == known)
		snprintf(out, size, "%zu %s outliers to find", known,
			planted > 0 ? "planted" : "known");
	else
		snprintf(out, size, "%zu known and %zu planted outliers to find", known - planted,
			planted);
}

static void compare_header(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	const struct compare_screen *s = (const struct compare_screen *)layer;
	const struct session_comparison *x = compare_of(s);
	char truth[80], line[300];
	int at =
		paint_text(c, (int)r.x + 1, (int)r.y, (int)r.w - 2, "compare", pen_bold(ROLE_TEXT));
	if (x == NULL)
		snprintf(line, sizeof line, "%.60s", app->view->name);
	else {
		truth_text(truth, sizeof truth, app->view);
		snprintf(line, sizeof line, "%.60s  %s   %zu %s   K %zu   %s", app->view->name,
			truth, x->table.seeds, x->table.seeds == 1 ? "seed" : "seeds each",
			x->plan.k, odd_task_name(s->task));
	}
	paint_text(c, at + 3, (int)r.y, (int)r.w - at - 4, line, pen_of(ROLE_TEXT));
}

/* ---- lines ---------------------------------------------------------------------------------- */

static size_t failures(const struct session_comparison *x)
{
	size_t n = 0;
	for (size_t i = 0; i < x->table.methods * x->table.seeds; i++)
		n += x->table.cell[i].state == ODD_CELL_FAILED;
	return n;
}

/* "AANE seed 2 of 3 · factors 45 %" and a bar, or how it ended. */
static void draw_progress(const struct session_comparison *x, struct canvas *c, struct rect r)
{
	char line[300], share[60];
	size_t cells = x->table.methods * x->table.seeds, failed = failures(x);
	struct pen pen = {.role = ROLE_TEXT};
	snprintf(share, sizeof share, "%zu of %zu cells", x->table.finished, cells);
	if (x->fault[0] != '\0') {
		snprintf(line, sizeof line, "stopped: %s", x->fault);
		pen = pen_bold(ROLE_ALARM);
	} else if (x->running && x->method < x->table.methods) {
		snprintf(line, sizeof line, "running %s, seed %zu of %zu",
			x->table.method[x->method]->title, x->seeding + 1, x->table.seeds);
		if (x->what[0] != '\0' && x->total > 0.0)
			text_add(line, sizeof line, ": %s %.0f %%", x->what,
				100.0 * fmin(1.0, x->done / x->total));
	} else if (x->running) {
		snprintf(line, sizeof line, "running");
	} else if (x->table.finished < cells) {
		snprintf(line, sizeof line, "stopped; r goes on");
	} else if (failed > 0) {
		snprintf(line, sizeof line, "finished; %zu %s failed", failed,
			failed == 1 ? "cell" : "cells");
	} else {
		snprintf(line, sizeof line, "finished");
	}
	int width = (int)r.w, bar = width >= 70 ? 16 : 0, right = (int)rect_right(r);
	int at = right - (int)strlen(share);
	if (width > 44)
		paint_text(c, at, (int)r.y, (int)strlen(share), share, pen_of(ROLE_DIM));
	else
		at = right;
	if (bar > 0 && cells > 0)
		canvas_fill(c,
			(struct rect){at - bar - 2.0, r.y,
				bar * (double)x->table.finished / (double)cells, 1.0},
			pen_of(ROLE_GOOD));
	paint_text(c, (int)r.x + 1, (int)r.y, at - bar - 4 - (int)r.x, line, pen);
}

/* What a reader of the numbers must know: why it failed, that it sees labels, where it departs. */
static void note_text(char *out, size_t size, const struct session_comparison *x, size_t m)
{
	const odd_method *method = x->table.method[m];
	for (size_t s = 0; s < x->table.seeds; s++) {
		const odd_cell *cell = &x->table.cell[s * x->table.methods + m];
		if (cell->state == ODD_CELL_FAILED) {
			snprintf(out, size, "%s, seed %llu: %s", method->title,
				(unsigned long long)cell->seed, cell->error.message);
			return;
		}
	}
	snprintf(out, size, "%s: %s", method->title, method->note != NULL ? method->note : "");
	for (size_t o = 0; o < method->option_count; o++) {
		const odd_method_option *option = &method->options[o];
		if (option->published != NULL && strcmp(option->ours, option->published) != 0)
			text_add(out, size, " %s %s (public %s).", option->name, option->ours,
				option->published);
	}
}

/* Over so many lines; the last one is shortened. */
static void draw_note(const struct session_comparison *x, size_t m, struct canvas *c, struct rect r)
{
	char text[700];
	note_text(text, sizeof text, x, m);
	const char *p = text;
	for (int y = (int)r.y; y < (int)rect_bottom(r) && *p != '\0'; y++) {
		size_t skip, length = utf8_break(p, (int)r.w - 2, &skip);
		char line[512];
		bool last = y + 1 >= (int)rect_bottom(r);
		snprintf(line, sizeof line, "%.*s", last ? (int)sizeof line - 1 : (int)length, p);
		paint_text(c, (int)r.x + 1, y, (int)r.w - 2, line, pen_of(ROLE_DIM));
		p += skip;
	}
}

/* ---- the chart: recall or F1 as curves, one number as bars ------------------------------------
 */

enum { POINTS = ODD_RECALL_ROWS + 1 };
_Static_assert(ODD_TRAIN_ROWS < POINTS, "a curve has room for the shares learnt from");

static const char unfinished[] = "no method with an embedding has come to its end yet";

struct curve {
	double x[POINTS], y[POINTS];
	size_t n;
};

/* The means of a task's measures over their x; recall begins at nothing. */
static bool fill_curve(
	struct curve *out, const struct session_comparison *c, size_t m, odd_task task)
{
	bool recall = task == ODD_TASK_OUTLIERS, any = false;
	size_t rows = recall ? ODD_RECALL_ROWS : ODD_TRAIN_ROWS, n = 0;
	if (recall) {
		out->x[n] = 0.0;
		out->y[n++] = 0.0;
	}
	for (size_t i = 0; i < rows; i++) {
		size_t measure = (recall ? (size_t)ODD_M_RECALL : (size_t)ODD_M_MACRO) + i;
		out->x[n] = odd_measure_get(measure)->x;
		out->y[n] = odd_comparison_spread(&c->table, m, measure, NULL).mean;
		any = any || !isnan(out->y[n]);
		n++;
	}
	out->n = n;
	return any;
}

static void draw_curves(const struct compare_screen *s, struct canvas *c, struct rect r)
{
	static const enum dash dash[] = {DASH_SOLID, DASH_DASHED, DASH_DOTTED};
	const struct session_comparison *x = compare_of(s);
	struct curve curve[COMPARER_METHODS];
	struct line_series series[COMPARER_METHODS];
	bool recall = s->task == ODD_TASK_OUTLIERS;
	size_t n = 0, selected = compare_selected(s);
	/* The selected one last, so that it lies on top. */
	for (size_t i = 0; i < x->table.methods && i < COMPARER_METHODS; i++) {
		size_t m = i < selected ? i : i + 1 < x->table.methods ? i + 1 : selected;
		if (!fill_curve(&curve[n], x, m, s->task))
			continue;
		series[n] = (struct line_series){.name = x->table.method[m]->title,
			.brief = x->table.method[m]->name,
			.x = curve[n].x,
			.y = curve[n].y,
			.n = curve[n].n,
			.role = role_series(m),
			.dash = m == selected ? DASH_SOLID : dash[m % 3],
			.mark = compare_mark(m),
			.width = m == selected ? 1.6 : 1.0};
		n++;
	}
	struct line_chart chart = {
		.x = {.lo = recall ? 0.0 : 10.0, .hi = recall ? 25.0 : 50.0, .unit = "%"},
		.y = {.lo = 0.0, .hi = 1.0},
		.series = series,
		.series_count = n,
		.empty = recall ? "no method has come to its end yet" : unfinished};
	chart_line_draw(&chart, c, r);
}

static void draw_bars(const struct compare_screen *s, size_t measure, const char *name,
	struct canvas *c, struct rect r)
{
	const struct session_comparison *x = compare_of(s);
	const char *category[COMPARER_METHODS];
	double value[COMPARER_METHODS], error[COMPARER_METHODS];
	size_t n = 0;
	for (size_t m = 0; m < x->table.methods && n < COMPARER_METHODS; m++) {
		odd_spread spread = odd_comparison_spread(&x->table, m, measure, NULL);
		if (isnan(spread.mean))
			continue;
		category[n] = x->table.method[m]->title;
		value[n] = spread.mean;
		error[n++] = spread.deviation;
	}
	const struct bar_series series = {
		.name = name, .value = value, .error = error, .role = ROLE_TOTAL};
	struct bar_chart chart = {.y = {.lo = 0.0, .hi = 1.0},
		.category = category,
		.category_count = n,
		.series = &series,
		.series_count = n > 0 ? 1 : 0,
		.empty = measure == ODD_M_CLUSTERING ? unfinished
						     : "no method has come to its end yet"};
	chart_bars_draw(&chart, c, r);
}

/* Curves of all methods; bars where a task has no curve. */
static void draw_chart(const struct compare_screen *s, struct canvas *c, struct rect r)
{
	static const char *const title[COMPARE_TASKS] = {
		"Recall@L%", "Macro F1 by share of labels", "Clustering accuracy"};
	r = panel_begin(
		c, r, title[s->task], "mean of the seeds", compare_page(s) == COMPARE_CHART);
	if (s->task == ODD_TASK_CLUSTERING)
		draw_bars(s, ODD_M_CLUSTERING, "accuracy", c, r);
	else
		draw_curves(s, c, r);
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* One part and the line of progress: of a screen that has no room for all. */
static void draw_page(struct compare_screen *s, struct canvas *c, struct rect r)
{
	struct rect above = {r.x, r.y, r.w, r.h - 1.0};
	if (compare_page(s) == COMPARE_CHART)
		draw_chart(s, c, above);
	else
		compare_nodes_draw(s, c, above);
	draw_progress(compare_of(s), c, (struct rect){r.x, rect_bottom(above), r.w, 1.0});
}

static void draw_panels(struct compare_screen *s, struct canvas *c, struct rect r)
{
	struct rect right = r;
	if (r.w < NODES_LEAST) {
		if (compare_page(s) == COMPARE_LIST)
			compare_nodes_draw(s, c, r);
		else
			draw_chart(s, c, r);
		return;
	}
	right.w = fmin(46.0, floor(0.4 * r.w));
	r.w -= right.w;
	right.x += r.w;
	draw_chart(s, c, r);
	compare_nodes_draw(s, c, right);
}

static void compare_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
{
	struct compare_screen *s = (struct compare_screen *)layer;
	const struct session_comparison *x = compare_of(s);
	s->table.area.h = s->list.area.h = 0.0; /* what is not drawn cannot be clicked on */
	if (x == NULL || x->table.methods == 0) {
		plot_message(c, r,
			app->progress.busy ? "The comparison is about to begin."
					   : "Nothing is compared on this network. R begins.");
		return;
	}
	double table = (double)x->table.methods + 1.0, note = r.h >= 18.0 ? 2.0 : 1.0;
	/* Where panels leave no room for all methods they still do for most. */
	bool panels = r.h >= fmin(table, 6.0) + 1.0 + note + PANEL_LEAST;
	if (!panels && compare_page(s) != COMPARE_TABLE) {
		draw_page(s, c, r);
		return;
	}
	table = fmin(table, r.h - 1.0 - note - (panels ? PANEL_LEAST : 0.0));
	compare_table_draw(s, c, (struct rect){r.x, r.y, r.w, table});
	double y = r.y + table;
	draw_progress(x, c, (struct rect){r.x, y, r.w, 1.0});
	y += 1.0;
	if (!panels)
		note = rect_bottom(r) - y;
	draw_note(x, compare_selected(s), c, (struct rect){r.x, y, r.w, note});
	if (panels)
		draw_panels(s, c, (struct rect){r.x, y + note, r.w, rect_bottom(r) - y - note});
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
	if (task < 0 || task >= COMPARE_TASKS) { /* the next that is measured */
		task = ((int)s->task + 1) % COMPARE_TASKS;
		while ((planned & ODD_TASK_BIT(task)) == 0)
			task = (task + 1) % COMPARE_TASKS;
	}
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
