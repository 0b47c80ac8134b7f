/* generate.h: attributed networks made to measure: communities of uneven size, heavy-tailed
 * degrees, words per topic plus words that all share, or columns of numbers. Linear in time and
 * memory; the seed decides everything.
 */
#ifndef ODDONE_GENERATE_H
#define ODDONE_GENERATE_H

#include "oddone/network.h"

/* How unlike the numbers of links of the nodes are. */
typedef enum odd_generate_degrees {
	ODD_DEGREES_TAILED = 0, /* P(θ > x) = x^-1.6 */
	ODD_DEGREES_EVEN,       /* as chance has it */
	ODD_DEGREES_HEAVY       /* P(θ > x) = x^-4/3, and hubs of up to a fifth of the nodes */
} odd_generate_degrees;

typedef struct odd_generate_options {
	size_t nodes, edges, attributes, communities;
	double words;   /* mean number of words of a node */
	double mixing;  /* share of links that leave the community */
	double noise;   /* share of words taken from other topics */
	bool weighted;  /* links get weights ≥ 1 with a heavy tail */
	size_t numbers; /* columns of numbers in place of words; 0: words */
	bool unrelated; /* attributes that communities do not decide */
	odd_generate_degrees degrees;
	uint64_t seed;
	const char *name; /* NULL: "synthetic" */
} odd_generate_options;

#define ODD_GENERATE_OPTIONS_INIT \
	{ \
		.nodes = 1000, .edges = 0, .attributes = 0, .communities = 0, .words = 12.0, \
		.mixing = 0.15, .noise = 0.15, .weighted = false, .numbers = 0, \
		.unrelated = false, .degrees = ODD_DEGREES_TAILED, .seed = 42, .name = NULL \
	}
/* edges, attributes, communities 0: five links per node, a vocabulary and a number of communities
 * that suit the number of nodes. */

odd_status odd_generate(
	odd_network **out, const odd_generate_options *options, const odd_job *job, odd_error *err);

#endif
