/* explain_near.c: the nodes whose embedding points the same way.
 *
 *     E_j = (G_j + U_j Wᵀ)/2        similarity(j) = cos(E_i, E_j)
 *
 * Block by block, since the embedding of all nodes at once would be another N × K matrix. O(N K²),
 * as a G step. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "linalg/block.h"
#include "linalg/thin.h"
#include "score/explain_internal.h"

struct cosines {
	odd_one_state state;
	odd_cmat Wt;
	double *own; /* E_i, K padded */
	double *out; /* N; −2 where there is no direction */
};

#ifdef ODD__SET
/* 2 E for a block of rows from i0 on into T. */
ODD__INLINE void embed_block(double *T, const struct cosines *c, size_t i0)
{
	const size_t s = c->Wt.stride;
	odd__block_times(T, odd_cmat_row(c->state.U, i0), c->Wt.data, c->state.k, s);
	for (size_t i = 0; i < ODD__B && i0 + i < c->state.nodes; i++) {
		const double *g = odd_cmat_row(c->state.G, i0 + i);
		for (size_t q = 0; q < s; q++)
			T[i * s + q] += g[q];
	}
}

void ODD__KERNEL(explain_cosines)(
	void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct cosines *c = context;
	const size_t s = c->Wt.stride;
	double *T = scratch, own = sqrt(odd__row_dot(c->own, c->own, s));
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		embed_block(T, c, i0);
		for (size_t i = 0; i < ODD__B && i0 + i < end; i++) {
			const double *t = T + i * s;
			double lengths = own * sqrt(odd__row_dot(t, t, s));
			double cosine = lengths > 0.0 ? odd__row_dot(c->own, t, s) / lengths : -2.0;
			c->out[i0 + i] = cosine > 1.0 ? 1.0 : cosine;
		}
	}
}

/* 2 E of node `begin` into own. */
void ODD__KERNEL(explain_own)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk, (void)end;
	const struct cosines *c = context;
	const size_t s = c->Wt.stride, i0 = begin / ODD__B * ODD__B;
	double *T = scratch;
	embed_block(T, c, i0);
	for (size_t q = 0; q < s; q++)
		c->own[q] = T[(begin - i0) * s + q];
}
#else
static odd_status list(odd_explanation *e, const odd__explained *x, const double *cosine,
	size_t wanted, odd_error *err)
{
	odd__best best;
	odd_status status = odd__best_init(&best, wanted < e->nodes ? wanted : e->nodes, err);
	if (status == ODD_OK && (e->near = malloc((best.room + 1) * sizeof *e->near)) == NULL)
		status = odd_error_nomem(err);
	for (size_t j = 0; j < e->nodes && status == ODD_OK; j++)
		if (j != e->node && cosine[j] >= -1.5)
			odd__best_offer(&best, j, cosine[j] < -1.0 ? -1.0 : cosine[j]);
	for (size_t b = 0; b < best.count && status == ODD_OK; b++)
		e->near[e->near_count++] = (odd_explain_near){.node = best.at[b],
			.id = odd_names_get(&x->net->ids, best.at[b]),
			.title = odd_network_title(x->net, best.at[b]),
			.label = odd__label_of(x->net, best.at[b]),
			.similarity = best.value[b]};
	odd__best_clear(&best);
	return status;
}

odd_status odd__explain_near(
	odd_explanation *e, const odd__explained *x, size_t wanted, odd_error *err)
{
	struct cosines c = {.state = odd_one_look(x->run)};
	odd_mat Wt = {0}, own = {0}, T = {0};
	double *cosine = malloc((e->nodes + 1) * sizeof *cosine);
	odd_status status = cosine != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&Wt, c.state.k, c.state.k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&own, 1, c.state.k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&T, ODD__B, c.state.k, err);
	if (status == ODD_OK) {
		odd__chunks chunks;
		odd_job own_job;
		double flops = 2.0 * (double)e->nodes * (double)c.state.k * (double)Wt.stride;
		odd_mat_transpose(Wt, c.state.W);
		c.Wt = odd_mat_const(Wt);
		c.out = cosine;
		c.own = own.data;
		odd__kernels()->explain_own(&c, T.data, 0, e->node, e->node + 1);
		odd__chunks_even(&chunks, e->nodes);
		status = odd__parallel_scratch(odd__job_for(&own_job, x->job, flops), &chunks,
			odd__kernels()->explain_cosines, &c, ODD__B * Wt.stride * sizeof(double),
			NULL, err);
	}
	if (status == ODD_OK)
		status = list(e, x, cosine, wanted, err);
	odd_mat_free(&Wt);
	odd_mat_free(&own);
	odd_mat_free(&T);
	free(cosine);
	return status;
}
#endif
