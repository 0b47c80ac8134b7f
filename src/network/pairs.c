/* Drawing with replacement and throwing out what comes twice, until there are enough. Pairs are
 * kept sorted, so repeats are neighbours: no hash table, and memory stays at two arrays.
 */
#include "config.h"

#include "network/pairs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	DIGIT = 11,       /* bits sorted at once: 2048 buckets fit the cache */
	SKEWED_ROUNDS = 8 /* rounds by the distribution; what is missing then is drawn evenly */
};

/* Radix sort, stable, only over the digits in which keys differ. The result may end up in either
 * array; returns which. O(n) per digit. */
static uint64_t *sort_keys(uint64_t *key, uint64_t *work, size_t n)
{
	uint64_t differ = 0;
	for (size_t i = 1; i < n; i++)
		differ |= key[i] ^ key[0];
	for (int shift = 0; shift < 64; shift += DIGIT) {
		size_t start[1 << DIGIT] = {0}, at = 0;
		const uint64_t mask = (1 << DIGIT) - 1;
		if ((differ >> shift & mask) == 0)
			continue;
		for (size_t i = 0; i < n; i++)
			start[key[i] >> shift & mask]++;
		for (size_t d = 0; d <= mask; d++) {
			size_t count = start[d];
			start[d] = at;
			at += count;
		}
		for (size_t i = 0; i < n; i++)
			work[start[key[i] >> shift & mask]++] = key[i];
		uint64_t *t = key;
		key = work;
		work = t;
	}
	return key;
}

/* Merge sorted a (without repeats) and sorted b into out, each key once. */
static size_t merge_keys(uint64_t *out, const uint64_t *a, size_t na, const uint64_t *b, size_t nb)
{
	size_t i = 0, j = 0, n = 0;
	while (i < na || j < nb) {
		uint64_t next = j == nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
		if (n == 0 || out[n - 1] != next)
			out[n++] = next;
	}
	return n;
}

/* The first `count` of all pairs in random order. */
static odd_status choose_from_all(
	uint64_t **out, size_t count, const odd__pair_source *source, odd_rng *rng, odd_error *err)
{
	size_t all = (size_t)source->possible;
	uint64_t *key = malloc(all * sizeof *key);
	if (key == NULL)
		return odd_error_nomem(err);
	source->list(source->context, key);
	for (size_t i = 0; i < count; i++) {
		size_t j = i + (size_t)odd_rng_below(rng, all - i);
		uint64_t t = key[i];
		key[i] = key[j];
		key[j] = t;
	}
	*out = key;
	return ODD_OK;
}

odd_status odd__pairs_draw(uint64_t **out, size_t count, const odd__pair_source *source,
	odd_rng *rng, const odd_job *job, odd_error *err)
{
	assert(count <= source->possible);
	*out = NULL;
	if (count > 0 && count >= source->possible / 2)
		return choose_from_all(out, count, source, rng, err);
	odd_status status = ODD_OK;
	size_t have = 0, room = count + 1;
	uint64_t *kept = malloc(room * sizeof *kept), *fresh = malloc(room * sizeof *fresh);
	uint64_t *work = malloc(room * sizeof *work);
	if (kept == NULL || fresh == NULL || work == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (int round = 0; have < count; round++) {
		size_t missing = count - have;
		for (size_t i = 0; i < missing; i++) {
			if (i % 65536 == 0 && odd_job_cancelled(job)) {
				status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
				goto out;
			}
			fresh[i] = source->draw(source->context, rng, round >= SKEWED_ROUNDS);
		}
		uint64_t *sorted = sort_keys(fresh, work, missing);
		if (sorted == work) {
			work = fresh;
			fresh = sorted;
		}
		have = merge_keys(work, kept, have, fresh, missing);
		uint64_t *t = kept;
		kept = work;
		work = t;
	}
	*out = kept;
	kept = NULL;
out:
	free(kept);
	free(fresh);
	free(work);
	return status;
}
