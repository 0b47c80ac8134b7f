/* The generator: what was asked for is what comes, and the seed decides the rest. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "network/generate_words.h"
#include "network/pairs.h"
#include "network/generate.h"
#include "same_network.h"

static odd_network *generate(const odd_generate_options *o)
{
	odd_network *net;
	odd_error err;
	assert_ok(odd_generate(&net, o, NULL, &err), err);
	return net;
}

/* Share of links between nodes of different labels. */
static double mixing(const odd_network *net)
{
	size_t leaving = 0;
	for (size_t i = 0; i < net->nodes; i++)
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++)
			leaving += net->label[i] != net->label[net->A.idx[e]];
	return (double)leaving / (double)odd_csr_nnz(odd_csr_const(net->A));
}

/* The topic of a word, counted from 0, or −1 when all share it. Words of a theme keep its name. */
static int topic_of(const char *word, size_t topics, size_t ranks)
{
	char text[ODD__WORD_ROOM];
	for (size_t t = 0; t < topics; t++) {
		for (size_t r = 0; r < ranks; r++) {
			odd__topic_word(text, t, topics, r);
			if (strcmp(text, word) == 0)
				return (int)t;
		}
	}
	return -1;
}

static void counts_are_exact(void **state)
{
	(void)state;
	const struct {
		size_t nodes, edges, attributes, communities;
		bool weighted;
	} cases[] = {{1000, 4321, 333, 5, false}, {500, 0, 0, 0, true}, {60, 1770, 40, 4, false},
		{60, 1700, 40, 4, true}, {40, 300, 30, 1, false}, {50, 200, 60, 50, false},
		{2, 1, 3, 2, false}, {3000, 100, 500, 12, false}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
		o.nodes = cases[i].nodes;
		o.edges = cases[i].edges;
		o.attributes = cases[i].attributes;
		o.communities = cases[i].communities;
		o.weighted = cases[i].weighted;
		o.words = o.attributes > 0 && o.attributes < 12 ? 2.0 : 12.0;
		odd_network *net = generate(&o);
		assert_int_equal(net->nodes, o.nodes);
		assert_int_equal(net->edges, o.edges > 0 ? o.edges : 5 * o.nodes);
		if (o.attributes > 0)
			assert_int_equal(net->attributes, o.attributes);
		if (o.communities > 0)
			assert_int_equal(net->classes.count, o.communities);
		assert_int_equal(net->skipped.repeated_edges, 0);
		assert_int_equal(net->skipped.repeated_words, 0);
		assert_int_equal(net->skipped.self_loops, 0);
		assert_int_equal(net->A.val != NULL, o.weighted);
		for (size_t e = 0; o.weighted && e < odd_csr_nnz(odd_csr_const(net->A)); e++)
			assert_true(net->A.val[e] >= 1.0 && net->A.val[e] == floor(net->A.val[e]));
		assert_null(net->C.val);
		assert_false(net->has_truth);
		odd_network_free(net);
	}
}

static void mixing_noise_and_words_are_met(void **state)
{
	(void)state;
	const double mixings[] = {0.0, 0.1, 0.35, 0.8}, noises[] = {0.0, 0.3, 0.15, 0.6};
	for (size_t k = 0; k < 4; k++) {
		odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
		o.nodes = 2000;
		o.communities = 8;
		o.attributes = 600;
		o.words = 15.0;
		o.mixing = mixings[k];
		o.noise = noises[k];
		odd_network *net = generate(&o);
		assert_close(mixing(net), mixings[k], 1e-3);
		size_t nnz = odd_csr_nnz(odd_csr_const(net->C)), foreign = 0;
		assert_close((double)nnz / 2000.0, 15.0, 0.02);
		int *topic = malloc(net->attributes * sizeof *topic);
		for (size_t j = 0; j < net->attributes; j++)
			topic[j] = topic_of(odd_names_get(&net->words, j), 8, 60);
		for (size_t i = 0; i < net->nodes; i++) {
			for (size_t e = net->C.ptr[i]; e < net->C.ptr[i + 1]; e++) {
				char name[ODD__WORD_ROOM];
				int t = topic[net->C.idx[e]];
				if (t < 0)
					continue;
				odd__topic_name(name, (size_t)t);
				foreign += strcmp(name, odd_names_get(&net->classes,
								(size_t)net->label[i])) != 0;
			}
		}
		free(topic);
		assert_true(fabs((double)foreign / (double)nnz - noises[k]) < 0.02);
		odd_network_free(net);
	}
}

static int rising(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return x < y ? -1 : x > y;
}

/* Sizes are uneven, and a few nodes have many times the median degree; a network with links drawn
 * evenly has no node above three times the median at this size. */
static void sizes_and_degrees_are_uneven(void **state)
{
	(void)state;
	odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
	o.nodes = 5000;
	o.communities = 9;
	odd_network *net = generate(&o);
	size_t *degree = malloc(net->nodes * sizeof *degree), size[9] = {0};
	for (size_t i = 0; i < net->nodes; i++) {
		degree[i] = net->A.ptr[i + 1] - net->A.ptr[i];
		size[net->label[i]]++;
	}
	qsort(degree, net->nodes, sizeof *degree, rising);
	qsort(size, 9, sizeof *size, rising);
	assert_true(size[8] >= 2 * size[0]);
	size_t median = degree[2500], above = 0;
	assert_in_range(median, 4, 9); /* below the mean of 10 */
	for (size_t i = 0; i < net->nodes; i++)
		above += degree[i] > 5 * median;
	assert_true(degree[4999] > 12 * median);
	assert_in_range(above, 25, 250); /* P(θ > 5 · median) is 1 to 4 in a hundred */
	free(degree);
	odd_network_free(net);
}

static void the_seed_decides(void **state)
{
	(void)state;
	odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
	o.weighted = true;
	odd_network *a = generate(&o), *b = generate(&o);
	assert_true(networks_equal(a, b));
	o.seed++;
	odd_network *c = generate(&o);
	assert_false(networks_equal(a, c));
	assert_true(odd_network_checksum(a) != odd_network_checksum(c));
	odd_network_free(a);
	odd_network_free(b);
	odd_network_free(c);
}

static void impossible_requests_are_told(void **state)
{
	(void)state;
	const odd_generate_options sound = ODD_GENERATE_OPTIONS_INIT;
	odd_generate_options o[9];
	for (size_t i = 0; i < 9; i++)
		o[i] = sound;
	o[0].nodes = 0;
	o[1].nodes = 10;
	o[1].edges = 46;
	o[2].communities = 1001;
	o[3].attributes = 4;
	o[3].communities = 5;
	o[4].mixing = 1.5;
	o[5].noise = -0.1;
	o[6].words = 101.0;
	o[6].attributes = 100;
	o[7].words = NAN;
	o[8].mixing = NAN;
	for (size_t i = 0; i < 9; i++) {
		odd_network *net;
		odd_error err;
		assert_int_equal(odd_generate(&net, &o[i], NULL, &err), ODD_EUSAGE);
		assert_null(net);
		assert_true(strlen(err.message) > 10);
	}
	odd_generate_options one = sound;
	one.nodes = 1;
	odd_network *net = generate(&one); /* a single node is a network, if a dull one */
	assert_int_equal(net->nodes, 1);
	assert_int_equal(net->edges, 0);
	odd_network_free(net);
}

static void a_cancelled_generator_stops(void **state)
{
	(void)state;
	odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
	odd_network *net;
	odd_error err;
	atomic_bool cancel = true;
	odd_job job = {.cancel = &cancel};
	assert_int_equal(odd_generate(&net, &o, &job, &err), ODD_ECANCELLED);
	assert_null(net);
}

/* ---- parts ---------------------------------------------------------------------------------- */

static uint64_t draw_small(const void *context, odd_rng *rng, bool even)
{
	(void)context;
	/* Nearly always the same few pairs, unless asked to be even. */
	uint32_t a = (uint32_t)odd_rng_below(rng, even ? 100 : 4), b;
	do
		b = (uint32_t)odd_rng_below(rng, even ? 100 : 4);
	while (a == b);
	return ODD__PAIR(a, b);
}

/* Even a source that repeats itself gives as many different pairs as were asked for. */
static void pairs_are_distinct(void **state)
{
	(void)state;
	enum { COUNT = 2000 };
	odd_rng rng;
	odd_error err;
	uint64_t *pair;
	odd_rng_init(&rng, 3, "test");
	odd__pair_source source = {NULL, 4950, draw_small, NULL};
	assert_ok(odd__pairs_draw(&pair, COUNT, &source, &rng, NULL, &err), err);
	for (size_t i = 1; i < COUNT; i++)
		assert_true(pair[i - 1] < pair[i]);
	free(pair);
}

static void words_are_distinct(void **state)
{
	(void)state;
	odd_names names = ODD_NAMES_INIT;
	odd_error err;
	char text[ODD__WORD_ROOM];
	int there;
	for (size_t t = 0; t < 60; t++) {
		for (size_t r = 0; r < 50; r++) {
			size_t length = odd__topic_word(text, t, 60, r);
			assert_ok(odd_names_add(&names, text, length, NULL, &there, &err), err);
			assert_int_equal(there, 0);
		}
	}
	for (size_t r = 0; r < 100; r++) {
		assert_ok(
			odd_names_add(&names, text, odd__shared_word(text, r), NULL, &there, &err),
			err);
		assert_int_equal(there, 0);
	}
	odd_names_clear(&names);
}

/* Columns of numbers: as many as asked for, for every node; communities decide them, or not. */
static void numbers_follow_communities_or_not(void **state)
{
	(void)state;
	for (int unrelated = 0; unrelated < 2; unrelated++) {
		enum { N = 600, D = 5, C = 3 };
		odd_error err;
		odd_network *net;
		odd_generate_options o = ODD_GENERATE_OPTIONS_INIT;
		o.nodes = N;
		o.communities = C;
		o.numbers = D;
		o.unrelated = unrelated;
		o.degrees = unrelated ? ODD_DEGREES_EVEN : ODD_DEGREES_HEAVY;
		assert_ok(odd_generate(&net, &o, NULL, &err), err);
		assert_int_equal(net->attributes, D);
		double between = 0.0;
		for (size_t d = 0; d < D; d++) {
			double sum[C] = {0}, count[C] = {0}, all = 0.0;
			for (size_t i = 0; i < N; i++) {
				size_t e = odd_csr_find(odd_csr_const(net->C), i, d);
				assert_true(e != SIZE_MAX);
				double x = net->C.val[e];
				assert_true(fabs(x) < 12.0);
				sum[net->label[i]] += x;
				count[net->label[i]] += 1.0;
				all += x / N;
			}
			for (size_t c = 0; c < C; c++)
				between += pow(sum[c] / count[c] - all, 2.0) / (C * D);
		}
		if (unrelated)
			assert_true(between < 0.05);
		else
			assert_true(between > 0.2);
		odd_network_free(net);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_exact),
		cmocka_unit_test(mixing_noise_and_words_are_met),
		cmocka_unit_test(sizes_and_degrees_are_uneven),
		cmocka_unit_test(the_seed_decides),
		cmocka_unit_test(impossible_requests_are_told),
		cmocka_unit_test(a_cancelled_generator_stops),
		cmocka_unit_test(pairs_are_distinct),
		cmocka_unit_test(words_are_distinct),
		cmocka_unit_test(numbers_follow_communities_or_not),
	};
	return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
