/* pairs.h: drawing an exact number of distinct pairs, most of them by some distribution. */
#ifndef ODD_NETWORK_PAIRS_H
#define ODD_NETWORK_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"
#include "oddone/job.h"
#include "base/rng.h"

#define ODD__PAIR(a, b) ((a) < (b) ? (uint64_t)(a) << 32 | (b) : (uint64_t)(b) << 32 | (a))

/* Where pairs come from. */
typedef struct odd__pair_source {
	const void *context;
	uint64_t possible; /* how many different pairs there are */
	/* One pair, as ODD__PAIR makes it: by the distribution, or any with equal chance. */
	uint64_t (*draw)(const void *context, odd_rng *rng, bool even);
	/* All pairs, each once, into out; only asked for when half of them or more are needed. */
	void (*list)(const void *context, uint64_t *out);
} odd__pair_source;

/* Draw count ≤ possible distinct pairs. *out is on the heap, in any order but the same for the same
 * generator. Expected cost O(count); memory three times the result at most. */
odd_status odd__pairs_draw(uint64_t **out, size_t count, const odd__pair_source *source,
	odd_rng *rng, const odd_job *job, odd_error *err);

#endif
