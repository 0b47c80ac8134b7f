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

static void clear_columns(struct gdf *f)
{
	for (size_t i = 0; i < f->columns; i++)
		free(f->column[i]);
	free(f->column);
	f->column = NULL;
	f->columns = 0;
}

/* Cut a line from a place on into cells. */
static void split(struct gdf *f, const char *from)
{
	odd__reading *r = &f->g.r;
	const char *end = r->scan.line_end;
	size_t used = 0;
	f->count = 0;
	if (!odd__reading_room(r, &f->room, (size_t)(end - from) + 1, {&f->text, 1}))
		return;
	for (const char *p = from;; p++) {
		while (p < end && (*p == ' ' || *p == '\t'))
			p++;
		struct cell cell = {used, 0, p};
		char quote = p < end && (*p == '"' || *p == '\'') ? *p++ : '\0';
		for (; p < end && *p != (quote != '\0' ? quote : ','); p++) {
			p += *p == '\\' && p + 1 < end;
			f->text[used++] = *p;
		}
		if (quote != '\0' && p == end)
			odd__fail(r, cell.where, "the quote that opens here is never closed");
		while (p < end && *p != ',')
			p++;
		cell.length = used - cell.at;
		if (!odd__reading_room(r, &f->capacity, f->count + 1, {&f->cell, sizeof cell}))
			return;
		f->cell[f->count++] = cell;
		if (p >= end)
			return;
	}
}

static odd__text text_of(const struct gdf *f, size_t i)
{
	return odd__text_trim((odd__text){f->text + f->cell[i].at, f->cell[i].length});
}

/* "name VARCHAR default x": the first word of each. */
static void read_heading(struct gdf *f, const char *from, bool links)
{
	odd__reading *r = &f->g.r;
	split(f, from);
	clear_columns(f);
	f->links = links;
	f->column = r->status == ODD_OK ? calloc(f->count, sizeof *f->column) : NULL;
	if (f->column == NULL)
		odd__try(r, odd_error_nomem(r->err));
	for (size_t i = 0; i < f->count && r->status == ODD_OK; i++) {
		odd__text name = text_of(f, i);
		size_t n = 0;
		while (n < name.length && name.at[n] != ' ' && name.at[n] != '\t')
			n++;
		f->column[f->columns++] = strndup(name.at, n);
		if (f->column[i] == NULL)
			r->status = odd_error_nomem(r->err);
		else if (n == 0)
			odd__fail(r, f->cell[i].where, "column %zu has no name", i + 1);
	}
	if (f->columns < (links ? 2 : 1))
		odd__fail(r, from, "a link needs two columns, node1 and node2");
}

static odd__text column_of(const struct gdf *f, size_t i)
{
	return (odd__text){f->column[i], strlen(f->column[i])};
}

static void read_node(struct gdf *f)
{
	uint32_t node = odd__graph_node(&f->g, text_of(f, 0), f->cell[0].where);
	for (size_t i = 1; i < f->count; i++)
		odd__graph_cell(&f->g, node, column_of(f, i), text_of(f, i));
}

static void read_link(struct gdf *f)
{
	odd__reading *r = &f->g.r;
	double weight = 1.0;
	odd__way way = ODD__AS_ASKED;
	for (size_t i = 2; i < f->count; i++) {
		odd__text text = text_of(f, i);
		if (text.length == 0)
			continue;
		if (odd__reading_weighs(r, column_of(f, i)))
			weight = odd__reading_weight(r, text, f->cell[i].where);
		else if (odd__text_is(column_of(f, i), "directed"))
			way = odd__text_is(text, "true") ? ODD__ONE_WAY : ODD__BOTH_WAYS;
	}
	if (f->count < 2 || text_of(f, 0).length == 0 || text_of(f, 1).length == 0)
		odd__fail(r, r->scan.line_end, "the name of a node is missing");
	else
		odd__graph_link(&f->g, text_of(f, 0), text_of(f, 1), weight, way);
}

static void read_row(struct gdf *f)
{
	odd__reading *r = &f->g.r;
	split(f, r->scan.line);
	if (r->status == ODD_OK && f->count > f->columns)
		odd__fail(r, f->cell[f->columns].where,
			"the number of columns is %zu, in the heading %zu", f->count, f->columns);
	if (r->status == ODD_OK)
		(f->links ? read_link : read_node)(f);
}

odd_status odd__read_gdf(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	static const char nodes[] = "nodedef>", links[] = "edgedef>";
	struct gdf f = {.count = 0};
	odd__graph_begin(&f.g, source, path, err);
	const odd__scan *scan = &f.g.r.scan;
	while (odd__reading_line(&f.g.r, '#')) {
		odd__text head = {scan->line, strlen(nodes)};
		bool long_enough = (size_t)(scan->line_end - scan->line) >= head.length;
		if (long_enough && (odd__text_is(head, nodes) || odd__text_is(head, links)))
			read_heading(&f, scan->line + head.length, odd__text_is(head, links));
		else if (f.columns == 0)
			odd__fail(&f.g.r, scan->line, "a GDF file begins with %s", nodes);
		else
			read_row(&f);
	}
	odd_status status = odd__graph_finish(out, &f.g, "GDF");
	clear_columns(&f);
	free(f.cell);
	free(f.text);
	return status;
}
