#include "config.h"

#include "network/extend.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

void odd__rows_init(odd__rows *rows, bool with_values)
{
	memset(rows, 0, sizeof *rows);
	rows->with_values = with_values;
}

void odd__rows_clear(odd__rows *rows)
{
	free(rows->ptr);
	free(rows->idx);
	free(rows->val);
	memset(rows, 0, sizeof *rows);
}

static int by_column(const void *a, const void *b)
{
	uint32_t x = ((const odd__entry *)a)->column, y = ((const odd__entry *)b)->column;
	return (x > y) - (x < y);
}

static odd_status make_room(odd__rows *rows, size_t entries, odd_error *err)
{
	bool first = rows->ptr == NULL;
	odd_status status = odd__make_room(
		&rows->capacity, rows->count + 2, err, {&rows->ptr, sizeof *rows->ptr});
	if (status != ODD_OK)
		return status;
	if (first)
		rows->ptr[0] = 0;
	odd__growing array[2] = {{&rows->idx, sizeof *rows->idx}, {&rows->val, sizeof *rows->val}};
	return odd__grow_arrays(array, rows->with_values ? 2 : 1, &rows->entry_capacity,
		rows->ptr[rows->count] + entries, err);
}

odd_status odd__rows_add(odd__rows *rows, odd__entry *entries, size_t n, odd_error *err)
{
	odd_status status = make_room(rows, n, err);
	if (status != ODD_OK)
		return status;
	if (n > 1)
		qsort(entries, n, sizeof *entries, by_column);
	size_t at = rows->ptr[rows->count];
	for (size_t e = 0; e < n; e++, at++) {
		rows->idx[at] = entries[e].column;
		if (rows->with_values)
			rows->val[at] = entries[e].value;
	}
	rows->ptr[++rows->count] = at;
	return ODD_OK;
}

static void copy_row(odd_csr *out, size_t at, const uint32_t *idx, const double *val, size_t n)
{
	if (n == 0)
		return;
	memcpy(out->idx + at, idx, n * sizeof *idx);
	if (out->val != NULL)
		memcpy(out->val + at, val, n * sizeof *val);
}

/* The rows of `more` below those of `old`, whose ends are set already. */
static void stack_below(odd_csr *out, odd_ccsr old, const odd__rows *more)
{
	size_t start = out->ptr[old.rows];
	for (size_t i = 0; i < more->count; i++)
		out->ptr[old.rows + i + 1] = start + more->ptr[i + 1];
	if (more->count > 0)
		copy_row(out, start, more->idx, more->val, more->ptr[more->count]);
}

/* C with the new rows below it. */
static odd_status extend_words(odd_csr *out, odd_ccsr C, const odd__rows *more, odd_error *err)
{
	size_t nnz = odd_csr_nnz(C), added = more->count ? more->ptr[more->count] : 0;
	odd_status status =
		odd_csr_alloc(out, C.rows + more->count, C.cols, nnz + added, C.val != NULL, err);
	if (status != ODD_OK)
		return status;
	memcpy(out->ptr, C.ptr, (C.rows + 1) * sizeof *C.ptr);
	copy_row(out, 0, C.idx, C.val, nnz);
	stack_below(out, C, more);
	return ODD_OK;
}

static size_t entries_of(const odd__rows *rows)
{
	return rows->count > 0 ? rows->ptr[rows->count] : 0;
}

/* A with the new rows below it and the links that lead to them at the ends of the old rows: of an
 * undirected network their mirror images. New nodes have the highest numbers and come in rising
 * order, so rows stay sorted. */
static odd_status extend_links(
	odd_csr *out, odd_ccsr A, const odd__rows *more, const odd__rows *back, odd_error *err)
{
	size_t n = A.rows + more->count, nnz = odd_csr_nnz(A), arriving = entries_of(back);
	odd_status status =
		odd_csr_alloc(out, n, n, nnz + entries_of(more) + arriving, A.val != NULL, err);
	if (status != ODD_OK)
		return status;
	size_t *ptr = out->ptr;
	for (size_t e = 0; e < arriving; e++)
		ptr[back->idx[e] + 1]++;
	for (size_t i = 0; i < A.rows; i++)
		ptr[i + 1] += ptr[i] + (A.ptr[i + 1] - A.ptr[i]);
	for (size_t i = 0; i < A.rows; i++)
		copy_row(out, ptr[i], A.idx + A.ptr[i], A.val ? A.val + A.ptr[i] : NULL,
			A.ptr[i + 1] - A.ptr[i]);
	stack_below(out, A, more);

	/* Fill the gaps from behind: ptr[row + 1] walks down while its entries arrive in falling
	 * order, and is put back after. */
	for (size_t i = back->count; i-- > 0;) {
		for (size_t e = back->ptr[i]; e < back->ptr[i + 1]; e++) {
			size_t at = --ptr[back->idx[e] + 1];
			out->idx[at] = (uint32_t)(A.rows + i);
			if (out->val != NULL)
				out->val[at] = back->val[e];
		}
	}
	for (size_t e = 0; e < arriving; e++)
		ptr[back->idx[e] + 1]++;
	return ODD_OK;
}

static odd_status extend_ids(
	odd_names *out, const odd_names *old, const odd_names *more, odd_error *err)
{
	odd_status status = odd_names_copy(out, old, err);
	for (size_t i = 0; status == ODD_OK && i < more->count; i++) {
		const char *id = odd_names_get(more, i);
		int was_there;
		status = odd_names_add(out, id, strlen(id), NULL, &was_there, err);
		assert(status != ODD_OK || !was_there);
	}
	return status;
}

static odd_status extend_marks(
	odd_network *net, const odd_network *old, const odd__extension *more, odd_error *err)
{
	size_t room = net->nodes > 0 ? net->nodes : 1;
	net->label = malloc(room * sizeof *net->label);
	net->truth = malloc(room * sizeof *net->truth);
	if (net->label == NULL || net->truth == NULL)
		return odd_error_nomem(err);
	net->has_truth = old->has_truth;
	for (size_t i = 0; i < net->nodes; i++) {
		bool is_new = i >= old->nodes;
		net->label[i] = is_new ? more->label[i - old->nodes] : old->label[i];
		net->truth[i] = is_new ? more->truth[i - old->nodes] : old->truth[i];
		if (net->truth[i] != ODD_ORDINARY)
			net->has_truth = true;
	}
	return ODD_OK;
}

odd_status odd__network_extend(
	odd_network **out, const odd_network *net, const odd__extension *more, odd_error *err)
{
	*out = NULL;
	size_t added = more->links.count;
	assert(more->words.count == added && more->ids.count == added);
	odd_network *big = calloc(1, sizeof *big);
	if (big == NULL)
		return odd_error_nomem(err);
	big->directed = net->directed;
	big->nodes = net->nodes + added;
	big->attributes = net->attributes;
	big->edges = net->edges + entries_of(&more->links) +
		     (net->directed ? entries_of(&more->incoming) : 0);
	big->links_are_words = net->links_are_words;
	big->skipped = net->skipped;
	big->name = strdup(net->name != NULL ? net->name : "");
	big->format = strdup(net->format != NULL ? net->format : "");
	odd_status status = ODD_OK;
	if (big->name == NULL || big->format == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = extend_links(&big->A, odd_csr_const(net->A), &more->links,
			net->directed ? &more->incoming : &more->links, err);
	if (status == ODD_OK)
		status = extend_words(&big->C, odd_csr_const(net->C), &more->words, err);
	if (status == ODD_OK)
		status = extend_ids(&big->ids, &net->ids, &more->ids, err);
	if (status == ODD_OK)
		status = odd_names_copy(&big->words, &net->words, err);
	if (status == ODD_OK)
		status = odd_names_copy(&big->classes, &net->classes, err);
	if (status == ODD_OK)
		status = odd_columns_copy(&big->columns, &net->columns, net->attributes, err);
	if (status == ODD_OK)
		status = extend_marks(big, net, more, err);
	if (status != ODD_OK) {
		odd_network_free(big);
		return status;
	}
	*out = big;
	return ODD_OK;
}

odd_status odd__network_replace(odd_network **out, const odd_network *net, odd_csr *A, odd_csr *C,
	const uint8_t *truth, odd_error *err)
{
	assert(A->rows == net->nodes && C->rows == net->nodes);
	odd_status status = odd_network_copy(out, net, err);
	if (status != ODD_OK) {
		odd_csr_clear(A);
		odd_csr_clear(C);
		return status;
	}
	odd_network *other = *out;
	odd_csr_clear(&other->A);
	odd_csr_clear(&other->C);
	other->A = *A;
	other->C = *C;
	*A = *C = (odd_csr){0};
	other->edges = odd_csr_nnz(odd_csr_const(other->A)) / (net->directed ? 1 : 2);
	other->has_truth = false;
	for (size_t i = 0; i < other->nodes; i++) {
		other->truth[i] = truth[i];
		other->has_truth |= truth[i] != ODD_ORDINARY;
	}
	return ODD_OK;
}
