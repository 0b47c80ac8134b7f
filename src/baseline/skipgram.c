/* skipgram.c: a skip-gram model, and the rows of the methods that are it.
 *
 * A token of node v is read with probability min(1, (√(f/s) + 1) s/f), f = count(v),
 * s = sample · tokens. Noise nodes are drawn by count^0.75.
 *
 * Tokens are thinned before windows are cut. Around each token i left, of a reach drawn from
 * 1 … window, every other token j in reach gives a pair: the row of walk[j] (Φ) learns to predict
 * walk[i], first by its path in the tree (Θ), then against noise nodes (Ψ), who must differ from
 * it. The rate falls in a straight line with the tokens seen, thinned ones included, over all
 * epochs.
 */
#include "config.h"

#define ODD__UNFUSED

#include "baseline/skipgram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baseline/method.h"

#define NOISE_POWER 0.75
#define REPORT_TOKENS 2e5
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
/* ---- rows ---- */

odd__float_rows odd__float_rows_take(odd__memory *memory, size_t rows, size_t cols)
{
	size_t stride = (cols + ODD__FLOAT_LANES - 1) / ODD__FLOAT_LANES * ODD__FLOAT_LANES;
	if (stride == 0)
		stride = ODD__FLOAT_LANES;
	float *data = odd__take(memory, rows, stride * sizeof *data);
	return (odd__float_rows){data, rows, cols, stride};
}

void odd__float_rows_scatter(odd__float_rows *m, odd_rng *rng)
{
	for (size_t i = 0; i < m->rows; i++)
		for (size_t k = 0; k < m->cols; k++)
			m->data[i * m->stride + k] =
				(float)((odd_rng_uniform(rng) - 0.5) / (double)m->cols);
}

size_t odd__float_rows_bad(const odd__float_rows *m)
{
	for (size_t i = 0; i < m->rows; i++)
		for (size_t k = 0; k < m->cols; k++)
			if (!isfinite(m->data[i * m->stride + k]))
				return i;
	return SIZE_MAX;
}

void odd__float_rows_copy(odd_mat to, size_t first, const odd__float_rows *m)
{
	for (size_t i = 0; i < m->rows; i++)
		for (size_t k = 0; k < m->cols; k++)
			odd_mat_row(to, i)[first + k] = (double)m->data[i * m->stride + k];
}

/* ---- the code, by the two-queue construction ----
 *
 * Leaves wait in falling order of their counts and are taken from the end, inner nodes wait in the
 * order they are made, which is rising: the two lightest are always at the heads. The second taken
 * gets bit 1. Codes are then read from leaf to root and written from root to leaf.
 */

struct leaf {
	uint64_t count;
	uint32_t node;
};

/* The merging: slots 0 … n−1 are leaves in falling order, n … 2n−2 inner nodes. */
struct merge {
	size_t n;
	struct leaf *leaf;
	uint64_t *weight; /* 2n − 1 */
	uint32_t *parent; /* 2n − 1 */
	uint8_t *bit;     /* 2n − 1 */
	odd__memory memory;
};

static int by_falling_count(const void *a, const void *b)
{
	const struct leaf *x = a, *y = b;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->node < y->node ? -1 : x->node > y->node;
}

static odd_status merge_init(struct merge *m, const uint64_t *count, size_t n, odd_error *err)
{
	*m = (struct merge){.n = n};
	m->leaf = odd__take(&m->memory, n, sizeof *m->leaf);
	m->weight = odd__take(&m->memory, 2 * n, sizeof *m->weight);
	m->parent = odd__take(&m->memory, 2 * n, sizeof *m->parent);
	m->bit = odd__take(&m->memory, 2 * n, sizeof *m->bit);
	odd_status status = odd__memory_check(&m->memory, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		m->leaf[i] = (struct leaf){count[i], (uint32_t)i};
	qsort(m->leaf, n, sizeof *m->leaf, by_falling_count);
	for (size_t i = 0; i < n; i++)
		m->weight[i] = m->leaf[i].count;
	return ODD_OK;
}

static void merge_all(struct merge *m)
{
	size_t leaves = m->n, inner = m->n; /* leaves left; the oldest inner node without parent */
	for (size_t made = m->n; made + 1 < 2 * m->n; made++) {
		m->weight[made] = 0;
		for (uint8_t bit = 0; bit < 2; bit++) {
			size_t least;
			if (leaves > 0 &&
				(inner == made || m->weight[leaves - 1] < m->weight[inner]))
				least = --leaves;
			else
				least = inner++;
			m->weight[made] += m->weight[least];
			m->parent[least] = (uint32_t)made;
			m->bit[least] = bit;
		}
	}
}

void odd__huffman_clear(odd__huffman *tree)
{
	odd__memory_free(&tree->memory);
	memset(tree, 0, sizeof *tree);
}

/* Lengths first, so that the codes can be laid out without a bound on them. */
static odd_status read_codes(odd__huffman *out, const struct merge *m, odd_error *err)
{
	size_t n = m->n, root = 2 * n - 2;
	out->n = n;
	out->ptr = odd__take(&out->memory, n + 1, sizeof *out->ptr);
	odd_status status = odd__memory_check(&out->memory, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		for (size_t slot = i; slot != root; slot = m->parent[slot])
			out->ptr[m->leaf[i].node + 1]++;
	for (size_t v = 0; v < n; v++)
		out->ptr[v + 1] += out->ptr[v];
	out->inner = odd__take(&out->memory, out->ptr[n], sizeof *out->inner);
	out->bit = odd__take(&out->memory, out->ptr[n], sizeof *out->bit);
	status = odd__memory_check(&out->memory, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++) {
		size_t at = out->ptr[m->leaf[i].node + 1];
		for (size_t slot = i; slot != root; slot = m->parent[slot]) {
			out->inner[--at] = m->parent[slot] - (uint32_t)n;
			out->bit[at] = m->bit[slot];
		}
	}
	return status;
}

odd_status odd__huffman_init(odd__huffman *out, const uint64_t *count, size_t n, odd_error *err)
{
	struct merge m;
	memset(out, 0, sizeof *out);
	if (n == 0 || n > UINT32_MAX / 2)
		return odd_error_set(err, ODD_EUSAGE, "cannot make a code for %zu nodes", n);
	odd_status status = merge_init(&m, count, n, err);
	if (status == ODD_OK) {
		merge_all(&m);
		status = read_codes(out, &m, err);
	}
	if (status != ODD_OK)
		odd__huffman_clear(out);
	odd__memory_free(&m.memory);
	return status;
}

/* ---- the model --------------------------------------------------------------------------- */

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

/* Rows, counts and room. */
static odd_status allocate(odd__skipgram *model, odd_error *err)
{
	odd__memory *memory = &model->memory;
	size_t n = model->nodes, k = model->o.k;
	model->count = odd__take(memory, n, sizeof *model->count);
	model->keep = odd__take(memory, n, sizeof *model->keep);
	model->target = odd__take(memory, model->o.negative + 1, sizeof *model->target);
	model->in = odd__float_rows_take(memory, n, k);
	if (model->o.tree)
		model->inner = odd__float_rows_take(memory, n - 1, k);
	if (model->o.negative > 0)
		model->noisy = odd__float_rows_take(memory, n, k);
	model->scratch = odd__take(memory, 2 * model->in.stride, sizeof *model->scratch);
	return odd__memory_check(memory, err);
}

odd_status odd__skipgram_init(odd__skipgram *out, const odd__skipgram_options *options,
	odd__corpus *corpus, const odd_job *job, odd_error *err)
{
	odd_rng rng;
	memset(out, 0, sizeof *out);
	out->o = *options;
	out->nodes = corpus->nodes;
	odd__sigmoid_init(&out->sigmoid);
	odd_status status = allocate(out, err);
	if (status == ODD_OK)
		status = count_tokens(out, corpus, job, err);
	if (status == ODD_OK) {
		set_keep(out);
		odd_rng_init(&rng, options->seed, "skip-gram start");
		odd__float_rows_scatter(&out->in, &rng);
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
	odd__memory_free(&model->memory);
	odd__huffman_clear(&model->code);
	odd_alias_clear(&model->noise);
	memset(model, 0, sizeof *model);
}

/* ---- training ---------------------------------------------------------------------------- */

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

/* ---- the whole ---------------------------------------------------------------------------- */

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

odd_status odd_skipgram(odd_mat *out, const odd_network *net, const odd__skipgram_options *options,
	const odd_job *job, odd_error *err)
{
	odd_walks *walks = NULL;
	odd__corpus corpus = {0};
	odd__skipgram *model = NULL;
	*out = (odd_mat){NULL, 0, 0, 0};
	odd_status status = odd_walks_create(&walks, net, options->p, options->q, err);
	if (status == ODD_OK)
		status = odd__corpus_init(
			&corpus, walks, options->walks, options->length, options->seed, err);
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

/* ---- rows of the table -------------------------------------------------------------------- */

/* What both ways of walking can be set to; ours and the public defaults are the same. */
#define WALKING(length_, window_, epochs_) \
	ODD__WHOLE("walks", AT(walks), 1, 100000, "10", "10", "walks from each node"), \
		ODD__WHOLE("length", AT(length), 1, 100000, length_, length_, "nodes of a walk"), \
		ODD__WHOLE("window", AT(window), 1, 10000, window_, window_, \
			"farthest two nodes of a pair stand apart"), \
		ODD__WHOLE("epochs", AT(epochs), 1, 10000, epochs_, epochs_, \
			"times all walks are read"), \
		ODD__WHOLE( \
			"negative", AT(negative), 1, 1000, "5", "5", "noise nodes for each pair"), \
		ODD__ABOVE( \
			"alpha", AT(alpha), 0, 10, "0.025", "0.025", "rate of learning at first"), \
		ODD__NUMBER("sample", AT(sample), 0, 1, "0.001", "0.001", \
			"share of the walks above which nodes are thinned")

static odd_status run_skipgram(odd_method_result *out, odd__skipgram_options *o,
	const odd_method_call *call, odd_error *err)
{
	if (o->alpha_min > o->alpha)
		o->alpha_min = o->alpha;
	return odd_skipgram(&out->embedding, call->net, o, call->job, err);
}

/* ---- DeepWalk ------------------------------------------------------------------------------- */

struct deepwalk {
	odd__skipgram_options options;
	int mode; /* hs+ns, hs, ns */
};

#define AT(field) offsetof(struct deepwalk, options.field)
static const odd_method_option deepwalk_options[] = {
	ODD__CHOICE("mode", offsetof(struct deepwalk, mode), "hs+ns|hs|ns", "hs+ns", "hs+ns",
		"hierarchical softmax, negative sampling, or both"),
	WALKING("40", "5", "5"),
};
#undef AT

static odd_status run_deepwalk(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	struct deepwalk set = {.options = ODD_DEEPWALK_OPTIONS_INIT};
	odd__settings_read(&set, call);
	set.options.tree = set.mode != 2;
	if (set.mode == 1)
		set.options.negative = 0;
	return run_skipgram(out, &set.options, call, err);
}

/* ---- node2vec ------------------------------------------------------------------------------- */

#define AT(field) offsetof(odd__skipgram_options, field)
static const odd_method_option node2vec_options[] = {
	ODD__ABOVE("p", AT(p), 0, 1e9, "1", "1", "large: walks seldom turn back"),
	ODD__ABOVE("q", AT(q), 0, 1e9, "1", "1", "large: walks stay near, small: they leave"),
	WALKING("80", "10", "1"),
};
#undef AT

static odd_status run_node2vec(odd_method_result *out, const odd_method_call *call, odd_error *err)
{
	odd__skipgram_options o = ODD_NODE2VEC_OPTIONS_INIT;
	odd__settings_read(&o, call);
	return run_skipgram(out, &o, call, err);
}

const odd_method odd__method_deepwalk = {
	.name = "deepwalk",
	.title = "DeepWalk",
	.published = "DeepWalk",
	.note = "Trained with hierarchical softmax and negative sampling together, as the "
		"public program does; the paper has the first alone (mode=hs). A node "
		"without links keeps the random row it starts with.",
	.kind = ODD_METHOD_STRUCTURE,
	.published_k = 64,
	ODD__OPTIONS(deepwalk_options),
	.run = run_deepwalk,
};

const odd_method odd__method_node2vec = {
	.name = "node2vec",
	.title = "node2vec",
	.published = "Node2Vec",
	.note = "With p = q = 1, the public default, its walks are those of DeepWalk: "
		"what is left is DeepWalk with negative sampling and longer walks.",
	.kind = ODD_METHOD_STRUCTURE,
	.published_k = 128,
	ODD__OPTIONS(node2vec_options),
	.run = run_node2vec,
};
#endif
