/* graphsage.h: GraphSAGE (Hamilton, Ying and Leskovec 2017), unsupervised, with the mean
 * aggregator and two layers: a baseline that learns from links and attributes together.
 *
 * Attributes are standardised per column and enter as sparse rows; links count both ways, without
 * their weights. Each node's embedding has length 1 (or is zero, where nothing came through); a
 * node without links is embedded from its own attributes alone. Odd nodes are found afterwards, by
 * an isolation forest on the embedding.
 */
#ifndef ODDONE_GRAPHSAGE_H
#define ODDONE_GRAPHSAGE_H

#include <stdint.h>

#include "oddone/matrix.h"
#include "oddone/network.h"

/* The learning rate of the public code. In 1000 steps of Adam it moves no weight by more than
 * 0.01, against a start in ±0.06: what comes out is close to a random smoother over two hops. To be
 * reported under its own name beside a trained run. */
#define ODD_GRAPHSAGE_PUBLIC_RATE 1e-5

typedef struct odd_graphsage_options {
	size_t k;         /* dimensions, ≥ 2; must be chosen. Half of them (rounded up) come from
			   * the node, the rest from its neighbours. Public: 256, 128 of each */
	size_t hidden;    /* width of each half of the first layer; public: 128 */
	size_t near, far; /* neighbours sampled of a node, and of each of those; public: 10, 25 */
	size_t batch;     /* pairs in a step; public: 512 */
	size_t negatives; /* nodes all pairs of a step are pushed from; public: 20 */
	size_t reach;     /* farthest place of a walk that makes a pair with its start; public: 4
			   * (walks of 5 places). We draw pairs as they are needed instead of
			   * making 50 walks per node beforehand: the same law without a list */
	size_t steps;     /* public: one round over all pairs, about a third of the nodes; its demo
			   * stops at 1000. 0 leaves the weights random, as a control */
	double rate;      /* of Adam; public: 1e-5, see above. Ours trains */
	uint64_t seed;
} odd_graphsage_options;

#define ODD_GRAPHSAGE_OPTIONS_INIT \
	{ \
		.k = 0, .hidden = 128, .near = 10, .far = 25, .batch = 512, .negatives = 20, \
		.reach = 4, .steps = 1000, .rate = 1e-3, .seed = 42 \
	}

/* Train, then embed every node once with freshly sampled neighbours. *out receives nodes × k, to
 * be given back to odd_mat_free; it is left empty on failure. ODD_EUSAGE when the network has no
 * links or no attributes or an option makes no sense.
 * A step costs O((entries of the attributes met + (2·batch + negatives)·near·far)·hidden); memory
 * O((attributes + nodes met by a batch)·hidden). The same for any number of threads. */
odd_status odd_graphsage(odd_mat *out, const odd_network *net, const odd_graphsage_options *options,
	const odd_job *job, odd_error *err);

#endif
