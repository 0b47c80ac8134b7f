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

#include "linalg/block.h"
#include "linalg/memory.h"

struct start {
	odd_cmat X;
	size_t candidates;
	double *near;   /* N in whole blocks; what is behind the last row is at distance 0 */
	double **trial; /* candidates, each like near: what it were if this one is taken */
	double *part;   /* candidates × chunks: sums over trial */
	size_t *who;    /* candidates: rows */
	const odd__chunks *chunks;
};

#ifdef ODD__SET
/* trial and its sum for one candidate on two vectors of rows. T: their coordinates, K × 16. */
ODD__INLINE odd__vec try_rows(
	double *trial, const double *near, const double *T, const double *c, size_t K)
{
	odd__vec d[2] = {{0}, {0}};
	for (size_t q = 0; q < K; q++)
		for (int v = 0; v < 2; v++) {
			odd__vec a = ((const odd__vec *)(T + q * ODD__B))[v] - c[q];
			d[v] += a * a;
		}
	for (int v = 0; v < 2; v++) {
		odd__vec n = ((const odd__vec *)near)[v];
		d[v] = odd__choose((odd__mask)(d[v] < n), d[v], n);
		((odd__vec *)trial)[v] = d[v];
	}
	return d[0] + d[1];
}

void ODD__KERNEL(kmeans_try)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	const struct start *s = context;
	double *T = scratch;
	for (size_t l = 0; l < s->candidates; l++)
		s->part[l * s->chunks->count + chunk] = 0.0;
	for (size_t i = begin; i < end; i += ODD__B) {
		odd__block_turn(T, odd_cmat_row(s->X, i), s->X.stride);
		for (size_t l = 0; l < s->candidates; l++) {
			odd__vec sum = {0};
			for (size_t r = 0; r < ODD__B; r += ODD__TOGETHER)
				sum += try_rows(s->trial[l] + i + r, s->near + i + r, T + r,
					odd_cmat_row(s->X, s->who[l]), s->X.cols);
			s->part[l * s->chunks->count + chunk] += odd__vec_sum(sum);
		}
	}
}
#else
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
		if (sum < ODD__LESS * least) {
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
		odd_status status =
			odd__parallel_scratch(job, s->chunks, odd__kernels()->kmeans_try, s,
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
	odd__memory memory = {0};
	s.near = odd__take(&memory, room, sizeof *s.near);
	s.trial = odd__take(&memory, candidates, sizeof *s.trial);
	s.part = odd__take(&memory, candidates, s.chunks->count * sizeof *s.part);
	s.who = odd__take(&memory, candidates, sizeof *s.who);
	for (size_t l = 0; l < candidates && s.trial != NULL; l++)
		s.trial[l] = odd__take(&memory, room, sizeof **s.trial);
	odd_status status = odd__memory_check(&memory, err);
	for (size_t i = 0; i < N && status == ODD_OK; i++)
		s.near[i] = (double)INFINITY;
	if (status == ODD_OK)
		status = choose_centres(&s, run->centre, rng, job, err);
	odd__memory_free(&memory);
	return status;
}
#endif
