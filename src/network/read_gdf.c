/* GDF of GUESS and Gephi: a table of nodes and one of links in one file, each behind a line that
 * names its columns and their types:
 *
 *   nodedef>name VARCHAR,label VARCHAR,age INTEGER
 *   a,"Ann, the first",31
 *   edgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE,directed BOOLEAN
 *   a,b,0.5,true
 *
 * Cells may be put in ' or ", a backslash takes the next character as it is. */
#include "config.h"

#include "network/readers.h"

#include <stdlib.h>
#include <string.h>

#include "network/graph.h"

struct cell {
	size_t at, length; /* in the text of the row */
	const char *where;
};

struct gdf {
	odd__graph g;
	struct cell *cell; /* of the row */
	size_t count, capacity;
	char *text; /* cells without their quotes, one behind the other */
	size_t room;
	char **column; /* of the present table; names */
	size_t columns;
	bool links; /* it is the one of links */
};

static void forget_columns(struct gdf *f)
{
	for (size_t i = 0; i < f->columns; i++)
		free(f->column[i]);
	free(f->column);
	f->column = NULL;
	f->columns = 0;
}

static odd_status add_cell(struct gdf *f, struct cell cell, odd_error *err)
{
	if (f->count == f->capacity) {
		size_t capacity = f->capacity ? 2 * f->capacity : 32;
		struct cell *more = realloc(f->cell, capacity * sizeof *more);
		if (more == NULL)
			return odd_error_nomem(err);
		f->cell = more;
		f->capacity = capacity;
	}
	f->cell[f->count++] = cell;
	return ODD_OK;
}

/* Cut a line from a place on into cells. */
static odd_status split(struct gdf *f, const char *from, odd_error *err)
{
	const odd__scan *scan = &f->g.r.scan;
	size_t length = (size_t)(scan->line_end - from), used = 0;
	odd_status status = ODD_OK;
	f->count = 0;
	if (f->room < length + 1) {
		char *text = realloc(f->text, length + 1);
		if (text == NULL)
			return odd_error_nomem(err);
		f->text = text;
		f->room = length + 1;
	}
	for (const char *p = from; status == ODD_OK; p++) {
		while (p < scan->line_end && (*p == ' ' || *p == '\t'))
			p++;
		struct cell cell = {used, 0, p};
		char quote = p < scan->line_end && (*p == '"' || *p == '\'') ? *p++ : '\0';
		for (; p < scan->line_end && *p != (quote != '\0' ? quote : ','); p++) {
			p += *p == '\\' && p + 1 < scan->line_end;
			f->text[used++] = *p;
		}
		if (quote != '\0' && p == scan->line_end)
			return odd__scan_error(
				scan, cell.where, err, "the quote that opens here is never closed");
		while (p < scan->line_end && *p != ',')
			p++;
		cell.length = used - cell.at;
		status = add_cell(f, cell, err);
		if (p >= scan->line_end)
			break;
	}
	return status;
}

static odd__text text_of(const struct gdf *f, size_t i)
{
	return odd__text_trim((odd__text){f->text + f->cell[i].at, f->cell[i].length});
}

/* "name VARCHAR default x": the first word of each. */
static odd_status read_heading(struct gdf *f, const char *from, bool links, odd_error *err)
{
	odd_status status = split(f, from, err);
	forget_columns(f);
	f->links = links;
	if (status != ODD_OK)
		return status;
	f->column = calloc(f->count, sizeof *f->column);
	if (f->column == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < f->count && status == ODD_OK; i++) {
		odd__text name = text_of(f, i);
		size_t n = 0;
		while (n < name.length && name.at[n] != ' ' && name.at[n] != '\t')
			n++;
		f->column[f->columns++] = strndup(name.at, n);
		if (f->column[i] == NULL)
			status = odd_error_nomem(err);
		else if (n == 0)
			status = odd__scan_error(&f->g.r.scan, f->cell[i].where, err,
				"column %zu has no name", i + 1);
	}
	if (status == ODD_OK && f->columns < (links ? 2 : 1))
		status = odd__scan_error(
			&f->g.r.scan, from, err, "a link needs two columns, node1 and node2");
	return status;
}

static odd_status read_node(struct gdf *f, odd_error *err)
{
	uint32_t node;
	odd_status status = odd__graph_node(&f->g, text_of(f, 0), f->cell[0].where, &node, err);
	for (size_t i = 1; i < f->count && status == ODD_OK; i++)
		status = odd__graph_cell(&f->g, node,
			(odd__text){f->column[i], strlen(f->column[i])}, text_of(f, i), err);
	return status;
}

static odd_status read_link(struct gdf *f, odd_error *err)
{
	double weight = 1.0;
	odd__way way = ODD__AS_ASKED;
	odd_status status = ODD_OK;
	for (size_t i = 2; i < f->count && status == ODD_OK; i++) {
		odd__text name = {f->column[i], strlen(f->column[i])}, text = text_of(f, i);
		if (text.length == 0)
			continue;
		if (odd__graph_weighs(&f->g, name))
			status = odd__graph_weight(&f->g, text, f->cell[i].where, &weight, err);
		else if (odd__text_is(name, "directed"))
			way = odd__text_is(text, "true") ? ODD__ONE_WAY : ODD__BOTH_WAYS;
	}
	for (size_t i = 0; i < 2 && status == ODD_OK; i++)
		if (i >= f->count || text_of(f, i).length == 0)
			status = odd__scan_error(&f->g.r.scan, f->g.r.scan.line_end, err,
				"the name of a node is missing");
	if (status == ODD_OK)
		status = odd__graph_link(&f->g, text_of(f, 0), text_of(f, 1), weight, way, err);
	return status;
}

static odd_status read_row(struct gdf *f, odd_error *err)
{
	const odd__scan *scan = &f->g.r.scan;
	odd_status status = split(f, scan->line, err);
	if (status != ODD_OK)
		return status;
	if (f->count > f->columns)
		return odd__scan_error(scan, f->cell[f->columns].where, err,
			"the number of columns is %zu, in the heading %zu", f->count, f->columns);
	return f->links ? read_link(f, err) : read_node(f, err);
}

odd_status odd__read_gdf(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	static const char nodes[] = "nodedef>", links[] = "edgedef>";
	struct gdf f = {.count = 0};
	*out = NULL;
	odd_status status = odd__graph_begin(&f.g, source, path, err);
	if (status != ODD_OK)
		return status;
	odd__scan *scan = &f.g.r.scan;
	while (status == ODD_OK && odd__scan_data_line(scan, '#')) {
		odd__text head = {scan->line, strlen(nodes)};
		bool long_enough = (size_t)(scan->line_end - scan->line) >= head.length;
		status = odd__reading_poll(&f.g.r, err);
		if (status != ODD_OK)
			break;
		if (long_enough && (odd__text_is(head, nodes) || odd__text_is(head, links)))
			status = read_heading(
				&f, scan->line + head.length, odd__text_is(head, links), err);
		else if (f.columns == 0)
			status = odd__scan_error(
				scan, scan->line, err, "a GDF file begins with %s", nodes);
		else
			status = read_row(&f, err);
	}
	if (status == ODD_OK)
		status = odd__graph_finish(out, &f.g, "GDF", err);
	odd__graph_clear(&f.g);
	forget_columns(&f);
	free(f.cell);
	free(f.text);
	return status;
}
