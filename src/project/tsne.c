/* tsne.c: the life of a t-SNE run. Schedule: affinities times 12 with momentum 0.5 for 250
 * iterations, then as they are with momentum 0.8; a gain for each coordinate that grows by 0.2
 * while the gradient keeps pushing the same way and shrinks by a fifth when it turns. Momentum and
 * gains start anew after exaggeration: those of twelvefold forces carry the points past where they
 * should settle (KL on Citeseer 1.86 and 1.84 with them, 1.81 and 1.80 without).
 *
 * A thousand iterations make a map of its own out of a last digit. So the input, the affinities and
 * the start are rounded, and from there on every machine computes the same bits (kernel.h).
 */
#include "config.h"

#include "project/tsne.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/canonical.h"
#include "oddone/csr.h"
#include "project/pca.h"
#include "base/rng.h"
#include "project/tsne_parts.h"

#define KL_EVERY 25
#define PATIENCE 300        /* iterations without a better KL */
#define BETTER (1.0 - 1e-9) /* a KL below this share of the best is a better one */
#define GRADIENT_LEAST 1e-7 /* norm at which nothing moves any more */
#define START_SPREAD 1e-4   /* standard deviation of the start along its first axis */
#define JITTER 0.01         /* share of that, so that equal rows and flat clouds can unfold */
#define LARGEST 1e150       /* squares of differences stay finite below */

struct odd_tsne {
	size_t n;
	odd_tsne_options opts; /* as resolved */
	uint32_t *sample;      /* n rows of the input */
	odd_csr P;
	odd__tsne_problem problem;
	double *y, *update, *gain, *grad; /* n × 2 each */
	size_t iteration;
	double kl, best_kl;
	size_t kl_at, best_at;
	bool still; /* the gradient has died down */
};

/* ---- beginning ---- */

static odd_status check_options(const odd_tsne_options *o, odd_cmat X, odd_error *err)
{
	if (X.rows == 0 || X.cols == 0)
		return odd_error_set(err, ODD_EUSAGE, "t-SNE: there is nothing to project");
	if (!(o->perplexity >= 1.0) || !isfinite(o->perplexity))
		return odd_error_set(
			err, ODD_EUSAGE, "t-SNE: perplexity %g is not at least 1", o->perplexity);
	if (!(o->theta >= 0.0 && o->theta <= 2.0))
		return odd_error_set(
			err, ODD_EUSAGE, "t-SNE: theta %g is not between 0 and 2", o->theta);
	if (!(o->learning_rate >= 0.0) || !isfinite(o->learning_rate))
		return odd_error_set(err, ODD_EUSAGE, "t-SNE: learning rate %g is not positive",
			o->learning_rate);
	if (!(o->exaggeration > 0.0) || !isfinite(o->exaggeration))
		return odd_error_set(
			err, ODD_EUSAGE, "t-SNE: exaggeration %g is not positive", o->exaggeration);
	if (o->max_points == 0)
		return odd_error_set(err, ODD_EUSAGE, "t-SNE: a sample of no points was asked for");
	if (o->start.rows > 0 && (o->start.rows != X.rows || o->start.cols != 2))
		return odd_error_set(err, ODD_EUSAGE,
			"t-SNE: %zu × %zu numbers are no start for %zu points", o->start.rows,
			o->start.cols, X.rows);
	for (size_t i = 0; i < o->start.rows; i++)
		if (!(hypot(odd_cmat_row(o->start, i)[0], odd_cmat_row(o->start, i)[1]) < LARGEST))
			return odd_error_set(err, ODD_ENUMERIC,
				"t-SNE: point %zu of the start is not finite", i);
	for (size_t i = 0; i < X.rows; i++)
		for (size_t k = 0; k < X.cols; k++)
			if (!(fabs(odd_cmat_row(X, i)[k]) < LARGEST))
				return odd_error_set(err, ODD_ENUMERIC,
					"t-SNE: entry (%zu, %zu) of the input is %g", i, k,
					odd_cmat_row(X, i)[k]);
	return ODD_OK;
}

/* n of N rows, each set of them equally likely, in rising order (Knuth's selection sampling). */
static void draw_sample(uint32_t *sample, size_t n, size_t N, uint64_t seed)
{
	odd_rng rng;
	odd_rng_init(&rng, seed, "t-SNE sample");
	size_t taken = 0;
	for (size_t i = 0; i < N && taken < n; i++)
		if (odd_rng_below(&rng, N - i) < n - taken)
			sample[taken++] = (uint32_t)i;
}

static void resolve_options(odd_tsne *run)
{
	double n = (double)run->n, most = (n - 1.0) / 3.0;
	odd_tsne_options *o = &run->opts;
	if (o->perplexity > most)
		o->perplexity = most > 1.0 ? most : 1.0;
	if (o->learning_rate == 0.0) {
		double least = n < 50.0 ? n : 50.0;
		o->learning_rate = n / 48.0 > least ? n / 48.0 : least;
	}
}

/* y = where the caller says, moved to the origin as a whole. */
static void given_points(odd_tsne *run)
{
	double mean[2] = {0.0, 0.0};
	for (size_t i = 0; i < 2 * run->n; i++) {
		run->y[i] = odd_cmat_row(run->opts.start, run->sample[i / 2])[i % 2];
		mean[i % 2] += run->y[i] / (double)run->n;
	}
	for (size_t i = 0; i < 2 * run->n; i++)
		run->y[i] -= mean[i % 2];
}

/* y = the first two components, the first with standard deviation START_SPREAD, plus jitter. */
static odd_status start_points(odd_tsne *run, odd_cmat X, const odd_job *job, odd_error *err)
{
	odd_mat xy;
	double explained[2], square = 0.0;
	odd_status status = odd_mat_alloc(&xy, run->n, 2, err);
	if (status == ODD_OK)
		status = odd_pca(xy, explained, X, job, err);
	if (status != ODD_OK)
		goto out;
	for (size_t i = 0; i < run->n; i++)
		square += odd_mat_row(xy, i)[0] * odd_mat_row(xy, i)[0];
	double deviation = sqrt(square / (double)run->n), jitter = START_SPREAD * JITTER;
	double scale = START_SPREAD / deviation;
	if (!(deviation > 0.0) || !isfinite(scale)) { /* all rows are equal: start from a haze */
		scale = 0.0;
		jitter = START_SPREAD;
	}
	odd_rng rng;
	odd_rng_init(&rng, run->opts.seed, "t-SNE start");
	for (size_t i = 0; i < run->n && run->n > 1; i++) /* a single point is the origin */
		for (size_t d = 0; d < 2; d++)
			run->y[2 * i + d] = (float)(scale * odd_mat_row(xy, i)[d] +
						    jitter * odd_rng_normal(&rng));
out:
	odd_mat_free(&xy);
	return status;
}

/* No momentum, and gains as at the start. */
static void stand_still(odd_tsne *run)
{
	for (size_t i = 0; i < 2 * run->n; i++) {
		run->update[i] = 0.0;
		run->gain[i] = 1.0;
	}
}

static odd_status alloc_points(odd_tsne *run, odd_error *err)
{
	size_t n = run->n;
	run->sample = malloc(n * sizeof *run->sample);
	run->y = calloc(2 * n, sizeof *run->y);
	run->update = calloc(2 * n, sizeof *run->update);
	run->gain = calloc(2 * n, sizeof *run->gain);
	run->grad = calloc(2 * n, sizeof *run->grad);
	if (run->sample == NULL || run->y == NULL || run->update == NULL || run->gain == NULL ||
		run->grad == NULL)
		return odd_error_nomem(err);
	stand_still(run);
	return ODD_OK;
}

odd_status odd_tsne_begin(odd_tsne **out, odd_cmat X, const odd_tsne_options *opts,
	const odd_job *job, odd_error *err)
{
	const odd_tsne_options standard = ODD_TSNE_OPTIONS_INIT;
	odd_mat rows = {NULL, 0, 0, 0};
	*out = NULL;
	if (opts == NULL)
		opts = &standard;
	odd_status status = check_options(opts, X, err);
	if (status != ODD_OK)
		return status;
	odd_tsne *run = calloc(1, sizeof *run);
	if (run == NULL)
		return odd_error_nomem(err);
	run->n = X.rows < opts->max_points ? X.rows : opts->max_points;
	run->opts = *opts;
	run->kl = NAN;
	run->best_kl = HUGE_VAL;
	resolve_options(run);
	status = alloc_points(run, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&rows, run->n, X.cols, err);
	if (status != ODD_OK)
		goto out;
	draw_sample(run->sample, run->n, X.rows, opts->seed);
	for (size_t i = 0; i < run->n; i++)
		memcpy(odd_mat_row(rows, i), odd_cmat_row(X, run->sample[i]),
			X.cols * sizeof(double));
	odd__round_to_grid(rows);
	status = odd__affinities(&run->P, run->opts.perplexity, odd_mat_const(rows), job, err);
	/* In single precision: exp() is not the same in every library. */
	for (size_t e = 0; status == ODD_OK && e < odd_csr_nnz(odd_csr_const(run->P)); e++)
		run->P.val[e] = (float)run->P.val[e];
	if (status == ODD_OK)
		status = odd__tsne_problem_init(
			&run->problem, odd_csr_const(run->P), opts->theta, err);
	if (status == ODD_OK && opts->start.rows > 0)
		given_points(run);
	else if (status == ODD_OK)
		status = start_points(run, odd_mat_const(rows), job, err);
	run->opts.start = (odd_cmat){NULL, 0, 0, 0}; /* the caller's, and not kept */
out:
	odd_mat_free(&rows);
	if (status == ODD_OK)
		*out = run;
	else
		odd_tsne_free(run);
	return status;
}

void odd_tsne_free(odd_tsne *run)
{
	if (run == NULL)
		return;
	odd__tsne_problem_clear(&run->problem);
	odd_csr_clear(&run->P);
	free(run->sample);
	free(run->y);
	free(run->update);
	free(run->gain);
	free(run->grad);
	free(run);
}

/* ---- stepping ---- */

bool odd_tsne_exaggerating(const odd_tsne *run)
{
	return run->iteration < run->opts.exaggerated;
}

/* Move every coordinate along its gradient, then the whole cloud back to the origin. */
static void move_points(odd_tsne *run)
{
	double momentum = odd_tsne_exaggerating(run) ? 0.5 : 0.8, mean[2] = {0.0, 0.0};
	for (size_t i = 0; i < 2 * run->n; i++) {
		double g = run->grad[i], u = run->update[i];
		/* The update runs against the gradient: opposite signs mean the way is kept. */
		run->gain[i] = u * g < 0.0 ? run->gain[i] + 0.2 : run->gain[i] * 0.8;
		if (run->gain[i] < 0.01)
			run->gain[i] = 0.01;
		run->update[i] = momentum * u - run->opts.learning_rate * run->gain[i] * g;
		run->y[i] += run->update[i];
		mean[i % 2] += run->y[i];
	}
	for (size_t i = 0; i < 2 * run->n; i++)
		run->y[i] -= mean[i % 2] / (double)run->n;
}

static double norm(const double *v, size_t n)
{
	double sum = 0.0;
	for (size_t i = 0; i < n; i++)
		sum += v[i] * v[i];
	return sqrt(sum);
}

/* Keep the KL of the points before this step, and whether it was the best since exaggeration. */
static void note_kl(odd_tsne *run, double kl)
{
	run->kl = kl;
	run->kl_at = run->iteration;
	if (!odd_tsne_exaggerating(run) &&
		(kl < BETTER * run->best_kl || !isfinite(run->best_kl))) {
		run->best_kl = kl;
		run->best_at = run->iteration;
	}
}

odd_status odd_tsne_step(odd_tsne *run, const odd_job *job, odd_error *err)
{
	double kl = 0.0, exaggeration = odd_tsne_exaggerating(run) ? run->opts.exaggeration : 1.0;
	int look = run->iteration % KL_EVERY == 0;
	odd_status status = odd__tsne_gradient(run->grad, look ? &kl : NULL, &run->problem,
		odd_tsne_points(run), exaggeration, job, err);
	if (status != ODD_OK)
		return status;
	double length = norm(run->grad, 2 * run->n);
	if (!isfinite(length))
		return odd_error_set(err, ODD_ENUMERIC,
			"t-SNE: the gradient of iteration %zu is not finite", run->iteration + 1);
	if (look)
		note_kl(run, kl);
	run->still = length <= GRADIENT_LEAST && !odd_tsne_exaggerating(run);
	move_points(run);
	run->iteration++;
	if (run->iteration == run->opts.exaggerated)
		stand_still(run);
	return ODD_OK;
}

odd_status odd_tsne_measure(odd_tsne *run, double *kl, const odd_job *job, odd_error *err)
{
	return odd__tsne_gradient(
		run->grad, kl, &run->problem, odd_tsne_points(run), 1.0, job, err);
}

/* ---- looking ---- */

bool odd_tsne_done(const odd_tsne *run)
{
	bool stuck = isfinite(run->best_kl) && run->iteration > run->best_at + PATIENCE;
	return run->iteration >= run->opts.iterations || run->still || stuck;
}

odd_cmat odd_tsne_points(const odd_tsne *run)
{
	return (odd_cmat){run->y, run->n, 2, 2};
}

size_t odd_tsne_iteration(const odd_tsne *run)
{
	return run->iteration;
}

double odd_tsne_perplexity(const odd_tsne *run)
{
	return run->opts.perplexity;
}

const uint32_t *odd_tsne_sample(const odd_tsne *run, size_t *count)
{
	*count = run->n;
	return run->sample;
}

double odd_tsne_kl(const odd_tsne *run, size_t *iteration)
{
	if (iteration != NULL)
		*iteration = run->kl_at;
	return run->kl;
}
