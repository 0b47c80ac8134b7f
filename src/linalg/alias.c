/* alias.c: n columns of height 1, each shared by at most two indices.
 *
 * Weights are scaled to mean 1. While there is an index under 1 and one of at least 1, the lesser
 * fills its column with what it has and the greater gives the rest. What remains at the end is 1
 * but for rounding and gets its column whole; leaving it slightly short would favour index 0.
 */
#include "config.h"

#include "linalg/alias.h"

#include <math.h>
#include <stdlib.h>

void odd_alias_clear(odd_alias *table)
{
	free(table->keep);
	free(table->other);
	*table = (odd_alias)ODD_ALIAS_INIT;
}

static odd_status check_weights(double *sum, const double *weights, size_t n, odd_error *err)
{
	*sum = 0.0;
	if (n == 0 || n > UINT32_MAX)
		return odd_error_set(err, ODD_EUSAGE, "cannot draw from %zu weights", n);
	for (size_t i = 0; i < n; i++) {
		if (!(weights[i] >= 0.0) || !isfinite(weights[i]))
			return odd_error_set(
				err, ODD_EUSAGE, "weight %zu to draw from is %g", i, weights[i]);
		*sum += weights[i];
	}
	if (!(*sum > 0.0) || !isfinite(*sum))
		return odd_error_set(err, ODD_EUSAGE, "weights to draw from sum to %g", *sum);
	return ODD_OK;
}

odd_status odd_alias_init(odd_alias *out, const double *weights, size_t n, odd_error *err)
{
	*out = (odd_alias)ODD_ALIAS_INIT;
	double sum;
	odd_status status = check_weights(&sum, weights, n, err);
	if (status != ODD_OK)
		return status;
	/* Two stacks in one array: the short grow from the left, the tall from the right. */
	uint32_t *stack = malloc(n * sizeof *stack);
	out->n = n;
	out->keep = malloc(n * sizeof *out->keep);
	out->other = malloc(n * sizeof *out->other);
	if (stack == NULL || out->keep == NULL || out->other == NULL) {
		free(stack);
		odd_alias_clear(out);
		return odd_error_nomem(err);
	}
	double *height = out->keep;
	size_t shorts = 0, tall = n;
	for (size_t i = n; i-- > 0;) {
		height[i] = weights[i] / sum * (double)n;
		out->other[i] = (uint32_t)i;
		if (height[i] < 1.0)
			stack[shorts++] = (uint32_t)i;
		else
			stack[--tall] = (uint32_t)i;
	}
	while (shorts > 0 && tall < n) {
		uint32_t lesser = stack[--shorts], greater = stack[tall++];
		out->other[lesser] = greater; /* height[lesser] is its keep from now on */
		height[greater] -= 1.0 - height[lesser];
		if (height[greater] < 1.0)
			stack[shorts++] = greater;
		else
			stack[--tall] = greater;
	}
	while (shorts > 0)
		height[stack[--shorts]] = 1.0;
	while (tall < n)
		height[stack[tall++]] = 1.0;
	free(stack);
	return ODD_OK;
}
