/* F1 by hand, and what must hold for any labels. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "eval/embedding_eval.h"
#include "oddone/network.h"
#include "base/rng.h"

/* truth \ predicted   0  1  2
 *                 0   5  2  1     P = 5/7, R = 5/8:  F1 = 10/15
 *                 1   0  3  1     P = 3/6, R = 3/4:  F1 = 6/10
 *                 2   2  1  0     P = 0:             F1 = 0          */
static void table_by_hand(void **state)
{
	(void)state;
	odd_error err;
	const int count[3][3] = {{5, 2, 1}, {0, 3, 1}, {2, 1, 0}};
	int32_t truth[15], predicted[15];
	size_t n = 0;
	for (int t = 0; t < 3; t++)
		for (int p = 0; p < 3; p++)
			for (int c = 0; c < count[t][p]; c++, n++) {
				truth[n] = t;
				predicted[n] = p;
			}
	odd_f1 f;
	assert_ok(odd_f1_compute(&f, truth, predicted, n, 3, &err), err);
	assert_close(f.macro, (10.0 / 15 + 0.6 + 0.0) / 3, 1e-15);
	assert_close(f.micro, 8.0 / 15, 1e-15);
	assert_close(f.weighted, (8 * 10.0 / 15 + 4 * 0.6) / 15, 1e-15);
	assert_int_equal(f.rows, 15);
	assert_int_equal(f.classes, 3);
}

static void absent_classes(void **state)
{
	(void)state;
	odd_error err;
	odd_f1 f;
	/* Class 2 is true but never predicted, class 3 predicted but never true: both count 0.
	 * Class 4 does not occur and does not count. */
	const int32_t truth[] = {0, 0, 1, 2, 1}, predicted[] = {0, 0, 1, 3, 1};
	assert_ok(odd_f1_compute(&f, truth, predicted, 5, 5, &err), err);
	assert_int_equal(f.classes, 4);
	assert_close(f.macro, 2.0 / 4, 1e-15);
	assert_close(f.weighted, 4.0 / 5, 1e-15);
	assert_close(f.micro, 4.0 / 5, 1e-15);
}

static void random_labels_keep_the_rules(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 1, "test");
	for (int round = 0; round < 200; round++) {
		int32_t truth[64], predicted[64], moved_truth[64], moved[64];
		size_t n = 1 + odd_rng_below(&rng, 64), right = 0;
		const int32_t turn[] = {3, 0, 4, 1, 2};
		for (size_t i = 0; i < n; i++) {
			truth[i] = (int32_t)odd_rng_below(&rng, 5);
			predicted[i] = (int32_t)odd_rng_below(&rng, 5);
			moved_truth[i] = turn[truth[i]];
			moved[i] = turn[predicted[i]];
			right += truth[i] == predicted[i];
		}
		odd_f1 f, g, same;
		assert_ok(odd_f1_compute(&f, truth, predicted, n, 5, &err), err);
		assert_ok(odd_f1_compute(&g, moved_truth, moved, n, 5, &err), err);
		assert_ok(odd_f1_compute(&same, truth, truth, n, 5, &err), err);
		assert_close(f.micro, (double)right / (double)n, 1e-15);
		assert_close(f.macro, g.macro, 1e-14);
		assert_close(f.weighted, g.weighted, 1e-14);
		assert_true(same.macro == 1.0 && same.micro == 1.0);
		assert_close(same.weighted, 1.0, 1e-15);
	}
}

static void unlabelled_rows_and_trouble(void **state)
{
	(void)state;
	odd_error err;
	odd_f1 f, g;
	const int32_t truth[] = {0, ODD_NO_LABEL, 1, 1, ODD_NO_LABEL};
	const int32_t predicted[] = {0, 1, 1, 0, ODD_NO_LABEL};
	const int32_t short_truth[] = {0, 1, 1}, short_predicted[] = {0, 1, 0};
	assert_ok(odd_f1_compute(&f, truth, predicted, 5, 2, &err), err);
	assert_ok(odd_f1_compute(&g, short_truth, short_predicted, 3, 2, &err), err);
	assert_int_equal(f.rows, 3);
	assert_true(f.macro == g.macro && f.micro == g.micro && f.weighted == g.weighted);
	/* No prediction is a miss for its class and a false alarm for none. */
	const int32_t none[] = {0, 1, ODD_NO_LABEL};
	assert_ok(odd_f1_compute(&f, short_truth, none, 3, 2, &err), err);
	assert_close(f.macro, (1.0 + 2.0 / 3) / 2, 1e-15);
	assert_close(f.micro, 4.0 / 5, 1e-15);
	assert_ok(odd_f1_compute(&f, truth, predicted, 0, 2, &err), err);
	assert_true(isnan(f.macro) && isnan(f.micro) && isnan(f.weighted) && f.rows == 0);
	assert_int_equal(odd_f1_compute(&f, short_truth, short_predicted, 3, 1, &err), ODD_EINPUT);
	assert_int_equal(odd_f1_compute(&f, none, (int32_t[]){0, -2, 0}, 3, 2, &err), ODD_EINPUT);
	assert_non_null(strstr(err.message, "row 2"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_by_hand),
		cmocka_unit_test(absent_classes),
		cmocka_unit_test(random_labels_keep_the_rules),
		cmocka_unit_test(unlabelled_rows_and_trouble),
	};
	return cmocka_run_group_tests_name("f1", tests, NULL, NULL);
}
