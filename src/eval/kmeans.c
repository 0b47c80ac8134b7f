/* kmeans.c: greedy k-means++, Lloyd's passes, and the best of several restarts.
 *
 * Start (Arthur and Vassilvitskii 2007, with several candidates for each centre): near_i is the
 * square distance of row i to the nearest centre so far. Candidates are drawn with chances
 * near_i / Σ near; the one that leaves the least Σ min(near_i, ‖x_i − candidate‖²) stays.
 * Differences are squared as they are: near the centres ‖x‖² − 2xc + ‖c‖² would be noise.
 *
 * Lloyd: the nearest centre is where ‖c‖² − 2 x·c is least. One pass does both halves: while a
 * block of rows is in the cache it is compared with all centres and added to the sums of its
 * clusters. Each chunk has sums of its own, added up in their order. 2 N K k flops for a pass.
 *
 * Rows are taken in blocks of 16, turned over so that a vector holds one coordinate of eight rows.
 */
#include "config.h"

#include "eval/kmeans.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "eval/check.h"
#include "linalg/block.h"
#include "linalg/memory.h"
#include "linalg/thin.h"

#define TILE 4 /* centres compared at a time */
#define TIE 1e-12 /* of the largest ‖x‖²: ‖c‖² − 2 x·c that differ by this are equal … */
/* … and a sum or square distance is less than another when it is below this share of it. */
#define LESS (1.0 - 1e-9)

struct start {
	odd_cmat X;
	size_t candidates;
	double *near;   /* N in whole blocks; what is behind the last row is at distance 0 */
	double **trial; /* candidates, each like near: what it were if this one is taken */
	double *part;   /* candidates × chunks: sums over trial */
	size_t *who;    /* candidates: rows */
	const odd__chunks *chunks;
};

struct lloyd {
	odd__restart *run;
	odd_mat twice; /* k × K: −2 c */
	double *norm;  /* k: ‖c‖² */
	double tie;
	odd_mat sums;    /* chunks · k × K */
	size_t *count;   /* chunks × k */
	size_t *moved;   /* chunks: rows that changed cluster in the last pass */
	double *inertia; /* chunks */
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
/* Centres j … j + J − 1 against two vectors of rows, T (K × 16): the least value so far and who has
 * it. */
ODD__INLINE void compare(odd__vec best[2], odd__mask who[2], const struct lloyd *p, const double *T,
	size_t j, const int J)
{
	odd__vec d[TILE][2];
	const double *c[TILE];
	for (int t = 0; t < J; t++) {
		c[t] = odd_mat_row(p->twice, j + (size_t)t);
		d[t][0] = d[t][1] = (odd__vec){0} + p->norm[j + (size_t)t];
	}
	for (size_t q = 0; q < p->twice.cols; q++)
		for (int h = 0; h < 2; h++) {
			odd__vec x = ((const odd__vec *)(T + q * ODD__B))[h];
			for (int t = 0; t < J; t++)
				d[t][h] += c[t][q] * x;
		}
	for (int t = 0; t < J; t++)
		for (int h = 0; h < 2; h++) { /* of equals the first */
			odd__mask less = (odd__mask)(d[t][h] < best[h] - p->tie);
			best[h] = odd__choose(less, d[t][h], best[h]);
			who[h] = (less & ((odd__mask){0} + (int64_t)j + t)) | (~less & who[h]);
		}
}

ODD__INLINE void nearest(odd__mask who[2], const struct lloyd *p, const double *T)
{
	odd__vec best[2];
	size_t j = 0, k = p->run->k;
	for (int h = 0; h < 2; h++) {
		best[h] = (odd__vec){0} + (double)INFINITY;
		who[h] = (odd__mask){0};
	}
	for (; j + TILE <= k; j += TILE)
		compare(best, who, p, T, j, TILE);
	switch (k - j) {
	case 3:
		compare(best, who, p, T, j, 3);
		break;
	case 2:
		compare(best, who, p, T, j, 2);
		break;
	case 1:
		compare(best, who, p, T, j, 1);
		break;
	}
}

void ODD__KERNEL(kmeans_pass)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	const struct lloyd *p = context;
	const odd__restart *run = p->run;
	size_t s = run->X.stride, k = run->k, moved = 0;
	double *sums = odd_mat_row(p->sums, chunk * k), *T = scratch;
	size_t *count = p->count + chunk * k;
	memset(sums, 0, k * s * sizeof *sums);
	memset(count, 0, k * sizeof *count);
	for (size_t i = begin; i < end; i += ODD__B) {
		odd__mask who[ODD__B / ODD__LANES];
		odd__block_turn(T, odd_cmat_row(run->X, i), s);
		for (size_t v = 0; v < ODD__B / ODD__LANES; v += 2)
			nearest(who + v, p, T + v * ODD__LANES);
		for (size_t r = 0; r < ODD__B && i + r < end; r++) {
			size_t c = (size_t)((const int64_t *)who)[r];
			const double *x = odd_cmat_row(run->X, i + r);
			for (size_t q = 0; q < s; q += ODD__LANES)
				*(odd__vec *)(sums + c * s + q) += *(const odd__vec *)(x + q);
			count[c]++;
			moved += run->cluster[i + r] != c;
			run->cluster[i + r] = (uint32_t)c;
		}
	}
	p->moved[chunk] = moved;
}
#else
/* ---- start ---- */

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
		if (sum < LESS * least) {
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

/* Centres by k-means++. O(N K k candidates). */
static odd_status start(
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
/* ---- passes ---- */

/* Every row to its nearest centre; sums and counts, all chunks together, are left in those of the
 * first. */
static odd_status pass(struct lloyd *p, size_t *moved, const odd_job *job, odd_error *err)
{
	odd__restart *run = p->run;
	size_t k = run->k, K = run->X.cols, s = run->X.stride;
	for (size_t j = 0; j < k; j++) {
		p->norm[j] = 0.0;
		for (size_t q = 0; q < K; q++) {
			double c = odd_mat_row(run->centre, j)[q];
			odd_mat_row(p->twice, j)[q] = -2.0 * c;
			p->norm[j] += c * c;
		}
	}
	odd_status status = odd__parallel_scratch(job, run->chunks, odd__kernels()->kmeans_pass, p,
		s * ODD__B * sizeof(double), NULL, err);
	if (status != ODD_OK)
		return status;
	*moved = p->moved[0];
	for (size_t c = 1; c < run->chunks->count; c++) {
		const double *sums = odd_mat_row(p->sums, c * k);
		for (size_t e = 0; e < k * s; e++)
			p->sums.data[e] += sums[e];
		for (size_t j = 0; j < k; j++)
			p->count[j] += p->count[c * k + j];
		*moved += p->moved[c];
	}
	return ODD_OK;
}

/* ---- centres ---- */

/* The row farthest from its centre among clusters of two rows or more; k ≤ N, so there is one. */
static size_t farthest(const struct lloyd *p)
{
	const odd__restart *run = p->run;
	double most = -1.0;
	size_t best = 0;
	for (size_t i = 0; i < run->X.rows; i++) {
		uint32_t c = run->cluster[i];
		double d = odd__row_distance(
			odd_cmat_row(run->X, i), odd_mat_row(run->centre, c), run->X.stride);
		if (p->count[c] > 1 && LESS * d > most) {
			most = d;
			best = i;
		}
	}
	return best;
}

/* Clusters without rows take one each. */
static void fill_empty(struct lloyd *p)
{
	odd__restart *run = p->run;
	for (size_t j = 0; j < run->k; j++) {
		if (p->count[j] > 0)
			continue;
		size_t i = farthest(p), from = run->cluster[i];
		const double *x = odd_cmat_row(run->X, i);
		for (size_t q = 0; q < run->X.cols; q++) {
			odd_mat_row(p->sums, from)[q] -= x[q];
			odd_mat_row(p->sums, j)[q] = x[q];
		}
		p->count[from]--;
		p->count[j] = 1;
		run->cluster[i] = (uint32_t)j;
	}
}

/* Centres to the means; returns the sum of squares of their moves. */
static double move_centres(struct lloyd *p)
{
	double shift = 0.0;
	for (size_t j = 0; j < p->run->k; j++)
		for (size_t q = 0; q < p->run->X.cols; q++) {
			double *c = &odd_mat_row(p->run->centre, j)[q];
			double mean = odd_mat_row(p->sums, j)[q] / (double)p->count[j];
			shift += (mean - *c) * (mean - *c);
			*c = mean;
		}
	return shift;
}

static void inertia_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	struct lloyd *p = context;
	const odd__restart *run = p->run;
	double sum = 0.0;
	for (size_t i = begin; i < end; i++)
		sum += odd__row_distance(odd_cmat_row(run->X, i),
			odd_mat_row(run->centre, run->cluster[i]), run->X.stride);
	p->inertia[chunk] = sum;
}

static odd_status iterate(
	struct lloyd *p, size_t iterations, double shift, const odd_job *job, odd_error *err)
{
	odd__restart *run = p->run;
	size_t moved;
	double most = 0.0;
	for (size_t i = 0; i < run->X.rows; i++)
		most = fmax(most, odd__row_square(odd_cmat_row(run->X, i), run->X.stride));
	p->tie = TIE * most;
	odd_status status = pass(p, &moved, job, err);
	for (run->iterations = 0; status == ODD_OK && run->iterations < iterations;) {
		fill_empty(p);
		double by = move_centres(p);
		status = pass(p, &moved, job, err);
		run->iterations++;
		if (moved == 0 || by <= shift)
			break;
	}
	if (status == ODD_OK)
		status = odd__parallel(job, run->chunks, inertia_chunk, p, NULL, err);
	run->inertia = 0.0;
	for (size_t c = 0; c < run->chunks->count && status == ODD_OK; c++)
		run->inertia += p->inertia[c];
	return status;
}

odd_status odd__lloyd(
	odd__restart *run, size_t iterations, double shift, const odd_job *job, odd_error *err)
{
	size_t chunks = run->chunks->count, k = run->k;
	odd__memory memory = {0};
	struct lloyd p = {.run = run,
		.twice = odd__take_matrix(&memory, k, run->X.cols),
		.norm = odd__take(&memory, k, sizeof *p.norm),
		.sums = odd__take_matrix(&memory, chunks * k, run->X.cols),
		.count = odd__take(&memory, chunks * k, sizeof *p.count),
		.moved = odd__take(&memory, chunks, sizeof *p.moved),
		.inertia = odd__take(&memory, chunks, sizeof *p.inertia)};
	odd_status status = odd__memory_check(&memory, err);
	if (status == ODD_OK)
		status = iterate(&p, iterations, shift, job, err);
	odd__memory_free(&memory);
	return status;
}

/* ---- restarts ---- */

/* X = x − mean: distances stay, rounding shrinks. Returns the mean variance of a column. */
static double centre_rows(odd_mat X, double *mean, odd_cmat x)
{
	double squares = 0.0;
	for (size_t i = 0; i < x.rows; i++)
		for (size_t q = 0; q < x.cols; q++)
			mean[q] += odd_cmat_row(x, i)[q] / (double)x.rows;
	for (size_t i = 0; i < x.rows; i++)
		for (size_t q = 0; q < x.cols; q++) {
			double d = odd_cmat_row(x, i)[q] - mean[q];
			odd_mat_row(X, i)[q] = d;
			squares += d * d;
		}
	return squares / (double)x.rows / (double)x.cols;
}

static odd_status check(odd_cmat x, size_t k, const odd_kmeans_options *o, odd_error *err)
{
	if (k == 0 || k > x.rows || x.cols == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"k-means: %zu clusters of %zu rows and %zu columns", k, x.rows, x.cols);
	if (x.rows > UINT32_MAX)
		return odd_error_set(err, ODD_EUSAGE, "k-means: %zu rows are too many", x.rows);
	if (o->restarts == 0 || o->iterations == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"k-means: %zu restarts of %zu iterations were asked for", o->restarts,
			o->iterations);
	if (!(o->tolerance >= 0.0))
		return odd_error_set(
			err, ODD_EUSAGE, "k-means: tolerance %g is negative", o->tolerance);
	return odd__check_finite(x, "k-means", err);
}

odd_status odd_kmeans(uint32_t *cluster, odd_mat centres, odd_kmeans_result *result, odd_cmat x,
	size_t k, const odd_kmeans_options *options, const odd_job *job, odd_error *err)
{
	static const odd_kmeans_options usual = ODD_KMEANS_OPTIONS_INIT;
	const odd_kmeans_options *o = options != NULL ? options : &usual;
	odd_kmeans_result best = {.inertia = INFINITY};
	odd__memory memory = {0};
	odd__chunks chunks;
	odd_job own;
	assert(centres.data == NULL || (centres.rows == k && centres.cols == x.cols));
	odd_status status = check(x, k, o, err);
	if (status != ODD_OK)
		return status;
	odd_mat X = odd__take_matrix(&memory, x.rows, x.cols);
	double *mean = odd__take(&memory, x.cols, sizeof *mean), shift = 0.0;
	odd__restart run = {.X = odd_mat_const(X),
		.k = k,
		.chunks = &chunks,
		.centre = odd__take_matrix(&memory, k, x.cols),
		.cluster = odd__take(&memory, x.rows, sizeof *run.cluster)};
	odd_rng all, rng;
	odd_rng_init(&all, o->seed, "k-means");
	odd__chunks_even(&chunks, x.rows);
	status = odd__memory_check(&memory, err);
	if (status == ODD_OK)
		shift = o->tolerance * centre_rows(X, mean, x);
	const odd_job *inner =
		odd__job_for(&own, job, 2.0 * (double)x.rows * (double)x.cols * (double)k);
	size_t candidates = o->candidates > 0 ? o->candidates : 2 + (size_t)log((double)k);
	for (size_t r = 0; r < o->restarts && status == ODD_OK; r++) {
		odd_rng_split(&rng, &all, r);
		status = start(&run, candidates, &rng, inner, err);
		if (status == ODD_OK)
			status = odd__lloyd(&run, o->iterations, shift, inner, err);
		odd_job_report(job, "k-means", (double)(r + 1), (double)o->restarts);
		if (status != ODD_OK || !(run.inertia < LESS * best.inertia))
			continue;
		best = (odd_kmeans_result){run.inertia, r, run.iterations};
		memcpy(cluster, run.cluster, x.rows * sizeof *cluster);
		for (size_t j = 0; j < k && centres.data != NULL; j++)
			for (size_t q = 0; q < x.cols; q++)
				odd_mat_row(centres, j)[q] =
					odd_mat_row(run.centre, j)[q] + mean[q];
	}
	if (result != NULL && status == ODD_OK)
		*result = best;
	odd__memory_free(&memory);
	return status;
}
#endif
