/* randforest.c: many trees, each with its own random stream, and their vote. Votes are added up in
 * the order of the trees, so threads change nothing.
 *
 * A cut of n rows into L and R that lowers n_L gini_L + n_R gini_R most is one where
 *
 *     Σ_c l_c² / n_L + Σ_c r_c² / n_R
 *
 * is largest, l_c and r_c being the counts of classes on either side. With the rows of a node
 * sorted by a column one pass looks at every cut, each row moving from R to L in O(1). A row drawn
 * several times for the tree counts as often.
 *
 * Nodes are cut breadth first: the array of nodes is also the queue. A node owns the stretch
 * begin … end − 1 of `row`, always in rising order, so that gathers walk forward through memory.
 *
 * Unlike scikit-learn values are not rounded to single precision and any two that differ may be cut
 * apart, not only those 1e-7 apart: embeddings come in all scales.
 */
#include "config.h"

#include "eval/randforest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "eval/check.h"
#include "linalg/memory.h"
#include "score/sorter.h"

#define CLASSES_MAX 65536
#define BLOCK 512    /* rows that vote at a time, so that a tree is used while it is in the cache */
#define INSERTION 40 /* so few rows are sorted faster by insertion than by digits */
#define DIGIT 8      /* bits of a rank sorted by at a time */

/* The training rows, each value replaced by its rank in the column. */
struct ranked {
	size_t rows, cols, classes;
	uint32_t *rank;  /* cols × rows: how many smaller values there are in the column */
	double *value;   /* cols × rows: the value of a rank; as many as are different */
	uint16_t *label; /* rows */
	odd__memory memory;
};

/* ---- columns as ranks ----
 *
 * A tree only asks which of two values is larger, so each column is
 * sorted once for all trees and nodes sort small integers from then on.
 */

/* Column k of the chosen rows → ranks without gaps, and the value of each. */
static void rank_column(struct ranked *d, odd_cmat x, size_t k, const uint32_t *rows,
	double *column, odd__sorter *sorter)
{
	size_t n = d->rows;
	uint32_t *rank = d->rank + k * n, next = 0;
	double *value = d->value + k * n;
	for (size_t i = 0; i < n; i++)
		column[i] = odd_cmat_row(x, rows != NULL ? rows[i] : i)[k];
	const uint32_t *order = odd__sort(sorter, column, n, false);
	value[0] = column[order[0]];
	for (size_t i = 0; i < n; i++) {
		double here = column[order[i]];
		if (here != value[next])
			value[++next] = here;
		rank[order[i]] = next;
	}
}

static odd_status rank_columns(struct ranked *out, odd_cmat x, const int32_t *label, size_t classes,
	const uint32_t *rows, size_t count, odd_error *err)
{
	struct ranked d = {.rows = count, .cols = x.cols, .classes = classes};
	odd__sorter sorter = {0};
	d.rank = odd__take(&d.memory, count, x.cols * sizeof *d.rank);
	d.value = odd__take(&d.memory, count, x.cols * sizeof *d.value);
	d.label = odd__take(&d.memory, count, sizeof *d.label);
	double *column = odd__take(&d.memory, count, sizeof *column);
	odd_status status = odd__memory_check(&d.memory, err);
	if (status == ODD_OK)
		status = odd__sorter_init(&sorter, count, err);
	for (size_t k = 0; k < x.cols && status == ODD_OK; k++)
		rank_column(&d, x, k, rows, column, &sorter);
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		d.label[i] = (uint16_t)label[rows != NULL ? rows[i] : i];
	if (status != ODD_OK)
		odd__memory_free(&d.memory);
	odd__sorter_clear(&sorter);
	*out = d;
	return status;
}

/* ---- growing a tree ---- */

struct grower {
	const struct ranked *data;
	size_t features;
	odd_rng *rng;
	odd__tree_node *node;    /* 2 n */
	uint64_t *key, *key2;    /* n: rank · 2³² + tag, to be sorted */
	int64_t *total, *left;   /* classes: rows of the node, of them left of the cut */
	uint32_t *tag;           /* n: weight · 2¹⁶ + class of each training row */
	uint32_t *row, *spare;   /* n: rows with a weight, by node; room to part them */
	uint32_t *begin, *end;   /* 2 n: what a node owns */
	uint32_t *leaf;          /* 2 n */
	uint32_t *order;         /* columns, as far as drawn */
	int64_t weight, squares; /* of the node: n and Σ_c total_c² */
	double *share;           /* of mixed leaves, grows */
	size_t mixed, room;
};

struct cut {
	double gain;
	uint32_t column, rank, next; /* ranks up to `rank` go left, `next` is the following one */
};

static size_t grow_bytes(const struct ranked *data)
{
	size_t n = data->rows;
	return 2 * n * sizeof(odd__tree_node) + 2 * n * sizeof(uint64_t) +
	       2 * data->classes * sizeof(int64_t) + (9 * n + data->cols) * sizeof(uint32_t);
}

static void settle_in(struct grower *g, void *scratch)
{
	size_t n = g->data->rows;
	g->node = scratch;
	g->key = (uint64_t *)(g->node + 2 * n);
	g->key2 = g->key + n;
	g->total = (int64_t *)(g->key2 + n);
	g->left = g->total + g->data->classes;
	g->tag = (uint32_t *)(g->left + g->data->classes);
	g->row = g->tag + n;
	g->spare = g->row + n;
	g->begin = g->spare + n;
	g->end = g->begin + 2 * n;
	g->leaf = g->end + 2 * n;
	g->order = g->leaf + 2 * n;
}

/* Weights, and the list of rows that have one. 2¹⁶ draws of the same row do not happen: the chance
 * is below 10^−200000. Returns the length of the list. */
static uint32_t draw_rows(struct grower *g, bool bootstrap)
{
	size_t n = g->data->rows;
	uint32_t count = 0;
	for (size_t i = 0; i < n; i++)
		g->tag[i] = (uint32_t)!bootstrap << 16 | g->data->label[i];
	for (size_t i = 0; bootstrap && i < n; i++)
		g->tag[odd_rng_below(g->rng, n)] += 1u << 16;
	for (size_t i = 0; i < n; i++)
		if (g->tag[i] >> 16 > 0)
			g->row[count++] = (uint32_t)i;
	return count;
}

/* ---- sorting the rows of a node ---- */

/* By the upper half; keys with the same may come in any order. span: the largest rank. */
static const uint64_t *sort_keys(uint64_t *key, uint64_t *other, uint32_t n, uint32_t span)
{
	if (n <= INSERTION) {
		for (uint32_t i = 1; i < n; i++) {
			uint64_t here = key[i];
			uint32_t to = i;
			for (; to > 0 && key[to - 1] > here; to--)
				key[to] = key[to - 1];
			key[to] = here;
		}
		return key;
	}
	for (int shift = 32; span != 0; shift += DIGIT, span >>= DIGIT) {
		uint32_t start[1 << DIGIT] = {0}, sum = 0;
		for (uint32_t i = 0; i < n; i++)
			start[key[i] >> shift & ((1 << DIGIT) - 1)]++;
		for (uint32_t b = 0; b < 1 << DIGIT; b++) {
			uint32_t count = start[b];
			start[b] = sum;
			sum += count;
		}
		for (uint32_t i = 0; i < n; i++)
			other[start[key[i] >> shift & ((1 << DIGIT) - 1)]++] = key[i];
		uint64_t *swap = key;
		key = other;
		other = swap;
	}
	return key;
}

/* ---- looking for a cut ---- */

/* Every cut of n sorted keys; ranks in them are less `low`. */
static void scan(struct grower *g, struct cut *best, const uint64_t *key, uint32_t n,
	uint32_t column, uint32_t low)
{
	int64_t left_weight = 0, left_squares = 0, right_squares = g->squares;
	memset(g->left, 0, g->data->classes * sizeof *g->left);
	for (uint32_t i = 0; i + 1 < n; i++) {
		uint32_t tag = (uint32_t)key[i], class = tag & 0xffff;
		int64_t w = tag >> 16, l = g->left[class], r = g->total[class] - l;
		left_squares += w * (2 * l + w);
		right_squares -= w * (2 * r - w);
		g->left[class] = l + w;
		left_weight += w;
		if (key[i] >> 32 == key[i + 1] >> 32)
			continue;
		double gain = (double)left_squares / (double)left_weight +
			      (double)right_squares / (double)(g->weight - left_weight);
		if (gain > best->gain) /* strictly: of equal cuts the first one drawn */
			*best = (struct cut){gain, column, low + (uint32_t)(key[i] >> 32),
				low + (uint32_t)(key[i + 1] >> 32)};
	}
}

/* False when the column is constant on the node. */
static bool try_column(struct grower *g, struct cut *best, uint32_t at, uint32_t column)
{
	const uint32_t *rank = g->data->rank + column * g->data->rows;
	const uint32_t *row = g->row + g->begin[at];
	uint32_t n = g->end[at] - g->begin[at], low = UINT32_MAX, high = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t r = rank[row[i]];
		low = r < low ? r : low;
		high = r > high ? r : high;
		g->key[i] = (uint64_t)r << 32 | g->tag[row[i]];
	}
	if (low == high)
		return false;
	for (uint32_t i = 0; i < n; i++)
		g->key[i] -= (uint64_t)low << 32;
	scan(g, best, sort_keys(g->key, g->key2, n, high - low), n, column, low);
	return true;
}

/* The best cut by columns drawn without repetition: `features` of them, constant ones counting, and
 * more while all were constant. False when all columns are. */
static bool find_cut(struct grower *g, struct cut *best, uint32_t at)
{
	size_t K = g->data->cols, useful = 0;
	*best = (struct cut){.gain = -1.0};
	for (size_t k = 0; k < K && (k < g->features || useful == 0); k++) {
		size_t j = k + (size_t)odd_rng_below(g->rng, K - k);
		uint32_t column = g->order[j];
		g->order[j] = g->order[k];
		g->order[k] = column;
		useful += try_column(g, best, at, column);
	}
	return useful > 0;
}

/* Between the two values that are cut apart. */
static double threshold(const struct ranked *data, const struct cut *cut)
{
	const double *value = data->value + cut->column * data->rows;
	double low = value[cut->rank], high = value[cut->next];
	double middle = low / 2.0 + high / 2.0;
	return middle >= low && middle < high ? middle : low;
}

/* ---- growing ---- */

/* Rows that go left first, both sides in rising order; returns where the right ones begin. */
static uint32_t part_rows(struct grower *g, uint32_t at, const struct cut *cut)
{
	const uint32_t *rank = g->data->rank + cut->column * g->data->rows;
	uint32_t left = g->begin[at], right = 0;
	for (uint32_t i = left; i < g->end[at]; i++) {
		uint32_t row = g->row[i];
		bool goes_right = rank[row] > cut->rank;
		g->row[left] = row;
		g->spare[right] = row;
		left += !goes_right;
		right += goes_right;
	}
	memcpy(g->row + left, g->spare, right * sizeof *g->row);
	return left;
}

/* Count the classes of a node; true when there is but one. */
static bool count_classes(struct grower *g, uint32_t at)
{
	bool pure = true;
	uint32_t first = g->tag[g->row[g->begin[at]]] & 0xffff;
	memset(g->total, 0, g->data->classes * sizeof *g->total);
	g->weight = 0;
	for (uint32_t i = g->begin[at]; i < g->end[at]; i++) {
		uint32_t tag = g->tag[g->row[i]];
		g->total[tag & 0xffff] += tag >> 16;
		g->weight += tag >> 16;
		pure = pure && (tag & 0xffff) == first;
	}
	g->leaf[at] = first;
	g->squares = 0;
	for (size_t c = 0; c < g->data->classes; c++)
		g->squares += g->total[c] * g->total[c];
	return pure;
}

/* A leaf of several classes that no column tells apart. */
static odd_status mixed_leaf(struct grower *g, uint32_t at)
{
	size_t C = g->data->classes;
	odd_error err;
	if (odd__make_room(&g->room, g->mixed + 1, &err, {&g->share, C * sizeof *g->share}) !=
		ODD_OK)
		return ODD_ENOMEM;
	for (size_t c = 0; c < C; c++)
		g->share[g->mixed * C + c] = (double)g->total[c] / (double)g->weight;
	g->leaf[at] = (uint32_t)(C + g->mixed++);
	return ODD_OK;
}

/* Cut nodes until all are leaves; *nodes of them. */
static odd_status cut_all(struct grower *g, uint32_t *nodes, uint32_t rows)
{
	odd_status status = ODD_OK;
	uint32_t count = 1;
	g->begin[0] = 0;
	g->end[0] = rows;
	for (uint32_t at = 0; at < count && status == ODD_OK; at++) {
		struct cut cut;
		bool pure = count_classes(g, at);
		if (pure || !find_cut(g, &cut, at)) {
			g->node[at] = odd__tree_leaf(at);
			status = pure ? ODD_OK : mixed_leaf(g, at);
			continue;
		}
		g->node[at] = (odd__tree_node){threshold(g->data, &cut), cut.column, count};
		uint32_t middle = part_rows(g, at, &cut);
		g->begin[count] = g->begin[at];
		g->end[count++] = middle;
		g->begin[count] = middle;
		g->end[count++] = g->end[at];
	}
	*nodes = count;
	return status;
}

static odd_status grow(odd__grown *out, const struct ranked *data, size_t features, bool bootstrap,
	odd_rng *rng, void *scratch)
{
	struct grower g = {.data = data, .features = features, .rng = rng};
	uint32_t nodes;
	settle_in(&g, scratch);
	for (size_t k = 0; k < data->cols; k++)
		g.order[k] = (uint32_t)k;
	odd_status status = cut_all(&g, &nodes, draw_rows(&g, bootstrap));
	*out = (odd__grown){.share = g.share, .nodes = nodes, .mixed = g.mixed};
	if (status == ODD_OK) {
		out->node = malloc(nodes * sizeof *out->node);
		out->leaf = malloc(nodes * sizeof *out->leaf);
	}
	if (out->node == NULL || out->leaf == NULL)
		return ODD_ENOMEM; /* what there is belongs to *out */
	memcpy(out->node, g.node, nodes * sizeof *out->node);
	memcpy(out->leaf, g.leaf, nodes * sizeof *out->leaf);
	return ODD_OK;
}

/* ---- learning ---- */

struct training {
	const struct ranked *data;
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
		if (grow(&t->forest->tree[tree], t->data, t->features, t->bootstrap, &rng,
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
	if (count > UINT32_MAX / 2 || x.cols > UINT32_MAX || classes > CLASSES_MAX)
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
	struct ranked data = {0};
	odd_randforest *f = calloc(1, sizeof *f);
	if (f == NULL || (f->tree = calloc(o->trees, sizeof *f->tree)) == NULL) {
		free(f);
		return odd_error_nomem(err);
	}
	f->trees = o->trees;
	f->cols = x.cols;
	f->classes = classes;
	status = rank_columns(&data, x, label, classes, rows, count, err);
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
		job, &chunks, grow_chunk, &t, grow_bytes(&data), "random forest: learn", err);
	if (status == ODD_OK && !complete(f))
		status = odd_error_nomem(err);
out:
	odd__memory_free(&data.memory);
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
