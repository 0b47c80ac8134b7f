/* isoforest.h: isolation forest (Liu, Ting, Zhou 2008): how soon random cuts set a row apart.
 *
 * A tree is grown from ψ rows drawn without replacement: cut a random column at a random place
 * between its least and largest value, and again on both sides, until a row stands alone or the
 * tree is ⌈log2 ψ⌉ deep. A row that few cuts set apart is odd:
 *
 *     score(x) = 2^(−mean h(x) / c(ψ)),   h(x) = depth of x's leaf + c(rows in it)
 *
 * where c(n) is the mean depth of a random search tree of n keys. Scores lie in (0, 1), ½ is what
 * the average row of a shapeless cloud gets. They do not change under increasing affine maps of
 * columns, but do under rotations.
 */
#ifndef ODDONE_ISOFOREST_H
#define ODDONE_ISOFOREST_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/job.h"
#include "oddone/matrix.h"

typedef struct odd_isoforest_options {
	size_t trees;
	size_t sample; /* ψ: rows a tree is grown from; all when there are no more */
	uint64_t seed;
} odd_isoforest_options;

#define ODD_ISOFOREST_OPTIONS_INIT \
	{ \
		.trees = 100, .sample = 256, .seed = 42 \
	}

/* score[i], larger for odder rows, the same for any number of threads. When nothing can be told
 * apart (one row, all rows equal, no columns) every score is exactly ½; a constant column changes
 * nothing. options may be NULL. ODD_EUSAGE for no trees or an empty sample, ODD_ENUMERIC for an
 * entry that is not finite or beyond 1e150. O(trees · (N + ψ K) log ψ) time,
 * O(trees · ψ + threads · (N + ψ K)) memory. */
odd_status odd_isoforest_scores(double *score, odd_cmat x, const odd_isoforest_options *options,
	const odd_job *job, odd_error *err);

/* c(n) = 2 (ln(n − 1) + γ) − 2 (n − 1)/n as published, c(2) = 1, c(1) = 0. The logarithm stands for
 * the harmonic number H(n − 1) and is 28 % low at n = 3, ½ % at n = 100. */
double odd_isoforest_mean_path(size_t n);

#endif
