/* walks.c: uniform and second-order walks.
 *
 * From t to v, then to a neighbour x of v with probability in proportion to w_vx a_tx,
 *
 *     a = 1/p if x = t,  1 if x ~ t,  1/q otherwise.
 *
 * Rejection: draw x by w_vx alone, keep it with probability a / max(1/p, 1, 1/q). This needs no
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

#include "baseline/links.h"
#include "linalg/alias.h"

#define PATIENCE 16 /* so many rejections, and one for each neighbour, before it is written out */

struct odd_walks {
	odd__links links;
	bool second_order;
	double back, away;  /* 1/p, 1/q */
	double least, most; /* of {1, 1/q}: what x ≠ t can get */
	double scale;       /* max(1/p, 1, 1/q) */
	double *keep;       /* of weighted walks: an alias table for every row, arc by arc … */
	uint32_t *other;    /* … as positions in the row; NULL when links count alike */
};

/* ---- beginning ---- */

/* Alias tables of all rows, laid out like the arcs. */
static odd_status weigh_arcs(odd_walks *walks, odd_error *err)
{
	odd_ccsr A = walks->links.A;
	size_t nnz = odd_csr_nnz(A);
	walks->keep = malloc((nnz + 1) * sizeof *walks->keep);
	walks->other = malloc((nnz + 1) * sizeof *walks->other);
	if (walks->keep == NULL || walks->other == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < A.rows; i++) {
		size_t begin = A.ptr[i], degree = A.ptr[i + 1] - begin;
		if (degree == 0)
			continue;
		odd_alias row;
		odd_status status = odd_alias_init(&row, A.val + begin, degree, err);
		if (status != ODD_OK)
			return status;
		memcpy(walks->keep + begin, row.keep, degree * sizeof *row.keep);
		memcpy(walks->other + begin, row.other, degree * sizeof *row.other);
		odd_alias_clear(&row);
	}
	return ODD_OK;
}

odd_status odd_walks_create(
	odd_walks **out, const odd_network *net, const odd_walks_options *options, odd_error *err)
{
	const odd_walks_options standard = ODD_WALKS_OPTIONS_INIT;
	const odd_walks_options *o = options != NULL ? options : &standard;
	*out = NULL;
	if (!(o->p > 0.0 && o->q > 0.0) || !isfinite(1.0 / o->p) || !isfinite(1.0 / o->q) ||
		!isfinite(o->p) || !isfinite(o->q))
		return odd_error_set(err, ODD_EUSAGE,
			"walks: p %g and q %g must be positive and finite", o->p, o->q);
	odd_walks *walks = calloc(1, sizeof *walks);
	if (walks == NULL)
		return odd_error_nomem(err);
	walks->second_order = o->p != 1.0 || o->q != 1.0;
	walks->back = 1.0 / o->p;
	walks->away = 1.0 / o->q;
	walks->least = fmin(1.0, walks->away);
	walks->most = fmax(1.0, walks->away);
	walks->scale = fmax(walks->back, walks->most);
	odd_status status = odd__links_init(&walks->links, net, err);
	if (status == ODD_OK && o->weighted && walks->links.A.val != NULL)
		status = weigh_arcs(walks, err);
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
	free(walks->keep);
	free(walks->other);
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

/* A neighbour of v by weight alone. */
static uint32_t neighbour(const odd_walks *walks, uint32_t v, odd_rng *rng)
{
	odd_ccsr A = walks->links.A;
	size_t begin = A.ptr[v], at = (size_t)odd_rng_below(rng, A.ptr[v + 1] - begin);
	if (walks->keep != NULL && odd_rng_uniform(rng) >= walks->keep[begin + at])
		at = walks->other[begin + at];
	return A.idx[begin + at];
}

/* a_tx */
static double steer(const odd_walks *walks, uint32_t t, uint32_t x)
{
	if (x == t)
		return walks->back;
	return linked(walks->links.A, x, t) ? 1.0 : walks->away;
}

static double arc_weight(const odd_walks *walks, size_t arc)
{
	return walks->keep != NULL ? walks->links.A.val[arc] : 1.0;
}

/* The step without rejection: a walk along the cumulated weights, twice. */
static uint32_t written_out(const odd_walks *walks, uint32_t t, uint32_t v, odd_rng *rng)
{
	odd_ccsr A = walks->links.A;
	double sum = 0.0;
	for (size_t e = A.ptr[v]; e < A.ptr[v + 1]; e++)
		sum += arc_weight(walks, e) * steer(walks, t, A.idx[e]);
	double left = odd_rng_uniform(rng) * sum;
	for (size_t e = A.ptr[v]; e + 1 < A.ptr[v + 1]; e++) {
		left -= arc_weight(walks, e) * steer(walks, t, A.idx[e]);
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
		uint32_t x = neighbour(walks, v, rng);
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
				    ? neighbour(walks, nodes[at - 1], rng)
				    : second_step(walks, nodes[at - 2], nodes[at - 1], rng);
	return length;
}
