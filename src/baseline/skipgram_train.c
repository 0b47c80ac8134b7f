/* skipgram_train.c: the reading of the walks.
 *
 * Tokens are thinned before windows are cut. Around each token i left, of a reach drawn from
 * 1 … window, every other token j in reach gives a pair: the row of walk[j] (Φ) learns to predict
 * walk[i], first by its path in the tree (Θ), then against noise nodes (Ψ), who must differ from
 * it. The rate falls in a straight line with the tokens seen, thinned ones included, over all
 * epochs.
 */
#include "config.h"

#include "baseline/skipgram.h"

#include "baseline/noise.h"
#include "baseline/pair.h"

#define REPORT_WORK 3e7 /* multiplications between two reports: some hundredths of a second */

/* What one thread needs to train. */
struct reader {
	odd__skipgram *model;
	odd__pair_setting setting;
	const uint32_t *walk;
	odd_rng rng;
	float rate;
};

#ifdef ODD__SET
ODD__INLINE size_t draw_targets(struct reader *r, uint32_t v)
{
	const odd__skipgram *model = r->model;
	size_t targets = 1;
	model->target[0] = v;
	for (size_t t = 0; t < model->o.negative; t++) {
		uint32_t noise = odd__noise_draw(&model->noise, &r->rng);
		if (noise != v)
			model->target[targets++] = noise;
	}
	return targets;
}

/* All pairs of token `at`: its neighbours from `begin` to before `end` predict it. */
void ODD__KERNEL(skipgram_window)(void *context, void *scratch, size_t at, size_t begin, size_t end)
{
	(void)scratch;
	struct reader *r = context;
	const uint32_t *walk = r->walk;
	odd__skipgram *model = r->model;
	const odd__pair_setting *s = &r->setting;
	odd__pair_vec *in = (odd__pair_vec *)model->in.data;
	odd__pair_vec *inner = (odd__pair_vec *)model->inner.data;
	odd__pair_vec *noisy = (odd__pair_vec *)model->noisy.data;
	uint32_t v = walk[at];
	for (size_t j = begin; j < end; j++) {
		if (j == at)
			continue;
		odd__pair_vec *row = in + walk[j] * s->eights * ODD__PAIR_PER_8;
		if (inner != NULL) {
			size_t path = model->code.ptr[v], length = model->code.ptr[v + 1] - path;
			ODD__PAIR_CALL(odd__pair_path, s, row, inner, model->code.inner + path,
				model->code.bit + path, length, r->rate);
		}
		if (noisy != NULL) {
			size_t targets = draw_targets(r, v);
			ODD__PAIR_CALL(
				odd__pair_noise, s, row, noisy, model->target, targets, r->rate);
		}
	}
}

#else
/* Drop tokens of frequent nodes, in place; how many are left. */
static size_t thin(struct reader *r, uint32_t *walk, size_t length)
{
	size_t left = 0;
	for (size_t i = 0; i < length; i++) {
		double keep = r->model->keep[walk[i]];
		if (keep >= 1.0 || odd_rng_uniform(&r->rng) < keep)
			walk[left++] = walk[i];
	}
	return left;
}

static odd_status read_walk(
	struct reader *r, uint32_t *walk, size_t length, const odd_job *job, odd_error *err)
{
	const odd__skipgram_options *o = &r->model->o;
	length = thin(r, walk, length);
	r->walk = walk;
	for (size_t at = 0; at < length; at++) {
		size_t reach = o->window;
		if (!o->whole_window)
			reach -= (size_t)odd_rng_below(&r->rng, o->window);
		if (odd_job_cancelled(job))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		odd__kernels()->skipgram_window(r, NULL, at, at > reach ? at - reach : 0,
			length - at > reach ? at + reach + 1 : length);
	}
	return ODD_OK;
}

/* How many tokens to read between reports. */
static double report_tokens(const odd__skipgram *model)
{
	double rows = 1.0 + (double)model->o.negative, pairs = (double)model->o.window + 1.0;
	if (model->o.tree)
		rows += (double)model->code.ptr[model->nodes] / (double)model->nodes;
	return REPORT_WORK / (3.0 * rows * pairs * (double)(model->in.stride + 16));
}

odd_status odd__skipgram_train(
	odd__skipgram *model, odd__corpus *corpus, const odd_job *job, odd_error *err)
{
	const odd__skipgram_options *o = &model->o;
	double done = 0.0, all = model->tokens * (double)o->epochs, next = 0.0;
	double stride = report_tokens(model);
	struct reader r = {.model = model,
		.setting = {model->in.stride / ODD__PAIR_PAD, &model->sigmoid, model->scratch}};
	odd_rng_init(&r.rng, o->seed, "skip-gram");
	for (size_t epoch = 0; epoch < o->epochs; epoch++) {
		size_t length;
		odd__corpus_rewind(corpus);
		while ((length = odd__corpus_next(corpus)) > 0) {
			r.rate = (float)(o->alpha - (o->alpha - o->alpha_min) * (done / all));
			odd_status status = read_walk(&r, corpus->walk, length, job, err);
			if (status != ODD_OK)
				return status;
			done += (double)length;
			if (done >= next) {
				odd_job_report(job, o->name, done, all);
				next = done + stride;
			}
		}
	}
	return ODD_OK;
}
#endif
