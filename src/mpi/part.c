#include "config.h"

#include "mpi/part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void part_clear(struct part *part)
{
	free(part->name);
	free(part->format);
	free(part->starts);
	free(part->number);
	free(part->label);
	free(part->truth);
	odd_names_clear(&part->ids);
	odd_names_clear(&part->words);
	odd_names_clear(&part->classes);
	odd_csr_clear(&part->A);
	odd_csr_clear(&part->At);
	odd_csr_clear(&part->C);
	odd__halo_clear(&part->halo);
	memset(part, 0, sizeof *part);
}

int part_owner(const struct part *part, size_t place)
{
	int low = 0, high = part->comm->size - 1;
	while (low < high) {
		const int middle = low + (high - low) / 2;
		if (part->starts[middle + 1] <= place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- the halo ----------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* How many of the places are different ones that other processes hold: these first, rising. */
static size_t outside_only(uint32_t *places, size_t count, const struct part *part)
{
	const size_t first = part->starts[part->comm->rank];
	size_t kept = 0, different = 0;
	for (size_t e = 0; e < count; e++)
		if (places[e] - first >= part->n)
			places[kept++] = places[e];
	qsort(places, kept, sizeof *places, by_place);
	for (size_t i = 0; i < kept; i++)
		if (i == 0 || places[i] != places[i - 1])
			places[different++] = places[i];
	return different;
}

static void rename_columns(
	uint32_t *column, size_t count, const struct part *part, const uint32_t *wanted)
{
	const size_t first = part->starts[part->comm->rank];
	for (size_t e = 0; e < count; e++) {
		const size_t place = column[e], own = place - first;
		column[e] = (uint32_t)(own < part->n ? own
						     : part->n + odd_rising_find(wanted, 0,
									 part->halo.count, place));
	}
}

odd_status part_localise(
	struct part *part, uint32_t *const column[2], const size_t count[2], odd_error *err)
{
	uint32_t *wanted = malloc((count[0] + count[1] + 1) * sizeof *wanted);
	if (wanted == NULL)
		return odd_error_nomem(err);
	for (int side = 0; side < 2; side++)
		if (count[side] > 0)
			memcpy(wanted + (side > 0 ? count[0] : 0), column[side],
				count[side] * sizeof *wanted);
	const size_t outside = outside_only(wanted, count[0] + count[1], part);
	odd_status status =
		odd__halo_make(&part->halo, part->comm, part->starts, wanted, outside, err);
	for (int side = 0; side < 2 && status == ODD_OK; side++)
		rename_columns(column[side], count[side], part, wanted);
	free(wanted);
	return status;
}

/* ---- as the preset weighs it ---------------------------------------------------------------- */

/* 1/√(1 + Σ of the row) of own nodes, then of those in the halo. */
static odd_status roots(double *to, odd_ccsr S, struct part *part, odd_error *err)
{
	for (size_t i = 0; i < S.rows; i++) {
		double sum = 1.0;
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++)
			sum += odd_csr_value(S, e);
		to[i] = 1.0 / sqrt(sum);
	}
	return odd__halo_fill(&part->halo, (odd_mat){to, part->n, 1, 1}, NULL, err);
}

/* diag(row) (S + I) diag(column); own nodes come first among the columns. */
static odd_status scale_links(
	odd_csr *out, odd_ccsr S, const double *row, const double *column, odd_error *err)
{
	odd_status status = odd_csr_alloc(out, S.rows, S.cols, odd_csr_nnz(S) + S.rows, 1, err);
	for (size_t i = 0, at = 0; i < S.rows && status == ODD_OK; i++) {
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++, at++) {
			out->idx[at] = S.idx[e];
			out->val[at] = odd_csr_value(S, e) * (row[i] * column[S.idx[e]]);
		}
		out->idx[at] = (uint32_t)i;
		out->val[at++] = row[i] * column[i];
		out->ptr[i + 1] = at;
	}
	return status;
}

/* D^-½ (A + I) D^-½ */
static odd_status prepare_links(odd_prepared *out, struct part *part, odd_error *err)
{
	const size_t rows = part->A.cols;
	double *row = malloc((rows + 1) * sizeof *row), *column = row;
	if (part->directed)
		column = malloc((rows + 1) * sizeof *column);
	odd_status status = row != NULL && column != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = roots(row, odd_csr_const(part->A), part, err);
	if (status == ODD_OK && part->directed)
		status = roots(column, odd_csr_const(part->At), part, err);
	if (status == ODD_OK)
		status = scale_links(&out->A, odd_csr_const(part->A), row, column, err);
	if (status == ODD_OK && part->directed)
		status = scale_links(&out->At, odd_csr_const(part->At), column, row, err);
	if (part->directed)
		free(column);
	free(row);
	return status;
}

/* Without a negative value, and not too many: as odd_prepare_is_words has it, of all nodes. */
static bool are_words(const struct part *part)
{
	const odd_ccsr C = odd_csr_const(part->C);
	double sums[2] = {0.0, 0.0};
	for (size_t e = 0; e < odd_csr_nnz(C); e++) {
		sums[0] += odd_csr_value(C, e) < 0.0;
		sums[1] += odd_csr_value(C, e) != 0.0;
	}
	odd__comm_sum(part->comm, sums, 2);
	return sums[0] == 0.0 && sums[1] * 5.0 <= (double)part->all * (double)C.cols;
}

/* In units of the largest entry of the row nothing overflows. */
static void weigh_row(double *x, size_t count)
{
	double sum = 0.0;
	for (size_t e = 0; e < count; e++)
		sum += x[e] * x[e];
	const double scale = sum > 0.0 ? 1.0 / sqrt(sum) : 0.0;
	for (size_t e = 0; e < count; e++)
		x[e] *= scale;
}

/* tf · (log((1 + N)/(1 + df)) + 1), rows of unit length */
static odd_status prepare_words(odd_csr *out, const struct part *part, odd_error *err)
{
	const odd_ccsr C = odd_csr_const(part->C);
	double *idf = calloc(C.cols + 1, sizeof *idf);
	odd_status status = idf != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_csr_alloc(out, C.rows, C.cols, odd_csr_nnz(C), 1, err);
	if (status != ODD_OK) {
		free(idf);
		return status;
	}
	for (size_t e = 0; e < odd_csr_nnz(C); e++)
		idf[C.idx[e]] += 1.0;
	odd__comm_sum(part->comm, idf, C.cols);
	for (size_t d = 0; d < C.cols; d++)
		idf[d] = log((1.0 + (double)part->all) / (1.0 + idf[d])) + 1.0;
	for (size_t i = 0; i < C.rows; i++) {
		const size_t begin = C.ptr[i], end = C.ptr[i + 1];
		double most = 0.0;
		for (size_t e = begin; e < end; e++)
			most = fmax(most, fabs(odd_csr_value(C, e)));
		for (size_t e = begin; e < end; e++) {
			out->idx[e] = C.idx[e];
			out->val[e] = most > 0.0 ? odd_csr_value(C, e) / most * idf[C.idx[e]] : 0.0;
		}
		weigh_row(out->val + begin, end - begin);
		out->ptr[i + 1] = end;
	}
	free(idf);
	return ODD_OK;
}

odd_status part_prepare(
	odd_prepared *out, struct part *part, odd_preset preset, const odd_job *job, odd_error *err)
{
	odd_status status = ODD_OK;
	memset(out, 0, sizeof *out);
	if (preset == ODD_CALIBRATED && !are_words(part))
		return odd_error_set(err, ODD_EUSAGE,
			"under mpirun attributes have to be words, and these are negative or too "
			"many; run it without mpirun");
	if (preset == ODD_CALIBRATED) {
		status = prepare_links(out, part, err);
		if (status == ODD_OK)
			status = prepare_words(&out->C, part, err);
	} else {
		status = odd_csr_copy(&out->A, odd_csr_const(part->A), err);
		if (status == ODD_OK && part->directed)
			status = odd_csr_copy(&out->At, odd_csr_const(part->At), err);
		if (status == ODD_OK)
			status = odd_csr_copy(&out->C, odd_csr_const(part->C), err);
	}
	odd_csr_clear(&part->A);
	odd_csr_clear(&part->At);
	odd_csr_clear(&part->C);
	if (status == ODD_OK)
		status = odd_csr_transpose_with(&out->Ct, odd_csr_const(out->C), job, err);
	if (status != ODD_OK)
		odd_prepared_clear(out);
	return status;
}
