/* deepwalk.h: DeepWalk (Perozzi, Al-Rfou and Skiena 2014): uniform walks read as sentences, nodes
 * embedded by skip-gram. Attributes are not looked at.
 */
#ifndef ODDONE_DEEPWALK_H
#define ODDONE_DEEPWALK_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"
#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/network.h"

/* What the vectors learn to predict their neighbours in a walk with. */
typedef enum odd_deepwalk_mode {
	ODD_DEEPWALK_HS_NS = 0, /* both layers: what the public program does */
	ODD_DEEPWALK_HS = 1,    /* hierarchical softmax alone: the paper */
	ODD_DEEPWALK_NS = 2     /* negative sampling alone; call it "DeepWalk (SGNS)" */
} odd_deepwalk_mode;

typedef struct odd_deepwalk_options {
	size_t k; /* columns of the result */
	odd_deepwalk_mode mode;
	size_t walks;     /* from each node */
	size_t length;    /* nodes of a walk */
	size_t window;    /* farthest two nodes of a pair may stand apart */
	size_t epochs;    /* times all walks are read */
	size_t negative;  /* noise nodes for each pair; not looked at in mode HS */
	double alpha;     /* rate of learning at first … */
	double alpha_min; /* … and at last; falls in a straight line */
	double sample;    /* nodes with a larger share of the walks are thinned; 0: none are */
	uint64_t seed;
} odd_deepwalk_options;

/* As the public program and the gensim below it set them. The paper has 80 walks, window 10, k 128,
 * hierarchical softmax alone. */
#define ODD_DEEPWALK_OPTIONS_INIT \
	{ \
		.k = 64, .mode = ODD_DEEPWALK_HS_NS, .walks = 10, .length = 40, .window = 5, \
		.epochs = 5, .negative = 5, .alpha = 0.025, .alpha_min = 0.0001, .sample = 1e-3, \
		.seed = 42 \
	}

/* *out: nodes × k, made here, the caller's to free; empty on failure. A node without links keeps
 * the small random row it starts with. options may be NULL. ODD_EUSAGE for options out of range,
 * ODD_ENUMERIC when the rows run away (a rate far too large). One thread, and the same bits for
 * the same seed.
 * O(nodes · walks · length · window · epochs · (log nodes + negative) · k) time, O(nodes · k)
 * memory: walks are made again in each epoch, not stored. */
odd_status odd_deepwalk(odd_mat *out, const odd_network *net, const odd_deepwalk_options *options,
	const odd_job *job, odd_error *err);

#endif
