/* networks.h: small labelled networks for tests. */
#ifndef TESTS_NETWORKS_H
#define TESTS_NETWORKS_H

#include "helpers.h"
#include "network/builder.h"
#include "oddone/network.h"
#include "base/rng.h"

typedef struct block_options {
	size_t nodes, classes;
	size_t topic;         /* words of each class's own */
	size_t shared;        /* words all classes use */
	size_t degree, words; /* drawn for each node */
	double mixing;        /* share of links that leave the class */
	bool directed, weighted, real;
	bool popular; /* most links go to a few nodes */
	uint64_t seed;
} block_options;

#define BLOCKS_INIT \
	{ \
		.nodes = 300, .classes = 3, .topic = 40, .shared = 20, .degree = 4, .words = 12, \
		.mixing = 0.1, .seed = 7 \
	}

/* Node number i, with a label or (NULL) without; returns i. */
static inline uint32_t add_node(odd__builder *b, size_t i, const char *prefix, const char *label)
{
	odd_error err;
	char id[48];
	uint32_t at;
	int was_there, length = snprintf(id, sizeof id, "%s%zu", prefix, i);
	assert_ok(odd__builder_node(b, id, (size_t)length, &at, &was_there, &err), err);
	assert_int_equal(was_there, 0);
	if (label != NULL)
		assert_ok(odd__builder_label(b, at, label, strlen(label), &err), err);
	return at;
}

static inline void add_link(odd__builder *b, size_t i, size_t j, double weight)
{
	odd_error err;
	assert_ok(odd__builder_link(b, (uint32_t)i, (uint32_t)j, weight, &err), err);
}

static inline void add_word(odd__builder *b, size_t i, size_t d, double value)
{
	odd_error err;
	assert_ok(odd__builder_attribute(b, (uint32_t)i, (uint32_t)d, value, &err), err);
}

/* Classes of uneven size: node i is of class (i mod 2·classes) capped at classes − 1. */
static inline size_t block_of(const block_options *o, size_t i)
{
	size_t c = i % (2 * o->classes);
	return c < o->classes ? c : o->classes - 1;
}

/* Class c uses words c·topic … (c+1)·topic−1 and the shared ones behind all topics. Weights and
 * real values tell where they come from: both are class + 2 + a fraction. */
static inline odd_network *make_blocks(const block_options *o)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd_rng rng;
	odd_rng_init(&rng, o->seed, "blocks");
	odd__builder_init(&b, o->directed);
	for (size_t i = 0; i < o->nodes; i++) {
		char label[32];
		snprintf(label, sizeof label, "class %zu", block_of(o, i));
		add_node(&b, i, "n", label);
	}
	size_t vocabulary = o->classes * o->topic + o->shared;
	for (size_t i = 0; i < o->nodes; i++) {
		size_t c = block_of(o, i);
		for (size_t w = 0; w < o->words; w++) {
			size_t at = (size_t)odd_rng_below(&rng, o->topic + o->shared);
			size_t d = at < o->topic ? c * o->topic + at
						 : vocabulary - 1 - (at - o->topic);
			double mark = (double)c + 2.0 + odd_rng_uniform(&rng);
			add_word(&b, i, d, o->real ? mark : 1.0);
		}
		for (size_t l = 0; l < o->degree;) {
			double u = o->popular ? odd_rng_uniform(&rng) : 0.0;
			size_t j = o->popular ? (size_t)((double)o->nodes * u * u * u)
					      : (size_t)odd_rng_below(&rng, o->nodes);
			bool leaves = odd_rng_uniform(&rng) < o->mixing;
			if (j == i || (!leaves && block_of(o, j) != c))
				continue;
			double mark = (double)c + 2.0 + odd_rng_uniform(&rng);
			add_link(&b, i, j, o->weighted ? mark : 1.0);
			l++;
		}
	}
	assert_ok(odd__builder_finish(&net, &b, "blocks", "test", &err), err);
	return net;
}

/* The labels as groups, lent by the network. */
static inline odd_communities label_groups(const odd_network *net)
{
	return (odd_communities){net->classes.count, net->label, false};
}

#endif
