/* figure_compare.c: methods side by side. */
#include "config.h"

#include "draw/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/figure_parts.h"

enum { MOST_METHODS = 24, MOST_COLUMNS = ODD_COLUMNS + 2 };

/* ---- what the panels share ---------------------------------------------------------------- */

/* Ten colours for more methods: the two forms of ONE share one and differ in texture, and so do the
 * controls that are no more than a number of each node, in grey. */
struct method_style method_style(const odd_method *method)
{
	static const struct {
		const char *name;
		struct method_style style;
	} row[] = {
		{"one-calibrated", {ROLE_SERIES + 0, DASH_SOLID, MARK_CIRCLE}},
		{"one-paper", {ROLE_SERIES + 0, DASH_DASHED, MARK_RING}},
		{"deepwalk", {ROLE_SERIES + 1, DASH_SOLID, MARK_TRIANGLE}},
		{"node2vec", {ROLE_SERIES + 4, DASH_SOLID, MARK_WEDGE}},
		{"line", {ROLE_SERIES + 6, DASH_DASHED, MARK_PLUS}},
		{"tadw", {ROLE_SERIES + 2, DASH_SOLID, MARK_SQUARE}},
		{"aane", {ROLE_SERIES + 3, DASH_SOLID, MARK_DIAMOND}},
		{"graphsage", {ROLE_SERIES + 8, DASH_SOLID, MARK_FUNNEL}},
		{"seano", {ROLE_SERIES + 7, DASH_DASHED, MARK_BOX}},
		{"random", {ROLE_ORDINARY, DASH_DOTTED, MARK_DOT}},
		{"degree", {ROLE_ORDINARY, DASH_SOLID, MARK_DOT}},
		{"attributes", {ROLE_ORDINARY, DASH_DASHED, MARK_DOT}},
		{"pca-forest", {ROLE_SERIES + 9, DASH_DASHED, MARK_CROSS}},
		{"neighbour-words", {ROLE_SERIES + 5, DASH_DASHED, MARK_BOX}},
		{"two-hop-words", {ROLE_SERIES + 5, DASH_DOTTED, MARK_LOZENGE}},
		{"neighbour-coherence", {ROLE_SERIES + 9, DASH_DOTTED, MARK_WEDGE}},
		{"plain", {ROLE_SERIES + 5, DASH_SOLID, MARK_PLUS}},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (strcmp(row[i].name, method->name) == 0)
			return row[i].style;
	return (struct method_style){ROLE_SERIES + 5, DASH_DOTTED, MARK_LOZENGE};
}

static double published_of(const struct figure_run *f, size_t method, size_t measure)
{
	return published_value(f->result->published, f->result->net->name, f->result->compared,
		f->result->table->method[method], measure);
}

/* The measures that a chart shows, and their names. */
struct groups {
	const char *name[MOST_COLUMNS];
	size_t measure[MOST_COLUMNS], n;
};

static void add_group(struct groups *g, const char *name, size_t measure)
{
	g->name[g->n] = name;
	g->measure[g->n++] = measure;
}

/* The numbers of one method: mean, deviation and what was published. */
struct row {
	double mean[MOST_COLUMNS], deviation[MOST_COLUMNS], published[MOST_COLUMNS];
};

/* False when the method has none of these measures. */
static bool read_row(
	struct row *out, const struct figure_run *f, size_t method, const struct groups *g)
{
	bool any = false;
	for (size_t i = 0; i < g->n; i++) {
		odd_spread s = odd_comparison_spread(f->result->table, method, g->measure[i], NULL);
		out->mean[i] = s.mean;
		out->deviation[i] = s.deviation;
		out->published[i] = published_of(f, method, g->measure[i]);
		any = any || !isnan(s.mean);
	}
	return any;
}

static size_t methods_shown(const struct figure_run *f)
{
	return f->result->table->methods < MOST_METHODS ? f->result->table->methods : MOST_METHODS;
}

/* ---- bars --------------------------------------------------------------------------------- */

/* Bars, or dots: then scores have filled marks, and what has no model open ones. */
static void draw_bars(const struct figure_run *f, const struct groups *g, const char *across,
	const char *up, bool dots, struct canvas *c, struct rect r)
{
	static const enum mark filled[] = {MARK_CIRCLE, MARK_SQUARE, MARK_DIAMOND, MARK_TRIANGLE};
	static const enum mark open[] = {
		MARK_RING, MARK_BOX, MARK_LOZENGE, MARK_WEDGE, MARK_FUNNEL, MARK_CROSS};
	struct row row[MOST_METHODS];
	struct bar_series series[MOST_METHODS];
	size_t count = 0, n = g->n, seen[2] = {0};
	bool published = false;
	for (size_t m = 0; m < methods_shown(f); m++) {
		const odd_method *method = f->result->table->method[m];
		const struct method_style style = method_style(method);
		const bool control = method->kind == ODD_METHOD_CONTROL;
		if (!read_row(&row[count], f, m, g))
			continue;
		for (size_t i = 0; i < n; i++)
			published = published || !isnan(row[count].published[i]);
		const size_t at = seen[control]++;
		series[count] =
			(struct bar_series){.name = odd_compare_title(f->result->compared, method),
				.value = row[count].mean,
				.error = row[count].deviation,
				.reference = row[count].published,
				.role = dots ? role_series(m) : style.role,
				.dash = style.dash,
				.mark = control ? open[at % 6] : filled[at % 4]};
		count++;
	}
	/* Cells are wide: rather the first groups than none. */
	while (c->snap > 0.0 && n > 1 && floor((r.w - 6.0) / (double)n) - 1.0 < (double)count)
		n--;
	struct bar_chart chart = {
		.y = {.title = up, .hi = dots ? 0.0 : 1.12} /* room for values above full bars */,
		.title = across,
		.category = g->name,
		.category_count = n,
		.series = series,
		.series_count = n > 0 ? count : 0,
		.dots = dots,
		.reference_name = published ? "published" : NULL,
		.empty = dots ? "no score is finished yet" : "no method is finished yet"};
	chart_bars_draw(&chart, c, r);
}

static bool is_measured(const struct figure_run *f, size_t measure)
{
	bool any = false;
	for (size_t m = 0; m < f->result->table->methods; m++)
		any = any || !isnan(odd_comparison_spread(f->result->table, m, measure, NULL).mean);
	return any;
}

/* ---- lines -------------------------------------------------------------------------------- */

/* first: ODD_M_MACRO, ODD_M_MICRO or ODD_M_WEIGHTED. */
static void panel_f1(const struct figure_run *f, size_t first, struct canvas *c, struct rect r)
{
	static const double share[ODD_TRAIN_ROWS] = {10.0, 20.0, 30.0, 40.0, 50.0};
	struct row row[MOST_METHODS];
	struct line_series series[MOST_METHODS];
	struct chart_reference mark[MOST_METHODS * ODD_TRAIN_ROWS];
	struct groups g = {.n = 0};
	size_t count = 0, marks = 0;
	for (size_t i = 0; i < ODD_TRAIN_ROWS; i++)
		add_group(&g, NULL, first + i);
	for (size_t m = 0; m < methods_shown(f); m++) {
		const odd_method *method = f->result->table->method[m];
		struct method_style style = method_style(method);
		if (!read_row(&row[count], f, m, &g))
			continue;
		for (size_t i = 0; i < ODD_TRAIN_ROWS; i++)
			if (!isnan(row[count].published[i]))
				mark[marks++] = (struct chart_reference){.x = share[i],
					.y = row[count].published[i],
					.role = style.role,
					.mark = MARK_LOZENGE};
		series[count] =
			(struct line_series){.name = odd_compare_title(f->result->compared, method),
				.x = share,
				.y = row[count].mean,
				.n = ODD_TRAIN_ROWS,
				.role = style.role,
				.dash = style.dash,
				.mark = style.mark,
				.points = true};
		count++;
	}
	struct line_chart chart = {.x = {.lo = 10.0,
					   .hi = 50.0,
					   .unit = "%",
					   .title = "share of the labels learnt from"},
		.y = {.title = "F1 of the nodes not learnt from"},
		.series = series,
		.series_count = count,
		.reference = mark,
		.reference_count = marks,
		.reference_name = "published, same colour",
		.reference_faint = true,
		.empty = "no method with an embedding is finished yet"};
	chart_line_draw(&chart, c, r);
}

/* ---- pages -------------------------------------------------------------------------------- */

/* Heading and small print, by the page of a run that has only a network. */
static struct rect compare_page(const struct figure_run *f, struct canvas *c, const char *title,
	bool bars, const char *more)
{
	char moment[96];
	const odd_plant_options *p = &f->result->compared->plant;
	size_t planted = odd_plant_outliers(p), seeds = f->result->compared->seeds;
	if (planted > 0 && p->placebo > 0)
		snprintf(moment, sizeof moment,
			"%zu planted, %zu placebos, mean of %zu %s, K = %zu", planted, p->placebo,
			seeds, seeds == 1 ? "seed" : "seeds", f->result->compared->k);
	else if (planted > 0)
		snprintf(moment, sizeof moment, "%zu planted, mean of %zu %s, K = %zu", planted,
			seeds, seeds == 1 ? "seed" : "seeds", f->result->compared->k);
	else
		snprintf(moment, sizeof moment, "mean of %zu %s, K = %zu", seeds,
			seeds == 1 ? "seed" : "seeds", f->result->compared->k);
	char print[600], caveat[ODD_CAVEAT];
	size_t used = 0;
	bool published = false;
	print[0] = '\0';
	if (bars && seeds > 1)
		used += (size_t)snprintf(print, sizeof print, "Stems: standard deviation. ");
	if (more != NULL)
		used += (size_t)snprintf(print + used, sizeof print - used, "%s ", more);
	for (size_t m = 0; m < f->result->table->methods; m++) {
		const odd_method *method = f->result->table->method[m];
		const char *text = odd_compare_caveat(caveat, f->result->compared, method);
		if (text != NULL && used + ODD_CAVEAT + 40 < sizeof print)
			used += (size_t)snprintf(print + used, sizeof print - used, "%s: %s. ",
				odd_compare_title(f->result->compared, method), text);
		for (size_t measure = 0; measure < ODD_MEASURES && !published; measure++)
			published = !isnan(published_of(f, m, measure));
	}
	if (published)
		snprintf(print + used, sizeof print - used,
			"◇ read off the charts of " ODD_PUBLISHED_SOURCE
			"; one run, on outliers the authors planted.");
	return figure_page_at(f, c, title, moment, print);
}

/* Recall of all outliers in the first 5 … 25 %; where there are placebos, behind it how far
 * outliers stand above them, and they above the others. */
static void draw_recall(const struct figure_run *f, struct canvas *c)
{
	static const char *const top[] = {"5 %", "10 %", "15 %", "20 %", "25 %"};
	const bool placebos = is_measured(f, ODD_M_PLACEBO_ABOVE);
	struct groups g = {.n = 0};
	for (size_t l = 0; l < ODD_RECALL_ROWS; l++)
		add_group(&g, top[l], ODD_M_RECALL + l);
	if (placebos) {
		add_group(&g, "odd", ODD_M_PLACEBO);
		add_group(&g, "made", ODD_M_PLACEBO_ABOVE);
	}
	struct rect r = compare_page(f, c, "outliers found", true,
		placebos ? "odd: AUC of outliers against placebos, nodes made in the same way with "
			   "nothing odd about them; made: of placebos against ordinary nodes, 0.5 "
			   "if being made did not show."
			 : NULL);
	draw_bars(f, &g,
		placebos ? "first part of the ranking, and AUC" : "first part of the ranking",
		placebos ? "share of the outliers found there; AUC"
			 : "share of the outliers found there",
		false, c, r);
}

static void draw_f1(const struct figure_run *f, struct canvas *c)
{
	static const double equal[2] = {1.0, 1.0};
	static const char *const title[2] = {"Macro F1", "Micro F1"};
	static const size_t first[2] = {ODD_M_MACRO, ODD_M_MICRO};
	struct rect room[2], r = compare_page(f, c, "classes told from the embedding", false, NULL);
	size_t n = figure_split(room, c, r, equal, 2, 38.0);
	for (size_t i = 0; i < n; i++)
		panel_f1(f, first[i], c, panel_begin(c, room[i], title[i], NULL, false));
}

static void draw_clustering(const struct figure_run *f, struct canvas *c)
{
	static const struct groups g = {{"all nodes", "without the outliers"},
		{ODD_M_CLUSTERING, ODD_M_CLUSTERING_KEPT}, 2};
	draw_bars(f, &g, "nodes that are clustered", "share of the nodes in the right cluster",
		false, c, compare_page(f, c, "clusters of the embedding", true, NULL));
}

/* A dot for each score and plain read-out in every column of the battery that has numbers. */
static void draw_battery(const struct figure_run *f, struct canvas *c)
{
	static const size_t of[MOST_COLUMNS] = {ODD_COLUMN_UNIFORM, ODD_COLUMN_LOCAL,
		ODD_COLUMN_SWAP, ODD_COLUMN_REWIRE, ODD_COLUMN_CLIQUE, ODD_B_MEAN,
		ODD_COLUMN_PLACEBO, ODD_B_PLACEBO, ODD_COLUMN_KNOWN};
	struct groups g = {.n = 0};
	for (size_t i = 0; i < MOST_COLUMNS; i++) {
		const size_t at = ODD_M_BATTERY + of[i];
		if (is_measured(f, at))
			add_group(&g,
				of[i] == ODD_B_MEAN      ? "mean"
				: of[i] == ODD_B_PLACEBO ? "made"
							 : odd_column_name((odd_column)of[i]),
				at);
	}
	struct rect r = compare_page(f, c, "outliers of every kind", true,
		"placebo: odd against placebo. made: placebos against ordinary nodes, which .5 "
		"would be right for.");
	draw_bars(f, &g, "kind of outlier", "AUC", true, c, r);
}

static const struct {
	struct figure figure;
	odd_task task; /* without it there is nothing to draw */
} table[] = {
	{{"compare-recall", "Recall by method",
		 "share of the outliers among the top 5 to 25 % of each method's ranking", 1600,
		 900, 960, 90, 26, "comparison", false, draw_recall},
		ODD_TASK_OUTLIERS},
	{{"compare-f1", "F1 by method", "macro and micro F1 over the share of labels learnt from",
		 1600, 900, 960, 90, 40, "comparison", false, draw_f1},
		ODD_TASK_CLASSIFICATION},
	{{"compare-clustering", "Clustering by method", "accuracy of k-means on the embedding",
		 1600, 900, 960, 90, 26, "comparison", false, draw_clustering},
		ODD_TASK_CLUSTERING},
	{{"battery", "Battery", "AUC of each score on outliers of every kind, and against placebos",
		 1600, 900, 960, 90, 30, "comparison", false, draw_battery},
		ODD_TASK_BATTERY},
};

const struct figure *compare_figure_get(size_t i, unsigned tasks)
{
	for (size_t t = 0; t < sizeof table / sizeof *table; t++)
		if ((tasks & ODD_TASK_BIT(table[t].task)) != 0 && i-- == 0)
			return &table[t].figure;
	return NULL;
}
