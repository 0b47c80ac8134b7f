#include "config.h"

#include "score/evidence.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/block.h"
#include "linalg/memory.h"
#include "linalg/thin.h"

#define RIDGE 1e-6  /* of the mean variance: for directions that are not there */
#define USUAL 2.0   /* links of the usual kind that every node is taken to have besides its own */
#define BLOCK 16384 /* rows of Z = A Y that are there at a time */
#define HALF 0.5    /* weight of plain and of learned features */
#define POWER 2     /* of θ: communities count more than finer places */

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
	/* Sums over both sets of features, N each. */
	double *kin;                /* Σ over neighbours of kin; near at last */
	double *pairs;              /* Σ over pairs of neighbours, twice; apart at last */
	double *along, *size, *own; /* F·w, ‖w‖² and ‖F‖²; w: walks of one and two steps */
	size_t first;               /* row of Z's first */
	double total;               /* Σd */
	const odd_job *job;
	odd__memory memory;
};

static odd_status allocate(struct kinship *s, odd_error *err)
{
	odd__memory *memory = &s->memory;
	size_t n = s->X.rows, k = s->X.cols;
	s->Z = odd__take_matrix(memory, n < BLOCK ? n : BLOCK, k);
	s->S = odd__take_matrix(memory, k, k);
	s->D = odd__take_matrix(memory, k, k);
	s->d = odd__take(memory, n, sizeof *s->d);
	s->lambda = odd__take(memory, k, sizeof *s->lambda);
	s->sign = odd__take(memory, k, sizeof *s->sign);
	s->work = odd__take(memory, odd__cross_gram_work(n, k) + 1, sizeof *s->work);
	s->mean = odd__take(memory, (ODD__CHUNKS_MAX + 1) * (k + 1), sizeof *s->mean);
	s->along = odd__take(memory, n, sizeof *s->along);
	s->size = odd__take(memory, n, sizeof *s->size);
	s->own = odd__take(memory, n, sizeof *s->own);
	return odd__memory_check(memory, err);
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
	double size = sqrt(square(x, k)), scale = 1.0 / size;
	for (size_t q = 0; q < k && size > 0.0; q++)
		x[q] *= scale;
}

/* The sum of rows of length 1 weighed by links. */
static void add_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct kinship *s = context;
	size_t k = s->X.cols;
	double *sum = s->mean + (chunk + 1) * (k + 1);
	for (size_t i = begin; i < end; i++) {
		const double *x = odd_mat_row(s->X, i);
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

/* Subtracts the mean weighed by links. */
static odd_status centre(struct kinship *s, odd_error *err)
{
	size_t k = s->X.cols;
	odd__chunks chunks;
	odd__chunks_even(&chunks, s->X.rows);
	odd_status status = odd__parallel(s->job, &chunks, add_rows, s, NULL, err);
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
	double trace = 0.0, edge = 2.0 * sqrt((double)k / fmax(s->total, 1.0));
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
		theta = pow(theta, POWER);
		s->sign[q] = s->lambda[q] < 0.0 ? -1.0 : 1.0;
		*found += theta > 0.0;
		for (size_t a = 0; a < k; a++)
			odd_mat_row(s->S, a)[q] *= theta;
	}
	return ODD_OK;
}

static void unit_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct kinship *s = context;
	(void)chunk;
	for (size_t i = begin; i < end; i++)
		unit_row(odd_mat_row(s->X, i), s->X.cols);
}

/* Y = A F, after rows of F were made to have length 1. */
static odd_status around_features(struct kinship *s, odd_error *err)
{
	odd__chunks chunks;
	odd__chunks_even(&chunks, s->X.rows);
	odd_status status = odd__parallel(s->job, &chunks, unit_rows, s, NULL, err);
	if (status == ODD_OK)
		status = odd_csr_times(s->Y, s->A, NULL, odd_mat_const(s->X), s->job, err);
	return status;
}

/* Adds what F (in X), Y = A F and some rows of Z = A Y say. */
static void read_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct kinship *s = context;
	size_t k = s->X.cols;
	(void)chunk;
	for (size_t at = begin; at < end; at++) {
		size_t i = s->first + at;
		const double *f = odd_mat_row(s->X, i), *y = odd_mat_row(s->Y, i);
		const double *z = odd_mat_row(s->Z, at);
		double kin = 0.0, along = 0.0, size = 0.0;
		for (size_t q = 0; q < k; q++) {
			double w = s->sign[q] * y[q] + z[q] - s->d[i] * f[q];
			kin += s->sign[q] * f[q] * y[q];
			along += f[q] * w;
			size += w * w;
		}
		s->kin[i] += HALF * kin;
		s->pairs[i] += HALF * (square(y, k) - s->d[i]);
		s->along[i] += HALF * along;
		s->size[i] += HALF * size;
		s->own[i] += HALF * square(f, k);
	}
}

/* Reads Y as it is, and Z a block of rows at a time. */
static odd_status read_features(struct kinship *s, odd_error *err)
{
	size_t n = s->X.rows;
	odd_status status = around_features(s, err);
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

/* F, where X was: the directions that linked nodes share. found: how many there are. */
static odd_status learn_features(size_t *found, struct kinship *s, odd_error *err)
{
	odd_cmat X = odd_mat_const(s->X);
	odd_status status = centre(s, err);
	if (status == ODD_OK)
		status = half_of_S(s, err);
	if (status == ODD_OK)
		status = odd__cross_gram(s->D, X, s->d, X, s->work, s->job, err);
	if (status == ODD_OK)
		status = directions(found, s, err);
	if (status == ODD_OK && *found > 0)
		status = odd__thin_times(s->X, X, odd_mat_const(s->S), s->job, err);
	return status;
}

/* The mean over the links of a node and USUAL others. */
static double drawn_in(double sum, double usual, double links)
{
	return (sum + USUAL * usual) / (links + USUAL);
}

/* 1 − the cosine with the nodes one and two steps away, drawn in; NAN where there is none. */
static double wide_of(const struct kinship *s, size_t i)
{
	double d = s->d[i], size = s->size[i] * s->own[i];
	return s->own[i] > 0.0 && d > 0.0 && s->size[i] > 1e-24 * d * d
		       ? 1.0 - s->along[i] / sqrt(size)
		       : (double)NAN;
}

/* kin = (near + wide)/2 and apart from the sums. */
static void finish(const struct kinship *s)
{
	size_t n = s->X.rows, known = 0;
	double kin = 0.0, pairs = 0.0, all_pairs = 0.0, wide = 0.0;
	for (size_t i = 0; i < n; i++) {
		double w = wide_of(s, i);
		kin += s->kin[i];
		pairs += s->pairs[i];
		all_pairs += s->d[i] * (s->d[i] - 1.0);
		wide += isnan(w) ? 0.0 : w;
		known += !isnan(w);
	}
	kin = s->total > 0.0 ? kin / s->total : 0.0;
	pairs = all_pairs > 0.0 ? pairs / all_pairs : 0.0;
	wide = known > 0 ? wide / (double)known : 0.0;
	for (size_t i = 0; i < n; i++) {
		double d = s->d[i], w = wide_of(s, i);
		double near = 1.0 - (s->own[i] > 0.0 ? drawn_in(s->kin[i], kin, d) : kin);
		s->kin[i] = 0.5 * (near + drawn_in(d * (isnan(w) ? wide : w), wide, d));
		s->pairs[i] = 1.0 - drawn_in(s->pairs[i], pairs, d * (d - 1.0));
	}
}

odd_status odd__kinship(double *kin, double *apart, odd_ccsr A, odd_mat X, odd_mat room,
	const odd_job *job, odd_error *err)
{
	struct kinship s = {.A = A, .X = X, .Y = room, .kin = kin, .pairs = apart, .job = job};
	size_t found = 0;
	s.A.val = NULL;
	odd_status status = allocate(&s, err);
	for (size_t i = 0; i < X.rows && status == ODD_OK; i++) {
		s.d[i] = (double)(A.ptr[i + 1] - A.ptr[i]);
		s.total += s.d[i];
		kin[i] = apart[i] = 0.0;
	}
	for (size_t q = 0; q < X.cols && status == ODD_OK; q++)
		s.sign[q] = 1.0;
	if (status == ODD_OK)
		status = read_features(&s, err);
	if (status == ODD_OK)
		status = learn_features(&found, &s, err);
	if (status == ODD_OK && found > 0)
		status = read_features(&s, err);
	if (status == ODD_OK)
		finish(&s);
	odd__memory_free(&s.memory);
	return status;
}
