/* lloyd.c: rows to their nearest centre, centres to the mean of their rows, and again.
 *
 * Nearest is where ‖c‖² − 2 x·c is least. One pass does both halves: while a block of rows is in
 * the cache it is compared with all centres and added to the sums of its clusters. Each chunk has
 * sums of its own, added up in their order. 2 N K k flops for a pass.
 */
#include "config.h"

#include "eval/kmeans_parts.h"

#include <math.h>
#include <string.h>

#include "linalg/block.h"
#include "linalg/memory.h"

#define TILE 4    /* centres compared at a time */
#define TIE 1e-12 /* of the largest ‖x‖²: more than rounding makes of equal distances */

struct lloyd {
	odd__restart *run;
	odd_mat twice;   /* k × K: −2 c */
	double tie;      /* ‖c‖² − 2 x·c that differ by this are equal */
	double *norm;    /* k: ‖c‖² */
	odd_mat sums;    /* chunks · k × K */
	size_t *count;   /* chunks × k */
	size_t *moved;   /* chunks: rows that changed cluster in the last pass */
	double *inertia; /* chunks */
};

/* ---- one pass ---- */

#ifdef ODD__SET
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
		if (p->count[c] > 1 && ODD__LESS * d > most) {
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
#endif
