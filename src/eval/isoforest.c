/* isoforest.c: grow trees from samples, then send every row down all of them.
 *
 * Trees grow breadth first: the array of nodes is also the queue of nodes to be cut, and a node
 * owns the stretch begin … end − 1 of the sample. Each tree has its own random stream and each row
 * adds up its path lengths in the order of the trees, so threads change nothing.
 *
 * Unlike scikit-learn we stay in double precision and call a column constant only when it is: its
 * tolerance of 1e-7 would make the result depend on the units of an embedding.
 */
#include "config.h"

#include "eval/isoforest.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "eval/check.h"
#include "eval/tree.h"
#include "base/rng.h"
#include "linalg/memory.h"

#define EULER_GAMMA 0.57721566490153286

struct isoforest {
	odd_cmat X;
	odd_rng rng;
	size_t trees, sample, room; /* room: nodes kept for a tree */
	uint32_t deepest;
	double whole;         /* c(ψ) */
	odd__tree_node *node; /* trees × room */
	double *path;         /* trees × room: h / c(ψ) at a leaf */
	double *score;
};

/* What one thread needs to grow a tree. */
struct nursery {
	double *column;  /* K × ψ: the sample, column by column */
	uint32_t *all;   /* N: shuffled as far as needed */
	uint32_t *row;   /* ψ: places in the sample, in the order of the nodes that own them */
	uint32_t *begin; /* room */
	uint32_t *end;
	uint32_t *depth;
	uint32_t *order; /* K: columns as drawn */
};

double odd_isoforest_mean_path(size_t n)
{
	const double m = (double)n - 1.0;
	return n <= 1 ? 0.0 : n == 2 ? 1.0 : 2.0 * (log(m) + EULER_GAMMA) - 2.0 * m / (double)n;
}

/* ---- growing ---- */

static size_t nursery_bytes(const struct isoforest *f)
{
	size_t K = f->X.cols;
	return K * f->sample * sizeof(double) +
	       (f->X.rows + f->sample + 3 * f->room + K) * sizeof(uint32_t);
}

static struct nursery nursery_in(const struct isoforest *f, void *scratch)
{
	struct nursery n;
	n.column = scratch;
	n.all = (uint32_t *)(n.column + f->X.cols * f->sample);
	n.row = n.all + f->X.rows;
	n.begin = n.row + f->sample;
	n.end = n.begin + f->room;
	n.depth = n.end + f->room;
	n.order = n.depth + f->room;
	return n;
}

/* ψ rows without replacement, the first steps of Fisher and Yates. Filling `all` anew costs less
 * than sending N rows down the tree. */
static void draw_sample(const struct isoforest *f, struct nursery *n, odd_rng *rng)
{
	size_t N = f->X.rows;
	for (size_t i = 0; i < N; i++)
		n->all[i] = (uint32_t)i;
	for (size_t i = 0; i < f->sample; i++) {
		size_t j = i + (size_t)odd_rng_below(rng, N - i);
		uint32_t row = n->all[j];
		n->all[j] = n->all[i];
		for (size_t k = 0; k < f->X.cols; k++)
			n->column[k * f->sample + i] = odd_cmat_row(f->X, row)[k];
		n->row[i] = (uint32_t)i;
	}
}

/* Draw columns without repetition until one is not constant on the node's rows, and a place to cut
 * it. False when all are constant. */
static bool draw_cut(const struct isoforest *f, struct nursery *n, odd_rng *rng, uint32_t at,
	odd__tree_node *cut)
{
	size_t K = f->X.cols;
	for (size_t k = 0; k < K; k++)
		n->order[k] = (uint32_t)k;
	for (size_t k = 0; k < K; k++) {
		size_t j = k + (size_t)odd_rng_below(rng, K - k);
		uint32_t chosen = n->order[j];
		n->order[j] = n->order[k];
		const double *column = n->column + chosen * f->sample;
		double low = column[n->row[n->begin[at]]], high = low;
		for (uint32_t i = n->begin[at] + 1; i < n->end[at]; i++) {
			double x = column[n->row[i]];
			low = x < low ? x : low;
			high = x > high ? x : high;
		}
		if (low == high)
			continue;
		double place = low + odd_rng_uniform(rng) * (high - low);
		*cut = (odd__tree_node){place < high ? place : low, chosen, 0};
		return true;
	}
	return false;
}

/* Rows of node `at` that go left first; returns how many. */
static uint32_t part_rows(
	const struct isoforest *f, struct nursery *n, uint32_t at, const odd__tree_node *cut)
{
	const double *column = n->column + cut->column * f->sample;
	uint32_t left = n->begin[at];
	for (uint32_t i = left; i < n->end[at]; i++) {
		uint32_t row = n->row[i];
		if (column[row] <= cut->threshold) {
			n->row[i] = n->row[left];
			n->row[left++] = row;
		}
	}
	return left;
}

static void grow_tree(struct isoforest *f, struct nursery *n, size_t tree)
{
	odd__tree_node *node = f->node + tree * f->room;
	double *path = f->path + tree * f->room;
	odd_rng rng;
	odd_rng_split(&rng, &f->rng, tree);
	draw_sample(f, n, &rng);
	n->begin[0] = 0;
	n->end[0] = (uint32_t)f->sample;
	n->depth[0] = 0;
	uint32_t count = 1;
	for (uint32_t at = 0; at < count; at++) {
		uint32_t size = n->end[at] - n->begin[at];
		if (size <= 1 || n->depth[at] == f->deepest ||
			!draw_cut(f, n, &rng, at, &node[at])) {
			node[at] = odd__tree_leaf(at);
			/* In units of c(ψ), so that a tree of one leaf says exactly 1. */
			path[at] = (n->depth[at] + odd_isoforest_mean_path(size)) / f->whole;
			continue;
		}
		uint32_t middle = part_rows(f, n, at, &node[at]);
		node[at].left = count;
		for (uint32_t side = 0; side < 2; side++, count++) {
			n->begin[count] = side ? middle : n->begin[at];
			n->end[count] = side ? n->end[at] : middle;
			n->depth[count] = n->depth[at] + 1;
		}
	}
	assert(count <= f->room);
}

static void grow_chunk(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct isoforest *f = context;
	struct nursery n = nursery_in(f, scratch);
	for (size_t tree = begin; tree < end; tree++)
		grow_tree(f, &n, tree);
}

/* ---- scoring ---- */

static void score_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct isoforest *f = context;
	for (size_t i = begin; i < end; i++)
		f->score[i] = 0.0;
	for (size_t tree = 0; tree < f->trees; tree++) {
		const odd__tree_node *node = f->node + tree * f->room;
		const double *path = f->path + tree * f->room;
		for (size_t i = begin; i < end; i += ODD__WALKERS) {
			const double *x[ODD__WALKERS];
			uint32_t leaf[ODD__WALKERS];
			for (size_t w = 0; w < ODD__WALKERS; w++)
				x[w] = odd_cmat_row(f->X, i + w < end ? i + w : end - 1);
			odd__tree_walk(leaf, node, x);
			for (size_t w = 0; w < ODD__WALKERS && i + w < end; w++)
				f->score[i + w] += path[leaf[w]];
		}
	}
	for (size_t i = begin; i < end; i++)
		f->score[i] = exp2(-f->score[i] / (double)f->trees);
}

static uint32_t ceil_log2(size_t n)
{
	uint32_t bits = 0;
	while (bits < 63 && ((size_t)1 << bits) < n)
		bits++;
	return bits;
}

odd_status odd_isoforest_scores(double *score, odd_cmat x, const odd_isoforest_options *options,
	const odd_job *job, odd_error *err)
{
	static const odd_isoforest_options usual = ODD_ISOFOREST_OPTIONS_INIT;
	const odd_isoforest_options *o = options != NULL ? options : &usual;
	if (o->trees == 0 || o->sample == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"isolation forest: %zu trees of %zu rows were asked for", o->trees,
			o->sample);
	if (x.rows > UINT32_MAX / 2)
		return odd_error_set(
			err, ODD_EUSAGE, "isolation forest: %zu rows are too many", x.rows);
	odd_status status = odd__check_finite(x, "isolation forest", err);
	if (status != ODD_OK)
		return status;
	size_t sample = o->sample < x.rows ? o->sample : x.rows;
	if (sample <= 1 || x.cols == 0) {
		for (size_t i = 0; i < x.rows; i++)
			score[i] = 0.5;
		return ODD_OK;
	}
	struct isoforest f = {.X = x,
		.trees = o->trees,
		.sample = sample,
		.room = 2 * sample,
		.deepest = ceil_log2(sample),
		.whole = odd_isoforest_mean_path(sample),
		.score = score};
	odd_rng_init(&f.rng, o->seed, "isolation forest");
	odd__memory memory = {0};
	f.node = odd__take(&memory, f.trees, f.room * sizeof *f.node);
	f.path = odd__take(&memory, f.trees, f.room * sizeof *f.path);
	status = odd__memory_check(&memory, err);
	odd__chunks chunks;
	odd__chunks_items(&chunks, f.trees);
	if (status == ODD_OK)
		status = odd__parallel_scratch(job, &chunks, grow_chunk, &f, nursery_bytes(&f),
			"isolation forest: trees", err);
	odd__chunks_even(&chunks, x.rows);
	if (status == ODD_OK)
		status = odd__parallel(
			job, &chunks, score_chunk, &f, "isolation forest: scores", err);
	odd__memory_free(&memory);
	return status;
}
