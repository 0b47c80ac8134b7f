/* kmeans_parts.h: one restart of k-means, and its passes over the rows.
 *
 * Rows are taken in blocks of 16, turned over so that a vector holds one coordinate of eight rows.
 */
#ifndef ODD_EVAL_KMEANS_PARTS_H
#define ODD_EVAL_KMEANS_PARTS_H

#include "base/parallel.h"
#include "eval/kmeans.h"
#include "base/rng.h"

/* Of sums and square distances that differ by rounding, the first is taken: a sum is less than
 * another when it is below this share of it. */
#define ODD__LESS (1.0 - 1e-9)

typedef struct odd__restart {
	odd_cmat X; /* N × K, padded, the mean taken off; shared by all restarts */
	size_t k;
	const odd__chunks *chunks;

	odd_mat centre;    /* k × K */
	uint32_t *cluster; /* N */
	double inertia;
	size_t iterations;
	odd_status status;
} odd__restart;

/* ---- kmeans_start.c ---- */

/* Centres by k-means++. O(N K k candidates). */
odd_status odd__kmeans_start(
	odd__restart *run, size_t candidates, odd_rng *rng, const odd_job *job, odd_error *err);

/* ---- lloyd.c ---- */

/* From those centres on. shift: move of the centres below which to stop. Fills cluster, inertia and
 * iterations. */
odd_status odd__lloyd(
	odd__restart *run, size_t iterations, double shift, const odd_job *job, odd_error *err);

#endif
