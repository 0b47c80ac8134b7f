/* Assignment against every permutation, and the accuracy of clusterings built on it. */
#include "config.h"

#include "helpers.h"

#include <math.h>
#include <stdbool.h>

#include "eval/embedding_eval.h"
#include "oddone/network.h"
#include "base/rng.h"

/* The least sum over all ways to give rows r … n − 1 the columns not in `taken`. */
static int64_t least_sum(const int64_t *cost, size_t n, size_t r, unsigned taken)
{
	int64_t best = INT64_MAX;
	if (r == n)
		return 0;
	for (size_t k = 0; k < n; k++)
		if (!(taken >> k & 1)) {
			int64_t sum = cost[r * n + k] + least_sum(cost, n, r + 1, taken | 1u << k);
			best = sum < best ? sum : best;
		}
	return best;
}

static void brute_force_agrees(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 1, "test");
	for (int round = 0; round < 1000; round++) {
		size_t n = 1 + odd_rng_below(&rng, round % 10 == 0 ? 7 : 6);
		/* Few different values make ties, many make none; some are negative. */
		uint64_t spread = round % 3 == 0 ? 3 : round % 3 == 1 ? 20 : 1000000000000;
		int64_t cost[49], total, sum = 0;
		uint32_t column[7];
		unsigned taken = 0;
		for (size_t e = 0; e < n * n; e++)
			cost[e] = (int64_t)odd_rng_below(&rng, spread) - (int64_t)(spread / 2);
		assert_ok(odd_assignment(column, &total, cost, n, &err), err);
		for (size_t r = 0; r < n; r++) {
			assert_true(column[r] < n && !(taken >> column[r] & 1));
			taken |= 1u << column[r];
			sum += cost[r * n + column[r]];
		}
		assert_true(sum == total);
		assert_true(total == least_sum(cost, n, 0, 0));
	}
}

/* A large table with a known answer: a hidden permutation costs u_r + v_k, all else more. */
static void hidden_permutation_is_found(void **state)
{
	(void)state;
	enum { N = 120 };
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 2, "test");
	uint32_t hidden[N], column[N];
	int64_t u[N], v[N], *cost = malloc(N * N * sizeof *cost);
	for (uint32_t r = 0; r < N; r++) {
		hidden[r] = r;
		u[r] = (int64_t)odd_rng_below(&rng, 100000);
		v[r] = (int64_t)odd_rng_below(&rng, 100000);
	}
	odd_rng_shuffle(&rng, hidden, N);
	for (size_t r = 0; r < N; r++)
		for (size_t k = 0; k < N; k++)
			cost[r * N + k] =
				u[r] + v[k] +
				(hidden[r] == k ? 0 : 1 + (int64_t)odd_rng_below(&rng, 9));
	assert_ok(odd_assignment(column, NULL, cost, N, &err), err);
	assert_memory_equal(column, hidden, sizeof hidden);
	free(cost);
}

static void corners_of_assignment(void **state)
{
	(void)state;
	odd_error err;
	uint32_t column[2] = {7, 7};
	int64_t total = 9, huge[] = {INT64_MAX, 0, 0, 0}, large[] = {1, 1L << 50, 1L << 50, 2};
	assert_ok(odd_assignment(column, &total, NULL, 0, &err), err);
	assert_true(total == 0 && column[0] == 7);
	assert_int_equal(odd_assignment(column, &total, huge, 2, &err), ODD_EUSAGE);
	huge[0] = INT64_MIN;
	assert_int_equal(odd_assignment(column, &total, huge, 2, &err), ODD_EUSAGE);
	assert_ok(odd_assignment(column, &total, large, 2, &err), err);
	assert_true(total == 3 && column[0] == 0);
}

static double accuracy(const uint32_t *cluster, size_t clusters, const int32_t *label,
	size_t classes, const uint8_t *skip, size_t n)
{
	odd_error err;
	double out;
	assert_ok(odd_clustering_accuracy(&out, cluster, clusters, label, classes, skip, n, &err),
		err);
	return out;
}

static void names_do_not_matter(void **state)
{
	(void)state;
	odd_rng rng;
	odd_rng_init(&rng, 3, "test");
	for (int round = 0; round < 100; round++) {
		uint32_t cluster[80], turned[80], name[6] = {0, 1, 2, 3, 4, 5};
		int32_t label[80], own[80];
		size_t largest = 0, count[6] = {0};
		odd_rng_shuffle(&rng, name, 6);
		for (size_t i = 0; i < 80; i++) {
			cluster[i] = (uint32_t)odd_rng_below(&rng, 6);
			label[i] = (int32_t)odd_rng_below(&rng, 4);
			turned[i] = name[cluster[i]];
			own[i] = (int32_t)turned[i];
			count[label[i]]++;
		}
		for (size_t c = 0; c < 4; c++)
			largest = count[c] > largest ? count[c] : largest;
		double a = accuracy(cluster, 6, label, 4, NULL, 80);
		assert_true(a == accuracy(turned, 6, label, 4, NULL, 80));
		assert_true(a >= 1.0 / 6 && a <= 1.0);
		/* Names aside it is the same partition. */
		assert_true(accuracy(cluster, 6, own, 6, NULL, 80) == 1.0);
		/* One cluster takes the name of the largest class. */
		uint32_t all[80] = {0};
		assert_close(accuracy(all, 1, label, 4, NULL, 80), (double)largest / 80, 1e-15);
		assert_close(accuracy(all, 6, label, 4, NULL, 80), (double)largest / 80, 1e-15);
	}
}

static void rows_can_be_left_out(void **state)
{
	(void)state;
	odd_error err;
	double out;
	const uint32_t cluster[] = {1, 1, 0, 0, 0, 1, 0};
	const int32_t label[] = {0, 0, 1, 1, 0, 1, ODD_NO_LABEL};
	const uint8_t planted[] = {0, 0, 0, 0, 2, 3, 0}, all[] = {1, 1, 1, 1, 1, 1, 1};
	assert_close(accuracy(cluster, 2, label, 2, NULL, 7), 4.0 / 6, 1e-15);
	assert_true(accuracy(cluster, 2, label, 2, planted, 7) == 1.0);
	assert_true(isnan(accuracy(cluster, 2, label, 2, all, 7)));
	assert_true(isnan(accuracy(cluster, 2, label, 2, NULL, 0)));
	assert_int_equal(
		odd_clustering_accuracy(&out, cluster, 1, label, 2, NULL, 7, &err), ODD_EINPUT);
	assert_int_equal(
		odd_clustering_accuracy(&out, cluster, 2, label, 1, NULL, 7, &err), ODD_EINPUT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(brute_force_agrees),
		cmocka_unit_test(hidden_permutation_is_found),
		cmocka_unit_test(corners_of_assignment),
		cmocka_unit_test(names_do_not_matter),
		cmocka_unit_test(rows_can_be_left_out),
	};
	return cmocka_run_group_tests_name("assignment", tests, NULL, NULL);
}
