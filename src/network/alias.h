/* alias.h: drawing from a fixed distribution in constant time (Walker's alias method).
 *
 * A table over n weights is n cells; a cell holds its own item and one other. Tables lie in memory
 * of the caller, so that thousands of small ones need one allocation.
 */
#ifndef ODD_NETWORK_ALIAS_H
#define ODD_NETWORK_ALIAS_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/rng.h"

typedef struct odd__alias_cell {
	float keep;     /* chance of the cell's own item */
	uint32_t other; /* drawn otherwise */
} odd__alias_cell;

/* Fill n cells from n weights, none negative, not all 0; work: n numbers. O(n). */
void odd__alias_build(odd__alias_cell *cell, const double *weight, size_t n, uint32_t *work);

static inline uint32_t odd__alias_draw(const odd__alias_cell *cell, size_t n, odd_rng *rng)
{
	uint32_t i = (uint32_t)odd_rng_below(rng, n);
	return odd_rng_uniform(rng) < (double)cell[i].keep ? i : cell[i].other;
}

#endif
