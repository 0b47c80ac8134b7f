/* compare_chart.c: the table as a picture: recall or F1 as curves, clustering as bars. */
#include "config.h"

#include <math.h>

#include "draw/chart.h"
#include "draw/layout.h"
#include "session/comparer.h"
#include "tui/compare_parts.h"

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

static void draw_bars(const struct compare_screen *s, struct canvas *c, struct rect r)
{
	const struct session_comparison *x = compare_of(s);
	const char *category[COMPARER_METHODS];
	double value[COMPARER_METHODS], error[COMPARER_METHODS];
	size_t n = 0;
	for (size_t m = 0; m < x->table.methods && n < COMPARER_METHODS; m++) {
		odd_spread spread = odd_comparison_spread(&x->table, m, ODD_M_CLUSTERING, NULL);
		if (isnan(spread.mean))
			continue;
		category[n] = x->table.method[m]->title;
		value[n] = spread.mean;
		error[n++] = spread.deviation;
	}
	const struct bar_series series = {
		.name = "accuracy", .value = value, .error = error, .role = ROLE_TOTAL};
	struct bar_chart chart = {.y = {.lo = 0.0, .hi = 1.0},
		.category = category,
		.category_count = n,
		.series = &series,
		.series_count = n > 0 ? 1 : 0,
		.values = true,
		.empty = unfinished};
	chart_bars_draw(&chart, c, r);
}

void compare_chart_draw(const struct compare_screen *s, struct canvas *c, struct rect r)
{
	static const char *const title[ODD_TASKS] = {
		"Recall@L%", "Macro F1 by share of labels", "Clustering accuracy"};
	r = panel_begin(
		c, r, title[s->task], "mean of the seeds", compare_page(s) == COMPARE_CHART);
	if (s->task == ODD_TASK_CLUSTERING)
		draw_bars(s, c, r);
	else
		draw_curves(s, c, r);
}
