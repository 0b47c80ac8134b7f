/* DL of UCINET:
 *
 *   dl n=3 format=edgelist1        or fullmatrix (which is meant without a word), nodelist1
 *   labels: ann, bob, cara         or "labels embedded": the data name nodes by their labels
 *   data:
 *   1 2 0.5
 *
 * A square matrix has a row of weights for each node. Words may be in either case. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "network/graph.h"
#include "network/matrix_reader.h"

enum format { FULL_MATRIX, EDGE_LIST, NODE_LIST };

struct dl {
	odd__graph g;
	enum format format;
	size_t n, links; /* links: entries of a matrix */
	bool embedded;
};

/* The next word of the file, up to a blank, a comma or an equals sign, or text in quotes; false: no
 * more, or an error. `line` keeps to the current line. */
static bool next_word(struct dl *d, odd__text *word, bool line)
{
	odd__scan *scan = &d->g.r.scan;
	for (;;) {
		const char *at = scan->at != NULL ? scan->at : scan->line_end;
		while (at < scan->line_end && strchr(" \t,=", *at) != NULL)
			at++;
		const char *start = at;
		if (at < scan->line_end && *at == '"') {
			start = ++at;
			while (at < scan->line_end && *at != '"')
				at++;
			*word = (odd__text){start, (size_t)(at - start)};
			scan->at = at < scan->line_end ? at + 1 : at;
			return d->g.r.status == ODD_OK;
		}
		while (at < scan->line_end && strchr(" \t,=", *at) == NULL)
			at++;
		scan->at = at;
		*word = (odd__text){start, (size_t)(at - start)};
		if (at > start)
			return d->g.r.status == ODD_OK;
		if (line || !odd__reading_line(&d->g.r, '\0'))
			return false;
	}
}

static void read_labels(struct dl *d)
{
	odd__text word;
	for (size_t i = 0; i < d->n && next_word(d, &word, false); i++)
		odd__graph_node(&d->g, word, word.at);
	if (d->g.r.b.ids.count != d->n)
		odd__fail(&d->g.r, NULL, "there are fewer labels than nodes, %zu", d->n);
}

static void read_format(struct dl *d, odd__text word)
{
	static const struct {
		const char *name;
		enum format format;
	} known[] = {{"fullmatrix", FULL_MATRIX}, {"fm", FULL_MATRIX}, {"edgelist1", EDGE_LIST},
		{"el1", EDGE_LIST}, {"edgelist", EDGE_LIST}, {"nodelist1", NODE_LIST},
		{"nl1", NODE_LIST}, {"nodelist", NODE_LIST}};
	char shown[ODD__SHOWN];
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (odd__text_is(word, known[k].name)) {
			d->format = known[k].format;
			return;
		}
	odd__fail(&d->g.r, word.at, "format \"%s\" is none of fullmatrix, edgelist1, nodelist1",
		odd__text_show(shown, word));
}

/* Up to "data:". */
static void read_heading(struct dl *d)
{
	odd__reading *r = &d->g.r;
	odd__text word, value;
	if (!next_word(d, &word, false) || !odd__text_is(word, "dl"))
		odd__fail(r, r->scan.begin, "a DL file begins with dl");
	while (next_word(d, &word, false) && !odd__text_is(word, "data:")) {
		if (odd__text_is(word, "n") && next_word(d, &value, false)) {
			double n = odd__reading_number_of(r, value, value.at);
			if (!(n >= 1.0) || n != floor(n) || n >= (double)ODD_NO_NAME)
				odd__fail(r, value.at, "this is not a number of nodes");
			d->n = r->status == ODD_OK ? (size_t)n : 0;
		} else if (odd__text_is(word, "format") && next_word(d, &value, false)) {
			read_format(d, value);
		} else if (odd__text_is(word, "embedded") || odd__text_is(word, "embedded:")) {
			d->embedded = true;
		} else if (odd__text_is(word, "labels:")) {
			read_labels(d);
		} else if (odd__text_is(word, "nr") || odd__text_is(word, "nm")) {
			odd__fail(r, word.at,
				"one square matrix is read, and this has several or others");
		}
	}
	if (d->n == 0)
		odd__fail(r, NULL, "the number of nodes, n=, is missing");
	if (d->embedded && d->format == FULL_MATRIX)
		read_labels(d);
	else if (!d->embedded && r->b.ids.count == 0)
		odd__reading_number(r, 1, d->n, NULL);
}

/* The node that a word names: by its label, or by its number from 1. */
static odd__text node_of(struct dl *d, odd__text word)
{
	const odd_names *ids = &d->g.r.b.ids;
	char shown[ODD__SHOWN];
	double x = 0.0;
	if (d->embedded) {
		odd__graph_need(&d->g, word, word.at);
		return word;
	}
	if (odd__number_parse(word.at, word.length, &x) != ODD__NUMBER_OK || !(x >= 1.0) ||
		x > (double)ids->count || x != floor(x)) {
		odd__fail(&d->g.r, word.at, "\"%s\" is not the number of a node, 1 to %zu",
			odd__text_show(shown, word), ids->count);
		return word;
	}
	const char *id = odd_names_get(ids, (size_t)x - 1);
	return (odd__text){id, strlen(id)};
}

static void read_matrix(struct dl *d)
{
	odd__reading *r = &d->g.r;
	odd__text word = {NULL, 0};
	for (size_t i = 0; i < d->n && r->status == ODD_OK; i++) {
		if (d->embedded)
			next_word(d, &word, false);
		for (size_t j = 0; j < d->n && r->status == ODD_OK; j++) {
			if (!next_word(d, &word, false)) {
				odd__fail(
					r, NULL, "the matrix ends in row %zu of %zu", i + 1, d->n);
				return;
			}
			double weight = odd__reading_weight(r, word, word.at);
			d->links += weight > 0.0 && i != j;
			const char *a = odd_names_get(&r->b.ids, i);
			const char *b = odd_names_get(&r->b.ids, j);
			if (weight > 0.0)
				odd__graph_link(&d->g, (odd__text){a, strlen(a)},
					(odd__text){b, strlen(b)}, weight, ODD__AS_ASKED);
		}
	}
}

/* A line: a node and another, perhaps with a weight, or all that it is linked with. */
static void read_line(struct dl *d)
{
	odd__reading *r = &d->g.r;
	odd__text from, to, weight;
	if (!next_word(d, &from, true))
		return;
	from = node_of(d, from);
	while (next_word(d, &to, true)) {
		double w = 1.0;
		to = node_of(d, to);
		if (d->format == EDGE_LIST && next_word(d, &weight, true))
			w = odd__reading_weight(r, weight, weight.at);
		odd__graph_link(&d->g, from, to, w, ODD__AS_ASKED);
	}
}

odd_status odd__read_dl(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct dl d = {.n = 0};
	odd__graph_begin(&d.g, source, path, err);
	read_heading(&d);
	if (d.format == FULL_MATRIX)
		read_matrix(&d);
	while (d.format != FULL_MATRIX && odd__reading_line(&d.g.r, '\0'))
		read_line(&d);
	odd_status status = odd__graph_finish(out, &d.g, "DL");
	if (status == ODD_OK && d.format == FULL_MATRIX)
		odd__matrix_directions(*out, d.links);
	return status;
}
