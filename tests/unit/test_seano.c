/* SEANO as the library offers it. */
#include "config.h"

#include "helpers.h"

#include <math.h>

#include "networks.h"
#include "baseline/seano.h"
#include "method_options.h"
#include "two_cliques.h"

static odd_seano_options quick(void)
{
	odd_seano_options o = ODD_SEANO_OPTIONS_INIT;
	o.k = 6;
	o.hidden = 24;
	o.iterations = 150;
	o.label_batch = 40;
	o.graph_pairs = 64;
	o.same_pairs = 32;
	o.rate = 1e-2;
	return o;
}

static void cliques_are_told_apart(void **state)
{
	(void)state;
	odd_error err;
	odd_seano_result r;
	odd_network *net = two_cliques(8);
	odd_seano_options o = quick();
	o.labelled = 0.5;
	for (o.seed = 1; o.seed <= 3; o.seed++) {
		assert_ok(odd_seano(&r, net, &o, NULL, &err), err);
		assert_int_equal(r.embedding.rows, 16);
		assert_int_equal(r.embedding.cols, 6);
		assert_int_equal(nearest_in_clique(r.embedding, 8), 16);
		assert_true(overlap(r.embedding, 8) < 0.5);
		size_t shown = 0;
		for (size_t i = 0; i < 16; i++) {
			assert_int_equal(r.predicted[i], net->label[i]);
			assert_true(r.lambda[i] > 0.0 && r.lambda[i] < 1.0);
			assert_true(r.score[i] == -r.lambda[i]);
			shown += r.shown[i];
		}
		assert_int_equal(shown, 8);
		odd_seano_clear(&r);
	}
	odd_network_free(net);
}

/* ---- blocks with odd nodes among them ---- */

#define BLOCKS 4
#define SIZE 50
#define NODES (BLOCKS * SIZE)

typedef enum oddity { WORDS_OF_ANOTHER, LINKS_AT_RANDOM } oddity;

/* p_in = .3, p_out = .02; ten words of 20 of the block's own and two of 20 that all use. Every 20th
 * node is odd: it has the words of another block, or links to anybody. */
static odd_network *blocks_with(oddity what, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd__builder b;
	odd_network *net;
	odd_rng_init(&rng, seed, "blocks");
	odd__builder_init(&b, false);
	for (size_t i = 0; i < NODES; i++) {
		char label[16];
		snprintf(label, sizeof label, "%zu", i / SIZE);
		add_node(&b, i, "n", label);
		bool odd = i % 20 == 7;
		size_t topic = i / SIZE;
		if (odd) {
			odd__builder_truth(&b, (uint32_t)i,
				what == WORDS_OF_ANOTHER ? ODD_ATTRIBUTE : ODD_STRUCTURAL);
			if (what == WORDS_OF_ANOTHER)
				topic = (topic + 1 + odd_rng_below(&rng, BLOCKS - 1)) % BLOCKS;
		}
		for (size_t w = 0; w < 10; w++)
			add_word(&b, i, topic * 20 + odd_rng_below(&rng, 20), 1.0);
		for (size_t w = 0; w < 2; w++)
			add_word(&b, i, BLOCKS * 20 + odd_rng_below(&rng, 20), 1.0);
	}
	for (size_t i = 0; i < NODES; i++)
		for (size_t j = 0; j < i; j++) {
			double p = i / SIZE == j / SIZE ? 0.3 : 0.02;
			if (what == LINKS_AT_RANDOM && (i % 20 == 7 || j % 20 == 7))
				p = 0.09;
			if (odd_rng_uniform(&rng) < p)
				add_link(&b, i, j, 1.0);
		}
	assert_ok(odd__builder_finish(&net, &b, "blocks", "test", &err), err);
	return net;
}

/* Area under the curve of −λ, and the mean λ of odd nodes less that of the others. */
static void judge(double *auc, double *lower, const odd_network *net, const odd_seano_result *r)
{
	double wins = 0.0, mean[2] = {0, 0};
	size_t count[2] = {0, 0};
	for (size_t i = 0; i < NODES; i++) {
		mean[net->truth[i] != 0] += r->lambda[i];
		count[net->truth[i] != 0]++;
		for (size_t j = 0; net->truth[i] != 0 && j < NODES; j++)
			if (net->truth[j] == 0)
				wins += r->score[i] > r->score[j]    ? 1.0
					: r->score[i] == r->score[j] ? 0.5
								     : 0.0;
	}
	*auc = wins / (double)(count[0] * count[1]);
	*lower = mean[1] / (double)count[1] - mean[0] / (double)count[0];
}

/* Means over three seeds. */
static void judge_seeds(double *auc, double *lower, oddity what)
{
	odd_error err;
	*auc = *lower = 0.0;
	for (uint64_t seed = 1; seed <= 3; seed++) {
		odd_network *net = blocks_with(what, seed);
		odd_seano_options o = quick();
		odd_seano_result r;
		double area, less;
		size_t right = 0;
		o.seed = seed;
		o.iterations = 350;
		assert_ok(odd_seano(&r, net, &o, NULL, &err), err);
		judge(&area, &less, net, &r);
		for (size_t i = 0; i < NODES; i++)
			right += r.predicted[i] == net->label[i];
		assert_true(right > NODES * 9 / 10);
		assert_true(what != WORDS_OF_ANOTHER || area > 0.7);
		*auc += area / 3;
		*lower += less / 3;
		odd_seano_clear(&r);
		odd_network_free(net);
	}
}

/* Words of another block lower λ, links to anybody much less. Not less for every seed, nor in rank:
 * the contexts of such a node are anybody's too, and they have a say in its λ. */
static void foreign_words_lower_lambda_more_than_links(void **state)
{
	(void)state;
	double auc, by_words, by_links;
	judge_seeds(&auc, &by_words, WORDS_OF_ANOTHER);
	assert_true(auc > 0.85);
	assert_true(by_words < -0.1);
	judge_seeds(&auc, &by_links, LINKS_AT_RANDOM);
	assert_true(by_links > by_words / 3);
}

/* Training must not peek: labels that are not shown may be anything. */
static void hidden_labels_change_nothing(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks_with(WORDS_OF_ANOTHER, 4);
	odd_seano_options o = quick();
	odd_seano_result a, b;
	o.iterations = 10;
	assert_ok(odd_seano(&a, net, &o, NULL, &err), err);
	size_t shown = 0;
	for (size_t i = 0; i < NODES; i++) {
		shown += a.shown[i];
		if (!a.shown[i])
			net->label[i] = (net->label[i] + 1) % BLOCKS;
	}
	assert_int_equal(shown, NODES / 5);
	assert_ok(odd_seano(&b, net, &o, NULL, &err), err);
	assert_memory_equal(a.lambda, b.lambda, NODES * sizeof *a.lambda);
	assert_memory_equal(a.predicted, b.predicted, NODES * sizeof *a.predicted);
	assert_memory_equal(
		a.embedding.data, b.embedding.data, NODES * a.embedding.stride * sizeof(double));
	odd_seano_clear(&b);
	for (size_t i = 0; i < NODES; i++) /* those that are shown matter */
		if (a.shown[i] && i % 2 == 0)
			net->label[i] = (net->label[i] + 1) % BLOCKS;
	assert_ok(odd_seano(&b, net, &o, NULL, &err), err);
	assert_memory_not_equal(a.lambda, b.lambda, NODES * sizeof *a.lambda);
	odd_seano_clear(&b);
	odd_seano_clear(&a);
	odd_network_free(net);
}

static void seeds_decide_everything(void **state)
{
	(void)state;
	odd_error err;
	odd_network *net = blocks_with(WORDS_OF_ANOTHER, 5);
	odd_seano_options o = quick();
	odd_job three = {.threads = 3};
	odd_seano_result a, b, c;
	o.iterations = 5;
	assert_ok(odd_seano(&a, net, &o, NULL, &err), err);
	assert_ok(odd_seano(&b, net, &o, &three, &err), err);
	assert_memory_equal(a.lambda, b.lambda, NODES * sizeof *a.lambda);
	assert_memory_equal(
		a.embedding.data, b.embedding.data, NODES * a.embedding.stride * sizeof(double));
	o.seed++;
	assert_ok(odd_seano(&c, net, &o, NULL, &err), err);
	assert_memory_not_equal(a.lambda, c.lambda, NODES * sizeof *a.lambda);
	odd_seano_clear(&a);
	odd_seano_clear(&b);
	odd_seano_clear(&c);
	odd_network_free(net);
}

/* ---- corners ---- */

static void count_and_cancel(void *payload, const char *what, double done, double total)
{
	atomic_bool *cancel = payload;
	assert_non_null(what);
	assert_true(done <= total);
	if (done >= 5.0)
		atomic_store(cancel, true);
}

static odd_network *pair_of_nodes(bool link, bool word, bool label)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd__builder_init(&b, true);
	add_node(&b, 0, "n", label ? "one" : NULL);
	add_node(&b, 1, "n", NULL);
	if (link)
		add_link(&b, 0, 1, 1.0);
	if (word)
		add_word(&b, 0, 0, -3.0);
	assert_ok(odd__builder_finish(&net, &b, "pair", "test", &err), err);
	return net;
}

static void what_cannot_be_learnt_is_refused(void **state)
{
	(void)state;
	odd_error err;
	odd_seano_result r;
	odd_seano_options o = quick();
	const struct {
		bool link, word, label;
		const char *message;
	} cases[] = {{true, true, false, "SEANO learns from labels and \"pair\" has none"},
		{true, false, true, "SEANO needs attributes and \"pair\" has none"},
		{false, true, true, "SEANO needs links and \"pair\" has none"}};
	for (size_t t = 0; t < 3; t++) {
		odd_network *net = pair_of_nodes(cases[t].link, cases[t].word, cases[t].label);
		assert_int_equal(odd_seano(&r, net, &o, NULL, &err), ODD_EUSAGE);
		assert_string_equal(err.message, cases[t].message);
		assert_null(r.lambda);
		odd_network_free(net);
	}
	/* One label, one class, one value: little, but no nonsense. */
	odd_network *net = pair_of_nodes(true, true, true);
	assert_ok(odd_seano(&r, net, &o, NULL, &err), err);
	assert_true(r.predicted[0] == 0 && r.predicted[1] == 0 && r.shown[0] == 1);
	assert_true(isfinite(r.lambda[0]) && isfinite(odd_mat_row(r.embedding, 1)[0]));
	odd_seano_clear(&r);
	o = quick();
	atomic_bool cancel = false;
	odd_job job = {.cancel = &cancel, .report = count_and_cancel, .payload = &cancel};
	assert_int_equal(odd_seano(&r, net, &o, &job, &err), ODD_ECANCELLED);
	assert_null(r.embedding.data);
	odd_network_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cliques_are_told_apart),
		cmocka_unit_test(foreign_words_lower_lambda_more_than_links),
		cmocka_unit_test(hidden_labels_change_nothing),
		cmocka_unit_test(seeds_decide_everything),
		cmocka_unit_test(what_cannot_be_learnt_is_refused),
	};
	return cmocka_run_group_tests_name("seano", tests, NULL, NULL);
}
