/* Lists of links alone: nodes are whoever they name.
 *
 * Edge list (SNAP, NCOL, what igraph and networkx write): a line for each link, source, target and
 * perhaps a weight, parted by tabs, blanks, commas or semicolons; lines that start with # or % are
 * comments. MatrixMarket: the same behind a heading and a line with rows, columns and entries;
 * nodes are numbered from 1, and those without a link are there, too. */
#include "config.h"

#include "network/link_lines.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "network/graph.h"

/* ---- lines of links -------------------------------------------------------------------------- */

bool odd__links_line(odd__scan *scan)
{
	bool more;
	do
		more = odd__scan_data_line(scan, '#');
	while (more && *scan->line == '%');
	return more;
}

bool odd__links_field(odd__scan *scan, odd__text *field)
{
	const char *at = scan->at;
	if (at == NULL)
		return false;
	while (at < scan->line_end && strchr(" \t,;", *at) != NULL)
		at++;
	const char *start = at;
	while (at < scan->line_end && strchr(" \t,;", *at) == NULL)
		at++;
	scan->at = at;
	*field = (odd__text){start, (size_t)(at - start)};
	return at > start;
}

/* {'weight': 2.5, 'since': 1999}: what stands behind the name, up to a comma or the end. */
static bool find_value(odd__text data, const char *name, odd__text *value)
{
	size_t n = strlen(name);
	for (size_t i = 1; i + n + 1 < data.length; i++) {
		const char *at = data.at + i, *end = data.at + data.length;
		if ((at[-1] != '\'' && at[-1] != '"') || strncasecmp(at, name, n) != 0 ||
			at[n] != at[-1])
			continue;
		for (at += n + 1; at < end && isspace((unsigned char)*at);)
			at++;
		if (at == end || *at != ':')
			continue;
		const char *start = ++at;
		while (at < end && *at != ',' && *at != '}')
			at++;
		*value = odd__text_trim((odd__text){start, (size_t)(at - start)});
		return true;
	}
	return false;
}

odd__link_line odd__links_parse(odd__reading *r)
{
	odd__scan *scan = &r->scan;
	const char *name = r->options->weight != NULL ? r->options->weight : "weight";
	odd__link_line link = {.weight = 1.0};
	odd__text more, value;
	if (!odd__links_field(scan, &link.from) || !odd__links_field(scan, &link.to)) {
		odd__fail(r, scan->line_end, "a link has a source and a target");
	} else if (!odd__links_field(scan, &more)) {
		;
	} else if (more.at[0] == '{') {
		more.length = (size_t)(scan->line_end - more.at);
		if (find_value(more, name, &value))
			link.weight = odd__reading_weight(r, value, value.at);
	} else {
		link.weight = odd__reading_weight(r, more, more.at);
		/* KONECT, whose lists begin with %, tells when behind the weight. */
		if (odd__links_field(scan, &more) &&
			(*scan->begin != '%' || odd__links_field(scan, &more)))
			odd__fail(r, more.at,
				"a link has a source, a target and perhaps a weight, and here is "
				"more");
	}
	return link;
}

void odd__links_read(odd__reading *r, bool make)
{
	while (odd__links_line(&r->scan) && odd__reading_step(r)) {
		odd__link_line link = odd__links_parse(r);
		if (make && r->status == ODD_OK) {
			odd__reading_need(r, link.from, link.from.at);
			odd__reading_need(r, link.to, link.to.at);
		}
		if (r->status == ODD_OK)
			odd__reading_link(r, link.from, link.to, link.weight);
	}
}

/* ---- edge lists ------------------------------------------------------------------------------ */

static void read_link(odd__graph *g, odd__way way, bool make)
{
	odd__link_line link = odd__links_parse(&g->r);
	if (g->r.status != ODD_OK)
		return;
	if (make) {
		odd__graph_need(g, link.from, link.from.at);
		odd__graph_need(g, link.to, link.to.at);
	}
	odd__graph_link(g, link.from, link.to, link.weight, way);
}

/* What a comment says of direction, as SNAP ("# Directed graph") and KONECT ("% asym") write it. */
static odd__way way_of_comment(odd__text line, odd__way before)
{
	static const struct {
		const char *says;
		odd__way way;
	} known[] = {{"directed graph", ODD__ONE_WAY}, {"undirected graph", ODD__BOTH_WAYS},
		{"asym ", ODD__ONE_WAY}, {"sym ", ODD__BOTH_WAYS}};
	line = odd__text_trim((odd__text){line.at + 1, line.length - 1});
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (line.length >= strlen(known[k].says) &&
			strncasecmp(line.at, known[k].says, strlen(known[k].says)) == 0)
			return known[k].way;
	return before;
}

odd_status odd__read_edge_list(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	odd__graph g;
	odd__way way = ODD__AS_ASKED;
	odd__graph_begin(&g, source, path, err);
	const odd__scan *scan = &g.r.scan;
	while (odd__reading_line(&g.r, '\0')) {
		odd__text line = {scan->line, (size_t)(scan->line_end - scan->line)};
		if (*scan->line == '#' || *scan->line == '%')
			way = way_of_comment(line, way);
		else
			read_link(&g, way, true);
	}
	return odd__graph_finish(out, &g, "edge list");
}

/* ---- MatrixMarket ---------------------------------------------------------------------------- */

/* "rows columns entries", without entries when it is dense: a node for each row; how many lines are
 * to follow. */
static double read_size(odd__graph *g, bool dense, bool both)
{
	odd__reading *r = &g->r;
	odd__scan *scan = &r->scan;
	odd__text field = {scan->line, 0};
	double size[3] = {0.0, 0.0, 0.0};
	for (int i = 0; i < (dense ? 2 : 3); i++)
		if (!odd__links_field(scan, &field) ||
			odd__number_parse(field.at, field.length, &size[i]) != ODD__NUMBER_OK ||
			!(size[i] >= 0.0) || size[i] != floor(size[i]))
			odd__fail(r, field.at, "%s whole numbers should be here: rows%s",
				dense ? "two" : "three",
				dense ? " and columns" : ", columns and entries");
	if (size[0] != size[1])
		odd__fail(r, scan->line,
			"links are a square matrix, and this has %.15g rows and %.15g columns",
			size[0], size[1]);
	if (size[0] >= (double)ODD_NO_NAME)
		odd__fail(r, scan->line, "too many nodes");
	if (r->status == ODD_OK)
		odd__reading_number(r, 1, (size_t)size[0], scan->line);
	return !dense ? size[2] : both ? size[0] * (size[0] + 1.0) / 2.0 : size[0] * size[0];
}

/* The next value of a dense matrix, column after column; of a symmetric one from the diagonal down.
 */
static void read_value(odd__graph *g, size_t *row, size_t *column, bool both)
{
	odd__reading *r = &g->r;
	odd__text field = {r->scan.line, (size_t)(r->scan.line_end - r->scan.line)};
	double weight = odd__reading_weight(r, field, field.at);
	const odd_names *ids = &r->b.ids;
	if (r->status != ODD_OK || *column >= ids->count)
		return;
	const char *from = odd_names_get(ids, *row), *to = odd_names_get(ids, *column);
	if (weight > 0.0)
		odd__graph_link(g, (odd__text){from, strlen(from)}, (odd__text){to, strlen(to)},
			weight, both ? ODD__BOTH_WAYS : ODD__ONE_WAY);
	if (++*row == ids->count) {
		++*column;
		*row = both ? *column : 0;
	}
}

odd_status odd__read_matrix_market(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	static const char mark[] = "%%MatrixMarket";
	odd__graph g;
	bool sized = false;
	double entries = 0.0, found = 0.0;
	size_t row = 0, column = 0;
	odd__text word[5] = {{NULL, 0}};
	odd__graph_begin(&g, source, path, err);
	odd__scan *scan = &g.r.scan;
	if (!odd__scan_line(scan) || (size_t)(scan->line_end - scan->line) < strlen(mark) ||
		strncmp(scan->line, mark, strlen(mark)) != 0)
		odd__fail(&g.r, scan->begin, "a MatrixMarket file begins with %s", mark);
	for (int i = 0; i < 5; i++)
		if (!odd__scan_word(scan, &word[i]))
			word[i] = (odd__text){"", 0};
	bool dense = odd__text_is(word[2], "array"), both = odd__text_is(word[4], "symmetric");
	if (!dense && !odd__text_is(word[2], "coordinate"))
		odd__fail(&g.r, scan->line, "a matrix is coordinate or array, and this is neither");
	for (; odd__reading_line(&g.r, '%'); sized = true) {
		if (!sized)
			entries = read_size(&g, dense, both);
		else if (dense)
			read_value(&g, &row, &column, both);
		else
			read_link(&g, both ? ODD__BOTH_WAYS : ODD__ONE_WAY, false);
		found += sized;
	}
	/* A file that was cut short looks like any other. */
	if (found != entries)
		odd__fail(&g.r, NULL, "the heading speaks of %.15g entries, and %.0f lines follow",
			entries, found);
	return odd__graph_finish(out, &g, "MatrixMarket");
}

/* ---- adjacency lists ----------------------------------------------------------------------------
 */

/* networkx: a node and all its neighbours in a line; comments begin with #. */
odd_status odd__read_adjacency(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	odd__graph g;
	odd__graph_begin(&g, source, path, err);
	while (odd__reading_line(&g.r, '#')) {
		odd__text node, other;
		if (!odd__links_field(&g.r.scan, &node))
			continue;
		odd__graph_need(&g, node, node.at);
		while (g.r.status == ODD_OK && odd__links_field(&g.r.scan, &other)) {
			odd__graph_need(&g, other, other.at);
			odd__graph_link(&g, node, other, 1.0, ODD__AS_ASKED);
		}
	}
	return odd__graph_finish(out, &g, "adjacency list");
}
