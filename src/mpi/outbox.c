#include "config.h"

#include "mpi/outbox.h"

#include <stdlib.h>
#include <string.h>

odd_status outbox_init(struct outbox *box, const odd__comm *comm, odd_error *err)
{
	*box = (struct outbox){.comm = comm,
		.bytes = calloc((size_t)comm->size, sizeof *box->bytes),
		.at = calloc((size_t)comm->size, sizeof *box->at)};
	if (box->bytes != NULL && box->at != NULL)
		return ODD_OK;
	outbox_clear(box);
	return odd_error_nomem(err);
}

void outbox_clear(struct outbox *box)
{
	free(box->bytes);
	free(box->at);
	free(box->data);
	memset(box, 0, sizeof *box);
}

odd_status outbox_fill(struct outbox *box, odd_error *err)
{
	size_t total = 0;
	for (int r = 0; r < box->comm->size; r++) {
		box->at[r] = total;
		total += box->bytes[r];
	}
	box->data = malloc(total + 1);
	if (box->data != NULL)
		return ODD_OK;
	outbox_clear(box);
	return odd_error_nomem(err);
}

void outbox_put(struct outbox *box, int to, const void *thing, size_t size)
{
	memcpy(box->data + box->at[to], thing, size);
	box->at[to] += size;
}

odd_status outbox_send(struct outbox *box, struct inbox *in, odd_error *err)
{
	*in = (struct inbox){NULL, NULL, 0};
	odd_status status = odd__comm_send(
		box->comm, box->data, box->bytes, (void **)&in->data, &in->bytes, err);
	for (int r = 0; r < box->comm->size && status == ODD_OK; r++)
		in->total += in->bytes[r];
	outbox_clear(box);
	return status;
}

void inbox_clear(struct inbox *in)
{
	free(in->data);
	free(in->bytes);
	*in = (struct inbox){NULL, NULL, 0};
}
