/* noise.h: one random number for one draw from an alias table, where the table is drawn from some
 * hundred million times.
 */
#ifndef ODD_BASELINE_NOISE_H
#define ODD_BASELINE_NOISE_H

#include "linalg/kernel.h"
#include "linalg/alias.h"

/* u in [0, 1) with 53 bits: the whole part of u·n is the column, what is left of it decides. With a
 * million columns that keeps 33 bits. u·n stays under n: u is at most 1 − 2⁻⁵³. */
ODD__INLINE uint32_t odd__noise_draw(const odd_alias *table, odd_rng *rng)
{
	double place = odd_rng_uniform(rng) * (double)table->n;
	int64_t column = (int64_t)place;       /* signed: converts in one instruction */
	uint32_t other = table->other[column]; /* loaded anyway: nobody can foresee the choice */
	return place - (double)column < table->keep[column] ? (uint32_t)column : other;
}

#endif
