/* two_cliques.h: two cliques joined by one link, each with words of its own. */
#ifndef TESTS_TWO_CLIQUES_H
#define TESTS_TWO_CLIQUES_H

#include <math.h>

#include "networks.h"
#include "oddone/matrix.h"

/* Nodes 0 … size−1 and size … 2·size−1. Each node has 6 of its clique's 10 words. */
static inline odd_network *two_cliques(size_t size)
{
	odd_error err;
	odd__builder b;
	odd_network *net;
	odd__builder_init(&b, false);
	for (size_t i = 0; i < 2 * size; i++)
		add_node(&b, i, "n", i < size ? "left" : "right");
	for (size_t i = 0; i < 2 * size; i++)
		for (size_t j = i < size ? 0 : size; j < i; j++)
			add_link(&b, i, j, 1.0);
	add_link(&b, 0, size, 1.0);
	for (size_t i = 0; i < 2 * size; i++)
		for (size_t w = 0; w < 6; w++)
			add_word(&b, i, (i < size ? 0 : 10) + (i * 3 + w) % 10, 1.0);
	assert_ok(odd__builder_finish(&net, &b, "two cliques", "test", &err), err);
	return net;
}

static inline double squared_distance(odd_mat E, size_t i, size_t j)
{
	double sum = 0.0;
	for (size_t k = 0; k < E.cols; k++)
		sum += pow(odd_mat_row(E, i)[k] - odd_mat_row(E, j)[k], 2);
	return sum;
}

/* For how many nodes the nearest other node is of the same clique. */
static inline size_t nearest_in_clique(odd_mat E, size_t size)
{
	size_t right = 0;
	for (size_t i = 0; i < 2 * size; i++) {
		size_t best = i == 0 ? 1 : 0;
		for (size_t j = 0; j < 2 * size; j++)
			if (j != i && squared_distance(E, i, j) < squared_distance(E, i, best))
				best = j;
		right += (best < size) == (i < size);
	}
	return right;
}

/* The largest mean distance within a clique over the smallest across. */
static inline double overlap(odd_mat E, size_t size)
{
	double within = 0.0, across = 0.0;
	size_t inner = 0, outer = 0;
	for (size_t i = 0; i < 2 * size; i++)
		for (size_t j = 0; j < i; j++) {
			bool same = (i < size) == (j < size);
			(same ? &within : &across)[0] += sqrt(squared_distance(E, i, j));
			inner += same;
			outer += !same;
		}
	return within / (double)inner / (across / (double)outer);
}

#endif
