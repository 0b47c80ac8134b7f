/* skipgram.h: skip-gram over random walks, read as sentences: the vector of a node learns to tell
 * which nodes stand near it. DeepWalk (Perozzi, Al-Rfou and Skiena 2014) and node2vec (Grover and
 * Leskovec 2016) are two settings of it. Attributes are not looked at.
 */
#ifndef ODD_BASELINE_SKIPGRAM_H
#define ODD_BASELINE_SKIPGRAM_H

#include <stdbool.h>

#include "baseline/pair.h"
#include "baseline/walks.h"
#include "linalg/alias.h"
#include "linalg/memory.h"
#include "oddone/job.h"
#include "oddone/matrix.h"

typedef struct odd__skipgram_options {
	size_t k; /* columns of the result */
	uint64_t seed;
	const char *name;  /* "DeepWalk": for messages and progress */
	double p, q;       /* of the walks: see odd_walks_create */
	size_t walks;      /* from each node */
	size_t length;     /* nodes of a walk */
	size_t window;     /* farthest two nodes of a pair may stand apart */
	size_t epochs;     /* times all walks are read */
	bool tree;         /* train a hierarchical softmax … */
	size_t negative;   /* … and, unless 0, negative sampling with so many noise nodes */
	bool whole_window; /* do not draw the reach of each window from 1 … window */
	double alpha;      /* rate of learning at first … */
	double alpha_min;  /* … and at last; falls in a straight line */
	double sample;     /* nodes with a larger share of the walks are thinned; 0: none are */
} odd__skipgram_options;

/* As the public programs set them: DeepWalk with gensim below it, node2vec by its authors. The
 * paper on DeepWalk has 80 walks, window 10, k 128 and hierarchical softmax alone. */
#define ODD_DEEPWALK_OPTIONS_INIT \
	{ \
		.name = "DeepWalk", .k = 64, .p = 1.0, .q = 1.0, .walks = 10, .length = 40, \
		.window = 5, .epochs = 5, .tree = true, .negative = 5, .alpha = 0.025, \
		.alpha_min = 0.0001, .sample = 1e-3, .seed = 42 \
	}
#define ODD_NODE2VEC_OPTIONS_INIT \
	{ \
		.name = "node2vec", .k = 128, .p = 1.0, .q = 1.0, .walks = 10, .length = 80, \
		.window = 10, .epochs = 1, .negative = 5, .alpha = 0.025, .alpha_min = 0.0001, \
		.sample = 1e-3, .seed = 42 \
	}

/* A binary code in which frequent nodes have short words: the tree of the hierarchical softmax.
 * The path of node v from the root down is entries ptr[v] … ptr[v+1]−1: which inner node (0 … n−2,
 * the last being the root) and which way it is left. */
typedef struct odd__huffman {
	size_t n;
	size_t *ptr;     /* n + 1 */
	uint32_t *inner; /* ptr[n] */
	uint8_t *bit;    /* ptr[n] */
	odd__memory memory;
} odd__huffman;

/* O(n log n). One node alone has an empty code. */
odd_status odd__huffman_init(odd__huffman *out, const uint64_t *count, size_t n, odd_error *err);
void odd__huffman_clear(odd__huffman *tree);

typedef struct odd__skipgram {
	odd__skipgram_options o;
	size_t nodes;
	uint64_t *count;       /* of each node in all walks */
	double tokens;         /* Σ count */
	odd__float_rows in;    /* Φ, nodes × k: the embedding */
	odd__float_rows inner; /* Θ, (nodes − 1) × k: of the tree's inner nodes */
	odd__float_rows noisy; /* Ψ, nodes × k: the output rows of negative sampling */
	odd__huffman code;
	odd_alias noise; /* count^0.75 */
	double *keep;    /* chance of a token to be read */
	odd__sigmoid_table sigmoid;
	float *scratch;   /* two rows */
	uint32_t *target; /* 1 + negative */
	odd__memory memory;
} odd__skipgram;

/* Read the walks once to count nodes, and start the rows: Φ at random, Θ and Ψ at zero. */
odd_status odd__skipgram_init(odd__skipgram *out, const odd__skipgram_options *options,
	odd__corpus *corpus, const odd_job *job, odd_error *err);
void odd__skipgram_clear(odd__skipgram *model);

/* All epochs. One thread: rows written by two at once would make the result a matter of luck. */
odd_status odd__skipgram_train(
	odd__skipgram *model, odd__corpus *corpus, const odd_job *job, odd_error *err);

/* Walk, count, train. *out: nodes × k, made here, the caller's to free; empty on failure. A node
 * without links keeps the small random row it starts with. Options are in the ranges of the
 * table of methods; ODD_ENUMERIC when the rows run away (a rate far too large). The same bits for
 * the same seed. O(nodes · walks · length · window · epochs · (log nodes + negative) · k) time,
 * O(nodes · k) memory: walks are made again in each epoch, not stored. */
odd_status odd_skipgram(odd_mat *out, const odd_network *net, const odd__skipgram_options *options,
	const odd_job *job, odd_error *err);

#endif
