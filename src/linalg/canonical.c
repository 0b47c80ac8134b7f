#include "config.h"

#include "linalg/canonical.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/thin.h"

/* splitmix64 of the place. */
double odd__fixed_number(size_t i, size_t j)
{
	uint64_t x = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15) +
		     (uint64_t)(j + 1) * UINT64_C(0xd1b54a32d192ed03);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	x ^= x >> 31;
	return (double)(int64_t)x * 0x1p-63;
}

void odd__group_ends(size_t *end, const double *value, size_t count, double least)
{
	for (size_t a = 0; a < count; a++)
		end[a] = a;
	for (size_t a = 0, b; a < count; a = b) {
		for (b = a + 1; b < count; b++)
			if (value[a] >= least &&
				(value[b] < least ||
					value[b - 1] - value[b] > ODD__TIED * value[b - 1]))
				break;
		end[a] = b;
	}
}

size_t odd__group_most(const size_t *end, size_t keep)
{
	size_t most = 1;
	for (size_t a = 0; a < keep; a = end[a])
		most = end[a] - a > most ? end[a] - a : most;
	return most;
}

struct products {
	odd_cmat Z;
	odd_mat parts; /* chunks · m × Z.cols */
	size_t first, m;
};

static void add_products(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct products *p = context;
	for (size_t i = begin; i < end; i++) {
		const double *z = odd_cmat_row(p->Z, i);
		for (size_t j = 0; j < p->m; j++) {
			const double f = odd__fixed_number(p->first + i, j);
			double *sum = odd_mat_row(p->parts, chunk * p->m + j);
			for (size_t a = 0; a < p->Z.cols; a++)
				sum[a] += f * z[a];
		}
	}
}

odd_status odd__fixed_products(odd_mat W, odd_cmat Z, size_t first, const odd__comm *comm,
	const odd_job *job, odd_error *err)
{
	struct products p = {.Z = Z, .first = first, .m = W.cols};
	odd__chunks chunks;
	odd__chunks_thin(&chunks, Z.rows, Z.cols);
	odd_status status = odd_mat_alloc(&p.parts, chunks.count * p.m, Z.cols, err);
	odd_job own;
	job = odd__job_for(&own, job, 2.0 * (double)(Z.rows * Z.cols * p.m));
	if (status == ODD_OK)
		status = odd__parallel(job, &chunks, add_products, &p, NULL, err);
	for (size_t a = 0; a < W.rows && status == ODD_OK; a++)
		for (size_t j = 0; j < W.cols; j++) {
			double sum = 0.0;
			for (size_t c = 0; c < chunks.count; c++)
				sum += odd_mat_row(p.parts, c * p.m + j)[a];
			odd_mat_row(W, a)[j] = sum;
		}
	if (status == ODD_OK)
		odd__comm_sum(comm, W.data, W.rows * W.stride);
	odd_mat_free(&p.parts);
	return status;
}

/* Column j of Q (`size` rows, stride s): what is left of C's column j after those before, of length
 * 1. Twice, so that the columns are orthogonal to the last digit. Where nothing is left, axes are
 * tried in turn. */
static void orthogonal_column(double *Q, const double *C, size_t size, size_t s, size_t j)
{
	for (size_t attempt = 0; attempt <= size; attempt++) {
		double before = 0.0, after = 0.0;
		for (size_t a = 0; a < size; a++) {
			Q[a * s + j] = attempt == 0 ? C[a * s + j] : a + 1 == attempt ? 1.0 : 0.0;
			before += Q[a * s + j] * Q[a * s + j];
		}
		for (int pass = 0; pass < 2; pass++)
			for (size_t q = 0; q < j; q++) {
				double dot = 0.0;
				for (size_t a = 0; a < size; a++)
					dot += Q[a * s + q] * Q[a * s + j];
				for (size_t a = 0; a < size; a++)
					Q[a * s + j] -= dot * Q[a * s + q];
			}
		for (size_t a = 0; a < size; a++)
			after += Q[a * s + j] * Q[a * s + j];
		if (!(after > 1e-16 * before))
			continue;
		for (size_t a = 0; a < size; a++)
			Q[a * s + j] /= sqrt(after);
		return;
	}
}

/* Columns a … a+size−1 of B become these times Q, the first `keep` of them. row: scratch. */
static void turn_columns(
	odd_mat B, size_t a, size_t size, size_t keep, const double *Q, size_t s, double *row)
{
	for (size_t i = 0; i < B.rows; i++) {
		double *b = odd_mat_row(B, i) + a;
		for (size_t j = 0; j < keep; j++) {
			row[j] = 0.0;
			for (size_t c = 0; c < size; c++)
				row[j] += b[c] * Q[c * s + j];
		}
		memcpy(b, row, keep * sizeof *row);
	}
}

odd_status odd__canonical_columns(odd_mat B, odd_mat B2, const double *length, const size_t *end,
	size_t keep, odd_cmat W, odd_error *err)
{
	const size_t s = W.cols;
	double *room = malloc((2 * s * s + s) * sizeof *room), *C = room, *Q = C + s * s;
	if (room == NULL)
		return odd_error_nomem(err);
	for (size_t a = 0; a < keep; a = end[a]) {
		const size_t size = end[a] - a, left = keep - a < size ? keep - a : size;
		for (size_t c = 0; c < size; c++)
			for (size_t j = 0; j < left; j++) {
				double dot = 0.0;
				for (size_t r = 0; r < B.rows; r++)
					dot += odd_mat_row(B, r)[a + c] * odd_cmat_row(W, r)[j];
				C[c * s + j] = length != NULL ? dot / length[a + c] : dot;
			}
		for (size_t j = 0; j < left; j++)
			orthogonal_column(Q, C, size, s, j);
		turn_columns(B, a, size, left, Q, s, Q + s * s);
		if (B2.data != NULL)
			turn_columns(B2, a, size, left, Q, s, Q + s * s);
	}
	free(room);
	return ODD_OK;
}

odd_status odd__canonical_vectors(
	odd_mat E, const double *value, size_t keep, double least, odd_error *err)
{
	const odd_mat none = {NULL, 0, 0, 0};
	const size_t K = E.rows;
	size_t *end = malloc(K * sizeof *end);
	odd_mat F = none;
	if (end == NULL)
		return odd_error_nomem(err);
	odd__group_ends(end, value, K, least);
	odd_status status = odd_mat_alloc(&F, K, odd__group_most(end, keep), err);
	for (size_t k = 0; k < F.rows; k++)
		for (size_t j = 0; j < F.cols; j++)
			odd_mat_row(F, k)[j] = odd__fixed_number(k, j);
	if (status == ODD_OK)
		status = odd__canonical_columns(E, none, NULL, end, keep, odd_mat_const(F), err);
	odd_mat_free(&F);
	free(end);
	return status;
}

/* The grid changes where the largest entry passes a power of 2 times GRID_EDGE, which no number is
 * likely to be. */
#define GRID_BITS 20
#define GRID_EDGE 1.3717

void odd__round_to_grid(odd_mat X)
{
	double most = 0.0;
	for (size_t i = 0; i < X.rows; i++)
		for (size_t k = 0; k < X.cols; k++)
			most = fmax(most, fabs(odd_mat_row(X, i)[k]));
	if (!(most > 0.0 && isfinite(most)))
		return;
	const int unit = ilogb(most * GRID_EDGE) - GRID_BITS;
	for (size_t i = 0; i < X.rows; i++)
		for (size_t k = 0; k < X.cols; k++) {
			double *x = odd_mat_row(X, i) + k;
			*x = ldexp(nearbyint(ldexp(*x, -unit)), unit);
		}
}

double odd__sign_of_extremes(double high, double low)
{
	if (high > -low * (1.0 + ODD__TIED))
		return 1.0;
	return -low > high * (1.0 + ODD__TIED) ? -1.0 : 0.0;
}

double odd__canonical_sign(const double *x, size_t count, size_t step)
{
	double high = 0.0, low = 0.0, dot = 0.0;
	for (size_t i = 0; i < count; i++) {
		high = fmax(high, x[i * step]);
		low = fmin(low, x[i * step]);
		dot += x[i * step] * odd__fixed_number(i, 0);
	}
	const double sign = odd__sign_of_extremes(high, low);
	return sign != 0.0 ? sign : dot < 0.0 ? -1.0 : 1.0;
}
