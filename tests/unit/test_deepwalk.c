/* DeepWalk and node2vec, whole runs. */
#include "config.h"

#include "walk_samples.h"

#include "baseline/skipgram.h"

/* Hierarchical softmax and negative sampling, or one of them. */
enum { BOTH, TREE, NOISE };

/* For sixteen nodes: with the default thinning hardly a token would be read. */
static odd__skipgram_options small_deepwalk(int mode, uint64_t seed)
{
	odd__skipgram_options o = ODD_DEEPWALK_OPTIONS_INIT;
	o.k = 11;
	o.tree = mode != NOISE;
	if (mode == TREE)
		o.negative = 0;
	o.walks = 8;
	o.alpha = 0.05;
	o.sample = 0.0;
	o.seed = seed;
	return o;
}

static odd__skipgram_options small_node2vec(double p, double q, uint64_t seed)
{
	odd__skipgram_options o = ODD_NODE2VEC_OPTIONS_INIT;
	o.k = 11;
	o.p = p;
	o.q = q;
	o.walks = 8;
	o.length = 40;
	o.window = 3;
	o.epochs = 4;
	o.alpha = 0.05;
	o.sample = 0.0;
	o.seed = seed;
	return o;
}

static odd_mat embed(const odd_network *net, const odd__skipgram_options *o, const odd_job *job)
{
	odd_error err;
	odd_mat out;
	assert_ok(odd_skipgram(&out, net, o, job, &err), err);
	assert_int_equal(out.rows, net->nodes);
	return out;
}

static void deepwalk_finds_the_cliques(void **state)
{
	(void)state;
	odd_network *net = two_cliques(0);
	for (int mode = 0; mode < 3; mode++)
		for (uint64_t seed = 0; seed < 10; seed++) {
			odd__skipgram_options o = small_deepwalk(mode, seed);
			odd_mat X = embed(net, &o, NULL);
			assert_int_equal(X.cols, 11);
			assert_true(cliques_found(odd_mat_const(X)));
			odd_mat_free(&X);
		}
	odd_network_free(net);
}

static void node2vec_finds_the_cliques(void **state)
{
	(void)state;
	odd_network *net = two_cliques(0);
	for (int steered = 0; steered < 2; steered++)
		for (uint64_t seed = 0; seed < 10; seed++) {
			odd__skipgram_options o =
				small_node2vec(steered ? 0.25 : 1.0, steered ? 4.0 : 1.0, seed);
			odd_mat X = embed(net, &o, NULL);
			assert_true(cliques_found(odd_mat_const(X)));
			odd_mat_free(&X);
		}
	odd_network_free(net);
}

/* With p = q = 1 and the same settings, node2vec is DeepWalk with negative sampling. */
static void unsteered_node2vec_is_deepwalk(void **state)
{
	(void)state;
	odd_network *net = two_cliques(1);
	odd__skipgram_options d = small_deepwalk(NOISE, 3);
	odd__skipgram_options n = small_node2vec(1.0, 1.0, 3);
	d.walks = n.walks;
	d.length = n.length;
	d.window = n.window;
	d.alpha = n.alpha;
	d.epochs = n.epochs;
	odd_mat X = embed(net, &d, NULL), Y = embed(net, &n, NULL);
	assert_true(same_bits(X, Y));
	odd_mat_free(&Y);
	n.p = 0.5;
	Y = embed(net, &n, NULL);
	assert_false(same_bits(X, Y));
	odd_mat_free(&X);
	odd_mat_free(&Y);
	odd_network_free(net);
}

static void seeds_matter_and_threads_do_not(void **state)
{
	(void)state;
	odd_network *net = two_cliques(0);
	odd_job one = {.threads = 1}, two = {.threads = 2};
	odd__skipgram_options d = small_deepwalk(BOTH, 3);
	odd__skipgram_options n = small_node2vec(2.0, 0.5, 3);
	odd_mat X[3], Y[3];
	for (int t = 0; t < 3; t++) {
		d.seed = n.seed = t == 2 ? 4 : 3;
		X[t] = embed(net, &d, t == 1 ? &two : &one);
		Y[t] = embed(net, &n, t == 1 ? &two : &one);
	}
	assert_true(same_bits(X[0], X[1]) && same_bits(Y[0], Y[1]));
	assert_false(same_bits(X[0], X[2]) || same_bits(Y[0], Y[2]));
	for (int t = 0; t < 3; t++) {
		odd_mat_free(&X[t]);
		odd_mat_free(&Y[t]);
	}
	odd_network_free(net);
}

/* A node without links is never an input: its row stays as it started, within ½ / k. */
static void lonely_nodes_keep_their_start(void **state)
{
	(void)state;
	odd_network *net = two_cliques(3);
	odd__skipgram_options o = small_deepwalk(BOTH, 5);
	odd_mat X = embed(net, &o, NULL);
	assert_true(all_finite(X));
	for (size_t i = 16; i < 19; i++)
		for (size_t k = 0; k < X.cols; k++)
			assert_true(fabs(odd_mat_row(X, i)[k]) <= 0.5 / 11.0);
	double most = 0.0;
	for (size_t k = 0; k < X.cols; k++)
		most = fmax(most, fabs(odd_mat_row(X, 0)[k]));
	assert_true(most > 0.1);
	odd_mat_free(&X);
	odd_network_free(net);
	/* None has links; then there is but one node. */
	const size_t sizes[] = {5, 1};
	for (size_t t = 0; t < 2; t++) {
		net = graph(sizes[t], NULL, 0, false);
		X = embed(net, &o, NULL);
		assert_true(all_finite(X));
		odd_mat_free(&X);
		odd__skipgram_options n = small_node2vec(0.5, 2.0, 1);
		X = embed(net, &n, NULL);
		assert_true(all_finite(X));
		odd_mat_free(&X);
		odd_network_free(net);
	}
}

static void direction_is_ignored(void **state)
{
	(void)state;
	const edge links[] = {{0, 1, 1}, {1, 2, 1}, {2, 1, 1}, {2, 0, 1}, {3, 2, 1}};
	odd_network *directed = graph(4, links, 5, true), *plain = graph(4, links, 5, false);
	odd__skipgram_options o = small_deepwalk(BOTH, 6);
	odd_mat X = embed(directed, &o, NULL), Y = embed(plain, &o, NULL);
	assert_true(same_bits(X, Y));
	odd_mat_free(&X);
	odd_mat_free(&Y);
	odd_network_free(directed);
	odd_network_free(plain);
}

static void progress_is_told_and_cancel_obeyed(void **state)
{
	(void)state;
	odd_error err;
	block_options blocks = BLOCKS_INIT;
	odd_network *net = make_blocks(&blocks);
	odd__skipgram_options o = ODD_DEEPWALK_OPTIONS_INIT;
	o.k = 8;
	o.walks = 4;
	o.epochs = 2;
	listener l = {.patience = SIZE_MAX};
	odd_job job = listening(&l, 0);
	odd_mat X = embed(net, &o, &job);
	assert_true(l.reports > 5 && !l.fell && l.done <= l.total);
	assert_true(l.done > 0.9 * l.total && l.total == 2.0 * 4.0 * 40.0 * 300.0);
	odd_mat_free(&X);
	size_t all = l.reports;
	const size_t patience[] = {0, 1, all / 2};
	for (size_t t = 0; t < 3; t++) {
		listener stop = {.patience = patience[t]};
		job = listening(&stop, 0);
		assert_int_equal(odd_skipgram(&X, net, &o, &job, &err), ODD_ECANCELLED);
		assert_null(X.data);
		assert_int_equal(stop.reports, patience[t] + 1); /* no news after the flag */
	}
	odd_network_free(net);
}

static void rows_that_run_away_are_told(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = two_cliques(0);
	odd_mat X;
	odd__skipgram_options wild = small_deepwalk(NOISE, 1);
	wild.alpha = 1e30;
	assert_int_equal(odd_skipgram(&X, net, &wild, NULL, &err), ODD_ENUMERIC);
	assert_null(X.data);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deepwalk_finds_the_cliques),
		cmocka_unit_test(node2vec_finds_the_cliques),
		cmocka_unit_test(unsteered_node2vec_is_deepwalk),
		cmocka_unit_test(seeds_matter_and_threads_do_not),
		cmocka_unit_test(lonely_nodes_keep_their_start),
		cmocka_unit_test(direction_is_ignored),
		cmocka_unit_test(progress_is_told_and_cancel_obeyed),
		cmocka_unit_test(rows_that_run_away_are_told),
	};
	return cmocka_run_group_tests_name("deepwalk", tests, NULL, NULL);
}
