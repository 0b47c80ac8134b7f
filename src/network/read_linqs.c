/* LINQS: X.content (id, values, label) with X.cites (cited, citing) or X.edges (source, target,
 * weight). Several pairs are one network over the same words. */
#include "config.h"

#include "network/reading.h"

#include <string.h>

/* Tabs when the line has one, otherwise spaces. */
static char separator_of(const odd__scan *scan)
{
	size_t length = (size_t)(scan->line_end - scan->line);
	return memchr(scan->line, '\t', length) != NULL ? '\t' : ' ';
}

/* One line: id, row.values numbers, label. The cost is a look at each byte; zeros pass 32 bytes at
 * a time. */
static odd_status read_node(odd__reading *r, odd__row row, odd_error *err)
{
	odd__text id, label;
	uint32_t node;
	odd_status status;
	odd__scan_field(row.scan, row.separator, &id);
	id = odd__text_trim(id);
	if ((status = odd__reading_node(r, id, id.at, false, &node, err)) != ODD_OK)
		return status;
	for (;;) {
		size_t d;
		double value;
		if ((status = odd__row_next(&row, &d, &value, err)) != ODD_OK)
			return status;
		if (d == row.values)
			break;
		if ((status = odd__builder_attribute(&r->b, node, (uint32_t)d, value, err)) !=
			ODD_OK)
			return status;
	}
	if (!odd__scan_field(row.scan, row.separator, &label) || row.scan->at != NULL)
		return odd__row_check(&row, err);
	label = odd__text_trim(label);
	return odd__builder_label(&r->b, node, label.at, label.length, err);
}

/* What the first row of a file says about all of its rows. Every file has the columns of the first
 * one. */
static odd_status learn_columns(odd__reading *r, odd__row *row, const char *first, odd_error *err)
{
	odd__scan *scan = &r->scan;
	row->scan = scan;
	row->separator = separator_of(scan);
	size_t columns = odd__scan_count(scan, row->separator);
	if (columns < 2)
		return odd__scan_error(scan, scan->line_end, err,
			"a row needs at least an id and a label, separated by tabs or spaces");
	if (columns - 2 >= ODD_NO_NAME)
		return odd__scan_error(scan, scan->line, err, "too many columns: %zu", columns);
	if (row->columns != 0 && row->columns != columns) {
		const char *slash = strrchr(first, '/');
		return odd__scan_error(scan, scan->line, err,
			"the number of columns is %zu, in %.100s %zu", columns,
			slash != NULL ? slash + 1 : first, row->columns);
	}
	row->columns = columns;
	row->values = columns - 2;
	return ODD_OK;
}

static odd_status read_content(
	odd__reading *r, const char *path, odd__row *row, const char *first, odd_error *err)
{
	bool known = false;
	size_t before = r->b.ids.count;
	odd_status status = odd__reading_open(r, path, err);
	while (status == ODD_OK && odd__scan_data_line(&r->scan, '\0')) {
		if (!known)
			status = learn_columns(r, row, first, err);
		known = true;
		if (status == ODD_OK)
			status = odd__reading_poll(r, err);
		if (status == ODD_OK)
			status = read_node(r, *row, err);
	}
	if (status == ODD_OK && r->b.ids.count == before)
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0, "there is no node in it");
	return status;
}

odd_status odd__read_linqs(odd_network **out, const odd__source *source, size_t count,
	char *const *content, char *const *links, bool links_are_edges, odd_error *err)
{
	odd__reading r;
	odd__row row = {0};
	odd_status status = ODD_OK;
	*out = NULL;
	odd__reading_begin(&r, source);
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		status = read_content(&r, content[i], &row, content[0], err);
	/* The last columns may hold zeros only; they are columns all the same. */
	if (status == ODD_OK && row.values > 0)
		status = odd__builder_attribute(&r.b, 0, (uint32_t)(row.values - 1), 0.0, err);
	odd__edge_rules cites = {.reversed = true}, edges = {.weights = true, .comments = true};
	for (size_t i = 0; i < count && status == ODD_OK; i++)
		status = odd__read_edge_lines(&r, links[i], links_are_edges ? edges : cites, err);
	if (status == ODD_OK)
		return odd__reading_finish(out, &r, source->name,
			links_are_edges ? "content and edges" : "LINQS", content[0], err);
	odd__reading_clear(&r);
	return status;
}
