/* Pajek: *Vertices n, a line for each (number, "name", place and look), then *Arcs (with a
 * direction) and *Edges (without): source, target, perhaps a weight; *Arcslist and *Edgeslist:
 * source and all its targets; *Matrix: a row of weights for each vertex. *Partition and *Vector
 * give each vertex a value, which is a column. Lines that start with % are comments; a second
 * *Vertices repeats the first. */
#include "config.h"

#include "network/readers.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "network/graph.h"

enum part { NOTHING, VERTICES, ARCS, EDGES, ARCS_LIST, EDGES_LIST, MATRIX, VALUES };

struct pajek {
	odd__graph g;
	enum part part;
	size_t vertices, row;
	char values[80]; /* the name of a partition or vector */
	struct odd__decoder decoder;
};

/* The next word of the line, or text in quotes. */
static bool next_word(struct pajek *p, odd__text *word, odd_error *err, odd_status *status)
{
	odd__scan *scan = &p->g.r.scan;
	const char *at = scan->at;
	*status = ODD_OK;
	if (at == NULL)
		return false;
	while (at < scan->line_end && isspace((unsigned char)*at))
		at++;
	if (at < scan->line_end && *at == '"') {
		const char *close = memchr(at + 1, '"', (size_t)(scan->line_end - at - 1));
		if (close == NULL) {
			*status = odd__scan_error(
				scan, at, err, "the quote that opens here is never closed");
			return false;
		}
		*word = (odd__text){at + 1, (size_t)(close - at - 1)};
		scan->at = close + 1;
		return true;
	}
	return odd__scan_word(scan, word);
}

/* The number of a vertex, from 1. */
static odd_status vertex(struct pajek *p, odd__text word, size_t *index, odd_error *err)
{
	char shown[ODD__SHOWN];
	double x;
	if (odd__number_parse(word.at, word.length, &x) != ODD__NUMBER_OK || !(x >= 1.0) ||
		x > (double)p->vertices || x != floor(x))
		return odd__scan_error(&p->g.r.scan, word.at, err,
			"\"%s\" is not the number of a vertex, 1 to %zu",
			odd__text_show(shown, word), p->vertices);
	*index = (size_t)x - 1;
	return ODD_OK;
}

static odd_status begin_vertices(struct pajek *p, odd_error *err)
{
	odd__text word;
	odd_status status;
	odd__scan *scan = &p->g.r.scan;
	double count = 0.0;
	if (!next_word(p, &word, err, &status))
		return status != ODD_OK ? status
					: odd__scan_error(scan, scan->line_end, err,
						  "the number of vertices is missing");
	if (odd__number_parse(word.at, word.length, &count) != ODD__NUMBER_OK || !(count >= 1.0) ||
		count != floor(count))
		return odd__scan_error(scan, word.at, err, "this is not a number of vertices");
	if (count > 65536.0 && count > (double)(scan->end - scan->begin))
		return odd__scan_error(scan, word.at, err,
			"%.15g vertices are more than a file of this size can describe", count);
	if (p->vertices > 0 && (double)p->vertices != count)
		return odd__scan_error(scan, word.at, err,
			"%.15g vertices here, and %zu in the first network", count, p->vertices);
	if (p->vertices > 0)
		return ODD_OK;
	status = odd__builder_may_number(&p->g.r.b, (size_t)count, "vertices", scan->path, err);
	if (status != ODD_OK)
		return status;
	p->vertices = (size_t)count;
	for (size_t i = 0; i < p->vertices && status == ODD_OK; i++) {
		char id[24];
		uint32_t node;
		int length = snprintf(id, sizeof id, "%zu", i + 1);
		status = odd__graph_node(
			&p->g, (odd__text){id, (size_t)length}, word.at, &node, err);
	}
	return status;
}

/* A line that starts with a star. */
static odd_status begin_part(struct pajek *p, odd_error *err)
{
	static const struct {
		const char *word;
		enum part part;
	} known[] = {{"*vertices", VERTICES}, {"*arcs", ARCS}, {"*edges", EDGES},
		{"*arcslist", ARCS_LIST}, {"*edgeslist", EDGES_LIST}, {"*matrix", MATRIX},
		{"*partition", VALUES}, {"*vector", VALUES}, {"*network", NOTHING}};
	odd__text word;
	odd__scan *scan = &p->g.r.scan;
	char shown[ODD__SHOWN];
	odd__scan_word(scan, &word);
	enum part before = p->part;
	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		if (!odd__text_is(word, known[k].word))
			continue;
		p->row = 0;
		if (known[k].part == VERTICES && before == VALUES)
			return begin_vertices(p, err); /* how many values follow */
		p->part = known[k].part;
		if (p->part == VERTICES)
			return begin_vertices(p, err);
		if (p->part == VALUES) {
			odd__text name = odd__text_trim((odd__text){scan->at,
				scan->at != NULL ? (size_t)(scan->line_end - scan->at) : 0});
			if (name.length == 0 || name.at == NULL)
				name = (odd__text){word.at + 1, word.length - 1};
			snprintf(p->values, sizeof p->values, "%.*s",
				(int)(name.length < 79 ? name.length : 79), name.at);
		} else if (p->part != NOTHING && p->vertices == 0) {
			return odd__scan_error(
				scan, word.at, err, "the vertices have to come first");
		}
		return ODD_OK;
	}
	return odd__scan_error(scan, word.at, err,
		"\"%s\" is no part of a Pajek file that is known (*Vertices, *Arcs, *Edges…)",
		odd__text_show(shown, word));
}

/* How a vertex is drawn: a shape, and names of numbers and colours. */
static bool is_look(odd__text word)
{
	static const char *const look[] = {"ellipse", "box", "diamond", "triangle", "cross",
		"empty", "house", "man", "woman", "ic", "bc", "bw", "lc", "la", "lr", "lphi", "fos",
		"font", "x_fact", "y_fact", "s_size", "phi", "r", "q", "cr", "hooks", "url"};
	for (size_t k = 0; k < sizeof look / sizeof *look; k++)
		if (odd__text_is(word, look[k]))
			return true;
	return false;
}

/* What stands behind the place: a shape, names with values, and times in brackets. networkx writes
 * the attributes of a node here. */
static odd_status read_more(struct pajek *p, uint32_t node, odd__text word, odd_error *err)
{
	odd__text value;
	odd_status status = ODD_OK;
	bool more = true;
	for (size_t at = 0; more && status == ODD_OK; at++) {
		bool alone = word.length == 0 || word.at[0] == '[' || (at == 0 && is_look(word));
		if (!alone && next_word(p, &value, err, &status) && !is_look(word)) {
			odd__text text;
			status = odd__graph_unescape(&p->decoder, value, &text, err);
			if (status == ODD_OK)
				status = odd__graph_cell(&p->g, node, word, text, err);
		}
		if (status == ODD_OK)
			more = next_word(p, &word, err, &status);
	}
	return status;
}

static odd_status read_vertex(struct pajek *p, odd_error *err)
{
	static const char *const place[] = {"x", "y", "z"};
	odd__text word, name;
	odd_status status;
	size_t i = 0;
	double x;
	if (!next_word(p, &word, err, &status))
		return status;
	if ((status = vertex(p, word, &i, err)) != ODD_OK || !next_word(p, &word, err, &status))
		return status;
	status = odd__graph_unescape(&p->decoder, word, &name, err);
	if (status == ODD_OK)
		status = odd__graph_cell(&p->g, (uint32_t)i, (odd__text){"name", 4}, name, err);
	for (int k = 0; status == ODD_OK && next_word(p, &word, err, &status); k++) {
		if (k == 3 || odd__number_parse(word.at, word.length, &x) != ODD__NUMBER_OK)
			return read_more(p, (uint32_t)i, word, err);
		status = odd__graph_cell(&p->g, (uint32_t)i, (odd__text){place[k], 1}, word, err);
	}
	return status;
}

static odd_status link_of(
	struct pajek *p, size_t from, size_t to, double weight, bool one_way, odd_error *err)
{
	char a[24], b[24];
	int n = snprintf(a, sizeof a, "%zu", from + 1), m = snprintf(b, sizeof b, "%zu", to + 1);
	return odd__graph_link(&p->g, (odd__text){a, (size_t)n}, (odd__text){b, (size_t)m}, weight,
		one_way ? ODD__ONE_WAY : ODD__BOTH_WAYS, err);
}

static odd_status read_links(struct pajek *p, odd_error *err)
{
	bool one_way = p->part == ARCS || p->part == ARCS_LIST;
	bool list = p->part == ARCS_LIST || p->part == EDGES_LIST;
	odd__text word;
	odd_status status;
	odd__scan *scan = &p->g.r.scan;
	size_t from = 0, to = 0;
	double weight = 1.0;
	if (!next_word(p, &word, err, &status) || (status = vertex(p, word, &from, err)) != ODD_OK)
		return status;
	if (list) {
		while (next_word(p, &word, err, &status) &&
			(status = vertex(p, word, &to, err)) == ODD_OK &&
			(status = link_of(p, from, to, 1.0, one_way, err)) == ODD_OK)
			;
		return status;
	}
	if (!next_word(p, &word, err, &status))
		return status != ODD_OK ? status
					: odd__scan_error(scan, scan->line_end, err,
						  "the name of a node is missing");
	if ((status = vertex(p, word, &to, err)) == ODD_OK && next_word(p, &word, err, &status) &&
		!isalpha((unsigned char)word.at[0]))
		status = odd__graph_weight(&p->g, word, word.at, &weight, err);
	return status == ODD_OK ? link_of(p, from, to, weight, one_way, err) : status;
}

static odd_status read_row(struct pajek *p, odd_error *err)
{
	odd__text word;
	odd_status status = ODD_OK;
	odd__scan *scan = &p->g.r.scan;
	if (p->row == p->vertices)
		return odd__scan_error(scan, scan->line, err,
			"the matrix has more rows than there are vertices, %zu", p->vertices);
	for (size_t j = 0; status == ODD_OK && next_word(p, &word, err, &status); j++) {
		double weight;
		if (j == p->vertices)
			return odd__scan_error(scan, word.at, err,
				"the row is longer than there are vertices, %zu", p->vertices);
		status = odd__graph_weight(&p->g, word, word.at, &weight, err);
		if (status == ODD_OK && weight > 0.0)
			status = link_of(p, p->row, j, weight, true, err);
	}
	p->row++;
	return status;
}

static odd_status read_value(struct pajek *p, odd_error *err)
{
	odd__text word;
	odd_status status = ODD_OK;
	if (p->row < p->vertices && next_word(p, &word, err, &status))
		status = odd__graph_cell(&p->g, (uint32_t)p->row++,
			(odd__text){p->values, strlen(p->values)}, word, err);
	return status;
}

static odd_status read_line(struct pajek *p, odd_error *err)
{
	odd__scan *scan = &p->g.r.scan;
	while (scan->at < scan->line_end && isspace((unsigned char)*scan->at))
		scan->at++;
	if (*scan->at == '*')
		return begin_part(p, err);
	switch (p->part) {
	case VERTICES:
		return read_vertex(p, err);
	case ARCS:
	case EDGES:
	case ARCS_LIST:
	case EDGES_LIST:
		return read_links(p, err);
	case MATRIX:
		return read_row(p, err);
	case VALUES:
		return read_value(p, err);
	default:
		return odd__scan_error(
			scan, scan->at, err, "a Pajek file begins with *Vertices and their number");
	}
}

odd_status odd__read_pajek(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct pajek p = {.part = NOTHING};
	*out = NULL;
	odd_status status = odd__graph_begin(&p.g, source, path, err);
	if (status != ODD_OK)
		return status;
	while (status == ODD_OK && odd__scan_data_line(&p.g.r.scan, '%')) {
		status = odd__reading_poll(&p.g.r, err);
		if (status == ODD_OK)
			status = read_line(&p, err);
	}
	if (status == ODD_OK)
		status = odd__graph_finish(out, &p.g, "Pajek", err);
	odd__graph_clear(&p.g);
	free(p.decoder.buffer);
	return status;
}
