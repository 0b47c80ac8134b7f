/* explain_missing.c: which values of a node were missing in the table that it came from. */
#include "config.h"

#include <stdlib.h>

#include "score/explain_internal.h"

odd_status odd__explain_missing(
	odd_explanation *e, const odd__explained *x, size_t wanted, odd_error *err)
{
	const odd_columns *columns = &x->net->columns;
	odd_explain_row *row = &e->attributes;
	if (e->node >= columns->cells.rows)
		return ODD_OK;
	for (size_t i = 0; i < row->present_count + row->absent_count; i++) {
		bool present = i < row->present_count;
		odd_explain_entry *entry =
			present ? &row->present[i] : &row->absent[i - row->present_count];
		uint32_t of = columns->of[entry->at];
		entry->filled = odd_column_is_dense(columns->column[of].type) &&
				odd_columns_misses(columns, e->node, of);
	}
	e->missing = malloc(
		(wanted < columns->count ? wanted : columns->count) * sizeof *e->missing + 1);
	if (e->missing == NULL)
		return odd_error_nomem(err);
	for (size_t c = 0; c < columns->count; c++) {
		/* A column that nobody has, as at one of several times, is none here. */
		if (columns->column[c].missing >= columns->cells.rows ||
			!odd_columns_misses(columns, e->node, c))
			continue;
		if (e->missing_count < wanted)
			e->missing[e->missing_count++] = &columns->column[c];
		e->missing_all++;
	}
	return ODD_OK;
}
