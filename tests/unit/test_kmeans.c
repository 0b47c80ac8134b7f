/* k-means: never worse by going on, optimal on tiny inputs, corners that must end. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "eval/embedding_eval.h"
#include "eval/kmeans.h"
#include "base/rng.h"

static const odd_mat no_centres = {NULL, 0, 0, 0};

/* n rows around `blobs` places that are `apart` from each other; row i belongs to i mod blobs. */
static odd_mat blobs_of(size_t n, size_t cols, size_t blobs, double apart, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd_mat X;
	odd_rng_init(&rng, seed, "test");
	assert_ok(odd_mat_alloc(&X, n, cols, &err), err);
	for (size_t i = 0; i < n; i++) {
		for (size_t q = 0; q < cols; q++)
			odd_mat_row(X, i)[q] = odd_rng_normal(&rng);
		odd_mat_row(X, i)[i % blobs % cols] += apart * (double)(1 + i % blobs / cols);
	}
	return X;
}

static double distance(const double *a, const double *b, size_t cols)
{
	double sum = 0.0;
	for (size_t q = 0; q < cols; q++)
		sum += (a[q] - b[q]) * (a[q] - b[q]);
	return sum;
}

/* Said without vectors: each row is with a nearest centre, and the inertia is what it should be. */
static void check_result(odd_mat X, const uint32_t *cluster, odd_mat centres, double inertia)
{
	double sum = 0.0;
	for (size_t i = 0; i < X.rows; i++) {
		double least = HUGE_VAL, own;
		for (size_t j = 0; j < centres.rows; j++)
			least = fmin(least,
				distance(odd_mat_row(X, i), odd_mat_row(centres, j), X.cols));
		assert_true(cluster[i] < centres.rows);
		own = distance(odd_mat_row(X, i), odd_mat_row(centres, cluster[i]), X.cols);
		assert_close(own, least, 1e-9);
		sum += own;
	}
	assert_close(inertia, sum, 1e-9);
}

static void centres_are_means_and_rows_nearest(void **state)
{
	(void)state;
	odd_error err;
	const size_t shapes[][3] = {{500, 9, 3}, {333, 1, 4}, {90, 21, 7}, {47, 8, 13}, {1, 3, 1},
		{64, 17, 5}, {30, 2, 1}};
	for (size_t t = 0; t < sizeof shapes / sizeof *shapes; t++) {
		size_t n = shapes[t][0], cols = shapes[t][1], k = shapes[t][2];
		odd_mat X = blobs_of(n, cols, k, 2.0, t), centres;
		uint32_t *cluster = malloc(n * sizeof *cluster);
		odd_kmeans_options o = ODD_KMEANS_OPTIONS_INIT;
		odd_kmeans_result result;
		o.tolerance = 0.0; /* until no row moves */
		assert_ok(odd_mat_alloc(&centres, k, cols, &err), err);
		assert_ok(
			odd_kmeans(cluster, centres, &result, odd_mat_const(X), k, &o, NULL, &err),
			err);
		check_result(X, cluster, centres, result.inertia);
		assert_true(result.restart < 10 && result.iterations < 300);
		for (size_t j = 0; j < k; j++)
			for (size_t q = 0; q < cols; q++) {
				double sum = 0.0, count = 0.0;
				for (size_t i = 0; i < n; i++)
					if (cluster[i] == j) {
						sum += odd_mat_row(X, i)[q];
						count += 1.0;
					}
				assert_true(count > 0.0);
				assert_close(odd_mat_row(centres, j)[q], sum / count, 1e-12);
			}
		free(cluster);
		odd_mat_free(&X);
		odd_mat_free(&centres);
	}
}

static void inertia_never_rises(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = blobs_of(600, 5, 1, 0.0, 3);
	uint32_t cluster[600];
	for (uint64_t seed = 0; seed < 5; seed++) {
		double before = HUGE_VAL;
		size_t steps = 0;
		for (size_t iterations = 1; iterations < 25; iterations++) {
			odd_kmeans_options o = {.restarts = 1,
				.iterations = iterations,
				.tolerance = 0.0,
				.seed = seed};
			odd_kmeans_result result;
			assert_ok(odd_kmeans(cluster, no_centres, &result, odd_mat_const(X), 8, &o,
					  NULL, &err),
				err);
			assert_true(result.inertia <= before * (1 + 1e-12));
			steps += result.inertia < before;
			before = result.inertia;
		}
		assert_true(steps > 5);
	}
	/* More restarts are never worse. */
	double before = HUGE_VAL;
	for (size_t restarts = 1; restarts < 12; restarts++) {
		odd_kmeans_options o = ODD_KMEANS_OPTIONS_INIT;
		odd_kmeans_result result;
		o.restarts = restarts;
		assert_ok(odd_kmeans(cluster, no_centres, &result, odd_mat_const(X), 8, &o, NULL,
				  &err),
			err);
		assert_true(result.inertia <= before);
		before = result.inertia;
	}
	odd_mat_free(&X);
}

/* All ways to put 9 rows into 3 clusters. */
static double least_inertia(odd_mat X, size_t k)
{
	double best = HUGE_VAL;
	size_t ways = 1;
	for (size_t i = 0; i < X.rows; i++)
		ways *= k;
	for (size_t way = 0; way < ways; way++) {
		double mean[8][4] = {{0}}, count[8] = {0}, sum = 0.0;
		size_t code = way;
		for (size_t i = 0; i < X.rows; i++, code /= k) {
			count[code % k] += 1.0;
			for (size_t q = 0; q < X.cols; q++)
				mean[code % k][q] += odd_mat_row(X, i)[q];
		}
		for (size_t j = 0; j < k; j++)
			for (size_t q = 0; q < X.cols; q++)
				mean[j][q] /= count[j] > 0.0 ? count[j] : 1.0;
		code = way;
		for (size_t i = 0; i < X.rows; i++, code /= k)
			sum += distance(odd_mat_row(X, i), mean[code % k], X.cols);
		best = fmin(best, sum);
	}
	return best;
}

static void tiny_inputs_are_solved(void **state)
{
	(void)state;
	odd_error err;
	for (uint64_t seed = 0; seed < 5; seed++) {
		odd_mat X = blobs_of(9, 2, 1, 0.0, seed + 50);
		uint32_t cluster[9];
		odd_kmeans_options o = ODD_KMEANS_OPTIONS_INIT;
		odd_kmeans_result result;
		o.restarts = 50;
		assert_ok(odd_kmeans(cluster, no_centres, &result, odd_mat_const(X), 3, &o, NULL,
				  &err),
			err);
		assert_close(result.inertia, least_inertia(X, 3), 1e-10);
		odd_mat_free(&X);
	}
}

/* Twenty blobs, one restart: a start that does not spread out would hit a few of them twice. */
static void start_spreads_out(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = blobs_of(800, 4, 20, 60.0, 5);
	uint32_t cluster[800];
	int32_t label[800];
	size_t perfect = 0;
	for (size_t i = 0; i < 800; i++)
		label[i] = (int32_t)(i % 20);
	for (uint64_t seed = 0; seed < 100; seed++) {
		odd_kmeans_options o = ODD_KMEANS_OPTIONS_INIT;
		double accuracy;
		o.restarts = 1;
		o.seed = seed;
		assert_ok(
			odd_kmeans(cluster, no_centres, NULL, odd_mat_const(X), 20, &o, NULL, &err),
			err);
		assert_ok(
			odd_clustering_accuracy(&accuracy, cluster, 20, label, 20, NULL, 800, &err),
			err);
		perfect += accuracy == 1.0;
	}
	assert_true(perfect >= 90);
	odd_mat_free(&X);
}

static void equal_rows_and_many_clusters_end(void **state)
{
	(void)state;
	odd_error err;
	for (size_t different = 1; different <= 5; different++) {
		odd_mat X = blobs_of(40, 3, 1, 0.0, 6), centres;
		for (size_t i = different; i < 40; i++)
			memcpy(odd_mat_row(X, i), odd_mat_row(X, i % different),
				3 * sizeof(double));
		for (size_t k = 1; k <= 40; k += 3) {
			uint32_t cluster[40];
			odd_kmeans_result result;
			assert_ok(odd_mat_alloc(&centres, k, 3, &err), err);
			assert_ok(odd_kmeans(cluster, centres, &result, odd_mat_const(X), k, NULL,
					  NULL, &err),
				err);
			check_result(X, cluster, centres, result.inertia);
			if (k >= different)
				assert_true(result.inertia < 1e-20);
			for (size_t i = different; i < 40; i++) /* equal rows stay together */
				assert_int_equal(cluster[i], cluster[i % different]);
			odd_mat_free(&centres);
		}
		odd_mat_free(&X);
	}
	/* As many clusters as rows. */
	odd_mat X = blobs_of(40, 3, 1, 0.0, 7);
	uint32_t cluster[40], seen[40] = {0};
	assert_ok(
		odd_kmeans(cluster, no_centres, NULL, odd_mat_const(X), 40, NULL, NULL, &err), err);
	for (size_t i = 0; i < 40; i++)
		assert_int_equal(seen[cluster[i]]++, 0);
	odd_mat_free(&X);
}

/* Lloyd on six numbers from three centres. */
static double lloyd_from(uint32_t cluster[6], double centre[3], const double x[6])
{
	odd_error err;
	odd_mat X, C;
	assert_ok(odd_mat_alloc(&X, 6, 1, &err), err);
	assert_ok(odd_mat_alloc(&C, 3, 1, &err), err);
	for (size_t i = 0; i < 6; i++)
		odd_mat_row(X, i)[0] = x[i];
	for (size_t j = 0; j < 3; j++)
		odd_mat_row(C, j)[0] = centre[j];
	odd__chunks chunks;
	odd__chunks_even(&chunks, 6);
	odd__restart run = {
		.X = odd_mat_const(X), .k = 3, .chunks = &chunks, .centre = C, .cluster = cluster};
	assert_ok(odd__lloyd(&run, 300, 0.0, NULL, &err), err);
	for (size_t j = 0; j < 3; j++)
		centre[j] = odd_mat_row(C, j)[0];
	odd_mat_free(&X);
	odd_mat_free(&C);
	return run.inertia;
}

/* A centre nobody is near to takes the row that is farthest from its own … */
static void empty_cluster_takes_the_farthest(void **state)
{
	(void)state;
	uint32_t cluster[6] = {0};
	double centre[] = {-1.0, -500.0, 1.0};
	const double x[] = {-1.0, -1.1, -0.9, 1.0, 1.1, 7.0};
	const uint32_t expected[] = {0, 0, 0, 2, 2, 1};
	assert_close(lloyd_from(cluster, centre, x), 0.02 + 0.005, 1e-14);
	assert_memory_equal(cluster, expected, sizeof expected);
	assert_close(centre[1], 7.0, 1e-15);
}

/* … but not one that would leave another centre alone. */
static void lone_row_is_not_taken(void **state)
{
	(void)state;
	uint32_t cluster[6] = {0};
	double centre[] = {0.0, -500.0, 100.0};
	const double x[] = {0.0, 0.1, -0.1, 0.05, 3.0, 60.0};
	const uint32_t expected[] = {0, 0, 0, 0, 1, 2};
	assert_true(lloyd_from(cluster, centre, x) < 0.03);
	assert_memory_equal(cluster, expected, sizeof expected);
	assert_close(centre[2], 60.0, 1e-15);
}

static void far_blobs_are_told_apart_anywhere(void **state)
{
	(void)state;
	odd_error err;
	for (int shift = 0; shift < 2; shift++) {
		odd_mat X = blobs_of(300, 4, 2, 40.0, 8);
		uint32_t cluster[300];
		int32_t label[300];
		double accuracy;
		for (size_t i = 0; i < 300; i++) {
			label[i] = (int32_t)(i % 2);
			for (size_t q = 0; q < 4; q++) /* where ‖c‖² − 2xc keeps few digits */
				odd_mat_row(X, i)[q] += shift ? 1e9 : 0.0;
		}
		assert_ok(odd_kmeans(
				  cluster, no_centres, NULL, odd_mat_const(X), 2, NULL, NULL, &err),
			err);
		assert_ok(odd_clustering_accuracy(&accuracy, cluster, 2, label, 2, NULL, 300, &err),
			err);
		assert_true(accuracy == 1.0);
		odd_mat_free(&X);
	}
}

/* Restarts beside each other, and all threads on one restart. */
static void threads_change_nothing(void **state)
{
	(void)state;
	odd_error err;
	const size_t shapes[][3] = {{3000, 9, 3}, {20000, 16, 32}};
	for (size_t t = 0; t < 2; t++) {
		size_t n = shapes[t][0], cols = shapes[t][1], k = shapes[t][2];
		odd_mat X = blobs_of(n, cols, k, 3.0, 9), centres[2];
		uint32_t *cluster[2];
		odd_kmeans_options o = ODD_KMEANS_OPTIONS_INIT;
		odd_kmeans_result result[2];
		o.restarts = t == 0 ? 5 : 2;
		o.iterations = t == 0 ? 300 : 2;
		for (int threads = 0; threads < 2; threads++) {
			odd_job job = {.threads = 1 + 2 * threads};
			cluster[threads] = malloc(n * sizeof **cluster);
			assert_ok(odd_mat_alloc(&centres[threads], k, cols, &err), err);
			assert_ok(odd_kmeans(cluster[threads], centres[threads], &result[threads],
					  odd_mat_const(X), k, &o, &job, &err),
				err);
		}
		assert_memory_equal(cluster[0], cluster[1], n * sizeof **cluster);
		assert_memory_equal(
			centres[0].data, centres[1].data, k * centres[0].stride * sizeof(double));
		assert_true(result[0].inertia == result[1].inertia);
		assert_int_equal(result[0].restart, result[1].restart);
		for (int threads = 0; threads < 2; threads++) {
			free(cluster[threads]);
			odd_mat_free(&centres[threads]);
		}
		odd_mat_free(&X);
	}
}

static void trouble_is_told(void **state)
{
	(void)state;
	odd_error err;
	odd_mat X = blobs_of(50, 3, 2, 1.0, 10), big = blobs_of(20000, 16, 2, 1.0, 11);
	odd_cmat x = odd_mat_const(X);
	uint32_t cluster[50], *many = malloc(20000 * sizeof *many);
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	assert_int_equal(
		odd_kmeans(cluster, no_centres, NULL, x, 2, NULL, &job, &err), ODD_ECANCELLED);
	assert_int_equal(
		odd_kmeans(many, no_centres, NULL, odd_mat_const(big), 40, NULL, &job, &err),
		ODD_ECANCELLED);
	assert_int_equal(odd_kmeans(cluster, no_centres, NULL, x, 0, NULL, NULL, &err), ODD_EUSAGE);
	assert_int_equal(
		odd_kmeans(cluster, no_centres, NULL, x, 51, NULL, NULL, &err), ODD_EUSAGE);
	for (int t = 0; t < 4; t++) {
		odd_kmeans_options o = ODD_KMEANS_OPTIONS_INIT;
		o.restarts = t == 0 ? 0 : 10;
		o.iterations = t == 1 ? 0 : 300;
		o.tolerance = t == 2 ? -1.0 : t == 3 ? (double)NAN : 0.0;
		assert_int_equal(
			odd_kmeans(cluster, no_centres, NULL, x, 2, &o, NULL, &err), ODD_EUSAGE);
	}
	odd_mat_row(X, 3)[2] = INFINITY;
	assert_int_equal(
		odd_kmeans(cluster, no_centres, NULL, x, 2, NULL, NULL, &err), ODD_ENUMERIC);
	free(many);
	odd_mat_free(&X);
	odd_mat_free(&big);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(centres_are_means_and_rows_nearest),
		cmocka_unit_test(inertia_never_rises),
		cmocka_unit_test(tiny_inputs_are_solved),
		cmocka_unit_test(start_spreads_out),
		cmocka_unit_test(equal_rows_and_many_clusters_end),
		cmocka_unit_test(empty_cluster_takes_the_farthest),
		cmocka_unit_test(lone_row_is_not_taken),
		cmocka_unit_test(far_blobs_are_told_apart_anywhere),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(trouble_is_told),
	};
	return cmocka_run_group_tests_name("kmeans", tests, NULL, NULL);
}
