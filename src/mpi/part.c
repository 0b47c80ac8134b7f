#include "config.h"

#include "mpi/part.h"

#include <stdlib.h>
#include <string.h>

#include "network/prepare_sharing.h"

void part_clear(struct part *part)
{
	odd_network_free(part->net);
	odd_csr_clear(&part->At);
	odd__halo_clear(&part->halo);
	free(part->starts);
	memset(part, 0, sizeof *part);
}

int part_owner(const struct part *part, size_t node)
{
	int low = 0, high = part->comm->size - 1;
	while (low < high) {
		const int middle = low + (high - low) / 2;
		if (part->starts[middle + 1] <= node)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- the halo ----------------------------------------------------------------------------- */

static int by_node(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* Moves the different nodes that other processes hold to the front, rising, and counts them. */
static size_t outside_only(uint32_t *node, size_t count, const struct part *part)
{
	size_t kept = 0, different = 0;
	for (size_t e = 0; e < count; e++)
		if (node[e] - part->first >= part->net->nodes)
			node[kept++] = node[e];
	qsort(node, kept, sizeof *node, by_node);
	for (size_t i = 0; i < kept; i++)
		if (i == 0 || node[i] != node[i - 1])
			node[different++] = node[i];
	return different;
}

static void rename_columns(
	uint32_t *column, size_t count, const struct part *part, const uint32_t *wanted)
{
	const size_t n = part->net->nodes;
	for (size_t e = 0; e < count; e++) {
		const size_t own = column[e] - part->first;
		column[e] = (uint32_t)(own < n ? own
					       : n + odd_rising_find(wanted, 0, part->halo.count,
							     column[e]));
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

odd_status part_prepare(
	odd_prepared *out, struct part *part, odd_preset preset, const odd_job *job, odd_error *err)
{
	const odd__prepared_part shared = {&part->halo, &part->At, part->all};
	odd_status status = odd__prepare(out, part->net, preset, false, &shared, job, err);
	odd_csr_clear(&part->net->A);
	odd_csr_clear(&part->At);
	odd_csr_clear(&part->net->C);
	return status;
}
