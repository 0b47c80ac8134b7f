/* compare_table.c: a row for each method: mean ± standard deviation over the seeds that are done.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "draw/chart.h"
#include "tui/compare_parts.h"

enum { VALUES = 6, TEXT = 24 };

struct value_column {
	const char *title, *brief;
	size_t measure;
	bool spread; /* the deviation is worth its room */
	int priority;
};

static const struct task_table {
	size_t count;
	struct value_column value[VALUES];
} tables[ODD_TASKS] = {
	[ODD_TASK_OUTLIERS] = {5,
		{{"@5%", NULL, ODD_M_RECALL, true, 9}, {"@10%", NULL, ODD_M_RECALL + 1, true, 7},
			{"@15%", NULL, ODD_M_RECALL + 2, true, 5},
			{"@25%", NULL, ODD_M_RECALL + 4, true, 6},
			{"AUC", NULL, ODD_M_AUC, false, 8}}},
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

/* None of those that the kinds of outliers have. */
enum mark compare_mark(size_t row)
{
	static const enum mark mark[] = {MARK_CIRCLE, MARK_RING, MARK_BOX, MARK_LOZENGE, MARK_WEDGE,
		MARK_FUNNEL, MARK_CROSS, MARK_PLUS};
	return mark[row % (sizeof mark / sizeof *mark)];
}

/* ".61" and "1.00": a share, without the zero that says nothing. */
static const char *share(char out[TEXT], double x)
{
	snprintf(out, TEXT, "%.2f", x);
	return out[0] == '0' ? out + 1 : out;
}

static void spread_text(char out[TEXT], odd_spread spread, bool wide, const char *sign)
{
	char mean[TEXT], deviation[TEXT];
	if (isnan(spread.mean))
		snprintf(out, TEXT, "-");
	else if (isnan(spread.deviation) || !wide)
		snprintf(out, TEXT, "%s", share(mean, spread.mean));
	else
		snprintf(out, TEXT, "%.8s%s%.8s", share(mean, spread.mean), sign,
			share(deviation, spread.deviation));
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

/* Time and memory are no two times the same, so scripts do not see them. */
static void fill_row(struct row_text *out, const struct compare_screen *s, size_t m)
{
	const struct session_comparison *c = compare_of(s);
	const struct task_table *t = &tables[s->task];
	size_t done, failed;
	count_cells(c, m, &done, &failed);
	for (size_t i = 0; i < t->count; i++) {
		out->value[i][0] = '\0';
		if (done > 0)
			spread_text(out->value[i],
				odd_comparison_spread(&c->table, m, t->value[i].measure, NULL),
				t->value[i].spread, sign_of(s));
	}
	if (done == 0 && failed > 0)
		snprintf(out->value[0], TEXT, "failed");
	else if (done == 0 && m == c->method)
		snprintf(out->value[0], TEXT, "running");
	out->seconds[0] = out->memory[0] = '\0';
	double seconds = odd_comparison_spread(&c->table, m, ODD_M_SECONDS, NULL).mean;
	double memory = odd_comparison_spread(&c->table, m, ODD_M_MEMORY, NULL).mean;
	if (!isnan(seconds))
		snprintf(out->seconds, TEXT, seconds < 100.0 ? "%.1f" : "%.0f", seconds);
	if (!isnan(memory))
		snprintf(out->memory, TEXT, "%.0f", memory / (1024.0 * 1024.0));
	snprintf(out->seeds, TEXT, "%zu/%zu", done, c->table.seeds);
}

static double largest(const struct session_comparison *c, size_t measure)
{
	double most = (double)NAN;
	for (size_t m = 0; m < c->table.methods; m++)
		most = fmax(most, odd_comparison_spread(&c->table, m, measure, NULL).mean);
	return most;
}

enum { METHOD, MARK, FIRST_VALUE, SECONDS = FIRST_VALUE + VALUES, MEMORY, SEEDS, COLUMNS };

static void make_columns(struct table_column *column, const struct compare_screen *s)
{
	const struct task_table *t = &tables[s->task];
	const bool ascii = s->app->set.glyphs == GLYPHS_ASCII, timed = !s->app->scripted;
	column[METHOD] = (struct table_column){.title = "method", .priority = 20};
	column[MARK] = (struct table_column){.title = "", .kind = TABLE_MARK, .priority = 10};
	for (size_t i = 0; i < VALUES; i++)
		column[FIRST_VALUE + i] =
			(struct table_column){.title = i < t->count ? t->value[i].title : NULL,
				.brief = t->value[i].brief,
				.priority = t->value[i].priority,
				.room = !t->value[i].spread ? ".00"
					: ascii             ? ".00+-.00"
							    : ".00±.00"};
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
	fill_row(text, s, m);
	cell[METHOD] = (struct table_cell){.text = x->table.method[m]->title};
	cell[MARK] = (struct table_cell){.mark = compare_mark(m), .role = role_series(m)};
	for (size_t v = 0; v < t->count; v++) {
		double mean = odd_comparison_spread(&x->table, m, t->value[v].measure, NULL).mean;
		bool leads = mean > 0.0 && mean >= largest(x, t->value[v].measure);
		cell[FIRST_VALUE + v] = (struct table_cell){
			.text = text->value[v], .role = leads ? ROLE_GOOD : ROLE_TEXT};
	}
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
