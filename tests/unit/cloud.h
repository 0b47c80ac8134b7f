/* cloud.h: points at random. */
#ifndef TESTS_CLOUD_H
#define TESTS_CLOUD_H

#include "helpers.h"
#include "base/rng.h"
#include "oddone/matrix.h"

/* n points in k dimensions, normal in each. */
static inline odd_mat cloud(size_t n, size_t k, uint64_t seed)
{
	odd_error err;
	odd_rng rng;
	odd_mat X;
	odd_rng_init(&rng, seed, "test");
	assert_ok(odd_mat_alloc(&X, n, k, &err), err);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < k; j++)
			odd_mat_row(X, i)[j] = odd_rng_normal(&rng);
	return X;
}

#endif
