/* deep_input.h: what the neural baselines read of a network: who is a neighbour of whom, links
 * taken both ways and without their weights, and the attributes as rows of a sparse layer.
 */
#ifndef ODD_BASELINE_DEEP_INPUT_H
#define ODD_BASELINE_DEEP_INPUT_H

#include <stdbool.h>

#include "baseline/layers.h"
#include "baseline/walks.h"
#include "oddone/job.h"
#include "oddone/network.h"
#include "base/rng.h"

typedef struct odd__neighbours {
	size_t nodes;
	odd__links links;
	const size_t *ptr;   /* nodes + 1, of links */
	const uint32_t *idx; /* of links */
	uint32_t *linked;    /* nodes with a neighbour, rising */
	size_t linked_count;
} odd__neighbours;

/* ODD_EUSAGE when there is no link at all; `who` names the method in the message. */
odd_status odd__neighbours_init(
	odd__neighbours *out, const odd_network *net, const char *who, odd_error *err);
void odd__neighbours_clear(odd__neighbours *n);

static inline size_t odd__degree(const odd__neighbours *n, size_t i)
{
	return n->ptr[i + 1] - n->ptr[i];
}

/* Where a uniform walk of some steps from a node with a neighbour ends. */
uint32_t odd__walk(const odd__neighbours *n, uint32_t from, size_t steps, odd_rng *rng);

/* The attributes. standardise: columns of mean 0 and population variance 1 (a constant column
 * becomes 0), by scaled entries and a shift, so the rows stay sparse. Otherwise as given.
 * ODD_EUSAGE without attributes, ODD_ENUMERIC when an entry is not finite. */
odd_status odd__features_init(odd__features *out, const odd_network *net, bool standardise,
	const char *who, odd_error *err);

/* s_i = mean of the rows of the neighbours of i; its own row where there are none. Cost and size:
 * the entries of all neighbours of all nodes, at most. */
odd_status odd__features_around(odd__features *out, const odd__features *X,
	const odd__neighbours *n, const char *who, const odd_job *job, odd_error *err);

void odd__features_clear(odd__features *X);

/* Uniform in 0 … bound−1 from 32 random bits by multiplication; one division in a blue moon. */
static inline uint32_t odd__below32(odd_rng *rng, uint32_t bound)
{
	uint64_t product = (odd_rng_next(rng) >> 32) * bound;
	if ((uint32_t)product < bound) {
		uint32_t threshold = -bound % bound;
		while ((uint32_t)product < threshold)
			product = (odd_rng_next(rng) >> 32) * bound;
	}
	return (uint32_t)(product >> 32);
}

#endif
