#include "config.h"

#include "linalg/halo.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void odd__halo_clear(odd__halo *halo)
{
	free(halo->give);
	free(halo->take);
	free(halo->row);
	free(halo->buffer);
	free(halo->bytes);
	memset(halo, 0, sizeof *halo);
}

/* How many of the wanted nodes each process holds. */
static void count_wanted(
	size_t *take, const size_t *starts, int size, const uint32_t *wanted, size_t count)
{
	size_t i = 0;
	for (int r = 0; r < size; r++) {
		const size_t first = i;
		while (i < count && wanted[i] < starts[r + 1])
			i++;
		take[r] = i - first;
	}
}

/* Tell every process which of its nodes are wanted here, and learn which are wanted elsewhere. */
static odd_status learn_rows(
	odd__halo *halo, const size_t *starts, const uint32_t *wanted, odd_error *err)
{
	const int size = halo->comm->size;
	size_t *to = halo->bytes, *from;
	for (int r = 0; r < size; r++)
		to[r] = halo->take[r] * sizeof *wanted;
	odd_status status = odd__comm_send(halo->comm, wanted, to, (void **)&halo->row, &from, err);
	if (status != ODD_OK)
		return status;
	for (int r = 0; r < size; r++) {
		halo->give[r] = from[r] / sizeof *wanted;
		halo->given += halo->give[r];
	}
	for (size_t i = 0; i < halo->given; i++)
		halo->row[i] -= (uint32_t)starts[halo->comm->rank];
	free(from);
	return ODD_OK;
}

odd_status odd__halo_make(odd__halo *out, const odd__comm *comm, const size_t *starts,
	const uint32_t *wanted, size_t count, odd_error *err)
{
	const size_t size = (size_t)comm->size;
	*out = (odd__halo){.comm = comm,
		.own = starts[comm->rank + 1] - starts[comm->rank],
		.count = count,
		.give = calloc(size, sizeof *out->give),
		.take = calloc(size, sizeof *out->take),
		.bytes = calloc(2 * size, sizeof *out->bytes)};
	odd_status status = ODD_OK;
	if (out->give == NULL || out->take == NULL || out->bytes == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK) {
		count_wanted(out->take, starts, comm->size, wanted, count);
		status = learn_rows(out, starts, wanted, err);
	}
	if (status != ODD_OK)
		odd__halo_clear(out);
	return status;
}

static odd_status make_room(odd__halo *halo, size_t width, odd_error *err)
{
	const size_t need = (halo->given + halo->count) * width;
	if (need <= halo->capacity)
		return ODD_OK;
	double *buffer = malloc(need * sizeof *buffer);
	if (buffer == NULL)
		return odd_error_nomem(err);
	free(halo->buffer);
	halo->buffer = buffer;
	halo->capacity = need;
	return ODD_OK;
}

odd_status odd__halo_begin(odd__halo *halo, odd_mat X, double *vector, odd_error *err)
{
	if (halo == NULL || halo->comm->size == 1)
		return ODD_OK;
	const size_t cols = X.cols, width = cols + (vector != NULL),
		     size = (size_t)halo->comm->size;
	odd_status status = make_room(halo, width, err);
	if (status != ODD_OK)
		return status;
	double *to = halo->buffer;
	for (size_t i = 0; i < halo->given; i++) {
		memcpy(to, odd_mat_row(X, halo->row[i]), cols * sizeof *to);
		to += cols;
		if (vector != NULL)
			*to++ = vector[halo->row[i]];
	}
	for (size_t r = 0; r < size; r++) {
		halo->bytes[r] = halo->give[r] * width * sizeof *to;
		halo->bytes[size + r] = halo->take[r] * width * sizeof *to;
	}
	halo->sent += (double)(halo->given * width * sizeof *to);
	halo->under_way = X;
	halo->vector = vector;
	halo->comm->exchange_begin(halo->comm, halo->buffer, halo->bytes, to, halo->bytes + size);
	return ODD_OK;
}

void odd__halo_end(odd__halo *halo)
{
	if (halo == NULL || halo->under_way.data == NULL)
		return;
	const odd_mat X = halo->under_way;
	double *vector = halo->vector;
	halo->comm->exchange_end(halo->comm);
	const double *from = halo->buffer + halo->given * (X.cols + (vector != NULL));
	for (size_t i = halo->own; i < halo->own + halo->count; i++) {
		double *row = odd_mat_row(X, i);
		memcpy(row, from, X.cols * sizeof *row);
		memset(row + X.cols, 0, (X.stride - X.cols) * sizeof *row);
		from += X.cols;
		if (vector != NULL)
			vector[i] = *from++;
	}
	halo->under_way.data = NULL;
}

odd_status odd__halo_fill(odd__halo *halo, odd_mat X, double *vector, odd_error *err)
{
	odd_status status = odd__halo_begin(halo, X, vector, err);
	if (status == ODD_OK)
		odd__halo_end(halo);
	return status;
}

static int by_number(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

odd_status odd__sort_numbers(uint64_t **out, const uint32_t *number, size_t count, odd_error *err)
{
	bool rising = true;
	*out = malloc((count + 1) * sizeof **out);
	if (*out == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < count; i++) {
		(*out)[i] = (uint64_t)number[i] << 32 | i;
		rising = rising && (i == 0 || number[i - 1] < number[i]);
	}
	if (!rising)
		qsort(*out, count, sizeof **out, by_number);
	return ODD_OK;
}
