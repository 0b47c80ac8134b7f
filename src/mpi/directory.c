#include "config.h"

#include "mpi/directory.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/outbox.h"

/* FNV-1a, its upper bits mixed in. */
static int home_of(const char *id, int size)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	for (; *id != '\0'; id++)
		h = (h ^ (unsigned char)*id) * UINT64_C(0x100000001b3);
	return (int)((h ^ h >> 32) % (uint64_t)size);
}

/* Every name goes to its home, with its final zero. */
static odd_status send_names(
	struct inbox *in, const odd__comm *comm, const odd_names *names, odd_error *err)
{
	struct outbox box;
	odd_status status = outbox_init(&box, comm, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < names->count; i++) {
		const char *id = odd_names_get(names, i);
		outbox_count(&box, home_of(id, comm->size), strlen(id) + 1);
	}
	if ((status = outbox_fill(&box, err)) != ODD_OK)
		return status;
	for (size_t i = 0; i < names->count; i++) {
		const char *id = odd_names_get(names, i);
		outbox_put(&box, home_of(id, comm->size), id, strlen(id) + 1);
	}
	return outbox_send(&box, in, err);
}

/* The places of the same names, in the same order. */
static odd_status send_places(struct inbox *in, const odd__comm *comm, const odd_names *names,
	size_t first, odd_error *err)
{
	struct outbox box;
	odd_status status = outbox_init(&box, comm, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < names->count; i++)
		outbox_count(&box, home_of(odd_names_get(names, i), comm->size), sizeof(uint32_t));
	if ((status = outbox_fill(&box, err)) != ODD_OK)
		return status;
	for (size_t i = 0; i < names->count; i++) {
		const uint32_t place = (uint32_t)(first + i);
		outbox_put(
			&box, home_of(odd_names_get(names, i), comm->size), &place, sizeof place);
	}
	return outbox_send(&box, in, err);
}

static odd_status enter(
	struct directory *d, const struct inbox *names, const struct inbox *places, odd_error *err)
{
	const uint32_t *place = (const uint32_t *)places->data;
	const size_t count = places->total / sizeof *place;
	const char *id = names->data;
	odd_status status = ODD_OK;
	d->place = malloc((count + 1) * sizeof *d->place);
	if (d->place == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		uint32_t at;
		int there;
		const size_t length = strlen(id);
		status = odd_names_add(&d->ids, id, length, &at, &there, err);
		if (status != ODD_OK)
			break;
		if (there)
			d->twice = d->twice < place[i] ? d->twice : place[i];
		else
			d->place[at] = place[i];
		id += length + 1;
	}
	return status;
}

odd_status directory_make(struct directory *out, const odd__comm *comm, const odd_names *ids,
	size_t first, odd_error *err)
{
	struct inbox names, places = {NULL, NULL, 0};
	*out = (struct directory){.comm = comm, .twice = ODD_NO_NAME};
	odd_status status = send_names(&names, comm, ids, err);
	if (status != ODD_OK)
		return status;
	status = send_places(&places, comm, ids, first, err);
	if (status == ODD_OK)
		status = enter(out, &names, &places, err);
	inbox_clear(&names);
	inbox_clear(&places);
	return status;
}

void directory_clear(struct directory *d)
{
	odd_names_clear(&d->ids);
	free(d->place);
	d->place = NULL;
}

/* The answers, process by process as the questions came. */
static odd_status answer(
	struct inbox *out, const struct directory *d, const struct inbox *asked, odd_error *err)
{
	struct outbox box;
	odd_status status = outbox_init(&box, d->comm, err);
	if (status != ODD_OK)
		return status;
	const char *id = asked->data;
	for (int r = 0; r < d->comm->size; r++) {
		const char *end = id + asked->bytes[r];
		for (; id < end; id += strlen(id) + 1)
			outbox_count(&box, r, sizeof(uint32_t));
	}
	if ((status = outbox_fill(&box, err)) != ODD_OK)
		return status;
	id = asked->data;
	for (int r = 0; r < d->comm->size; r++) {
		const char *end = id + asked->bytes[r];
		for (; id < end; id += strlen(id) + 1) {
			const uint32_t at = odd_names_find(&d->ids, id, strlen(id));
			const uint32_t place = at != ODD_NO_NAME ? d->place[at] : ODD_NO_NAME;
			outbox_put(&box, r, &place, sizeof place);
		}
	}
	return outbox_send(&box, out, err);
}

odd_status directory_find(
	uint32_t *place, const struct directory *d, const odd_names *names, odd_error *err)
{
	struct inbox asked, answers;
	odd_status status = send_names(&asked, d->comm, names, err);
	if (status != ODD_OK)
		return status;
	status = answer(&answers, d, &asked, err);
	inbox_clear(&asked);
	if (status != ODD_OK)
		return status;
	size_t *at = calloc((size_t)d->comm->size, sizeof *at);
	if (at == NULL)
		status = odd_error_nomem(err);
	for (int r = 1; r < d->comm->size && at != NULL; r++)
		at[r] = at[r - 1] + answers.bytes[r - 1];
	for (size_t i = 0; i < names->count && at != NULL; i++) {
		const int home = home_of(odd_names_get(names, i), d->comm->size);
		memcpy(&place[i], answers.data + at[home], sizeof *place);
		at[home] += sizeof *place;
	}
	free(at);
	inbox_clear(&answers);
	return status;
}
