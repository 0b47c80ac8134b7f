/* knn.c: exact nearest neighbours by looking at every pair.
 *
 * Candidates stand transposed in blocks of eight, a row of eight for each coordinate, so distances
 * of four queries to a vector of candidates grow together in registers. Differences are squared as
 * they are: ‖x‖² + ‖y‖² − 2xy would lose the small distances that matter here. A tile of candidates
 * stays in the cache while all queries of a chunk pass over it; each query keeps its best u in a
 * heap that lies in the output. 3 N² K flops.
 */
#include "config.h"

#define ODD__UNFUSED

#include "project/tsne_parts.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "linalg/kernel.h"

#define LANES 8 /* candidates in a block, in any set */
#define QUERIES 4
#define TILE 32 /* blocks of candidates looked at before moving on */

struct knn {
	odd_cmat X;
	odd_mat T; /* blocks · K rows of 8: block b, coordinate k, eight candidates */
	uint32_t *idx;
	double *d2;
	size_t u;
};

/* out[q][b·8 + lane] = square distance of query q to candidate (first + b)·8 + lane. */
struct distances {
	double (*out)[TILE * LANES];
	const double *const *x;
	odd_mat T;
	size_t K;
};

#ifdef ODD__SET
void ODD__KERNEL(knn_distances)(
	void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct distances *p = context;
	const double *const *x = p->x;
	for (size_t b = begin; b < end; b++) {
		const odd__vec(*t)[ODD__PER_8] =
			(const odd__vec(*)[ODD__PER_8])odd_mat_row(p->T, b * p->K);
		for (int v = 0; v < ODD__PER_8; v++) {
			odd__vec sum[QUERIES] = {{0}};
			for (size_t k = 0; k < p->K; k++)
				for (int q = 0; q < QUERIES; q++) {
					odd__vec d = t[k][v] - x[q][k];
					sum[q] += d * d;
				}
			for (int q = 0; q < QUERIES; q++)
				((odd__vec_any *)&p->out[q][(b - begin) * LANES])[v] = sum[q];
		}
	}
}
#else
/* Is candidate (d, j) further than (e, k)? */
static bool further(double d, uint32_t j, double e, uint32_t k)
{
	return d > e || (d == e && j > k);
}

/* Replace the root of a max-heap of n and let the newcomer sink. */
static void heap_replace(double *d2, uint32_t *idx, size_t n, double d, uint32_t j)
{
	size_t at = 0;
	for (;;) {
		size_t child = 2 * at + 1;
		if (child >= n)
			break;
		if (child + 1 < n && further(d2[child + 1], idx[child + 1], d2[child], idx[child]))
			child++;
		if (!further(d2[child], idx[child], d, j))
			break;
		d2[at] = d2[child];
		idx[at] = idx[child];
		at = child;
	}
	d2[at] = d;
	idx[at] = j;
}

/* Heap to rising order: the root goes last, again and again. */
static void heap_sort(double *d2, uint32_t *idx, size_t n)
{
	while (n > 1) {
		double d = d2[n - 1];
		uint32_t j = idx[n - 1];
		d2[n - 1] = d2[0];
		idx[n - 1] = idx[0];
		heap_replace(d2, idx, --n, d, j);
	}
}

/* Offer a row of distances to the heap of query i. */
static void offer(const struct knn *p, size_t i, const double *d, size_t first, size_t count)
{
	double *best = p->d2 + i * p->u;
	uint32_t *who = p->idx + i * p->u;
	for (size_t c = 0; c < count; c++)
		if (d[c] < best[0] && first + c != i)
			heap_replace(best, who, p->u, d[c], (uint32_t)(first + c));
}

static void knn_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct knn *p = context;
	size_t N = p->X.rows, K = p->X.cols, blocks = (N + LANES - 1) / LANES;
	double out[QUERIES][TILE * LANES];
	const double *x[QUERIES];
	struct distances d = {out, x, p->T, K};
	for (size_t e = begin * p->u; e < end * p->u; e++) {
		p->d2[e] = HUGE_VAL;
		p->idx[e] = UINT32_MAX;
	}
	for (size_t b = 0; b < blocks; b += TILE) {
		size_t here = blocks - b < TILE ? blocks - b : TILE, first = b * LANES;
		size_t count = first + here * LANES < N ? here * LANES : N - first;
		for (size_t i = begin; i < end; i += QUERIES) {
			for (size_t q = 0; q < QUERIES; q++)
				x[q] = odd_cmat_row(p->X, i + q < end ? i + q : end - 1);
			odd__kernels()->knn_distances(&d, NULL, 0, b, b + here);
			for (size_t q = 0; q < QUERIES && i + q < end; q++)
				offer(p, i + q, out[q], first, count);
		}
	}
	for (size_t i = begin; i < end; i++)
		heap_sort(p->d2 + i * p->u, p->idx + i * p->u, p->u);
}

odd_status odd__knn(
	uint32_t *idx, double *d2, size_t u, odd_cmat X, const odd_job *job, odd_error *err)
{
	size_t N = X.rows, K = X.cols, blocks = (N + LANES - 1) / LANES;
	struct knn p = {.X = X, .idx = idx, .d2 = d2, .u = u};
	if (u == 0)
		return ODD_OK;
	odd_status status = odd_mat_alloc(&p.T, blocks * K, LANES, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < N; i++)
		for (size_t k = 0; k < K; k++)
			odd_mat_row(p.T, i / LANES * K + k)[i % LANES] = odd_cmat_row(X, i)[k];
	odd__chunks chunks;
	odd__chunks_even(&chunks, N);
	status = odd__parallel(job, &chunks, knn_chunk, &p, "t-SNE: neighbours", err);
	odd_mat_free(&p.T);
	return status;
}
#endif
