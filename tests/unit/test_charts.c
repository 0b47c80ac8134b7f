/* The charts: no word over another, nothing outside, something sensible for any data; and how they
 * look in cells, kept in tests/golden/draw. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "chart_samples.h"
#include "draw/cells.h"
#include "draw/raster.h"
#include "lsan.h"
#include "recorder.h"

/* ---- sizes --------------------------------------------------------------------------------- */

static void charts_fit_any_size(void **state)
{
	(void)state;
	static struct recorder r;
	static const double cells[][2] = {{40, 10}, {38, 9}, {80, 24}, {79, 23}, {120, 40},
		{58, 16}, {300, 80}, {200, 10}, {40, 60}, {41, 11}};
	static const double paper[][2] = {{800, 450}, {400, 225}, {280, 150}, {1600, 900},
		{4000, 2200}, {4000, 160}, {281, 900}};
	for (size_t i = 0; i < CHART_SAMPLES; i++) {
		for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
			recorder_init(&r, true, cells[k][0], cells[k][1]);
			chart_samples[i].draw(&r.canvas, r.bounds);
			recorder_check(&r, chart_samples[i].name);
			assert_true(r.texts > 0);
			assert_true(r.points + r.marks + r.fills > 0);
			assert_memory_equal(&r.canvas.clip, &r.bounds, sizeof r.bounds);
		}
		for (size_t k = 0; k < sizeof paper / sizeof *paper; k++) {
			recorder_init(&r, false, paper[k][0], paper[k][1]);
			chart_samples[i].draw(&r.canvas, r.bounds);
			recorder_check(&r, chart_samples[i].name);
			assert_true(r.texts > 0);
			assert_true(r.points + r.marks + r.fills > 0);
		}
	}
}

/* Far too small: a sentence or nothing, but no crash and nothing outside. */
static void charts_survive_tiny_rooms(void **state)
{
	(void)state;
	static struct recorder r;
	for (size_t i = 0; i < CHART_SAMPLES; i++) {
		for (double w = 1; w < 44; w += 4) {
			for (double h = 1; h < 12; h += h < 5 ? 1 : 3) {
				recorder_init(&r, true, w, h);
				chart_samples[i].draw(&r.canvas, r.bounds);
				recorder_check(&r, chart_samples[i].name);
				recorder_init(&r, false, 7 * w, 14 * h);
				chart_samples[i].draw(&r.canvas, r.bounds);
				recorder_check(&r, chart_samples[i].name);
			}
		}
	}
}

/* A chart keeps to its rectangle wherever that is. */
static void charts_stay_in_their_rectangle(void **state)
{
	(void)state;
	static struct recorder r;
	for (size_t i = 0; i < CHART_SAMPLES; i++) {
		recorder_init(&r, true, 200, 100);
		r.bounds = (struct rect){33, 17, 61, 19};
		chart_samples[i].draw(&r.canvas, r.bounds);
		recorder_check(&r, chart_samples[i].name);
		recorder_init(&r, false, 2000, 1000);
		r.bounds = (struct rect){333.3, 177.7, 612.5, 290.1};
		chart_samples[i].draw(&r.canvas, r.bounds);
		recorder_check(&r, chart_samples[i].name);
	}
}

static void dashboards_fit(void **state)
{
	(void)state;
	static struct recorder r;
	for (int size = 0; size < 4; size++) {
		recorder_init(&r, true, 60 + 30 * size, 20 + 8 * size);
		sample_dashboard(&r.canvas);
		recorder_check(&r, "dashboard");
		recorder_init(&r, false, 700 + 400 * size, 400 + 220 * size);
		sample_dashboard(&r.canvas);
		recorder_check(&r, "dashboard");
	}
}

/* ---- awkward data -------------------------------------------------------------------------- */

enum { AWKWARD = 14, LENGTH = 7 };

static const double awkward[AWKWARD][LENGTH] = {
	{0, 0, 0, 0, 0, 0, 0},
	{3, 3, 3, 3, 3, 3, 3},
	{-2, -2, -2, -2, -2, -2, -2},
	{1e300, 2e300, 1e300, 3e300, 1e300, 1e300, 1e300},
	{1e308, -1e308, 1e308, -1e308, 0, 1, 2},
	{1e-310, 2e-310, 3e-310, 1e-310, 1e-310, 1e-310, 1e-310},
	{NAN, NAN, NAN, NAN, NAN, NAN, NAN},
	{NAN, 1, NAN, 2, NAN, 3, NAN},
	{INFINITY, 1, 2, -INFINITY, 3, 4, 5},
	{1e9, 1e9 + 1e-6, 1e9, 1e9, 1e9, 1e9, 1e9},
	{-1, 0, 1, 2, 3, 4, 5},
	{1e-300, 1e300, 1, 10, 100, 1000, 1e4},
	{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7},
	{NAN, NAN, NAN, 4, NAN, NAN, NAN},
};

static void draw_awkward(
	struct canvas *c, struct rect room, const double *v, size_t n, enum axis_scale scale)
{
	static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
	struct line_series line = {.name = "series",
		.y = v,
		.n = n,
		.role = ROLE_TOTAL,
		.mark = MARK_CIRCLE,
		.points = true};
	struct chart_note note = {"note", ROLE_TEXT, false};
	struct line_chart lines = {.y = {.scale = scale, .title = "y"},
		.x = {.title = "x"},
		.series = &line,
		.series_count = 1,
		.values = true,
		.cursor = true,
		.cursor_x = 2,
		.note = &note,
		.note_count = 1};
	struct scatter_label label = {1, "label"};
	struct scatter_chart points = {.x = {.scale = scale},
		.y = {.title = "y"},
		.px = v,
		.py = v,
		.n = n,
		.all_role = ROLE_SERIES,
		.all_mark = MARK_POINT,
		.equal = true,
		.label = &label,
		.label_count = 1,
		.cursor = true,
		.cursor_point = 2,
		.cursor_label = "here"};
	struct bar_series bar = {
		.name = "bars", .value = v, .error = v, .reference = v, .role = ROLE_GOOD};
	struct bar_chart bars = {.y = {.scale = scale},
		.category = names,
		.category_count = n,
		.series = &bar,
		.series_count = 1};
	struct histogram_group group = {"group", v, n, ROLE_ORDINARY, DASH_SOLID, MARK_DOT, false};
	struct histogram_chart histogram = {
		.x = {.scale = scale}, .group = &group, .group_count = 1};
	struct rect part[6];
	layout_grid(part, c, room, 2, 3);
	chart_line_draw(&lines, c, part[0]);
	chart_scatter_draw(&points, c, part[1]);
	chart_bars_draw(&bars, c, part[2]);
	chart_histogram_draw(&histogram, c, part[3]);
}

static void any_data_draws_something(void **state)
{
	(void)state;
	static struct recorder r;
	for (size_t i = 0; i < AWKWARD; i++) {
		for (size_t n = 0; n <= LENGTH; n += n == 0 ? 1 : 6) {
			for (int scale = 0; scale < 2; scale++) {
				recorder_init(&r, true, 120, 45);
				draw_awkward(
					&r.canvas, r.bounds, awkward[i], n, (enum axis_scale)scale);
				recorder_check(&r, "awkward");
				assert_true(r.texts >= 4);
				recorder_init(&r, false, 1000, 900);
				draw_awkward(
					&r.canvas, r.bounds, awkward[i], n, (enum axis_scale)scale);
				recorder_check(&r, "awkward");
			}
		}
	}
}

static void real_devices_survive_awkward_data(void **state)
{
	(void)state;
	odd_error err;
	for (size_t i = 0; i < AWKWARD; i++) {
		struct canvas *c;
		assert_ok(cells_create(&c, 100, 40, (enum glyph_set)(i % 3), &err), err);
		draw_awkward(c, canvas_area(c), awkward[i], LENGTH, (enum axis_scale)(i % 2));
		canvas_free(c);
		struct raster_options o = {.width = 600, .height = 400, .theme = THEME_DARK};
		assert_ok(raster_create(&c, &o, &err), err);
		draw_awkward(c, canvas_area(c), awkward[i], LENGTH, (enum axis_scale)(i % 2));
		assert_ok(canvas_finish(c, &err), err);
		canvas_free(c);
	}
}

static void nothing_is_said_in_words(void **state)
{
	(void)state;
	static struct recorder r;
	struct line_chart empty = {.empty = "run a sub-step first"};
	recorder_init(&r, true, 60, 12);
	chart_line_draw(&empty, &r.canvas, r.bounds);
	assert_true(recorder_has(&r, "run a sub-step first"));
	double negative[] = {-1, -2};
	struct line_series s = {.y = negative, .n = 2, .role = ROLE_TOTAL};
	struct line_chart log = {.y = {.scale = AXIS_LOG}, .series = &s, .series_count = 1};
	recorder_init(&r, true, 60, 12);
	chart_line_draw(&log, &r.canvas, r.bounds);
	assert_true(recorder_has(&r, "log axis"));
	struct table_chart table = {.empty = "no outliers yet"};
	recorder_init(&r, true, 60, 12);
	chart_table_draw(&table, &r.canvas, r.bounds);
	assert_true(recorder_has(&r, "no outliers yet"));
	struct scatter_chart none = {.x = {.hidden = true}};
	recorder_init(&r, true, 60, 12);
	chart_scatter_draw(&none, &r.canvas, r.bounds);
	assert_true(recorder_has(&r, "no data"));
	/* A sentence longer than its room is broken, not cut off. */
	struct line_chart wordy = {.empty = "there is nothing to show before the first iteration"};
	recorder_init(&r, true, 20, 6);
	chart_line_draw(&wordy, &r.canvas, r.bounds);
	recorder_check(&r, "message");
	assert_true(r.texts >= 3);
	assert_true(recorder_has(&r, "iteration"));
}

/* ---- labels -------------------------------------------------------------------------------- */

/* All lines end in one place: every name is still there, one under the other. */
static void crowded_line_ends_are_spread(void **state)
{
	(void)state;
	static struct recorder r;
	double y[2] = {1, 1};
	static const char *const name[] = {"one", "two", "three", "four", "five", "six", "seven"};
	struct line_series series[7];
	for (size_t i = 0; i < 7; i++)
		series[i] = (struct line_series){
			.name = name[i], .y = y, .n = 2, .role = role_series(i)};
	struct line_chart chart = {.series = series, .series_count = 7};
	recorder_init(&r, true, 50, 12);
	chart_line_draw(&chart, &r.canvas, r.bounds);
	recorder_check(&r, "crowded");
	for (size_t i = 0; i < 7; i++)
		assert_true(recorder_has(&r, name[i]));
	/* At the lower edge there is room above only. */
	y[0] = y[1] = 0;
	chart.y = (struct axis_spec){.lo = 0, .hi = 1};
	recorder_init(&r, true, 50, 12);
	chart_line_draw(&chart, &r.canvas, r.bounds);
	recorder_check(&r, "crowded");
	for (size_t i = 0; i < 7; i++)
		assert_true(recorder_has(&r, name[i]));
	/* Too many for the rows: fewer names, still no overlap. */
	recorder_init(&r, true, 50, 6);
	chart_line_draw(&chart, &r.canvas, r.bounds);
	recorder_check(&r, "crowded");
	assert_true(recorder_has(&r, "one"));
}

/* Two digits also where the largest is a power of ten. */
static void small_bars_keep_their_digits(void **state)
{
	(void)state;
	static struct recorder r;
	static const char *const category[] = {"first", "second"};
	const double value[] = {1.0, 0.09};
	const struct bar_series s = {.name = "found", .value = value, .role = ROLE_SERIES};
	const struct bar_chart chart = {.y = {.title = "share", .lo = 0.0, .hi = 1.12},
		.category = category,
		.category_count = 2,
		.series = &s,
		.series_count = 1};
	recorder_init(&r, false, 800, 400);
	chart_bars_draw(&chart, &r.canvas, r.bounds);
	recorder_check(&r, "bars");
	assert_true(recorder_has(&r, "0.09") && recorder_has(&r, "1.00"));
	assert_true(recorder_has(&r, "share"));
}

static void the_cursor_reads_values(void **state)
{
	(void)state;
	static struct recorder r;
	double y[] = {9, 8, 7.25, 6, NAN};
	struct line_series s = {.name = "loss", .y = y, .n = 5, .role = ROLE_TOTAL};
	assert_int_equal(line_series_nearest(&s, 1.9), 2);
	assert_int_equal(line_series_nearest(&s, 99), 3);
	struct line_chart chart = {.series = &s,
		.series_count = 1,
		.values = true,
		.cursor = true,
		.cursor_x = 2,
		.cursor_text = "it 2"};
	recorder_init(&r, true, 60, 12);
	chart_line_draw(&chart, &r.canvas, r.bounds);
	assert_true(recorder_has(&r, "loss  7.25"));
	assert_true(recorder_has(&r, "it 2"));
	chart.cursor = false;
	recorder_init(&r, true, 60, 12);
	chart_line_draw(&chart, &r.canvas, r.bounds);
	assert_true(recorder_has(&r, "loss  6"));
}

static void a_million_samples_are_thinned(void **state)
{
	(void)state;
	static struct recorder r;
	static double y[1000000];
	for (size_t i = 0; i < 1000000; i++)
		y[i] = i == 123456 ? 50.0 : (double)(i % 100) / 100;
	struct line_series s = {.y = y, .n = 1000000, .role = ROLE_TOTAL};
	struct line_chart chart = {.series = &s, .series_count = 1};
	recorder_init(&r, false, 800, 400);
	chart_line_draw(&chart, &r.canvas, r.bounds);
	recorder_check(&r, "million");
	assert_true(r.points < 5000);
	/* The one peak is not lost. */
	struct canvas *c;
	odd_error err;
	assert_ok(cells_create(&c, 60, 12, GLYPHS_BRAILLE, &err), err);
	chart_line_draw(&chart, c, canvas_area(c));
	size_t top = 0;
	for (size_t x = 0; x < 60; x++)
		top += cells_at(c, x, 0)->role == ROLE_TOTAL && cells_at(c, x, 0)->glyph[0] != ' ';
	assert_true(top >= 1);
	canvas_free(c);
}

static void crowded_maps_show_density(void **state)
{
	(void)state;
	static struct recorder r;
	static double x[25000], y[25000];
	odd_rng rng;
	odd_rng_init(&rng, 1, "density test");
	for (size_t i = 0; i < 25000; i++) {
		x[i] = odd_rng_normal(&rng);
		y[i] = odd_rng_normal(&rng);
	}
	struct scatter_chart chart = {
		.px = x, .py = y, .n = 300, .all_mark = MARK_POINT, .all_role = ROLE_ORDINARY};
	recorder_init(&r, false, 800, 400);
	chart_scatter_draw(&chart, &r.canvas, r.bounds);
	assert_int_equal(r.marks, 300);
	assert_int_equal(r.fills, 0);
	chart.n = 25000;
	recorder_init(&r, false, 800, 400);
	chart_scatter_draw(&chart, &r.canvas, r.bounds);
	assert_int_equal(r.marks, 0);
	assert_true(r.fills > 500 && r.fills < 25000);
}

/* A name goes where no other mark is half as near as its own, or it has a leader. */
static void names_stand_by_their_own(void **state)
{
	(void)state;
	static struct recorder r;
	/* Two rows of marks, 30 apart and 20: beside one is beside another. */
	double x[18], y[18];
	for (size_t i = 0; i < 18; i++) {
		x[i] = (double)(i / 2);
		y[i] = (double)(i % 2);
	}
	struct scatter_label label = {8, "this one"};
	struct scatter_chart chart = {.x = {.hidden = true, .lo = -9.0, .hi = 17.0},
		.y = {.hidden = true, .lo = -7.0, .hi = 8.0},
		.px = x,
		.py = y,
		.n = 18,
		.all_mark = MARK_CIRCLE,
		.label = &label,
		.label_count = 1};
	recorder_init(&r, false, 780, 300);
	chart_scatter_draw(&chart, &r.canvas, r.bounds);
	assert_int_equal(r.texts, 1);
	assert_int_equal(r.points, 2); /* the ends of the leader */
	/* Alone it needs none. */
	chart.px = x + 8;
	chart.py = y + 8;
	chart.n = 1;
	label.point = 0;
	recorder_init(&r, false, 780, 300);
	chart_scatter_draw(&chart, &r.canvas, r.bounds);
	assert_int_equal(r.texts, 1);
	assert_int_equal(r.points, 0);
}

static void narrow_tables_drop_columns(void **state)
{
	(void)state;
	static struct recorder r;
	recorder_init(&r, true, 80, 24);
	sample_table(&r.canvas, r.bounds);
	assert_true(recorder_has(&r, "label") && recorder_has(&r, "c3 disagreement"));
	recorder_init(&r, true, 30, 24);
	sample_table(&r.canvas, r.bounds);
	recorder_check(&r, "table");
	assert_false(recorder_has(&r, "label"));
	assert_true(recorder_has(&r, "node") && recorder_has(&r, "c3"));
}

static void histograms_count_everything(void **state)
{
	(void)state;
	static struct recorder r;
	double v[] = {0, 0.5, 1, NAN, INFINITY};
	struct histogram_group group = {"g", v, 5, ROLE_ORDINARY, DASH_SOLID, MARK_NONE, false};
	struct histogram_chart chart = {
		.x = {.lo = 0, .hi = 1}, .group = &group, .group_count = 1, .bins = 2};
	recorder_init(&r, false, 600, 300);
	chart_histogram_draw(&chart, &r.canvas, r.bounds);
	/* 0 | 0.5 1: a third and two thirds, so the axis ends at 67 and a bit. */
	assert_true(recorder_has(&r, "60"));
	assert_false(recorder_has(&r, "80") || recorder_has(&r, "100"));
}

/* ---- how they look ------------------------------------------------------------------------- */

static char *read_golden(const char *name)
{
	char path[512];
	const char *root = getenv("srcdir");
	snprintf(path, sizeof path, "%s/tests/golden/draw/%s.txt", root != NULL ? root : ".", name);
	FILE *f = fopen(path, "rb");
	if (f == NULL)
		return NULL;
	char *text = calloc(1, 200000);
	assert_non_null(text);
	assert_true(fread(text, 1, 199999, f) < 199999);
	fclose(f);
	return text;
}

/* UPDATE_GOLDEN=1 writes what is drawn now; look at the difference before committing it. */
static void check_golden(const char *name, const char *drawn)
{
	if (getenv("UPDATE_GOLDEN") != NULL) {
		char dir[400], file[80];
		const char *root = getenv("srcdir");
		snprintf(dir, sizeof dir, "%s/tests/golden/draw", root != NULL ? root : ".");
		snprintf(file, sizeof file, "%s.txt", name);
		write_text(dir, file, drawn);
	}
	char *expected = read_golden(name);
	if (expected == NULL)
		fail_msg("no golden file for %s", name);
	if (strcmp(expected, drawn) != 0) {
		print_error("%s, drawn:\n%s\nexpected:\n%s", name, drawn, expected);
		fail();
	}
	free(expected);
}

static void cells_look_as_before(void **state)
{
	(void)state;
	static const char *const set_name[] = {"braille", "block", "ascii"};
	static const size_t size[][2] = {{80, 24}, {40, 12}};
	odd_error err;
	for (int set = 0; set < GLYPHS_COUNT; set++) {
		for (size_t k = 0; k < 2; k++) {
			struct canvas *c;
			char name[64];
			static char all[400000];
			size_t used = 0;
			assert_ok(
				cells_create(&c, size[k][0], size[k][1], (enum glyph_set)set, &err),
				err);
			for (size_t i = 0; i <= CHART_SAMPLES; i++) {
				cells_clear(c);
				if (i < CHART_SAMPLES)
					chart_samples[i].draw(
						c, panel_begin(c, canvas_area(c),
							   chart_samples[i].title,
							   chart_samples[i].name, i == 0));
				else
					sample_dashboard(c);
				char *text = cells_to_text(c);
				assert_non_null(text);
				used += (size_t)snprintf(
					all + used, sizeof all - used, "%s\n", text);
				assert_true(used < sizeof all);
				free(text);
			}
			snprintf(name, sizeof name, "%s-%zux%zu", set_name[set], size[k][0],
				size[k][1]);
			check_golden(name, all);
			for (const char *s = all; set == GLYPHS_ASCII && *s != '\0'; s++)
				assert_true((unsigned char)*s < 0x80);
			canvas_free(c);
		}
	}
}

static void pictures_of_all_charts(void **state)
{
	(void)state;
	odd_error err;
	for (size_t i = 0; i < CHART_SAMPLES; i++) {
		struct bytes first = {0};
		for (int again = 0; again < 2; again++) {
			struct canvas *c;
			struct raster_options o = {.width = 400,
				.height = 240,
				.scale = 1,
				.format = i % 3 == 0 ? RASTER_SVG : RASTER_PNG};
			assert_ok(raster_create(&c, &o, &err), err);
			chart_samples[i].draw(c, figure_begin(c, chart_samples[i].title, NULL));
			assert_ok(canvas_finish(c, &err), err);
			const struct bytes *b = raster_bytes(c);
			if (again == 0) {
				bytes_append(&first, b->data, b->length);
			} else {
				assert_int_equal(first.length, b->length);
				assert_memory_equal(first.data, b->data, b->length);
			}
			canvas_free(c);
		}
		bytes_clear(&first);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(charts_fit_any_size),
		cmocka_unit_test(charts_survive_tiny_rooms),
		cmocka_unit_test(charts_stay_in_their_rectangle),
		cmocka_unit_test(dashboards_fit),
		cmocka_unit_test(any_data_draws_something),
		cmocka_unit_test(real_devices_survive_awkward_data),
		cmocka_unit_test(nothing_is_said_in_words),
		cmocka_unit_test(crowded_line_ends_are_spread),
		cmocka_unit_test(small_bars_keep_their_digits),
		cmocka_unit_test(the_cursor_reads_values),
		cmocka_unit_test(a_million_samples_are_thinned),
		cmocka_unit_test(crowded_maps_show_density),
		cmocka_unit_test(names_stand_by_their_own),
		cmocka_unit_test(narrow_tables_drop_columns),
		cmocka_unit_test(histograms_count_everything),
		cmocka_unit_test(cells_look_as_before),
		cmocka_unit_test(pictures_of_all_charts),
	};
	return cmocka_run_group_tests_name("charts", tests, NULL, NULL);
}
