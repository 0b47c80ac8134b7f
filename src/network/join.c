/* join.c: a network and the new nodes of another, brought together by their ids. Words are those of
 * the first: what a new node has beyond them means nothing to a model that never saw it. */
#include "config.h"

#include "oddone/network.h"

#include <stdlib.h>
#include <string.h>

#include "network/builder.h"
#include "network/missing_cells.h"

static const char *name_of(const odd_names *names, size_t i, size_t *length)
{
	const char *name = odd_names_get(names, i);
	*length = strlen(name);
	return name;
}

static odd_status add_node(
	odd__builder *b, const odd_network *net, size_t i, uint32_t *node, odd_error *err)
{
	size_t length;
	const char *id = name_of(&net->ids, i, &length);
	odd_status status = odd__builder_node(b, id, length, node, NULL, err);
	if (status == ODD_OK && net->label[i] != ODD_NO_LABEL) {
		const char *label = name_of(&net->classes, (size_t)net->label[i], &length);
		status = odd__builder_label(b, *node, label, length, err);
	}
	if (status == ODD_OK)
		odd__builder_truth(b, *node, (odd_kind)net->truth[i]);
	return status;
}

static odd_status add_old(odd__builder *b, const odd_network *net, odd_error *err)
{
	odd_status status = ODD_OK;
	odd_ccsr A = odd_csr_const(net->A), C = odd_csr_const(net->C);
	for (size_t d = 0; d < net->attributes && status == ODD_OK; d++) {
		size_t length;
		const char *word = name_of(&net->words, d, &length);
		status = odd__builder_word(b, word, length, NULL, err);
	}
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		uint32_t node;
		status = add_node(b, net, i, &node, err);
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1] && status == ODD_OK; e++)
			status =
				odd__builder_attribute(b, node, C.idx[e], odd_csr_value(C, e), err);
	}
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1] && status == ODD_OK; e++)
			if (net->directed || A.idx[e] > i)
				status = odd__builder_link(
					b, (uint32_t)i, A.idx[e], odd_csr_value(A, e), err);
	return status;
}

static uint32_t find(const odd_names *names, const odd_names *of, size_t i)
{
	size_t length;
	const char *name = name_of(of, i, &length);
	return odd_names_find(names, name, length);
}

/* ---- columns of a table -----------------------------------------------------------------------
 */

/* What the new nodes lack of a column of the first network. */
struct column {
	size_t there;  /* its number in the other network; SIZE_MAX: it is not in its table … */
	bool words;    /* … but words of it are there */
	uint32_t word; /* its first attribute; ODD_NO_NAME: none */
};

static struct column *find_columns(
	const odd_network *old, const odd_network *more, odd_joined *told, odd_error *err)
{
	const odd_columns *columns = &old->columns;
	struct column *out = malloc((columns->count + 1) * sizeof *out);
	if (out == NULL) {
		odd_error_nomem(err);
		return NULL;
	}
	for (size_t c = 0; c < columns->count; c++)
		out[c] = (struct column){
			.there = odd_columns_find(&more->columns, columns->column[c].name),
			.word = ODD_NO_NAME};
	for (size_t d = old->attributes; columns->count > 0 && d-- > 0;) {
		out[columns->of[d]].word = (uint32_t)d;
		out[columns->of[d]].words |= find(&more->words, &old->words, d) != ODD_NO_NAME;
	}
	for (size_t c = 0; c < columns->count; c++)
		told->columns +=
			out[c].word != ODD_NO_NAME && out[c].there == SIZE_MAX && !out[c].words;
	return out;
}

/* Node i of the other network is `node` here: what it misses is told, and filled in where the other
 * has no such column at all. */
static odd_status fill_in(odd__builder *b, const odd_network *old, const odd_network *more,
	const struct column *column, odd__missing *cells, uint32_t node, size_t i, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t c = 0; c < old->columns.count && status == ODD_OK; c++) {
		const odd_table_column *of = &old->columns.column[c];
		bool absent = column[c].there == SIZE_MAX && !column[c].words;
		bool misses =
			absent || (column[c].there != SIZE_MAX &&
					  odd_columns_misses(&more->columns, i, column[c].there));
		if (column[c].word == ODD_NO_NAME)
			continue;
		if (misses != of->seldom)
			status = odd__missing_add(cells, node, c, err);
		if (status == ODD_OK && absent && odd_column_is_dense(of->type))
			status =
				odd__builder_attribute(b, node, column[c].word, of->filled_in, err);
	}
	return status;
}

/* The columns of the first network with what its nodes miss, and the new ones. */
static odd_status join_columns(
	odd__builder *b, const odd_network *old, odd__missing *cells, odd_error *err)
{
	uint32_t *all = malloc((old->nodes + 1) * sizeof *all);
	odd_csr rows = {.rows = 0};
	odd_columns *columns = &b->columns;
	odd_status status = all == NULL ? odd_error_nomem(err) : ODD_OK;
	for (size_t i = 0; i < old->nodes && all != NULL; i++)
		all[i] = (uint32_t)i;
	if (status == ODD_OK)
		status = odd_columns_copy(columns, &old->columns, old->attributes, err);
	if (status == ODD_OK)
		status = odd__missing_rows(&rows, columns, all, old->nodes, err);
	for (size_t i = 0; i < rows.rows && status == ODD_OK; i++)
		for (size_t e = rows.ptr[i]; e < rows.ptr[i + 1] && status == ODD_OK; e++)
			status = odd__missing_add(cells, i, rows.idx[e], err);
	/* Else nobody misses anything, or the first network does not say who. */
	if (status == ODD_OK && (cells->count > 0 || rows.rows > 0))
		status = odd__missing_again(columns, b->ids.count, cells, err);
	odd_csr_clear(&rows);
	free(all);
	return status;
}

/* ---- both -------------------------------------------------------------------------------------
 */

static odd_status add_new(odd__builder *b, const odd_network *old, const odd_network *more,
	odd__missing *cells, odd_joined *told, odd_error *err)
{
	odd_ccsr A = odd_csr_const(more->A), C = odd_csr_const(more->C);
	struct column *column = find_columns(old, more, told, err);
	odd_status status = column != NULL ? ODD_OK : ODD_ENOMEM;
	for (size_t i = 0; i < more->nodes && status == ODD_OK; i++) {
		uint32_t node;
		if (find(&old->ids, &more->ids, i) != ODD_NO_NAME)
			continue;
		status = add_node(b, more, i, &node, err);
		told->nodes++;
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1] && status == ODD_OK; e++) {
			uint32_t d = find(&old->words, &more->words, C.idx[e]);
			told->attributes += d != ODD_NO_NAME;
			told->unknown += d == ODD_NO_NAME;
			if (d != ODD_NO_NAME)
				status = odd__builder_attribute(
					b, node, d, odd_csr_value(C, e), err);
		}
		if (status == ODD_OK)
			status = fill_in(b, old, more, column, cells, node, i, err);
	}
	free(column);
	/* Those that a new node has; between old ones the first network knows. */
	for (size_t i = 0; i < more->nodes && status == ODD_OK; i++) {
		bool fresh = find(&old->ids, &more->ids, i) == ODD_NO_NAME;
		uint32_t from = find(&b->ids, &more->ids, i);
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1] && status == ODD_OK; e++) {
			if (!more->directed && A.idx[e] < i)
				continue;
			if (!fresh && find(&old->ids, &more->ids, A.idx[e]) != ODD_NO_NAME)
				continue;
			told->links++;
			status = odd__builder_link(b, from, find(&b->ids, &more->ids, A.idx[e]),
				odd_csr_value(A, e), err);
		}
	}
	return status;
}

odd_status odd_network_join(odd_network **out, const odd_network *old, const odd_network *more,
	odd_joined *told, odd_error *err)
{
	odd__builder b;
	odd__missing cells = {.count = 0};
	*out = NULL;
	*told = (odd_joined){.nodes = 0};
	odd__builder_init(&b, old->directed);
	odd_status status = add_old(&b, old, err);
	b.attribute_count = old->attributes;
	if (status == ODD_OK)
		status = add_new(&b, old, more, &cells, told, err);
	if (status == ODD_OK && old->columns.count > 0)
		status = join_columns(&b, old, &cells, err);
	if (status == ODD_OK)
		status = odd__builder_finish(out, &b, old->name, old->format, err);
	if (status == ODD_OK)
		(*out)->links_are_words = old->links_are_words;
	odd__builder_clear(&b);
	odd__missing_clear(&cells);
	return status;
}
