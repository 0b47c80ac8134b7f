/* randforest.c: many trees, each with its own random stream, and their vote. Votes are added up in
 * the order of the trees, so threads change nothing.
 */
#include "config.h"

#include "eval/randforest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "eval/check.h"
#include "eval/forest_parts.h"

#define BLOCK 512 /* rows that vote at a time, so that a tree is used while it is in the cache */

/* ---- learning ---- */

struct training {
	const odd__ranked *data;
	odd_randforest *forest;
	size_t features;
	bool bootstrap;
	odd_rng rng;
};

static void grow_chunk(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct training *t = context;
	for (size_t tree = begin; tree < end; tree++) {
		odd_rng rng;
		odd_rng_split(&rng, &t->rng, tree);
		if (odd__grow(&t->forest->tree[tree], t->data, t->features, t->bootstrap, &rng,
			    scratch) != ODD_OK)
			return; /* the tree has no nodes or leaves, which tells */
	}
}

static odd_status check_training(odd_cmat x, const int32_t *label, size_t classes,
	const uint32_t *rows, size_t count, const odd_randforest_options *o, odd_error *err)
{
	if (count == 0 || x.cols == 0 || o->trees == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"random forest: %zu trees to learn from %zu rows and %zu columns", o->trees,
			count, x.cols);
	if (count > UINT32_MAX / 2 || x.cols > UINT32_MAX || classes > ODD__CLASSES_MAX)
		return odd_error_set(err, ODD_EUSAGE,
			"random forest: %zu rows, %zu columns or %zu classes are too many", count,
			x.cols, classes);
	for (size_t i = 0; i < count; i++) {
		size_t row = rows != NULL ? rows[i] : i;
		if (row >= x.rows)
			return odd_error_set(err, ODD_EUSAGE,
				"random forest: there is no row %zu to learn from", row + 1);
		if (label[row] < 0 || (size_t)label[row] >= classes)
			return odd_error_set(err, ODD_EINPUT,
				"random forest: row %zu has label %d of %zu", row + 1, label[row],
				classes);
	}
	return odd__check_finite(x, "random forest", err);
}

static size_t features_of(size_t wanted, size_t cols)
{
	if (wanted == 0)
		wanted = (size_t)sqrt((double)cols);
	return wanted < cols ? wanted : cols;
}

static bool complete(const odd_randforest *f)
{
	for (size_t t = 0; t < f->trees; t++)
		if (f->tree[t].node == NULL || f->tree[t].leaf == NULL)
			return false;
	return true;
}

odd_status odd_randforest_train(odd_randforest **out, odd_cmat x, const int32_t *label,
	size_t classes, const uint32_t *rows, size_t count, const odd_randforest_options *options,
	const odd_job *job, odd_error *err)
{
	static const odd_randforest_options usual = ODD_RANDFOREST_OPTIONS_INIT;
	const odd_randforest_options *o = options != NULL ? options : &usual;
	*out = NULL;
	odd_status status = check_training(x, label, classes, rows, count, o, err);
	if (status != ODD_OK)
		return status;
	odd__ranked data = {0};
	odd_randforest *f = calloc(1, sizeof *f);
	if (f == NULL || (f->tree = calloc(o->trees, sizeof *f->tree)) == NULL) {
		free(f);
		return odd_error_nomem(err);
	}
	f->trees = o->trees;
	f->cols = x.cols;
	f->classes = classes;
	status = odd__ranked_init(&data, x, label, classes, rows, count, err);
	if (status != ODD_OK)
		goto out;
	struct training t = {.data = &data,
		.forest = f,
		.features = features_of(o->features, x.cols),
		.bootstrap = o->bootstrap};
	odd_rng_init(&t.rng, o->seed, "random forest");
	odd__chunks chunks;
	odd__chunks_items(&chunks, f->trees);
	status = odd__parallel_scratch(
		job, &chunks, grow_chunk, &t, odd__grow_bytes(&data), "random forest: learn", err);
	if (status == ODD_OK && !complete(f))
		status = odd_error_nomem(err);
out:
	odd__ranked_clear(&data);
	if (status != ODD_OK) {
		odd_randforest_free(f);
		return status;
	}
	*out = f;
	return ODD_OK;
}

void odd_randforest_free(odd_randforest *forest)
{
	if (forest == NULL)
		return;
	for (size_t t = 0; t < forest->trees; t++) {
		free(forest->tree[t].node);
		free(forest->tree[t].leaf);
		free(forest->tree[t].share);
	}
	free(forest->tree);
	free(forest);
}

/* ---- voting ---- */

struct voting {
	const odd_randforest *forest;
	odd_cmat X;
	const uint32_t *rows;
	int32_t *out;
};

static void add_vote(double *votes, const odd_randforest *f, const odd__grown *tree, uint32_t leaf)
{
	size_t class = tree->leaf[leaf];
	if (class < f->classes) {
		votes[class] += 1.0;
		return;
	}
	const double *share = tree->share + (class - f->classes) * f->classes;
	for (size_t c = 0; c < f->classes; c++)
		votes[c] += share[c];
}

/* votes[r] += what one tree says of row begin + r. */
static void vote(
	double *votes, const struct voting *v, const odd__grown *tree, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i += ODD__WALKERS) {
		const double *x[ODD__WALKERS];
		uint32_t leaf[ODD__WALKERS];
		for (size_t w = 0; w < ODD__WALKERS; w++) {
			size_t row = i + w < end ? i + w : end - 1;
			x[w] = odd_cmat_row(v->X, v->rows != NULL ? v->rows[row] : row);
		}
		odd__tree_walk(leaf, tree->node, x);
		for (size_t w = 0; w < ODD__WALKERS && i + w < end; w++)
			add_vote(votes + (i + w - begin) * v->forest->classes, v->forest, tree,
				leaf[w]);
	}
}

static void vote_chunk(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct voting *v = context;
	size_t C = v->forest->classes;
	double *votes = scratch;
	for (size_t i = begin; i < end; i += BLOCK) {
		size_t stop = end - i < BLOCK ? end : i + BLOCK;
		memset(votes, 0, BLOCK * C * sizeof *votes);
		for (size_t t = 0; t < v->forest->trees; t++)
			vote(votes, v, &v->forest->tree[t], i, stop);
		for (size_t r = i; r < stop; r++) {
			const double *mine = votes + (r - i) * C;
			size_t best = 0;
			for (size_t c = 1; c < C; c++)
				if (mine[c] > mine[best])
					best = c;
			v->out[r] = (int32_t)best;
		}
	}
}

odd_status odd_randforest_predict(int32_t *out, const odd_randforest *forest, odd_cmat x,
	const uint32_t *rows, size_t count, const odd_job *job, odd_error *err)
{
	if (x.cols != forest->cols)
		return odd_error_set(err, ODD_EUSAGE,
			"random forest: learnt from %zu columns, asked about %zu", forest->cols,
			x.cols);
	for (size_t i = 0; i < count; i++)
		if ((rows != NULL ? rows[i] : i) >= x.rows)
			return odd_error_set(err, ODD_EUSAGE,
				"random forest: there is no row %zu to ask about",
				(rows != NULL ? rows[i] : i) + 1);
	odd_status status = odd__check_finite(x, "random forest", err);
	if (status != ODD_OK)
		return status;
	struct voting v = {forest, x, rows, out};
	odd__chunks chunks;
	odd__chunks_even(&chunks, count);
	return odd__parallel_scratch(job, &chunks, vote_chunk, &v,
		BLOCK * forest->classes * sizeof(double), "random forest: vote", err);
}
