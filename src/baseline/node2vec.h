/* node2vec.h: node2vec (Grover and Leskovec 2016): second-order walks, steered by p and q, and
 * skip-gram with negative sampling. Attributes are not looked at.
 *
 * With p = q = 1, the public default, this is DeepWalk with negative sampling and longer walks: any
 * table should say so.
 */
#ifndef ODDONE_NODE2VEC_H
#define ODDONE_NODE2VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"
#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/network.h"

typedef struct odd_node2vec_options {
	size_t k;         /* columns of the result */
	double p;         /* large: walks seldom turn back */
	double q;         /* large: walks stay near; small: they leave */
	bool weighted;    /* links are taken by their weight */
	size_t walks;     /* from each node */
	size_t length;    /* nodes of a walk */
	size_t window;    /* farthest two nodes of a pair may stand apart */
	size_t epochs;    /* times all walks are read */
	size_t negative;  /* noise nodes for each pair */
	double alpha;     /* rate of learning at first … */
	double alpha_min; /* … and at last; falls in a straight line */
	double sample;    /* nodes with a larger share of the walks are thinned; 0: none are */
	uint64_t seed;
} odd_node2vec_options;

/* As the authors' program sets them. */
#define ODD_NODE2VEC_OPTIONS_INIT \
	{ \
		.k = 128, .p = 1.0, .q = 1.0, .weighted = false, .walks = 10, .length = 80, \
		.window = 10, .epochs = 1, .negative = 5, .alpha = 0.025, .alpha_min = 0.0001, \
		.sample = 1e-3, .seed = 42 \
	}

/* Result, errors and threads as odd_deepwalk. */
odd_status odd_node2vec(odd_mat *out, const odd_network *net, const odd_node2vec_options *options,
	const odd_job *job, odd_error *err);

#endif
