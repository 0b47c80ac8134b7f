/* GML: keys with values, which are numbers, "texts" (with entities as in XML) or [ lists ].
 *
 * graph [ directed 1  node [ id 1 label "a" age 30 ]  edge [ source 1 target 2 weight 0.5 ] ]
 *
 * A key that a node has several times is a list, as networkx writes them. Lists inside nodes
 * (graphics) are how it is drawn, and are passed over. The weight of an edge is its weight, else
 * its value. */
#include "config.h"

#include "network/readers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
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

static odd_status next(struct gml *m, enum token *token, odd_error *err)
{
	while (m->at < m->end && (isspace((unsigned char)*m->at) || *m->at == '#')) {
		if (*m->at == '#') /* to the end of the line */
			while (m->at < m->end && *m->at != '\n')
				m->at++;
		else
			m->line += *m->at++ == '\n';
	}
	const char *start = m->where = m->at;
	if (++m->polls % 65536 == 0) {
		odd_status status = odd__graph_poll(&m->g, m->at, err);
		if (status != ODD_OK)
			return status;
	}
	*token = END;
	if (m->at == m->end)
		return ODD_OK;
	if (*start == '[' || *start == ']') {
		*token = *start == '[' ? OPEN : CLOSE;
		m->at++;
		return ODD_OK;
	}
	if (*start == '"') {
		const char *close = memchr(start + 1, '"', (size_t)(m->end - start - 1));
		if (close == NULL)
			return odd__scan_error(&m->g.r.scan, start, err,
				"the quote that opens here is never closed");
		*token = TEXT;
		for (const char *c = start; c < close; c++)
			m->line += *c == '\n';
		m->at = close + 1;
		return odd__graph_unescape(&m->decoder,
			(odd__text){start + 1, (size_t)(close - start - 1)}, &m->text, err);
	}
	while (m->at < m->end && !isspace((unsigned char)*m->at) && strchr("[]\"#", *m->at) == NULL)
		m->at++;
	m->text = (odd__text){start, (size_t)(m->at - start)};
	*token = isalpha((unsigned char)*start) || *start == '_' ? KEY : VALUE;
	return ODD_OK;
}

static odd_status unexpected(struct gml *m, const char *wanted, odd_error *err)
{
	char shown[ODD__SHOWN];
	if (m->where == m->end)
		return odd__scan_error(
			&m->g.r.scan, m->where, err, "the file ends where %s should be", wanted);
	odd__text here = {m->where, (size_t)(m->at - m->where)};
	return odd__scan_error(&m->g.r.scan, m->where, err, "\"%s\" stands where %s should be",
		odd__text_show(shown, here), wanted);
}

/* Pass over a list whose bracket was read. */
static odd_status skip(struct gml *m, odd_error *err)
{
	for (size_t depth = 1; depth > 0;) {
		enum token token;
		odd_status status = next(m, &token, err);
		if (status != ODD_OK)
			return status;
		if (token == END)
			return unexpected(m, "a closing bracket", err);
		depth += token == OPEN;
		depth -= token == CLOSE;
		if (depth > DEEPEST)
			return odd__scan_error(&m->g.r.scan, m->where, err,
				"brackets are nested more than %d deep", DEEPEST);
	}
	return ODD_OK;
}

/* One key and its value, in a list of them; scalars are copied, so that the next token may come. */
struct pair {
	char *text;
	size_t key, value, room; /* lengths; the value stands behind the key */
	const char *where;       /* the value starts */
	bool list;               /* its bracket was read */
};

/* *more is false at the closing bracket (or the end, at the top). */
static odd_status next_pair(struct gml *m, struct pair *p, bool top, bool *more, odd_error *err)
{
	enum token token;
	odd_status status = next(m, &token, err);
	*more = false;
	if (status != ODD_OK || (token == CLOSE && !top) || (token == END && top))
		return status;
	if (token != KEY)
		return unexpected(m, "a key", err);
	for (int part = 0; part < 2; part++) {
		size_t at = part == 0 ? 0 : p->key;
		status = odd__make_room(&p->room, at + m->text.length + 1, err, {&p->text, 1});
		if (status != ODD_OK)
			return status;
		memcpy(p->text + at, m->text.at, m->text.length);
		if (part == 1) {
			p->value = m->text.length;
			break;
		}
		p->key = m->text.length;
		if ((status = next(m, &token, err)) != ODD_OK)
			return status;
		p->where = m->where;
		p->list = token == OPEN;
		p->value = 0;
		if (token == OPEN)
			break;
		if (token == END || token == CLOSE)
			return unexpected(m, "a value", err);
	}
	*more = true;
	return ODD_OK;
}

static odd__text key_of(const struct pair *p)
{
	return (odd__text){p->text, p->key};
}

static odd__text value_of(const struct pair *p)
{
	return (odd__text){p->text + p->key, p->value};
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The pairs of a node until its id is known, and to put lists together. */
struct node {
	odd_names keys;
	char **value; /* per key, with final NUL */
	size_t capacity;
};

static void node_clear(struct node *n)
{
	for (size_t i = 0; i < n->keys.count; i++)
		free(n->value[i]);
	free(n->value);
	odd_names_clear(&n->keys);
}

static odd_status keep(struct node *n, odd__text key, odd__text value, odd_error *err)
{
	int again;
	uint32_t k = odd_names_find(&n->keys, key.at, key.length);
	odd_status status =
		odd__make_room(&n->capacity, n->keys.count + 1, err, {&n->value, sizeof *n->value});
	if (status != ODD_OK)
		return status;
	char *text = NULL;
	size_t before = k != ODD_NO_NAME ? strlen(n->value[k]) : 0;
	if (odd__text_is(value, "_networkx_list_start"))
		value.length = 0;
	text = malloc(before + value.length + 2);
	if (text == NULL)
		return odd_error_nomem(err);
	if (before > 0) {
		memcpy(text, n->value[k], before);
		text[before++] = ';';
	}
	memcpy(text + before, value.at, value.length);
	text[before + value.length] = '\0';
	if (k != ODD_NO_NAME) {
		free(n->value[k]);
		n->value[k] = text;
		return ODD_OK;
	}
	status = odd_names_add(&n->keys, key.at, key.length, &k, &again, err);
	if (status == ODD_OK)
		n->value[k] = text;
	else
		free(text);
	return status;
}

static odd_status read_node(struct gml *m, struct pair *p, const char *where, odd_error *err)
{
	struct node n = {.capacity = 0};
	bool more = true;
	uint32_t id = 0, node = 0;
	odd_status status = ODD_OK;
	m->g.r.record = m->line;
	while (status == ODD_OK && (status = next_pair(m, p, false, &more, err)) == ODD_OK && more)
		status = p->list ? skip(m, err) : keep(&n, key_of(p), value_of(p), err);
	if (status == ODD_OK) {
		id = odd_names_find(&n.keys, "id", 2);
		if (id == ODD_NO_NAME)
			status = odd__scan_error(&m->g.r.scan, where, err, "the node has no id");
	}
	if (status == ODD_OK)
		status = odd__graph_node(
			&m->g, (odd__text){n.value[id], strlen(n.value[id])}, where, &node, err);
	for (size_t i = 0; i < n.keys.count && status == ODD_OK; i++) {
		const char *key = odd_names_get(&n.keys, i);
		if (i != id)
			status = odd__graph_cell(&m->g, node, (odd__text){key, strlen(key)},
				(odd__text){n.value[i], strlen(n.value[i])}, err);
	}
	node_clear(&n);
	return status;
}

static odd_status read_edge(struct gml *m, struct pair *p, const char *where, odd_error *err)
{
	char *end[2] = {NULL, NULL};
	bool more = true, weighed = false;
	double weight = 1.0;
	odd_status status = ODD_OK;
	while (status == ODD_OK && (status = next_pair(m, p, false, &more, err)) == ODD_OK &&
		more) {
		odd__text key = key_of(p), value = value_of(p);
		int which = odd__text_is(key, "source") ? 0 : odd__text_is(key, "target") ? 1 : -1;
		if (p->list) {
			status = skip(m, err);
		} else if (which >= 0) {
			free(end[which]);
			end[which] = strndup(value.at, value.length);
			if (end[which] == NULL)
				status = odd_error_nomem(err);
		} else if (odd__graph_weighs(&m->g, key) ||
			   (odd__text_is(key, "value") && !weighed)) {
			status = odd__graph_weight(&m->g, value, p->where, &weight, err);
			weighed = odd__graph_weighs(&m->g, key);
		}
	}
	if (status == ODD_OK && (end[0] == NULL || end[1] == NULL))
		status = odd__scan_error(&m->g.r.scan, where, err, "the edge has no %s",
			end[0] == NULL ? "source" : "target");
	if (status == ODD_OK)
		status = odd__graph_link(&m->g, (odd__text){end[0], strlen(end[0])},
			(odd__text){end[1], strlen(end[1])}, weight, ODD__AS_FILE, err);
	free(end[0]);
	free(end[1]);
	return status;
}

static odd_status read_graph(struct gml *m, struct pair *p, odd_error *err)
{
	bool more = true;
	odd_status status = ODD_OK;
	while (status == ODD_OK && (status = next_pair(m, p, false, &more, err)) == ODD_OK &&
		more) {
		odd__text key = key_of(p), value = value_of(p);
		const char *where = p->where;
		if (p->list && odd__text_is(key, "node"))
			status = read_node(m, p, where, err);
		else if (p->list && odd__text_is(key, "edge"))
			status = read_edge(m, p, where, err);
		else if (p->list)
			status = skip(m, err);
		else if (odd__text_is(key, "directed"))
			m->g.directed = value.length == 1 && value.at[0] == '1';
	}
	return status;
}

odd_status odd__read_gml(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct gml m = {.line = 1};
	struct pair p = {.text = NULL};
	bool more = true, found = false;
	*out = NULL;
	odd_status status = odd__graph_begin(&m.g, source, path, err);
	if (status != ODD_OK)
		return status;
	m.at = m.g.r.scan.begin;
	m.end = m.g.r.scan.end;
	while (status == ODD_OK && (status = next_pair(&m, &p, true, &more, err)) == ODD_OK &&
		more) {
		if (p.list && odd__text_is(key_of(&p), "graph")) {
			found = true;
			status = read_graph(&m, &p, err);
		} else if (p.list) {
			status = skip(&m, err);
		}
	}
	if (status == ODD_OK && !found)
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0, "there is no graph in it");
	if (status == ODD_OK)
		status = odd__graph_finish(out, &m.g, "GML", err);
	odd__graph_clear(&m.g);
	free(m.decoder.buffer);
	free(p.text);
	return status;
}
