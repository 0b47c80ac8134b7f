/* The figures of a comparison: they fit any page, with any number of methods, finished or not. */
#include "config.h"

#include "helpers.h"

#include <math.h>
#include <unistd.h>

#include "draw/cells.h"
#include "draw/figures.h"
#include "draw/raster.h"
#include "lsan.h"
#include "recorder.h"

enum { SEEDS = 3, MOST = 24 };

static struct recorder r;

/* A comparison of the first methods of the table with numbers that look like some. */
struct sample {
	odd_network net;
	const odd_method *method[MOST];
	odd_cell cell[MOST * SEEDS];
	odd_comparison table;
	odd_compare_options options;
	odd_published_row row[200];
	odd_published published;
	struct result result;
	struct figure_run figure;
};

static void publish(struct sample *s, size_t m)
{
	for (size_t i = 0; i < ODD_MEASURES; i++) {
		const odd_measure *measure = odd_measure_get(i);
		if (measure->published != NULL && s->method[m]->published != NULL)
			s->row[s->published.count++] = (odd_published_row){measure->published,
				"Cora", s->method[m]->published, measure->x,
				0.02 * (double)(m + i % 5), 0.01};
	}
}

static void sample_init(struct sample *s, size_t methods, size_t done)
{
	memset(s, 0, sizeof *s);
	s->net = (odd_network){.name = (char *)(uintptr_t) "cora",
		.nodes = 2708,
		.edges = 5278,
		.attributes = 1433};
	s->options = (odd_compare_options)ODD_COMPARE_OPTIONS_INIT;
	s->options.seeds = SEEDS;
	s->options.k = 21;
	s->options.plant.structural = 45;
	for (size_t m = 0; m < methods; m++) {
		s->method[m] = odd_method_get(m);
		assert_non_null(s->method[m]);
	}
	for (size_t i = 0; i < methods * SEEDS; i++) {
		odd_cell *cell = &s->cell[i];
		*cell = (odd_cell){.method = i % methods,
			.seeding = i / methods,
			.state = i < done ? ODD_CELL_DONE : ODD_CELL_WAITING};
		bool counts = s->method[cell->method]->kind == ODD_METHOD_CONTROL;
		for (size_t v = 0; v < ODD_MEASURES; v++)
			cell->value[v] = v >= ODD_M_MACRO && counts
						 ? (double)NAN
						 : fabs(sin((double)(v + 7 * cell->method))) +
							   0.02 * (double)cell->seeding;
	}
	s->published.row = s->row;
	for (size_t m = 0; m < methods; m++)
		publish(s, m);
	s->table = (odd_comparison){.method = s->method,
		.methods = methods,
		.seeds = SEEDS,
		.cell = s->cell,
		.finished = done};
	s->result = (struct result){.net = &s->net,
		.table = &s->table,
		.compared = &s->options,
		.published = &s->published,
		.again = "oddone compare cora --seeds 3"};
	s->figure = (struct figure_run){.result = &s->result};
}

static size_t method_count(void)
{
	size_t n = 0;
	while (odd_method_get(n) != NULL)
		n++;
	return n;
}

/* Every figure in a few sizes on both kinds of canvas; the recorder finds words that overlap or
 * leave the page. */
static void record_all(const struct sample *s)
{
	static const double size[][3] = {{1, 40, 12}, {1, 60, 20}, {1, 80, 24}, {1, 120, 40},
		{1, 200, 12}, {0, 960, 540}, {0, 480, 270}, {0, 400, 700}, {0, 1600, 900}};
	const struct figure *f;
	for (size_t i = 0; (f = compare_figure_get(i, ~0u)) != NULL; i++) {
		for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
			recorder_init(&r, size[k][0] > 0.0, size[k][1], size[k][2]);
			f->draw(&s->figure, &r.canvas);
			recorder_check(&r, f->name);
			assert_true(r.texts >= 2);
		}
	}
}

static void they_fit_any_page(void **state)
{
	(void)state;
	static struct sample s;
	const size_t methods[] = {1, 2, 5, method_count()};
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		sample_init(&s, methods[i], methods[i] * SEEDS);
		record_all(&s);
		sample_init(&s, methods[i], methods[i]); /* one seed so far */
		record_all(&s);
		sample_init(&s, methods[i], 0); /* nothing */
		record_all(&s);
	}
	s.result.published = NULL;
	s.result.again = NULL;
	record_all(&s);
}

static char *draw_cells(const struct sample *s, size_t figure, size_t columns, size_t rows)
{
	struct canvas *canvas;
	odd_error err;
	assert_ok(cells_create(&canvas, columns, rows, GLYPHS_BRAILLE, &err), err);
	compare_figure_get(figure, ~0u)->draw(&s->figure, canvas);
	assert_ok(canvas_finish(canvas, &err), err);
	char *text = cells_to_text(canvas);
	assert_non_null(text);
	canvas_free(canvas);
	return text;
}

static void every_method_is_named(void **state)
{
	(void)state;
	static struct sample s;
	size_t methods = method_count();
	sample_init(&s, methods, methods * SEEDS);
	for (size_t f = 0; f < 3; f++) {
		char *text = draw_cells(&s, f, 120, 44);
		for (size_t m = 0; m < methods; m++) {
			bool shown = f == 0 || s.method[m]->kind != ODD_METHOD_CONTROL;
			if (shown != (strstr(text, s.method[m]->title) != NULL))
				fail_msg("%s: %s\n%s", compare_figure_get(f, ~0u)->name,
					s.method[m]->title, text);
		}
		assert_non_null(strstr(text, "published"));
		assert_non_null(strstr(text, "mean of 3 seeds, K = 21"));
		free(text);
	}
}

/* Where a column of text is a bar: the height of bars is that of the means. */
static void bars_are_as_high_as_the_means(void **state)
{
	(void)state;
	static struct sample s;
	sample_init(&s, 2, 2 * SEEDS);
	s.result.published = NULL;
	for (size_t i = 0; i < 2 * SEEDS; i++)
		for (size_t v = 0; v < ODD_MEASURES; v++)
			s.cell[i].value[v] = i % 2 == 0 ? 0.8 : 0.2;
	char *text = draw_cells(&s, 0, 80, 30);
	size_t full = 0, shaded = 0;
	for (const char *p = text; *p != '\0'; p++) {
		full += strncmp(p, "█", 3) == 0;
		shaded += strncmp(p, "▒", 3) == 0;
	}
	/* Four times, but for the legend and parts of a cell. */
	assert_true(full > 3 * shaded && full < 5 * shaded);
	free(text);
}

/* Where there are placebos, recall is not shown without what they tell. */
static void placebos_stand_behind_recall(void **state)
{
	(void)state;
	static struct sample s;
	sample_init(&s, 2, 2 * SEEDS);
	s.options.plant.placebo = 30;
	char *text = draw_cells(&s, 0, 120, 40);
	assert_non_null(strstr(text, " odd "));
	assert_non_null(strstr(text, " made "));
	assert_non_null(strstr(text, "45 planted, 30 placebos"));
	free(text);
	for (size_t i = 0; i < 2 * SEEDS; i++)
		s.cell[i].value[ODD_M_PLACEBO] = s.cell[i].value[ODD_M_PLACEBO_ABOVE] = (double)NAN;
	s.options.plant.placebo = 0;
	text = draw_cells(&s, 0, 120, 40);
	assert_null(strstr(text, " odd "));
	assert_null(strstr(text, " made "));
	assert_null(strstr(text, "placebo"));
	free(text);
}

/* With so many methods no two may look alike. */
static void no_two_methods_look_alike(void **state)
{
	(void)state;
	for (size_t i = 0; odd_method_get(i) != NULL; i++) {
		struct method_style a = method_style(odd_method_get(i));
		for (size_t j = 0; j < i; j++) {
			struct method_style b = method_style(odd_method_get(j));
			assert_true(a.role != b.role || a.dash != b.dash);
		}
	}
}

static void published_values_are_found(void **state)
{
	(void)state;
	static struct sample s;
	sample_init(&s, 3, 0);
	const odd_method *deepwalk = odd_method_find("deepwalk");
	assert_close(published_value(&s.published, "cora", &s.options, deepwalk, ODD_M_RECALL + 1),
		0.06, 1e-12);
	assert_true(isnan(published_value(&s.published, "cora", &s.options, deepwalk, ODD_M_AUC)));
	assert_true(
		isnan(published_value(&s.published, "webkb", &s.options, deepwalk, ODD_M_RECALL)));
	assert_true(isnan(published_value(
		&s.published, "cora", &s.options, odd_method_find("degree"), ODD_M_RECALL)));
	assert_true(isnan(published_value(NULL, "cora", &s.options, deepwalk, ODD_M_RECALL)));
	/* What goes by another name has nothing published. */
	const char *setting[] = {"deepwalk.mode=ns"};
	odd_compare_options other = s.options;
	other.setting = setting;
	other.settings = 1;
	assert_true(
		isnan(published_value(&s.published, "cora", &other, deepwalk, ODD_M_RECALL + 1)));
	assert_false(isnan(
		published_value(&s.published, "CORA", &s.options, deepwalk, ODD_M_CLUSTERING)));
}

static void pictures_are_written(void **state)
{
	(void)state;
	static struct sample s;
	char dir[256], path[400];
	odd_error err;
	sample_init(&s, method_count(), 2 * method_count());
	make_temporary_dir(dir, sizeof dir);
	for (size_t i = 0; compare_figure_get(i, ~0u) != NULL; i++) {
		const struct figure *page = compare_figure_get(i, ~0u);
		struct raster_options options = {.width = 800,
			.height = 450,
			.theme = i % 2 == 0 ? THEME_LIGHT : THEME_DARK};
		struct canvas *canvas;
		options.scale = figure_raster_scale(page, 800, 450);
		assert_ok(raster_create(&canvas, &options, &err), err);
		page->draw(&s.figure, canvas);
		snprintf(path, sizeof path, "%s/%s.png", dir, page->name);
		assert_ok(raster_save(canvas, path, &err), err);
		canvas_free(canvas);
		FILE *file = fopen(path, "rb");
		assert_non_null(file);
		fseek(file, 0, SEEK_END);
		assert_true(ftell(file) > 4000);
		fclose(file);
	}
	remove_tree(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(they_fit_any_page),
		cmocka_unit_test(every_method_is_named),
		cmocka_unit_test(bars_are_as_high_as_the_means),
		cmocka_unit_test(placebos_stand_behind_recall),
		cmocka_unit_test(no_two_methods_look_alike),
		cmocka_unit_test(published_values_are_found),
		cmocka_unit_test(pictures_are_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
