/* generate_parts.h: what the parts of the generator share: nodes first, then links and words. */
#ifndef ODD_NETWORK_GENERATE_PARTS_H
#define ODD_NETWORK_GENERATE_PARTS_H

#include "network/builder.h"
#include "linalg/alias.h"
#include "network/generate.h"

struct odd__making {
	odd_generate_options o; /* with zeros replaced */
	const odd_job *job;
	odd__builder b;
	size_t n, communities;
	size_t *first;       /* communities + 1: where each begins in member */
	uint32_t *member;    /* nodes by community */
	uint32_t *community; /* of each node */
	double *theta;       /* of member i */
	odd_alias *table;    /* communities: draws one of its members by θ */
	odd_alias top;       /* draws a community by its sum of θ */
	double *weight;      /* communities: that sum */
};

/* A number ≥ 1 with a heavy tail, P(x > t) = t^-1.6, drawn again when above `most`. */
double odd__draw_theta(odd_rng *rng, double most);

/* How many pairs n nodes have. */
static inline uint64_t odd__pairs_of(uint64_t n)
{
	return n % 2 == 0 ? n / 2 * (n - (n > 0)) : n * ((n - 1) / 2);
}

odd_status odd__make_links(struct odd__making *m, odd_error *err);
odd_status odd__make_words(struct odd__making *m, odd_error *err);
odd_status odd__make_numbers(struct odd__making *m, odd_error *err);

#endif
