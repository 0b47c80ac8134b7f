/* GraphSAGE as the library offers it. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "networks.h"
#include "baseline/graphsage.h"
#include "method_options.h"
#include "two_cliques.h"

static odd_graphsage_options quick(void)
{
	odd_graphsage_options o = ODD_GRAPHSAGE_OPTIONS_INIT;
	o.k = 7;
	o.hidden = 16;
	o.near = 4;
	o.far = 5;
	o.batch = 32;
	o.negatives = 8;
	o.steps = 60;
	o.rate = 1e-2;
	return o;
}

static void cliques_are_told_apart(void **state)
{
	(void)state;
	odd_error err;
	odd_mat E;
	odd_network *net = two_cliques(8);
	odd_graphsage_options o = quick();
	o.negatives = 1; /* more would push apart the members of so small a clique */
	for (o.seed = 1; o.seed <= 3; o.seed++) {
		assert_ok(odd_graphsage(&E, net, &o, NULL, &err), err);
		assert_int_equal(E.rows, 16);
		assert_int_equal(E.cols, 7);
		assert_int_equal(nearest_in_clique(E, 8), 16);
		assert_true(overlap(E, 8) < 0.2);
		for (size_t i = 0; i < 16; i++) {
			double square = 0.0;
			for (size_t k = 0; k < 7; k++)
				square += pow(odd_mat_row(E, i)[k], 2);
			assert_close(square, 1.0, 1e-5);
		}
		odd_mat_free(&E);
	}
	odd_network_free(net);
}

/* The loss of one fixed batch, before and after training on others. */
static void training_lowers_the_loss(void **state)
{
	(void)state;
	odd_error err;
	const odd_job alone = {.threads = 1};
	block_options blocks = BLOCKS_INIT;
	blocks.nodes = 150;
	odd_network *net = make_blocks(&blocks);
	odd__neighbours links;
	odd__features X;
	odd__sage_batch batch, probe;
	odd__sage model;
	odd_alias often;
	odd_rng rng, step_rng;
	double weight[150], before, after;
	odd_rng_init(&rng, 3, "test");
	assert_ok(odd__neighbours_init(&links, net, "test", &err), err);
	assert_ok(odd__features_init(&X, net, true, "test", &err), err);
	for (size_t i = 0; i < 150; i++)
		weight[i] = pow((double)odd__degree(&links, i), 0.75);
	assert_ok(odd_alias_init(&often, weight, 150, &err), err);
	assert_ok(odd__sage_batch_alloc(&batch, 150, 84, 5, 5, &err), err);
	assert_ok(odd__sage_batch_alloc(&probe, 150, 84, 5, 5, &err), err);
	assert_ok(odd__sage_alloc(&model, &X, 16, 8, &batch, 20, &rng, &err), err);
	odd__sage_draws draws = {&links, &often, 32, 20, 4};
	odd__sage_draw_roots(&probe, &draws, &rng);
	assert_ok(odd__sage_sample(&probe, &links, &rng, &alone, &err), err);
	assert_ok(odd__sage_forward(&model, &probe, &alone, &err), err);
	before = odd__sage_loss(&model, 32, 20);
	for (uint64_t step = 0; step < 80; step++) {
		odd_rng_split(&step_rng, &rng, step);
		odd__sage_draw_roots(&batch, &draws, &step_rng);
		assert_ok(odd__sage_sample(&batch, &links, &step_rng, &alone, &err), err);
		assert_ok(odd__sage_forward(&model, &batch, &alone, &err), err);
		odd__sage_loss(&model, 32, 20);
		assert_ok(odd__sage_backward(&model, &batch, &alone, &err), err);
		assert_ok(odd__sage_update(&model, 1e-2, &alone, &err), err);
	}
	assert_ok(odd__sage_forward(&model, &probe, &alone, &err), err);
	after = odd__sage_loss(&model, 32, 20);
	assert_true(after < before - 0.5);
	assert_true(after > 21 * log(1.0 + exp(-1.0))); /* what unit vectors allow */
	odd__sage_free(&model);
	odd__sage_batch_free(&batch);
	odd__sage_batch_free(&probe);
	odd_alias_clear(&often);
	odd__features_clear(&X);
	odd__neighbours_clear(&links);
	odd_network_free(net);
}

static void seeds_decide_everything(void **state)
{
	(void)state;
	odd_error err;
	odd_mat a, b, c;
	block_options blocks = BLOCKS_INIT;
	odd_network *net = make_blocks(&blocks);
	odd_graphsage_options o = quick();
	odd_job three = {.threads = 3};
	o.steps = 5;
	assert_ok(odd_graphsage(&a, net, &o, NULL, &err), err);
	assert_ok(odd_graphsage(&b, net, &o, &three, &err), err);
	assert_memory_equal(a.data, b.data, a.rows * a.stride * sizeof(double));
	o.seed++;
	assert_ok(odd_graphsage(&c, net, &o, &three, &err), err);
	assert_memory_not_equal(a.data, c.data, a.rows * a.stride * sizeof(double));
	odd_mat_free(&a);
	odd_mat_free(&b);
	odd_mat_free(&c);
	odd_network_free(net);
}

/* Nodes without links or without words have rows too, and direction is no matter. */
static void odd_nodes_out_are_embedded(void **state)
{
	(void)state;
	odd_error err;
	for (int directed = 0; directed < 2; directed++) {
		odd__builder b;
		odd_network *net;
		odd_mat E;
		odd__builder_init(&b, directed);
		for (size_t i = 0; i < 6; i++)
			add_node(&b, i, "n", NULL);
		for (size_t i = 0; i < 4; i++) /* 5 has no words, 4 and 5 no links */
			add_link(&b, i, (i + 1) % 4, 1.0);
		for (size_t i = 0; i < 5; i++) {
			add_word(&b, i, i, 1.0);
			add_word(&b, i, 5, 1e6); /* nearly constant, and large */
		}
		assert_ok(odd__builder_finish(&net, &b, "small", "test", &err), err);
		odd_graphsage_options o = quick();
		o.steps = 5;
		assert_ok(odd_graphsage(&E, net, &o, NULL, &err), err);
		for (size_t i = 0; i < 6; i++)
			for (size_t k = 0; k < 7; k++)
				assert_true(isfinite(odd_mat_row(E, i)[k]) &&
					    (i < 4 || k < 4 || odd_mat_row(E, i)[k] == 0.0));
		odd_mat_free(&E);
		odd_network_free(net);
	}
}

struct watch {
	atomic_bool cancel;
	size_t calls;
	double last;
};

static void watched(void *payload, const char *what, double done, double total)
{
	struct watch *w = payload;
	assert_non_null(what);
	assert_true(done >= 0.0 && done <= total);
	if (++w->calls == 10)
		atomic_store(&w->cancel, true);
}

static void cancel_and_nonsense_are_told(void **state)
{
	(void)state;
	odd_error err;
	odd_mat E;
	struct watch w = {.calls = 0};
	odd_job job = {.cancel = &w.cancel, .report = watched, .payload = &w};
	odd_network *net = two_cliques(8);
	odd_graphsage_options o = quick();
	assert_int_equal(odd_graphsage(&E, net, &o, &job, &err), ODD_ECANCELLED);
	assert_null(E.data);
	assert_int_equal(w.calls, 10);
	o.k = 0;
	assert_int_equal(odd_graphsage(&E, net, &o, NULL, &err), ODD_EUSAGE);
	assert_non_null(strstr(err.message, "k is 0"));
	odd_network_free(net);

	odd__builder b;
	odd__builder_init(&b, false);
	add_node(&b, 0, "n", NULL);
	add_node(&b, 1, "n", NULL);
	add_word(&b, 0, 0, 1.0);
	assert_ok(odd__builder_finish(&net, &b, "apart", "test", &err), err);
	o = quick();
	assert_int_equal(odd_graphsage(&E, net, &o, NULL, &err), ODD_EUSAGE);
	assert_string_equal(err.message, "GraphSAGE needs links and \"apart\" has none");
	odd_network_free(net);
	odd__builder_init(&b, false);
	add_node(&b, 0, "n", NULL);
	add_node(&b, 1, "n", NULL);
	add_link(&b, 0, 1, 1.0);
	assert_ok(odd__builder_finish(&net, &b, "mute", "test", &err), err);
	assert_int_equal(odd_graphsage(&E, net, &o, NULL, &err), ODD_EUSAGE);
	assert_string_equal(err.message, "GraphSAGE needs attributes and \"mute\" has none");
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cliques_are_told_apart),
		cmocka_unit_test(training_lowers_the_loss),
		cmocka_unit_test(seeds_decide_everything),
		cmocka_unit_test(odd_nodes_out_are_embedded),
		cmocka_unit_test(cancel_and_nonsense_are_told),
	};
	return cmocka_run_group_tests_name("graphsage", tests, NULL, NULL);
}
