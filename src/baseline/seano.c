#include "config.h"

#include "baseline/seano.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/method.h"
#include "oddone/prepare.h"

#define WHO "SEANO"
#define K_MOST 65536 /* multiplied with other sizes */
#define EMBEDDED 512 /* nodes embedded at once */

/* ---- batches: what it is shown in a step --------------------------------------------------- */

odd_status odd__seano_batch_alloc(
	odd__seano_batch *out, size_t network, size_t nodes, size_t pairs, odd_error *err)
{
	*out = (odd__seano_batch){.capacity = nodes};
	out->node = odd__take(&out->memory, nodes, sizeof *out->node);
	out->slot_of = odd__take(&out->memory, network, sizeof *out->slot_of);
	out->context =
		odd__take(&out->memory, pairs < network ? pairs : network, sizeof *out->context);
	out->row_of = odd__take(&out->memory, network, sizeof *out->row_of);
	out->pair = odd__take(&out->memory, pairs, sizeof *out->pair);
	odd_status status = odd__memory_check(&out->memory, err);
	if (status != ODD_OK)
		odd__seano_batch_free(out);
	return status;
}

void odd__seano_batch_free(odd__seano_batch *b)
{
	odd__memory_free(&b->memory);
	memset(b, 0, sizeof *b);
}

void odd__seano_batch_reset(odd__seano_batch *b)
{
	for (; b->nodes > 0; b->nodes--)
		b->slot_of[b->node[b->nodes - 1]] = 0;
	for (; b->contexts > 0; b->contexts--)
		b->row_of[b->context[b->contexts - 1]] = 0;
	b->pairs = b->positives = 0;
}

void odd__seano_batch_node(odd__seano_batch *b, uint32_t node)
{
	if (b->slot_of[node] != 0)
		return;
	assert(b->nodes < b->capacity);
	b->node[b->nodes] = node;
	b->slot_of[node] = (uint32_t)++b->nodes;
}

static void add_pair(odd__seano_batch *b, uint32_t from, uint32_t to, int sign)
{
	odd__seano_batch_node(b, from);
	if (b->row_of[to] == 0) {
		b->context[b->contexts] = to;
		b->row_of[to] = (uint32_t)++b->contexts;
	}
	b->pair[b->pairs++] = (odd__seano_pair){b->slot_of[from] - 1, b->row_of[to] - 1, sign};
	b->positives += sign > 0;
}

/* ---- labels ---- */

void odd__seano_labels_clear(odd__seano_labels *l)
{
	odd__memory_free(&l->memory);
	memset(l, 0, sizeof *l);
}

/* Sort the first `count` of order by class into node. */
static void sort_by_class(odd__seano_labels *l)
{
	for (size_t a = 0; a < l->count; a++)
		l->begin[l->label[l->order[a]] + 1]++;
	for (size_t c = 0; c < l->classes; c++)
		l->begin[c + 1] += l->begin[c];
	for (size_t a = 0; a < l->count; a++) /* moves each class's begin to its end … */
		l->node[l->begin[l->label[l->order[a]]]++] = l->order[a];
	for (size_t c = l->classes; c > 0; c--) /* … which is where the next one began */
		l->begin[c] = l->begin[c - 1];
	l->begin[0] = 0;
}

odd_status odd__seano_labels_init(
	odd__seano_labels *out, const odd_network *net, double share, odd_rng *rng, odd_error *err)
{
	memset(out, 0, sizeof *out);
	size_t labelled = 0;
	out->label = net->label;
	out->classes = net->classes.count;
	out->node = odd__take(&out->memory, net->nodes, sizeof *out->node);
	out->order = odd__take(&out->memory, net->nodes, sizeof *out->order);
	out->begin = odd__take(&out->memory, out->classes + 1, sizeof *out->begin);
	odd_status status = odd__memory_check(&out->memory, err);
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++)
		if (net->label != NULL && net->label[i] != ODD_NO_LABEL)
			out->order[labelled++] = (uint32_t)i;
	if (status == ODD_OK && labelled == 0)
		status = odd_error_set(
			err, ODD_EUSAGE, "SEANO learns from labels and \"%s\" has none", net->name);
	if (status != ODD_OK) {
		odd__seano_labels_clear(out);
		return status;
	}
	odd_rng_shuffle(rng, out->order, labelled);
	out->count = (size_t)lround(share * (double)labelled);
	out->count = out->count > 0 ? out->count : 1;
	sort_by_class(out);
	return ODD_OK;
}

void odd__seano_draw_labelled(odd__seano_batch *b, odd__seano_labels *l, size_t count, odd_rng *rng)
{
	for (size_t t = 0; t < count && t < l->count; t++) {
		if (l->next == 0)
			odd_rng_shuffle(rng, l->order, l->count);
		odd__seano_batch_node(b, l->order[l->next]);
		l->next = (l->next + 1) % l->count;
	}
}

/* ---- contexts ---- */

/* Two places of a walk, uniform over all pairs the window allows. */
static void draw_places(size_t *l, size_t *m, size_t path, size_t window, odd_rng *rng)
{
	do {
		*l = (size_t)odd_rng_below(rng, path + 1);
		*m = *l + (size_t)odd_rng_below(rng, 2 * window + 1);
	} while (*m < window || *m - window > path);
	*m -= window;
}

void odd__seano_draw_graph(odd__seano_batch *b, const odd__neighbours *links, size_t count,
	size_t path, size_t window, size_t negatives, odd_rng *rng)
{
	for (size_t t = 0; t < count; t++) {
		size_t l, m;
		uint32_t node = links->linked[odd_rng_below(rng, links->linked_count)];
		draw_places(&l, &m, path, window, rng);
		uint32_t first = odd__walk(links, node, l < m ? l : m, rng);
		uint32_t last = odd__walk(links, first, l < m ? m - l : l - m, rng);
		uint32_t from = l < m ? first : last, to = l < m ? last : first;
		add_pair(b, from, to, 1);
		for (size_t q = 0; q < negatives; q++)
			add_pair(b, from, (uint32_t)odd_rng_below(rng, links->nodes), -1);
	}
}

void odd__seano_draw_same(odd__seano_batch *b, const odd__seano_labels *l, size_t count,
	size_t negatives, odd_rng *rng)
{
	for (size_t t = 0; t < count; t++) {
		uint32_t from = l->node[odd_rng_below(rng, l->count)];
		size_t begin = l->begin[l->label[from]], end = l->begin[l->label[from] + 1];
		add_pair(b, from, l->node[begin + odd_rng_below(rng, end - begin)], 1);
		size_t others = l->count - (end - begin);
		for (size_t q = 0; q < negatives && others > 0; q++) {
			size_t at = (size_t)odd_rng_below(rng, others);
			add_pair(b, from, l->node[at < begin ? at : at + (end - begin)], -1);
		}
	}
}

/* ---- a run --------------------------------------------------------------------------------- */

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
	struct run r = {.o = *options};
	memset(out, 0, sizeof *out);
	if (r.o.k > K_MOST)
		return odd_error_set(
			err, ODD_EUSAGE, WHO ": k is %zu and must be at most %d", r.o.k, K_MOST);
	odd_status status = run_init(&r, net, job, err);
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

/* ---- row of the table ---------------------------------------------------------------------- */

/* Of the original's settings only the share of labels is known. */
#define AT(field) offsetof(odd_seano_options, field)
static const odd_method_option seano_options[] = {
	ODD__ABOVE("labelled", AT(labelled), 0, 1, "0.2", "0.2", "share of the labels it is shown"),
	ODD__WHOLE("hidden", AT(hidden), 1, 10000, "200", NULL, "width of the hidden layer"),
	ODD__WHOLE("iterations", AT(iterations), 1, 1e9, "3000", NULL, "rounds of three steps"),
	ODD__WHOLE(
		"label-batch", AT(label_batch), 1, 65536, "200", NULL, "labelled nodes in a step"),
	ODD__WHOLE(
		"graph-pairs", AT(graph_pairs), 1, 65536, "64", NULL, "pairs from walks in a step"),
	ODD__WHOLE("same-pairs", AT(same_pairs), 1, 65536, "256", NULL,
		"pairs of equal label in a step"),
	ODD__WHOLE("negatives", AT(negatives), 1, 1000, "6", NULL, "noise nodes for each pair"),
	ODD__WHOLE("path", AT(path), 1, 10000, "20", NULL, "steps of a walk"),
	ODD__WHOLE("window", AT(window), 1, 10000, "5", NULL,
		"places of a walk that are context of each other"),
	ODD__ABOVE("rate", AT(rate), 0, 1, "0.001", NULL, "rate of learning"),
	ODD__NUMBER("lambda-rate", AT(lambda_rate), 0, 10, "0.1", NULL,
		"rate of learning of the outlier weights"),
	ODD__ABOVE("lambda-start", AT(lambda_start), 0, 0.999999, "0.5", NULL,
		"outlier weights at first; compare with 0.8"),
};
#undef AT

static odd_status run_seano(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd_seano_options o;
	odd_seano_result result;
	odd__settings_read(&o, call);
	odd_status status = odd_seano(&result, call->net, &o, call->job, err);
	if (status != ODD_OK)
		return status;
	out->embedding = result.embedding;
	out->score = result.score;
	result.embedding = (odd_mat){NULL, 0, 0, 0};
	result.score = NULL;
	odd_seano_clear(&result);
	return ODD_OK;
}

const odd_method odd__method_seano = {
	.name = "seano",
	.title = "SEANO",
	.published = "SEANO",
	.note = "Re-implementation from description: no code of the authors can be had. "
		"Sees 20 % of the labels, which no other method does. Its score, the "
		"weight of a node's own attributes, is not made for structural outliers, "
		"and nodes never met in training tie. Rate and iterations were chosen by "
		"the other labels of one planted Cora, the step for the weights by "
		"outliers in synthetic blocks.",
	.kind = ODD_METHOD_ATTRIBUTED,
	.supervised = true,
	.needs_labels = true,
	ODD__OPTIONS(seano_options),
	.run = run_seano,
};
