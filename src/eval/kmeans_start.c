/* kmeans_start.c: greedy k-means++ (Arthur and Vassilvitskii 2007, with several candidates for each
 * centre).
 *
 * near_i is the square distance of row i to the nearest centre so far. Candidates are drawn with
 * chances near_i / Σ near; the one that leaves the least Σ min(near_i, ‖x_i − candidate‖²) stays.
 * Differences are squared as they are: near the centres ‖x‖² − 2xc + ‖c‖² would be noise.
 */
#include "config.h"

#include "eval/kmeans_parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/pages.h"
#include "linalg/block.h"

struct start {
	odd_cmat X;
	size_t candidates;
	double *near;   /* N in whole blocks; what is behind the last row is at distance 0 */
	double **trial; /* candidates, each like near: what it were if this one is taken */
	double *part;   /* candidates × chunks: sums over trial */
	size_t *who;    /* candidates: rows */
	const odd__chunks *chunks;
};

/* trial and its sum for one candidate on one block of rows. T: the block, K × 16. */
ODD__INLINE odd__vec try_block(
	double *trial, const double *near, const double *T, const double *c, size_t K)
{
	odd__vec d0 = {0}, d1 = {0};
	for (size_t q = 0; q < K; q++) {
		odd__vec a = *(const odd__vec *)(T + q * ODD__B) - c[q];
		odd__vec b = *(const odd__vec *)(T + q * ODD__B + 8) - c[q];
		d0 += a * a;
		d1 += b * b;
	}
	odd__vec n0 = *(const odd__vec *)near, n1 = *(const odd__vec *)(near + 8);
	d0 = odd__choose((odd__mask)(d0 < n0), d0, n0);
	d1 = odd__choose((odd__mask)(d1 < n1), d1, n1);
	*(odd__vec *)trial = d0;
	*(odd__vec *)(trial + 8) = d1;
	return d0 + d1;
}

ODD__KERNEL static void try_rows(
	const struct start *s, double *T, size_t chunk, size_t begin, size_t end)
{
	for (size_t l = 0; l < s->candidates; l++)
		s->part[l * s->chunks->count + chunk] = 0.0;
	for (size_t i = begin; i < end; i += ODD__B) {
		odd__block_turn(T, odd_cmat_row(s->X, i), s->X.stride);
		for (size_t l = 0; l < s->candidates; l++)
			s->part[l * s->chunks->count + chunk] +=
				odd__vec_sum(try_block(s->trial[l] + i, s->near + i, T,
					odd_cmat_row(s->X, s->who[l]), s->X.cols));
	}
}

static void try_chunk(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	try_rows(context, scratch, chunk, begin, end);
}

/* A row with a chance that grows with near, of which part (for each chunk) is the sum. */
static size_t draw_far(const struct start *s, const double *part, odd_rng *rng)
{
	double total = 0.0;
	size_t chunk = 0, last = 0;
	for (size_t c = 0; c < s->chunks->count; c++)
		total += part[c];
	double at = odd_rng_uniform(rng) * total;
	if (!(total > 0.0)) /* every row coincides with a centre */
		return (size_t)odd_rng_below(rng, s->X.rows);
	for (; chunk + 1 < s->chunks->count && at >= part[chunk]; chunk++)
		at -= part[chunk];
	while (chunk > 0 && !(part[chunk] > 0.0)) /* rounding led past all there is */
		chunk--;
	for (size_t i = s->chunks->begin[chunk]; i < s->chunks->begin[chunk + 1]; i++) {
		if (s->near[i] > 0.0)
			last = i;
		if (at < s->near[i])
			return i;
		at -= s->near[i];
	}
	return last;
}

/* The candidate that leaves least; its trial becomes near, its sums the first ones. */
static size_t take_best(struct start *s)
{
	size_t best = 0, count = s->chunks->count;
	double least = (double)INFINITY;
	for (size_t l = 0; l < s->candidates; l++) {
		double sum = 0.0;
		for (size_t c = 0; c < count; c++)
			sum += s->part[l * count + c];
		if (sum < least) {
			least = sum;
			best = l;
		}
	}
	double *swap = s->near;
	s->near = s->trial[best];
	s->trial[best] = swap;
	for (size_t c = 0; c < count; c++)
		s->part[c] = s->part[best * count + c];
	return s->who[best];
}

static odd_status choose_centres(
	struct start *s, odd_mat centre, odd_rng *rng, const odd_job *job, odd_error *err)
{
	size_t candidates = s->candidates, K = s->X.cols;
	for (size_t j = 0; j < centre.rows; j++) {
		s->candidates = j == 0 ? 1 : candidates;
		for (size_t l = 0; l < s->candidates; l++)
			s->who[l] = j == 0 ? (size_t)odd_rng_below(rng, s->X.rows)
					   : draw_far(s, s->part, rng);
		odd_status status = odd__parallel_scratch(job, s->chunks, try_chunk, s,
			s->X.stride * ODD__B * sizeof(double), NULL, err);
		if (status != ODD_OK)
			return status;
		const double *x = odd_cmat_row(s->X, take_best(s));
		for (size_t q = 0; q < K; q++)
			odd_mat_row(centre, j)[q] = x[q];
	}
	return ODD_OK;
}

odd_status odd__kmeans_start(
	odd__restart *run, size_t candidates, odd_rng *rng, const odd_job *job, odd_error *err)
{
	size_t N = run->X.rows, room = (N + ODD__B - 1) / ODD__B * ODD__B;
	struct start s = {.X = run->X, .candidates = candidates, .chunks = run->chunks};
	double *all = odd__pages_alloc((candidates + 1) * room * sizeof *all);
	s.trial = malloc(candidates * sizeof *s.trial);
	s.part = malloc(candidates * s.chunks->count * sizeof *s.part);
	s.who = malloc(candidates * sizeof *s.who);
	odd_status status = ODD_OK;
	if (all == NULL || s.trial == NULL || s.part == NULL || s.who == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	s.near = all;
	for (size_t i = 0; i < room; i++)
		s.near[i] = i < N ? (double)INFINITY : 0.0;
	for (size_t l = 0; l < candidates; l++)
		s.trial[l] = all + (l + 1) * room;
	status = choose_centres(&s, run->centre, rng, job, err);
out:
	free(all);
	free(s.trial);
	free(s.part);
	free(s.who);
	return status;
}
