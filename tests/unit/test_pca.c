/* Principal components: known clouds, corner shapes, promises about sign and shares. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "project/pca.h"
#include "cloud.h"

/* N points in K dimensions whose coordinate k has spread 2^-k, moved far from the origin. */
static odd_mat far_cloud(size_t n, size_t k, double shift, uint64_t seed)
{
	odd_mat X = cloud(n, k, seed);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < k; j++)
			odd_mat_row(X, i)[j] = shift + odd_mat_row(X, i)[j] * pow(0.5, (double)j);
	return X;
}

static double dot_columns(odd_mat m, size_t a, size_t b)
{
	double sum = 0.0;
	for (size_t i = 0; i < m.rows; i++)
		sum += odd_mat_row(m, i)[a] * odd_mat_row(m, i)[b];
	return sum;
}

static void components_diagonalise(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = far_cloud(2000, 13, 1e3, 1), xy;
	double explained[13], total = 0.0;
	assert_ok(odd_mat_alloc(&xy, 2000, 13, &err), err);
	assert_ok(odd_pca(xy, explained, odd_mat_const(X), NULL, &err), err);
	for (size_t a = 0; a < 13; a++) {
		double sum = 0.0;
		for (size_t i = 0; i < 2000; i++)
			sum += odd_mat_row(xy, i)[a];
		assert_true(fabs(sum) < 1e-6);
		for (size_t b = 0; b < a; b++)
			assert_true(fabs(dot_columns(xy, a, b)) < 1e-9 * dot_columns(xy, 0, 0));
		assert_true(a == 0 || explained[a] <= explained[a - 1]);
		total += explained[a];
	}
	assert_close(total, 1.0, 1e-12);
	/* The spread is along the axes by construction: 1, 1/4, 1/16 … of variance. */
	assert_true(fabs(explained[0] - 0.75) < 0.03 && fabs(explained[1] - 0.1875) < 0.02);
	assert_close(
		dot_columns(xy, 1, 1) / dot_columns(xy, 0, 0), explained[1] / explained[0], 1e-9);
	/* All of them together are a rotation: distances stay. */
	for (size_t t = 1; t < 50; t++) {
		double before = 0.0, after = 0.0;
		for (size_t k = 0; k < 13; k++) {
			before += pow(odd_mat_row(X, 0)[k] - odd_mat_row(X, t)[k], 2);
			after += pow(odd_mat_row(xy, 0)[k] - odd_mat_row(xy, t)[k], 2);
		}
		assert_close(before, after, 1e-9);
	}
	/* Along coordinate 0 the loading is the largest, so positive: the axes point the same way.
	 */
	double same = 0.0;
	for (size_t i = 0; i < 2000; i++)
		same += odd_mat_row(xy, i)[0] * (odd_mat_row(X, i)[0] - 1e3);
	assert_true(same > 0.0);
	odd_mat_free(&X);
	odd_mat_free(&xy);
}

static void missing_directions_are_zero(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X, xy;
	double explained[4];
	assert_ok(odd_mat_alloc(&X, 50, 3, &err), err);
	assert_ok(odd_mat_alloc(&xy, 50, 4, &err), err);
	for (size_t i = 0; i < 50; i++)
		for (size_t k = 0; k < 3; k++)
			odd_mat_row(X, i)[k] = 5.0 + (double)i * (double)(k + 1); /* a line */
	odd_mat_row(xy, 7)[2] = 9.0; /* to be overwritten */
	assert_ok(odd_pca(xy, explained, odd_mat_const(X), NULL, &err), err);
	assert_close(explained[0], 1.0, 1e-12);
	assert_close(odd_mat_row(xy, 49)[0] - odd_mat_row(xy, 0)[0], 49 * sqrt(14.0), 1e-12);
	for (size_t d = 1; d < 4; d++) {
		assert_true(explained[d] == 0.0);
		for (size_t i = 0; i < 50; i++)
			assert_true(odd_mat_row(xy, i)[d] == 0.0);
	}
	odd_mat_free(&X);
	odd_mat_free(&xy);
}

static void tiny_and_flat_inputs_work(void **state)
{
	(void)state;
	odd_error err;
	const size_t shapes[][2] = {{1, 1}, {1, 5}, {2, 1}, {2, 7}, {3, 40}, {30, 2}};
	for (size_t t = 0; t < sizeof shapes / sizeof *shapes; t++)
		for (int flat = 0; flat < 2; flat++) {
			odd_mat X = far_cloud(shapes[t][0], shapes[t][1], 3.0, 2 + t), xy;
			double explained[2];
			for (size_t i = 0; flat && i < X.rows; i++)
				for (size_t k = 0; k < X.cols; k++)
					odd_mat_row(X, i)[k] = 7.0;
			assert_ok(odd_mat_alloc(&xy, shapes[t][0], 2, &err), err);
			assert_ok(odd_pca(xy, explained, odd_mat_const(X), NULL, &err), err);
			for (size_t i = 0; i < xy.rows; i++)
				for (size_t d = 0; d < 2; d++)
					assert_true(isfinite(odd_mat_row(xy, i)[d]) &&
						    (!flat || odd_mat_row(xy, i)[d] == 0.0));
			assert_true(
				explained[0] >= 0.0 && explained[0] + explained[1] <= 1 + 1e-12);
			odd_mat_free(&X);
			odd_mat_free(&xy);
		}
}

/* The corners of a cube: all directions have the same variance, and rounding chooses none. */
static void equal_variances_have_one_answer(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X, xy[2];
	double explained[2];
	assert_ok(odd_mat_alloc(&X, 64, 6, &err), err);
	for (int t = 0; t < 2; t++) {
		for (size_t i = 0; i < 64; i++)
			for (size_t k = 0; k < 6; k++)
				odd_mat_row(X, i)[k] = (i >> k & 1 ? 1.0 : -1.0) +
						       (double)t * 1e-15 * (double)((i + k) % 5);
		assert_ok(odd_mat_alloc(&xy[t], 64, 2, &err), err);
		assert_ok(odd_pca(xy[t], explained, odd_mat_const(X), NULL, &err), err);
		assert_close(explained[0], 1.0 / 6.0, 1e-12);
		assert_close(dot_columns(xy[t], 0, 0), 64.0, 1e-12);
		assert_true(fabs(dot_columns(xy[t], 0, 1)) < 1e-12);
	}
	for (size_t i = 0; i < 64; i++)
		for (size_t d = 0; d < 2; d++)
			assert_close(odd_mat_row(xy[0], i)[d], odd_mat_row(xy[1], i)[d], 1e-12);
	odd_mat_free(&X);
	odd_mat_free(&xy[0]);
	odd_mat_free(&xy[1]);
}

/* A view with rows apart by an odd stride gives what its padded copy gives. */
static void any_stride_and_threads_agree(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = far_cloud(900, 21, 0.0, 5), a, b;
	double *tight = malloc(900 * 21 * sizeof *tight), e1[2], e2[2];
	for (size_t i = 0; i < 900; i++)
		memcpy(tight + i * 21, odd_mat_row(X, i), 21 * sizeof *tight);
	odd_job one = {.threads = 1}, three = {.threads = 3};
	assert_ok(odd_mat_alloc(&a, 900, 2, &err), err);
	assert_ok(odd_mat_alloc(&b, 900, 2, &err), err);
	assert_ok(odd_pca(a, e1, odd_mat_const(X), &one, &err), err);
	assert_ok(odd_pca(b, e2, (odd_cmat){tight, 900, 21, 21}, &three, &err), err);
	assert_memory_equal(a.data, b.data, 900 * a.stride * sizeof(double));
	assert_true(e1[0] == e2[0] && e1[1] == e2[1]);
	free(tight);
	odd_mat_free(&X);
	odd_mat_free(&a);
	odd_mat_free(&b);
}

static void bad_numbers_and_cancel_are_told(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = far_cloud(40, 3, 0.0, 6), xy;
	double explained[2];
	assert_ok(odd_mat_alloc(&xy, 40, 2, &err), err);
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	assert_int_equal(odd_pca(xy, explained, odd_mat_const(X), &job, &err), ODD_ECANCELLED);
	odd_mat_row(X, 17)[1] = NAN;
	assert_int_equal(odd_pca(xy, explained, odd_mat_const(X), NULL, &err), ODD_ENUMERIC);
	odd_mat_free(&X);
	odd_mat_free(&xy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(components_diagonalise),
		cmocka_unit_test(equal_variances_have_one_answer),
		cmocka_unit_test(missing_directions_are_zero),
		cmocka_unit_test(tiny_and_flat_inputs_work),
		cmocka_unit_test(any_stride_and_threads_agree),
		cmocka_unit_test(bad_numbers_and_cancel_are_told),
	};
	return cmocka_run_group_tests_name("pca", tests, NULL, NULL);
}
