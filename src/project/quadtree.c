/* quadtree.c: repulsion of many points by cells, after Barnes and Hut.
 *
 * Points are sorted along a Morton curve (bits of x and y interleaved), so every cell of the tree
 * is a range of them, found by comparing codes: no insertion, no pointers. Cells are stored depth
 * first with the place to go on when a cell is done with, so a walk needs no stack. Levels where
 * nothing parts are left out. Points that agree in all 32 bits of both coordinates share a leaf
 * with a count, so any number of equal points ends the splitting.
 *
 * Eight neighbours on the curve walk together: a cell counts as one body for all of them when it
 * is narrow enough for the nearest corner of their box, which is stricter than what each of them
 * would ask alone. What the walk accepts is collected and then met by eight points at a time.
 */
#include "config.h"

#define ODD__UNFUSED

#include "project/tsne_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/kernel.h"

#define LANES 8
#define LEAF 6     /* points that are not worth splitting further */
#define BODIES 256 /* collected before they are met */
#define BITS 32    /* of each coordinate */

struct repulsion {
	const odd__quadtree *tree;
	double theta2;
	double *force;
	double *Z; /* of each chunk */
};

#ifdef ODD__SET
/* Bodies waiting to be met, and what eight points have felt so far. Eight in every set: who walks
 * together decides what counts as one body. */
struct meeting {
	odd__vec x[ODD__PER_8], y[ODD__PER_8], fx[ODD__PER_8], fy[ODD__PER_8], z[ODD__PER_8];
	size_t count;
	double bx[BODIES], by[BODIES], bm[BODIES];
};

ODD__INLINE void meet(struct meeting *m)
{
	for (int v = 0; v < ODD__PER_8; v++) {
		odd__vec x = m->x[v], y = m->y[v], fx = m->fx[v], fy = m->fy[v], z = m->z[v];
		for (size_t b = 0; b < m->count; b++) {
			odd__vec dx = x - m->bx[b], dy = y - m->by[b];
			odd__vec q = 1.0 / (1.0 + dx * dx + dy * dy), mq = m->bm[b] * q, f = mq * q;
			z += mq;
			fx += f * dx;
			fy += f * dy;
		}
		m->fx[v] = fx;
		m->fy[v] = fy;
		m->z[v] = z;
	}
	m->count = 0;
}

ODD__INLINE void add_body(struct meeting *m, double x, double y, double mass)
{
	if (m->count == BODIES)
		meet(m);
	m->bx[m->count] = x;
	m->by[m->count] = y;
	m->bm[m->count++] = mass;
}

/* Square distance from a place to a box, 0 inside. */
ODD__INLINE double outside(double x, double y, const double *low, const double *high)
{
	double dx = x < low[0] ? low[0] - x : x > high[0] ? x - high[0] : 0.0;
	double dy = y < low[1] ? low[1] - y : y > high[1] ? y - high[1] : 0.0;
	return dx * dx + dy * dy;
}

/* Points begin … end−1 against everything, themselves included. */
ODD__INLINE void walk(
	struct meeting *m, const odd__quadtree *tree, double theta2, size_t begin, size_t end)
{
	double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
	for (size_t i = begin; i < end; i++) {
		low[0] = tree->x[i] < low[0] ? tree->x[i] : low[0];
		high[0] = tree->x[i] > high[0] ? tree->x[i] : high[0];
		low[1] = tree->y[i] < low[1] ? tree->y[i] : low[1];
		high[1] = tree->y[i] > high[1] ? tree->y[i] : high[1];
	}
	for (size_t at = 0; at < tree->cells;) {
		const odd__cell *cell = &tree->cell[at];
		/* A cell with one of the eight in it is never one body: a point does not repel
		 * itself, and what is left of the cell is near. */
		int own = cell->begin < end && cell->end > begin;
		if (cell->leaf == 2 ||
			(!own && cell->width2 < theta2 * outside(cell->x, cell->y, low, high))) {
			add_body(m, cell->x, cell->y, cell->count);
			at = cell->skip;
		} else if (cell->leaf) {
			for (size_t i = cell->begin; i < cell->end; i++)
				add_body(m, tree->x[i], tree->y[i], 1.0);
			at = cell->skip;
		} else {
			at++;
		}
	}
	meet(m);
}

void ODD__KERNEL(tsne_repel)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch;
	const struct repulsion *p = context;
	const odd__quadtree *tree = p->tree;
	double Z = 0.0;
	for (size_t i = begin; i < end; i += LANES) {
		size_t stop = end - i < LANES ? end : i + LANES;
		struct meeting m;
		m.count = 0;
		for (int v = 0; v < ODD__PER_8; v++) {
			m.x[v] = ((const odd__vec_any *)(tree->x + i))[v];
			m.y[v] = ((const odd__vec_any *)(tree->y + i))[v];
			m.fx[v] = m.fy[v] = m.z[v] = (odd__vec){0};
		}
		walk(&m, tree, p->theta2, i, stop);
		for (size_t r = 0; r < stop - i; r++) {
			double *force = p->force + 2 * (size_t)tree->order[i + r];
			force[0] = ((const double *)m.fx)[r];
			force[1] = ((const double *)m.fy)[r];
			Z += ((const double *)m.z)[r] - 1.0; /* without itself */
		}
	}
	p->Z[chunk] = Z;
}
#else
odd_status odd__quadtree_init(odd__quadtree *tree, size_t n, odd_error *err)
{
	memset(tree, 0, sizeof *tree);
	tree->n = n;
	tree->cell = malloc((2 * n + 1) * sizeof *tree->cell);
	tree->order = malloc((n + 1) * sizeof *tree->order);
	tree->order2 = malloc((n + 1) * sizeof *tree->order2);
	tree->key = malloc((n + 1) * sizeof *tree->key);
	tree->key2 = malloc((n + 1) * sizeof *tree->key2);
	tree->x = malloc((n + LANES) * sizeof *tree->x);
	tree->y = malloc((n + LANES) * sizeof *tree->y);
	if (tree->cell == NULL || tree->order == NULL || tree->order2 == NULL ||
		tree->key == NULL || tree->key2 == NULL || tree->x == NULL || tree->y == NULL) {
		odd__quadtree_clear(tree);
		return odd_error_nomem(err);
	}
	return ODD_OK;
}

void odd__quadtree_clear(odd__quadtree *tree)
{
	free(tree->cell);
	free(tree->order);
	free(tree->order2);
	free(tree->key);
	free(tree->key2);
	free(tree->x);
	free(tree->y);
	memset(tree, 0, sizeof *tree);
}

/* ---- building ---- */

/* Bits of v apart by one: … b2 b1 b0 → … 0 b2 0 b1 0 b0. */
static uint64_t spread(uint64_t v)
{
	v = (v | v << 16) & UINT64_C(0x0000ffff0000ffff);
	v = (v | v << 8) & UINT64_C(0x00ff00ff00ff00ff);
	v = (v | v << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	v = (v | v << 2) & UINT64_C(0x3333333333333333);
	return (v | v << 1) & UINT64_C(0x5555555555555555);
}

/* Fills key and order. Returns the side of the square around all points. */
static double make_keys(odd__quadtree *tree, odd_cmat points)
{
	double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
	for (size_t i = 0; i < tree->n; i++)
		for (int d = 0; d < 2; d++) {
			double v = odd_cmat_row(points, i)[d];
			low[d] = v < low[d] ? v : low[d];
			high[d] = v > high[d] ? v : high[d];
		}
	double wide = high[0] - low[0], tall = high[1] - low[1], side = wide > tall ? wide : tall;
	side *= 1.0 + 1e-12; /* the last point falls inside, too */
	double scale = side > 0.0 ? 4294967296.0 / side : 0.0;
	if (!isfinite(scale))
		scale = 0.0;
	for (size_t i = 0; i < tree->n; i++) {
		const double *y = odd_cmat_row(points, i);
		double a = (y[0] - low[0]) * scale, b = (y[1] - low[1]) * scale;
		uint64_t u = a < 4294967295.0 ? (uint64_t)a : UINT32_MAX;
		uint64_t v = b < 4294967295.0 ? (uint64_t)b : UINT32_MAX;
		tree->key[i] = spread(u) | spread(v) << 1;
		tree->order[i] = (uint32_t)i;
	}
	return side;
}

/* Radix sort by bytes, stable; bytes in which all keys agree are skipped. */
static void sort_keys(odd__quadtree *tree)
{
	uint64_t all_and = ~UINT64_C(0), all_or = 0;
	for (size_t i = 0; i < tree->n; i++) {
		all_and &= tree->key[i];
		all_or |= tree->key[i];
	}
	for (int shift = 0; shift < 64; shift += 8) {
		if (((all_and ^ all_or) >> shift & 255) == 0)
			continue;
		size_t start[257] = {0};
		for (size_t i = 0; i < tree->n; i++)
			start[(tree->key[i] >> shift & 255) + 1]++;
		for (int v = 0; v < 256; v++)
			start[v + 1] += start[v];
		for (size_t i = 0; i < tree->n; i++) {
			size_t to = start[tree->key[i] >> shift & 255]++;
			tree->key2[to] = tree->key[i];
			tree->order2[to] = tree->order[i];
		}
		uint64_t *keys = tree->key;
		uint32_t *order = tree->order;
		tree->key = tree->key2;
		tree->order = tree->order2;
		tree->key2 = keys;
		tree->order2 = order;
	}
}

/* The first place in begin … end−1 whose key is at least `bound`, or end. */
static size_t lower_bound(const uint64_t *key, size_t begin, size_t end, uint64_t bound)
{
	while (begin < end) {
		size_t middle = begin + (end - begin) / 2;
		if (key[middle] < bound)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

/* The cell of points begin … end−1 and all inside it; at most 32 calls deep. */
static void add_cell(odd__quadtree *tree, size_t begin, size_t end, double side)
{
	size_t at = tree->cells++;
	uint64_t first = tree->key[begin], last = tree->key[end - 1];
	odd__cell cell = {.begin = (uint32_t)begin, .end = (uint32_t)end};
	cell.count = (double)(end - begin);
	int level = first == last ? BITS : __builtin_clzll(first ^ last) / 2;
	double width = first == last && end - begin == 1 ? 0.0 : ldexp(side, -level);
	cell.width2 = width * width;
	if (first == last || end - begin <= LEAF) {
		cell.leaf = first == last && end - begin > LEAF ? 2 : 1;
		for (size_t i = begin; i < end; i++) {
			cell.x += tree->x[i];
			cell.y += tree->y[i];
		}
	} else {
		int shift = 2 * (BITS - 1 - level);
		uint64_t prefix = level == 0 ? 0 : first >> (shift + 2) << (shift + 2);
		size_t from = begin;
		for (uint64_t quarter = 0; quarter < 4; quarter++) {
			size_t to = quarter == 3 ? end
						 : lower_bound(tree->key, from, end,
							   prefix + ((quarter + 1) << shift));
			if (to == from)
				continue;
			size_t child = tree->cells;
			add_cell(tree, from, to, side);
			cell.x += tree->cell[child].x * tree->cell[child].count;
			cell.y += tree->cell[child].y * tree->cell[child].count;
			from = to;
		}
	}
	cell.x /= cell.count;
	cell.y /= cell.count;
	cell.skip = (uint32_t)tree->cells;
	tree->cell[at] = cell;
}

void odd__quadtree_build(odd__quadtree *tree, odd_cmat points)
{
	tree->cells = 0;
	if (tree->n == 0)
		return;
	double side = make_keys(tree, points);
	sort_keys(tree);
	for (size_t i = 0; i < tree->n + LANES; i++) { /* the last point fills the last vector */
		size_t from = tree->order[i < tree->n ? i : tree->n - 1];
		tree->x[i] = odd_cmat_row(points, from)[0];
		tree->y[i] = odd_cmat_row(points, from)[1];
	}
	add_cell(tree, 0, tree->n, side);
}

/* ---- repulsion ---- */

odd_status odd__quadtree_repulsion(double *force, double *Z, const odd__quadtree *tree,
	double theta, const odd_job *job, odd_error *err)
{
	double parts[ODD__CHUNKS_MAX];
	struct repulsion p = {tree, theta * theta, force, parts};
	odd__chunks chunks;
	odd__chunks_even(&chunks, tree->n);
	odd_status status =
		odd__parallel_scratch(job, &chunks, odd__kernels()->tsne_repel, &p, 0, NULL, err);
	*Z = 0.0;
	for (size_t c = 0; c < chunks.count && status == ODD_OK; c++)
		*Z += parts[c];
	return status;
}
#endif
