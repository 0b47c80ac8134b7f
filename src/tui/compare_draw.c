/* compare_draw.c: the Compare screen on a canvas: the table, how far it is, what must be known of
 * the selected method, and below, where there is room, chart and nodes side by side. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "draw/plot.h"
#include "draw/utf8.h"
#include "session/comparer.h"
#include "tui/compare_parts.h"
#include "tui/text.h"

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

void compare_header(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
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
	static const char *const title[COMPARE_TASKS] = {"Recall@L%", "Macro F1 by share of labels",
		"Clustering accuracy", "Mean AUC of five kinds of outliers"};
	r = panel_begin(
		c, r, title[s->task], "mean of the seeds", compare_page(s) == COMPARE_CHART);
	if (s->task == ODD_TASK_CLUSTERING)
		draw_bars(s, ODD_M_CLUSTERING, "accuracy", c, r);
	else if (s->task == ODD_TASK_BATTERY)
		draw_bars(s, ODD_M_BATTERY + ODD_B_MEAN, "AUC", c, r);
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

void compare_draw(struct layer *layer, struct app *app, struct canvas *c, struct rect r)
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
