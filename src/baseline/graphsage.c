/* graphsage.c: GraphSAGE trained and run: batches, their sampled neighbourhoods, steps. */
#include "config.h"

#include "baseline/graphsage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "baseline/method.h"

#define WHO "GraphSAGE"
#define K_MOST 65536 /* multiplied with other sizes */

/* ---- batches ------------------------------------------------------------------------------- */

odd_status odd__sage_batch_alloc(odd__sage_batch *out, size_t nodes, size_t capacity, size_t near,
	size_t far, odd_error *err)
{
	size_t units = capacity * (1 + near), wide = near > far ? near : far;
	size_t most = units * (1 + wide); /* slots, were all different */
	*out = (odd__sage_batch){.capacity = capacity, .near = near, .far = far, .wide = wide};
	out->root = odd__take(&out->memory, capacity, sizeof *out->root);
	out->hops = odd__take(&out->memory, capacity, sizeof *out->hops);
	out->unit = odd__take(&out->memory, units, sizeof *out->unit);
	out->entries = odd__take(&out->memory, units, sizeof *out->entries);
	out->entry = odd__take(&out->memory, units * wide, sizeof *out->entry);
	out->weight = odd__take(&out->memory, units * wide, sizeof *out->weight);
	out->node = odd__take(&out->memory, most < nodes ? most : nodes, sizeof *out->node);
	out->slot_of = odd__take(&out->memory, nodes, sizeof *out->slot_of);
	odd_status status = odd__memory_check(&out->memory, err);
	if (status != ODD_OK)
		odd__sage_batch_free(out);
	return status;
}

void odd__sage_batch_free(odd__sage_batch *b)
{
	odd__memory_free(&b->memory);
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

/* ---- training ------------------------------------------------------------------------------ */

/* Negatives are drawn with chances ~ degree^0.75; a node without links never is. */
static odd_status frequent_nodes(odd_alias *out, const odd__neighbours *links, odd_error *err)
{
	double *weight = malloc(links->nodes * sizeof *weight);
	if (weight == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < links->nodes; i++)
		weight[i] = pow((double)odd__degree(links, i), 0.75);
	odd_status status = odd_alias_init(out, weight, links->nodes, err);
	free(weight);
	return status;
}

/* Of one step: each entry of the attributes and each sampled neighbour, forwards and backwards. */
static double step_flops(const odd_network *net, const odd_graphsage_options *o)
{
	double roots = 2.0 * (double)o->batch + (double)o->negatives;
	double sampled = roots * (double)o->near * (double)o->far;
	double entries = (double)odd_csr_nnz(odd_csr_const(net->C));
	return 4.0 * (2.0 * entries + sampled / 2.0) * (double)o->hidden;
}

static odd_status train(odd__sage *net, odd__sage_batch *batch, const odd__sage_draws *draws,
	const odd_graphsage_options *o, const odd_job *job, odd_error *err)
{
	odd_rng all, rng;
	odd_rng_init(&all, o->seed, "GraphSAGE training");
	for (size_t step = 0; step < o->steps; step++) {
		odd_job_report(job, WHO, (double)step, (double)o->steps);
		odd_rng_split(&rng, &all, step);
		odd__sage_draw_roots(batch, draws, &rng);
		odd_status status = odd__sage_sample(batch, draws->links, &rng, job, err);
		if (status == ODD_OK)
			status = odd__sage_forward(net, batch, job, err);
		if (status != ODD_OK)
			return status;
		if (!isfinite(odd__sage_loss(net, draws->pairs, draws->negatives)))
			return odd_error_set(err, ODD_ENUMERIC,
				WHO ": the loss of step %zu is not finite", step + 1);
		status = odd__sage_backward(net, batch, job, err);
		if (status == ODD_OK)
			status = odd__sage_update(net, o->rate, job, err);
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

static odd_status embed(odd_mat out, odd__sage *net, odd__sage_batch *batch,
	const odd__neighbours *links, uint64_t seed, const odd_job *job, odd_error *err)
{
	odd_rng all, rng;
	odd_rng_init(&all, seed, "GraphSAGE embedding");
	for (size_t i = 0; i < out.rows; i += batch->roots) {
		odd_job_report(job, WHO " embedding", (double)i, (double)out.rows);
		odd_rng_split(&rng, &all, i);
		batch->roots = out.rows - i < batch->capacity ? out.rows - i : batch->capacity;
		for (size_t r = 0; r < batch->roots; r++)
			batch->root[r] = (uint32_t)(i + r);
		odd_status status = odd__sage_sample(batch, links, &rng, job, err);
		if (status == ODD_OK)
			status = odd__sage_forward(net, batch, job, err);
		if (status != ODD_OK)
			return status;
		for (size_t r = 0; r < batch->roots; r++) {
			const real *e = odd__rrow(net->e, r);
			double *y = odd_mat_row(out, i + r);
			for (size_t k = 0; k < net->k_self; k++)
				y[k] = (double)e[k];
			for (size_t k = 0; k < net->k_near; k++)
				y[net->k_self + k] = (double)e[net->k_half + k];
		}
	}
	return ODD_OK;
}

odd_status odd_graphsage(odd_mat *out, const odd_network *net, const odd_graphsage_options *options,
	const odd_job *job, odd_error *err)
{
	const odd_graphsage_options o = *options;
	odd__neighbours links = {0};
	odd__features X = {0};
	odd__sage_batch batch = {0};
	odd__sage model = {0};
	odd_alias often = ODD_ALIAS_INIT;
	odd_rng rng;
	*out = (odd_mat){NULL, 0, 0, 0};
	odd_job own;
	odd_status status = ODD_OK;
	if (o.k < 2 || o.k > K_MOST)
		return odd_error_set(
			err, ODD_EUSAGE, WHO ": k is %zu and must be from 2 to %d", o.k, K_MOST);
	job = odd__job_for_step(&own, job, step_flops(net, &o));
	if (status == ODD_OK)
		status = odd__features_init(&X, net, true, WHO, err);
	if (status == ODD_OK)
		status = odd__neighbours_init(&links, net, WHO, err);
	if (status == ODD_OK)
		status = frequent_nodes(&often, &links, err);
	if (status == ODD_OK)
		status = odd__sage_batch_alloc(
			&batch, net->nodes, 2 * o.batch + o.negatives, o.near, o.far, err);
	odd_rng_init(&rng, o.seed, "GraphSAGE weights");
	if (status == ODD_OK)
		status = odd__sage_alloc(&model, &X, o.hidden, o.k, &batch, o.negatives, &rng, err);
	odd__sage_draws draws = {&links, &often, o.batch, o.negatives, o.reach};
	if (status == ODD_OK)
		status = train(&model, &batch, &draws, &o, job, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(out, net->nodes, o.k, err);
	if (status == ODD_OK)
		status = embed(*out, &model, &batch, &links, o.seed, job, err);
	if (status != ODD_OK)
		odd_mat_free(out);
	odd__sage_free(&model);
	odd__sage_batch_free(&batch);
	odd_alias_clear(&often);
	odd__features_clear(&X);
	odd__neighbours_clear(&links);
	return status;
}

/* ---- row of the table ---------------------------------------------------------------------- */

#define AT(field) offsetof(odd_graphsage_options, field)
static const odd_method_option graphsage_options[] = {
	ODD__WHOLE("hidden", AT(hidden), 1, 10000, "128", "128",
		"width of each half of the first layer"),
	ODD__WHOLE("near", AT(near), 1, 1000, "10", "10", "neighbours sampled of a node"),
	ODD__WHOLE("far", AT(far), 1, 1000, "25", "25", "neighbours sampled of each of those"),
	ODD__WHOLE("batch", AT(batch), 1, 65536, "512", "512", "pairs in a step"),
	ODD__WHOLE("negatives", AT(negatives), 1, 10000, "20", "20",
		"nodes the pairs of a step are pushed from"),
	ODD__WHOLE("reach", AT(reach), 1, 1000, "4", "4",
		"farthest place of a walk that makes a pair"),
	ODD__WHOLE("steps", AT(steps), 0, 1e9, "1000", "1000",
		"steps of training; 0 leaves the weights random, as a control"),
	ODD__ABOVE("rate", AT(rate), 0, 1, "0.001", "0.00001", "rate of learning"),
};
#undef AT

static odd_status run_graphsage(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_graphsage_options o;
	odd__settings_read(&o, call);
	return odd_graphsage(&out->embedding, call->net, &o, call->job, err);
}

const odd_method odd__method_graphsage = {
	.name = "graphsage",
	.title = "GraphSAGE",
	.published = "GraphSAGE",
	.note = "Unsupervised, mean aggregator, sampled neighbours, trained on pairs from "
		"walks. The public learning rate, a hundredth of ours, leaves the weights "
		"close to random: a run with rate=0.00001 belongs under a name of its "
		"own. Neighbours are drawn anew for each node, not from a fixed table.",
	.kind = ODD_METHOD_ATTRIBUTED,
	.published_k = 256,
	ODD__OPTIONS(graphsage_options),
	.run = run_graphsage,
};
