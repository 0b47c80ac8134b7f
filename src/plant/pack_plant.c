#include "config.h"

#include "plant/pack_plant.h"

#include <stdlib.h>
#include <string.h>

#include "linalg/pack_matrix.h"
#include "network/pack_network.h"
#include "plant/plant_internal.h"

void odd__pack_plant(odd__packer *p, const odd_plant_record *record)
{
	const odd_plant_options *o = &record->options;
	const odd_plant_before *b = record->before;
	const size_t amounts[] = {record->first, record->count, o->structural, o->attribute,
		o->combined, o->placebo, o->swap, o->rewire, o->contextual, o->cliques,
		o->clique_size};
	odd__pack_sizes(p, amounts, sizeof amounts / sizeof *amounts);
	odd__pack_whole(p, o->style);
	odd__pack_whole(p, o->seed);
	odd__pack_whole(p, b != NULL);
	if (b == NULL)
		return;
	odd__pack_whole(p, b->count);
	odd__pack_numbers(p, b->node, b->count);
	odd__pack_bytes(p, b->kind, b->count);
	odd__pack_numbers(p, b->donor, b->count);
	odd__pack_csr(p, odd_csr_const(b->links));
	odd__pack_whole(p, b->incoming.ptr != NULL);
	if (b->incoming.ptr != NULL)
		odd__pack_csr(p, odd_csr_const(b->incoming));
	odd__pack_csr(p, odd_csr_const(b->words));
	odd__pack_whole(p, b->cells.ptr != NULL);
	if (b->cells.ptr != NULL)
		odd__pack_csr(p, odd_csr_const(b->cells));
	odd__pack_whole(p, b->checksum);
}

/* Nobody was linked with himself, with a weight that is none. */
static void check_rows(odd__unpacker *u, const odd_csr *links, const uint32_t *node)
{
	const odd_ccsr m = odd_csr_const(*links);
	for (size_t k = 0; k < m.rows; k++)
		for (size_t e = m.ptr[k]; e < m.ptr[k + 1]; e++)
			if (m.idx[e] == node[k] || !(odd_csr_value(m, e) > 0.0))
				odd__unpack_wrong(u, "has a link before planting that cannot be");
}

static void unpack_before(
	odd__unpacker *u, odd_plant_before *b, const odd_network *net, size_t first)
{
	const uint32_t last = first > 0 ? (uint32_t)(first - 1) : 0;
	const char *no_node = "says that a node was changed which is not there";
	b->count = odd__unpack_count(u, 4);
	if (b->count > first)
		odd__unpack_wrong(u, no_node);
	b->node = odd__unpack_numbers(u, b->count, last, no_node);
	for (size_t k = 1; u->status == ODD_OK && k < b->count; k++)
		if (b->node[k] <= b->node[k - 1])
			odd__unpack_wrong(u, no_node);
	b->kind = odd__unpack_bytes(u, b->count, ODD_KINDS - 1, no_node);
	b->donor = odd__unpack_numbers(u, b->count, last, no_node);
	if (odd__unpack_csr(u, &b->links, b->count, first) == ODD_OK)
		check_rows(u, &b->links, b->node);
	if (odd__unpack_flag(u) != net->directed)
		odd__unpack_wrong(u, "has links before planting of another direction");
	if (net->directed && odd__unpack_csr(u, &b->incoming, b->count, first) == ODD_OK)
		check_rows(u, &b->incoming, b->node);
	odd__unpack_csr(u, &b->words, b->count, net->attributes);
	if (u->status == ODD_OK && (b->words.val != NULL) != (net->C.val != NULL))
		odd__unpack_wrong(u, "has attributes before planting of another kind");
	if (u->version >= ODD__PACK_CELLS && odd__unpack_flag(u))
		odd__unpack_cells(u, &b->cells, b->count, &net->columns);
	b->checksum = odd__unpack_whole(u);
}

odd_status odd__unpack_plant(odd__unpacker *u, odd_plant_record *out, const odd_network *net)
{
	memset(out, 0, sizeof *out);
	odd_plant_options *o = &out->options;
	size_t *const amounts[] = {&out->first, &out->count, &o->structural, &o->attribute,
		&o->combined, &o->placebo, &o->swap, &o->rewire, &o->contextual, &o->cliques,
		&o->clique_size};
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
		*amounts[i] = odd__unpack_below(u, net->nodes, "plants more nodes than there are");
	o->style = (odd_plant_style)odd__unpack_below(u, ODD_PLANT_LOCAL, "plants in no style");
	o->seed = odd__unpack_whole(u);
	if (u->status == ODD_OK && out->count > net->nodes - out->first)
		odd__unpack_wrong(u, "plants more nodes than there are");
	if (odd__unpack_flag(u) && u->status == ODD_OK) {
		out->before = calloc(1, sizeof *out->before);
		if (out->before == NULL)
			odd__unpack_nomem(u);
		else
			unpack_before(u, out->before, net, out->first);
	}
	return u->status;
}
