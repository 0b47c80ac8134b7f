/* chart_samples.h: one plausible example of every chart, for golden files and for looking at. */
#ifndef TESTS_CHART_SAMPLES_H
#define TESTS_CHART_SAMPLES_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/chart.h"
#include "draw/figures.h"
#include "base/rng.h"

/* ---- loss: total and three terms over sub-steps -------------------------------------------- */

static inline void sample_loss(struct canvas *c, struct rect r)
{
	enum { N = 121 };
	static double x[N], total[N], term[3][N], ghost[N];
	for (int i = 0; i < N; i++) {
		double t = i / 6.0;
		x[i] = t;
		term[0][i] = 2600 + 2900 * exp(-t / 3.1);
		term[1][i] = 4100 + 2400 * exp(-t / 6.0);
		term[2][i] = 420 + 3900 * exp(-t / 1.9);
		total[i] = term[0][i] + term[1][i] + term[2][i];
		ghost[i] = 7600 + 6400 * exp(-t / 4.5);
	}
	const struct line_series series[] = {
		{.name = "total",
			.brief = "Σ",
			.x = x,
			.y = total,
			.n = N,
			.role = ROLE_TOTAL,
			.width = 1.3},
		{.name = "L1 structure",
			.brief = "L1 str",
			.x = x,
			.y = term[0],
			.n = N,
			.role = ROLE_STRUCTURAL,
			.mark = MARK_TRIANGLE},
		{.name = "L2 attributes",
			.brief = "L2 att",
			.x = x,
			.y = term[1],
			.n = N,
			.role = ROLE_ATTRIBUTE,
			.dash = DASH_DASHED,
			.mark = MARK_SQUARE},
		{.name = "L3 disagreement",
			.brief = "L3 dis",
			.x = x,
			.y = term[2],
			.n = N,
			.role = ROLE_COMBINED,
			.dash = DASH_DOTTED,
			.mark = MARK_DIAMOND},
		{.x = x, .y = ghost, .n = N, .role = ROLE_TOTAL, .ghost = true},
	};
	const struct chart_note note[] = {
		{"total 7 228.4", ROLE_TEXT, true}, {"last −104.5 ✓", ROLE_GOOD, false}};
	struct line_chart chart = {.x = {.whole = true, .title = "iteration"},
		.y = {.scale = AXIS_LOG, .title = "loss (log)"},
		.series = series,
		.series_count = 5,
		.note = note,
		.note_count = 2};
	chart_line_draw(&chart, c, r);
}

static inline void sample_cursor(struct canvas *c, struct rect r)
{
	enum { N = 61 };
	static double x[N], y[3][N];
	for (int i = 0; i < N; i++) {
		double t = i / 3.0;
		x[i] = t;
		y[0][i] = 5207 + 4000 * exp(-t / 3.0);
		y[1][i] = i > 20 && i < 26 ? (double)NAN : 5310 + 1500 * exp(-t / 7.0);
		y[2][i] = 1024 + 2900 * exp(-t / 1.7);
	}
	const struct line_series series[] = {
		{.name = "L1 structure",
			.brief = "L1",
			.x = x,
			.y = y[0],
			.n = N,
			.role = ROLE_STRUCTURAL,
			.mark = MARK_TRIANGLE},
		{.name = "L2 attributes",
			.brief = "L2",
			.x = x,
			.y = y[1],
			.n = N,
			.role = ROLE_ATTRIBUTE,
			.dash = DASH_DASHED,
			.mark = MARK_SQUARE},
		{.name = "L3 disagreement",
			.brief = "L3",
			.x = x,
			.y = y[2],
			.n = N,
			.role = ROLE_COMBINED,
			.dash = DASH_DOTTED,
			.mark = MARK_DIAMOND},
	};
	const struct chart_rule upright[] = {
		{.at = 12, .label = "settled", .role = ROLE_GOOD, .dash = DASH_DASHED}};
	struct line_chart chart = {.x = {.whole = true, .title = "iteration"},
		.y = {.zero = true, .title = "loss"},
		.series = series,
		.series_count = 3,
		.upright = upright,
		.upright_count = 1,
		.values = true,
		.cursor = true,
		.cursor_x = 3,
		.cursor_text = "it 3"};
	chart_line_draw(&chart, c, r);
}

/* ---- recall: total, three kinds, chance, published values ---------------------------------- */

static inline void sample_recall(struct canvas *c, struct rect r)
{
	enum { N = 26 };
	static double x[N], y[5][N];
	for (int i = 0; i < N; i++) {
		double t = i;
		x[i] = t;
		y[0][i] = 1 - exp(-t / 5.2);
		y[1][i] = 1 - exp(-t / 3.4);
		y[2][i] = 1 - exp(-t / 6.0);
		y[3][i] = 1 - exp(-t / 9.5);
		y[4][i] = t / 100;
	}
	const struct line_series series[] = {
		{.name = "all", .x = x, .y = y[0], .n = N, .role = ROLE_TOTAL, .width = 1.4},
		{.name = "structural",
			.brief = "struct",
			.x = x,
			.y = y[1],
			.n = N,
			.role = ROLE_STRUCTURAL,
			.mark = MARK_TRIANGLE},
		{.name = "attribute",
			.brief = "attr",
			.x = x,
			.y = y[2],
			.n = N,
			.role = ROLE_ATTRIBUTE,
			.dash = DASH_DASHED,
			.mark = MARK_SQUARE},
		{.name = "combined",
			.brief = "comb",
			.x = x,
			.y = y[3],
			.n = N,
			.role = ROLE_COMBINED,
			.dash = DASH_DOTTED,
			.mark = MARK_DIAMOND},
		{.name = "chance",
			.x = x,
			.y = y[4],
			.n = N,
			.role = ROLE_DIM,
			.width = 0.7,
			.mark = MARK_DOT},
	};
	const struct chart_reference published[] = {{5, 0.52, ROLE_TEXT, MARK_RING},
		{10, 0.72, ROLE_TEXT, MARK_RING}, {15, 0.83, ROLE_TEXT, MARK_RING},
		{20, 0.90, ROLE_TEXT, MARK_RING}, {25, 0.94, ROLE_TEXT, MARK_RING}};
	const struct chart_note note[] = {{"@5%  .61", ROLE_TEXT, false},
		{"@10% .83", ROLE_TEXT, false}, {"AUC  .94", ROLE_TEXT, false}};
	struct line_chart chart = {
		.x = {.lo = 0, .hi = 25, .unit = "%", .title = "nodes inspected"},
		.y = {.lo = 0, .hi = 1, .title = "share of outliers found"},
		.series = series,
		.series_count = 5,
		.reference = published,
		.reference_count = 5,
		.reference_name = "published",
		.note = note,
		.note_count = 3};
	chart_line_draw(&chart, c, r);
}

/* ---- map ----------------------------------------------------------------------------------- */

enum { MAP_POINTS = 2708 };

static inline void sample_map_data(
	double *x, double *y, uint8_t *role, uint8_t *mark, float *size, bool classes)
{
	odd_rng rng;
	odd_rng_init(&rng, 7, "chart sample");
	for (int i = 0; i < MAP_POINTS; i++) {
		int k = i % 7;
		x[i] = 3.0 * cos(k * 0.9) + (0.5 + 0.1 * k) * odd_rng_normal(&rng);
		y[i] = 2.2 * sin(k * 0.9) + 0.5 * odd_rng_normal(&rng);
		role[i] = (uint8_t)(classes ? role_series((size_t)k) : ROLE_ORDINARY);
		mark[i] = MARK_POINT;
		size[i] = 1;
		if (i % 60 == 0) {
			int kind = i / 60 % 3;
			x[i] = 8 * odd_rng_uniform(&rng) - 4;
			y[i] = 6 * odd_rng_uniform(&rng) - 3;
			role[i] = (uint8_t)(ROLE_STRUCTURAL + kind);
			mark[i] = (uint8_t)(MARK_TRIANGLE + kind);
			size[i] = 1.2f;
		}
	}
}

static inline void sample_map(struct canvas *c, struct rect r)
{
	static double x[MAP_POINTS], y[MAP_POINTS];
	static uint8_t role[MAP_POINTS], mark[MAP_POINTS];
	static float size[MAP_POINTS];
	sample_map_data(x, y, role, mark, size, false);
	static const struct scatter_label label[] = {{0, "n0"}, {60, "n60"}, {120, "n120"},
		{180, "n180"}, {240, "n240"}, {300, "n300"}, {360, "n360"}, {420, "n420"}};
	static const struct legend_entry legend[] = {
		{"structural", ROLE_STRUCTURAL, MARK_TRIANGLE, DASH_SOLID, false},
		{"attribute", ROLE_ATTRIBUTE, MARK_SQUARE, DASH_SOLID, false},
		{"combined", ROLE_COMBINED, MARK_DIAMOND, DASH_SOLID, false},
		{"ordinary", ROLE_ORDINARY, MARK_DOT, DASH_SOLID, false},
		{"cursor", ROLE_CURSOR, MARK_CURSOR, DASH_SOLID, false}};
	struct scatter_chart chart = {.x = {.hidden = true},
		.y = {.hidden = true},
		.px = x,
		.py = y,
		.n = MAP_POINTS,
		.role = role,
		.mark = mark,
		.size = size,
		.equal = true,
		.label = label,
		.label_count = 8,
		.cursor = true,
		.cursor_point = 480,
		.cursor_label = "n480 rank 1",
		.legend = legend,
		.legend_count = 5};
	chart_scatter_draw(&chart, c, r);
}

static inline void sample_classes(struct canvas *c, struct rect r)
{
	static double x[MAP_POINTS], y[MAP_POINTS];
	static uint8_t role[MAP_POINTS], mark[MAP_POINTS];
	static float size[MAP_POINTS];
	sample_map_data(x, y, role, mark, size, true);
	static const char *const name[] = {
		"neural", "rules", "theory", "genetic", "cases", "reinforcement", "probability"};
	struct legend_entry legend[7];
	for (size_t k = 0; k < 7; k++)
		legend[k] = (struct legend_entry){
			name[k], role_series(k), MARK_CIRCLE, DASH_SOLID, false};
	struct scatter_chart chart = {.x = {.title = "component 1 (31 %)"},
		.y = {.title = "component 2 (12 %)"},
		.px = x,
		.py = y,
		.n = MAP_POINTS,
		.role = role,
		.mark = mark,
		.size = size,
		.legend = legend,
		.legend_count = 7};
	chart_scatter_draw(&chart, c, r);
}

static inline void sample_scores(struct canvas *c, struct rect r)
{
	static double x[MAP_POINTS], y[MAP_POINTS];
	static uint8_t role[MAP_POINTS], mark[MAP_POINTS];
	static float size[MAP_POINTS];
	odd_rng rng;
	odd_rng_init(&rng, 9, "chart sample");
	sample_map_data(x, y, role, mark, size, false);
	for (int i = 0; i < MAP_POINTS; i++) {
		double u = odd_rng_uniform(&rng);
		role[i] = (uint8_t)role_heat(mark[i] == MARK_POINT ? u * u * u : 0.7 + 0.3 * u);
		mark[i] = MARK_POINT;
	}
	static const struct scatter_label label[] = {{0, "n0"}, {60, "n60"}, {120, "n120"}};
	struct scatter_chart chart = {.x = {.hidden = true},
		.y = {.hidden = true},
		.px = x,
		.py = y,
		.n = MAP_POINTS,
		.role = role,
		.mark = mark,
		.size = size,
		.label = label,
		.label_count = 3,
		.heat = true,
		.heat_lo = 0,
		.heat_hi = 1,
		.heat_title = "total score"};
	chart_scatter_draw(&chart, c, r);
}

/* So many points that only their density can be shown. */
static inline void sample_density(struct canvas *c, struct rect r)
{
	enum { N = 24000 };
	static double x[N], y[N];
	static uint8_t role[N];
	odd_rng rng;
	odd_rng_init(&rng, 13, "chart sample");
	for (int i = 0; i < N; i++) {
		int k = i % 3;
		x[i] = 4 * k + (1 + 0.4 * k) * odd_rng_normal(&rng);
		y[i] = 2 * (k == 1) + odd_rng_normal(&rng);
		role[i] = (uint8_t)role_series((size_t)k);
	}
	struct scatter_chart chart = {
		.px = x, .py = y, .n = N, .role = role, .all_mark = MARK_POINT};
	chart_scatter_draw(&chart, c, r);
}

/* ---- bars ---------------------------------------------------------------------------------- */

static inline void sample_bars(struct canvas *c, struct rect r)
{
	static const char *const category[] = {"5 %", "10 %", "15 %", "20 %", "25 %"};
	static const double one[] = {.61, .83, .91, .95, .97}, nmf[] = {.44, .66, .77, .85, .90},
			    deg[] = {.21, .30, .37, .45, .52}, e1[] = {.03, .02, .02, .01, .01},
			    e2[] = {.05, .04, .03, .03, .02}, ref[] = {.52, .72, .83, .90, .94};
	static const struct bar_series series[] = {
		{.name = "ONE", .value = one, .error = e1, .reference = ref, .role = ROLE_SERIES},
		{.name = "NMF sum",
			.value = nmf,
			.error = e2,
			.role = ROLE_SERIES + 1,
			.dash = DASH_DASHED},
		{.name = "degree", .value = deg, .role = ROLE_SERIES + 2, .dash = DASH_DOTTED}};
	struct bar_chart chart = {.y = {.lo = 0, .hi = 1.05, .title = "recall at L %"},
		.category = category,
		.category_count = 5,
		.series = series,
		.series_count = 3,
		.reference_name = "published"};
	chart_bars_draw(&chart, c, r);
}

/* Drop of the loss by sub-step: few bars, one of them tiny. */
static inline void sample_drops(struct canvas *c, struct rect r)
{
	static const char *const category[] = {"W", "G", "H", "U", "V", "O"};
	static const double drop[] = {310.2, 1204.5, 104.5, 640.1, 88.3, 2.4};
	static const struct bar_series series[] = {{.value = drop, .role = ROLE_SERIES}};
	struct bar_chart chart = {.y = {.title = "fall of the loss"},
		.category = category,
		.category_count = 6,
		.series = series,
		.series_count = 1};
	chart_bars_draw(&chart, c, r);
}

/* ---- histogram ----------------------------------------------------------------------------- */

static inline void sample_histogram(struct canvas *c, struct rect r)
{
	static double ordinary[2600], odd[135];
	odd_rng rng;
	odd_rng_init(&rng, 11, "chart sample");
	for (int i = 0; i < 2600; i++)
		ordinary[i] = 1 / (1 + exp(-(odd_rng_normal(&rng) - 0.8)));
	for (int i = 0; i < 135; i++)
		odd[i] = 1 / (1 + exp(-(0.7 * odd_rng_normal(&rng) + 1.6)));
	const struct histogram_group group[] = {
		{"ordinary", ordinary, 2600, ROLE_ORDINARY, DASH_SOLID, MARK_DOT, false},
		{"structural", odd, 135, ROLE_STRUCTURAL, DASH_DASHED, MARK_TRIANGLE, false}};
	const struct chart_rule cut[] = {{0.82, "top 5 %", ROLE_DIM, DASH_DASHED}};
	struct histogram_chart chart = {.x = {.lo = 0, .hi = 1, .title = "c1: links not explained"},
		.y = {.title = "percent of each group"},
		.group = group,
		.group_count = 2,
		.bins = 18,
		.upright = cut,
		.upright_count = 1};
	chart_histogram_draw(&chart, c, r);
}

/* ---- ranking ------------------------------------------------------------------------------- */

static inline void sample_table(struct canvas *c, struct rect r)
{
	enum { ROWS = 25, COLUMNS = 7 };
	static char text[ROWS][3][12];
	static struct table_cell cell[ROWS][COLUMNS];
	static const struct table_column column[COLUMNS] = {{.title = "#", .priority = 9},
		{.title = "node", .priority = 9}, {.title = "label", .priority = 1},
		{.title = "type", .kind = TABLE_MARK, .priority = 5},
		{.title = "c1 structure",
			.brief = "c1",
			.kind = TABLE_BAR,
			.role = ROLE_STRUCTURAL,
			.most = 1,
			.priority = 7},
		{.title = "c2 attributes",
			.brief = "c2",
			.kind = TABLE_BAR,
			.role = ROLE_ATTRIBUTE,
			.most = 1,
			.priority = 7},
		{.title = "c3 disagreement",
			.brief = "c3",
			.kind = TABLE_BAR,
			.role = ROLE_COMBINED,
			.most = 1,
			.priority = 7}};
	static const enum mark marks[] = {MARK_TRIANGLE, MARK_SQUARE, MARK_DIAMOND, MARK_DOT};
	static const enum role roles[] = {
		ROLE_STRUCTURAL, ROLE_ATTRIBUTE, ROLE_COMBINED, ROLE_ORDINARY};
	for (int i = 0; i < ROWS; i++) {
		int kind = i * 7 % 4;
		snprintf(text[i][0], sizeof text[i][0], "%d", i + 1);
		snprintf(text[i][1], sizeof text[i][1], "n%d", (i * 877 + 1204) % 2843);
		snprintf(text[i][2], sizeof text[i][2], "%d", i * 5 % 7);
		for (int k = 0; k < 3; k++)
			cell[i][k] = (struct table_cell){.text = text[i][k]};
		cell[i][3] = (struct table_cell){.mark = marks[kind], .role = roles[kind]};
		for (int k = 0; k < 3; k++) {
			double v = (kind == k ? 1.0 : 0.45) * (1 - 0.02 * i) - 0.07 * ((i + k) % 5);
			cell[i][4 + k] = (struct table_cell){.value = v};
		}
	}
	struct table_chart chart = {.column = column,
		.column_count = COLUMNS,
		.cell = &cell[0][0],
		.rows = ROWS,
		.selection = true,
		.selected = 2,
		.footer = "9 of the first 12 were planted"};
	chart_table_draw(&chart, c, r);
}

/* ---- all of them --------------------------------------------------------------------------- */

static const struct chart_sample {
	const char *name, *title;
	void (*draw)(struct canvas *c, struct rect r);
} chart_samples[] = {
	{"loss", "Loss", sample_loss},
	{"cursor", "Loss with cursor", sample_cursor},
	{"recall", "Recall at L %", sample_recall},
	{"map", "Map", sample_map},
	{"classes", "Map by class", sample_classes},
	{"scores", "Map by score", sample_scores},
	{"density", "A large map", sample_density},
	{"bars", "Methods", sample_bars},
	{"drops", "Fall by sub-step", sample_drops},
	{"histogram", "Scores", sample_histogram},
	{"table", "Ranking", sample_table},
};
#define CHART_SAMPLES (sizeof chart_samples / sizeof *chart_samples)

static inline void sample_dashboard(struct canvas *c)
{
	struct rect panel[4];
	struct rect r = figure_begin(
		c, "Cora with 5 % planted outliers", "ONE, K = 21, seed 42, iteration 20 of 20");
	layout_grid(panel, c, r, 2, 2);
	sample_loss(c, panel_begin(c, panel[0], "1 Loss", "log · it 20", true));
	sample_map(c, panel_begin(c, panel[1], "2 Map", "PCA 31 %", false));
	sample_table(c, panel_begin(c, panel[2], "3 Outliers", "by total", false));
	sample_recall(c, panel_begin(c, panel[3], "4 Recall at L %", "truth: planted", false));
}

#endif
