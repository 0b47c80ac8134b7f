#include "config.h"

#include "base/comm.h"

#include <stdlib.h>
#include <string.h>

odd_status odd__comm_largest(const odd__comm *comm, double *x, size_t count, odd_error *err)
{
	double *all;
	size_t *bytes;
	if (odd__comm_size(comm) == 1)
		return ODD_OK;
	odd_status status =
		odd__comm_gather(comm, x, count * sizeof *x, (void **)&all, &bytes, err);
	for (size_t r = 0; status == ODD_OK && r < (size_t)comm->size; r++)
		for (size_t i = 0; i < count; i++)
			x[i] = all[r * count + i] > x[i] ? all[r * count + i] : x[i];
	if (status == ODD_OK) {
		free(all);
		free(bytes);
	}
	return status;
}

void odd__comm_exchange(
	const odd__comm *comm, const void *out, const size_t *to, void *in, const size_t *from)
{
	comm->exchange_begin(comm, out, to, in, from);
	comm->exchange_end(comm);
}

odd_status odd__comm_sizes(const odd__comm *comm, const size_t *to, size_t *from, odd_error *err)
{
	size_t *each = malloc((size_t)comm->size * sizeof *each);
	if (each == NULL)
		return odd_error_nomem(err);
	for (int r = 0; r < comm->size; r++)
		each[r] = sizeof *to;
	odd__comm_exchange(comm, to, each, from, each);
	free(each);
	return ODD_OK;
}

static size_t total_of(const size_t *bytes, int count)
{
	size_t total = 0;
	for (int r = 0; r < count; r++)
		total += bytes[r];
	return total;
}

odd_status odd__comm_send(const odd__comm *comm, const void *out, const size_t *to, void **in,
	size_t **from, odd_error *err)
{
	*in = NULL;
	*from = malloc((size_t)comm->size * sizeof **from);
	odd_status status =
		*from != NULL ? odd__comm_sizes(comm, to, *from, err) : odd_error_nomem(err);
	if (status == ODD_OK && (*in = malloc(total_of(*from, comm->size) + 1)) == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK) {
		odd__comm_exchange(comm, out, to, *in, *from);
		return ODD_OK;
	}
	free(*from);
	*from = NULL;
	return status;
}

odd_status odd__comm_gather(const odd__comm *comm, const void *mine, size_t size, void **all,
	size_t **bytes, odd_error *err)
{
	size_t *each = malloc(2 * (size_t)comm->size * sizeof *each);
	if (each == NULL)
		return odd_error_nomem(err);
	for (int r = 0; r < comm->size; r++)
		each[comm->size + r] = sizeof size;
	comm->gather(comm, &size, each, each + comm->size);
	*all = malloc(total_of(each, comm->size) + 1);
	if (*all == NULL) {
		free(each);
		return odd_error_nomem(err);
	}
	comm->gather(comm, mine, *all, each);
	*bytes = each;
	return ODD_OK;
}

odd_status odd__comm_spread(
	const odd__comm *comm, int root, void *bytes, size_t size, odd_error *err)
{
	size_t *each = calloc((size_t)comm->size, sizeof *each);
	if (each == NULL)
		return odd_error_nomem(err);
	each[root] = size;
	void *copy = malloc(size + 1);
	if (copy != NULL) {
		memcpy(copy, bytes, size);
		comm->gather(comm, copy, bytes, each);
	}
	free(copy);
	free(each);
	return copy != NULL ? ODD_OK : odd_error_nomem(err);
}

odd_status odd__comm_agree(const odd__comm *comm, odd_status status, odd_error *err)
{
	odd_error own = {.code = status}, *errors;
	size_t *bytes;
	if (odd__comm_size(comm) == 1)
		return status;
	if (status != ODD_OK && err != NULL)
		own = *err;
	odd_status said = odd__comm_gather(comm, &own, sizeof own, (void **)&errors, &bytes, err);
	if (said != ODD_OK)
		return said;
	for (int r = 0; r < comm->size; r++) {
		if (errors[r].code == ODD_OK)
			continue;
		own = errors[r];
		break;
	}
	free(errors);
	free(bytes);
	if (own.code != ODD_OK && err != NULL)
		*err = own;
	return own.code;
}
