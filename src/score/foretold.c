#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "score/evidence.h"

#define MOST 0.99 /* of r: a column that links foretell wholly would leave the others no say */

struct foretold {
	odd_ccsr A;
	odd_cmat X, S; /* S = A X */
	double *mean, *r, *variance, *distance;
};

/* Moments of each column over the ends of links. */
static void measure_columns(struct foretold *f, double total)
{
	size_t n = f->X.rows, k = f->X.cols;
	for (size_t q = 0; q < k; q++) {
		double mean = 0.0, square = 0.0, product = 0.0;
		for (size_t i = 0; i < n; i++) {
			double d = (double)(f->A.ptr[i + 1] - f->A.ptr[i]);
			double x = odd_cmat_row(f->X, i)[q];
			mean += d * x;
			square += d * x * x;
			product += x * odd_cmat_row(f->S, i)[q];
		}
		mean /= total;
		f->mean[q] = mean;
		f->variance[q] = square / total - mean * mean;
		bool varies = f->variance[q] > 1e-12 * (square / total);
		double r = varies ? (product / total - mean * mean) / f->variance[q] : 0.0;
		f->r[q] = r > 2.0 / sqrt(total) ? fmin(r, MOST) : 0.0;
	}
}

static void measure_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct foretold *f = context;
	(void)chunk;
	for (size_t i = begin; i < end; i++) {
		const double *x = odd_cmat_row(f->X, i), *s = odd_cmat_row(f->S, i);
		double d = (double)(f->A.ptr[i + 1] - f->A.ptr[i]), sum = 0.0;
		for (size_t q = 0; q < f->X.cols; q++) {
			double r = f->r[q];
			if (r == 0.0)
				continue;
			double foretold = r * (s[q] - d * f->mean[q]) / (1.0 + (d - 1.0) * r);
			double by = x[q] - f->mean[q] - foretold;
			sum += by * by / f->variance[q] * r / (1.0 - r);
		}
		f->distance[i] = sum;
	}
}

odd_status odd__foretold(double *distance, odd_ccsr links, odd_cmat X, odd_mat room,
	const odd_job *job, odd_error *err)
{
	double total = (double)odd_csr_nnz(links),
	       *columns = calloc(3 * X.cols + 1, sizeof *columns);
	struct foretold f = {.A = links,
		.X = X,
		.S = odd_mat_const(room),
		.mean = columns,
		.r = columns + X.cols,
		.variance = columns + 2 * X.cols,
		.distance = distance};
	odd__chunks chunks;
	if (columns == NULL)
		return odd_error_nomem(err);
	f.A.val = NULL;
	odd_status status = odd_csr_times(room, f.A, NULL, X, job, err);
	if (status == ODD_OK && total > 0.0)
		measure_columns(&f, total);
	odd__chunks_even(&chunks, X.rows);
	if (status == ODD_OK)
		status = odd__parallel(job, &chunks, measure_rows, &f, NULL, err);
	free(columns);
	return status;
}
