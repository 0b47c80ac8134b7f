#include "config.h"

#include "baseline/graphsage.h"

#include <math.h>
#include <stdlib.h>

#include "baseline/sage.h"
#include "linalg/alias.h"

#define WHO "GraphSAGE"
#define MOST 65536 /* of sizes that are multiplied with each other */

static odd_status check_options(const odd_graphsage_options *o, odd_error *err)
{
	const struct {
		const char *name;
		size_t value, least;
	} sizes[] = {{"k", o->k, 2}, {"hidden", o->hidden, 1}, {"near", o->near, 1},
		{"far", o->far, 1}, {"batch", o->batch, 1}, {"negatives", o->negatives, 1},
		{"reach", o->reach, 1}};
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		if (sizes[s].value < sizes[s].least || sizes[s].value > MOST)
			return odd_error_set(err, ODD_EUSAGE,
				WHO ": %s is %zu and must be from %zu to %d", sizes[s].name,
				sizes[s].value, sizes[s].least, MOST);
	if (!(o->rate > 0.0) || !isfinite(o->rate))
		return odd_error_set(
			err, ODD_EUSAGE, WHO ": a learning rate of %g is not positive", o->rate);
	return ODD_OK;
}

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
	odd_graphsage_options o = ODD_GRAPHSAGE_OPTIONS_INIT;
	odd__neighbours links = {0};
	odd__features X = {0};
	odd__sage_batch batch = {0};
	odd__sage model = {0};
	odd_alias often = ODD_ALIAS_INIT;
	odd_rng rng;
	*out = (odd_mat){NULL, 0, 0, 0};
	if (options != NULL)
		o = *options;
	odd_job own;
	odd_status status = check_options(&o, err);
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
