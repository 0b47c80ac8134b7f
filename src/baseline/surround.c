#include "config.h"

#include "baseline/surround.h"

#include <math.h>

static double dot(const double *a, const double *b, size_t n)
{
	double sum = 0.0;
	for (size_t k = 0; k < n; k++)
		sum += a[k] * b[k];
	return sum;
}

void odd__unit_rows(odd_mat X)
{
	for (size_t i = 0; i < X.rows; i++) {
		double *x = odd_mat_row(X, i), size = sqrt(dot(x, x, X.cols));
		for (size_t k = 0; k < X.cols && size > 0.0; k++)
			x[k] /= size;
	}
}

static size_t degree(odd_ccsr A, size_t i)
{
	return A.ptr[i + 1] - A.ptr[i];
}

/* 1 − cos(x, y), x of length 1 or 0; NAN where either is nothing. What two roundings leave of a
 * sum that should be 0 is nothing. */
static double apart(const double *x, const double *y, size_t n, double terms)
{
	double size = sqrt(dot(y, y, n));
	if (!(dot(x, x, n) > 0.0) || !(size > 1e-12 * terms))
		return (double)NAN;
	return 1.0 - dot(x, y, n) / size;
}

double odd__fill_unknown(double *z, size_t n)
{
	double sum = 0.0;
	size_t known = 0;
	for (size_t i = 0; i < n; i++)
		if (!isnan(z[i])) {
			sum += z[i];
			known++;
		}
	double mean = known > 0 ? sum / (double)known : 0.0;
	for (size_t i = 0; i < n; i++)
		if (isnan(z[i]))
			z[i] = mean;
	return mean;
}

/* Among the neighbours: needs Y = A X. */
static void coherence(double *z3, odd_ccsr A, odd_cmat X, odd_cmat Y)
{
	double all = 0.0, pairs = 0.0;
	for (size_t i = 0; i < X.rows; i++) {
		const double *y = odd_cmat_row(Y, i);
		double own = 0.0, d = (double)degree(A, i);
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			const double *x = odd_cmat_row(X, A.idx[e]);
			own += dot(x, x, X.cols);
		}
		z3[i] = 0.5 * (dot(y, y, X.cols) - own);
		all += z3[i];
		pairs += 0.5 * d * (d - 1.0);
	}
	double mean = pairs > 0.0 ? all / pairs : 0.0;
	for (size_t i = 0; i < X.rows; i++) {
		double d = (double)degree(A, i);
		z3[i] = 1.0 - (z3[i] + mean) / (0.5 * d * (d - 1.0) + 1.0);
	}
}

odd_status odd__surround(double *z1, double *z2, double *z3, odd_ccsr A, odd_cmat X,
	const odd_job *job, odd_error *err)
{
	odd_mat Y = {0}, Z = {0};
	A.val = NULL;
	odd_status status = odd_mat_alloc(&Y, X.rows, X.cols, err);
	if (status == ODD_OK)
		status = odd_csr_times(Y, A, NULL, X, job, err);
	if (status == ODD_OK && z2 != NULL)
		status = odd_mat_alloc(&Z, X.rows, X.cols, err);
	if (status == ODD_OK && z2 != NULL)
		status = odd_csr_times(Z, A, NULL, odd_mat_const(Y), job, err);
	if (status == ODD_OK && z3 != NULL)
		coherence(z3, A, X, odd_mat_const(Y));
	for (size_t i = 0; i < X.rows && status == ODD_OK; i++) {
		const double *x = odd_cmat_row(X, i), *y = odd_mat_row(Y, i);
		double d = (double)degree(A, i);
		if (z1 != NULL)
			z1[i] = apart(x, y, X.cols, d);
		if (z2 == NULL)
			continue;
		double *z = odd_mat_row(Z, i);
		for (size_t k = 0; k < X.cols; k++)
			z[k] += y[k] - d * x[k];
		z2[i] = apart(x, z, X.cols, d);
	}
	if (status == ODD_OK && z1 != NULL)
		odd__fill_unknown(z1, X.rows);
	if (status == ODD_OK && z2 != NULL)
		odd__fill_unknown(z2, X.rows);
	odd_mat_free(&Y);
	odd_mat_free(&Z);
	return status;
}
