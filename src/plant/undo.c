/* undo.c: what was planted, kept; and taken out again. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "network/missing_cells.h"
#include "plant/plant_internal.h"

/* ---- the record -------------------------------------------------------------------------------
 */

odd_status odd__plant_before_new(odd_plant_before **out, size_t nodes, odd_error *err)
{
	odd_plant_before *b = calloc(1, sizeof *b);
	*out = b;
	if (b == NULL)
		return odd_error_nomem(err);
	b->node = malloc((nodes + 1) * sizeof *b->node);
	b->kind = malloc(nodes + 1);
	b->donor = malloc((nodes + 1) * sizeof *b->donor);
	return b->node != NULL && b->kind != NULL && b->donor != NULL ? ODD_OK
								      : odd_error_nomem(err);
}

void odd__plant_before_free(odd_plant_before *before)
{
	if (before == NULL)
		return;
	free(before->node);
	free(before->kind);
	free(before->donor);
	odd_csr_clear(&before->links);
	odd_csr_clear(&before->incoming);
	odd_csr_clear(&before->words);
	odd_csr_clear(&before->cells);
	free(before);
}

void odd_plant_record_clear(odd_plant_record *record)
{
	odd__plant_before_free(record->before);
	memset(record, 0, sizeof *record);
}

odd_status odd_plant_record_copy(
	odd_plant_record *out, const odd_plant_record *record, odd_error *err)
{
	const odd_plant_before *from = record->before;
	*out = *record;
	out->before = NULL;
	if (from == NULL)
		return ODD_OK;
	odd_plant_before *b;
	odd_status status = odd__plant_before_new(&b, from->count, err);
	if (status == ODD_OK) {
		b->count = from->count;
		b->checksum = from->checksum;
		memcpy(b->node, from->node, b->count * sizeof *b->node);
		memcpy(b->kind, from->kind, b->count);
		memcpy(b->donor, from->donor, b->count * sizeof *b->donor);
		status = odd_csr_copy(&b->links, odd_csr_const(from->links), err);
	}
	if (status == ODD_OK && from->incoming.ptr != NULL)
		status = odd_csr_copy(&b->incoming, odd_csr_const(from->incoming), err);
	if (status == ODD_OK)
		status = odd_csr_copy(&b->words, odd_csr_const(from->words), err);
	if (status == ODD_OK && from->cells.ptr != NULL)
		status = odd_csr_copy(&b->cells, odd_csr_const(from->cells), err);
	if (status != ODD_OK) {
		odd__plant_before_free(b);
		return status;
	}
	out->before = b;
	return ODD_OK;
}

size_t odd_plant_single(const odd_plant_record *record)
{
	size_t changed = record->before != NULL ? record->before->count : 0;
	if (record->count + changed != 1)
		return SIZE_MAX;
	return changed == 1 ? record->before->node[0] : record->first;
}

bool odd_plant_touched(const odd_plant_record *record, size_t node)
{
	return (node >= record->first && node - record->first < record->count) ||
	       odd_plant_row_before(record, node) != SIZE_MAX;
}

size_t odd_plant_row_before(const odd_plant_record *record, size_t node)
{
	const odd_plant_before *before = record->before;
	if (before == NULL)
		return SIZE_MAX;
	size_t at = odd_rising_find(before->node, 0, before->count, node);
	return at < before->count && before->node[at] == node ? at : SIZE_MAX;
}

/* ---- taking out ---------------------------------------------------------------------------------
 */

/* Are the nodes of the record still what it says: so many of each kind, in order? */
static bool record_fits(const odd_network *net, const odd_plant_record *record)
{
	size_t at = record->first, count = 0;
	for (size_t k = 0; k < ODD__PLANTINGS; k++)
		count += odd_plant_count(&record->options, odd__plantings[k].kind);
	if (record->first > net->nodes || record->count > net->nodes - record->first ||
		count != record->count)
		return false;
	for (size_t k = 0; k < ODD__PLANTINGS; k++) {
		odd_kind kind = odd__plantings[k].kind;
		for (size_t i = odd_plant_count(&record->options, kind); i-- > 0;)
			if (net->truth[at++] != kind)
				return false;
	}
	return true;
}

odd_status odd__links_list_init(odd__links_list *out, odd_ccsr A, size_t more, odd_error *err)
{
	const size_t most = odd_csr_nnz(A) + more;
	*out = (odd__links_list){.count = 0};
	out->from = odd__take(&out->memory, most, sizeof *out->from);
	out->to = odd__take(&out->memory, most, sizeof *out->to);
	out->weight = odd__take(&out->memory, most, sizeof *out->weight);
	out->marked = odd__take(&out->memory, A.rows, sizeof *out->marked);
	odd_status status = odd__memory_check(&out->memory, err);
	if (status != ODD_OK)
		odd__memory_free(&out->memory);
	return status;
}

void odd__links_list_add(odd__links_list *list, size_t from, size_t to, double weight)
{
	list->from[list->count] = (uint32_t)from;
	list->to[list->count] = (uint32_t)to;
	list->weight[list->count++] = weight;
}

void odd__links_list_keep(odd__links_list *list, odd_ccsr A)
{
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			if (!list->marked[i] && !list->marked[A.idx[e]])
				odd__links_list_add(list, i, A.idx[e], odd_csr_value(A, e));
}

odd_status odd__links_list_finish(odd_csr *out, odd__links_list *list, odd_ccsr A, odd_error *err)
{
	odd_status status = odd_csr_from_triplets(out, A.rows, A.cols, list->count, list->from,
		list->to, A.val != NULL ? list->weight : NULL, ODD_MERGE_MAX, NULL, err);
	odd__memory_free(&list->memory);
	return status;
}

/* The links as they were: those between nodes that were not changed, and the rows kept. */
static odd_status old_links(
	odd_csr *out, const odd_network *net, const odd_plant_before *before, odd_error *err)
{
	odd_ccsr A = odd_csr_const(net->A), kept = odd_csr_const(before->links);
	odd_ccsr in = odd_csr_const(before->incoming);
	odd__links_list list;
	odd_status status =
		odd__links_list_init(&list, A, 2 * odd_csr_nnz(kept) + odd_csr_nnz(in), err);
	if (status != ODD_OK)
		return status;
	for (size_t k = 0; k < before->count; k++)
		list.marked[before->node[k]] = 1;
	odd__links_list_keep(&list, A);
	for (size_t k = 0; k < before->count; k++) {
		const size_t node = before->node[k];
		for (size_t e = kept.ptr[k]; e < kept.ptr[k + 1]; e++) {
			odd__links_list_add(&list, node, kept.idx[e], odd_csr_value(kept, e));
			if (!net->directed)
				odd__links_list_add(
					&list, kept.idx[e], node, odd_csr_value(kept, e));
		}
		for (size_t e = in.ptr != NULL ? in.ptr[k] : 0; in.ptr != NULL && e < in.ptr[k + 1];
			e++)
			odd__links_list_add(&list, in.idx[e], node, odd_csr_value(in, e));
	}
	return odd__links_list_finish(out, &list, A, err);
}

static odd_status old_words(
	odd_csr *out, const odd_network *net, const odd_plant_record *record, odd_error *err)
{
	odd_ccsr now = odd_csr_const(net->C), kept = odd_csr_const(record->before->words);
	size_t nnz = odd_csr_nnz(now) + odd_csr_nnz(kept), at = 0;
	odd_status status = odd_csr_alloc(out, now.rows, now.cols, nnz, now.val != NULL, err);
	for (size_t i = 0, k = 0; status == ODD_OK && i < now.rows; i++) {
		bool was = k < record->before->count && record->before->node[k] == i;
		odd_ccsr from = was ? kept : now;
		size_t row = was ? k++ : i;
		for (size_t e = from.ptr[row]; e < from.ptr[row + 1]; e++, at++) {
			out->idx[at] = from.idx[e];
			if (out->val != NULL)
				out->val[at] = from.val[e];
		}
		out->ptr[i + 1] = at;
	}
	return status;
}

static odd_status put_back(
	odd_network **out, const odd_network *net, const odd_plant_record *record, odd_error *err)
{
	odd_csr A = {0}, C = {0};
	uint8_t *truth = malloc(net->nodes + 1);
	odd_status status =
		truth != NULL ? old_links(&A, net, record->before, err) : odd_error_nomem(err);
	if (status == ODD_OK)
		status = old_words(&C, net, record, err);
	if (status == ODD_OK) {
		memcpy(truth, net->truth, net->nodes);
		for (size_t k = 0; k < record->before->count; k++)
			truth[record->before->node[k]] = ODD_ORDINARY;
		status = odd__network_replace(out, net, &A, &C, truth, err);
	}
	if (status == ODD_OK && (status = odd__missing_put(&(*out)->columns, record->before->node,
					 &record->before->cells, net->nodes, err)) != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	odd_csr_clear(&A);
	odd_csr_clear(&C);
	free(truth);
	return status;
}

odd_status odd_unplant(
	odd_network **out, const odd_network *net, const odd_plant_record *record, odd_error *err)
{
	*out = NULL;
	if (!record_fits(net, record))
		return odd_error_set(err, ODD_EUSAGE,
			"\"%s\" does not hold this planting (%zu nodes from number %zu on)",
			net->name, record->count, record->first + 1);
	if (record->before != NULL && odd_network_checksum(net) != record->before->checksum)
		return odd_error_set(err, ODD_EUSAGE,
			"\"%s\" has changed since this planting, which changed %zu of its nodes: "
			"what came later has to be taken out first",
			net->name, record->before->count);
	uint8_t *drop = calloc(net->nodes + 1, sizeof *drop);
	if (drop == NULL)
		return odd_error_nomem(err);
	memset(drop + record->first, 1, record->count);
	odd_status status = odd_network_remove(out, net, drop, err);
	free(drop);
	if (status != ODD_OK || record->before == NULL)
		return status;
	odd_network *rest = *out;
	*out = NULL;
	status = put_back(out, rest, record, err);
	odd_network_free(rest);
	return status;
}
