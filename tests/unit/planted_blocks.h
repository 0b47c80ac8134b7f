/* planted_blocks.h: a network that ONE has something to find in. */
#ifndef TESTS_PLANTED_BLOCKS_H
#define TESTS_PLANTED_BLOCKS_H

#include "networks.h"
#include "oddone/plant.h"

/* 600 nodes in four classes, one link in twenty astray, and some per cent planted. */
static inline odd_network *planted_blocks(
	uint64_t seed, double percent, odd_plant_style style, bool directed)
{
	odd_error err;
	block_options b = BLOCKS_INIT;
	b.nodes = 600;
	b.classes = 4;
	b.topic = 60;
	b.shared = 60;
	b.words = 20;
	b.degree = 5;
	b.mixing = 0.05;
	b.directed = directed;
	b.seed = seed;
	odd_network *net = make_blocks(&b), *with;
	odd_communities groups = label_groups(net);
	odd_plant_options o = {.style = style, .seed = seed};
	odd_plant_share(&o, net->nodes, percent);
	assert_ok(odd_plant(&with, NULL, net, &groups, &o, NULL, &err), err);
	odd_network_free(net);
	return with;
}

#endif
