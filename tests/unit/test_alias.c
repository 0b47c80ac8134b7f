/* The alias table holds exactly the law it was given, and draws follow it. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "linalg/alias.h"

/* The probability of each index, read off the table. */
static void table_law(double *law, const odd_alias *table)
{
	for (size_t i = 0; i < table->n; i++)
		law[i] = 0.0;
	for (size_t i = 0; i < table->n; i++) {
		assert_true(table->keep[i] >= 0.0 && table->keep[i] <= 1.0);
		assert_true(table->other[i] < table->n);
		law[i] += table->keep[i] / (double)table->n;
		law[table->other[i]] += (1.0 - table->keep[i]) / (double)table->n;
	}
}

static void table_holds_the_law(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 1, "test");
	for (size_t n = 1; n <= 400; n += n < 20 ? 1 : 37) {
		double weights[400], law[400], sum = 0.0,
					       scale = pow(10.0, (double)(n % 7) * 50 - 150);
		for (size_t i = 0; i < n; i++) {
			weights[i] =
				odd_rng_uniform(&rng) < 0.2 ? 0.0 : exp(4 * odd_rng_normal(&rng));
			weights[i] *= scale;
		}
		weights[n / 2] = scale;
		for (size_t i = 0; i < n; i++)
			sum += weights[i];
		odd_alias table;
		assert_ok(odd_alias_init(&table, weights, n, &err), err);
		table_law(law, &table);
		for (size_t i = 0; i < n; i++) {
			assert_close(law[i], weights[i] / sum, 1e-12);
			if (weights[i] == 0.0)
				assert_true(law[i] == 0.0);
		}
		odd_alias_clear(&table);
	}
}

static void draws_follow_the_law(void **state)
{
	(void)state;
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 2, "test");
	enum { N = 9, DRAWS = 200000 };
	const double weights[N] = {1, 2, 0, 4, 0.5, 7, 1, 3, 20};
	size_t count[N] = {0};
	double sum = 0.0, chi = 0.0;
	odd_alias table;
	assert_ok(odd_alias_init(&table, weights, N, &err), err);
	for (int t = 0; t < DRAWS; t++)
		count[odd_alias_draw(&table, &rng)]++;
	for (size_t i = 0; i < N; i++)
		sum += weights[i];
	for (size_t i = 0; i < N; i++) {
		double expect = DRAWS * weights[i] / sum, off = (double)count[i] - expect;
		if (weights[i] == 0.0)
			assert_int_equal(count[i], 0);
		else
			chi += off * off / expect;
	}
	assert_true(chi < 29.9); /* 7 degrees of freedom: p = 1e-4 */
	odd_alias_clear(&table);
}

static void equal_weights_are_whole_columns(void **state)
{
	(void)state;
	odd_error err;
	double weights[1000];
	for (int i = 0; i < 1000; i++)
		weights[i] = 0.1; /* their sum is not exact */
	odd_alias table;
	assert_ok(odd_alias_init(&table, weights, 1000, &err), err);
	double law[1000];
	table_law(law, &table);
	for (int i = 0; i < 1000; i++)
		assert_close(1000 * law[i], 1.0, 1e-11);
	odd_alias_clear(&table);
}

static void bad_weights_are_refused(void **state)
{
	(void)state;
	odd_error err;
	odd_alias table;
	const double zero[] = {0, 0}, negative[] = {1, -1, 2}, none[] = {1, NAN};
	const double huge[] = {1e308, 1e308, HUGE_VAL};
	assert_int_equal(odd_alias_init(&table, zero, 0, &err), ODD_EUSAGE);
	assert_int_equal(odd_alias_init(&table, zero, 2, &err), ODD_EUSAGE);
	assert_int_equal(odd_alias_init(&table, negative, 3, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "weight 1 "));
	assert_int_equal(odd_alias_init(&table, none, 2, &err), ODD_EUSAGE);
	assert_int_equal(odd_alias_init(&table, huge, 2, &err), ODD_EUSAGE);
	assert_int_equal(odd_alias_init(&table, huge, 3, &err), ODD_EUSAGE);
	odd_alias_clear(&table); /* harmless after a failure */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_holds_the_law),
		cmocka_unit_test(draws_follow_the_law),
		cmocka_unit_test(equal_weights_are_whole_columns),
		cmocka_unit_test(bad_weights_are_refused),
	};
	return cmocka_run_group_tests_name("alias", tests, NULL, NULL);
}
