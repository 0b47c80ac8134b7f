#include "config.h"

#include "oddone/network.h"

#include <stdlib.h>
#include <string.h>

#include "base/veil.h"
#include "network/kinds.h"
#include "network/missing_cells.h"

static const char *const kind_names[ODD_KINDS] = {
	[ODD_ORDINARY] = "ordinary",
	[ODD_UNKNOWN_KIND] = "outlier",
#define KIND(id, name, ...) [ODD_##id] = #name,
#include "network/kinds.def"
};

const odd_kind odd__plant_kind[ODD__PLANT_KINDS] = {
#define KIND(id, ...) ODD_##id,
#include "network/kinds.def"
};

const char odd__plant_kinds[] =
#define FIRST_KIND(id, name, ...) #name
#define KIND(id, name, ...) "|" #name
#include "network/kinds.def"
	;

const char odd__kinds_listed[] = "ordinary, outlier"
#define KIND(id, name, ...) ", " #name
#include "network/kinds.def"
	;

const char *odd_kind_name(odd_kind kind)
{
	return kind_names[kind];
}

int odd_kind_from_name(const char *name, size_t length)
{
	for (int k = 0; k < ODD_KINDS; k++)
		if (strlen(kind_names[k]) == length && memcmp(kind_names[k], name, length) == 0)
			return k;
	return -1;
}

void odd_network_free(odd_network *net)
{
	if (net == NULL)
		return;
	free(net->name);
	free(net->format);
	odd_csr_clear(&net->A);
	odd_csr_clear(&net->C);
	odd_names_clear(&net->ids);
	odd_names_clear(&net->words);
	odd_names_clear(&net->classes);
	free(net->label);
	free(net->truth);
	odd_columns_clear(&net->columns);
	free(net->remarks);
	free(net);
}

/* Rows (and, when renumber is given, columns) of S that stay. renumber[i] is the new number of
 * node i, or ODD_NO_NAME when it goes. */
static odd_status keep_rows(odd_csr *out, odd_ccsr S, const uint32_t *renumber, size_t kept,
	bool columns_too, odd_error *err)
{
	odd_status status = odd_csr_alloc(
		out, kept, columns_too ? kept : S.cols, odd_csr_nnz(S), S.val != NULL, err);
	if (status != ODD_OK)
		return status;
	size_t at = 0;
	for (size_t i = 0; i < S.rows; i++) {
		if (renumber[i] == ODD_NO_NAME)
			continue;
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			uint32_t j = columns_too ? renumber[S.idx[e]] : S.idx[e];
			if (j == ODD_NO_NAME)
				continue;
			out->idx[at] = j;
			if (S.val != NULL)
				out->val[at] = S.val[e];
			at++;
		}
		out->ptr[renumber[i] + 1] = at;
	}
	return ODD_OK;
}

/* What nodes that stay miss in the columns of a table. */
static odd_status keep_cells(
	odd_columns *columns, const uint32_t *renumber, size_t nodes, size_t kept, odd_error *err)
{
	size_t rows = columns->cells.rows, count = 0;
	for (size_t c = 0; c < columns->count; c++) {
		odd_table_column *column = &columns->column[c];
		size_t left = 0;
		for (size_t i = 0; i < column->rows; i++)
			if (renumber[i] != ODD_NO_NAME)
				column->value[left++] = column->value[i];
		column->rows = left;
	}
	if (kept == nodes)
		return ODD_OK;
	uint32_t *from = malloc((rows + 1) * sizeof *from);
	if (from == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < rows; i++)
		if (renumber[i] != ODD_NO_NAME)
			from[count++] = (uint32_t)i;
	odd_status status = odd__missing_pick(columns, from, count, kept, err);
	free(from);
	return status;
}

odd_status odd_network_remove(
	odd_network **out, const odd_network *net, const uint8_t *drop, odd_error *err)
{
	*out = NULL;
	odd_status status = ODD_ENOMEM;
	size_t n = net->nodes, kept = 0;
	odd_network *result = calloc(1, sizeof *result);
	uint32_t *renumber = malloc((n > 0 ? n : 1) * sizeof *renumber);
	if (result == NULL || renumber == NULL) {
		odd_error_nomem(err);
		goto out;
	}
	result->name = strdup(net->name);
	result->format = strdup(net->format);
	result->label = malloc((n > 0 ? n : 1) * sizeof *result->label);
	result->truth = malloc(n > 0 ? n : 1);
	if (result->name == NULL || result->format == NULL || result->label == NULL ||
		result->truth == NULL) {
		odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < n; i++) {
		renumber[i] = ODD_NO_NAME;
		if (drop != NULL && drop[i])
			continue;
		const char *id = odd__names_own(&net->ids, i);
		status = odd_names_add(&result->ids, id, strlen(id), NULL, NULL, err);
		if (status != ODD_OK)
			goto out;
		result->label[kept] = net->label[i];
		result->truth[kept] = net->truth[i];
		result->has_truth |= net->truth[i] != ODD_ORDINARY;
		renumber[i] = (uint32_t)kept++;
	}
	result->directed = net->directed;
	result->nodes = kept;
	result->attributes = net->attributes;
	result->skipped = net->skipped;
	result->links_are_words = net->links_are_words;
	if ((status = odd_names_copy(&result->words, &net->words, err)) != ODD_OK ||
		(status = odd_names_copy(&result->classes, &net->classes, err)) != ODD_OK ||
		(status = odd_columns_copy(
			 &result->columns, &net->columns, net->attributes, err)) != ODD_OK ||
		(status = keep_cells(&result->columns, renumber, n, kept, err)) != ODD_OK ||
		(status = keep_rows(
			 &result->A, odd_csr_const(net->A), renumber, kept, true, err)) != ODD_OK ||
		(status = keep_rows(
			 &result->C, odd_csr_const(net->C), renumber, kept, false, err)) != ODD_OK)
		goto out;
	result->edges = odd_csr_nnz(odd_csr_const(result->A)) / (net->directed ? 1 : 2);
	*out = result;
	result = NULL;
out:
	free(renumber);
	odd_network_free(result);
	return status;
}

odd_status odd_network_copy(odd_network **out, const odd_network *net, odd_error *err)
{
	return odd_network_remove(out, net, NULL, err);
}

/* A + I without values: row i lists the node itself and those it is linked with. */
static odd_status list_neighbours(odd_csr *out, odd_ccsr A, odd_error *err)
{
	odd_status status = odd_csr_alloc(out, A.rows, A.rows, odd_csr_nnz(A) + A.rows, 0, err);
	size_t at = 0;
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++) {
		size_t e = A.ptr[i];
		for (; e < A.ptr[i + 1] && A.idx[e] < i; e++)
			out->idx[at++] = A.idx[e];
		out->idx[at++] = (uint32_t)i;
		for (; e < A.ptr[i + 1]; e++)
			out->idx[at++] = A.idx[e];
		out->ptr[i + 1] = at;
	}
	return status;
}

odd_status odd_network_without_attributes(odd_network **out, const odd_network *net, odd_error *err)
{
	odd_status status = odd_network_copy(out, net, err);
	if (status != ODD_OK)
		return status;
	odd_network *other = *out;
	odd_csr_clear(&other->C);
	odd_names_clear(&other->words);
	odd_columns_clear(&other->columns);
	other->attributes = 0;
	status = odd_names_copy(&other->words, &net->ids, err);
	if (status == ODD_OK)
		status = list_neighbours(&other->C, odd_csr_const(net->A), err);
	if (status != ODD_OK) {
		odd_network_free(other);
		*out = NULL;
		return status;
	}
	other->attributes = net->nodes;
	other->links_are_words = true;
	return ODD_OK;
}

void odd_network_count_truth(const odd_network *net, size_t count[ODD_KINDS])
{
	memset(count, 0, ODD_KINDS * sizeof *count);
	for (size_t i = 0; i < net->nodes; i++)
		count[net->truth[i]]++;
}

/* FNV-1a, eight bytes at a time. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
	for (int b = 0; b < 8; b++)
		hash = (hash ^ (word >> 8 * b & 0xff)) * UINT64_C(0x100000001b3);
	return hash;
}

static uint64_t mix_matrix(uint64_t hash, odd_ccsr S)
{
	hash = mix(mix(hash, S.rows), S.cols);
	for (size_t i = 0; i < S.rows; i++) {
		hash = mix(hash, S.ptr[i + 1]);
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			double value = odd_csr_value(S, e);
			uint64_t bits;
			memcpy(&bits, &value, sizeof bits);
			hash = mix(hash, S.idx[e] ^ bits);
		}
	}
	return hash;
}

uint64_t odd_network_checksum(const odd_network *net)
{
	uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), net->directed);
	hash = mix_matrix(hash, odd_csr_const(net->A));
	hash = mix_matrix(hash, odd_csr_const(net->C));
	for (size_t i = 0; i < net->nodes; i++)
		hash = mix(hash, (uint64_t)(uint32_t)net->label[i] << 8 | net->truth[i]);
	for (size_t d = 0; net->columns.count > 0 && d < net->attributes; d++) {
		const odd_table_column *c = &net->columns.column[net->columns.of[d]];
		hash = mix(hash,
			(uint64_t)net->columns.of[d] << 8 | (uint64_t)c->type << 1 | c->skewed);
	}
	return hash;
}
