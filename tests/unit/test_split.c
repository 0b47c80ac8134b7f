/* Splitting labelled rows: sizes, chances, and no class without a row to learn from. */
#include "config.h"

#include "helpers.h"

#include <math.h>
#include <stdbool.h>

#include "oddone/network.h"
#include "eval/embedding_eval.h"

/* Every labelled row is in one part, once. */
static void check_partition(const odd_split *s, const int32_t *label, size_t n)
{
	size_t labelled = 0;
	uint8_t *seen = calloc(n, 1);
	for (size_t i = 0; i < n; i++)
		labelled += label[i] != ODD_NO_LABEL;
	assert_int_equal(s->train + s->test, labelled);
	for (size_t i = 0; i < labelled; i++) {
		assert_true(s->row[i] < n && label[s->row[i]] != ODD_NO_LABEL);
		assert_int_equal(seen[s->row[i]]++, 0);
	}
	free(seen);
}

static void sizes_and_chances(void **state)
{
	(void)state;
	odd_error err;
	enum { N = 200, ROUNDS = 3000 };
	int32_t label[N];
	size_t learnt[N] = {0};
	for (size_t i = 0; i < N; i++)
		label[i] = i % 5 == 4 ? ODD_NO_LABEL : (int32_t)(i % 5 / 2);
	odd_rng rng;
	odd_rng_init(&rng, 1, "test");
	for (int round = 0; round < ROUNDS; round++) {
		odd_split s;
		assert_ok(odd_split_draw(&s, label, 2, N, 0.3, &rng, &err), err);
		assert_int_equal(s.train, 48);
		check_partition(&s, label, N);
		for (size_t i = 0; i < s.train; i++)
			learnt[s.row[i]]++;
		odd_split_clear(&s);
	}
	/* Each row is drawn with chance 0.3: within five standard deviations. */
	for (size_t i = 0; i < N; i++)
		assert_true(label[i] == ODD_NO_LABEL ||
			    fabs((double)learnt[i] / ROUNDS - 0.3) < 5 * sqrt(0.21 / ROUNDS));
}

static void no_class_is_missing(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 2, "test");
	for (int round = 0; round < 500; round++) {
		int32_t label[60];
		bool occurs[9] = {0}, learnt[9] = {0};
		size_t classes = 0, single = odd_rng_below(&rng, 8);
		for (size_t i = 0; i < 60; i++) {
			/* A large class, small ones, one that has a single row, one that has none.
			 */
			label[i] = i < single ? (int32_t)(1 + i) : (int32_t)(i % 10 == 9);
			occurs[label[i]] = true;
		}
		for (size_t c = 0; c < 9; c++)
			classes += occurs[c];
		odd_split s;
		double share = 0.05 + 0.45 * odd_rng_uniform(&rng);
		assert_ok(odd_split_draw(&s, label, 9, 60, share, &rng, &err), err);
		check_partition(&s, label, 60);
		size_t wanted = (size_t)floor(share * 60 + 0.5);
		assert_int_equal(s.train, wanted > classes ? wanted : classes);
		for (size_t i = 0; i < s.train; i++)
			learnt[label[s.row[i]]] = true;
		for (size_t c = 0; c < 9; c++)
			assert_int_equal(learnt[c], occurs[c]);
		odd_split_clear(&s);
	}
}

static void seeds_tell(void **state)
{
	(void)state;
	odd_error err;
	int32_t label[100] = {0};
	odd_split s[3];
	for (uint64_t t = 0; t < 3; t++) {
		odd_rng rng;
		odd_rng_init(&rng, t / 2, "test");
		assert_ok(odd_split_draw(&s[t], label, 1, 100, 0.1, &rng, &err), err);
	}
	assert_memory_equal(s[0].row, s[1].row, 100 * sizeof *s[0].row);
	assert_memory_not_equal(s[0].row, s[2].row, 100 * sizeof *s[0].row);
	for (int t = 0; t < 3; t++)
		odd_split_clear(&s[t]);
}

static void trouble_is_told(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_split s;
	odd_rng_init(&rng, 3, "test");
	const int32_t label[] = {0, 1, 2, ODD_NO_LABEL}, none[] = {ODD_NO_LABEL};
	const double bad[] = {0.0, 1.0, -0.5, NAN};
	for (int t = 0; t < 4; t++)
		assert_int_equal(odd_split_draw(&s, label, 3, 2, bad[t], &rng, &err), ODD_EUSAGE);
	assert_int_equal(odd_split_draw(&s, label, 3, 4, 0.5, &rng, &err), ODD_EUSAGE);
	assert_int_equal(odd_split_draw(&s, none, 3, 1, 0.5, &rng, &err), ODD_EUSAGE);
	assert_int_equal(odd_split_draw(&s, label, 2, 4, 0.5, &rng, &err), ODD_EINPUT);
	assert_null(s.row);
	odd_split_clear(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_and_chances),
		cmocka_unit_test(no_class_is_missing),
		cmocka_unit_test(seeds_tell),
		cmocka_unit_test(trouble_is_told),
	};
	return cmocka_run_group_tests_name("split", tests, NULL, NULL);
}
