/* compare_lists.c: a row for each method, mean ± standard deviation over the seeds that are done;
 * and the nodes that one method finds and the others do not. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "draw/plot.h"
#include "draw/utf8.h"
#include "study/result.h"
#include "tui/compare_parts.h"

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
	[ODD_TASK_BATTERY] = {7,
		{{"uniform", "unif", ODD_M_BATTERY + ODD_COLUMN_UNIFORM, true, 7},
			{"local", NULL, ODD_M_BATTERY + ODD_COLUMN_LOCAL, true, 4},
			{"swap", NULL, ODD_M_BATTERY + ODD_COLUMN_SWAP, true, 6},
			{"rewire", NULL, ODD_M_BATTERY + ODD_COLUMN_REWIRE, true, 6},
			{"clique", NULL, ODD_M_BATTERY + ODD_COLUMN_CLIQUE, true, 5},
			{"placebo", NULL, ODD_M_BATTERY + ODD_COLUMN_PLACEBO, true, 8},
			{"mean", NULL, ODD_M_BATTERY + ODD_B_MEAN, true, 9}}},
};

struct row_text {
	char value[VALUES][TEXT], seconds[TEXT], memory[TEXT], seeds[TEXT];
};

/* Filled ones are those of the kinds of new outliers; open ones stand in columns of their own,
 * apart from the mark behind a name. */
enum mark compare_mark(size_t row)
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

void compare_table_draw(struct compare_screen *s, struct canvas *c, struct rect r)
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

size_t compare_node(struct compare_screen *s)
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

void compare_nodes_draw(struct compare_screen *s, struct canvas *c, struct rect r)
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
