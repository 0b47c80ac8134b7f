/* Percentile ranks, orders and weighted totals from components that are given. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "base/rng.h"
#include "score/score_internal.h"

static void percentiles_by_hand(void **state)
{
	(void)state;
	odd_error err;
	const double x[] = {3.0, 1.0, 3.0, 2.0, 3.0, 1.0, -4.0, 9.0};
	/* ranks: −4 → 1; 1, 1 → 2.5; 2 → 4; 3, 3, 3 → 6; 9 → 8 */
	const double rank[] = {6, 2.5, 6, 4, 6, 2.5, 1, 8};
	double out[8];
	assert_ok(odd_percentile_ranks(out, x, 8, &err), err);
	for (int i = 0; i < 8; i++)
		assert_true(out[i] == rank[i] / 8);
	const double same[] = {5, 5, 5, 5};
	assert_ok(odd_percentile_ranks(out, same, 4, &err), err);
	for (int i = 0; i < 4; i++)
		assert_true(out[i] == 2.5 / 4);
	assert_ok(odd_percentile_ranks(out, same, 1, &err), err);
	assert_true(out[0] == 1.0);
	assert_ok(odd_percentile_ranks(out, same, 0, &err), err);
}

static void order_by_hand(void **state)
{
	(void)state;
	odd_error err;
	const double x[] = {-0.0, -1.0, INFINITY, 0.0, 2.0, -INFINITY, NAN, 2.0, 5e-324};
	const uint32_t expected[] = {2, 4, 7, 8, 0, 3, 1, 5, 6};
	uint32_t order[9];
	double rank[9];
	assert_ok(odd_order_descending(order, x, 9, &err), err);
	assert_memory_equal(order, expected, sizeof order);
	assert_ok(odd_percentile_ranks(rank, x, 9, &err), err);
	assert_true(rank[0] == rank[3]); /* the two zeros are one number */
	for (int i = 0; i < 9; i++)
		assert_false(isnan(rank[i]));
}

/* Twins differ by rounding, which another processor has another way round. */
static void rounding_makes_no_rank(void **state)
{
	(void)state;
	odd_error err;
	odd_scores a, b;
	const double even[] = {0.1, 0.2, 0.3, 0.4}, twins[] = {0.3, 0.5, 0.5 + 2e-16, 0.9};
	const double other[] = {0.3, 0.5 + 2e-16, 0.5, 0.9};
	const double *const first[] = {even, even, twins}, *const second[] = {even, even, other};
	const odd_score *score = odd_score_find("one");
	const double weight[] = {0.0, 0.0, 1.0};
	assert_ok(odd__scores_from_components(&a, 4, score, first, weight, NULL, &err), err);
	assert_ok(odd__scores_from_components(&b, 4, score, second, weight, NULL, &err), err);
	assert_true(a.part[2][1] == a.part[2][2]);
	assert_memory_equal(a.total, b.total, 4 * sizeof *a.total);
	assert_memory_equal(a.order, b.order, 4 * sizeof *a.order);
	odd_scores_clear(&a);
	odd_scores_clear(&b);
}

static const double *sorted_by;
static int falling_then_index(const void *a, const void *b)
{
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	if (sorted_by[i] != sorted_by[j])
		return sorted_by[i] > sorted_by[j] ? -1 : 1;
	return (i > j) - (i < j);
}

static void order_agrees_with_qsort(void **state)
{
	(void)state;
	enum { N = 3000 };
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 2, "test");
	for (int variant = 0; variant < 4; variant++) {
		double x[N];
		uint32_t order[N], expected[N];
		for (uint32_t i = 0; i < N; i++) {
			double z = odd_rng_normal(&rng);
			/* many ties; all scales; whole numbers; only the low bits differ */
			x[i] = variant == 0   ? floor(4 * z)
			       : variant == 1 ? z * pow(10, 200 * odd_rng_uniform(&rng))
			       : variant == 2 ? (double)odd_rng_below(&rng, 1000000)
					      : 1.0 + 0x1p-52 * (double)odd_rng_below(&rng, 1000);
			expected[i] = i;
		}
		sorted_by = x;
		qsort(expected, N, sizeof *expected, falling_then_index);
		assert_ok(odd_order_descending(order, x, N, &err), err);
		assert_memory_equal(order, expected, sizeof order);
		/* ranks rise with value, and their mean is that of 1 … n */
		double rank[N], sum = 0.0;
		assert_ok(odd_percentile_ranks(rank, x, N, &err), err);
		for (int i = 0; i < N; i++) {
			sum += rank[i];
			assert_true(rank[i] > 0.0 && rank[i] <= 1.0);
			if (i > 0)
				assert_true((x[order[i - 1]] > x[order[i]])
						    ? rank[order[i - 1]] > rank[order[i]]
						    : rank[order[i - 1]] == rank[order[i]]);
		}
		assert_close(sum, 0.5 * (N + 1), 1e-12);
	}
}

static const double c1[] = {0.9, 0.1, 0.5, 0.5};
static const double c2[] = {0.2, 0.2, 0.2, 0.8};
static const double c3[] = {0.0, 0.3, 0.1, 0.0};
static const double *const components[3] = {c1, c2, c3};

static odd_status score(odd_scores *out, const char *name, const double *const c[3],
	const double *weight, odd_error *err)
{
	return odd__scores_from_components(out, 4, odd_score_find(name), c, weight, NULL, err);
}

static void one_total_by_hand(void **state)
{
	(void)state;
	odd_error err;
	odd_scores s;
	const double p1[] = {4, 1, 2.5, 2.5}, p2[] = {2, 2, 2, 4}, p3[] = {1.5, 4, 3, 1.5};
	assert_ok(score(&s, "one", components, NULL, &err), err);
	/* On average 0.65 of the attributes is explained: c2 weighs its most, a fifth. */
	assert_close(s.weight[0], 0.4, 1e-15);
	assert_close(s.weight[1], 0.2, 1e-15);
	assert_close(s.weight[2], 0.4, 1e-15);
	for (int i = 0; i < 4; i++) {
		assert_true(s.component[0][i] == c1[i] && s.component[2][i] == c3[i]);
		assert_true(s.part[0][i] == p1[i] / 4 && s.part[1][i] == p2[i] / 4 &&
			    s.part[2][i] == p3[i] / 4);
		double squares = 2 * p1[i] * p1[i] + p2[i] * p2[i] + 2 * p3[i] * p3[i];
		assert_close(s.total[i], sqrt(squares / 5.0) / 4.0, 1e-15);
	}
	/* sums of squares, links and both twice: 40.5, 38, 34.5, 33 */
	const uint32_t by_total[] = {0, 1, 2, 3};
	assert_memory_equal(s.order, by_total, sizeof by_total);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(s.order[s.rank[i] - 1], i);

	const double only_second[3] = {0, 17, 0};
	assert_ok(odd_scores_reweigh(&s, only_second, &err), err);
	assert_true(s.weight[1] == 1.0);
	const uint32_t expected[] = {3, 0, 1, 2}; /* ties by node */
	assert_memory_equal(s.order, expected, sizeof expected);
	odd_scores_clear(&s);
	assert_null(s.total);
	odd_scores_clear(&s);
}

static void attributes_weigh_by_what_is_explained(void **state)
{
	(void)state;
	static const struct {
		double left, weight;
	} row[] = {{0.9, 0.04}, {1.2, 0.0}, {0.01, 0.2}};
	for (size_t r = 0; r < 3; r++) {
		odd_error err;
		odd_scores s;
		const double left[] = {
			row[r].left, row[r].left, row[r].left, row[r].left * (1 + 1e-6)};
		const double *const with[3] = {c1, left, c3};
		assert_ok(score(&s, "one", with, NULL, &err), err);
		assert_close(s.weight[1], row[r].weight, 1e-5);
		assert_close(s.weight[0], 0.5 * (1.0 - s.weight[1]), 1e-12);
		odd_scores_clear(&s);
	}
}

/* −ln of the share of nodes that are at least as odd and of .01 more, over what the first of all
 * can have; the user's weights multiply. */
static void total_by_surprise(void **state)
{
	(void)state;
	odd_error err;
	odd_scores s;
	const double *const two[] = {c1, c2};
	const double off[] = {0, 1}, twice[] = {2, 1};
	const odd_score score = {.name = "two", .count = 2, .ranked = true, .surprise = true};
	/* shares: c1 ¼ 1 ⅝ ⅝, c2 ¾ ¾ ¾ ¼ */
	const double most = -log(0.26);
	const double e1[] = {most, 0, -log(0.635), -log(0.635)};
	const double e2[] = {-log(0.76), -log(0.76), -log(0.76), most};
	assert_ok(odd__scores_from_components(&s, 4, &score, two, NULL, NULL, &err), err);
	for (int i = 0; i < 4; i++)
		assert_close(s.total[i], 0.5 * (e1[i] + e2[i]) / most, 1e-14);
	assert_ok(odd_scores_reweigh(&s, off, &err), err);
	assert_true(s.weight[0] == 0.0 && s.weight[1] == 1.0);
	assert_string_equal(odd_scores_why(&s, 0), "switched off");
	for (int i = 0; i < 4; i++)
		assert_close(s.total[i], e2[i] / most, 1e-14);
	assert_ok(odd_scores_reweigh(&s, twice, &err), err);
	for (int i = 0; i < 4; i++)
		assert_close(s.total[i], (2 * e1[i] + e2[i]) / 3 / most, 1e-14);
	/* and back to the score's own */
	assert_ok(odd_scores_reweigh(&s, NULL, &err), err);
	assert_close(s.weight[0], 0.5, 1e-15);
	odd_scores_clear(&s);
}

/* A copy is one's own, to the bit. */
static void a_copy_is_whole(void **state)
{
	(void)state;
	odd_error err;
	odd_scores s, t;
	assert_ok(score(&s, "one", components, NULL, &err), err);
	assert_ok(odd_scores_copy(&t, &s, &err), err);
	assert_memory_equal(t.total, s.total, 4 * sizeof *s.total);
	assert_memory_equal(t.order, s.order, 4 * sizeof *s.order);
	assert_true(t.total != s.total && t.part[1] != s.part[1]);
	odd_scores_clear(&s);
	assert_ok(odd_scores_reweigh(&t, NULL, &err), err);
	odd_scores_clear(&t);
}

static void paper_total_by_hand(void **state)
{
	(void)state;
	odd_error err;
	odd_scores s;
	const double weight[3] = {1, 2, 1};
	assert_ok(score(&s, "paper", components, weight, &err), err);
	for (int i = 0; i < 4; i++) {
		assert_true(s.part[1][i] == c2[i]);
		assert_close(s.total[i], 0.25 * c1[i] + 0.5 * c2[i] + 0.25 * c3[i], 1e-15);
	}
	odd_scores_clear(&s);
	assert_ok(score(&s, "paper", components, NULL, &err), err);
	assert_close(s.weight[0] + s.weight[1] + s.weight[2], 1.0, 1e-15);
	assert_close(s.weight[0], 1.0 / 3.0, 1e-15);
	assert_close(s.weight[0], s.weight[1], 1e-15);
	odd_scores_clear(&s);
}

static void bad_weights_change_nothing(void **state)
{
	(void)state;
	odd_error err;
	odd_scores s, t;
	const double bad[][3] = {{0, 0, 0}, {1, -1, 1}, {NAN, 1, 1}, {INFINITY, 1, 1}};
	assert_ok(score(&s, "paper", components, NULL, &err), err);
	double before[4];
	memcpy(before, s.total, sizeof before);
	for (int b = 0; b < 4; b++) {
		assert_int_equal(odd_scores_reweigh(&s, bad[b], &err), ODD_EUSAGE);
		assert_memory_equal(s.total, before, sizeof before);
		assert_int_equal(score(&t, "paper", components, bad[b], &err), ODD_EUSAGE);
		assert_null(t.total);
	}
	const double huge[3] = {1e308, 1e308, 1e308};
	assert_ok(odd_scores_reweigh(&s, huge, &err), err);
	assert_close(s.weight[2], 1.0 / 3.0, 1e-15);
	odd_scores_clear(&s);
}

static void holes_do_not_spread(void **state)
{
	(void)state;
	odd_error err;
	const double hole[] = {NAN, 0.4, INFINITY, NAN};
	const double *const with[3] = {hole, c2, c3};
	odd_scores s;
	assert_ok(score(&s, "one", with, NULL, &err), err);
	for (int i = 0; i < 4; i++)
		assert_true(isfinite(s.total[i]));
	odd_scores_clear(&s);
	assert_ok(odd__scores_from_components(&s, 0, odd_score_find("one"), with, NULL, NULL, &err),
		err);
	assert_int_equal(s.n, 0);
	odd_scores_clear(&s);
}

static void threads_do_not_matter(void **state)
{
	(void)state;
	enum { N = 5000 };
	odd_error err;
	odd_rng rng;
	odd_rng_init(&rng, 2, "test");
	double x[3][N];
	for (int t = 0; t < 3; t++)
		for (int i = 0; i < N; i++)
			x[t][i] = odd_rng_uniform(&rng);
	const double *const c[3] = {x[0], x[1], x[2]};
	odd_job one = {.threads = 1}, three = {.threads = 3};
	odd_scores a, b;
	const odd_score *kind = odd_score_find("one");
	assert_ok(odd__scores_from_components(&a, N, kind, c, NULL, &one, &err), err);
	assert_ok(odd__scores_from_components(&b, N, kind, c, NULL, &three, &err), err);
	assert_memory_equal(a.total, b.total, N * sizeof *a.total);
	assert_memory_equal(a.order, b.order, N * sizeof *a.order);
	odd_scores_clear(&a);
	odd_scores_clear(&b);
}

/* A score has one component or many; the mean, the even weights and their check follow. */
static void any_number_of_components(void **state)
{
	(void)state;
	odd_error err;
	odd_scores s;
	const double *const five[] = {c1, c2, c3, c1, c2};
	const double weight[] = {0, 0, 1, 0, 3}, bad[] = {0, 0, 0, 0, -1};
	odd_score score = {.name = "one", .count = 1, .ranked = true};
	assert_ok(odd__scores_from_components(&s, 4, &score, five, NULL, NULL, &err), err);
	assert_true(s.weight[0] == 1.0);
	for (int i = 0; i < 4; i++)
		assert_close(s.total[i], s.part[0][i], 1e-15);
	odd_scores_clear(&s);
	score = (odd_score){.name = "five", .count = 5};
	assert_ok(odd__scores_from_components(&s, 4, &score, five, NULL, NULL, &err), err);
	assert_close(s.weight[4], 0.2, 1e-15);
	assert_ok(odd_scores_reweigh(&s, weight, &err), err);
	for (int i = 0; i < 4; i++)
		assert_close(s.total[i], 0.25 * c3[i] + 0.75 * c2[i], 1e-15);
	assert_int_equal(odd_scores_reweigh(&s, bad, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "weight 5"));
	odd_scores_clear(&s);
}

/* Rounding is not ranked: the order is that of the components that say something. */
static void components_that_say_nothing_are_left_out(void **state)
{
	(void)state;
	odd_error err;
	odd_scores s, t;
	const double noise[] = {3e-16, 0.0, 1e-16, 2e-16};
	const double *const with[3] = {c1, c2, noise}, *const none[3] = {noise, noise, noise};
	const double two[] = {0.4, 0.2, 0.0}, last[] = {0.0, 0.0, 1.0};
	assert_ok(score(&s, "one", with, NULL, &err), err);
	assert_ok(score(&t, "one", with, two, &err), err);
	assert_true(!s.idle[0] && !s.idle[1] && s.idle[2]);
	assert_true(s.weight[2] == 0.0);
	assert_close(s.weight[0] + s.weight[1], 1.0, 1e-15);
	for (int i = 0; i < 4; i++) {
		assert_true(s.part[2][i] == 2.5 / 4);
		assert_close(s.total[i], t.total[i], 1e-15);
	}
	assert_memory_equal(s.order, t.order, sizeof *s.order * 4);
	/* asked for nothing else, everybody is equal */
	assert_ok(odd_scores_reweigh(&s, last, &err), err);
	assert_true(s.weight[2] == 1.0);
	for (uint32_t i = 0; i < 4; i++) {
		assert_close(s.total[i], 2.5 / 4, 1e-15);
		assert_int_equal(s.order[i], i);
	}
	odd_scores_clear(&s);
	odd_scores_clear(&t);
	assert_ok(score(&s, "one", none, NULL, &err), err);
	for (uint32_t i = 0; i < 4; i++)
		assert_true(s.idle[0] && s.total[i] == s.total[0] && s.order[i] == i);
	odd_scores_clear(&s);
	/* the score of the paper is not ranked, and O may be small */
	assert_ok(score(&s, "paper", none, NULL, &err), err);
	assert_false(s.idle[0]);
	assert_int_equal(s.order[0], 0);
	odd_scores_clear(&s);
}

static void every_row_is_complete(void **state)
{
	(void)state;
	size_t count = 0;
	for (const odd_score *x; (x = odd_score_get(count)) != NULL; count++) {
		assert_ptr_equal(odd_score_find(x->name), x);
		assert_true(x->about != NULL && x->about[strlen(x->about) - 1] == '.');
		assert_true(x->bars != NULL && x->value != NULL && x->read != NULL);
		assert_in_range(x->count, 1, ODD_COMPONENTS);
		for (size_t t = 0; t < x->count; t++) {
			const odd_component *c = &x->component[t];
			assert_true(c->name != NULL && c->word != NULL && c->thing != NULL);
			assert_true(c->about != NULL && c->about[strlen(c->about) - 1] != '.');
			assert_int_equal(odd_score_part(x, c->name), t);
			assert_true(c->title != NULL && c->head != NULL && strlen(c->head) <= 6);
			assert_true(c->kind != ODD_ORDINARY && c->kind < ODD_KINDS);
		}
	}
	assert_true(count >= 2);
	assert_null(odd_score_find("nobody's"));
	assert_ptr_equal(odd_score_of_preset(ODD_PAPER), odd_score_find("paper"));
	assert_ptr_equal(odd_score_of_preset(ODD_CALIBRATED), odd_score_find("evidence"));
}

/* As whole numbers have it, halves up. */
static void top_is_the_nearest_whole_number(void **state)
{
	(void)state;
	for (size_t n = 0; n < 5000; n++)
		for (size_t percent = 5; percent <= 25; percent += 5)
			assert_int_equal(odd_top(n, (double)percent),
				n / 100 * percent + (n % 100 * percent + 50) / 100);
	assert_int_equal(odd_top(0, 5.0), 0);
	assert_int_equal(odd_top(77, 100.0), 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(percentiles_by_hand),
		cmocka_unit_test(order_by_hand),
		cmocka_unit_test(rounding_makes_no_rank),
		cmocka_unit_test(order_agrees_with_qsort),
		cmocka_unit_test(one_total_by_hand),
		cmocka_unit_test(attributes_weigh_by_what_is_explained),
		cmocka_unit_test(total_by_surprise),
		cmocka_unit_test(a_copy_is_whole),
		cmocka_unit_test(paper_total_by_hand),
		cmocka_unit_test(bad_weights_change_nothing),
		cmocka_unit_test(holes_do_not_spread),
		cmocka_unit_test(threads_do_not_matter),
		cmocka_unit_test(any_number_of_components),
		cmocka_unit_test(components_that_say_nothing_are_left_out),
		cmocka_unit_test(every_row_is_complete),
		cmocka_unit_test(top_is_the_nearest_whole_number),
	};
	return cmocka_run_group_tests_name("score", tests, NULL, NULL);
}
