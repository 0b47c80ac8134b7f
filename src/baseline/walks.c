/* walks.c: uniform and second-order walks.
 *
 * From t to v, then to a neighbour x of v with probability in proportion to a_tx,
 *
 *     a = 1/p if x = t,  1 if x ~ t,  1/q otherwise.
 *
 * Rejection: draw any neighbour x, keep it with probability a / max(1/p, 1, 1/q). This needs no
 * table of Σ deg² entries; whether x ~ t is looked up in the graph, in the shorter of two sorted
 * rows, and only when the random number leaves it open. Where rejection would go on for long (a
 * tree with p and q large: no a is near the maximum) the law of the step is written out instead,
 * which is the same law.
 */
#include "config.h"

#include "baseline/walks.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/walks.h"

/* Every stored link and its mirror image, merged. */
static odd_status both_ways(odd_csr *out, odd_ccsr A, odd_error *err)
{
	size_t nnz = odd_csr_nnz(A), n = 0;
	odd__memory memory = {0};
	uint32_t *r = odd__take(&memory, 2 * nnz, sizeof *r);
	uint32_t *c = odd__take(&memory, 2 * nnz, sizeof *c);
	double *v = A.val != NULL ? odd__take(&memory, 2 * nnz, sizeof *v) : NULL;
	odd_status status = odd__memory_check(&memory, err);
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++, n += 2) {
			r[n] = c[n + 1] = (uint32_t)i;
			c[n] = r[n + 1] = A.idx[e];
			if (v != NULL)
				v[n] = v[n + 1] = A.val[e];
		}
	if (status == ODD_OK)
		status = odd_csr_from_triplets(
			out, A.rows, A.cols, n, r, c, v, ODD_MERGE_MAX, NULL, err);
	odd__memory_free(&memory);
	return status;
}

odd_status odd__links_init(odd__links *out, const odd_network *net, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->A = odd_csr_const(net->A);
	if (!net->directed)
		return ODD_OK;
	odd_status status = both_ways(&out->own, out->A, err);
	if (status == ODD_OK)
		out->A = odd_csr_const(out->own);
	return status;
}

void odd__links_clear(odd__links *links)
{
	odd_csr_clear(&links->own);
	memset(links, 0, sizeof *links);
}

#define PATIENCE 16 /* so many rejections, and one for each neighbour, before it is written out */

struct odd_walks {
	odd__links links;
	bool second_order;
	double back, away;  /* 1/p, 1/q */
	double least, most; /* of {1, 1/q}: what x ≠ t can get */
	double scale;       /* max(1/p, 1, 1/q) */
};

/* ---- beginning ---- */

odd_status odd_walks_create(
	odd_walks **out, const odd_network *net, double p, double q, odd_error *err)
{
	*out = NULL;
	if (!(p > 0.0 && q > 0.0) || !isfinite(1.0 / p) || !isfinite(1.0 / q) || !isfinite(p) ||
		!isfinite(q))
		return odd_error_set(
			err, ODD_EUSAGE, "walks: p %g and q %g must be positive and finite", p, q);
	odd_walks *walks = calloc(1, sizeof *walks);
	if (walks == NULL)
		return odd_error_nomem(err);
	walks->second_order = p != 1.0 || q != 1.0;
	walks->back = 1.0 / p;
	walks->away = 1.0 / q;
	walks->least = fmin(1.0, walks->away);
	walks->most = fmax(1.0, walks->away);
	walks->scale = fmax(walks->back, walks->most);
	odd_status status = odd__links_init(&walks->links, net, err);
	if (status == ODD_OK)
		*out = walks;
	else
		odd_walks_free(walks);
	return status;
}

void odd_walks_free(odd_walks *walks)
{
	if (walks == NULL)
		return;
	odd__links_clear(&walks->links);
	free(walks);
}

size_t odd_walks_nodes(const odd_walks *walks)
{
	return walks->links.A.rows;
}

/* ---- walking ---- */

/* Is x in the row of t? */
static bool linked(odd_ccsr A, uint32_t x, uint32_t t)
{
	if (A.ptr[x + 1] - A.ptr[x] < A.ptr[t + 1] - A.ptr[t]) {
		uint32_t swap = x;
		x = t;
		t = swap;
	}
	return odd_csr_find(A, t, x) != SIZE_MAX;
}

/* Any neighbour of v. */
static uint32_t draw_neighbour(odd_ccsr A, uint32_t v, odd_rng *rng)
{
	return A.idx[A.ptr[v] + (size_t)odd_rng_below(rng, A.ptr[v + 1] - A.ptr[v])];
}

/* a_tx */
static double steer(const odd_walks *walks, uint32_t t, uint32_t x)
{
	if (x == t)
		return walks->back;
	return linked(walks->links.A, x, t) ? 1.0 : walks->away;
}

/* The step without rejection: a walk along the cumulated chances, twice. */
static uint32_t written_out(const odd_walks *walks, uint32_t t, uint32_t v, odd_rng *rng)
{
	odd_ccsr A = walks->links.A;
	double sum = 0.0;
	for (size_t e = A.ptr[v]; e < A.ptr[v + 1]; e++)
		sum += steer(walks, t, A.idx[e]);
	double left = odd_rng_uniform(rng) * sum;
	for (size_t e = A.ptr[v]; e + 1 < A.ptr[v + 1]; e++) {
		left -= steer(walks, t, A.idx[e]);
		if (left < 0.0)
			return A.idx[e];
	}
	return A.idx[A.ptr[v + 1] - 1];
}

static uint32_t second_step(const odd_walks *walks, uint32_t t, uint32_t v, odd_rng *rng)
{
	odd_ccsr A = walks->links.A;
	size_t degree = A.ptr[v + 1] - A.ptr[v];
	if (degree == 1) /* a leaf: the way back is the only one, however rare */
		return A.idx[A.ptr[v]];
	for (size_t trial = 0; trial < PATIENCE + degree; trial++) {
		uint32_t x = draw_neighbour(A, v, rng);
		double height = odd_rng_uniform(rng) * walks->scale;
		if (x == t) {
			if (height < walks->back)
				return x;
		} else if (height < walks->least ||
			   (height < walks->most && height < steer(walks, t, x))) {
			return x;
		}
	}
	return written_out(walks, t, v, rng);
}

size_t odd_walks_draw(
	uint32_t *nodes, const odd_walks *walks, uint32_t start, size_t length, odd_rng *rng)
{
	odd_ccsr A = walks->links.A;
	assert(start < A.rows && length >= 1);
	nodes[0] = start;
	if (A.ptr[start] == A.ptr[start + 1])
		return 1; /* links go both ways, so no later node can be without */
	for (size_t at = 1; at < length; at++)
		nodes[at] = at == 1 || !walks->second_order
				    ? draw_neighbour(A, nodes[at - 1], rng)
				    : second_step(walks, nodes[at - 2], nodes[at - 1], rng);
	return length;
}

/* ---- all walks of a run ------------------------------------------------------------------- */

odd_status odd__corpus_init(odd__corpus *out, const odd_walks *walks, size_t rounds, size_t length,
	uint64_t seed, odd_error *err)
{
	size_t nodes = odd_walks_nodes(walks);
	*out = (odd__corpus){
		.walks = walks, .nodes = nodes, .rounds = rounds, .length = length, .seed = seed};
	out->order = odd__take(&out->memory, nodes, sizeof *out->order);
	out->walk = odd__take(&out->memory, length, sizeof *out->walk);
	odd_status status = odd__memory_check(&out->memory, err);
	if (status == ODD_OK)
		odd__corpus_rewind(out);
	else
		odd__corpus_clear(out);
	return status;
}

void odd__corpus_clear(odd__corpus *corpus)
{
	odd__memory_free(&corpus->memory);
	memset(corpus, 0, sizeof *corpus);
}

void odd__corpus_rewind(odd__corpus *corpus)
{
	odd_rng_init(&corpus->rng, corpus->seed, "walks");
	for (size_t i = 0; i < corpus->nodes; i++)
		corpus->order[i] = (uint32_t)i;
	corpus->round = corpus->at = 0;
}

size_t odd__corpus_next(odd__corpus *corpus)
{
	if (corpus->at == corpus->nodes) {
		corpus->at = 0;
		corpus->round++;
	}
	if (corpus->round >= corpus->rounds || corpus->nodes == 0)
		return 0;
	if (corpus->at == 0)
		odd_rng_shuffle(&corpus->rng, corpus->order, corpus->nodes);
	return odd_walks_draw(corpus->walk, corpus->walks, corpus->order[corpus->at++],
		corpus->length, &corpus->rng);
}
