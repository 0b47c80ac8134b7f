/* orth.c: an orthonormal basis of the columns of a tall, thin matrix, by its Gram matrix.
 *
 *     D² = diag(XᵀX),   D⁻¹ XᵀX D⁻¹ = V Λ Vᵀ,   X ← X T,   T = D⁻¹ V Λ^-½,   R ← T⁻¹ R
 *
 * repeated until the Gram matrix that T was made from was well conditioned, which for ordinary
 * input is the second pass. Like Cholesky-QR done twice, one pass costs a Gram and a product and
 * no Householder vector ever crosses the rows; unlike it, dependent columns do no harm. A Gram
 * matrix cannot tell λ under FLOOR from zero, so such directions are only brought closer to unit
 * length and judged by their true length in the next pass. A direction that had to be stretched
 * from the original columns by 1/ε is rounding noise and is dropped.
 */
#include "config.h"

#include "linalg/thin.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#define PASSES 6
#define FLOOR 1e-13 /* smallest eigenvalue of a unit-diagonal Gram matrix that is trusted */
#define WELL 0.1    /* smallest eigenvalue that needs no further pass */

struct orth {
	odd_mat G, T, inverse, product; /* p × p each */
	odd_mat total;                  /* X = X_old diag(1/|columns of X_old|) total */
	odd_mat lengths;                /* 2 × p: D, then the eigenvalues */
};

static odd_status orth_alloc(struct orth *o, size_t p, odd_error *err)
{
	memset(o, 0, sizeof *o);
	odd_mat *all[] = {&o->G, &o->T, &o->inverse, &o->product, &o->total};
	odd_status status = odd_mat_alloc(&o->lengths, 2, p, err);
	for (size_t m = 0; m < sizeof all / sizeof *all && status == ODD_OK; m++)
		status = odd_mat_alloc(all[m], p, p, err);
	return status;
}

static void orth_free(struct orth *o)
{
	odd_mat_free(&o->G);
	odd_mat_free(&o->T);
	odd_mat_free(&o->inverse);
	odd_mat_free(&o->product);
	odd_mat_free(&o->total);
	odd_mat_free(&o->lengths);
}

/* How much longer column j is made of the original columns than it is itself. */
static double stretch(const struct orth *o, size_t j)
{
	double square = 0.0;
	for (size_t a = 0; a < o->total.rows; a++)
		square += odd_mat_row(o->total, a)[j] * odd_mat_row(o->total, a)[j];
	return sqrt(square);
}

/* Scale G to unit diagonal and take its eigenvectors in place. Columns that are noise are set
 * aside: zero length, and an eigenvalue of −1 that comes before all others. */
static odd_status eigen(struct orth *o, int pass, odd_error *err)
{
	size_t p = o->G.rows;
	double noise = 10.0 * DBL_EPSILON * sqrt((double)p);
	double *d = odd_mat_row(o->lengths, 0), *lambda = odd_mat_row(o->lengths, 1);
	for (size_t j = 0; j < p; j++) {
		double square = odd_mat_row(o->G, j)[j];
		if (!isfinite(square))
			return odd_error_set(err, ODD_ENUMERIC,
				"numbers grew beyond range while a basis was made orthonormal");
		d[j] = sqrt(square > 0.0 ? square : 0.0);
		if (pass > 0 && d[j] <= noise * stretch(o, j))
			d[j] = 0.0;
	}
	for (size_t a = 0; a < p; a++) {
		for (size_t b = 0; b < p; b++) {
			double *g = &odd_mat_row(o->G, a)[b];
			if (d[a] > 0.0 && d[b] > 0.0)
				*g = *g / d[a] / d[b];
			else
				*g = a == b ? -1.0 : 0.0;
		}
	}
	int info = LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', (lapack_int)p, o->G.data,
		(lapack_int)o->G.stride, lambda);
	if (info != 0)
		return odd_error_set(err, ODD_ENUMERIC, "eigenvectors of a Gram matrix not found");
	return ODD_OK;
}

/* T and T⁻¹ from D, V, Λ. Returns the smallest eigenvalue that was used. */
static double make_transform(struct orth *o, int last)
{
	size_t p = o->G.rows;
	const double *d = odd_mat_row(o->lengths, 0), *lambda = odd_mat_row(o->lengths, 1);
	double smallest = 1.0;
	size_t live = 0;
	for (size_t j = 0; j < p; j++)
		live += d[j] > 0.0;
	for (size_t c = 0; c < p; c++) {
		int gone = c < p - live /* set aside */ || (last && lambda[c] < WELL);
		double l = lambda[c] < FLOOR ? FLOOR : lambda[c], root = sqrt(l);
		if (!gone && l < smallest)
			smallest = l;
		for (size_t j = 0; j < p; j++) {
			double v = odd_mat_row(o->G, j)[c];
			int there = !gone && d[j] > 0.0;
			odd_mat_row(o->T, j)[c] = there ? v / d[j] / root : 0.0;
			odd_mat_row(o->inverse, c)[j] = there ? v * d[j] * root : 0.0;
		}
	}
	return smallest;
}

/* out ← A B by way of o->product, all p × p; out may be A or B. */
static void small_times(struct orth *o, odd_mat out, odd_mat A, odd_mat B)
{
	size_t p = out.rows;
	for (size_t a = 0; a < p; a++) {
		double *row = odd_mat_row(o->product, a);
		memset(row, 0, p * sizeof *row);
		for (size_t l = 0; l < p; l++) {
			double t = odd_mat_row(A, a)[l];
			const double *b = odd_mat_row(B, l);
			for (size_t j = 0; j < p; j++)
				row[j] += t * b[j];
		}
	}
	odd_mat_copy(out, odd_mat_const(o->product));
}

static void set_diagonal(odd_mat m, const double *values)
{
	for (size_t a = 0; a < m.rows; a++)
		for (size_t b = 0; b < m.cols; b++)
			odd_mat_row(m, a)[b] = a != b ? 0.0 : values != NULL ? values[a] : 1.0;
}

odd_status odd__orthonormalise(odd_mat X, odd_mat R, const odd_job *job, odd_error *err)
{
	return odd__orthonormalise_over(X, R, NULL, job, err);
}

odd_status odd__orthonormalise_over(
	odd_mat X, odd_mat R, const odd__comm *comm, const odd_job *job, odd_error *err)
{
	struct orth o;
	odd_status status = orth_alloc(&o, X.cols, err);
	if (status != ODD_OK)
		goto out;
	if (R.data != NULL)
		set_diagonal(R, NULL);
	for (int pass = 0; pass < PASSES; pass++) {
		status = odd__gram(o.G, odd_mat_const(X), job, err);
		odd__comm_sum(comm, o.G.data, o.G.rows * o.G.stride);
		if (status == ODD_OK)
			status = eigen(&o, pass, err);
		if (status != ODD_OK)
			break;
		double smallest = make_transform(&o, pass == PASSES - 1);
		status = odd__thin_times(X, odd_mat_const(X), odd_mat_const(o.T), job, err);
		if (status != ODD_OK)
			break;
		if (pass == 0)
			set_diagonal(o.total, odd_mat_row(o.lengths, 0));
		small_times(&o, o.total, o.total, o.T);
		if (R.data != NULL)
			small_times(&o, R, o.inverse, R);
		if (smallest >= WELL)
			break;
	}
out:
	orth_free(&o);
	return status;
}

odd_status odd__orth_transform(odd_mat T, double *smallest, odd_cmat G, odd_error *err)
{
	struct orth o;
	odd_status status = orth_alloc(&o, G.cols, err);
	if (status == ODD_OK) {
		odd_mat_copy(o.G, G);
		status = eigen(&o, 0, err);
	}
	if (status == ODD_OK) {
		*smallest = make_transform(&o, 0);
		odd_mat_copy(T, odd_mat_const(o.T));
	}
	orth_free(&o);
	return status;
}
