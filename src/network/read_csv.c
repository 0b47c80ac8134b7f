/* nodes.csv and edges.csv with headers, as Gephi, spreadsheets and Neo4j write them; either may be
 * alone. What becomes of each column of nodes.csv is decided from the whole table (frame.h). */
#include "config.h"

#include "network/read_csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/csv_table.h"

static odd_status name_columns(odd__csv_table *t, odd_error *err)
{
	odd_status status = ODD_OK;
	t->columns = t->csv.count;
	t->column = malloc(t->columns * sizeof *t->column);
	if (t->column == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < t->columns && status == ODD_OK; i++) {
		odd__text name = odd__text_trim(t->csv.cell[i].text);
		char number[32];
		t->column[i] = ODD_NO_NAME;
		bool ignored = odd__text_is(odd__csv_type_of(name), "IGNORE");
		name = odd__csv_plain_name(name);
		if (name.length == 0) {
			int n = snprintf(number, sizeof number, "column %zu", i + 1);
			name = (odd__text){number, (size_t)n};
		}
		if (i != t->id && !ignored)
			status = odd__frame_name(
				&t->frame, name.at, name.length, &t->column[i], err);
	}
	return status;
}

/* A 0 is what every node has that is not told otherwise: a bag of words is full of them. */
static odd_status add_node(odd__csv_table *t, odd_error *err)
{
	const odd__cell *id = &t->csv.cell[t->id];
	uint32_t node;
	odd_status status = odd__reading_node(&t->r, id->text, id->where, false, &node, err);
	for (size_t i = 0; i < t->columns && status == ODD_OK; i++) {
		odd__text text = t->csv.cell[i].text;
		if (t->column[i] != ODD_NO_NAME && !(text.length == 1 && text.at[0] == '0'))
			status = odd__frame_cell(&t->frame, node, t->column[i], text, err);
	}
	return status;
}

/* Where in the file the cell at fault is: the nodes are its records, in order. */
static odd_status tell_fault(odd__csv_table *t, const odd__frame_fault *fault, odd_error *err)
{
	bool more = true;
	size_t cell = 0;
	odd_error place;
	while (cell + 1 < t->columns && t->column[cell] != fault->column)
		cell++;
	odd_status status = odd__table_again(t, &place);
	for (size_t i = 0; i <= fault->node && status == ODD_OK && more; i++)
		status = odd__csv_next(&t->csv, &more, &place);
	if (status != ODD_OK || !more || cell >= t->csv.count)
		return ODD_EINPUT; /* the file changed meanwhile? the message is there without it */
	return odd__scan_error(&t->r.scan, t->csv.cell[cell].where, err, "%s", fault->what);
}

static odd_status read_nodes(odd__csv_table *t, const char *path, odd_error *err)
{
	odd_status status = odd__reading_open(&t->r, path, err);
	if (status != ODD_OK || (status = odd__table_header(t, err)) != ODD_OK ||
		(status = odd__table_need(
			 t, t->r.source->options->id, odd__csv_ids, true, &t->id, err)) != ODD_OK)
		return status;
	t->frame = (odd__frame){.absent_is_zero = true,
		.options = t->r.source->options,
		.limits = &t->r.source->limits,
		.path = path};
	status = name_columns(t, err);
	bool more = true;
	while (status == ODD_OK && (status = odd__table_row(t, t->columns, &more, err)) == ODD_OK &&
		more)
		status = add_node(t, err);
	odd__frame_fault fault;
	if (status == ODD_OK) {
		status = odd__frame_finish(&t->frame, &t->r.b, &fault, err);
		if (status == ODD_EINPUT && fault.set)
			status = tell_fault(t, &fault, err);
	}
	odd__frame_clear(&t->frame);
	return status;
}

odd_status odd__read_csv(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err)
{
	odd__csv_table t = {.columns = 0};
	*out = NULL;
	odd__reading_begin(&t.r, source);
	odd_status status = read_nodes(&t, path[0], err);
	if (status == ODD_OK)
		status = odd__reading_known(&t.r, err);
	if (status == ODD_OK && path[1] != NULL)
		status = odd__table_links(&t, path[1], err);
	if (status == ODD_OK)
		status = odd__reading_finish(out, &t.r, source->name, "CSV", path[0], err);
	odd__reading_clear(&t.r);
	odd__csv_clear(&t.csv);
	odd__frame_clear(&t.frame);
	free(t.column);
	return status;
}

odd_status odd__read_nodes_csv(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	const char *const table[] = {path, NULL};
	return odd__read_csv(out, source, table, err);
}

odd_status odd__read_links_csv(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	odd__csv_table t = {.makes = true};
	*out = NULL;
	odd__reading_begin(&t.r, source);
	odd_status status = odd__table_links(&t, path, err);
	if (status == ODD_OK)
		status = odd__reading_finish(out, &t.r, source->name, "CSV", path, err);
	odd__reading_clear(&t.r);
	odd__csv_clear(&t.csv);
	return status;
}
