#include "config.h"

#include "baseline/seano.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/seano_parts.h"
#include "oddone/prepare.h"

#define WHO "SEANO"
#define MOST 65536   /* of sizes that are multiplied with each other */
#define EMBEDDED 512 /* nodes embedded at once */

static odd_status check_options(const odd_seano_options *o, odd_error *err)
{
	const struct {
		const char *name;
		size_t value, least;
	} sizes[] = {{"k", o->k, 1}, {"hidden", o->hidden, 1}, {"label_batch", o->label_batch, 1},
		{"graph_pairs", o->graph_pairs, 1}, {"same_pairs", o->same_pairs, 1},
		{"negatives", o->negatives, 1}, {"path", o->path, 1}, {"window", o->window, 1}};
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		if (sizes[s].value < sizes[s].least || sizes[s].value > MOST)
			return odd_error_set(err, ODD_EUSAGE,
				WHO ": %s is %zu and must be from %zu to %d", sizes[s].name,
				sizes[s].value, sizes[s].least, MOST);
	if (!(o->labelled > 0.0 && o->labelled <= 1.0))
		return odd_error_set(err, ODD_EUSAGE,
			WHO ": a share of %g labelled nodes is not in (0, 1]", o->labelled);
	if (!(o->lambda_start > 0.0 && o->lambda_start < 1.0))
		return odd_error_set(err, ODD_EUSAGE,
			WHO ": lambda cannot start at %g, only inside (0, 1)", o->lambda_start);
	if (!(o->rate > 0.0 && isfinite(o->rate) && o->lambda_rate >= 0.0 &&
		    isfinite(o->lambda_rate)))
		return odd_error_set(
			err, ODD_EUSAGE, WHO ": learning rates %g and %g", o->rate, o->lambda_rate);
	return ODD_OK;
}

/* Everything a run holds. */
struct run {
	odd_seano_options o;
	odd__neighbours links;
	odd__features X, S;
	odd__seano_labels labels;
	odd__seano_batch batch;
	odd__seano model;
};

static void run_clear(struct run *r)
{
	odd__seano_free(&r->model);
	odd__seano_batch_free(&r->batch);
	odd__seano_labels_clear(&r->labels);
	odd__features_clear(&r->S);
	odd__features_clear(&r->X);
	odd__neighbours_clear(&r->links);
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static odd_status run_init(
	struct run *r, const odd_network *net, const odd_job *job, odd_error *err)
{
	const odd_seano_options *o = &r->o;
	odd_rng rng;
	size_t pairs = larger(o->graph_pairs, o->same_pairs);
	size_t nodes = larger(larger(pairs, o->label_batch), EMBEDDED);
	bool words = odd_prepare_is_words(odd_csr_const(net->C));
	odd_rng_init(&rng, o->seed, "SEANO labels");
	odd_status status = odd__seano_labels_init(&r->labels, net, o->labelled, &rng, err);
	if (status == ODD_OK)
		status = odd__features_init(&r->X, net, !words, WHO, err);
	if (status == ODD_OK)
		status = odd__neighbours_init(&r->links, net, WHO, err);
	if (status == ODD_OK)
		status = odd__features_around(
			&r->S, &r->X, &r->links, WHO " neighbourhoods", job, err);
	if (status == ODD_OK)
		status = odd__seano_batch_alloc(
			&r->batch, net->nodes, nodes, pairs * (1 + o->negatives), err);
	odd_rng_init(&rng, o->seed, "SEANO weights");
	if (status == ODD_OK)
		status = odd__seano_alloc(&r->model, &r->X, &r->S, o->hidden, o->k,
			net->classes.count, o->lambda_start, nodes, &rng, err);
	return status;
}

/* ---- training ---- */

typedef enum lesson { LABELS, GRAPH, SAME, LESSONS } lesson;

static void draw_batch(struct run *r, lesson what, odd_rng *rng)
{
	const odd_seano_options *o = &r->o;
	odd__seano_batch_reset(&r->batch);
	switch (what) {
	case LABELS:
		odd__seano_draw_labelled(&r->batch, &r->labels, o->label_batch, rng);
		break;
	case GRAPH:
		odd__seano_draw_graph(&r->batch, &r->links, o->graph_pairs, o->path, o->window,
			o->negatives, rng);
		break;
	default:
		odd__seano_draw_same(&r->batch, &r->labels, o->same_pairs, o->negatives, rng);
	}
}

/* Forwards and backwards through the first layer, which is nearly all there is to do. */
static double step_flops(const struct run *r)
{
	size_t entries = 0;
	for (size_t t = 0; t < r->batch.nodes; t++) {
		size_t i = r->batch.node[t];
		entries += r->X.ptr[i + 1] - r->X.ptr[i] + r->S.ptr[i + 1] - r->S.ptr[i];
	}
	return 4.0 * (double)entries * (double)r->o.hidden;
}

static odd_status learn(
	struct run *r, lesson what, odd_rng *rng, const odd_job *job, odd_error *err)
{
	odd_job own;
	draw_batch(r, what, rng);
	job = odd__job_for_step(&own, job, step_flops(r));
	odd_status status = odd__seano_forward(&r->model, &r->batch, job, err);
	if (status != ODD_OK)
		return status;
	double loss = what == LABELS ? odd__seano_label_loss(&r->model, &r->batch, r->labels.label)
				     : odd__seano_pair_loss(&r->model, &r->batch);
	if (!isfinite(loss))
		return odd_error_set(err, ODD_ENUMERIC, WHO ": the loss is not finite any more");
	status = odd__seano_backward(&r->model, &r->batch, job, err);
	if (status == ODD_OK)
		status = odd__seano_update(&r->model, &r->batch, what == LABELS, r->o.rate,
			r->o.lambda_rate, job, err);
	return status;
}

static odd_status train(struct run *r, const odd_job *job, odd_error *err)
{
	odd_rng rng[LESSONS]; /* apart, so that more of one lesson changes no other */
	odd_rng_init(&rng[LABELS], r->o.seed, "SEANO labelled nodes");
	odd_rng_init(&rng[GRAPH], r->o.seed, "SEANO walks");
	odd_rng_init(&rng[SAME], r->o.seed, "SEANO equal labels");
	odd_status status = ODD_OK;
	for (size_t it = 0; it < r->o.iterations && status == ODD_OK; it++) {
		odd_job_report(job, WHO, (double)it, (double)r->o.iterations);
		for (int what = 0; what < LESSONS && status == ODD_OK; what++)
			status = learn(r, (lesson)what, &rng[what], job, err);
	}
	return status;
}

/* ---- what comes out ---- */

void odd_seano_clear(odd_seano_result *result)
{
	odd_mat_free(&result->embedding);
	free(result->lambda);
	free(result->score);
	free(result->predicted);
	free(result->shown);
	memset(result, 0, sizeof *result);
}

static odd_status result_alloc(odd_seano_result *out, size_t n, size_t k, odd_error *err)
{
	odd_status status = odd_mat_alloc(&out->embedding, n, k, err);
	out->lambda = malloc(n * sizeof *out->lambda);
	out->score = malloc(n * sizeof *out->score);
	out->predicted = malloc(n * sizeof *out->predicted);
	out->shown = calloc(n, sizeof *out->shown);
	if (status == ODD_OK && (out->lambda == NULL || out->score == NULL ||
					out->predicted == NULL || out->shown == NULL))
		status = odd_error_nomem(err);
	return status;
}

static int32_t likeliest(const real *p, size_t classes)
{
	size_t best = 0;
	for (size_t c = 1; c < classes; c++)
		if (p[c] > p[best])
			best = c;
	return (int32_t)best;
}

static odd_status embed(odd_seano_result *out, struct run *r, const odd_job *job, odd_error *err)
{
	size_t n = r->X.rows;
	for (size_t begin = 0; begin < n; begin += EMBEDDED) {
		odd_job_report(job, WHO " embedding", (double)begin, (double)n);
		odd__seano_batch_reset(&r->batch);
		for (size_t i = begin; i < n && i < begin + EMBEDDED; i++)
			odd__seano_batch_node(&r->batch, (uint32_t)i);
		odd_status status = odd__seano_forward(&r->model, &r->batch, job, err);
		if (status != ODD_OK)
			return status;
		odd__seano_classify(&r->model, &r->batch);
		for (size_t t = 0; t < r->batch.nodes; t++) {
			const real *e = odd__rrow(r->model.e, t);
			for (size_t k = 0; k < r->o.k; k++)
				odd_mat_row(out->embedding, begin + t)[k] = (double)e[k];
			out->lambda[begin + t] = r->model.lambda[t];
			out->score[begin + t] = -r->model.lambda[t];
			out->predicted[begin + t] =
				likeliest(odd__rrow(r->model.p, t), r->model.classes);
		}
	}
	for (size_t a = 0; a < r->labels.count; a++)
		out->shown[r->labels.node[a]] = 1;
	return ODD_OK;
}

odd_status odd_seano(odd_seano_result *out, const odd_network *net,
	const odd_seano_options *options, const odd_job *job, odd_error *err)
{
	const odd_seano_options standard = ODD_SEANO_OPTIONS_INIT;
	struct run r = {.o = options != NULL ? *options : standard};
	memset(out, 0, sizeof *out);
	odd_status status = check_options(&r.o, err);
	if (status == ODD_OK)
		status = run_init(&r, net, job, err);
	if (status == ODD_OK)
		status = train(&r, job, err);
	if (status == ODD_OK)
		status = result_alloc(out, net->nodes, r.o.k, err);
	if (status == ODD_OK)
		status = embed(out, &r, job, err);
	if (status != ODD_OK)
		odd_seano_clear(out);
	run_clear(&r);
	return status;
}
