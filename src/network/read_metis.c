/* METIS and LGL: links by node.
 *
 * METIS: a line "nodes links [format [weights]]", then a line for each node, numbered from 1, that
 * lists those it is linked with, each behind the other; digits of the format say whether sizes
 * (100) and weights (10) of the node stand before them and a weight (1) behind each. Lines that
 * start with % are comments; an empty line is a node without links. LGL: "# node" and then a line
 * for each node it is linked with, perhaps with a weight. */
#include "config.h"

#include "network/readers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "network/graph.h"

struct metis {
	odd__graph g;
	size_t nodes, links;
	bool sized, weighted; /* nodes have a size; links have weights */
	size_t weights;       /* that each node has */
	size_t up, down;      /* entries to later and to earlier nodes, the node itself left out */
	size_t loops;
};

/* A whole number from 0 on; false when there is no more. */
static odd_status next_whole(odd__scan *scan, double *value, bool *more, odd_error *err)
{
	odd__text word;
	char shown[ODD__SHOWN];
	*more = odd__scan_word(scan, &word);
	if (!*more)
		return ODD_OK;
	if (odd__number_parse(word.at, word.length, value) == ODD__NUMBER_OK && *value >= 0.0 &&
		*value == floor(*value) && *value < 0x1p53)
		return ODD_OK;
	return odd__scan_error(scan, word.at, err, "\"%s\" is no whole number from 0 on",
		odd__text_show(shown, word));
}

/* The next line that is no comment; an empty one counts. */
static bool next_line(odd__scan *scan)
{
	while (odd__scan_line(scan))
		if (scan->line == scan->line_end || *scan->line != '%')
			return true;
	return false;
}

static odd_status read_heading(struct metis *m, odd_error *err)
{
	odd__scan *scan = &m->g.r.scan;
	double field[4] = {0.0, 0.0, 0.0, 1.0}, extra;
	bool more = true;
	int count = 0;
	odd_status status = ODD_OK;
	if (!next_line(scan))
		return odd_error_at(err, ODD_EINPUT, scan->path, 0, 0, "there is no node in it");
	while (count < 4 && more && status == ODD_OK) {
		status = next_whole(scan, &field[count], &more, err);
		count += more;
	}
	if (status == ODD_OK && more)
		status = next_whole(scan, &extra, &more, err);
	if (status == ODD_OK && (count < 2 || more || field[2] > 111.0))
		status = odd__scan_error(scan, scan->line, err,
			"a METIS file begins with the numbers of nodes and links, and perhaps a "
			"format up to 111 and a number of weights");
	if (status == ODD_OK && field[0] >= (double)ODD_NO_NAME)
		status = odd__scan_error(scan, scan->line, err, "too many nodes");
	if (status != ODD_OK)
		return status;
	unsigned format = (unsigned)field[2];
	m->nodes = (size_t)field[0];
	m->links = (size_t)field[1];
	m->sized = format / 100 % 10 == 1;
	m->weights = format / 10 % 10 == 1 ? (size_t)field[3] : 0;
	m->weighted = format % 10 == 1;
	status = odd__builder_may_number(&m->g.r.b, m->nodes, "nodes", scan->path, err);
	for (size_t i = 0; i < m->nodes && status == ODD_OK; i++) {
		char id[24];
		uint32_t node;
		int n = snprintf(id, sizeof id, "%zu", i + 1);
		status = odd__graph_node(&m->g, (odd__text){id, (size_t)n}, scan->line, &node, err);
	}
	return status;
}

/* What stands before the links of a node: its size is passed over, its weights are columns. */
static odd_status read_own(struct metis *m, size_t node, odd_error *err)
{
	odd__scan *scan = &m->g.r.scan;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < m->sized + m->weights && status == ODD_OK; i++) {
		odd__text word;
		char name[32];
		double value;
		if (!odd__scan_word(scan, &word))
			return odd__scan_error(scan, scan->line_end, err,
				"node %zu has not all of its weights", node + 1);
		status = odd__scan_number(scan, word, &value, err);
		int n = snprintf(name, sizeof name, "weight%zu", i + 1 - m->sized);
		if (status == ODD_OK && i >= m->sized)
			status = odd__graph_cell(
				&m->g, (uint32_t)node, (odd__text){name, (size_t)n}, word, err);
	}
	return status;
}

static odd_status read_links(struct metis *m, size_t node, odd_error *err)
{
	odd__scan *scan = &m->g.r.scan;
	char id[2][24];
	int length[2];
	odd_status status = read_own(m, node, err);
	length[0] = snprintf(id[0], sizeof id[0], "%zu", node + 1);
	while (status == ODD_OK) {
		double to, weight = 1.0;
		bool more;
		odd__text word;
		const char *where = scan->at;
		status = next_whole(scan, &to, &more, err);
		if (status != ODD_OK || !more)
			return status;
		if (to < 1.0 || to > (double)m->nodes)
			return odd__scan_error(scan, where, err,
				"node %.15g: nodes are numbered from 1 to %zu", to, m->nodes);
		if (m->weighted) {
			if (!odd__scan_word(scan, &word))
				return odd__scan_error(scan, scan->line_end, err,
					"the weight of the last link is missing");
			status = odd__graph_weight(&m->g, word, word.at, &weight, err);
		}
		m->up += to > (double)(node + 1);
		m->down += to < (double)(node + 1);
		m->loops += to == (double)(node + 1);
		length[1] = snprintf(id[1], sizeof id[1], "%.0f", to);
		if (status == ODD_OK && to >= (double)(node + 1)) /* the other way it comes again */
			status = odd__graph_link(&m->g, (odd__text){id[0], (size_t)length[0]},
				(odd__text){id[1], (size_t)length[1]}, weight, ODD__BOTH_WAYS, err);
	}
	return status;
}

odd_status odd__read_metis(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct metis m = {.nodes = 0};
	*out = NULL;
	odd_status status = odd__graph_begin(&m.g, source, path, err);
	if (status != ODD_OK)
		return status;
	odd__scan *scan = &m.g.r.scan;
	status = read_heading(&m, err);
	for (size_t i = 0; i < m.nodes && status == ODD_OK; i++) {
		status = odd__reading_poll(&m.g.r, err);
		if (status == ODD_OK && !next_line(scan)) {
			/* Editors drop empty lines at the end. */
			if (m.up + m.down >= 2 * m.links)
				break;
			status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"the heading speaks of %zu nodes, and %zu lines follow", m.nodes,
				i);
		}
		if (status == ODD_OK)
			status = read_links(&m, i, err);
	}
	if (status == ODD_OK && (m.up != m.down || m.up + m.loops / 2 < m.links || m.up > m.links))
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"the heading speaks of %zu links, but %zu go to a later node and %zu to an "
			"earlier one: each must be listed at both of its ends",
			m.links, m.up, m.down);
	if (status == ODD_OK)
		status = odd__graph_finish(out, &m.g, "METIS", err);
	odd__graph_clear(&m.g);
	return status;
}

/* ---- LGL ------------------------------------------------------------------------------------- */

static odd_status need_node(odd__graph *g, odd__text name, odd_error *err)
{
	uint32_t node;
	return odd_names_find(&g->r.b.ids, name.at, name.length) != ODD_NO_NAME
		       ? ODD_OK
		       : odd__graph_node(g, name, name.at, &node, err);
}

static odd_status read_lgl_line(odd__graph *g, odd__text *from, odd_error *err)
{
	odd__scan *scan = &g->r.scan;
	odd__text word, more;
	double weight = 1.0;
	bool head = *scan->line == '#';
	scan->at = scan->line + head;
	odd_status status = ODD_OK;
	if (!odd__scan_word(scan, &word))
		return odd__scan_error(scan, scan->line_end, err, "the name of a node is missing");
	if (!head && from->length == 0)
		return odd__scan_error(
			scan, word.at, err, "an LGL file begins with # and the name of a node");
	if (!head && odd__scan_word(scan, &more))
		status = odd__graph_weight(g, more, more.at, &weight, err);
	if (status == ODD_OK && odd__scan_word(scan, &more))
		status = odd__scan_error(scan, more.at, err, "here is more than a node%s",
			head ? "" : " and a weight");
	if (status == ODD_OK)
		status = need_node(g, word, err);
	if (status == ODD_OK && head)
		*from = word;
	else if (status == ODD_OK)
		status = odd__graph_link(g, *from, word, weight, ODD__AS_ASKED, err);
	return status;
}

odd_status odd__read_lgl(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	odd__graph g;
	odd__text from = {NULL, 0};
	*out = NULL;
	odd_status status = odd__graph_begin(&g, source, path, err);
	if (status != ODD_OK)
		return status;
	while (status == ODD_OK && odd__scan_data_line(&g.r.scan, '\0')) {
		status = odd__reading_poll(&g.r, err);
		if (status == ODD_OK)
			status = read_lgl_line(&g, &from, err);
	}
	if (status == ODD_OK)
		status = odd__graph_finish(out, &g, "LGL", err);
	odd__graph_clear(&g);
	return status;
}
