/* figure_battery.c: a dot for each score and plain read-out in every column of the battery, with
 * the standard deviation over the seeds; a page for each variant. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "draw/figure_parts.h"

enum { MOST_ROWS = 24, MOST_CATEGORIES = ODD_COLUMNS + 2 };

/* Scores have filled marks, what has no model open ones. */
static enum mark mark_of(const odd_method *method, size_t *scores, size_t *others)
{
	static const enum mark filled[] = {MARK_CIRCLE, MARK_SQUARE, MARK_DIAMOND, MARK_TRIANGLE};
	static const enum mark open[] = {
		MARK_RING, MARK_BOX, MARK_LOZENGE, MARK_WEDGE, MARK_FUNNEL, MARK_CROSS};
	return method->kind == ODD_METHOD_CONTROL
		       ? open[(*others)++ % (sizeof open / sizeof *open)]
		       : filled[(*scores)++ % (sizeof filled / sizeof *filled)];
}

struct row {
	double mean[MOST_CATEGORIES], deviation[MOST_CATEGORIES];
};

/* The columns that anybody has a number for. */
static size_t categories(
	const char **name, size_t *measure, const struct figure_run *f, size_t variant)
{
	static const size_t of[MOST_CATEGORIES] = {ODD_COLUMN_UNIFORM, ODD_COLUMN_LOCAL,
		ODD_COLUMN_SWAP, ODD_COLUMN_REWIRE, ODD_COLUMN_CLIQUE, ODD_B_MEAN,
		ODD_COLUMN_PLACEBO, ODD_B_PLACEBO, ODD_COLUMN_KNOWN};
	size_t n = 0;
	for (size_t i = 0; i < MOST_CATEGORIES; i++) {
		bool any = false;
		size_t at = ODD_M_BATTERY + ODD_B_MEASURES * variant + of[i];
		for (size_t m = 0; m < f->result->table->methods && !any; m++)
			any = !isnan(odd_comparison_spread(f->result->table, m, at, NULL).mean);
		if (!any)
			continue;
		name[n] = of[i] == ODD_B_MEAN      ? "mean"
			  : of[i] == ODD_B_PLACEBO ? "made"
						   : odd_column_name((odd_column)of[i]);
		measure[n++] = at;
	}
	return n;
}

static void draw_variant(
	const struct figure_run *f, size_t variant, struct canvas *c, struct rect r)
{
	struct row row[MOST_ROWS];
	struct bar_series series[MOST_ROWS];
	const char *name[MOST_CATEGORIES];
	size_t measure[MOST_CATEGORIES], count = 0, scores = 0, others = 0;
	size_t n = categories(name, measure, f, variant);
	for (size_t m = 0; m < f->result->table->methods && count < MOST_ROWS; m++) {
		const odd_method *method = f->result->table->method[m];
		for (size_t i = 0; i < n; i++) {
			odd_spread s = odd_comparison_spread(f->result->table, m, measure[i], NULL);
			row[count].mean[i] = s.mean;
			row[count].deviation[i] = s.deviation;
		}
		series[count] =
			(struct bar_series){.name = odd_compare_title(f->result->compared, method),
				.value = row[count].mean,
				.error = row[count].deviation,
				.role = role_series(m),
				.mark = mark_of(method, &scores, &others)};
		count++;
	}
	/* Cells are wide: rather the first groups than none. */
	while (c->snap > 0.0 && n > 1 && floor((r.w - 6.0) / (double)n) - 1.0 < (double)count)
		n--;
	struct bar_chart chart = {.y = {.title = "AUC"},
		.category = name,
		.category_count = n,
		.series = series,
		.series_count = n > 0 ? count : 0,
		.dots = true,
		.empty = "no score is finished yet"};
	chart_bars_draw(&chart, c, r);
}

static void draw(const struct figure_run *f, odd_variant variant, struct canvas *c)
{
	char title[80] = "outliers of every kind";
	if (variant != ODD_AS_GIVEN)
		snprintf(title, sizeof title, "outliers of every kind, %s",
			odd_variant_name(variant));
	draw_variant(f, variant, c,
		figure_compare_page(f, c, title, true,
			"placebo: odd against placebo. made: placebos against ordinary nodes, "
			"which .5 would be right for."));
}

/* One page for each variant. */
#define PAGE(name, variant) \
	void figure_##name(const struct figure_run *f, struct canvas *c) \
	{ \
		draw(f, variant, c); \
	}
PAGE(battery, ODD_AS_GIVEN)
PAGE(battery_dense, ODD_DENSE)
PAGE(battery_directed, ODD_DIRECTED)
PAGE(battery_weighted, ODD_WEIGHTED)
PAGE(battery_unlabelled, ODD_UNLABELLED)
