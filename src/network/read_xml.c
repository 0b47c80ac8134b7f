/* GraphML and GEXF, by expat: piece by piece, nothing of the document is kept but what the table of
 * columns and the links keep.
 *
 * GraphML: <key> says what <data> of nodes and edges mean; yEd hides the name of a node in
 * <y:NodeLabel>, Gephi its look in keys r, g, b, x, y, size (see column_types.c). GEXF: <attribute>
 * and <attvalue> do the same, the name is the label of the <node>. Entities that a file declares
 * itself are refused: no program that writes networks does that, and a few of them fill any memory.
 */
#include "config.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static odd__text whole(const char *string)
{
	return (odd__text){string, string != NULL ? strlen(string) : 0};
}

static const char *place(const struct xml *x)
{
	XML_Index at = XML_GetCurrentByteIndex(x->parser);
	size_t size = (size_t)(x->g.r.scan.end - x->g.r.scan.begin);
	return x->g.r.scan.begin + (at < 0 ? 0 : (size_t)at > size ? size : (size_t)at);
}

/* Replace *to by a copy of a text. */
static void keep(struct xml *x, char **to, odd__text text)
{
	free(*to);
	*to = text.at != NULL ? strndup(text.at, text.length) : NULL;
	if (text.at != NULL && *to == NULL)
		odd__try(&x->g.r, odd_error_nomem(x->g.r.err));
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* GEXF counts keys of nodes and of edges apart. */
static odd__text own_id(char own[160], const struct xml *x, const char *id, int of)
{
	snprintf(own, 160, "%s%.150s", x->gexf && of == EDGE ? "edge " : "", id);
	return whole(own);
}

static void add_key(struct xml *x, const char *id, const char *name, int of)
{
	odd__reading *r = &x->g.r;
	char own[160];
	size_t before = x->key_capacity;
	uint32_t k = 0;
	if (id == NULL) {
		odd__fail(r, place(x), "the key has no id");
		return;
	}
	odd__text text = own_id(own, x, id, of);
	if (!odd__reading_room(r, &x->key_capacity, x->keys.count + 1, {&x->key, sizeof *x->key}))
		return;
	if (x->key_capacity > before)
		memset(x->key + before, 0, (x->key_capacity - before) * sizeof *x->key);
	odd__try(r, odd_names_add(&x->keys, text.at, text.length, &k, NULL, r->err));
	if (r->status != ODD_OK)
		return;
	x->data = k;
	x->key[k].of = of;
	keep(x, &x->key[k].name, whole(name != NULL ? name : id));
}

static uint32_t find_key(struct xml *x, const char *id)
{
	char own[160];
	if (id == NULL)
		return ODD_NO_NAME;
	odd__text text = own_id(own, x, id, x->in);
	return odd_names_find(&x->keys, text.at, text.length);
}

/* ---- values ---------------------------------------------------------------------------------- */

static void take_value(struct xml *x, uint32_t k, odd__text value)
{
	if (k == ODD_NO_NAME)
		return;
	if (x->in == NODE)
		odd__graph_cell(&x->g, x->node, whole(x->key[k].name), value);
	else if (x->in == EDGE && odd__reading_weighs(&x->g.r, whole(x->key[k].name)) &&
		 odd__text_trim(value).length > 0)
		x->weight = odd__reading_weight(&x->g.r, value, place(x));
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
	if (x->reading == NO_TEXT ||
		!odd__reading_room(&x->g.r, &x->text_room, x->text_length + n, {&x->text, 1}))
		return;
	memcpy(x->text + x->text_length, text, n);
	x->text_length += n;
}

/* Blanks around and line ends are how the file is set. */
static odd__text text_read(const struct xml *x)
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
	x->node = odd__graph_node(&x->g, whole(id), place(x));
	if (x->gexf && label != NULL)
		odd__graph_cell(&x->g, x->node, whole("label"), whole(label));
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
	keep(x, &x->from, whole(attribute(list, "source")));
	keep(x, &x->to, whole(attribute(list, "target")));
	if (x->from == NULL || x->to == NULL)
		odd__fail(&x->g.r, place(x), "the edge has no %s",
			x->from == NULL ? "source" : "target");
	else if (weight != NULL)
		x->weight = odd__reading_weight(&x->g.r, whole(weight), place(x));
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
	if (x->g.r.status != ODD_OK)
		XML_StopParser(x->parser, XML_FALSE);
	else if (strcmp(name, "gexf") == 0)
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
			whole(attribute(list, "value")));
	} else if (strcmp(name, "NodeLabel") == 0 && x->in == NODE && !x->labelled)
		begin_text(x, LABEL_TEXT, ODD_NO_NAME);
	else if (x->reading == DATA_TEXT)
		x->reading = NO_TEXT; /* elements inside are a drawing */
}

static void XMLCALL on_end(void *payload, const char *name)
{
	struct xml *x = payload;
	name = local(name);
	if (x->g.r.status != ODD_OK)
		return;
	if (strcmp(name, "node") == 0 || strcmp(name, "edge") == 0) {
		if (x->in == EDGE)
			odd__graph_link(&x->g, whole(x->from), whole(x->to), x->weight, x->way);
		x->in = 0;
	} else if (strcmp(name, "data") == 0 && x->reading == DATA_TEXT) {
		take_value(x, x->data, text_read(x));
	} else if (strcmp(name, "default") == 0 && x->reading == USUAL_TEXT &&
		   x->data != ODD_NO_NAME) {
		keep(x, &x->key[x->data].usual, text_read(x));
	} else if (strcmp(name, "NodeLabel") == 0 && x->reading == LABEL_TEXT) {
		x->labelled = true;
		odd__graph_cell(&x->g, x->node, whole("label"), text_read(x));
	} else {
		return;
	}
	x->reading = NO_TEXT;
}

static void XMLCALL on_entity(void *payload, const XML_Char *name, int parameter,
	const XML_Char *value, int length, const XML_Char *base, const XML_Char *system,
	const XML_Char *public, const XML_Char *notation)
{
	struct xml *x = payload;
	(void)name, (void)parameter, (void)value, (void)length, (void)base, (void)system,
		(void)public, (void)notation;
	odd__fail(&x->g.r, place(x), "the file declares an entity, which is not allowed");
	XML_StopParser(x->parser, XML_FALSE);
}

static void parse(struct xml *x)
{
	odd__reading *r = &x->g.r;
	const char *at = r->scan.begin;
	for (size_t left = 1; left > 0 && odd__reading_tell(r, at);) {
		left = (size_t)(r->scan.end - at);
		size_t n = left < PIECE ? left : PIECE;
		bool fine = XML_Parse(x->parser, at, (int)n, n == left) == XML_STATUS_OK;
		enum XML_Error code = XML_GetErrorCode(x->parser);
		if (!fine && code == XML_ERROR_NO_MEMORY)
			odd__try(r, odd_error_nomem(r->err));
		else if (!fine)
			odd__try(r, odd_error_at(r->err, ODD_EINPUT, r->scan.path,
					    (long)XML_GetCurrentLineNumber(x->parser),
					    (long)XML_GetCurrentColumnNumber(x->parser) + 1,
					    "not well-formed XML: %s", XML_ErrorString(code)));
		at += n;
		left -= n;
	}
}

odd_status odd__read_xml(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct xml x = {.data = ODD_NO_NAME};
	bool open = odd__graph_begin(&x.g, source, path, err);
	/* What was UTF-16 is UTF-8 by now, whatever it still says of itself. */
	x.parser = XML_ParserCreate(x.g.r.scan.was_utf16 ? "UTF-8" : NULL);
	if (x.parser == NULL) {
		odd__try(&x.g.r, odd_error_nomem(err));
	} else if (open) {
		XML_SetUserData(x.parser, &x);
		XML_SetElementHandler(x.parser, on_begin, on_end);
		XML_SetCharacterDataHandler(x.parser, on_text);
		XML_SetEntityDeclHandler(x.parser, on_entity);
		parse(&x);
	}
	XML_ParserFree(x.parser);
	/* Nodes that do not say what a key is have what the key says by default. */
	for (size_t k = 0; k < x.keys.count && x.g.r.status == ODD_OK; k++) {
		odd__text name = whole(x.key[k].name);
		if (x.key[k].usual != NULL && (x.key[k].of & NODE) != 0)
			odd__table_default(&x.g.table,
				odd__table_column(&x.g.table, name.at, name.length),
				whole(x.key[k].usual));
	}
	odd_status status = odd__graph_finish(out, &x.g, x.gexf ? "GEXF" : "GraphML");
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
