/* Sorting by value with ties by index, and percentile ranks. */
#include "config.h"

#include "score/score_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t odd_top(size_t n, double percent)
{
	return (size_t)floor((double)n * percent / 100.0 + 0.5);
}

enum { DIGIT_BITS = 11, DIGITS = 6, BUCKETS = 1 << DIGIT_BITS }; /* 6 · 11 ≥ 64 bits */

odd_status odd__sorter_init(odd__sorter *s, size_t n, odd_error *err)
{
	size_t room = n > 0 ? n : 1;
	s->count = malloc(DIGITS * BUCKETS * sizeof *s->count);
	bool ok = s->count != NULL;
	for (int b = 0; b < 2; b++) {
		s->key[b] = malloc(room * sizeof **s->key);
		s->index[b] = malloc(room * sizeof **s->index);
		ok = ok && s->key[b] != NULL && s->index[b] != NULL;
	}
	if (!ok) {
		odd__sorter_clear(s);
		return odd_error_nomem(err);
	}
	return ODD_OK;
}

void odd__sorter_clear(odd__sorter *s)
{
	for (int b = 0; b < 2; b++) {
		free(s->key[b]);
		free(s->index[b]);
	}
	free(s->count);
	memset(s, 0, sizeof *s);
}

/* Unsigned integers in the order of the doubles: flip the sign bit of positive numbers and all
 * bits of negative ones. The two zeros are one number; not-a-number comes last. */
static uint64_t key_of(double x, bool falling)
{
	if (isnan(x))
		return UINT64_MAX;
	if (x == 0.0)
		x = 0.0; /* −0 as well */
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	bits = bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
	return falling ? ~bits : bits;
}

static size_t digit(uint64_t key, int d)
{
	return (size_t)(key >> (d * DIGIT_BITS)) & (BUCKETS - 1);
}

/* One stable pass by digit d. False when all keys agree in it, and nothing was moved. */
static bool pass(odd__sorter *s, int from, int d, size_t n)
{
	uint32_t *start = s->count + (size_t)d * BUCKETS, sum = 0;
	if (start[digit(s->key[from][0], d)] == n)
		return false;
	for (size_t b = 0; b < BUCKETS; b++) {
		uint32_t count = start[b];
		start[b] = sum;
		sum += count;
	}
	const uint64_t *key = s->key[from];
	const uint32_t *index = s->index[from];
	for (size_t i = 0; i < n; i++) {
		uint32_t to = start[digit(key[i], d)]++;
		s->key[!from][to] = key[i];
		s->index[!from][to] = index[i];
	}
	return true;
}

const uint32_t *odd__sort(odd__sorter *s, const double *x, size_t n, bool falling)
{
	int from = 0;
	memset(s->count, 0, DIGITS * BUCKETS * sizeof *s->count);
	for (size_t i = 0; i < n; i++) {
		uint64_t key = key_of(x[i], falling);
		s->key[0][i] = key;
		s->index[0][i] = (uint32_t)i;
		for (int d = 0; d < DIGITS; d++)
			s->count[(size_t)d * BUCKETS + digit(key, d)]++;
	}
	for (int d = 0; d < DIGITS && n > 1; d++)
		if (pass(s, from, d, n))
			from = !from;
	return s->index[from];
}

static int by_index(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

void odd__level_ties(uint32_t *order, double *x, size_t n)
{
	const double least = n > 0 ? 1e-15 * fabs(x[order[0]]) : 0.0;
	for (size_t i = 0, end; i < n; i = end) {
		bool level = true;
		for (end = i + 1; end < n; end++) {
			const double a = x[order[end - 1]], b = x[order[end]];
			if (a != b && !(a - b <= fmax(least, ODD__LEVEL * fabs(a))))
				break;
			level = level && a == b;
		}
		if (level)
			continue;
		for (size_t j = i + 1; j < end; j++)
			x[order[j]] = x[order[i]];
		qsort(order + i, end - i, sizeof *order, by_index);
	}
}

odd_status odd_order_descending(uint32_t *order, const double *x, size_t n, odd_error *err)
{
	odd__sorter s;
	odd_status status = odd__sorter_init(&s, n, err);
	if (status != ODD_OK)
		return status;
	memcpy(order, odd__sort(&s, x, n, true), n * sizeof *order);
	odd__sorter_clear(&s);
	return ODD_OK;
}

void odd__percentile_ranks(double *out, const double *x, size_t n, double tie, odd__sorter *s)
{
	const uint32_t *order = odd__sort(s, x, n, false);
	for (size_t i = 0; i < n;) {
		size_t end = i + 1;
		while (end < n &&
			(x[order[end]] == x[order[i]] || x[order[end]] - x[order[i]] <= tie))
			end++;
		/* Ranks i+1 … end, shared evenly. */
		double rank = 0.5 * ((double)(i + 1) + (double)end) / (double)n;
		for (; i < end; i++)
			out[order[i]] = rank;
	}
}

odd_status odd_percentile_ranks(double *out, const double *x, size_t n, odd_error *err)
{
	odd__sorter s;
	odd_status status = odd__sorter_init(&s, n, err);
	if (status != ODD_OK)
		return status;
	odd__percentile_ranks(out, x, n, 0.0, &s);
	odd__sorter_clear(&s);
	return ODD_OK;
}
