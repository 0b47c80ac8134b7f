#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "linalg/memory.h"
#include "linalg/thin.h"
#include "one/workspace.h"
#include "score/evidence.h"
#include "score/score_internal.h"

#define KIN_OF_WORDS 0.7 /* weight of kin; the rest is the other's */
#define KIN_OF_NUMBERS 0.5
#define R_MOST 0.99     /* a column that links foretell wholly would leave the others no say */
#define COLUMNS_MOST 64 /* of numbers that are read column by column; more: in K directions */

/* The attributes of all nodes as rows to compare. */
struct rows {
	odd_mat X, room;    /* N × k */
	odd__memory memory; /* of those that are not the run's */
};

/* P = C Vᵀ, turned and scaled so that it is C seen in an orthonormal basis of the rows of V: ONE
 * scales the rows of V as it likes. */
static odd_status rows_of_model(struct rows *rows, odd_one *run, const odd_job *job, odd_error *err)
{
	odd_one_state state = odd_one_look(run);
	odd_mat gram = odd__take_matrix(&rows->memory, state.k, state.k);
	odd_mat turn = odd__take_matrix(&rows->memory, state.k, state.k);
	double smallest;
	odd_status status = odd__memory_check(&rows->memory, err);
	if (status == ODD_OK)
		status = odd__gram(gram, state.Vt, job, err);
	if (status == ODD_OK)
		status = odd__orth_transform(turn, &smallest, odd_mat_const(gram), err);
	if (status == ODD_OK)
		status = odd__one_lend(&rows->X, &rows->room, run, job, err);
	if (status == ODD_OK)
		status = odd__thin_times(
			rows->X, odd_mat_const(rows->X), odd_mat_const(turn), job, err);
	return status;
}

static odd_status rows_of_columns(struct rows *rows, odd_ccsr C, odd_error *err)
{
	rows->X = odd__take_matrix(&rows->memory, C.rows, C.cols);
	rows->room = odd__take_matrix(&rows->memory, C.rows, C.cols);
	odd_status status = odd__memory_check(&rows->memory, err);
	for (size_t i = 0; i < C.rows && status == ODD_OK; i++)
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1]; e++)
			odd_mat_row(rows->X, i)[C.idx[e]] = odd_csr_value(C, e);
	return status;
}

bool odd__are_numbers(const odd_prepared *input)
{
	odd_ccsr C = odd_csr_const(input->C);
	return input->standardised &&
	       2.0 * (double)odd_csr_nnz(C) >= (double)C.rows * (double)C.cols;
}

/* Numbers get their length back. */
static odd_status attribute_rows(
	struct rows *rows, odd_one *run, const odd_job *job, odd_error *err)
{
	const odd_prepared *input = odd_one_input(run);
	odd_ccsr C = odd_csr_const(input->C);
	bool columns = odd__are_numbers(input) && C.cols <= COLUMNS_MOST;
	odd_status status =
		columns ? rows_of_columns(rows, C, err) : rows_of_model(rows, run, job, err);
	for (size_t i = 0; i < C.rows && status == ODD_OK && odd__are_numbers(input); i++)
		for (size_t q = 0; q < rows->X.cols; q++)
			odd_mat_row(rows->X, i)[q] *= input->length[i];
	return status;
}

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
		f->r[q] = r > 2.0 / sqrt(total) ? fmin(r, R_MOST) : 0.0;
	}
}

static void measure_distances(void *context, size_t chunk, size_t begin, size_t end)
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
		status = odd__parallel(job, &chunks, measure_distances, &f, NULL, err);
	free(columns);
	return status;
}

/* What a row near the mean says about direction is drawn to the mean of all. */
static void draw_to_mean(double *kin, const double *length, size_t n)
{
	double mean = 0.0, square = 0.0;
	for (size_t i = 0; i < n; i++) {
		mean += kin[i] / (double)n;
		square += length[i] * length[i] / (double)n;
	}
	for (size_t i = 0; i < n && square > 0.0; i++)
		kin[i] = mean + fmin(length[i] / sqrt(square), 1.0) * (kin[i] - mean);
}

/* Into kin. Words: √(a rank(kin)² + (1 − a) rank(other)²). Numbers: a E(kin) + (1 − a) E(other), by
 * which a row far from what is foretold leads whatever its direction. */
static odd_status combine(double *kin, const double *other, bool numbers, size_t n, odd_error *err)
{
	double a = numbers ? KIN_OF_NUMBERS : KIN_OF_WORDS;
	odd__sorter sorter;
	double *room = malloc((2 * n + 1) * sizeof *room);
	odd_status status = room != NULL ? odd__sorter_init(&sorter, n, err) : odd_error_nomem(err);
	if (status == ODD_OK) {
		odd__percentile_ranks(room, kin, n, ODD_SCORE_TIE, &sorter);
		odd__percentile_ranks(room + n, other, n, ODD_SCORE_TIE, &sorter);
		for (size_t i = 0; i < n; i++) {
			double x = room[i], y = room[n + i];
			kin[i] = numbers ? a * odd__surprise(x, n) + (1.0 - a) * odd__surprise(y, n)
					 : sqrt(a * x * x + (1.0 - a) * y * y);
		}
		odd__sorter_clear(&sorter);
	}
	free(room);
	return status;
}

odd_status odd__context(double *context, double *apart, double *kept, bool is_kept, odd_ccsr links,
	odd_one *run, const odd_job *job, odd_error *err)
{
	const odd_prepared *input = odd_one_input(run);
	struct rows rows = {0};
	odd_status status = ODD_OK;
	/* In K directions what is foretold depends on V, which changes. */
	is_kept = is_kept && (!odd__are_numbers(input) || input->C.cols <= COLUMNS_MOST);
	if (!odd__are_numbers(input) && !is_kept)
		status = odd__shared_words(kept, links, odd_csr_const(input->C), job, err);
	if (status == ODD_OK)
		status = attribute_rows(&rows, run, job, err);
	if (status == ODD_OK && odd__are_numbers(input) && !is_kept)
		status = odd__foretold(kept, links, odd_mat_const(rows.X), rows.room, job, err);
	if (status == ODD_OK)
		status = odd__kinship(context, apart, links, rows.X, rows.room, job, err);
	odd__memory_free(&rows.memory);
	if (status == ODD_OK && odd__are_numbers(input))
		draw_to_mean(context, input->length, links.rows);
	if (status == ODD_OK)
		status = combine(context, kept, odd__are_numbers(input), links.rows, err);
	return status;
}

/* ---- size ----------------------------------------------------------------------------------- */

odd_status odd__row_sizes(double *size, odd_one *run, const odd_job *job, odd_error *err)
{
	const odd_prepared *input = odd_one_input(run);
	odd_ccsr C = odd_csr_const(input->C);
	struct rows rows = {0};
	odd_status status = ODD_OK;
	if (!odd__are_numbers(input)) {
		odd_csr_row_norms(size, C);
		for (size_t i = 0; i < C.rows; i++)
			size[i] = input->length != NULL ? input->length[i] : sqrt(size[i]);
		return ODD_OK;
	}
	status = attribute_rows(&rows, run, job, err);
	for (size_t i = 0; i < C.rows && status == ODD_OK; i++)
		size[i] = 0.0;
	for (size_t q = 0; q < rows.X.cols && status == ODD_OK; q++) {
		double mean = 0.0, square = 0.0;
		for (size_t i = 0; i < C.rows; i++)
			mean += odd_mat_row(rows.X, i)[q] / (double)C.rows;
		for (size_t i = 0; i < C.rows; i++) {
			double x = odd_mat_row(rows.X, i)[q] - mean;
			square += x * x / (double)C.rows;
		}
		for (size_t i = 0; i < C.rows && square > 0.0; i++) {
			double x = odd_mat_row(rows.X, i)[q] - mean;
			size[i] += x * x / square;
		}
	}
	for (size_t i = 0; i < C.rows && status == ODD_OK; i++)
		size[i] = sqrt(size[i]);
	odd__memory_free(&rows.memory);
	return status;
}
