#include "config.h"

#include "score/kinship.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/parallel.h"
#include "linalg/block.h"
#include "linalg/thin.h"
#include "score/surround.h"

#define RIDGE 1e-6  /* of the mean variance: for directions that are not there */
#define USUAL 2.0   /* links of the usual kind that every node is taken to have besides its own */
#define BLOCK 16384 /* rows of Z = A Y that are there at a time */

struct kinship {
	odd_ccsr A;
	odd_mat X, Y;   /* N × K; X becomes F; Y = L X, later A F */
	odd_mat Z;      /* BLOCK × K: some rows of A Y */
	odd_mat S, D;   /* K × K; S becomes V diag(θ^power) */
	double *d;      /* links of each node, as numbers; N */
	double *lambda; /* K */
	double *sign;   /* K */
	double *work;   /* of the Grams */
	double *mean;   /* (chunks + 1) × (K + 1): Σ d x and Σ d of each chunk; the mean first */
	double *near, *wide;
	size_t first; /* row of Z's first */
	double total; /* Σd */
	double power; /* of θ */
	const odd_job *job;
};

static void clear(struct kinship *s)
{
	odd_mat_free(&s->Z);
	odd_mat_free(&s->S);
	odd_mat_free(&s->D);
	free(s->d);
	free(s->lambda);
	free(s->sign);
	free(s->work);
	free(s->mean);
}

static odd_status allocate(struct kinship *s, odd_error *err)
{
	size_t n = s->X.rows, k = s->X.cols;
	odd_status status = odd_mat_alloc(&s->Z, n < BLOCK ? n : BLOCK, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&s->S, k, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&s->D, k, k, err);
	s->d = malloc((n + 1) * sizeof *s->d);
	s->lambda = calloc(k + 1, sizeof *s->lambda);
	s->sign = calloc(k + 1, sizeof *s->sign);
	s->work = odd__pages_alloc((odd__cross_gram_work(n, k) + 1) * sizeof *s->work);
	s->mean = calloc((ODD__CHUNKS_MAX + 1) * (k + 1), sizeof *s->mean);
	if (status == ODD_OK && (s->d == NULL || s->lambda == NULL || s->sign == NULL ||
					s->work == NULL || s->mean == NULL))
		status = odd_error_nomem(err);
	return status;
}

static double square(const double *x, size_t k)
{
	double sum = 0.0;
	for (size_t q = 0; q < k; q++)
		sum += x[q] * x[q];
	return sum;
}

static void unit_row(double *x, size_t k)
{
	double size = sqrt(square(x, k));
	for (size_t q = 0; q < k && size > 0.0; q++)
		x[q] /= size;
}

/* Rows of length 1, and their sum weighed by links. Rows that are not there stay so. */
static void unit_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct kinship *s = context;
	size_t k = s->X.cols;
	double *sum = s->mean + (chunk + 1) * (k + 1);
	for (size_t i = begin; i < end; i++) {
		double *x = odd_mat_row(s->X, i);
		unit_row(x, k);
		for (size_t q = 0; q < k; q++)
			sum[q] += s->d[i] * x[q];
		sum[k] += square(x, k) > 0.5 ? s->d[i] : 0.0;
	}
}

/* Rows that are not there are not at the other end of the mean. */
static void less_mean(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct kinship *s = context;
	size_t k = s->X.cols;
	(void)chunk;
	for (size_t i = begin; i < end; i++) {
		double *x = odd_mat_row(s->X, i);
		bool there = square(x, k) > 0.5;
		for (size_t q = 0; q < k && there; q++)
			x[q] -= s->mean[q];
	}
}

/* Rows of length 1, less their mean weighed by links. */
static odd_status centre(struct kinship *s, odd_error *err)
{
	size_t k = s->X.cols;
	odd__chunks chunks;
	odd__chunks_even(&chunks, s->X.rows);
	odd_status status = odd__parallel(s->job, &chunks, unit_rows, s, NULL, err);
	if (status != ODD_OK)
		return status;
	for (size_t c = 1; c <= chunks.count; c++)
		for (size_t q = 0; q <= k; q++)
			s->mean[q] += s->mean[c * (k + 1) + q];
	double seen = s->mean[k];
	for (size_t q = 0; q < k && seen > 0.0; q++)
		s->mean[q] /= seen;
	return seen > 0.0 ? odd__parallel(s->job, &chunks, less_mean, s, NULL, err) : ODD_OK;
}

/* Each link once, in the row of its higher number: with L, A = L + Lᵀ. */
static odd_status lower_half(odd_csr *L, odd_ccsr A, odd_error *err)
{
	odd_status status = odd_csr_alloc(L, A.rows, A.cols, odd_csr_nnz(A) / 2, 0, err);
	size_t count = 0;
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++) {
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1] && A.idx[e] < i; e++)
			L->idx[count++] = A.idx[e];
		L->ptr[i + 1] = count;
	}
	return status;
}

/* S = Xᵀ A X but for Xᵀ Lᵀ X, its transpose: half of a product is all it takes. */
static odd_status half_of_S(struct kinship *s, odd_error *err)
{
	odd_cmat X = odd_mat_const(s->X);
	odd_csr L = {0};
	odd_status status = lower_half(&L, s->A, err);
	if (status == ODD_OK)
		status = odd_csr_times(s->Y, odd_csr_const(L), NULL, X, s->job, err);
	odd_csr_clear(&L);
	if (status == ODD_OK)
		status = odd__cross_gram(s->S, X, NULL, odd_mat_const(s->Y), s->work, s->job, err);
	return status;
}

/* V diag(θ^power) into S, of which half is there, columns; the signs. How many directions are above
 * chance. */
static odd_status directions(size_t *found, struct kinship *s, odd_error *err)
{
	size_t k = s->S.cols;
	double trace = 0.0, edge = odd__kinship_chance(k, (size_t)s->total);
	*found = 0;
	for (size_t a = 0; a < k; a++)
		trace += odd_mat_row(s->D, a)[a];
	if (!(trace > 0.0))
		return ODD_OK;
	for (size_t a = 0; a < k; a++) {
		odd_mat_row(s->D, a)[a] += RIDGE * trace / (double)k;
		for (size_t b = 0; b <= a; b++) {
			double both = odd_mat_row(s->S, a)[b] + odd_mat_row(s->S, b)[a];
			odd_mat_row(s->S, a)[b] = odd_mat_row(s->S, b)[a] = both;
		}
	}
	if (LAPACKE_dsygvd(LAPACK_ROW_MAJOR, 1, 'V', 'U', (lapack_int)k, s->S.data,
		    (lapack_int)s->S.stride, s->D.data, (lapack_int)s->D.stride, s->lambda) != 0)
		return odd_error_set(
			err, ODD_ENUMERIC, "what linked nodes share could not be computed");
	for (size_t q = 0; q < k; q++) {
		double size = fabs(s->lambda[q]), theta = 0.0;
		if (size > edge)
			theta = 0.5 * (size + sqrt(size * size - edge * edge));
		theta = pow(theta, s->power);
		s->sign[q] = s->lambda[q] < 0.0 ? -1.0 : 1.0;
		*found += theta > 0.0;
		for (size_t a = 0; a < k; a++)
			odd_mat_row(s->S, a)[q] *= theta;
	}
	return ODD_OK;
}

static void unit_features(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct kinship *s = context;
	(void)chunk;
	for (size_t i = begin; i < end; i++)
		unit_row(odd_mat_row(s->X, i), s->X.cols);
}

double odd__kinship_chance(size_t k, size_t entries)
{
	return 2.0 * sqrt((double)k / fmax((double)entries, 1.0));
}

/* Y = A F of rows F, still of any length. */
static odd_status around_features(struct kinship *s, odd_error *err)
{
	odd__chunks chunks;
	odd__chunks_even(&chunks, s->X.rows);
	odd_status status = odd__parallel(s->job, &chunks, unit_features, s, NULL, err);
	if (status == ODD_OK)
		status = odd_csr_times(s->Y, s->A, NULL, odd_mat_const(s->X), s->job, err);
	return status;
}

/* F, where X was, and Y = A F. */
static odd_status learned_features(size_t *found, struct kinship *s, odd_error *err)
{
	odd_cmat X = odd_mat_const(s->X);
	odd_status status = centre(s, err);
	if (status == ODD_OK)
		status = half_of_S(s, err);
	if (status == ODD_OK)
		status = odd__cross_gram(s->D, X, s->d, X, s->work, s->job, err);
	if (status == ODD_OK)
		status = directions(found, s, err);
	if (status != ODD_OK || *found == 0)
		return status;
	status = odd__thin_times(s->X, X, odd_mat_const(s->S), s->job, err);
	return status == ODD_OK ? around_features(s, err) : status;
}

/* X as it is, no direction before another. */
static odd_status plain_features(size_t *found, struct kinship *s, odd_error *err)
{
	*found = s->X.cols;
	for (size_t q = 0; q < s->X.cols; q++)
		s->sign[q] = 1.0;
	return around_features(s, err);
}

/* The mean over the links of a node and USUAL others. */
static double drawn_in(double sum, double usual, double links)
{
	return (sum + USUAL * usual) / (links + USUAL);
}

/* From F, Y = A F and some rows of Z = A Y: Σ over neighbours of kin, and 1 − cos; NAN where there
 * is nothing to compare. */
static void read_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct kinship *s = context;
	size_t k = s->X.cols;
	(void)chunk;
	for (size_t at = begin; at < end; at++) {
		size_t i = s->first + at;
		const double *f = odd_mat_row(s->X, i), *y = odd_mat_row(s->Y, i);
		const double *z = odd_mat_row(s->Z, at);
		double kin = 0.0, along = 0.0, size = 0.0, own = 0.0;
		for (size_t q = 0; q < k; q++) {
			double w = s->sign[q] * y[q] + z[q] - s->d[i] * f[q];
			kin += s->sign[q] * f[q] * y[q];
			along += f[q] * w;
			size += w * w;
			own += f[q] * f[q];
		}
		s->near[i] = own > 0.0 ? kin : (double)NAN;
		s->wide[i] = own > 0.0 && size > 1e-24 * s->d[i] * s->d[i] && s->d[i] > 0.0
				     ? 1.0 - along / sqrt(size)
				     : (double)NAN;
	}
}

/* Z is read as it comes, a block of rows at a time. */
static odd_status read_blocks(struct kinship *s, odd_error *err)
{
	size_t n = s->X.rows;
	odd_status status = ODD_OK;
	for (s->first = 0; s->first < n && status == ODD_OK; s->first += BLOCK) {
		odd__chunks chunks;
		odd_ccsr rows = s->A;
		odd_mat Z = s->Z;
		rows.ptr += s->first;
		rows.rows = Z.rows = n - s->first < BLOCK ? n - s->first : BLOCK;
		status = odd_csr_times(Z, rows, NULL, odd_mat_const(s->Y), s->job, err);
		odd__chunks_even(&chunks, rows.rows);
		if (status == ODD_OK)
			status = odd__parallel(s->job, &chunks, read_rows, s, NULL, err);
	}
	return status;
}

static void draw_in(const struct kinship *s)
{
	double all = 0.0, *near = s->near, *wide = s->wide;
	size_t n = s->X.rows;
	for (size_t i = 0; i < n; i++)
		all += isnan(near[i]) ? 0.0 : near[i];
	double mean = s->total > 0.0 ? all / s->total : 0.0;
	for (size_t i = 0; i < n; i++) /* without links: 1 − g, as it should be */
		near[i] = 1.0 - (isnan(near[i]) ? mean : drawn_in(near[i], mean, s->d[i]));
	double usual = odd__fill_unknown(wide, n);
	for (size_t i = 0; i < n; i++)
		wide[i] = drawn_in(s->d[i] * wide[i], usual, s->d[i]);
}

/* near and wide by such features. */
static odd_status read_by(odd_status (*features)(size_t *found, struct kinship *s, odd_error *err),
	struct kinship *s, odd_error *err)
{
	size_t found = 0;
	s->A.val = NULL;
	odd_status status = allocate(s, err);
	for (size_t i = 0; i < s->X.rows && status == ODD_OK; i++) {
		s->d[i] = (double)(s->A.ptr[i + 1] - s->A.ptr[i]);
		s->total += s->d[i];
	}
	if (status == ODD_OK)
		status = features(&found, s, err);
	if (status == ODD_OK && found == 0)
		for (size_t i = 0; i < s->X.rows; i++)
			s->near[i] = s->wide[i] = 0.0;
	if (status == ODD_OK && found > 0)
		status = read_blocks(s, err);
	if (status == ODD_OK && found > 0)
		draw_in(s);
	clear(s);
	return status;
}

odd_status odd__kinship(double *near, double *wide, odd_ccsr A, odd_mat X, odd_mat room,
	double power, const odd_job *job, odd_error *err)
{
	struct kinship s = {
		.A = A, .X = X, .Y = room, .power = power, .near = near, .wide = wide, .job = job};
	return read_by(learned_features, &s, err);
}

odd_status odd__kinship_plain(double *near, double *wide, odd_ccsr A, odd_mat X, odd_mat room,
	const odd_job *job, odd_error *err)
{
	struct kinship s = {.A = A, .X = X, .Y = room, .near = near, .wide = wide, .job = job};
	return read_by(plain_features, &s, err);
}
