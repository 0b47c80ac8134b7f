/* GraphML and GEXF, by expat: piece by piece, nothing of the document is kept but what the table of
 * columns and the links keep.
 *
 * GraphML: <key> says what <data> of nodes and edges mean; yEd hides the name of a node in
 * <y:NodeLabel>, Gephi its look in keys r, g, b, x, y, size (see frame_guess.c). GEXF: <attribute>
 * and <attvalue> do the same, the name is the label of the <node>. Entities that a file declares
 * itself are refused: no program that writes networks does that, and a few of them fill any memory.
 */
#include "config.h"

#include "network/readers.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "network/graph.h"

enum { PIECE = 1 << 16, EDGE = 1, NODE = 2 };

struct key {
	char *name, *usual;
	int of; /* NODE, EDGE or both */
};

struct xml {
	odd__graph g;
	XML_Parser parser;
	bool gexf;
	odd_names keys; /* ids of keys */
	struct key *key;
	size_t key_capacity;
	int keys_of; /* GEXF: class of the <attributes> around */
	/* the element around */
	int in; /* NODE, EDGE or 0 */
	uint32_t node;
	char *from, *to;
	double weight;
	odd__way way;
	uint32_t data; /* the key whose text is read; ODD_NO_NAME: none */
	enum { NO_TEXT, DATA_TEXT, USUAL_TEXT, LABEL_TEXT } reading;
	bool labelled;
	char *text;
	size_t text_length, text_room;
	odd_status status;
	odd_error *err;
};

/* The part of a name behind its name space. */
static const char *local(const char *name)
{
	const char *colon = strchr(name, ':');
	return colon != NULL ? colon + 1 : name;
}

static const char *attribute(const char **list, const char *name)
{
	for (; list[0] != NULL; list += 2)
		if (strcmp(local(list[0]), name) == 0)
			return list[1];
	return NULL;
}

static odd__text text_of(const char *string)
{
	return (odd__text){string, string != NULL ? strlen(string) : 0};
}

static const char *place(const struct xml *x)
{
	XML_Index at = XML_GetCurrentByteIndex(x->parser);
	size_t size = (size_t)(x->g.r.scan.end - x->g.r.scan.begin);
	return x->g.r.scan.begin + (at < 0 ? 0 : (size_t)at > size ? size : (size_t)at);
}

static void stop(struct xml *x, odd_status status)
{
	if (x->status != ODD_OK || status == ODD_OK)
		return;
	x->status = status;
	XML_StopParser(x->parser, XML_FALSE);
}

static void wrong(struct xml *x, const char *what)
{
	if (x->status == ODD_OK)
		stop(x, odd__scan_error(&x->g.r.scan, place(x), x->err, "%s", what));
}

/* A copy of an attribute in place of *to. */
static void keep(struct xml *x, char **to, const char *text)
{
	free(*to);
	*to = text != NULL ? strdup(text) : NULL;
	if (text != NULL && *to == NULL)
		stop(x, odd_error_nomem(x->err));
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void add_key(struct xml *x, const char *id, const char *name, int of)
{
	uint32_t k;
	int again;
	if (id == NULL) {
		wrong(x, "the key has no id");
		return;
	}
	if (x->keys.count == x->key_capacity) {
		size_t capacity = x->key_capacity ? 2 * x->key_capacity : 16;
		struct key *key = realloc(x->key, capacity * sizeof *key);
		if (key == NULL) {
			stop(x, odd_error_nomem(x->err));
			return;
		}
		memset(key + x->key_capacity, 0, (capacity - x->key_capacity) * sizeof *key);
		x->key = key;
		x->key_capacity = capacity;
	}
	/* GEXF counts keys of nodes and of edges apart. */
	char own[160];
	snprintf(own, sizeof own, "%s%.150s", x->gexf && of == EDGE ? "edge " : "", id);
	odd_status status = odd_names_add(&x->keys, own, strlen(own), &k, &again, x->err);
	stop(x, status);
	if (status != ODD_OK)
		return;
	x->data = k;
	x->key[k].of = of;
	keep(x, &x->key[k].name, name != NULL ? name : id);
}

static uint32_t find_key(struct xml *x, const char *id)
{
	char own[160];
	if (id == NULL)
		return ODD_NO_NAME;
	snprintf(own, sizeof own, "%s%.150s", x->gexf && x->in == EDGE ? "edge " : "", id);
	return odd_names_find(&x->keys, own, strlen(own));
}

/* ---- values ---------------------------------------------------------------------------------- */

static void take_value(struct xml *x, uint32_t k, odd__text value)
{
	if (k == ODD_NO_NAME)
		return;
	if (x->in == NODE)
		stop(x, odd__graph_cell(&x->g, x->node, text_of(x->key[k].name), value, x->err));
	else if (x->in == EDGE && odd__graph_weighs(&x->g, text_of(x->key[k].name)) &&
		 odd__text_trim(value).length > 0)
		stop(x, odd__graph_weight(&x->g, value, place(x), &x->weight, x->err));
}

static void begin_text(struct xml *x, int reading, uint32_t key)
{
	x->text_length = 0;
	x->reading = reading;
	x->data = key;
}

static void XMLCALL on_text(void *payload, const char *text, int length)
{
	struct xml *x = payload;
	size_t n = (size_t)length;
	if (x->reading == NO_TEXT || x->status != ODD_OK)
		return;
	odd_status status =
		odd__make_room(&x->text_room, x->text_length + n, x->err, {&x->text, 1});
	if (status != ODD_OK) {
		stop(x, status);
		return;
	}
	memcpy(x->text + x->text_length, text, n);
	x->text_length += n;
}

/* Blanks around and line ends are how the file is set. */
static odd__text text_read(struct xml *x)
{
	odd__text t = {x->text != NULL ? x->text : "", x->text_length};
	while (t.length > 0 && strchr(" \t\r\n", t.at[0]) != NULL)
		t.at++, t.length--;
	while (t.length > 0 && strchr(" \t\r\n", t.at[t.length - 1]) != NULL)
		t.length--;
	return t;
}

/* ---- elements -------------------------------------------------------------------------------- */

static void begin_node(struct xml *x, const char **list)
{
	const char *id = attribute(list, "id"), *label = attribute(list, "label");
	x->in = NODE;
	x->labelled = false;
	x->g.r.record = (long)XML_GetCurrentLineNumber(x->parser);
	stop(x, odd__graph_node(&x->g, text_of(id), place(x), &x->node, x->err));
	if (x->status == ODD_OK && x->gexf && label != NULL)
		stop(x, odd__graph_cell(
				&x->g, x->node, (odd__text){"label", 5}, text_of(label), x->err));
}

static void begin_edge(struct xml *x, const char **list)
{
	const char *type = attribute(list, x->gexf ? "type" : "directed");
	const char *weight = x->gexf ? attribute(list, "weight") : NULL;
	x->in = EDGE;
	x->weight = 1.0;
	x->way = ODD__AS_FILE;
	if (type != NULL)
		x->way = strcmp(type, x->gexf ? "directed" : "true") == 0 ? ODD__ONE_WAY
									  : ODD__BOTH_WAYS;
	keep(x, &x->from, attribute(list, "source"));
	keep(x, &x->to, attribute(list, "target"));
	if (x->from == NULL || x->to == NULL)
		wrong(x, x->from == NULL ? "the edge has no source" : "the edge has no target");
	else if (weight != NULL)
		stop(x, odd__graph_weight(&x->g, text_of(weight), place(x), &x->weight, x->err));
}

static void begin_graph(struct xml *x, const char **list)
{
	const char *way = attribute(list, x->gexf ? "defaultedgetype" : "edgedefault");
	if (way != NULL && strcmp(way, "directed") == 0)
		x->g.directed = true;
}

static int class_of(const char *text)
{
	if (text == NULL || strcmp(text, "all") == 0)
		return NODE | EDGE;
	return strcmp(text, "node") == 0 ? NODE : strcmp(text, "edge") == 0 ? EDGE : 0;
}

static void XMLCALL on_begin(void *payload, const char *name, const char **list)
{
	struct xml *x = payload;
	name = local(name);
	if (x->status != ODD_OK)
		return;
	if (strcmp(name, "gexf") == 0)
		x->gexf = true;
	else if (strcmp(name, "graph") == 0)
		begin_graph(x, list);
	else if (strcmp(name, "node") == 0)
		begin_node(x, list);
	else if (strcmp(name, "edge") == 0)
		begin_edge(x, list);
	else if (strcmp(name, "key") == 0 && !x->gexf)
		add_key(x, attribute(list, "id"), attribute(list, "attr.name"),
			class_of(attribute(list, "for")));
	else if (strcmp(name, "attributes") == 0)
		x->keys_of = class_of(attribute(list, "class"));
	else if (strcmp(name, "attribute") == 0 && x->gexf)
		add_key(x, attribute(list, "id"), attribute(list, "title"), x->keys_of);
	else if (strcmp(name, "default") == 0)
		begin_text(x, USUAL_TEXT, x->data);
	else if (strcmp(name, "data") == 0)
		begin_text(x, DATA_TEXT, find_key(x, attribute(list, "key")));
	else if (strcmp(name, "attvalue") == 0) {
		const char *of = attribute(list, "for");
		take_value(x, find_key(x, of != NULL ? of : attribute(list, "id")),
			text_of(attribute(list, "value")));
	} else if (strcmp(name, "NodeLabel") == 0 && x->in == NODE && !x->labelled)
		begin_text(x, LABEL_TEXT, ODD_NO_NAME);
	else if (x->reading == DATA_TEXT)
		x->reading = NO_TEXT; /* elements inside are a drawing */
}

static void XMLCALL on_end(void *payload, const char *name)
{
	struct xml *x = payload;
	name = local(name);
	if (x->status != ODD_OK)
		return;
	if (strcmp(name, "node") == 0 || strcmp(name, "edge") == 0) {
		if (x->in == EDGE)
			stop(x, odd__graph_link(&x->g, text_of(x->from), text_of(x->to), x->weight,
					x->way, x->err));
		x->in = 0;
	} else if (strcmp(name, "data") == 0 && x->reading == DATA_TEXT) {
		take_value(x, x->data, text_read(x));
	} else if (strcmp(name, "default") == 0 && x->reading == USUAL_TEXT &&
		   x->data != ODD_NO_NAME) {
		odd__text text = text_read(x);
		char *copy = strndup(text.at, text.length);
		if (copy == NULL)
			stop(x, odd_error_nomem(x->err));
		free(x->key[x->data].usual);
		x->key[x->data].usual = copy;
	} else if (strcmp(name, "NodeLabel") == 0 && x->reading == LABEL_TEXT) {
		x->labelled = true;
		stop(x, odd__graph_cell(
				&x->g, x->node, (odd__text){"label", 5}, text_read(x), x->err));
	} else {
		return;
	}
	x->reading = NO_TEXT;
}

static void XMLCALL on_entity(void *payload, const XML_Char *name, int parameter,
	const XML_Char *value, int length, const XML_Char *base, const XML_Char *system,
	const XML_Char *public, const XML_Char *notation)
{
	(void)name, (void)parameter, (void)value, (void)length, (void)base, (void)system,
		(void)public, (void)notation;
	wrong(payload, "the file declares an entity, which is not allowed");
}

/* Nodes that do not say what a key is have what the key says by default. */
static odd_status add_usual(struct xml *x, odd_error *err)
{
	size_t nodes = x->g.r.b.ids.count;
	odd_status status = ODD_OK;
	uint8_t *given = malloc(nodes + 1);
	if (given == NULL)
		return odd_error_nomem(err);
	for (size_t k = 0; k < x->keys.count && status == ODD_OK; k++) {
		const struct key *key = &x->key[k];
		uint32_t j;
		if (key->usual == NULL || (key->of & NODE) == 0)
			continue;
		status = odd__frame_name(&x->g.frame, key->name, strlen(key->name), &j, err);
		memset(given, 0, nodes);
		const odd__frame_column *c = &x->g.frame.column[j];
		for (size_t i = 0; status == ODD_OK && i < c->count; i++)
			given[c->node[i]] = 1;
		for (uint32_t i = 0; i < nodes && status == ODD_OK; i++)
			if (!given[i])
				status = odd__frame_cell(
					&x->g.frame, i, j, text_of(key->usual), err);
	}
	free(given);
	return status;
}

static odd_status parse(struct xml *x, odd_error *err)
{
	odd__scan *scan = &x->g.r.scan;
	const char *at = scan->begin;
	while (x->status == ODD_OK) {
		size_t left = (size_t)(scan->end - at), n = left < PIECE ? left : PIECE;
		odd_status status = odd__graph_poll(&x->g, at, err);
		if (status != ODD_OK)
			return status;
		if (XML_Parse(x->parser, at, (int)n, n == left) != XML_STATUS_OK) {
			enum XML_Error code = XML_GetErrorCode(x->parser);
			if (x->status != ODD_OK)
				return x->status;
			if (code == XML_ERROR_NO_MEMORY)
				return odd_error_nomem(err);
			return odd_error_at(err, ODD_EINPUT, scan->path,
				(long)XML_GetCurrentLineNumber(x->parser),
				(long)XML_GetCurrentColumnNumber(x->parser) + 1,
				"not well-formed XML: %s", XML_ErrorString(code));
		}
		at += n;
		if (n == left)
			break;
	}
	return x->status;
}

odd_status odd__read_xml(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct xml x = {.data = ODD_NO_NAME, .err = err};
	*out = NULL;
	odd_status status = odd__graph_begin(&x.g, source, path, err);
	if (status != ODD_OK)
		return status;
	/* What was UTF-16 is UTF-8 by now, whatever it still says of itself. */
	x.parser = XML_ParserCreate(x.g.r.scan.was_utf16 ? "UTF-8" : NULL);
	if (x.parser == NULL) {
		status = odd_error_nomem(err);
	} else {
		XML_SetUserData(x.parser, &x);
		XML_SetElementHandler(x.parser, on_begin, on_end);
		XML_SetCharacterDataHandler(x.parser, on_text);
		XML_SetEntityDeclHandler(x.parser, on_entity);
		status = parse(&x, err);
		XML_ParserFree(x.parser);
	}
	if (status == ODD_OK)
		status = add_usual(&x, err);
	if (status == ODD_OK)
		status = odd__graph_finish(out, &x.g, x.gexf ? "GEXF" : "GraphML", err);
	odd__graph_clear(&x.g);
	for (size_t k = 0; k < x.keys.count; k++) {
		free(x.key[k].name);
		free(x.key[k].usual);
	}
	free(x.key);
	odd_names_clear(&x.keys);
	free(x.from);
	free(x.to);
	free(x.text);
	return status;
}
