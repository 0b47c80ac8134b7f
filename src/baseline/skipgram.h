/* skipgram.h: skip-gram over walks: the vector of a node learns to tell which nodes stand near it.
 * Shared by DeepWalk and node2vec; the model is open for the tests.
 */
#ifndef ODD_BASELINE_SKIPGRAM_H
#define ODD_BASELINE_SKIPGRAM_H

#include <stdbool.h>

#include "baseline/corpus.h"
#include "baseline/float_rows.h"
#include "baseline/huffman.h"
#include "baseline/sigmoid.h"
#include "linalg/alias.h"
#include "oddone/job.h"
#include "oddone/matrix.h"

typedef struct odd__skipgram_options {
	const char *name; /* "DeepWalk": for messages and progress */
	size_t k, window, epochs;
	bool tree;         /* train a hierarchical softmax … */
	size_t negative;   /* … and, unless 0, negative sampling with so many noise nodes */
	bool whole_window; /* do not draw the reach of each window from 1 … window */
	double alpha, alpha_min, sample;
	uint64_t seed;
} odd__skipgram_options;

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
	odd__sigmoid sigmoid;
	float *scratch;   /* two rows */
	uint32_t *target; /* 1 + negative */
} odd__skipgram;

/* Read the walks once to count nodes, and start the rows: Φ at random, Θ and Ψ at zero. */
odd_status odd__skipgram_init(odd__skipgram *out, const odd__skipgram_options *options,
	odd__corpus *corpus, const odd_job *job, odd_error *err);
void odd__skipgram_clear(odd__skipgram *model);

/* All epochs. One thread: rows written by two at once would make the result a matter of luck. */
odd_status odd__skipgram_train(
	odd__skipgram *model, odd__corpus *corpus, const odd_job *job, odd_error *err);

/* The whole of it: walk, count, train; *out = Φ. */
odd_status odd__skipgram_embed(odd_mat *out, const odd_network *net,
	const odd_walks_options *walking, size_t rounds, size_t length,
	const odd__skipgram_options *options, const odd_job *job, odd_error *err);

#endif
