/* How certain ranks are: intervals that hold the rank, twins that share it, runs that can only
 * widen what fewer had found, and nothing that depends on chance or threads. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "network/generate.h"
#include "oddone/score.h"
#include "network/extend.h"

enum { NODES = 150, K = 8, RUNS = 4 };

struct fixture {
	odd_network *net;
	odd_one *one;
};

/* Nodes 0 and 1 are twins: linked with each other, the same other links, the same words. */
static odd_network *with_twins(const odd_network *net)
{
	odd_error err;
	odd_network *out;
	size_t links = 0, words = 0;
	odd_ccsr C = odd_csr_const(net->C), A = odd_csr_const(net->A);
	size_t entries = odd_csr_nnz(A) + odd_csr_nnz(C) + 2 * (A.ptr[1] + C.ptr[1]) + 2;
	uint32_t *r = malloc(entries * sizeof *r), *c = malloc(entries * sizeof *c);
	odd_csr B, D;
	r[0] = c[1] = 0;
	r[1] = c[0] = 1;
	links = 2;
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			if (i == 1 || A.idx[e] == 1)
				continue;
			r[links] = (uint32_t)i;
			c[links++] = A.idx[e];
			if (i == 0) { /* the same for the other, both ways */
				r[links] = 1;
				c[links++] = A.idx[e];
				r[links] = A.idx[e];
				c[links++] = 1;
			}
		}
	assert_ok(odd_csr_from_triplets(
			  &B, A.rows, A.cols, links, r, c, NULL, ODD_MERGE_MAX, NULL, &err),
		err);
	for (size_t i = 0; i < C.rows; i++)
		for (size_t e = C.ptr[i == 1 ? 0 : i]; e < C.ptr[(i == 1 ? 0 : i) + 1]; e++) {
			r[words] = (uint32_t)i;
			c[words++] = C.idx[e];
		}
	assert_ok(odd_csr_from_triplets(
			  &D, C.rows, C.cols, words, r, c, NULL, ODD_MERGE_MAX, NULL, &err),
		err);
	assert_ok(odd__network_replace(&out, net, &B, &D, net->truth, &err), err);
	free(r);
	free(c);
	return out;
}

static odd_one *fit(const odd_network *net)
{
	odd_error err;
	odd_one *one;
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	const odd_stop stop = {.iterations = 5};
	o.k = K;
	assert_ok(odd_one_begin(&one, net, &o, NULL, &err), err);
	assert_ok(odd_fit(one, &stop, NULL, NULL, &err), err);
	return one;
}

static int set_up(void **state)
{
	static struct fixture f;
	odd_error err;
	odd_network *plain;
	odd_generate_options g = ODD_GENERATE_OPTIONS_INIT;
	g.nodes = NODES;
	g.communities = 3;
	assert_ok(odd_generate(&plain, &g, NULL, &err), err);
	f.net = with_twins(plain);
	odd_network_free(plain);
	f.one = fit(f.net);
	*state = &f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;
	odd_one_free(f->one);
	odd_network_free(f->net);
	return 0;
}

static odd_scores certain(const struct fixture *f, size_t runs, int threads)
{
	odd_scores s;
	odd_error err;
	const odd_job job = {.threads = threads};
	assert_ok(odd_scores_compute(&s, f->one, NULL, NULL, &job, &err), err);
	assert_null(s.low);
	assert_ok(odd_scores_certainty(&s, f->net, f->one, NULL, runs, &job, &err), err);
	assert_int_equal(s.runs, runs);
	return s;
}

static void intervals_hold_the_rank(void **state)
{
	odd_scores s = certain(*state, RUNS, 2);
	size_t wide = 0;
	for (size_t i = 0; i < s.n; i++) {
		assert_true(s.low[i] >= 1 && s.low[i] <= s.rank[i]);
		assert_true(s.high[i] >= s.rank[i] && s.high[i] <= s.n);
		wide += s.high[i] > s.low[i];
	}
	assert_true(wide > s.n / 2); /* other dimensions do move nodes */
	odd_scores_clear(&s);
}

static void nothing_of_it_is_chance(void **state)
{
	odd_scores a = certain(*state, RUNS, 1), b = certain(*state, RUNS, 2);
	assert_memory_equal(a.low, b.low, a.n * sizeof *a.low);
	assert_memory_equal(a.high, b.high, a.n * sizeof *a.high);
	odd_scores_clear(&a);
	odd_scores_clear(&b);
}

static void more_runs_only_widen(void **state)
{
	odd_scores before = certain(*state, 0, 2);
	for (size_t runs = 1; runs <= RUNS; runs++) {
		odd_scores after = certain(*state, runs, 2);
		for (size_t i = 0; i < after.n; i++)
			assert_true(
				after.low[i] <= before.low[i] && after.high[i] >= before.high[i]);
		odd_scores_clear(&before);
		before = after;
	}
	odd_scores_clear(&before);
}

/* What no further run was made for is as wide as ties are. */
static void twins_share_their_ranks(void **state)
{
	for (size_t runs = 0; runs <= RUNS; runs += RUNS) {
		odd_scores s = certain(*state, runs, 2);
		assert_true(s.total[0] == s.total[1]);
		assert_true(odd_scores_tied(&s, 0) && odd_scores_tied(&s, 1));
		assert_int_equal(s.low[0], s.low[1]);
		assert_int_equal(s.high[0], s.high[1]);
		assert_true(s.high[0] > s.low[0]);
		size_t ties = 0;
		for (size_t i = 0; i < s.n; i++) {
			ties += odd_scores_tied(&s, i);
			if (runs == 0 && !odd_scores_tied(&s, i))
				assert_true(s.low[i] == s.rank[i] && s.high[i] == s.rank[i]);
		}
		assert_true(ties < s.n / 2);
		odd_scores_clear(&s);
	}
}

/* The extremes are ranks that were really reached: those of the runs by hand. */
static void intervals_are_those_of_the_runs(void **state)
{
	const struct fixture *f = *state;
	odd_scores s = certain(f, 1, 2), other;
	odd_error err;
	odd_one *one;
	odd_one_options o = ODD_ONE_OPTIONS_INIT;
	const odd_stop stop = {.iterations = 5};
	o.k = odd_certainty_k(K, f->net->nodes, f->net->attributes, 0);
	o.seed = 43;
	assert_ok(odd_one_begin(&one, f->net, &o, NULL, &err), err);
	assert_ok(odd_fit(one, &stop, NULL, NULL, &err), err);
	assert_ok(odd_scores_compute(&other, one, NULL, NULL, NULL, &err), err);
	for (size_t i = 0; i < s.n; i++) {
		if (odd_scores_tied(&s, i) || odd_scores_tied(&other, i))
			continue;
		uint32_t a = s.rank[i], b = other.rank[i];
		assert_int_equal(s.low[i], a < b ? a : b);
		assert_int_equal(s.high[i], a > b ? a : b);
	}
	odd_scores_clear(&other);
	odd_scores_clear(&s);
	odd_one_free(one);
}

static void other_weights_make_them_void(void **state)
{
	static const double weight[ODD_COMPONENTS] = {1.0, 1.0, 1.0};
	odd_scores s = certain(*state, 1, 1);
	odd_error err;
	assert_ok(odd_scores_reweigh(&s, weight, &err), err);
	assert_null(s.low);
	assert_null(s.high);
	assert_int_equal(s.runs, 0);
	odd_scores_clear(&s);
}

static void dimensions_stay_within_bounds(void **state)
{
	static const size_t expected[] = {18, 24, 15, 27, 12, 30, 18, 24};
	(void)state;
	for (size_t r = 0; r < 8; r++) {
		assert_int_equal(odd_certainty_k(21, 2708, 1433, r), expected[r]);
		for (size_t k = 1; k < 9; k++) {
			size_t other = odd_certainty_k(k, 10, 200, r);
			assert_true(other >= 1 && other < 10);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intervals_hold_the_rank),
		cmocka_unit_test(nothing_of_it_is_chance),
		cmocka_unit_test(more_runs_only_widen),
		cmocka_unit_test(twins_share_their_ranks),
		cmocka_unit_test(intervals_are_those_of_the_runs),
		cmocka_unit_test(other_weights_make_them_void),
		cmocka_unit_test(dimensions_stay_within_bounds),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
