/* Walks follow the law they promise, first and second order, by every way through the code. */
#include "config.h"

#include "walk_samples.h"

#include "linalg/alias.h"
#include "baseline/walks.h"

#define MOST 8 /* nodes of the graphs here */

static odd_walks *walks_over(const odd_network *net, double p, double q)
{
	odd_error err;
	odd_walks *walks;
	assert_ok(odd_walks_create(&walks, net, p, q, &err), err);
	return walks;
}

static double weight(const odd_network *net, size_t i, size_t j)
{
	for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
		if (net->A.idx[e] == j)
			return odd_csr_value(odd_csr_const(net->A), e);
	return 0.0;
}

/* ---- first order ---- */

static void check_first_order(const odd_network *net, double p)
{
	enum { LENGTH = 20000 };
	uint32_t *walk = malloc(LENGTH * sizeof *walk);
	odd_walks *walks = walks_over(net, p, 1.0);
	odd_rng rng;
	odd_rng_init(&rng, 3, "test");
	size_t count[MOST][MOST] = {{0}};
	for (size_t start = 0; start < net->nodes; start++) {
		size_t n = odd_walks_draw(walk, walks, (uint32_t)start, LENGTH, &rng);
		assert_int_equal(n, LENGTH);
		assert_int_equal(walk[0], start);
		for (size_t i = 1; i < n; i++)
			count[walk[i - 1]][walk[i]]++;
	}
	for (size_t i = 0; i < net->nodes; i++) {
		double law[MOST];
		for (size_t j = 0; j < net->nodes; j++)
			law[j] = weight(net, i, j) > 0.0;
		assert_follows(count[i], law, net->nodes);
	}
	odd_walks_free(walks);
	free(walk);
}

static void uniform_walks_take_every_link_alike(void **state)
{
	(void)state;
	const edge star[] = {{0, 1, 1}, {0, 2, 2}, {0, 3, 3}, {0, 4, 4}, {0, 5, 5}};
	const edge path[] = {{0, 1, 1}, {1, 2, 3}, {2, 3, 1}, {3, 4, 9}};
	odd_network *s6 = graph(6, star, 5, false), *p5 = graph(5, path, 4, false);
	check_first_order(s6, 1.0);
	check_first_order(p5, 1.0);
	/* The second-order code with p and q next to 1 has the same law. */
	check_first_order(s6, 1.0 + 1e-9);
	check_first_order(p5, 1.0 + 1e-9);
	odd_network_free(s6);
	odd_network_free(p5);
}

/* ---- second order ---- */

/* Two triangles that share node 2, a tail, and weights that differ. */
static const edge knot[] = {
	{0, 1, 1}, {0, 2, 4}, {1, 2, 2}, {2, 3, 0.5}, {2, 4, 3}, {3, 4, 1}, {4, 5, 2}, {0, 4, 1}};

static void law_of_step(double *law, const odd_network *net, size_t t, size_t v, double p, double q)
{
	for (size_t x = 0; x < net->nodes; x++) {
		double a = weight(net, x, t) > 0.0 ? 1.0 : 1.0 / q;
		if (x == t)
			a = 1.0 / p;
		law[x] = weight(net, v, x) > 0.0 ? a : 0.0;
	}
}

/* The same number of draws from a table of the law: do both counts look like one law's? */
static void assert_like_table(const size_t *count, const double *law, size_t n, odd_rng *rng)
{
	odd_error err;
	odd_alias table;
	size_t drawn[MOST] = {0}, total = 0;
	double chi = 0.0, freedom = -1.0;
	assert_ok(odd_alias_init(&table, law, n, &err), err);
	for (size_t i = 0; i < n; i++)
		total += count[i];
	for (size_t i = 0; i < total; i++)
		drawn[odd_alias_draw(&table, rng)]++;
	for (size_t i = 0; i < n; i++) {
		double both = (double)count[i] + (double)drawn[i];
		double off = (double)count[i] - (double)drawn[i];
		if (both > 0.0) {
			chi += off * off / both;
			freedom++;
		}
	}
	assert_true(freedom <= 0.0 || chi < chi_limit(freedom));
	odd_alias_clear(&table);
}

static void second_order_walks_follow_p_and_q(void **state)
{
	(void)state;
	const double settings[][2] = {
		{0.25, 4.0},
		{4.0, 0.25},
		{3.0, 3.0},
		{1.0, 0.5},
		{1e4, 1e4}, /* nearly all is rejected: written out */
		{1e4, 2e4},
	};
	odd_network *net = graph(6, knot, sizeof knot / sizeof *knot, false);
	enum { STEPS = 1000000, LENGTH = 2000 };
	uint32_t *walk = malloc(LENGTH * sizeof *walk);
	odd_rng rng;
	odd_rng_init(&rng, 4, "test");
	for (size_t s = 0; s < sizeof settings / sizeof *settings; s++) {
		double p = settings[s][0], q = settings[s][1];
		odd_walks *walks = walks_over(net, p, q);
		size_t count[MOST][MOST][MOST] = {{{0}}};
		size_t rounds = s == 0 ? STEPS / LENGTH : STEPS / LENGTH / 4;
		for (size_t r = 0; r < rounds; r++) {
			odd_walks_draw(walk, walks, (uint32_t)(r % 6), LENGTH, &rng);
			for (size_t i = 2; i < LENGTH; i++)
				count[walk[i - 2]][walk[i - 1]][walk[i]]++;
		}
		for (size_t t = 0; t < 6; t++)
			for (size_t v = 0; v < 6; v++) {
				if (weight(net, t, v) == 0.0)
					continue;
				double law[MOST];
				law_of_step(law, net, t, v, p, q);
				size_t seen = 0;
				for (size_t x = 0; x < 6; x++)
					seen += count[t][v][x];
				if (seen < 200) /* q this large keeps out of the tail */
					continue;
				/* A law whose rare ways are expected less than once is no
				 * matter for chi-square: they are left to the table. */
				if (p < 1e3)
					assert_follows(count[t][v], law, 6);
				assert_like_table(count[t][v], law, 6, &rng);
			}
		odd_walks_free(walks);
	}
	free(walk);
	odd_network_free(net);
}

static void large_p_turns_back_at_leaves_alone(void **state)
{
	(void)state;
	odd_network *net = graph(6, knot, sizeof knot / sizeof *knot, false);
	odd_walks *walks = walks_over(net, 1e9, 1.0);
	uint32_t walk[50000];
	odd_rng rng;
	odd_rng_init(&rng, 5, "test");
	odd_walks_draw(walk, walks, 0, 50000, &rng);
	size_t turns = 0;
	for (size_t i = 2; i < 50000; i++)
		if (walk[i] == walk[i - 2]) {
			assert_int_equal(walk[i - 1], 5); /* the one leaf */
			turns++;
		}
	assert_true(turns > 1000);
	odd_walks_free(walks);
	odd_network_free(net);
}

/* A tree has no link between neighbours of a node: with p and q at 1e12 every candidate would be
 * rejected for ever. */
static void trees_do_not_hang(void **state)
{
	(void)state;
	const edge path[] = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}};
	odd_network *net = graph(5, path, 4, false);
	odd_walks *walks = walks_over(net, 1e12, 1e12);
	uint32_t walk[10000];
	odd_rng rng;
	odd_rng_init(&rng, 6, "test");
	assert_int_equal(odd_walks_draw(walk, walks, 2, 10000, &rng), 10000);
	size_t back = 0, inside = 0;
	for (size_t i = 2; i < 10000; i++)
		if (walk[i - 1] != 0 && walk[i - 1] != 4) {
			inside++;
			back += walk[i] == walk[i - 2];
		}
	size_t count[2] = {back, inside - back};
	assert_follows(count, (const double[]){1.0, 1.0}, 2);
	odd_walks_free(walks);
	odd_network_free(net);
}

/* ---- corners ---- */

static void direction_is_ignored(void **state)
{
	(void)state;
	const edge links[] = {{0, 1, 2}, {1, 2, 1}, {2, 1, 5}, {2, 0, 1}, {3, 2, 4}};
	const edge both[] = {{0, 1, 2}, {1, 2, 5}, {2, 0, 1}, {3, 2, 4}};
	odd_network *directed = graph(4, links, 5, true), *plain = graph(4, both, 4, false);
	odd_walks *a = walks_over(directed, 0.5, 2.0);
	odd_walks *b = walks_over(plain, 0.5, 2.0);
	odd_rng ra, rb;
	odd_rng_init(&ra, 7, "test");
	odd_rng_init(&rb, 7, "test");
	uint32_t x[500], y[500];
	assert_int_equal(odd_walks_draw(x, a, 1, 500, &ra), 500);
	assert_int_equal(odd_walks_draw(y, b, 1, 500, &rb), 500);
	assert_memory_equal(x, y, sizeof x);
	odd_walks_free(a);
	odd_walks_free(b);
	odd_network_free(directed);
	odd_network_free(plain);
}

static void lonely_nodes_stay_where_they_are(void **state)
{
	(void)state;
	odd_network *net = two_cliques(2);
	odd_walks *walks = walks_over(net, 0.5, 2.0);
	assert_int_equal(odd_walks_nodes(walks), 18);
	uint32_t walk[5] = {9, 9, 9, 9, 9};
	odd_rng rng;
	odd_rng_init(&rng, 8, "test");
	assert_int_equal(odd_walks_draw(walk, walks, 17, 5, &rng), 1);
	assert_int_equal(walk[0], 17);
	assert_int_equal(odd_walks_draw(walk, walks, 0, 1, &rng), 1);
	assert_int_equal(walk[0], 0);
	odd_walks_free(walks);
	odd_network_free(net);
}

/* Every node starts as many walks as there are rounds, node 0 too; a rewind walks them again. */
static void a_corpus_can_be_read_again(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = two_cliques(1);
	odd_walks *walks = walks_over(net, 0.5, 2.0);
	odd__corpus corpus;
	assert_ok(odd__corpus_init(&corpus, walks, 3, 7, 9, &err), err);
	uint32_t first[51][7];
	size_t starts[17] = {0}, order_differs = 0;
	for (int pass = 0; pass < 2; pass++) {
		odd__corpus_rewind(&corpus);
		size_t w = 0, n;
		for (; (n = odd__corpus_next(&corpus)) > 0; w++) {
			assert_true(w < 51);
			assert_int_equal(n, corpus.walk[0] == 16 ? 1 : 7);
			if (pass == 0) {
				memcpy(first[w], corpus.walk, n * sizeof *corpus.walk);
				starts[first[w][0]]++;
				order_differs += w >= 17 && first[w][0] != first[w - 17][0];
			}
			assert_memory_equal(first[w], corpus.walk, n * sizeof *corpus.walk);
		}
		assert_int_equal(w, 51);
		assert_int_equal(odd__corpus_next(&corpus), 0);
	}
	for (size_t i = 0; i < 17; i++)
		assert_int_equal(starts[i], 3);
	assert_true(order_differs > 10);
	odd__corpus_clear(&corpus);
	odd_walks_free(walks);
	odd_network_free(net);
}

static void nonsense_is_refused(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = two_cliques(0);
	const double bad[][2] = {{0, 1}, {1, 0}, {-1, 1}, {NAN, 1}, {1, HUGE_VAL}, {1e-320, 1}};
	for (size_t t = 0; t < sizeof bad / sizeof *bad; t++) {
		odd_walks *walks;
		assert_int_equal(
			odd_walks_create(&walks, net, bad[t][0], bad[t][1], &err), ODD_EUSAGE);
		assert_null(walks);
	}
	odd_walks_free(NULL);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uniform_walks_take_every_link_alike),
		cmocka_unit_test(second_order_walks_follow_p_and_q),
		cmocka_unit_test(large_p_turns_back_at_leaves_alone),
		cmocka_unit_test(trees_do_not_hang),
		cmocka_unit_test(direction_is_ignored),
		cmocka_unit_test(lonely_nodes_stay_where_they_are),
		cmocka_unit_test(a_corpus_can_be_read_again),
		cmocka_unit_test(nonsense_is_refused),
	};
	return cmocka_run_group_tests_name("walks", tests, NULL, NULL);
}
