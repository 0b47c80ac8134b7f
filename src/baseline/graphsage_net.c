/* graphsage_net.c: the network of GraphSAGE, forwards and backwards at the same cost. */
#include "config.h"

#define ODD__UNFUSED

#include "baseline/graphsage.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/kernel.h"

#define CLIP 5.0

struct pass {
	odd__sage *net;
	const odd__sage_batch *b;
};

struct pairs {
	odd__sage *net;
	size_t pairs, negatives;
	double loss;
};

/* own = B_s and around = B_n for the strip of columns at c, ODD__REAL_PAD wide: slots strips each,
 * which stay in the second cache. */
struct strips {
	const struct pass *pass;
	real *own, *around;
	size_t c;
};

#ifdef ODD__SET
/* ---- forwards ---- */

/* to = Σ weight · P_n(entry), V vectors from column c of the second half on. */
ODD__INLINE void mean_tile(real *to, odd__rmat P, const uint32_t *entry, const real *weight,
	size_t n, size_t c, const int V)
{
	odd__rvec sum[8];
	for (int v = 0; v < V; v++)
		sum[v] = (odd__rvec){0};
	for (size_t a = 0; a < n; a++) {
		const odd__rvec *x = (const odd__rvec *)(P.data + (size_t)entry[a] * P.stride + c);
		for (int v = 0; v < V; v++)
			sum[v] += weight[a] * x[v];
	}
	for (int v = 0; v < V; v++)
		((odd__rvec *)(to + c))[v] = sum[v];
}

/* h_v = ReLU(a_v) and where it is above zero. */
ODD__INLINE void first_layer(real *h, const odd__sage *net, const odd__sage_batch *b, size_t v)
{
	size_t half = net->half, wide = 2 * half, c = half;
	const uint32_t *entry = b->entry + v * b->wide;
	const real *weight = b->weight + v * b->wide;
	uint8_t *alive = net->alive + v * wide;
	memcpy(h, odd__rrow(net->P, b->unit[v]), half * sizeof *h);
	for (; c + 8 * ODD__REAL_LANES <= wide; c += 8 * ODD__REAL_LANES)
		mean_tile(h, net->P, entry, weight, b->entries[v], c, 8);
	for (; c < wide; c += ODD__REAL_LANES)
		mean_tile(h, net->P, entry, weight, b->entries[v], c, 1);
#pragma omp simd
	for (size_t i = 0; i < wide; i++) {
		alive[i] = h[i] > 0;
		h[i] = h[i] > 0 ? h[i] : 0;
	}
}

void ODD__KERNEL(sage_first)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct pass *p = context;
	real *h = scratch;
	const odd__sage *net = p->net;
	size_t wide = 2 * net->half;
	real share = (real)(1.0 / (double)p->b->near);
	for (size_t r = begin; r < end; r++) {
		real *m = odd__rrow(net->m, r);
		first_layer(odd__rrow(net->h, r), net, p->b, r);
		memset(m, 0, wide * sizeof *m);
		for (size_t t = 0; t < p->b->hops[r]; t++) {
			first_layer(h, net, p->b, odd__sage_unit(p->b, r, t));
#pragma omp simd
			for (size_t i = 0; i < wide; i++)
				m[i] += share * h[i];
		}
	}
}

/* ---- backwards ---- */

ODD__INLINE void add(real *y, real a, const real *x, size_t n)
{
	for (size_t c = 0; c < n; c += ODD__REAL_LANES)
		*(odd__rvec *)(y + c) += a * *(const odd__rvec *)(x + c);
}

/* dE = g⁺ ∘ E′ + g⁻ E⁻, dE′ = g⁺ ∘ E and, in the caller, dE⁻ = g⁻ᵀ E, with
 * g⁺ = (σ(e·e′) − 1)/pairs and g⁻ = σ(e·e⁻)/pairs. */
void ODD__KERNEL(sage_pairs)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	struct pairs *p = context;
	odd__sage *net = p->net;
	size_t s = net->e.stride, pairs = p->pairs, negatives = p->negatives;
	double loss = 0.0, one = 1.0 / (double)pairs;
	for (size_t i = begin; i < end; i++) {
		const real *e = odd__rrow(net->e, i), *other = odd__rrow(net->e, pairs + i);
		real *de = odd__rrow(net->de, i);
		double t = odd__real_dot(e, other, s);
		real pull = (real)((odd__sigmoid(t) - 1.0) * one);
		loss += odd__softplus(-t);
		memset(de, 0, s * sizeof *de);
		memset(odd__rrow(net->de, pairs + i), 0, s * sizeof *de);
		add(de, pull, other, s);
		add(odd__rrow(net->de, pairs + i), pull, e, s);
		for (size_t k = 0; k < negatives; k++) {
			const real *far = odd__rrow(net->e, 2 * pairs + k);
			t = odd__real_dot(e, far, s);
			loss += odd__softplus(t);
			real push = (real)(odd__sigmoid(t) * one);
			odd__rrow(net->pull, i)[k] = push;
			add(de, push, far, s);
		}
	}
	p->loss = loss * one;
}

typedef uint8_t lane_bytes __attribute__((vector_size(ODD__REAL_LANES), aligned(1), may_alias));

/* One vector of a unit's gradient, let through where the unit was alive. */
ODD__INLINE odd__rvec let_through(const real *g, const uint8_t *alive, real scale)
{
	odd__rvec open = __builtin_convertvector(*(const lane_bytes *)alive, odd__rvec);
	return scale * open * *(const odd__rvec *)g;
}

/* own[v] += da_s and around[u] += weight · da_n, for the strip of columns at c of either half. */
ODD__INLINE void scatter_unit(
	const struct strips *s, size_t v, const real *g, real scale, const size_t c)
{
	const odd__sage_batch *b = s->pass->b;
	size_t half = s->pass->net->half, count = b->entries[v];
	const uint8_t *alive = s->pass->net->alive + v * 2 * half;
	const uint32_t *entry = b->entry + v * b->wide;
	const real *weight = b->weight + v * b->wide;
	odd__rvec da[ODD__PER_64], *own = (odd__rvec *)(s->own + b->unit[v] * ODD__REAL_PAD);
	for (size_t l = 0; l < ODD__PER_64; l++) {
		const size_t at = c + l * ODD__REAL_LANES;
		own[l] += let_through(g + at, alive + at, scale);
		da[l] = let_through(g + half + at, alive + half + at, scale);
	}
	for (size_t a = 0; a < count; a++) {
		odd__rvec *to = (odd__rvec *)(s->around + entry[a] * ODD__REAL_PAD);
		for (size_t l = 0; l < ODD__PER_64; l++)
			to[l] += weight[a] * da[l];
	}
}

void ODD__KERNEL(sage_scatter)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct strips *s = context;
	const odd__sage *net = s->pass->net;
	const odd__sage_batch *b = s->pass->b;
	real share = (real)(1.0 / (double)b->near);
	memset(s->own, 0, b->slots * ODD__REAL_PAD * sizeof *s->own);
	memset(s->around, 0, b->slots * ODD__REAL_PAD * sizeof *s->around);
	for (size_t r = begin; r < end; r++) {
		scatter_unit(s, r, odd__rrow(net->dh, r), 1, s->c);
		for (size_t t = 0; t < b->hops[r]; t++)
			scatter_unit(
				s, odd__sage_unit(b, r, t), odd__rrow(net->dm, r), share, s->c);
	}
}
#else
/* ---- memory ---- */

odd_status odd__sage_alloc(odd__sage *out, const odd__features *X, size_t hidden, size_t k,
	const odd__sage_batch *batch, size_t negatives, odd_rng *rng, odd_error *err)
{
	odd__memory *memory = &out->memory;
	size_t half = odd__whole_lanes(hidden), wide = 2 * half, roots = batch->capacity;
	size_t slots = roots * (1 + batch->near) * (1 + batch->wide);
	slots = slots < X->rows ? slots : X->rows;
	*out = (odd__sage){.X = X,
		.hidden = hidden,
		.half = half,
		.k_self = (k + 1) / 2,
		.k_near = k / 2,
		.k_half = odd__whole_lanes((k + 1) / 2)};
	out->first = odd__tensor_take(memory, X->cols, wide);
	out->self = odd__tensor_take(memory, wide, out->k_self);
	out->near = odd__tensor_take(memory, wide, out->k_near);
	out->offset = odd__rmat_take(memory, 1, wide);
	out->P = odd__rmat_take(memory, slots, wide);
	out->h = odd__rmat_take(memory, roots, wide);
	out->m = odd__rmat_take(memory, roots, wide);
	out->dh = odd__rmat_take(memory, roots, wide);
	out->dm = odd__rmat_take(memory, roots, wide);
	out->e = odd__rmat_take(memory, roots, 2 * out->k_half);
	out->de = odd__rmat_take(memory, roots, 2 * out->k_half);
	out->zs = odd__rmat_take(memory, roots, out->k_self);
	out->zn = odd__rmat_take(memory, roots, out->k_near);
	out->self_t = odd__rmat_take(memory, out->k_self, wide);
	out->near_t = odd__rmat_take(memory, out->k_near, wide);
	out->pull = odd__rmat_take(memory, roots, negatives);
	out->away = odd__rmat_take(memory, negatives, 2 * out->k_half);
	out->alive = odd__take(memory, roots * (1 + batch->near), wide);
	out->norm = odd__take(memory, roots, sizeof *out->norm);
	odd_status status = odd__memory_check(memory, err);
	if (status != ODD_OK) {
		odd__sage_free(out);
		return status;
	}
	for (size_t side = 0; side < 2; side++) {
		odd__tensor_glorot(
			&out->first, 0, X->cols, side * half, hidden, X->cols, hidden, rng);
		odd__tensor_glorot(&out->self, side * half, hidden, 0, out->k_self, 2 * hidden,
			out->k_self, rng);
		odd__tensor_glorot(&out->near, side * half, hidden, 0, out->k_near, 2 * hidden,
			out->k_near, rng);
	}
	return ODD_OK;
}

void odd__sage_free(odd__sage *net)
{
	odd__memory_free(&net->memory);
	memset(net, 0, sizeof *net);
}

/* ---- forwards ---- */

static void offset_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	odd__sage *net = ((struct pass *)context)->net;
	odd__sparse_offset(net->offset, net->X, net->first.w, begin, end);
}

static void project_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct pass *p = context;
	odd__rmat none = {NULL, 0, 0, 0};
	odd__sparse_times(p->net->P, p->net->X, p->b->node, p->net->first.w,
		p->net->X->shift != NULL ? p->net->offset : none, none, begin, end);
}

static void normalise(odd__sage *net, size_t r)
{
	double square = 0.0;
	real *e = odd__rrow(net->e, r);
	memcpy(e, odd__rrow(net->zs, r), net->zs.stride * sizeof *e);
	memcpy(e + net->k_half, odd__rrow(net->zn, r), net->zn.stride * sizeof *e);
	for (size_t c = 0; c < net->e.stride; c++)
		square += (double)e[c] * (double)e[c];
	net->norm[r] = sqrt(square);
	for (size_t c = 0; c < net->e.stride; c++)
		e[c] = (real)((double)e[c] / fmax(net->norm[r], ODD__SAGE_SHORTEST));
}

static void forward_chunk(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct pass *p = context;
	odd__sage *net = p->net;
	ODD__DEEP(sage_first)(p, scratch, 0, begin, end);
	odd__layer_times(net->zs, net->h, net->self.w, begin, end);
	odd__layer_times(net->zn, net->m, net->near.w, begin, end);
	for (size_t r = begin; r < end; r++)
		normalise(net, r);
}

odd_status odd__sage_forward(
	odd__sage *net, const odd__sage_batch *b, const odd_job *job, odd_error *err)
{
	struct pass p = {net, b};
	odd__chunks chunks;
	odd_status status = ODD_OK;
	if (net->X->shift != NULL) {
		odd__column_chunks(&chunks, 2 * net->half, ODD__REAL_PAD);
		status = odd__parallel(job, &chunks, offset_chunk, &p, NULL, err);
	}
	if (status == ODD_OK) {
		odd__chunks_even(&chunks, b->slots);
		status = odd__parallel(job, &chunks, project_chunk, &p, NULL, err);
	}
	if (status == ODD_OK) {
		odd__chunks_even(&chunks, b->roots);
		status = odd__parallel_scratch(
			job, &chunks, forward_chunk, &p, 2 * net->half * sizeof(real), NULL, err);
	}
	return status;
}

/* ---- loss ---- */

double odd__sage_loss(odd__sage *net, size_t pairs, size_t negatives)
{
	assert(2 * pairs + negatives <= net->e.rows && negatives <= net->pull.cols);
	struct pairs p = {net, pairs, negatives, 0.0};
	ODD__DEEP(sage_pairs)(&p, NULL, 0, 0, pairs);
	odd__layer_outer(
		net->away, odd__rfirst(net->pull, pairs), odd__rfirst(net->e, pairs), 0, negatives);
	memcpy(odd__rrow(net->de, 2 * pairs), net->away.data,
		negatives * net->de.stride * sizeof(real));
	return p.loss;
}

/* ---- backwards ---- */

/* dz = (de − e (e·de)) / ‖z‖; where z was too short to be normalised, de / ODD__SAGE_SHORTEST. */
static void normalise_back(odd__sage *net, size_t r)
{
	const real *e = odd__rrow(net->e, r);
	real *de = odd__rrow(net->de, r);
	double along = 0.0, length = net->norm[r];
	for (size_t c = 0; c < net->e.stride; c++)
		along += (double)e[c] * (double)de[c];
	if (length < ODD__SAGE_SHORTEST) {
		length = ODD__SAGE_SHORTEST;
		along = 0.0;
	}
	for (size_t c = 0; c < net->e.stride; c++)
		de[c] = (real)(((double)de[c] - (double)e[c] * along) / length);
	memcpy(odd__rrow(net->zs, r), de, net->zs.stride * sizeof *de);
	memcpy(odd__rrow(net->zn, r), de + net->k_half, net->zn.stride * sizeof *de);
}

static void back_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	odd__sage *net = ((struct pass *)context)->net;
	for (size_t r = begin; r < end; r++)
		normalise_back(net, r);
	odd__layer_times(net->dh, net->zs, net->self_t, begin, end);
	odd__layer_times(net->dm, net->zn, net->near_t, begin, end);
}

/* The strip of columns at c of d[Ws1 | Wn1] = Xᵀ B, made in `strip` (64 bytes for each attribute):
 * rows of a matrix would lie at distances that share few sets of a cache. */
static void first_gradient(real *strip, const struct pass *p, real *B, size_t c)
{
	odd__rmat g = p->net->first.g, from = {B, p->b->slots, ODD__REAL_PAD, ODD__REAL_PAD};
	odd__rmat to = {strip, g.rows, ODD__REAL_PAD, ODD__REAL_PAD};
	memset(strip, 0, g.rows * ODD__REAL_PAD * sizeof *strip);
	odd__sparse_outer(to, p->net->X, p->b->node, from, 0, ODD__REAL_PAD);
	for (size_t d = 0; d < g.rows; d++)
		memcpy(odd__rrow(g, d) + c, odd__rrow(to, d), ODD__REAL_PAD * sizeof *strip);
}

/* Columns begin … end−1 of either half of the hidden layer: the weights into them, and those out of
 * them. Cut by columns, every sum keeps its order. */
static void columns_chunk(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct pass *p = context;
	odd__sage *net = p->net;
	size_t n = p->b->roots;
	odd__rmat h = odd__rfirst(net->h, n), m = odd__rfirst(net->m, n);
	odd__rmat zs = odd__rfirst(net->zs, n), zn = odd__rfirst(net->zn, n);
	real *own = scratch, *around = own + p->b->slots * ODD__REAL_PAD;
	real *strip = around + p->b->slots * ODD__REAL_PAD;
	for (size_t c = begin; c < end; c += ODD__REAL_PAD) {
		struct strips s = {p, own, around, c};
		ODD__DEEP(sage_scatter)(&s, NULL, 0, 0, n);
		first_gradient(strip, p, own, c);
		first_gradient(strip, p, around, net->half + c);
	}
	for (size_t side = 0; side <= net->half; side += net->half) {
		odd__layer_outer(net->self.g, h, zs, side + begin, side + end);
		odd__layer_outer(net->near.g, m, zn, side + begin, side + end);
	}
}

odd_status odd__sage_backward(
	odd__sage *net, const odd__sage_batch *b, const odd_job *job, odd_error *err)
{
	struct pass p = {net, b};
	odd__chunks rows, columns;
	odd__layer_turn(net->self_t, net->self.w);
	odd__layer_turn(net->near_t, net->near.w);
	odd__chunks_even(&rows, b->roots);
	odd__column_chunks(&columns, net->half, ODD__REAL_PAD);
	odd_status status = odd__parallel(job, &rows, back_chunk, &p, NULL, err);
	if (status == ODD_OK)
		status = odd__parallel_scratch(job, &columns, columns_chunk, &p,
			(2 * b->slots + net->X->cols) * ODD__REAL_PAD * sizeof(real), NULL, err);
	return status;
}

odd_status odd__sage_update(odd__sage *net, double rate, const odd_job *job, odd_error *err)
{
	odd_status status = odd__adam_step(&net->first, rate, CLIP, job, err);
	if (status == ODD_OK)
		status = odd__adam_step(&net->self, rate, CLIP, job, err);
	if (status == ODD_OK)
		status = odd__adam_step(&net->near, rate, CLIP, job, err);
	return status;
}
#endif
