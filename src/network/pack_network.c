#include "config.h"

#include "base/veil.h"
#include "network/pack_network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/pack_matrix.h"

#define TEXT_MOST ((size_t)1 << 20) /* letters of a name */

static void pack_names(odd__packer *p, const odd_names *names)
{
	odd__pack_whole(p, names->count);
	for (size_t i = 0; i < names->count; i++)
		odd__pack_text(p, odd__names_own(names, i));
}

static void pack_columns(odd__packer *p, const odd_columns *columns, size_t attributes)
{
	odd__pack_whole(p, columns->count);
	for (size_t c = 0; c < columns->count; c++) {
		const odd_table_column *column = &columns->column[c];
		odd__pack_text(p, column->name);
		odd__pack_whole(p, column->type);
		odd__pack_whole(p, column->missing);
		odd__pack_whole(p, column->attributes);
		odd__pack_whole(p, column->skewed);
		odd__pack_real(p, column->filled_in);
		odd__pack_whole(p, column->seldom);
	}
	if (columns->count == 0)
		return;
	odd__pack_numbers(p, columns->of, attributes);
	odd__pack_whole(p, columns->cells.rows);
	if (columns->cells.rows > 0)
		odd__pack_csr(p, odd_csr_const(columns->cells));
}

void odd__pack_network(odd__packer *p, const odd_network *net)
{
	const odd_skipped *s = &net->skipped;
	const size_t skipped[] = {s->self_loops, s->repeated_edges, s->unknown_nodes,
		s->repeated_words, s->zero_weights, s->directions, s->moved_rows};
	odd__pack_text(p, net->name);
	odd__pack_text(p, net->format);
	odd__pack_whole(p, net->directed);
	odd__pack_whole(p, net->links_are_words);
	odd__pack_sizes(p, skipped, sizeof skipped / sizeof *skipped);
	pack_names(p, &net->ids);
	pack_names(p, &net->words);
	pack_names(p, &net->classes);
	for (size_t i = 0; i < net->nodes; i++) {
		const uint32_t label = (uint32_t)(net->label[i] + 1); /* 0: none */
		odd__pack_numbers(p, &label, 1);
	}
	odd__pack_bytes(p, net->truth, net->nodes);
	odd__pack_csr(p, odd_csr_const(net->A));
	odd__pack_csr(p, odd_csr_const(net->C));
	pack_columns(p, &net->columns, net->attributes);
}

/* ---- reading ------------------------------------------------------------------------------ */

static void unpack_names(odd__unpacker *u, odd_names *names)
{
	const size_t count = odd__unpack_count(u, 8);
	if (count >= ODD_NO_NAME)
		odd__unpack_wrong(u, "has too many names");
	for (size_t i = 0; i < count && u->status == ODD_OK; i++) {
		int there = 0;
		char *name = odd__unpack_text(u, TEXT_MOST);
		if (name != NULL &&
			odd_names_add(names, name, strlen(name), NULL, &there, NULL) != ODD_OK)
			odd__unpack_nomem(u);
		if (there)
			odd__unpack_wrong(u, "has the same name twice");
		free(name);
	}
}

/* Each column says how many attributes came of it, and each attribute of which it came. */
static void check_columns(odd__unpacker *u, const odd_columns *columns, size_t attributes)
{
	size_t *left = calloc(columns->count + 1, sizeof *left);
	if (left == NULL) {
		odd__unpack_nomem(u);
		return;
	}
	for (size_t d = 0; d < attributes; d++)
		left[columns->of[d]]++;
	for (size_t c = 0; c < columns->count; c++)
		if (left[c] != columns->column[c].attributes)
			odd__unpack_wrong(u, "has a column with other attributes than it says");
	free(left);
}

odd_status odd__unpack_cells(
	odd__unpacker *u, odd_csr *out, size_t rows, const odd_columns *columns)
{
	if (odd__unpack_csr(u, out, rows, columns->count) != ODD_OK)
		return u->status;
	bool bad = out->val != NULL;
	for (size_t e = 0; e < out->ptr[rows]; e++)
		bad = bad || columns->column[out->idx[e]].attributes == 0;
	if (bad) {
		odd_csr_clear(out);
		odd__unpack_wrong(u, "misses values of a column that has no attributes");
	}
	return u->status;
}

static void unpack_columns(odd__unpacker *u, odd_columns *columns, size_t nodes, size_t attributes)
{
	const size_t count = odd__unpack_count(u, 48);
	if (u->status != ODD_OK || count == 0)
		return;
	columns->column = calloc(count, sizeof *columns->column);
	if (columns->column == NULL) {
		odd__unpack_nomem(u);
		return;
	}
	columns->count = count;
	for (size_t c = 0; c < count && u->status == ODD_OK; c++) {
		odd_table_column *column = &columns->column[c];
		column->name = odd__unpack_text(u, TEXT_MOST);
		column->type = (odd_column_type)odd__unpack_below(
			u, ODD_COLUMN_TYPES - 1, "has a column of no type that there is");
		column->missing = odd__unpack_below(u, nodes, "misses more values than nodes");
		column->attributes = odd__unpack_below(
			u, attributes, "has a column with more attributes than there are");
		column->skewed = odd__unpack_flag(u);
		column->filled_in = odd__unpack_real(u);
		if (isinf(column->filled_in))
			odd__unpack_wrong(u, "fills in what is no number");
		if (u->version >= ODD__PACK_CELLS)
			column->seldom = odd__unpack_flag(u);
	}
	columns->of = odd__unpack_numbers(
		u, attributes, (uint32_t)count - 1, "has an attribute of no column");
	if (u->status == ODD_OK)
		check_columns(u, columns, attributes);
	if (u->version < ODD__PACK_CELLS || u->status != ODD_OK)
		return;
	const size_t rows =
		odd__unpack_below(u, nodes, "misses values of more nodes than there are");
	if (rows > 0)
		odd__unpack_cells(u, &columns->cells, rows, columns);
}

/* Weights are above 0, nobody is linked with himself, and links go both ways unless directed. */
static void check_links(odd__unpacker *u, const odd_network *net)
{
	const odd_ccsr A = odd_csr_const(net->A);
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			if (A.idx[e] == i || !(odd_csr_value(A, e) > 0.0))
				odd__unpack_wrong(u, "has a link that cannot be");
	if (net->directed || u->status != ODD_OK)
		return;
	odd_csr turned;
	const size_t entries = odd_csr_nnz(A);
	if (odd_csr_transpose(&turned, A, NULL) != ODD_OK) {
		odd__unpack_nomem(u);
		return;
	}
	if (memcmp(turned.ptr, A.ptr, (A.rows + 1) * sizeof *A.ptr) != 0 ||
		(entries > 0 && memcmp(turned.idx, A.idx, entries * sizeof *A.idx) != 0) ||
		(entries > 0 && A.val != NULL &&
			memcmp(turned.val, A.val, entries * sizeof *A.val) != 0))
		odd__unpack_wrong(u, "has a link one way alone in a network without directions");
	odd_csr_clear(&turned);
}

static void unpack_labels(odd__unpacker *u, odd_network *net)
{
	const uint32_t most = (uint32_t)net->classes.count;
	uint32_t *label = odd__unpack_numbers(u, net->nodes, most, "has a label that is no class");
	if (label == NULL)
		return;
	net->label = malloc((net->nodes + 1) * sizeof *net->label);
	if (net->label == NULL)
		odd__unpack_nomem(u);
	for (size_t i = 0; net->label != NULL && i < net->nodes; i++)
		net->label[i] = (int32_t)(label[i] - 1); /* 0, none, becomes -1 */
	free(label);
}

odd_network *odd__unpack_network(odd__unpacker *u)
{
	odd_network *net = calloc(1, sizeof *net);
	if (net == NULL) {
		odd__unpack_nomem(u);
		return NULL;
	}
	odd_skipped *s = &net->skipped;
	size_t *const skipped[] = {&s->self_loops, &s->repeated_edges, &s->unknown_nodes,
		&s->repeated_words, &s->zero_weights, &s->directions, &s->moved_rows};
	net->name = odd__unpack_text(u, TEXT_MOST);
	net->format = odd__unpack_text(u, TEXT_MOST);
	net->directed = odd__unpack_flag(u);
	net->links_are_words = odd__unpack_flag(u);
	for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
		*skipped[i] = odd__unpack_whole(u);
	unpack_names(u, &net->ids);
	unpack_names(u, &net->words);
	unpack_names(u, &net->classes);
	net->nodes = net->ids.count;
	net->attributes = net->words.count;
	if (net->classes.count > INT32_MAX - 1)
		odd__unpack_wrong(u, "has too many classes");
	unpack_labels(u, net);
	net->truth = odd__unpack_bytes(
		u, net->nodes, ODD_KINDS - 1, "has a node of no kind that there is");
	for (size_t i = 0; u->status == ODD_OK && i < net->nodes; i++)
		net->has_truth = net->has_truth || net->truth[i] != ODD_ORDINARY;
	if (odd__unpack_csr(u, &net->A, net->nodes, net->nodes) == ODD_OK)
		check_links(u, net);
	odd__unpack_csr(u, &net->C, net->nodes, net->attributes);
	if (u->status == ODD_OK)
		unpack_columns(u, &net->columns, net->nodes, net->attributes);
	if (u->status != ODD_OK) {
		odd_network_free(net);
		return NULL;
	}
	net->edges = odd_csr_nnz(odd_csr_const(net->A)) / (net->directed ? 1 : 2);
	return net;
}
