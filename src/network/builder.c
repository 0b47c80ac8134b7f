#include "config.h"

#include "network/builder.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void odd__builder_init(odd__builder *b, bool directed)
{
	memset(b, 0, sizeof *b);
	b->directed = directed;
}

static void entries_clear(odd__entries *e)
{
	free(e->row);
	free(e->col);
	free(e->val);
	memset(e, 0, sizeof *e);
}

void odd__builder_clear(odd__builder *b)
{
	odd_names_clear(&b->ids);
	odd_names_clear(&b->words);
	odd_names_clear(&b->classes);
	free(b->label);
	free(b->truth);
	entries_clear(&b->links);
	entries_clear(&b->attributes);
	memset(b, 0, sizeof *b);
}

static odd_status entries_grow(odd__entries *e, odd_error *err)
{
	size_t capacity = e->capacity ? e->capacity + e->capacity / 2 : 1024;
	uint32_t *row = realloc(e->row, capacity * sizeof *row);
	if (row != NULL)
		e->row = row;
	uint32_t *col = realloc(e->col, capacity * sizeof *col);
	if (col != NULL)
		e->col = col;
	double *val = NULL;
	if (e->val != NULL && (val = realloc(e->val, capacity * sizeof *val)) != NULL)
		e->val = val;
	if (row == NULL || col == NULL || (e->val != NULL && val == NULL))
		return odd_error_nomem(err);
	e->capacity = capacity;
	return ODD_OK;
}

/* Values are stored from the first one on that is not 1; most networks never have one. */
static odd_status entries_add(
	odd__entries *e, uint32_t row, uint32_t col, double val, odd_error *err)
{
	odd_status status;
	if (e->count == e->capacity && (status = entries_grow(e, err)) != ODD_OK)
		return status;
	if (val != 1.0 && e->val == NULL) {
		e->val = malloc(e->capacity * sizeof *e->val);
		if (e->val == NULL)
			return odd_error_nomem(err);
		for (size_t i = 0; i < e->count; i++)
			e->val[i] = 1.0;
	}
	e->row[e->count] = row;
	e->col[e->count] = col;
	if (e->val != NULL)
		e->val[e->count] = val;
	e->count++;
	return ODD_OK;
}

odd_status odd__builder_node(odd__builder *b, const char *id, size_t length, uint32_t *index,
	int *was_there, odd_error *err)
{
	odd_status status = odd_names_add(&b->ids, id, length, index, was_there, err);
	if (status != ODD_OK || b->ids.count <= b->node_capacity)
		goto out;
	size_t capacity = b->node_capacity ? b->node_capacity * 2 : 256;
	int32_t *label = realloc(b->label, capacity * sizeof *label);
	if (label != NULL)
		b->label = label;
	uint8_t *truth = realloc(b->truth, capacity * sizeof *truth);
	if (truth != NULL)
		b->truth = truth;
	if (label == NULL || truth == NULL)
		return odd_error_nomem(err);
	for (size_t i = b->node_capacity; i < capacity; i++) {
		label[i] = ODD_NO_LABEL;
		truth[i] = ODD_ORDINARY;
	}
	b->node_capacity = capacity;
out:
	return status;
}

odd_status odd__builder_label(
	odd__builder *b, uint32_t node, const char *label, size_t length, odd_error *err)
{
	assert(node < b->ids.count);
	if (length == 0) {
		b->label[node] = ODD_NO_LABEL;
		return ODD_OK;
	}
	uint32_t index;
	odd_status status = odd_names_add(&b->classes, label, length, &index, NULL, err);
	if (status == ODD_OK)
		b->label[node] = (int32_t)index;
	return status;
}

void odd__builder_truth(odd__builder *b, uint32_t node, odd_kind kind)
{
	assert(node < b->ids.count);
	b->truth[node] = (uint8_t)kind;
}

odd_status odd__builder_word(
	odd__builder *b, const char *word, size_t length, uint32_t *column, odd_error *err)
{
	odd_status status = odd_names_add(&b->words, word, length, column, NULL, err);
	if (status == ODD_OK && b->words.count > b->attribute_count)
		b->attribute_count = b->words.count;
	return status;
}

odd_status odd__builder_attribute(
	odd__builder *b, uint32_t node, uint32_t column, double value, odd_error *err)
{
	assert(node < b->ids.count);
	if (column >= b->attribute_count)
		b->attribute_count = (size_t)column + 1;
	if (value == 0.0)
		return ODD_OK;
	return entries_add(&b->attributes, node, column, value, err);
}

odd_status odd__builder_link(
	odd__builder *b, uint32_t from, uint32_t to, double weight, odd_error *err)
{
	assert(from < b->ids.count && to < b->ids.count && weight >= 0.0);
	if (from == to) {
		b->skipped.self_loops++;
		return ODD_OK;
	}
	if (weight == 0.0) {
		b->skipped.zero_weights++;
		return ODD_OK;
	}
	/* An undirected link is kept with its smaller end first, so that both listings of it meet.
	 */
	if (!b->directed && from > to) {
		uint32_t t = from;
		from = to;
		to = t;
	}
	return entries_add(&b->links, from, to, weight, err);
}

/* S + Sᵀ for a matrix with an empty lower triangle: each row is its column part, then its own. */
static odd_status mirror(odd_csr *out, odd_ccsr upper, odd_error *err)
{
	odd_csr lower;
	size_t n = upper.rows;
	odd_status status = odd_csr_transpose(&lower, upper, err);
	if (status != ODD_OK)
		return status;
	status = odd_csr_alloc(out, n, n, 2 * odd_csr_nnz(upper), upper.val != NULL, err);
	if (status != ODD_OK)
		goto out;
	size_t at = 0;
	for (size_t i = 0; i < n; i++) {
		const odd_ccsr part[2] = {odd_csr_const(lower), upper};
		for (int p = 0; p < 2; p++) {
			size_t begin = part[p].ptr[i], count = part[p].ptr[i + 1] - begin;
			memcpy(out->idx + at, part[p].idx + begin, count * sizeof *out->idx);
			if (out->val != NULL)
				memcpy(out->val + at, part[p].val + begin,
					count * sizeof *out->val);
			at += count;
		}
		out->ptr[i + 1] = at;
	}
out:
	odd_csr_clear(&lower);
	return status;
}

static odd_status build_links(odd_network *net, odd__builder *b, odd_error *err)
{
	size_t n = b->ids.count, merged;
	odd_csr once;
	odd_status status = odd_csr_from_triplets(&once, n, n, b->links.count, b->links.row,
		b->links.col, b->links.val, ODD_MERGE_MAX, &merged, err);
	entries_clear(&b->links);
	if (status != ODD_OK)
		return status;
	b->skipped.repeated_edges += merged;
	net->edges = odd_csr_nnz(odd_csr_const(once));
	if (b->directed) {
		net->A = once;
		return ODD_OK;
	}
	status = mirror(&net->A, odd_csr_const(once), err);
	odd_csr_clear(&once);
	return status;
}

odd_status odd__builder_may_number(
	const odd__builder *b, size_t count, const char *what, const char *path, odd_error *err)
{
	if (b->limits == NULL || count <= odd__limits_most(b->limits) / ODD__NUMBERED)
		return ODD_OK;
	char needs[80];
	snprintf(needs, sizeof needs, "its %zu %s need", count, what);
	return odd__limits_error(b->limits, path, needs, err);
}

/* Columns that were used but never named get names of their own: w0, w1, … */
static odd_status name_columns(odd__builder *b, odd_error *err)
{
	odd_status status = odd__builder_may_number(
		b, b->attribute_count - b->words.count, "columns", b->path, err);
	if (status != ODD_OK)
		return status;
	for (size_t j = b->words.count; j < b->attribute_count; j++) {
		char name[64];
		int taken = 1;
		if (j % 65536 == 0 && (status = odd__limits_tell(b->limits, b->path, j,
					       b->attribute_count, err)) != ODD_OK)
			return status;
		for (int tries = 0; taken; tries++) {
			snprintf(name, sizeof name, "w%zu%.*s", j, tries < 40 ? tries : 40,
				"________________________________________");
			status = odd_names_add(&b->words, name, strlen(name), NULL, &taken, err);
			if (status != ODD_OK)
				return status;
		}
	}
	return ODD_OK;
}

odd_status odd__builder_finish(
	odd_network **out, odd__builder *b, const char *name, const char *format, odd_error *err)
{
	*out = NULL;
	odd_status status = ODD_ENOMEM;
	odd_network *net = calloc(1, sizeof *net);
	if (net == NULL || (net->name = strdup(name)) == NULL ||
		(net->format = strdup(format)) == NULL) {
		odd_error_nomem(err);
		goto out;
	}
	net->directed = b->directed;
	net->nodes = b->ids.count;
	if ((status = name_columns(b, err)) != ODD_OK ||
		(status = build_links(net, b, err)) != ODD_OK)
		goto out;
	net->attributes = b->words.count;
	size_t merged;
	status = odd_csr_from_triplets(&net->C, net->nodes, net->attributes, b->attributes.count,
		b->attributes.row, b->attributes.col, b->attributes.val, ODD_MERGE_MAX, &merged,
		err);
	if (status != ODD_OK)
		goto out;
	b->skipped.repeated_words += merged;
	net->ids = b->ids;
	net->words = b->words;
	net->classes = b->classes;
	net->label = b->label;
	net->truth = b->truth;
	memset(&b->ids, 0, sizeof b->ids);
	memset(&b->words, 0, sizeof b->words);
	memset(&b->classes, 0, sizeof b->classes);
	b->label = NULL;
	b->truth = NULL;
	net->skipped = b->skipped;
	for (size_t i = 0; i < net->nodes; i++)
		net->has_truth |= net->truth[i] != ODD_ORDINARY;
	*out = net;
	net = NULL;
out:
	odd_network_free(net);
	odd__builder_clear(b);
	return status;
}
