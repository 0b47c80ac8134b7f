/* rng.h: random numbers with explicit state (xoshiro256**, seeded through splitmix64).
 *
 * A stream is named by the user's seed and a purpose ("plant", "svd of A"), so that drawing more
 * for one purpose never shifts what another purpose gets.
 */
#ifndef ODDONE_RNG_H
#define ODDONE_RNG_H

#include <stddef.h>
#include <stdint.h>

typedef struct odd_rng {
	uint64_t state[4];
} odd_rng;

/* Start the stream of one purpose. */
void odd_rng_init(odd_rng *rng, uint64_t seed, const char *purpose);

/* Start sub-stream `index` of a parent, without touching the parent (one per tree, per thread…). */
void odd_rng_split(odd_rng *out, const odd_rng *parent, uint64_t index);

uint64_t odd_rng_next(odd_rng *rng); /* 64 random bits */
uint64_t odd_rng_below(
	odd_rng *rng, uint64_t bound); /* uniform in 0…bound−1, without bias; bound > 0 */
double odd_rng_uniform(odd_rng *rng);  /* uniform in [0, 1) with 53 bits */
double odd_rng_normal(odd_rng *rng);   /* standard normal (polar method) */

/* Fisher–Yates. */
void odd_rng_shuffle(odd_rng *rng, uint32_t *items, size_t n);

#endif
