/* GML: keys with values, which are numbers, "texts" (with entities as in XML) or [ lists ].
 *
 * graph [ directed 1  node [ id 1 label "a" age 30 ]  edge [ source 1 target 2 weight 0.5 ] ]
 *
 * A key that a node has several times is a list, as networkx writes them. Lists inside nodes
 * (graphics) are how it is drawn, and are passed over. The weight of an edge is its weight, else
 * its value. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "network/graph.h"

enum { DEEPEST = 64 };

enum token { END, KEY, VALUE, TEXT, OPEN, CLOSE };

struct gml {
	odd__graph g;
	const char *at, *end;
	odd__text text;    /* of the token, unescaped */
	const char *where; /* it starts */
	struct odd__decoder decoder;
	uint32_t polls;
	long line;
};

static void pass_blanks(struct gml *m)
{
	while (m->at < m->end && (isspace((unsigned char)*m->at) || *m->at == '#')) {
		if (*m->at == '#') /* to the end of the line */
			while (m->at < m->end && *m->at != '\n')
				m->at++;
		else
			m->line += *m->at++ == '\n';
	}
}

/* The next token; END also after an error. */
static enum token next(struct gml *m)
{
	odd__reading *r = &m->g.r;
	pass_blanks(m);
	const char *start = m->where = m->at;
	if (++m->polls % 65536 == 0)
		odd__reading_tell(r, m->at);
	if (m->at == m->end || r->status != ODD_OK)
		return END;
	if (*start == '[' || *start == ']') {
		m->at++;
		return *start == '[' ? OPEN : CLOSE;
	}
	if (*start == '"') {
		const char *close = memchr(start + 1, '"', (size_t)(m->end - start - 1));
		if (close == NULL) {
			odd__fail(r, start, "the quote that opens here is never closed");
			return END;
		}
		for (const char *c = start; c < close; c++)
			m->line += *c == '\n';
		m->at = close + 1;
		m->text = odd__graph_unescape(
			r, &m->decoder, (odd__text){start + 1, (size_t)(close - start - 1)});
		return TEXT;
	}
	while (m->at < m->end && !isspace((unsigned char)*m->at) && strchr("[]\"#", *m->at) == NULL)
		m->at++;
	m->text = (odd__text){start, (size_t)(m->at - start)};
	return isalpha((unsigned char)*start) || *start == '_' ? KEY : VALUE;
}

static void unexpected(struct gml *m, const char *wanted)
{
	char shown[ODD__SHOWN];
	odd__text here = {m->where, (size_t)(m->at - m->where)};
	if (m->where == m->end)
		odd__fail(&m->g.r, m->where, "the file ends where %s should be", wanted);
	else
		odd__fail(&m->g.r, m->where, "\"%s\" stands where %s should be",
			odd__text_show(shown, here), wanted);
}

/* Pass over a list whose bracket was read. */
static void skip(struct gml *m)
{
	for (size_t depth = 1; depth > 0 && m->g.r.status == ODD_OK;) {
		enum token token = next(m);
		if (token == END)
			unexpected(m, "a closing bracket");
		depth += token == OPEN;
		depth -= token == CLOSE;
		if (depth > DEEPEST)
			odd__fail(&m->g.r, m->where, "brackets are nested more than %d deep",
				DEEPEST);
	}
}

/* One key and its value, in a list of them; scalars are copied, so that the next token may come. */
struct pair {
	char *text;
	size_t length, room;
	odd__text key, value;
	const char *where; /* the value starts */
	bool list;         /* its bracket was read */
};

static bool keep(struct gml *m, struct pair *p, odd__text text)
{
	if (!odd__reading_room(&m->g.r, &p->room, p->length + text.length + 1, {&p->text, 1}))
		return false;
	memcpy(p->text + p->length, text.at, text.length);
	p->length += text.length;
	return true;
}

/* False at the closing bracket (or the end, at the top) and after an error. */
static bool next_pair(struct gml *m, struct pair *p, bool top)
{
	enum token token = next(m);
	if ((token == CLOSE && !top) || (token == END && top) || m->g.r.status != ODD_OK)
		return false;
	p->length = 0;
	if (token != KEY)
		unexpected(m, "a key");
	else
		keep(m, p, m->text);
	size_t key = p->length;
	token = next(m);
	p->where = m->where;
	p->list = token == OPEN;
	if (token == END || token == CLOSE)
		unexpected(m, "a value");
	else if (!p->list)
		keep(m, p, m->text);
	p->key = (odd__text){p->text, key};
	p->value = (odd__text){p->text + key, p->length - key};
	return m->g.r.status == ODD_OK;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The pairs of a node until its id is known, and to put lists together. */
struct node {
	odd_names keys;
	char **value; /* per key, with final NUL */
	size_t capacity;
};

static void set_value(struct gml *m, struct node *n, odd__text key, odd__text value)
{
	odd__reading *r = &m->g.r;
	uint32_t k = odd_names_find(&n->keys, key.at, key.length);
	size_t before = k != ODD_NO_NAME ? strlen(n->value[k]) : 0;
	if (!odd__reading_room(r, &n->capacity, n->keys.count + 1, {&n->value, sizeof *n->value}))
		return;
	if (odd__text_is(value, "_networkx_list_start"))
		value.length = 0;
	char *text = malloc(before + value.length + 2);
	if (text == NULL) {
		r->status = odd_error_nomem(r->err);
		return;
	}
	if (before > 0) {
		memcpy(text, n->value[k], before);
		text[before++] = ';';
	}
	memcpy(text + before, value.at, value.length);
	text[before + value.length] = '\0';
	if (k != ODD_NO_NAME)
		free(n->value[k]);
	else
		odd__try(r, odd_names_add(&n->keys, key.at, key.length, &k, NULL, r->err));
	if (k != ODD_NO_NAME)
		n->value[k] = text;
	else
		free(text);
}

static odd__text text_of(const char *string)
{
	return (odd__text){string, strlen(string)};
}

static void read_node(struct gml *m, struct pair *p, const char *where)
{
	struct node n = {.capacity = 0};
	m->g.r.record = m->line;
	while (next_pair(m, p, false)) {
		if (p->list)
			skip(m);
		else
			set_value(m, &n, p->key, p->value);
	}
	uint32_t id = odd_names_find(&n.keys, "id", 2), node = 0;
	if (id == ODD_NO_NAME)
		odd__fail(&m->g.r, where, "the node has no id");
	else
		node = odd__graph_node(&m->g, text_of(n.value[id]), where);
	for (size_t i = 0; i < n.keys.count; i++)
		if (i != id)
			odd__graph_cell(&m->g, node, text_of(odd_names_get(&n.keys, i)),
				text_of(n.value[i]));
	for (size_t i = 0; i < n.keys.count; i++)
		free(n.value[i]);
	free(n.value);
	odd_names_clear(&n.keys);
}

static void read_edge(struct gml *m, struct pair *p, const char *where)
{
	odd__reading *r = &m->g.r;
	char *end[2] = {NULL, NULL};
	bool weighed = false;
	double weight = 1.0;
	while (next_pair(m, p, false)) {
		int which = odd__text_is(p->key, "source")   ? 0
			    : odd__text_is(p->key, "target") ? 1
							     : -1;
		bool weighs = odd__reading_weighs(r, p->key);
		if (p->list) {
			skip(m);
		} else if (which >= 0) {
			free(end[which]);
			end[which] = strndup(p->value.at, p->value.length);
			if (end[which] == NULL)
				r->status = odd_error_nomem(r->err);
		} else if (weighs || (odd__text_is(p->key, "value") && !weighed)) {
			weight = odd__reading_weight(r, p->value, p->where);
			weighed = weighs;
		}
	}
	if (end[0] == NULL || end[1] == NULL)
		odd__fail(r, where, "the edge has no %s", end[0] == NULL ? "source" : "target");
	else
		odd__graph_link(&m->g, text_of(end[0]), text_of(end[1]), weight, ODD__AS_FILE);
	free(end[0]);
	free(end[1]);
}

static void read_graph(struct gml *m, struct pair *p)
{
	while (next_pair(m, p, false)) {
		const char *where = p->where;
		if (p->list && odd__text_is(p->key, "node"))
			read_node(m, p, where);
		else if (p->list && odd__text_is(p->key, "edge"))
			read_edge(m, p, where);
		else if (p->list)
			skip(m);
		else if (odd__text_is(p->key, "directed"))
			m->g.directed = p->value.length == 1 && p->value.at[0] == '1';
	}
}

odd_status odd__read_gml(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct gml m = {.line = 1};
	struct pair p = {.text = NULL};
	bool found = false;
	odd__graph_begin(&m.g, source, path, err);
	m.at = m.g.r.scan.begin;
	m.end = m.g.r.scan.end;
	while (next_pair(&m, &p, true)) {
		bool graph = p.list && odd__text_is(p.key, "graph");
		found = found || graph;
		if (graph)
			read_graph(&m, &p);
		else if (p.list)
			skip(&m);
	}
	if (!found)
		odd__fail(&m.g.r, NULL, "there is no graph in it");
	odd_status status = odd__graph_finish(out, &m.g, "GML");
	free(m.decoder.buffer);
	free(p.text);
	return status;
}
