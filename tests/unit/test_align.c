/* Alignment: known turns are found again, nothing beats the one found, corners decide for rest. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "project/align.h"
#include "base/rng.h"

static odd_mat cloud(size_t n, double shift, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd_mat m;
	odd_rng_init(&rng, seed, "test");
	assert_ok(odd_mat_alloc(&m, n, 2, &err), err);
	for (size_t i = 0; i < n; i++) {
		odd_mat_row(m, i)[0] = shift + odd_rng_normal(&rng);
		odd_mat_row(m, i)[1] = -2.0 * shift + 0.3 * odd_rng_normal(&rng);
	}
	return m;
}

static odd_mat copy_of(odd_mat m)
{
	odd_error err;
	odd_mat c;
	assert_ok(odd_mat_alloc(&c, m.rows, m.cols, &err), err);
	odd_mat_copy(c, odd_mat_const(m));
	return c;
}

static odd_alignment turned(double angle, bool mirrored, double scale, double x, double y)
{
	double c = cos(angle), s = sin(angle);
	odd_alignment a = {
		.turn = {{c, mirrored ? s : -s}, {s, mirrored ? -c : c}},
		.scale = scale,
		.shift = {x, y},
		.mirrored = mirrored,
	};
	return a;
}

static double distance(odd_mat a, odd_mat b)
{
	double sum = 0.0;
	for (size_t i = 0; i < a.rows; i++)
		for (size_t d = 0; d < 2; d++)
			sum += pow(odd_mat_row(a, i)[d] - odd_mat_row(b, i)[d], 2);
	return sum;
}

static void known_turns_are_found(void **state)
{
	(void)state;
	for (int k = 0; k < 40; k++) {
		double angle = -3.1 + 0.157 * k, shift = k % 3 == 0 ? 1e5 : 0.5;
		bool mirrored = k % 2 == 1, resize = k % 4 >= 2;
		odd_alignment known = turned(
				      angle, mirrored, resize ? 0.2 + 0.1 * k : 1.0, 3.0, -7.0),
			      found;
		odd_mat from = cloud(50, shift, (uint64_t)k), to = copy_of(from);
		odd_align_apply(&known, to);
		odd_align_find(&found, odd_mat_const(from), odd_mat_const(to), resize);
		assert_int_equal(found.mirrored, mirrored);
		assert_close(found.scale, known.scale, 1e-8);
		for (int a = 0; a < 2; a++)
			for (int b = 0; b < 2; b++)
				assert_close(found.turn[a][b], known.turn[a][b], 1e-8);
		odd_align_apply(&found, from);
		assert_true(distance(from, to) < 1e-12 * (1.0 + shift * shift));
		odd_mat_free(&from);
		odd_mat_free(&to);
	}
}

/* No other turn brings two unrelated clouds closer. */
static void nothing_beats_it(void **state)
{
	(void)state;
	odd_mat from = cloud(30, 0.0, 1), to = cloud(30, 4.0, 2);
	for (int resize = 0; resize < 2; resize++) {
		odd_alignment best;
		odd_align_find(&best, odd_mat_const(from), odd_mat_const(to), resize);
		odd_mat moved = copy_of(from);
		odd_align_apply(&best, moved);
		double least = distance(moved, to);
		odd_mat_free(&moved);
		for (int k = 0; k < 720; k++) {
			double scale = best.scale * (resize ? 0.9 + 0.02 * (k % 11) : 1.0);
			odd_alignment other = turned(k * 0.0174533, k >= 360, scale,
				best.shift[0] + 0.01 * (k % 7 - 3), best.shift[1]);
			moved = copy_of(from);
			odd_align_apply(&other, moved);
			assert_true(distance(moved, to) >= least * (1.0 - 1e-12));
			odd_mat_free(&moved);
		}
	}
	odd_mat_free(&from);
	odd_mat_free(&to);
}

static void rows_without_a_place_do_not_count(void **state)
{
	(void)state;
	odd_alignment known = turned(1.0, false, 1.0, 0.0, 2.0), found;
	odd_mat from = cloud(40, 1.0, 3), to = copy_of(from);
	odd_align_apply(&known, to);
	odd_mat_row(from, 3)[1] = NAN;
	odd_mat_row(to, 4)[0] = NAN;
	odd_mat_row(to, 5)[0] = INFINITY;
	odd_align_find(&found, odd_mat_const(from), odd_mat_const(to), false);
	assert_close(found.turn[0][0], cos(1.0), 1e-12);
	assert_close(found.turn[1][0], sin(1.0), 1e-12);
	odd_align_apply(&found, from);
	assert_true(isnan(odd_mat_row(from, 3)[1]));
	assert_true(isfinite(odd_mat_row(from, 2)[1]));
	odd_mat_free(&from);
	odd_mat_free(&to);
}

static void assert_rest(const odd_alignment *a)
{
	assert_false(a->mirrored);
	assert_true(a->turn[0][0] == 1.0 && a->turn[1][1] == 1.0);
	assert_true(a->turn[0][1] == 0.0 && a->turn[1][0] == 0.0);
	assert_true(a->scale == 1.0);
}

static void corners(void **state)
{
	(void)state;
	odd_error err;
	odd_alignment a;
	odd_cmat none = {NULL, 0, 2, 2};
	odd_align_find(&a, none, none, true);
	assert_rest(&a);

	/* All in one place: only a shift is left. */
	odd_mat spot, other = cloud(10, 3.0, 4);
	assert_ok(odd_mat_alloc(&spot, 10, 2, &err), err);
	for (size_t i = 0; i < 10; i++)
		odd_mat_row(spot, i)[0] = 5.0;
	odd_align_find(&a, odd_mat_const(spot), odd_mat_const(other), true);
	assert_rest(&a);
	odd_align_apply(&a, spot);
	double mean = 0.0;
	for (size_t i = 0; i < 10; i++)
		mean += odd_mat_row(other, i)[0] / 10.0;
	assert_close(odd_mat_row(spot, 7)[0], mean, 1e-12);

	/* On a line, a rotation and a reflection do equally well: the rotation is taken. */
	odd_mat line = cloud(10, 0.0, 5);
	for (size_t i = 0; i < 10; i++)
		odd_mat_row(line, i)[1] = 0.0;
	odd_mat up = copy_of(line);
	odd_alignment quarter = turned(1.5707963267948966, true, 1.0, 0.0, 0.0);
	odd_align_apply(&quarter, up);
	odd_align_find(&a, odd_mat_const(line), odd_mat_const(up), false);
	assert_false(a.mirrored);
	assert_close(a.turn[1][0], 1.0, 1e-12);
	odd_align_apply(&a, line);
	assert_true(distance(line, up) < 1e-20);

	/* A map aligned to itself stays where it is. */
	odd_align_find(&a, odd_mat_const(other), odd_mat_const(other), true);
	odd_mat same = copy_of(other);
	odd_align_apply(&a, same);
	assert_true(distance(same, other) < 1e-24);
	odd_mat_free(&spot);
	odd_mat_free(&other);
	odd_mat_free(&line);
	odd_mat_free(&up);
	odd_mat_free(&same);
}

/* Upright is a function of places and node numbers: in another order of rows the same nodes are in
 * the same places, and other numbers turn the same points elsewhere. */
static void upright_goes_by_the_node(void **state)
{
	(void)state;
	enum { N = 20 };
	odd_mat points = cloud(N, 1.0, 6), shuffled = copy_of(points), others = copy_of(points);
	uint32_t node[N], moved[N], other[N];
	for (uint32_t i = 0; i < N; i++) {
		size_t at = 7 * i % N;
		node[i] = 3 * i;
		moved[at] = node[i];
		other[i] = 100 + i;
		for (int d = 0; d < 2; d++)
			odd_mat_row(shuffled, at)[d] = odd_mat_row(points, i)[d];
	}
	odd_align_upright(points, node);
	odd_align_upright(shuffled, moved);
	odd_align_upright(others, other);
	for (size_t i = 0; i < N; i++)
		for (int d = 0; d < 2; d++)
			assert_close(odd_mat_row(shuffled, 7 * i % N)[d], odd_mat_row(points, i)[d],
				1e-12);
	assert_true(distance(points, others) > 1e-3);
	odd_mat_free(&points);
	odd_mat_free(&shuffled);
	odd_mat_free(&others);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_turns_are_found),
		cmocka_unit_test(nothing_beats_it),
		cmocka_unit_test(rows_without_a_place_do_not_count),
		cmocka_unit_test(corners),
		cmocka_unit_test(upright_goes_by_the_node),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
