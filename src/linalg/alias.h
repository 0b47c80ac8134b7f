/* alias.h: draws from a fixed discrete distribution in constant time (Walker's alias table, built
 * as Vose does).
 */
#ifndef ODDONE_ALIAS_H
#define ODDONE_ALIAS_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"
#include "base/rng.h"

typedef struct odd_alias {
	size_t n;
	double *keep;    /* n: chance to keep the column drawn, in [0, 1] */
	uint32_t *other; /* n: what is taken instead */
} odd_alias;

#define ODD_ALIAS_INIT \
	{ \
		0, NULL, NULL \
	}

/* A table for weights ≥ 0 of any scale. ODD_EUSAGE when there are none, one is negative or not a
 * number, or all are zero. An index of weight 0 is never drawn. O(n). */
odd_status odd_alias_init(odd_alias *out, const double *weights, size_t n, odd_error *err);
void odd_alias_clear(odd_alias *table);

/* An index with probability weight / Σ weights. O(1). */
static inline uint32_t odd_alias_draw(const odd_alias *table, odd_rng *rng)
{
	uint32_t column = (uint32_t)odd_rng_below(rng, table->n);
	return odd_rng_uniform(rng) < table->keep[column] ? column : table->other[column];
}

#endif
