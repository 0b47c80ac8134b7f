/* Pajek: *Vertices n, a line for each (number, "name", place and look), then *Arcs (with a
 * direction) and *Edges (without): source, target, perhaps a weight; *Arcslist and *Edgeslist:
 * source and all its targets; *Matrix: a row of weights for each vertex. *Partition and *Vector
 * give each vertex a value, which is a column. Lines that start with % are comments; a second
 * *Vertices repeats the first. */
#include "config.h"

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

/* The next word of the line, or text in quotes; false: none, or an error. */
static bool next_word(struct pajek *p, odd__text *word)
{
	odd__scan *scan = &p->g.r.scan;
	const char *at = scan->at;
	if (at == NULL || p->g.r.status != ODD_OK)
		return false;
	while (at < scan->line_end && isspace((unsigned char)*at))
		at++;
	if (at == scan->line_end || *at != '"')
		return odd__scan_word(scan, word);
	const char *close = memchr(at + 1, '"', (size_t)(scan->line_end - at - 1));
	if (close == NULL) {
		odd__fail(&p->g.r, at, "the quote that opens here is never closed");
		return false;
	}
	*word = (odd__text){at + 1, (size_t)(close - at - 1)};
	scan->at = close + 1;
	return true;
}

/* The next word as the number of a vertex, from 0; false: none, or an error. */
static bool next_vertex(struct pajek *p, size_t *index)
{
	char shown[ODD__SHOWN];
	odd__text word;
	double x;
	if (!next_word(p, &word))
		return false;
	if (odd__number_parse(word.at, word.length, &x) != ODD__NUMBER_OK || !(x >= 1.0) ||
		x > (double)p->vertices || x != floor(x)) {
		odd__fail(&p->g.r, word.at, "\"%s\" is not the number of a vertex, 1 to %zu",
			odd__text_show(shown, word), p->vertices);
		return false;
	}
	*index = (size_t)x - 1;
	return true;
}

static void begin_vertices(struct pajek *p)
{
	odd__reading *r = &p->g.r;
	const odd__scan *scan = &r->scan;
	odd__text word = {scan->line_end, 0};
	double count = 0.0;
	if (!next_word(p, &word))
		odd__fail(r, scan->line_end, "the number of vertices is missing");
	if (odd__number_parse(word.at, word.length, &count) != ODD__NUMBER_OK || !(count >= 1.0) ||
		count != floor(count))
		odd__fail(r, word.at, "this is not a number of vertices");
	if (count > 65536.0 && count > (double)(scan->end - scan->begin))
		odd__fail(r, word.at,
			"%.15g vertices are more than a file of this size can describe", count);
	if (p->vertices > 0 && (double)p->vertices != count)
		odd__fail(r, word.at, "%.15g vertices here, and %zu in the first network", count,
			p->vertices);
	if (p->vertices > 0 || r->status != ODD_OK)
		return;
	p->vertices = (size_t)count;
	odd__try(r, odd__builder_may_number(&r->b, p->vertices, "vertices", scan->path, r->err));
	odd__reading_number(r, 1, p->vertices, word.at);
}

/* A line that starts with a star. */
static void begin_part(struct pajek *p)
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
	size_t k = 0, count = sizeof known / sizeof *known;
	odd__scan_word(scan, &word);
	while (k < count && !odd__text_is(word, known[k].word))
		k++;
	if (k == count) {
		odd__fail(&p->g.r, word.at,
			"\"%s\" is no part of a Pajek file that is known (*Vertices, *Arcs, "
			"*Edges…)",
			odd__text_show(shown, word));
		return;
	}
	p->row = 0;
	if (known[k].part == VERTICES) {
		if (p->part != VALUES) /* else: how many values follow */
			p->part = VERTICES;
		begin_vertices(p);
		return;
	}
	p->part = known[k].part;
	if (p->part == VALUES) {
		odd__text name = odd__text_trim((odd__text){
			scan->at, scan->at != NULL ? (size_t)(scan->line_end - scan->at) : 0});
		if (name.length == 0)
			name = (odd__text){word.at + 1, word.length - 1};
		snprintf(p->values, sizeof p->values, "%.*s",
			(int)(name.length < 79 ? name.length : 79), name.at);
	} else if (p->part != NOTHING && p->vertices == 0) {
		odd__fail(&p->g.r, word.at, "the vertices have to come first");
	}
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
static void read_more(struct pajek *p, uint32_t node, odd__text word)
{
	odd__text value;
	size_t at = 0;
	do {
		bool alone = word.length == 0 || word.at[0] == '[' || (at++ == 0 && is_look(word));
		if (!alone && next_word(p, &value) && !is_look(word))
			odd__graph_cell(&p->g, node, word,
				odd__graph_unescape(&p->g.r, &p->decoder, value));
	} while (next_word(p, &word));
}

static void read_vertex(struct pajek *p)
{
	static const char *const place[] = {"x", "y", "z"};
	odd__text word;
	size_t i;
	double x;
	if (!next_vertex(p, &i) || !next_word(p, &word))
		return;
	odd__graph_cell(&p->g, (uint32_t)i, (odd__text){"name", 4},
		odd__graph_unescape(&p->g.r, &p->decoder, word));
	for (int k = 0; next_word(p, &word); k++) {
		if (k == 3 || odd__number_parse(word.at, word.length, &x) != ODD__NUMBER_OK) {
			read_more(p, (uint32_t)i, word);
			return;
		}
		odd__graph_cell(&p->g, (uint32_t)i, (odd__text){place[k], 1}, word);
	}
}

static void link_of(struct pajek *p, size_t from, size_t to, double weight, bool one_way)
{
	const odd_names *ids = &p->g.r.b.ids;
	const char *a = odd_names_get(ids, from), *b = odd_names_get(ids, to);
	odd__graph_link(&p->g, (odd__text){a, strlen(a)}, (odd__text){b, strlen(b)}, weight,
		one_way ? ODD__ONE_WAY : ODD__BOTH_WAYS);
}

static void read_links(struct pajek *p)
{
	odd__reading *r = &p->g.r;
	bool one_way = p->part == ARCS || p->part == ARCS_LIST;
	odd__text word;
	size_t from = 0, to = 0;
	double weight = 1.0;
	if (!next_vertex(p, &from))
		return;
	if (p->part == ARCS_LIST || p->part == EDGES_LIST) {
		while (next_vertex(p, &to))
			link_of(p, from, to, 1.0, one_way);
		return;
	}
	if (!next_vertex(p, &to))
		odd__fail(r, r->scan.line_end, "the name of a node is missing");
	if (next_word(p, &word) && !isalpha((unsigned char)word.at[0]))
		weight = odd__reading_weight(r, word, word.at);
	if (r->status == ODD_OK)
		link_of(p, from, to, weight, one_way);
}

static void read_row(struct pajek *p)
{
	odd__reading *r = &p->g.r;
	odd__text word;
	if (p->row == p->vertices)
		odd__fail(r, r->scan.line, "the matrix has more rows than there are vertices, %zu",
			p->vertices);
	for (size_t j = 0; next_word(p, &word); j++) {
		if (j == p->vertices)
			odd__fail(r, word.at, "the row is longer than there are vertices, %zu",
				p->vertices);
		double weight = odd__reading_weight(r, word, word.at);
		if (weight > 0.0)
			link_of(p, p->row, j, weight, true);
	}
	p->row++;
}

static void read_line(struct pajek *p)
{
	odd__scan *scan = &p->g.r.scan;
	odd__text word;
	while (scan->at < scan->line_end && isspace((unsigned char)*scan->at))
		scan->at++;
	if (*scan->at == '*')
		begin_part(p);
	else if (p->part == VERTICES)
		read_vertex(p);
	else if (p->part >= ARCS && p->part <= EDGES_LIST)
		read_links(p);
	else if (p->part == MATRIX)
		read_row(p);
	else if (p->part == NOTHING)
		odd__fail(&p->g.r, scan->at, "a Pajek file begins with *Vertices and their number");
	else if (p->row < p->vertices && next_word(p, &word))
		odd__graph_cell(
			&p->g, (uint32_t)p->row++, (odd__text){p->values, strlen(p->values)}, word);
}

odd_status odd__read_pajek(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct pajek p = {.part = NOTHING};
	odd__graph_begin(&p.g, source, path, err);
	while (odd__reading_line(&p.g.r, '%'))
		read_line(&p);
	odd_status status = odd__graph_finish(out, &p.g, "Pajek");
	free(p.decoder.buffer);
	return status;
}
