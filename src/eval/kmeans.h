/* kmeans.h: k-means: k centres with the least sum of square distances to the rows nearest to them.
 *
 * Centres start by greedy k-means++: each next one is the best of a few rows drawn with chances
 * that grow with the square distance to the centres so far. Then rows go to their nearest centre
 * and centres to the mean of their rows (Lloyd), until no row moves; a centre left without rows
 * takes the row farthest from its own. The best of several restarts wins.
 */
#ifndef ODDONE_KMEANS_H
#define ODDONE_KMEANS_H

#include <stddef.h>
#include <stdint.h>

#include "base/parallel.h"
#include "oddone/job.h"
#include "oddone/matrix.h"

typedef struct odd_kmeans_options {
	size_t restarts;
	size_t iterations; /* of Lloyd at most, for each restart */
	double tolerance; /* stop when Σ‖move of a centre‖² ≤ this · mean variance of a column */
	size_t candidates; /* for each next centre; 0: 2 + ⌊ln k⌋, 1: plain k-means++ */
	uint64_t seed;
} odd_kmeans_options;

#define ODD_KMEANS_OPTIONS_INIT \
	{ \
		.restarts = 10, .iterations = 300, .tolerance = 1e-4, .candidates = 0, .seed = 42 \
	}

typedef struct odd_kmeans_result {
	double inertia;    /* Σ‖x_i − centre of its cluster‖² */
	size_t restart;    /* which one won, from 0; of equals the first */
	size_t iterations; /* it took */
} odd_kmeans_result;

/* cluster[i] in 0 … k − 1, of equally near centres the first. centres (k × K) may have data ==
 * NULL, result and options may be NULL. With fewer different rows than k some clusters stay empty.
 * The same for any number of threads. ODD_EUSAGE for options out of range, no columns or k not in
 * 1 … N, ODD_ENUMERIC for an entry that is not finite or beyond 1e150. O(N K k) for each iteration,
 * O(N K + restarts · N) memory. */
odd_status odd_kmeans(uint32_t *cluster, odd_mat centres, odd_kmeans_result *result, odd_cmat x,
	size_t k, const odd_kmeans_options *options, const odd_job *job, odd_error *err);

/* ---- one restart, for the tests ---- */

typedef struct odd__restart {
	odd_cmat X; /* N × K, padded, the mean taken off */
	size_t k;
	const odd__chunks *chunks;

	odd_mat centre;    /* k × K */
	uint32_t *cluster; /* N */
	double inertia;
	size_t iterations;
} odd__restart;

/* Passes from those centres on, until the centres move by less than `shift`. Fills cluster, inertia
 * and iterations. */
odd_status odd__lloyd(
	odd__restart *run, size_t iterations, double shift, const odd_job *job, odd_error *err);

#endif
