/* random_network.h: small networks with everything that can go wrong in them: weights, direction,
 * isolated nodes, empty rows, constant and empty columns. */
#ifndef TESTS_RANDOM_NETWORK_H
#define TESTS_RANDOM_NETWORK_H

#include "helpers.h"

#include "network/builder.h"
#include "base/rng.h"

typedef struct random_shape {
	size_t n, d, links, words;
	bool directed, weighted, real; /* real: attributes with values of either sign */
	size_t isolated;               /* the last nodes have no links … */
	size_t wordless;               /* … and the first nodes no words */
} random_shape;

static inline odd_network *random_network(random_shape shape, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd__builder b;
	odd_rng_init(&rng, seed, "random network");
	odd__builder_init(&b, shape.directed);
	for (size_t i = 0; i < shape.n; i++) {
		char id[32], label[32];
		uint32_t index;
		int there;
		snprintf(id, sizeof id, "n%zu", i);
		snprintf(label, sizeof label, "class%zu", i % 3);
		assert_ok(odd__builder_node(&b, id, strlen(id), &index, &there, &err), err);
		assert_ok(odd__builder_label(&b, index, label, strlen(label), &err), err);
	}
	for (size_t e = 0; e < shape.links; e++) {
		uint32_t i = (uint32_t)odd_rng_below(&rng, shape.n - shape.isolated);
		uint32_t j = (uint32_t)odd_rng_below(&rng, shape.n - shape.isolated);
		double w = shape.weighted ? 0.1 + 2.0 * odd_rng_uniform(&rng) : 1.0;
		/* classes mostly keep to themselves, so there is something to find */
		if (i % 3 != j % 3 && odd_rng_uniform(&rng) < 0.7)
			continue;
		assert_ok(odd__builder_link(&b, i, j, w, &err), err);
	}
	for (size_t e = 0; e < shape.words; e++) {
		uint32_t i =
			(uint32_t)(shape.wordless + odd_rng_below(&rng, shape.n - shape.wordless));
		uint32_t j = (uint32_t)odd_rng_below(&rng, shape.d);
		if (i % 3 != j % 3 && odd_rng_uniform(&rng) < 0.7)
			continue;
		assert_ok(odd__builder_attribute(
				  &b, i, j, shape.real ? odd_rng_normal(&rng) : 1.0, &err),
			err);
	}
	assert_ok(odd__builder_attribute(&b, 0, (uint32_t)shape.d - 1, 0.0, &err), err);
	odd_network *net;
	assert_ok(odd__builder_finish(&net, &b, "random", "test", &err), err);
	return net;
}

#endif
