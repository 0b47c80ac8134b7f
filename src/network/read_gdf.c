/* GDF of GUESS and Gephi: a table of nodes and one of links in one file, each behind a line that
 * names its columns and their types:
 *
 *   nodedef>name VARCHAR,label VARCHAR,age INTEGER
 *   a,"Ann, the first",31
 *   edgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE,directed BOOLEAN
 *   a,b,0.5,true
 *
 * Cells may be put in ' or ". */
#include "config.h"

#include <string.h>

#include "network/csv.h"
#include "network/graph.h"

struct gdf {
	odd__graph g;
	odd__csv csv;
	odd_names columns; /* of the present table */
	bool links;        /* it is the one of links */
};

/* "nodedef>name VARCHAR", "age INTEGER default 1": the first word of each. */
static void read_heading(struct gdf *f, size_t prefix)
{
	odd__reading *r = &f->g.r;
	char shown[ODD__SHOWN];
	odd_names_clear(&f->columns);
	for (size_t i = 0; i < f->csv.count && r->status == ODD_OK; i++) {
		const odd__cell *cell = &f->csv.cell[i];
		size_t skip = i == 0 ? prefix : 0, n = 0;
		int taken = 0;
		odd__text name =
			odd__text_trim((odd__text){cell->text.at + skip, cell->text.length - skip});
		while (n < name.length && name.at[n] != ' ' && name.at[n] != '\t')
			n++;
		name.length = n;
		if (n == 0)
			odd__fail(r, cell->where, "column %zu has no name", i + 1);
		odd__try(r, odd_names_add(&f->columns, name.at, n, NULL, &taken, r->err));
		if (taken)
			odd__fail(r, cell->where, "there are two columns \"%s\"",
				odd__text_show(shown, name));
	}
	if (f->links && f->columns.count < 2)
		odd__fail(r, r->scan.line, "a link needs two columns, node1 and node2");
}

static odd__text column_of(const struct gdf *f, size_t i)
{
	const char *name = odd_names_get(&f->columns, i);
	return (odd__text){name, strlen(name)};
}

static void read_link(struct gdf *f)
{
	odd__reading *r = &f->g.r;
	const odd__cell *cell = f->csv.cell;
	double weight = 1.0;
	odd__way way = ODD__AS_ASKED;
	for (size_t i = 2; i < f->csv.count; i++) {
		odd__text text = cell[i].text;
		if (text.length == 0)
			continue;
		if (odd__reading_weighs(r, column_of(f, i)))
			weight = odd__reading_weight(r, text, cell[i].where);
		else if (odd__text_is(column_of(f, i), "directed"))
			way = odd__text_is(text, "true") ? ODD__ONE_WAY : ODD__BOTH_WAYS;
	}
	if (f->csv.count < 2 || cell[0].text.length == 0 || cell[1].text.length == 0)
		odd__fail(r, r->scan.line_end, "the name of a node is missing");
	else
		odd__graph_link(&f->g, cell[0].text, cell[1].text, weight, way);
}

static void read_row(struct gdf *f)
{
	const odd__cell *cell = f->csv.cell;
	if (f->csv.count > f->columns.count) {
		odd__fail(&f->g.r, cell[f->columns.count].where,
			"the number of columns is %zu, in the heading %zu", f->csv.count,
			f->columns.count);
	} else if (f->links) {
		read_link(f);
	} else {
		uint32_t node = odd__graph_node(&f->g, cell[0].text, cell[0].where);
		for (size_t i = 1; i < f->csv.count; i++)
			odd__graph_cell(&f->g, node, column_of(f, i), cell[i].text);
	}
}

odd_status odd__read_gdf(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	static const char nodes[] = "nodedef>", links[] = "edgedef>";
	const size_t n = strlen(nodes);
	struct gdf f = {.links = false};
	if (odd__graph_begin(&f.g, source, path, err))
		odd__csv_begin(&f.csv, &f.g.r, ",");
	else
		f.csv.r = &f.g.r;
	f.csv.quotes = "\"'";
	while (odd__csv_next(&f.csv)) {
		odd__text first = f.csv.cell[0].text;
		odd__text head = {first.at, first.length < n ? first.length : n};
		f.links = odd__text_is(head, links) || (f.links && !odd__text_is(head, nodes));
		if (odd__text_is(head, nodes) || odd__text_is(head, links))
			read_heading(&f, n);
		else if (f.columns.count == 0)
			odd__fail(&f.g.r, f.g.r.scan.line, "a GDF file begins with %s", nodes);
		else
			read_row(&f);
	}
	odd_status status = odd__graph_finish(out, &f.g, "GDF");
	odd__csv_clear(&f.csv);
	odd_names_clear(&f.columns);
	return status;
}
