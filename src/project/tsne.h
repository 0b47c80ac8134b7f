/* tsne.h: Barnes–Hut t-SNE in two dimensions, as a machine stepped from outside.
 *
 *     begin (affinities) → step, step, … (one gradient iteration each) → points → free
 *
 * The caller owns the loop, so a run can be watched, paused, cancelled and drawn while it moves.
 * The same input, options and seed give the same points, whatever the number of threads.
 */
#ifndef ODDONE_TSNE_H
#define ODDONE_TSNE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/job.h"
#include "oddone/matrix.h"

typedef struct odd_tsne odd_tsne;

typedef struct odd_tsne_options {
	double perplexity;    /* effective number of neighbours, ≥ 1 */
	double theta;         /* 0: exact, O(N²) per step; larger is faster and coarser */
	double learning_rate; /* 0: max(N/48, 50), and N when there are fewer than 50 points */
	double exaggeration;  /* affinities are multiplied by this at first … */
	size_t exaggerated;   /* … for so many iterations */
	size_t iterations;    /* in all */
	size_t max_points;    /* more rows than this: a random sample of so many is projected */
	uint64_t seed;        /* of the sample and of the jitter of the start */
	odd_cmat start; /* rows of X × 2, all finite: where the points begin, such as those of
			   a run before; no rows: the first two principal components. A run that
			   goes on from a finished one wants exaggerated = 0 */
} odd_tsne_options;

#define ODD_TSNE_OPTIONS_INIT \
	{ \
		.perplexity = 30.0, .theta = 0.5, .learning_rate = 0.0, .exaggeration = 12.0, \
		.exaggerated = 250, .iterations = 1000, .max_points = 50000, .seed = 42, \
		.start = { \
			NULL, \
			0, \
			0, \
			0 \
		} \
	}

/* Neighbours, affinities and a start from the first two principal components of X (N × K, not
 * kept) unless the options have another. A perplexity above (N − 1)/3 is lowered to that, or to 1:
 * see odd_tsne_perplexity. opts may be NULL. ODD_EUSAGE for options out of range or no rows,
 * ODD_ENUMERIC for values that are not finite. O(N² K) time, O(N · (K + perplexity)) memory. */
odd_status odd_tsne_begin(odd_tsne **out, odd_cmat X, const odd_tsne_options *opts,
	const odd_job *job, odd_error *err);

/* One gradient iteration. On error, ODD_ECANCELLED included, the run is as it was before. Stepping
 * on after odd_tsne_done is allowed. O(N (log N + perplexity)). */
odd_status odd_tsne_step(odd_tsne *run, const odd_job *job, odd_error *err);

/* All iterations made, or nothing gained any more. */
bool odd_tsne_done(const odd_tsne *run);

/* N × 2, centred on the origin; lent, and moved by the next step. */
odd_cmat odd_tsne_points(const odd_tsne *run);

size_t odd_tsne_iteration(const odd_tsne *run);
bool odd_tsne_exaggerating(const odd_tsne *run);
double odd_tsne_perplexity(const odd_tsne *run); /* as used */

/* Which rows of X the points are, rising; *count of them. The rest, if any, is left out. */
const uint32_t *odd_tsne_sample(const odd_tsne *run, size_t *count);

/* Kullback–Leibler divergence KL(P‖Q), never exaggerated, as found every 25 iterations: it belongs
 * to the points after *iteration steps. NAN before the first step. */
double odd_tsne_kl(const odd_tsne *run, size_t *iteration);

/* The same for the points as they are now; costs about two steps. */
odd_status odd_tsne_measure(odd_tsne *run, double *kl, const odd_job *job, odd_error *err);

void odd_tsne_free(odd_tsne *run);

#endif
