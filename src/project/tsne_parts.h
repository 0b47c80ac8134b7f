/* tsne_parts.h: what t-SNE is made of. Points are N × 2 with stride 2.
 */
#ifndef ODD_PROJECT_TSNE_PARTS_H
#define ODD_PROJECT_TSNE_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/csr.h"
#include "oddone/job.h"
#include "oddone/matrix.h"

/* ---- knn.c ---- */

/* The u nearest other rows of each row of X: idx and square distances, N × u each, nearest first,
 * equal distances by index. u < N. Exact; O(N² K). */
odd_status odd__knn(
	uint32_t *idx, double *d2, size_t u, odd_cmat X, const odd_job *job, odd_error *err);

/* ---- affinity.c ---- */

/* p (u) ∝ exp(−β d2) with β such that 2^entropy is the perplexity, Σp = 1. When too many neighbours
 * tie at the least distance, they share everything. Returns the perplexity reached. */
double odd__affinity_row(double *p, const double *d2, size_t u, double perplexity);

/* P = (p_j|i + p_i|j) / 2N over min(N − 1, ⌊3 perplexity⌋ + 1) neighbours: symmetric, sums to 1. */
odd_status odd__affinities(
	odd_csr *P, double perplexity, odd_cmat X, const odd_job *job, odd_error *err);

/* ---- quadtree.c ---- */

typedef struct odd__cell {
	double x, y;         /* barycentre */
	double count;        /* points in it */
	double width2;       /* square of its side */
	uint32_t begin, end; /* its points, in sorted order */
	uint32_t skip;       /* the cell after all that is inside this one */
	uint32_t leaf;       /* 1: points to be met one by one; 2: all of them in one place */
} odd__cell;

typedef struct odd__quadtree {
	size_t n, cells;
	odd__cell *cell;      /* depth first; up to 2 n */
	uint32_t *order;      /* sorted place → point */
	double *x, *y;        /* coordinates in sorted order, and a whole vector more */
	uint64_t *key, *key2; /* Morton codes, and room to sort them */
	uint32_t *order2;
} odd__quadtree;

odd_status odd__quadtree_init(odd__quadtree *tree, size_t n, odd_error *err);
void odd__quadtree_clear(odd__quadtree *tree);

/* Sort the points and cut the plane. O(N log N) at most. */
void odd__quadtree_build(odd__quadtree *tree, odd_cmat points);

/* force (N × 2, stride 2) = Σ_j q_ij² (y_i − y_j), and *Z = Σ_{i≠j} q_ij, q = 1/(1 + |y_i − y_j|²);
 * a cell of width w at distance d counts as one body when w < θ d. */
odd_status odd__quadtree_repulsion(double *force, double *Z, const odd__quadtree *tree,
	double theta, const odd_job *job, odd_error *err);

/* ---- gradient.c ---- */

typedef struct odd__tsne_problem {
	odd_ccsr P;
	double entropy; /* Σ p ln p */
	double theta;
	double *repulsion; /* N × 2 */
	odd__quadtree tree;
} odd__tsne_problem;

/* Takes P over as a view; the caller keeps it alive. */
odd_status odd__tsne_problem_init(odd__tsne_problem *out, odd_ccsr P, double theta, odd_error *err);
void odd__tsne_problem_clear(odd__tsne_problem *problem);

/* grad (N × 2, stride 2) = 4 Σ_j (exaggeration p_ij − q_ij/Z) q_ij (y_i − y_j). kl may be NULL. */
odd_status odd__tsne_gradient(double *grad, double *kl, odd__tsne_problem *problem, odd_cmat points,
	double exaggeration, const odd_job *job, odd_error *err);

#endif
