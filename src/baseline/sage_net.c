/* sage_net.c: the network of GraphSAGE, made and run forwards. A batch costs O((entries of the rows
 * it meets + sampled neighbours + roots · K) · hidden).
 */
#include "config.h"

#include "baseline/sage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/kernel.h"

struct pass {
	odd__sage *net;
	const odd__sage_batch *b;
};

#ifdef ODD__SET
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
#else
/* ---- memory ---- */

odd_status odd__sage_alloc(odd__sage *out, const odd__features *X, size_t hidden, size_t k,
	const odd__sage_batch *batch, size_t negatives, odd_rng *rng, odd_error *err)
{
	memset(out, 0, sizeof *out);
	size_t half = odd__whole_lanes(hidden), wide = 2 * half, roots = batch->capacity;
	size_t slots = roots * (1 + batch->near) * (1 + batch->wide);
	slots = slots < X->rows ? slots : X->rows;
	out->X = X;
	out->hidden = hidden;
	out->half = half;
	out->k_self = (k + 1) / 2;
	out->k_near = k / 2;
	out->k_half = odd__whole_lanes(out->k_self);
	struct {
		odd__rmat *m;
		size_t rows, cols;
	} parts[] = {{&out->offset, 1, wide}, {&out->P, slots, wide}, {&out->h, roots, wide},
		{&out->m, roots, wide}, {&out->dh, roots, wide}, {&out->dm, roots, wide},
		{&out->e, roots, 2 * out->k_half}, {&out->de, roots, 2 * out->k_half},
		{&out->zs, roots, out->k_self}, {&out->zn, roots, out->k_near},
		{&out->self_t, out->k_self, wide}, {&out->near_t, out->k_near, wide},
		{&out->pull, roots, negatives}, {&out->away, negatives, 2 * out->k_half}};
	odd_status status = odd__tensor_alloc(&out->first, X->cols, wide, err);
	if (status == ODD_OK)
		status = odd__tensor_alloc(&out->self, wide, out->k_self, err);
	if (status == ODD_OK)
		status = odd__tensor_alloc(&out->near, wide, out->k_near, err);
	for (size_t p = 0; p < sizeof parts / sizeof *parts && status == ODD_OK; p++)
		status = odd__rmat_alloc(parts[p].m, parts[p].rows, parts[p].cols, err);
	out->alive = malloc(roots * (1 + batch->near) * wide);
	out->norm = malloc(roots * sizeof *out->norm);
	if (status == ODD_OK && (out->alive == NULL || out->norm == NULL))
		status = odd_error_nomem(err);
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
	odd__rmat *parts[] = {&net->offset, &net->P, &net->h, &net->m, &net->dh, &net->dm, &net->e,
		&net->de, &net->zs, &net->zn, &net->self_t, &net->near_t, &net->pull, &net->away};
	for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
		odd__rmat_free(parts[p]);
	odd__tensor_free(&net->first);
	odd__tensor_free(&net->self);
	odd__tensor_free(&net->near);
	free(net->alive);
	free(net->norm);
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
#endif
