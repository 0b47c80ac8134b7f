/* Lists of links alone: nodes are whoever they name.
 *
 * Edge list (SNAP, NCOL, what igraph and networkx write): a line for each link, source, target and
 * perhaps a weight, parted by tabs, blanks, commas or semicolons; lines that start with # or % are
 * comments. MatrixMarket: the same behind a heading and a line with rows, columns and entries;
 * nodes are numbered from 1, and those without a link are there, too. */
#include "config.h"

#include "network/readers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "network/graph.h"
#include "network/link_lines.h"

static odd_status node_of(odd__graph *g, odd__text name, odd_error *err)
{
	uint32_t node;
	if (odd_names_find(&g->r.b.ids, name.at, name.length) != ODD_NO_NAME)
		return ODD_OK;
	return odd__graph_node(g, name, name.at, &node, err);
}

static odd_status read_link(odd__graph *g, odd__way way, bool make, odd_error *err)
{
	odd__link_line link;
	odd_status status = odd__links_parse(&g->r, &link, err);
	if (status == ODD_OK && make)
		status = node_of(g, link.from, err);
	if (status == ODD_OK && make)
		status = node_of(g, link.to, err);
	return status == ODD_OK ? odd__graph_link(g, link.from, link.to, link.weight, way, err)
				: status;
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
	*out = NULL;
	odd_status status = odd__graph_begin(&g, source, path, err);
	if (status != ODD_OK)
		return status;
	const odd__scan *scan = &g.r.scan;
	while (status == ODD_OK && odd__scan_data_line(&g.r.scan, '\0')) {
		status = odd__reading_poll(&g.r, err);
		if (*scan->line == '#' || *scan->line == '%')
			way = way_of_comment(
				(odd__text){scan->line, (size_t)(scan->line_end - scan->line)},
				way);
		else if (status == ODD_OK)
			status = read_link(&g, way, true, err);
	}
	if (status == ODD_OK)
		status = odd__graph_finish(out, &g, "edge list", err);
	odd__graph_clear(&g);
	return status;
}

/* "rows columns entries": a node for each row. *entries is how many lines are to follow. */
static odd_status read_size(odd__graph *g, double *entries, odd_error *err)
{
	odd__scan *scan = &g->r.scan;
	odd__text field = {scan->line, 0};
	double size[3] = {0.0, 0.0, 0.0};
	for (int i = 0; i < 3; i++)
		if (!odd__links_field(scan, &field) ||
			odd__number_parse(field.at, field.length, &size[i]) != ODD__NUMBER_OK ||
			!(size[i] >= 0.0) || size[i] != floor(size[i]))
			return odd__scan_error(scan, field.at, err,
				"three whole numbers should be here: rows, columns and entries");
	if (size[0] != size[1])
		return odd__scan_error(scan, scan->line, err,
			"links are a square matrix, and this has %.15g rows and %.15g columns",
			size[0], size[1]);
	*entries = size[2];
	if (size[0] >= (double)ODD_NO_NAME)
		return odd__scan_error(scan, scan->line, err, "too many nodes");
	odd_status status =
		odd__builder_may_number(&g->r.b, (size_t)size[0], "nodes", scan->path, err);
	for (size_t i = 0; i < (size_t)size[0] && status == ODD_OK; i++) {
		char id[24];
		uint32_t node;
		int n = snprintf(id, sizeof id, "%zu", i + 1);
		status = odd__graph_node(g, (odd__text){id, (size_t)n}, scan->line, &node, err);
	}
	return status;
}

odd_status odd__read_matrix_market(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	static const char mark[] = "%%MatrixMarket";
	odd__graph g;
	bool sized = false;
	double entries = 0.0, found = 0.0;
	odd__text word[5] = {{NULL, 0}};
	*out = NULL;
	odd_status status = odd__graph_begin(&g, source, path, err);
	if (status != ODD_OK)
		return status;
	odd__scan *scan = &g.r.scan;
	if (!odd__scan_line(scan) || (size_t)(scan->line_end - scan->line) < strlen(mark) ||
		strncmp(scan->line, mark, strlen(mark)) != 0)
		status = odd__scan_error(
			scan, scan->begin, err, "a MatrixMarket file begins with %s", mark);
	for (int i = 0; i < 5 && status == ODD_OK; i++)
		if (!odd__scan_word(scan, &word[i]))
			word[i] = (odd__text){"", 0};
	if (status == ODD_OK && !odd__text_is(word[2], "coordinate"))
		status = odd__scan_error(scan, scan->line, err,
			"only coordinate matrices are links, and this is none");
	bool both = odd__text_is(word[4], "symmetric");
	while (status == ODD_OK && odd__scan_data_line(scan, '%')) {
		status = odd__reading_poll(&g.r, err);
		if (status == ODD_OK && !sized) {
			status = read_size(&g, &entries, err);
			sized = true;
		} else if (status == ODD_OK) {
			status = read_link(&g, both ? ODD__BOTH_WAYS : ODD__ONE_WAY, false, err);
			found++;
		}
	}
	/* A file that was cut short looks like any other. */
	if (status == ODD_OK && found != entries)
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"the heading speaks of %.15g entries, and %.0f lines follow", entries,
			found);
	if (status == ODD_OK)
		status = odd__graph_finish(out, &g, "MatrixMarket", err);
	odd__graph_clear(&g);
	return status;
}
