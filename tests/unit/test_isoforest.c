/* Isolation forest: what must not change a score, what must, and the corners. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "eval/isoforest.h"
#include "cloud.h"

/* Scores on the heap. */
static double *scores_of(odd_mat X, size_t trees, size_t sample, uint64_t seed, int threads)
{
	odd_error err;
	odd_isoforest_options o = ODD_ISOFOREST_OPTIONS_INIT;
	o.trees = trees;
	o.sample = sample;
	o.seed = seed;
	odd_job job = {.threads = threads};
	double *score = malloc((X.rows + 1) * sizeof *score);
	assert_non_null(score);
	assert_ok(odd_isoforest_scores(score, odd_mat_const(X), &o, &job, &err), err);
	return score;
}

static size_t top(const double *score, size_t n)
{
	size_t best = 0;
	for (size_t i = 1; i < n; i++)
		if (score[i] > score[best])
			best = i;
	return best;
}

static void mean_path_is_as_published(void **state)
{
	(void)state;
	const double known[][2] = {{0, 0}, {1, 0}, {2, 1}, {3, 1.20739}, {256, 10.2447709}};
	for (size_t t = 0; t < sizeof known / sizeof *known; t++)
		assert_close(odd_isoforest_mean_path((size_t)known[t][0]), known[t][1], 5e-6);
}

static void equal_rows_score_one_half(void **state)
{
	(void)state;
	odd_error err;
	const size_t rows[] = {1, 2, 3, 100, 700}, cols[] = {1, 5};
	for (size_t r = 0; r < 5; r++)
		for (size_t c = 0; c < 2; c++) {
			odd_mat X;
			assert_ok(odd_mat_alloc(&X, rows[r], cols[c], &err), err);
			for (size_t i = 0; i < X.rows; i++)
				for (size_t k = 0; k < X.cols; k++)
					odd_mat_row(X, i)[k] = 0.1 * (double)k - 3.3;
			double *score = scores_of(X, 100, 256, 1, 2);
			for (size_t i = 0; i < X.rows; i++)
				assert_true(score[i] == 0.5);
			free(score);
			odd_mat_free(&X);
		}
	/* Nor is anything told apart by samples of one, or without columns. */
	odd_mat X = cloud(20, 2, 3);
	double *score = scores_of(X, 10, 1, 1, 1);
	for (size_t i = 0; i < 20; i++)
		assert_true(score[i] == 0.5);
	assert_ok(odd_isoforest_scores(score, (odd_cmat){NULL, 20, 0, 0}, NULL, NULL, &err), err);
	assert_true(score[19] == 0.5);
	assert_ok(odd_isoforest_scores(score, (odd_cmat){NULL, 0, 4, 4}, NULL, NULL, &err), err);
	free(score);
	odd_mat_free(&X);
}

static void far_point_comes_first(void **state)
{
	(void)state;
	size_t first = 0, seeds = 100;
	odd_mat X = cloud(300, 1, 4);
	odd_mat_row(X, 77)[0] = 50.0;
	for (uint64_t seed = 0; seed < seeds; seed++) {
		double *score = scores_of(X, 100, 256, seed, 0);
		first += top(score, 300) == 77;
		free(score);
	}
	assert_true(first * 100 >= seeds * 99);
	odd_mat_free(&X);
}

/* Powers of two scale without rounding, so trees and scores agree to the bit. */
static void affine_maps_change_nothing(void **state)
{
	(void)state;
	odd_mat X = cloud(500, 4, 5), Y = cloud(500, 4, 5), Z = cloud(500, 4, 5);
	const double scale[] = {0x1p-30, 4.0, 0x1p40, 1.0}, by[] = {3.7, 0.011, 1e-9, 250.0};
	for (size_t i = 0; i < 500; i++)
		for (size_t k = 0; k < 4; k++) {
			odd_mat_row(Y, i)[k] *= scale[k];
			odd_mat_row(Z, i)[k] = by[k] * odd_mat_row(Z, i)[k] - 0.3 * by[k];
		}
	double *a = scores_of(X, 50, 256, 6, 2), *b = scores_of(Y, 50, 256, 6, 2);
	double *c = scores_of(Z, 50, 256, 6, 2), apart = 0.0;
	assert_memory_equal(a, b, 500 * sizeof *a);
	/* Others round, and a row that sits on a cut may change sides. */
	for (size_t i = 0; i < 500; i++)
		apart += fabs(a[i] - c[i]);
	assert_true(apart < 1e-6);
	free(a);
	free(b);
	free(c);
	odd_mat_free(&X);
	odd_mat_free(&Y);
	odd_mat_free(&Z);
}

/* Two threads crossing at right angles along the axes, and a point off both: the cuts follow the
 * axes, so turning the cross by 45° hides the gap the point sits in. */
static void rotation_changes_scores(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 7, "test");
	odd_mat X, Y;
	assert_ok(odd_mat_alloc(&X, 400, 2, &err), err);
	assert_ok(odd_mat_alloc(&Y, 400, 2, &err), err);
	double apart = 0.0;
	for (size_t i = 0; i < 400; i++) {
		double *x = odd_mat_row(X, i), *y = odd_mat_row(Y, i);
		x[i % 2] = odd_rng_normal(&rng);
		x[1 - i % 2] = 0.01 * odd_rng_normal(&rng);
		y[0] = (x[0] + x[1]) * sqrt(0.5);
		y[1] = (x[0] - x[1]) * sqrt(0.5);
	}
	double *a = scores_of(X, 200, 256, 8, 2), *b = scores_of(Y, 200, 256, 8, 2);
	for (size_t i = 0; i < 400; i++)
		apart += fabs(a[i] - b[i]) / 400;
	assert_true(apart > 0.02);
	free(a);
	free(b);
	odd_mat_free(&X);
	odd_mat_free(&Y);
}

/* −log2 of a score is the mean path over c(ψ): on a shapeless cloud about 1 on the average. */
static void mean_path_of_noise_is_c(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 9, "test");
	odd_mat X;
	assert_ok(odd_mat_alloc(&X, 256, 1, &err), err);
	for (size_t i = 0; i < 256; i++)
		X.data[i * X.stride] = odd_rng_uniform(&rng);
	double *score = scores_of(X, 400, 256, 10, 2), mean = 0.0;
	for (size_t i = 0; i < 256; i++)
		mean -= log2(score[i]) / 256;
	assert_true(fabs(mean - 1.0) < 0.03);
	free(score);
	odd_mat_free(&X);
}

/* A column that is the same everywhere is drawn, found constant, and another is taken. */
static void constant_columns_hide_nothing(void **state)
{
	(void)state;
	odd_mat X = cloud(300, 10, 11);
	for (size_t i = 0; i < 300; i++)
		for (size_t k = 0; k < 10; k++)
			if (k != 6)
				odd_mat_row(X, i)[k] = 8.25;
	odd_mat_row(X, 5)[6] = -40.0;
	double *score = scores_of(X, 50, 256, 12, 2);
	assert_int_equal(top(score, 300), 5);
	for (size_t i = 0; i < 300; i++)
		assert_true(i == 5 || score[i] < 0.9 * score[5]);
	free(score);
	odd_mat_free(&X);
	/* Three rows, one of them different, in one column of thirty: every tree has the same cut.
	 */
	odd_mat Y = cloud(3, 30, 12);
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < 30; k++)
			odd_mat_row(Y, i)[k] = i == 1 && k == 17 ? 2.0 : 1.0;
	double c = odd_isoforest_mean_path(3);
	score = scores_of(Y, 20, 256, 13, 1);
	assert_close(score[1], exp2(-1.0 / c), 1e-12);
	assert_close(score[0], exp2(-2.0 / c), 1e-12);
	free(score);
	odd_mat_free(&Y);
}

static void threads_and_strides_change_nothing(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = cloud(1500, 7, 13);
	double *a = scores_of(X, 300, 100, 14, 1), *b = scores_of(X, 300, 100, 14, 3);
	double *c = scores_of(X, 300, 100, 15, 1), *tight = malloc(1500 * 7 * sizeof *tight);
	assert_memory_equal(a, b, 1500 * sizeof *a);
	assert_memory_not_equal(a, c, 1500 * sizeof *a);
	for (size_t i = 0; i < 1500; i++)
		memcpy(tight + i * 7, odd_mat_row(X, i), 7 * sizeof *tight);
	odd_isoforest_options o = {.trees = 300, .sample = 100, .seed = 14};
	assert_ok(odd_isoforest_scores(b, (odd_cmat){tight, 1500, 7, 7}, &o, NULL, &err), err);
	assert_memory_equal(a, b, 1500 * sizeof *a);
	for (size_t i = 0; i < 1500; i++)
		assert_true(a[i] > 0.0 && a[i] < 1.0);
	free(a);
	free(b);
	free(c);
	free(tight);
	odd_mat_free(&X);
}

static void trouble_is_told(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = cloud(60, 3, 16);
	double score[60];
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	odd_isoforest_options none = {.trees = 0, .sample = 256}, empty = {.trees = 5};
	assert_int_equal(
		odd_isoforest_scores(score, odd_mat_const(X), NULL, &job, &err), ODD_ECANCELLED);
	assert_int_equal(
		odd_isoforest_scores(score, odd_mat_const(X), &none, NULL, &err), ODD_EUSAGE);
	assert_int_equal(
		odd_isoforest_scores(score, odd_mat_const(X), &empty, NULL, &err), ODD_EUSAGE);
	const double bad[] = {NAN, INFINITY, -INFINITY};
	for (int t = 0; t < 3; t++) {
		odd_mat_row(X, 59)[2] = bad[t];
		assert_int_equal(odd_isoforest_scores(score, odd_mat_const(X), NULL, NULL, &err),
			ODD_ENUMERIC);
		assert_non_null(strstr(err.message, "row 60"));
	}
	odd_mat_free(&X);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mean_path_is_as_published),
		cmocka_unit_test(equal_rows_score_one_half),
		cmocka_unit_test(far_point_comes_first),
		cmocka_unit_test(affine_maps_change_nothing),
		cmocka_unit_test(rotation_changes_scores),
		cmocka_unit_test(mean_path_of_noise_is_c),
		cmocka_unit_test(constant_columns_hide_nothing),
		cmocka_unit_test(threads_and_strides_change_nothing),
		cmocka_unit_test(trouble_is_told),
	};
	return cmocka_run_group_tests_name("isoforest", tests, NULL, NULL);
}
