/* sage_batch.c: roots of a batch and the neighbourhoods sampled for them. */
#include "config.h"

#include "baseline/sage.h"

#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"

odd_status odd__sage_batch_alloc(odd__sage_batch *out, size_t nodes, size_t capacity, size_t near,
	size_t far, odd_error *err)
{
	memset(out, 0, sizeof *out);
	size_t units = capacity * (1 + near), wide = near > far ? near : far;
	size_t most = units * (1 + wide); /* slots, were all different */
	out->capacity = capacity;
	out->near = near;
	out->far = far;
	out->wide = wide;
	out->root = malloc(capacity * sizeof *out->root);
	out->hops = calloc(capacity, sizeof *out->hops);
	out->unit = calloc(units, sizeof *out->unit);
	out->entries = calloc(units, sizeof *out->entries);
	out->entry = malloc(units * wide * sizeof *out->entry);
	out->weight = malloc(units * wide * sizeof *out->weight);
	out->node = malloc((most < nodes ? most : nodes) * sizeof *out->node);
	out->slot_of = calloc(nodes, sizeof *out->slot_of);
	if (out->root == NULL || out->hops == NULL || out->unit == NULL || out->entries == NULL ||
		out->entry == NULL || out->weight == NULL || out->node == NULL ||
		out->slot_of == NULL) {
		odd__sage_batch_free(out);
		return odd_error_nomem(err);
	}
	return ODD_OK;
}

void odd__sage_batch_free(odd__sage_batch *b)
{
	free(b->root);
	free(b->hops);
	free(b->unit);
	free(b->entries);
	free(b->entry);
	free(b->weight);
	free(b->node);
	free(b->slot_of);
	memset(b, 0, sizeof *b);
}

/* ---- roots ---- */

/* A pair (start, place t ≤ reach of a walk) with place ≠ start, as if taken at random from the
 * list of all such pairs of very many walks from every node. The public code makes 50 walks from
 * each node beforehand and shuffles their pairs: the same law, and memory for each pair. */
static void draw_pair(uint32_t *start, uint32_t *partner, const odd__sage_draws *d, odd_rng *rng)
{
	const odd__neighbours *links = d->links;
	do {
		*start = links->linked[odd_rng_below(rng, links->linked_count)];
		*partner = odd__walk(links, *start, 1 + odd__below32(rng, (uint32_t)d->reach), rng);
	} while (*partner == *start);
}

void odd__sage_draw_roots(odd__sage_batch *b, const odd__sage_draws *d, odd_rng *rng)
{
	for (size_t p = 0; p < d->pairs; p++)
		draw_pair(&b->root[p], &b->root[d->pairs + p], d, rng);
	for (size_t q = 0; q < d->negatives; q++)
		b->root[2 * d->pairs + q] = odd_alias_draw(d->often, rng);
	b->roots = 2 * d->pairs + d->negatives;
}

/* ---- neighbourhoods ---- */

struct sample {
	odd__sage_batch *b;
	const odd__neighbours *links;
	const odd_rng *rng;
};

/* `count` neighbours of a node, with replacement, as entries of unit v: nodes for now, slots later.
 * Of nodes with few neighbours each is listed once with its share, which saves most of the work. */
static void sample_unit(const struct sample *p, size_t v, uint32_t node, size_t count, odd_rng *rng)
{
	odd__sage_batch *b = p->b;
	const uint32_t *near = p->links->idx + p->links->ptr[node];
	size_t degree = odd__degree(p->links, node), n = 0;
	uint32_t *entry = b->entry + v * b->wide;
	real *weight = b->weight + v * b->wide, share = (real)(1.0 / (double)count);
	if (degree > count) {
		for (; n < count; n++) {
			entry[n] = near[odd__below32(rng, (uint32_t)degree)];
			weight[n] = share;
		}
	} else {
		for (size_t a = 0; a < degree; a++)
			weight[a] = 0;
		for (size_t c = 0; c < count && degree > 0; c++)
			weight[odd__below32(rng, (uint32_t)degree)] += 1;
		for (size_t a = 0; a < degree; a++)
			if (weight[a] > 0) {
				entry[n] = near[a];
				weight[n++] = weight[a] * share;
			}
	}
	b->entries[v] = (uint32_t)n;
}

static void sample_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct sample *p = context;
	odd__sage_batch *b = p->b;
	odd_rng rng;
	odd_rng_split(&rng, p->rng, chunk);
	for (size_t r = begin; r < end; r++) {
		uint32_t node = b->root[r];
		size_t degree = odd__degree(p->links, node);
		const uint32_t *near = p->links->idx + p->links->ptr[node];
		real share = (real)(1.0 / (double)b->near);
		b->unit[r] = node;
		b->hops[r] = degree > 0 ? (uint32_t)b->near : 0;
		b->entries[r] = b->hops[r];
		for (size_t t = 0; t < b->hops[r]; t++) {
			uint32_t u = near[odd__below32(&rng, (uint32_t)degree)];
			size_t v = odd__sage_unit(b, r, t);
			b->entry[r * b->wide + t] = b->unit[v] = u;
			b->weight[r * b->wide + t] = share;
			sample_unit(p, v, u, b->far, &rng);
		}
	}
}

/* The slot of a node, a new one when the batch has not met it. */
static uint32_t slot_for(odd__sage_batch *b, uint32_t node)
{
	if (b->slot_of[node] == 0) {
		b->node[b->slots] = node;
		b->slot_of[node] = (uint32_t)++b->slots;
	}
	return b->slot_of[node] - 1;
}

static void slot_unit(odd__sage_batch *b, size_t v)
{
	b->unit[v] = slot_for(b, b->unit[v]);
	for (size_t a = 0; a < b->entries[v]; a++)
		b->entry[v * b->wide + a] = slot_for(b, b->entry[v * b->wide + a]);
}

odd_status odd__sage_sample(odd__sage_batch *b, const odd__neighbours *links, const odd_rng *rng,
	const odd_job *job, odd_error *err)
{
	struct sample p = {b, links, rng};
	odd__chunks chunks;
	odd__chunks_even(&chunks, b->roots);
	odd_status status = odd__parallel(job, &chunks, sample_chunk, &p, NULL, err);
	if (status != ODD_OK)
		return status;
	for (; b->slots > 0; b->slots--)
		b->slot_of[b->node[b->slots - 1]] = 0;
	for (size_t r = 0; r < b->roots; r++) {
		slot_unit(b, r);
		for (size_t t = 0; t < b->hops[r]; t++)
			slot_unit(b, odd__sage_unit(b, r, t));
	}
	return ODD_OK;
}
