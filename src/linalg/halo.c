#include "config.h"

#include "linalg/halo.h"
#include "base/pages.h"

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

odd_status odd__halo_begin(odd__halo *halo, odd_mat X, odd_error *err)
{
	if (halo == NULL || halo->comm->size == 1)
		return ODD_OK;
	const size_t width = X.stride, size = (size_t)halo->comm->size;
	halo->buffer = malloc((halo->given * width + 1) * sizeof *halo->buffer);
	if (halo->buffer == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < halo->given; i++)
		memcpy(halo->buffer + i * width, odd_mat_row(X, halo->row[i]),
			width * sizeof(double));
	for (size_t r = 0; r < size; r++) {
		halo->bytes[r] = halo->give[r] * width * sizeof(double);
		halo->bytes[size + r] = halo->take[r] * width * sizeof(double);
	}
	halo->sent += (double)(halo->given * width * sizeof(double));
	halo->under_way = X;
	halo->comm->exchange_begin(halo->comm, halo->buffer, halo->bytes, odd_mat_row(X, halo->own),
		halo->bytes + size);
	return ODD_OK;
}

void odd__halo_end(odd__halo *halo)
{
	if (halo == NULL || halo->under_way.data == NULL)
		return;
	halo->comm->exchange_end(halo->comm);
	halo->under_way.data = NULL;
	free(halo->buffer);
	halo->buffer = NULL;
}

void odd__halo_drop(const odd__halo *halo, odd_mat X)
{
	if (halo != NULL)
		odd__pages_drop(odd_mat_row(X, halo->own), halo->count * X.stride * sizeof(double));
}

odd_status odd__halo_fill(odd__halo *halo, odd_mat X, double *vector, odd_error *err)
{
	odd_status status = odd__halo_begin(halo, X, err);
	if (status != ODD_OK || halo == NULL)
		return status;
	odd__halo_end(halo);
	if (vector != NULL) {
		status = odd__halo_begin(halo, (odd_mat){vector, X.rows, 1, 1}, err);
		odd__halo_end(halo);
	}
	return status;
}
