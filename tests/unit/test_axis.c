/* Numbers, ranges, ticks, and room for words. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "draw/axis.h"
#include "draw/place.h"
#include "base/rng.h"
#include "recorder.h"

/* ---- numbers ------------------------------------------------------------------------------- */

static void assert_number(double v, int significant, const char *expected)
{
	char text[NUMBER_SIZE];
	assert_string_equal(number_text(text, v, significant), expected);
}

static void numbers_read_well(void **state)
{
	(void)state;
	assert_number(0, 3, "0");
	assert_number(-0.0, 3, "0");
	assert_number(11542.6, 6, "11 542.6");
	assert_number(1234567, 7, "1 234 567");
	assert_number(-1234.5, 5, "-1 234.5");
	assert_number(999, 3, "999");
	assert_number(0.0052, 2, "0.0052");
	assert_number(0.5, 3, "0.5");
	assert_number(3.1e-9, 2, "3.1e-9");
	assert_number(1e300, 3, "1e300");
	assert_number(-2.5e17, 3, "-2.5e17");
	assert_number(5e-324, 3, "5e-324");
	assert_number(NAN, 3, "–");
	assert_number(INFINITY, 3, "inf");
}

static void styles_are_shared(void **state)
{
	(void)state;
	char text[NUMBER_SIZE];
	struct number_style s = number_style(12000, 3000, NUMBER_SHORT);
	assert_string_equal(number_write(text, 12000, &s), "12k");
	assert_string_equal(number_write(text, 0, &s), "0");
	s = number_style(2000, 500, NUMBER_SHORT);
	assert_string_equal(number_write(text, 500, &s), "0.5k");
	assert_string_equal(number_write(text, 1000, &s), "1.0k");
	s = number_style(3e6, 1e6, NUMBER_SHORT);
	assert_string_equal(number_write(text, 2e6, &s), "2M");
	s = number_style(1, 0.5, NUMBER_FULL);
	assert_string_equal(number_write(text, 0, &s), "0.0");
	assert_string_equal(number_write(text, 1, &s), "1.0");
	s = number_style(4e-5, 1e-5, NUMBER_FULL);
	assert_string_equal(number_write(text, 3e-5, &s), "3e-5");
	assert_string_equal(number_write(text, 0, &s), "0");
}

/* ---- ranges -------------------------------------------------------------------------------- */

static struct range range_of(double lo, double hi)
{
	struct range r = RANGE_EMPTY;
	range_add(&r, lo);
	range_add(&r, hi);
	return r;
}

static void ranges_hold_the_data(void **state)
{
	(void)state;
	struct axis a;
	struct axis_spec spec = {.scale = AXIS_LINEAR};
	struct range none = RANGE_EMPTY;
	assert_false(axis_fit(&a, &spec, none));
	range_add(&none, NAN);
	range_add(&none, INFINITY);
	assert_false(axis_fit(&a, &spec, none));
	double ends[][2] = {{3, 3}, {0, 0}, {-5, 7}, {1e300, 1e300}, {-1e308, 1e308},
		{1e-320, 1e-320}, {1e9, 1e9 + 1e-7}, {-4, -4}, {5e-324, 1e308}};
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		for (int flags = 0; flags < 4; flags++) {
			spec = (struct axis_spec){.zero = flags & 1, .whole = flags & 2};
			assert_true(axis_fit(&a, &spec, range_of(ends[i][0], ends[i][1])));
			assert_true(a.lo < a.hi && isfinite(a.hi - a.lo));
			axis_place(&a, 0, 100);
			for (int end = 0; end < 2; end++) {
				double at = axis_map(&a, ends[i][end]);
				assert_true(at >= -1e-6 && at <= 100 + 1e-6);
			}
			if (flags & 1)
				assert_true(a.lo <= 0 && a.hi >= 0);
		}
	}
	spec = (struct axis_spec){.lo = 0, .hi = NAN};
	assert_true(axis_fit(&a, &spec, range_of(5, 9)));
	assert_close(a.lo, 0, 0);
	assert_true(a.hi > 9);
	spec = (struct axis_spec){.lo = 0, .hi = 1};
	assert_true(axis_fit(&a, &spec, (struct range)RANGE_EMPTY));
	assert_close(a.hi, 1, 0);
}

static void log_axes_take_what_is_positive(void **state)
{
	(void)state;
	struct axis a;
	struct axis_spec spec = {.scale = AXIS_LOG};
	struct range r = range_of(-3, 0);
	assert_false(axis_fit(&a, &spec, r));
	range_add(&r, 100);
	range_add(&r, 0.1);
	assert_true(axis_fit(&a, &spec, r));
	axis_place(&a, 10, 20);
	assert_true(isnan(axis_map(&a, 0)));
	assert_true(isnan(axis_map(&a, -3)));
	assert_true(axis_map(&a, 0.1) >= 10 && axis_map(&a, 100) <= 20);
	double ends[][2] = {{7, 7}, {1e-300, 1e300}, {5e-324, 1}, {1e307, 1.7e308}};
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		assert_true(axis_fit(&a, &spec, range_of(ends[i][0], ends[i][1])));
		assert_true(a.lo > 0 && a.lo < a.hi && isfinite(a.hi));
	}
}

/* By hand: the share of the way, of the numbers or of their logarithms. */
static double place_of(const struct axis *a, double v)
{
	bool log = a->scale == AXIS_LOG;
	double lo = log ? log10(a->lo) : a->lo, hi = log ? log10(a->hi) : a->hi;
	return a->from + ((log ? log10(v) : v) - lo) / (hi - lo) * (a->to - a->from);
}

static void places_by_hand(void **state)
{
	(void)state;
	struct axis a;
	for (int scale = 0; scale < 2; scale++) {
		struct axis_spec spec = {.scale = (enum axis_scale)scale};
		assert_true(axis_fit(&a, &spec, range_of(3, 12000)));
		axis_place(&a, 300, 20); /* upside down, as y is */
		for (double v = 3; v < 12000; v *= 1.7)
			assert_close(axis_map(&a, v), place_of(&a, v), 1e-9);
		assert_true(axis_map(&a, 3) > axis_map(&a, 12000));
	}
	assert_true(isnan(axis_map(&a, NAN)));
	assert_true(isnan(axis_map(&a, INFINITY)));
}

/* ---- ticks --------------------------------------------------------------------------------- */

static const struct pen small = {.role = ROLE_DIM, .flags = PEN_SMALL};

static void assert_x_labels(
	double lo, double hi, double width, const char *unit, const char *const *expected)
{
	static struct recorder r;
	struct axis a;
	struct axis_spec spec = {.lo = lo, .hi = hi, .unit = unit};
	recorder_init(&r, true, width, 4);
	assert_true(axis_fit(&a, &spec, range_of(lo, hi)));
	axis_place(&a, 0, width);
	axis_ticks_x(&a, &r.canvas, small, 0, width);
	for (size_t i = 0; i < a.count; i++) {
		assert_non_null(expected[i]);
		assert_string_equal(a.tick[i].label, expected[i]);
	}
	assert_null(expected[a.count]);
}

static void ticks_are_round(void **state)
{
	(void)state;
	assert_x_labels(
		0, 25, 60, "%", (const char *const[]){"0", "5", "10", "15", "20", "25%", NULL});
	assert_x_labels(0, 20, 60, NULL, (const char *const[]){"0", "5", "10", "15", "20", NULL});
	assert_x_labels(0, 1, 60, NULL,
		(const char *const[]){"0.0", "0.2", "0.4", "0.6", "0.8", "1.0", NULL});
	assert_x_labels(0, 1, 18, NULL, (const char *const[]){"0.0", "0.5", "1.0", NULL});
	assert_x_labels(-3, 4, 60, NULL,
		(const char *const[]){"-3", "-2", "-1", "0", "1", "2", "3", "4", NULL});
	assert_x_labels(0, 40000, 18, NULL, (const char *const[]){"0", "20k", "40k", NULL});
	assert_x_labels(0, 40000, 70, NULL,
		(const char *const[]){"0", "10 000", "20 000", "30 000", "40 000", NULL});
}

static void log_ticks_are_decades(void **state)
{
	(void)state;
	static struct recorder r;
	struct axis a;
	struct axis_spec spec = {.scale = AXIS_LOG, .lo = 1, .hi = 1e6};
	recorder_init(&r, true, 60, 20);
	assert_true(axis_fit(&a, &spec, range_of(1, 1e6)));
	axis_place(&a, 20, 0);
	axis_ticks_y(&a, &r.canvas, small, 5);
	assert_int_equal(a.count, 7);
	assert_string_equal(a.tick[0].label, "1");
	assert_string_equal(a.tick[3].label, "1k");
	assert_string_equal(a.tick[6].label, "1M");
	axis_place(&a, 9, 0);
	axis_ticks_y(&a, &r.canvas, small, 5);
	assert_true(a.count >= 2 && a.count <= 4);
	/* Less than a decade: round steps as on a linear axis. */
	spec = (struct axis_spec){.scale = AXIS_LOG, .lo = 3000, .hi = 12000};
	assert_true(axis_fit(&a, &spec, range_of(3000, 12000)));
	axis_place(&a, 20, 0);
	axis_ticks_y(&a, &r.canvas, small, 5);
	assert_true(a.count >= 3);
	for (size_t i = 0; i < a.count; i++)
		assert_close(fmod(a.tick[i].value, 1000), 0, 1e-9);
}

static void whole_axes_have_whole_ticks(void **state)
{
	(void)state;
	static struct recorder r;
	struct axis a;
	struct axis_spec spec = {.whole = true};
	recorder_init(&r, true, 100, 4);
	for (int hi = 0; hi < 40; hi++) {
		assert_true(axis_fit(&a, &spec, range_of(0, hi)));
		axis_place(&a, 0, 100);
		axis_ticks_x(&a, &r.canvas, small, 0, 100);
		assert_true(a.count >= 1);
		for (size_t i = 0; i < a.count; i++)
			assert_close(a.tick[i].value, round(a.tick[i].value), 0);
	}
}

/* Any range, any width, either face: labels in order, apart, inside, different from each other. */
static void labels_never_collide(void **state)
{
	(void)state;
	static struct recorder r;
	odd_rng rng;
	odd_rng_init(&rng, 5, "axis test");
	for (int trial = 0; trial < 4000; trial++) {
		bool cells = trial & 1, upright = trial & 2;
		double width = (cells ? 1 : 7) * (8 + floor(150 * odd_rng_uniform(&rng)));
		double size = pow(10, 24 * odd_rng_uniform(&rng) - 12);
		double lo = odd_rng_normal(&rng) * size;
		double hi = lo +
			    fabs(odd_rng_normal(&rng)) * size * pow(10, -6 * odd_rng_uniform(&rng));
		struct axis a;
		struct axis_spec spec = {.scale = trial % 5 == 0 ? AXIS_LOG : AXIS_LINEAR,
			.unit = trial % 7 == 0 ? "%" : NULL};
		recorder_init(&r, cells, width, 900);
		if (spec.scale == AXIS_LOG) {
			lo = fabs(lo) + 1e-300;
			hi = lo * pow(10, 12 * odd_rng_uniform(&rng));
		}
		assert_true(axis_fit(&a, &spec, range_of(lo, hi)));
		if (upright) {
			axis_place(&a, width, 0);
			axis_ticks_y(&a, &r.canvas, small, 5 * r.canvas.char_w);
		} else {
			axis_place(&a, 0, width);
			axis_ticks_x(&a, &r.canvas, small, 0, width);
		}
		double end = -INFINITY;
		for (size_t i = 0; i < a.count; i++) {
			const struct tick *t = &a.tick[i];
			assert_true(t->at >= -1e-6 && t->at <= width + 1e-6);
			if (i > 0) {
				assert_string_not_equal(t->label, a.tick[i - 1].label);
				assert_true(t->value > a.tick[i - 1].value);
			}
			if (upright)
				continue;
			double x = axis_label_left(&r.canvas, t, small, 0, width);
			double w = canvas_text_width(&r.canvas, t->label, small);
			assert_true(x >= end + r.canvas.char_w && x + w <= width + 1e-6);
			end = x + w;
		}
	}
}

/* ---- room ---------------------------------------------------------------------------------- */

static void spreading_keeps_order_and_distance(void **state)
{
	(void)state;
	double a[] = {1, 1, 1, 9};
	assert_true(place_spread(a, 4, 1, 0, 10));
	assert_close(a[1], 1, 1e-9); /* the middle of the three stays where all wanted to be */
	assert_close(a[0], 0, 1e-9);
	assert_close(a[3], 9, 1e-9);
	double b[] = {0, 0, 10, 10};
	assert_true(place_spread(b, 4, 2, 0, 10));
	assert_close(b[0], 0, 1e-9);
	assert_close(b[1], 2, 1e-9);
	assert_close(b[2], 8, 1e-9);
	assert_close(b[3], 10, 1e-9);
	double c[] = {0, 1, 2};
	assert_false(place_spread(c, 3, 6, 0, 10));
	assert_close(c[1], 1, 0);
	odd_rng rng;
	odd_rng_init(&rng, 5, "spread test");
	for (int trial = 0; trial < 500; trial++) {
		double p[20];
		size_t n = 1 + odd_rng_below(&rng, 20);
		for (size_t i = 0; i < n; i++)
			p[i] = (i > 0 ? p[i - 1] : 0) + 0.7 * odd_rng_uniform(&rng);
		assert_true(place_spread(p, n, 1, -1, 25));
		for (size_t i = 0; i < n; i++) {
			assert_true(p[i] >= -1 - 1e-9 && p[i] <= 25 + 1e-9);
			if (i > 0)
				assert_true(p[i] - p[i - 1] >= 1 - 1e-9);
		}
	}
}

static void placers_refuse_what_is_taken(void **state)
{
	(void)state;
	static struct placer p;
	placer_init(&p, (struct rect){0, 0, 10, 10});
	assert_true(placer_free(&p, (struct rect){0, 0, 10, 1}));
	assert_false(placer_free(&p, (struct rect){0, 0, 11, 1}));
	assert_true(placer_take(&p, (struct rect){2, 2, 3, 3}));
	assert_false(placer_free(&p, (struct rect){4, 4, 3, 3}));
	assert_true(placer_free(&p, (struct rect){5, 2, 3, 3})); /* touching is not overlapping */
	for (size_t i = 1; i < PLACER_BOXES; i++)
		assert_true(placer_take(&p, (struct rect){0, 0, 1, 1}));
	assert_false(placer_take(&p, (struct rect){0, 0, 1, 1}));
}

static void blocks_avoid_ink(void **state)
{
	(void)state;
	static struct placer p;
	static struct ink_map m;
	static struct recorder r;
	struct rect area = {0, 0, 64, 32}, box;
	recorder_init(&r, true, 64, 32);
	placer_init(&p, area);
	ink_init(&m, area);
	assert_true(place_block(&box, &p, &m, &r.canvas, area, (struct extent){10, 3}));
	assert_close(box.x, 54, 0);
	assert_close(box.y, 0, 0);
	ink_line(&m, (struct point){0, 0}, (struct point){64, 0.1});
	assert_true(place_block(&box, &p, &m, &r.canvas, area, (struct extent){10, 3}));
	assert_close(ink_under(&m, box), 0, 0);
	for (double y = 0; y < 32; y++)
		ink_line(&m, (struct point){0, y}, (struct point){64, y});
	assert_false(place_block(&box, &p, &m, &r.canvas, area, (struct extent){10, 3}));
	assert_false(place_block(&box, &p, &m, &r.canvas, area, (struct extent){100, 3}));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_read_well),
		cmocka_unit_test(styles_are_shared),
		cmocka_unit_test(ranges_hold_the_data),
		cmocka_unit_test(log_axes_take_what_is_positive),
		cmocka_unit_test(places_by_hand),
		cmocka_unit_test(ticks_are_round),
		cmocka_unit_test(log_ticks_are_decades),
		cmocka_unit_test(whole_axes_have_whole_ticks),
		cmocka_unit_test(labels_never_collide),
		cmocka_unit_test(spreading_keeps_order_and_distance),
		cmocka_unit_test(placers_refuse_what_is_taken),
		cmocka_unit_test(blocks_avoid_ink),
	};
	return cmocka_run_group_tests_name("axis", tests, NULL, NULL);
}
