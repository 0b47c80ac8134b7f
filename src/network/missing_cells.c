#include "config.h"

#include "network/missing_cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* ---- the list -------------------------------------------------------------------------------- */

odd_status odd__missing_add(odd__missing *missing, size_t row, size_t column, odd_error *err)
{
	odd_status status = odd__make_room(&missing->capacity, missing->count + 1, err,
		{&missing->row, sizeof *missing->row}, {&missing->column, sizeof *missing->column});
	if (status != ODD_OK)
		return status;
	missing->row[missing->count] = (uint32_t)row;
	missing->column[missing->count++] = (uint32_t)column;
	return ODD_OK;
}

void odd__missing_clear(odd__missing *missing)
{
	free(missing->row);
	free(missing->column);
	*missing = (odd__missing){.count = 0};
}

odd_status odd__missing_keep(
	odd_columns *columns, size_t nodes, const odd__missing *missing, odd_error *err)
{
	bool any = false;
	odd__missing some = {.count = 0};
	odd_status status = ODD_OK;
	for (size_t c = 0; c < columns->count; c++) {
		const odd_table_column *told = &columns->column[c];
		any = any || (told->attributes > 0 && told->missing > 0);
	}
	if (!any)
		return ODD_OK;
	for (size_t m = 0; m < missing->count && status == ODD_OK; m++)
		if (columns->column[missing->column[m]].attributes > 0)
			status = odd__missing_add(&some, missing->row[m], missing->column[m], err);
	if (status == ODD_OK)
		status = odd_csr_from_triplets(&columns->cells, nodes, columns->count, some.count,
			some.row, some.column, NULL, ODD_MERGE_MAX, NULL, err);
	odd__missing_clear(&some);
	return status;
}

/* ---- with the nodes -------------------------------------------------------------------------- */

/* Nobody is counted by the file's number any more when nodes have come or gone. */
static void count_again(odd_columns *columns, size_t nodes)
{
	odd_ccsr cells = odd_csr_const(columns->cells);
	for (size_t c = 0; c < columns->count; c++) {
		odd_table_column *told = &columns->column[c];
		if (cells.rows == 0 || told->attributes == 0)
			told->missing = told->missing < nodes ? told->missing : nodes;
		else
			told->missing = told->seldom ? cells.rows : 0;
	}
	for (size_t e = 0; e < odd_csr_nnz(cells); e++) {
		odd_table_column *told = &columns->column[cells.idx[e]];
		told->missing += told->seldom ? (size_t)-1 : 1;
	}
}

odd_status odd__missing_again(
	odd_columns *columns, size_t nodes, const odd__missing *missing, odd_error *err)
{
	odd_csr_clear(&columns->cells);
	odd_status status = odd_csr_from_triplets(&columns->cells, nodes, columns->count,
		missing->count, missing->row, missing->column, NULL, ODD_MERGE_MAX, NULL, err);
	if (status == ODD_OK)
		count_again(columns, nodes);
	return status;
}

/* Those of a node that misses nothing, into idx; how many. */
static size_t put_whole(uint32_t *idx, const odd_columns *columns)
{
	size_t n = 0;
	for (size_t c = 0; c < columns->count; c++) {
		const odd_table_column *told = &columns->column[c];
		if (!told->seldom || told->attributes == 0)
			continue;
		if (idx != NULL)
			idx[n] = (uint32_t)c;
		n++;
	}
	return n;
}

odd_status odd__missing_rows(odd_csr *out, const odd_columns *columns, const uint32_t *node,
	size_t count, odd_error *err)
{
	odd_ccsr cells = odd_csr_const(columns->cells);
	size_t entries = 0, at = 0, whole = put_whole(NULL, columns);
	*out = (odd_csr){.rows = 0};
	if (cells.rows == 0)
		return ODD_OK;
	for (size_t k = 0; k < count; k++)
		entries +=
			node[k] < cells.rows ? cells.ptr[node[k] + 1] - cells.ptr[node[k]] : whole;
	odd_status status = odd_csr_alloc(out, count, columns->count, entries, 0, err);
	for (size_t k = 0; k < count && status == ODD_OK; k++) {
		if (node[k] >= cells.rows) {
			at += put_whole(out->idx + at, columns);
		} else {
			size_t from = cells.ptr[node[k]], n = cells.ptr[node[k] + 1] - from;
			if (n > 0)
				memcpy(out->idx + at, cells.idx + from, n * sizeof *out->idx);
			at += n;
		}
		out->ptr[k + 1] = at;
	}
	return status;
}

static void take(odd_columns *columns, odd_csr cells, size_t nodes)
{
	odd_csr_clear(&columns->cells);
	columns->cells = cells;
	count_again(columns, nodes);
}

odd_status odd__missing_pick(
	odd_columns *columns, const uint32_t *node, size_t count, size_t nodes, odd_error *err)
{
	odd_csr cells;
	odd_status status = odd__missing_rows(&cells, columns, node, count, err);
	if (status == ODD_OK)
		take(columns, cells, nodes);
	return status;
}

odd_status odd__missing_put(odd_columns *columns, const uint32_t *node, const odd_csr *rows,
	size_t nodes, odd_error *err)
{
	odd_ccsr now = odd_csr_const(columns->cells), kept = odd_csr_const(*rows);
	odd_csr cells;
	size_t at = 0, k = 0;
	if (now.rows == 0 || kept.rows == 0)
		return ODD_OK;
	odd_status status = odd_csr_alloc(
		&cells, now.rows, now.cols, odd_csr_nnz(now) + odd_csr_nnz(kept), 0, err);
	for (size_t i = 0; i < now.rows && status == ODD_OK; i++) {
		bool was = k < kept.rows && node[k] == i;
		odd_ccsr from = was ? kept : now;
		size_t row = was ? k++ : i;
		for (size_t e = from.ptr[row]; e < from.ptr[row + 1]; e++)
			cells.idx[at++] = from.idx[e];
		cells.ptr[i + 1] = at;
	}
	if (status == ODD_OK)
		take(columns, cells, nodes);
	return status;
}
