/* skipgram.c: the setting up of a skip-gram model; skipgram_train.c reads the walks.
 *
 * A token of node v is read with probability min(1, (√(f/s) + 1) s/f), f = count(v),
 * s = sample · tokens. Noise nodes are drawn by count^0.75.
 */
#include "config.h"

#include "baseline/skipgram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"

#define NOISE_POWER 0.75
#define REPORT_TOKENS 2e5

static odd_status check_options(const odd__skipgram_options *o, odd_error *err)
{
	const struct {
		const char *name;
		size_t value;
	} counts[] = {{"k", o->k}, {"window", o->window}, {"epochs", o->epochs},
		{"negative", o->negative + o->tree}};
	for (size_t t = 0; t < sizeof counts / sizeof *counts; t++)
		if (counts[t].value == 0)
			return odd_error_set(err, ODD_EUSAGE, "%s: %s must be at least 1", o->name,
				counts[t].name);
	if (o->negative > UINT32_MAX)
		return odd_error_set(
			err, ODD_EUSAGE, "%s: %zu noise nodes are too many", o->name, o->negative);
	if (!(o->alpha > 0.0) || !isfinite(o->alpha))
		return odd_error_set(
			err, ODD_EUSAGE, "%s: alpha %g is not positive", o->name, o->alpha);
	if (!(o->alpha_min >= 0.0 && o->alpha_min <= o->alpha))
		return odd_error_set(err, ODD_EUSAGE,
			"%s: the last alpha %g is not between 0 and the first, %g", o->name,
			o->alpha_min, o->alpha);
	if (!(o->sample >= 0.0) || !isfinite(o->sample))
		return odd_error_set(
			err, ODD_EUSAGE, "%s: sample %g is not at least 0", o->name, o->sample);
	return ODD_OK;
}

static odd_status count_tokens(
	odd__skipgram *model, odd__corpus *corpus, const odd_job *job, odd_error *err)
{
	double all = (double)corpus->nodes * (double)corpus->rounds * (double)corpus->length;
	double next = 0.0;
	size_t length;
	odd__corpus_rewind(corpus);
	while ((length = odd__corpus_next(corpus)) > 0) {
		for (size_t i = 0; i < length; i++)
			model->count[corpus->walk[i]]++;
		model->tokens += (double)length;
		if (odd_job_cancelled(job))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		if (model->tokens >= next) {
			odd_job_report(job, "walks", model->tokens, all);
			next = model->tokens + REPORT_TOKENS;
		}
	}
	return ODD_OK;
}

static void set_keep(odd__skipgram *model)
{
	double s = model->o.sample * model->tokens;
	for (size_t v = 0; v < model->nodes; v++) {
		double f = (double)model->count[v];
		model->keep[v] = s > 0.0 && f > 0.0 ? (sqrt(f / s) + 1.0) * s / f : 1.0;
	}
}

static odd_status set_noise(odd__skipgram *model, odd_error *err)
{
	double *weight = malloc(model->nodes * sizeof *weight);
	if (weight == NULL)
		return odd_error_nomem(err);
	for (size_t v = 0; v < model->nodes; v++)
		weight[v] = pow((double)model->count[v], NOISE_POWER);
	odd_status status = odd_alias_init(&model->noise, weight, model->nodes, err);
	free(weight);
	return status;
}

static odd_status set_rows(odd__skipgram *model, odd_error *err)
{
	size_t n = model->nodes, k = model->o.k;
	odd_status status = odd__float_rows_init(&model->in, n, k, err);
	if (status == ODD_OK && model->o.tree)
		status = odd__float_rows_init(&model->inner, n - 1, k, err);
	if (status == ODD_OK && model->o.negative > 0)
		status = odd__float_rows_init(&model->noisy, n, k, err);
	if (status != ODD_OK)
		return status;
	model->scratch = odd__pages_alloc(2 * model->in.stride * sizeof *model->scratch);
	if (model->scratch == NULL)
		return odd_error_nomem(err);
	odd_rng rng;
	odd_rng_init(&rng, model->o.seed, "skip-gram start");
	odd__float_rows_scatter(&model->in, &rng);
	return ODD_OK;
}

odd_status odd__skipgram_init(odd__skipgram *out, const odd__skipgram_options *options,
	odd__corpus *corpus, const odd_job *job, odd_error *err)
{
	memset(out, 0, sizeof *out);
	odd_status status = check_options(options, err);
	if (status != ODD_OK)
		return status;
	out->o = *options;
	out->nodes = corpus->nodes;
	odd__sigmoid_init(&out->sigmoid);
	out->count = calloc(out->nodes + 1, sizeof *out->count);
	out->keep = malloc((out->nodes + 1) * sizeof *out->keep);
	out->target = malloc((out->o.negative + 1) * sizeof *out->target);
	if (out->count == NULL || out->keep == NULL || out->target == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = count_tokens(out, corpus, job, err);
	if (status == ODD_OK) {
		set_keep(out);
		status = set_rows(out, err);
	}
	if (status == ODD_OK && options->tree)
		status = odd__huffman_init(&out->code, out->count, out->nodes, err);
	if (status == ODD_OK && options->negative > 0)
		status = set_noise(out, err);
	if (status != ODD_OK)
		odd__skipgram_clear(out);
	return status;
}

void odd__skipgram_clear(odd__skipgram *model)
{
	free(model->count);
	free(model->keep);
	free(model->scratch);
	free(model->target);
	odd__float_rows_clear(&model->in);
	odd__float_rows_clear(&model->inner);
	odd__float_rows_clear(&model->noisy);
	odd__huffman_clear(&model->code);
	odd_alias_clear(&model->noise);
	memset(model, 0, sizeof *model);
}

/* Φ in doubles, unless it has run away. */
static odd_status hand_over(odd_mat *out, const odd__skipgram *model, odd_error *err)
{
	size_t bad = odd__float_rows_bad(&model->in);
	if (bad != SIZE_MAX)
		return odd_error_set(err, ODD_ENUMERIC,
			"%s: the row of node %zu is not finite; a smaller alpha may help",
			model->o.name, bad);
	odd_status status = odd_mat_alloc(out, model->nodes, model->o.k, err);
	if (status == ODD_OK)
		odd__float_rows_copy(*out, 0, &model->in);
	return status;
}

odd_status odd__skipgram_embed(odd_mat *out, const odd_network *net,
	const odd_walks_options *walking, size_t rounds, size_t length,
	const odd__skipgram_options *options, const odd_job *job, odd_error *err)
{
	odd_walks *walks = NULL;
	odd__corpus corpus = {0};
	odd__skipgram *model = NULL;
	*out = (odd_mat){NULL, 0, 0, 0};
	if (net->nodes == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s: there are no nodes", options->name);
	if (rounds == 0 || length == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"%s: walks and their length must be at least 1", options->name);
	odd_status status = odd_walks_create(&walks, net, walking, err);
	if (status == ODD_OK)
		status = odd__corpus_init(&corpus, walks, rounds, length, options->seed, err);
	if (status == ODD_OK && (model = malloc(sizeof *model)) == NULL) /* has a table in it */
		status = odd_error_nomem(err);
	if (status != ODD_OK)
		goto out;
	status = odd__skipgram_init(model, options, &corpus, job, err);
	if (status == ODD_OK) {
		status = odd__skipgram_train(model, &corpus, job, err);
		if (status == ODD_OK)
			status = hand_over(out, model, err);
		odd__skipgram_clear(model);
	}
out:
	free(model);
	odd__corpus_clear(&corpus);
	odd_walks_free(walks);
	return status;
}
