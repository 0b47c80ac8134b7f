/* kmeans.c: restarts, and the best of them. Small problems run restarts beside each other, large
 * ones all threads on one restart; what comes out is the same. */
#include "config.h"

#include "eval/kmeans.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/check.h"
#include "eval/kmeans_parts.h"

#define LARGE 2e7 /* flops of a pass that are worth waking all threads for */

struct kmeans {
	odd_kmeans_options opts; /* as resolved */
	odd_mat X;               /* the mean taken off: distances stay, rounding shrinks */
	odd_mat mean;            /* 1 × K */
	double shift;
	odd__chunks chunks;
	odd__restart *run; /* restarts */
	const odd_job *inner;
	odd_rng rng;
};

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

/* X = x − mean, and what its spread makes of the tolerance. */
static odd_status centre_rows(struct kmeans *p, odd_cmat x, odd_error *err)
{
	double squares = 0.0;
	odd_status status = odd_mat_alloc(&p->X, x.rows, x.cols, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&p->mean, 1, x.cols, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < x.rows; i++)
		for (size_t q = 0; q < x.cols; q++)
			p->mean.data[q] += odd_cmat_row(x, i)[q] / (double)x.rows;
	for (size_t i = 0; i < x.rows; i++)
		for (size_t q = 0; q < x.cols; q++) {
			double d = odd_cmat_row(x, i)[q] - p->mean.data[q];
			odd_mat_row(p->X, i)[q] = d;
			squares += d * d;
		}
	p->shift = p->opts.tolerance * squares / (double)x.rows / (double)x.cols;
	return ODD_OK;
}

/* ---- restarts ---- */

static odd_status run_once(struct kmeans *p, size_t restart, odd_error *err)
{
	odd__restart *run = &p->run[restart];
	odd_rng rng;
	odd_rng_split(&rng, &p->rng, restart);
	odd_status status = odd_mat_alloc(&run->centre, run->k, p->X.cols, err);
	if (status == ODD_OK && (run->cluster = calloc(p->X.rows, sizeof *run->cluster)) == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd__kmeans_start(run, p->opts.candidates, &rng, p->inner, err);
	if (status == ODD_OK)
		status = odd__lloyd(run, p->opts.iterations, p->shift, p->inner, err);
	return status;
}

static void restart_chunk(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	struct kmeans *p = context;
	for (size_t r = begin; r < end; r++)
		p->run[r].status = run_once(p, r, NULL);
}

static odd_status run_all(struct kmeans *p, size_t k, const odd_job *job, odd_error *err)
{
	static const char what[] = "k-means";
	odd_status status = ODD_OK;
	for (size_t r = 0; r < p->opts.restarts; r++)
		p->run[r] = (odd__restart){.X = odd_mat_const(p->X), .k = k, .chunks = &p->chunks};
	if (2.0 * (double)p->X.rows * (double)p->X.cols * (double)k >= LARGE) {
		p->inner = job;
		for (size_t r = 0; r < p->opts.restarts && status == ODD_OK; r++) {
			status = run_once(p, r, err);
			odd_job_report(job, what, (double)(r + 1), (double)p->opts.restarts);
		}
		return status;
	}
	odd_job alone = {.threads = 1, .cancel = job != NULL ? job->cancel : NULL};
	odd__chunks chunks;
	odd__chunks_items(&chunks, p->opts.restarts);
	p->inner = &alone;
	status = odd__parallel(job, &chunks, restart_chunk, p, what, err);
	for (size_t r = 0; r < p->opts.restarts && status == ODD_OK; r++) {
		status = p->run[r].status;
		if (status == ODD_ECANCELLED)
			odd_error_set(err, status, "cancelled");
		else if (status != ODD_OK)
			odd_error_nomem(err);
	}
	return status;
}

static void hand_out(
	const struct kmeans *p, uint32_t *cluster, odd_mat centres, odd_kmeans_result *result)
{
	size_t best = 0;
	for (size_t r = 1; r < p->opts.restarts; r++)
		if (p->run[r].inertia < p->run[best].inertia)
			best = r;
	const odd__restart *run = &p->run[best];
	memcpy(cluster, run->cluster, p->X.rows * sizeof *cluster);
	for (size_t j = 0; j < run->k && centres.data != NULL; j++)
		for (size_t q = 0; q < p->X.cols; q++)
			odd_mat_row(centres, j)[q] =
				odd_mat_row(run->centre, j)[q] + p->mean.data[q];
	if (result != NULL)
		*result = (odd_kmeans_result){run->inertia, best, run->iterations};
}

odd_status odd_kmeans(uint32_t *cluster, odd_mat centres, odd_kmeans_result *result, odd_cmat x,
	size_t k, const odd_kmeans_options *options, const odd_job *job, odd_error *err)
{
	static const odd_kmeans_options usual = ODD_KMEANS_OPTIONS_INIT;
	struct kmeans p = {.opts = options != NULL ? *options : usual};
	assert(centres.data == NULL || (centres.rows == k && centres.cols == x.cols));
	odd_status status = check(x, k, &p.opts, err);
	if (status != ODD_OK)
		return status;
	if (p.opts.candidates == 0)
		p.opts.candidates = 2 + (size_t)log((double)k);
	odd_rng_init(&p.rng, p.opts.seed, "k-means");
	odd__chunks_even(&p.chunks, x.rows);
	status = centre_rows(&p, x, err);
	p.run = calloc(p.opts.restarts, sizeof *p.run);
	if (status == ODD_OK && p.run == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = run_all(&p, k, job, err);
	if (status == ODD_OK)
		hand_out(&p, cluster, centres, result);
	for (size_t r = 0; p.run != NULL && r < p.opts.restarts; r++) {
		odd_mat_free(&p.run[r].centre);
		free(p.run[r].cluster);
	}
	free(p.run);
	odd_mat_free(&p.X);
	odd_mat_free(&p.mean);
	return status;
}
