#include "config.h"

#include "score/kinship.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "linalg/block.h"
#include "linalg/thin.h"
#include "score/surround.h"

#define RIDGE 1e-6 /* of the mean variance: for directions that are not there */
#define USUAL 2.0  /* links of the usual kind that every node is taken to have besides its own */

struct kinship {
	odd_ccsr A;
	odd_mat X, Y, F; /* N × K; Y = A X, later A F */
	odd_mat S, D;    /* K × K; S becomes V diag(θ^power) */
	double *d;       /* links of each node, as numbers; N */
	double *lambda;  /* K */
	double *sign;    /* K */
	double *work;    /* of the Grams */
	double total;    /* Σd */
	double power;    /* of θ */
	const odd_job *job;
};

static void clear(struct kinship *s)
{
	odd_mat_free(&s->Y);
	odd_mat_free(&s->F);
	odd_mat_free(&s->S);
	odd_mat_free(&s->D);
	free(s->d);
	free(s->lambda);
	free(s->sign);
	free(s->work);
}

static odd_status allocate(struct kinship *s, odd_error *err)
{
	size_t n = s->X.rows, k = s->X.cols;
	odd_status status = odd_mat_alloc(&s->Y, n, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&s->F, n, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&s->S, k, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&s->D, k, k, err);
	s->d = malloc((n + 1) * sizeof *s->d);
	s->lambda = calloc(k + 1, sizeof *s->lambda);
	s->sign = calloc(k + 1, sizeof *s->sign);
	s->work = odd__pages_alloc((odd__cross_gram_work(n, k) + 1) * sizeof *s->work);
	if (status == ODD_OK &&
		(s->d == NULL || s->lambda == NULL || s->sign == NULL || s->work == NULL))
		status = odd_error_nomem(err);
	return status;
}

/* Rows of length 1, less their mean weighed by links. Rows that are not there stay so: they are
 * not at the other end of the mean. */
static void centre(struct kinship *s)
{
	size_t k = s->X.cols;
	double *mean = s->lambda, seen = 0.0;
	odd__unit_rows(s->X);
	memset(mean, 0, k * sizeof *mean);
	for (size_t i = 0; i < s->X.rows; i++) {
		const double *x = odd_mat_row(s->X, i);
		double size = 0.0;
		for (size_t q = 0; q < k; q++) {
			mean[q] += s->d[i] * x[q];
			size += x[q] * x[q];
		}
		seen += size > 0.5 ? s->d[i] : 0.0;
	}
	for (size_t i = 0; i < s->X.rows && seen > 0.0; i++) {
		double *x = odd_mat_row(s->X, i), size = 0.0;
		for (size_t q = 0; q < k; q++)
			size += x[q] * x[q];
		for (size_t q = 0; q < k && size > 0.5; q++)
			x[q] -= mean[q] / seen;
	}
}

/* V diag(θ^power) into S, columns; the signs. How many directions are above chance. */
static odd_status directions(size_t *found, struct kinship *s, odd_error *err)
{
	size_t k = s->S.cols;
	double trace = 0.0, edge = 2.0 * sqrt((double)k / fmax(s->total, 1.0));
	*found = 0;
	for (size_t a = 0; a < k; a++)
		trace += odd_mat_row(s->D, a)[a];
	if (!(trace > 0.0))
		return ODD_OK;
	for (size_t a = 0; a < k; a++) {
		odd_mat_row(s->D, a)[a] += RIDGE * trace / (double)k;
		for (size_t b = 0; b < a; b++) {
			double mean = 0.5 * (odd_mat_row(s->S, a)[b] + odd_mat_row(s->S, b)[a]);
			odd_mat_row(s->S, a)[b] = odd_mat_row(s->S, b)[a] = mean;
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

/* F and Y = A F. */
static odd_status features(size_t *found, struct kinship *s, odd_error *err)
{
	odd_cmat X = odd_mat_const(s->X);
	centre(s);
	odd_status status = odd_csr_times(s->Y, s->A, NULL, X, s->job, err);
	if (status == ODD_OK)
		status = odd__cross_gram(s->S, X, NULL, odd_mat_const(s->Y), s->work, s->job, err);
	if (status == ODD_OK)
		status = odd__cross_gram(s->D, X, s->d, X, s->work, s->job, err);
	if (status == ODD_OK)
		status = directions(found, s, err);
	if (status != ODD_OK || *found == 0)
		return status;
	status = odd__thin_times(s->F, X, odd_mat_const(s->S), s->job, err);
	odd__unit_rows(s->F);
	if (status == ODD_OK)
		status = odd_csr_times(s->Y, s->A, NULL, odd_mat_const(s->F), s->job, err);
	return status;
}

/* The mean over the links of a node and USUAL others. */
static double drawn_in(double sum, double usual, double links)
{
	return (sum + USUAL * usual) / (links + USUAL);
}

/* From F, Y = A F and (in X) Z = A Y. */
static void read_out(double *near, double *wide, const struct kinship *s)
{
	size_t n = s->X.rows, k = s->X.cols;
	double all = 0.0;
	for (size_t i = 0; i < n; i++) {
		const double *f = odd_mat_row(s->F, i), *y = odd_mat_row(s->Y, i);
		const double *z = odd_mat_row(s->X, i);
		double kin = 0.0, along = 0.0, size = 0.0, own = 0.0;
		for (size_t q = 0; q < k; q++) {
			double w = s->sign[q] * y[q] + z[q] - s->d[i] * f[q];
			kin += s->sign[q] * f[q] * y[q];
			along += f[q] * w;
			size += w * w;
			own += f[q] * f[q];
		}
		near[i] = own > 0.0 ? kin : (double)NAN;
		wide[i] = own > 0.0 && size > 1e-24 * s->d[i] * s->d[i] && s->d[i] > 0.0
				  ? 1.0 - along / sqrt(size)
				  : (double)NAN;
		all += kin;
	}
	double mean = s->total > 0.0 ? all / s->total : 0.0;
	for (size_t i = 0; i < n; i++) /* without links: 1 − g, as it should be */
		near[i] = 1.0 - (isnan(near[i]) ? mean : drawn_in(near[i], mean, s->d[i]));
	double usual = odd__fill_unknown(wide, n);
	for (size_t i = 0; i < n; i++)
		wide[i] = drawn_in(s->d[i] * wide[i], usual, s->d[i]);
}

odd_status odd__kinship(double *near, double *wide, odd_ccsr A, odd_mat X, double power,
	const odd_job *job, odd_error *err)
{
	struct kinship s = {.A = A, .X = X, .power = power, .job = job};
	size_t found = 0;
	s.A.val = NULL;
	odd_status status = allocate(&s, err);
	for (size_t i = 0; i < X.rows && status == ODD_OK; i++) {
		s.d[i] = (double)(A.ptr[i + 1] - A.ptr[i]);
		s.total += s.d[i];
	}
	if (status == ODD_OK)
		status = features(&found, &s, err);
	if (status == ODD_OK && found == 0)
		for (size_t i = 0; i < X.rows; i++)
			near[i] = wide[i] = 0.0;
	if (status == ODD_OK && found > 0) {
		status = odd_csr_times(s.X, s.A, NULL, odd_mat_const(s.Y), job, err);
		if (status == ODD_OK)
			read_out(near, wide, &s);
	}
	clear(&s);
	return status;
}
