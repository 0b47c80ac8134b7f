/* xoshiro256** by Blackman and Vigna (public domain algorithm), seeded through splitmix64. */
#include "config.h"

#include "base/rng.h"

#include <math.h>

static uint64_t splitmix64(uint64_t *x)
{
	uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static void fill_state(odd_rng *rng, uint64_t mix)
{
	for (int i = 0; i < 4; i++)
		rng->state[i] = splitmix64(&mix);
}

void odd_rng_init(odd_rng *rng, uint64_t seed, const char *purpose)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a over the purpose */
	for (const char *p = purpose; *p != '\0'; p++)
		hash = (hash ^ (unsigned char)*p) * UINT64_C(0x100000001b3);
	uint64_t mix = seed;
	fill_state(rng, splitmix64(&mix) ^ hash);
}

void odd_rng_split(odd_rng *out, const odd_rng *parent, uint64_t index)
{
	uint64_t mix = parent->state[0] ^ (parent->state[3] << 1);
	mix += splitmix64(&index);
	fill_state(out, mix);
}

static uint64_t rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

uint64_t odd_rng_next(odd_rng *rng)
{
	uint64_t *s = rng->state;
	uint64_t result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return result;
}

uint64_t odd_rng_below(odd_rng *rng, uint64_t bound)
{
	/* Values under 2⁶⁴ mod bound would be hit once more often than the rest: draw again. */
	uint64_t threshold = -bound % bound, x;
	do
		x = odd_rng_next(rng);
	while (x < threshold);
	return x % bound;
}

double odd_rng_uniform(odd_rng *rng)
{
	return (double)(odd_rng_next(rng) >> 11) * 0x1.0p-53;
}

double odd_rng_normal(odd_rng *rng)
{
	double x, y, s;
	do {
		x = 2.0 * odd_rng_uniform(rng) - 1.0;
		y = 2.0 * odd_rng_uniform(rng) - 1.0;
		s = x * x + y * y;
	} while (s >= 1.0 || s == 0.0);
	return x * sqrt(-2.0 * log(s) / s);
}

void odd_rng_shuffle(odd_rng *rng, uint32_t *items, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)odd_rng_below(rng, i);
		uint32_t t = items[i - 1];
		items[i - 1] = items[j];
		items[j] = t;
	}
}
