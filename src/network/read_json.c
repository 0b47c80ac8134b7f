/* Networks as JSON, by what they hold:
 *
 *   {"directed": false, "nodes": [{"id": 1, …}], "links": [{"source": 1, "target": 2, …}]}
 *
 * is what networkx (node_link_data) and d3 write; "edges" may stand for "links", "from" and "to"
 * for the ends, and nodes without an id are numbered from 0. Cytoscape (.cyjs) has the same within
 * "elements" and, of each, within "data"; graphology within "attributes"; JSON Graph Format within
 * "graph", with nodes by their names. networkx (adjacency_data) lists neighbours in "adjacency".
 * A list of links alone (d3's flare-dependencies) makes the nodes it names. Neo4j
 * (apoc.export.json) has an object in each line, a node or a relationship. Values that are lists
 * become lists of words; objects inside nodes are how they are drawn, and are passed over. */
#include "config.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "network/graph.h"

/* Bytes of a value in jansson's tree, with its place in an object or a list. */
enum { VALUE_COST = 96 };

struct json {
	odd__graph g;
	const char *at, *end; /* of the text that jansson has not seen yet */
	bool in_text, escaped;
	char *buffer; /* of a value as text */
	size_t used, room;
	size_t made; /* links so far */
};

/* ---- text to jansson's tree ------------------------------------------------------------------ */

/* How long a number is that Python writes and JSON does not know: NaN, Infinity, -Infinity. */
static size_t no_number(const char *at, const char *end)
{
	static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
	for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
		size_t n = strlen(words[k]);
		if ((size_t)(end - at) >= n && memcmp(at, words[k], n) == 0)
			return n;
	}
	return 0;
}

/* Hand jansson the text, but for such numbers outside of texts: they are missing values, null. */
static size_t feed(void *buffer, size_t size, void *data)
{
	static const char null[] = "null";
	struct json *j = data;
	const char *end = j->end;
	char *out = buffer;
	size_t used = 0;
	if (!odd__reading_tell(&j->g.r, j->at))
		return (size_t)-1;
	while (j->at < end && used + strlen(null) <= size) {
		char c = *j->at;
		size_t n = !j->in_text && (c == 'N' || c == 'I' || c == '-') ? no_number(j->at, end)
									     : 0;
		if (n > 0) {
			memcpy(out + used, null, strlen(null));
			used += strlen(null);
			j->at += n;
			continue;
		}
		if (c == '"' && !j->escaped)
			j->in_text = !j->in_text;
		j->escaped = j->in_text && c == '\\' && !j->escaped;
		out[used++] = c;
		j->at++;
	}
	return used;
}

/* NULL after an error; with `lines`, also when more follows the value. */
static json_t *parse(struct json *j, const char *begin, const char *end, long line, bool *lines)
{
	odd__reading *r = &j->g.r;
	json_error_t wrong;
	j->at = begin;
	j->end = end;
	j->in_text = j->escaped = false;
	json_t *root = r->status == ODD_OK ? json_load_callback(feed, j, 0, &wrong) : NULL;
	if (root != NULL || r->status != ODD_OK)
		return root;
	if (lines != NULL && json_error_code(&wrong) == json_error_end_of_input_expected)
		*lines = true;
	else if (json_error_code(&wrong) == json_error_out_of_memory)
		r->status = odd_error_nomem(r->err);
	else
		r->status = odd_error_at(r->err, ODD_EINPUT, r->scan.path,
			line > 0 ? line : wrong.line, line > 0, "no JSON: %.120s", wrong.text);
	return NULL;
}

/* Every value but the first stands behind one of these. Those in texts count too: a bound. */
static void check_size(odd__reading *r)
{
	const odd__scan *scan = &r->scan;
	const odd__limits *limits = &r->source->limits;
	size_t values = 1, most = odd__limits_most(limits) + (size_t)(scan->end - scan->begin);
	for (const char *p = scan->begin; p < scan->end; p++)
		values += *p == ',' || *p == ':' || *p == '[' || *p == '{';
	if (values >= most / VALUE_COST)
		odd__try(r, odd__limits_error(limits, scan->path, "its values need", r->err));
}

/* ---- values as text -------------------------------------------------------------------------- */

static void append(struct json *j, const char *text, size_t length)
{
	if (!odd__reading_room(&j->g.r, &j->room, j->used + length + 1, {&j->buffer, 1}))
		return;
	memcpy(j->buffer + j->used, text, length);
	j->used += length;
	j->buffer[j->used] = '\0';
}

static void append_scalar(struct json *j, const json_t *value)
{
	char number[ODD__NUMBER_ROOM + 24];
	if (json_is_string(value)) {
		append(j, json_string_value(value), json_string_length(value));
		return;
	}
	if (json_is_boolean(value))
		strcpy(number, json_is_true(value) ? "true" : "false");
	else if (json_is_integer(value))
		snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
	else
		odd__number_format(number, json_real_value(value));
	append(j, number, strlen(number));
}

static bool is_scalar(const json_t *value)
{
	return json_is_string(value) || json_is_boolean(value) || json_is_number(value);
}

/* A value in the buffer, items of a list with semicolons between them; at is NULL: it has no
 * text. */
static odd__text text_of(struct json *j, const json_t *value)
{
	bool there = is_scalar(value);
	size_t i;
	json_t *item;
	j->used = 0;
	if (there)
		append_scalar(j, value);
	json_array_foreach((json_t *)(uintptr_t)value, i, item)
	{
		if (!is_scalar(item))
			continue;
		if (there)
			append(j, ";", 1);
		append_scalar(j, item);
		there = true;
	}
	return there && j->g.r.status == ODD_OK ? (odd__text){j->buffer, j->used}
						: (odd__text){NULL, 0};
}

/* A copy of a scalar as text, which the caller frees; NULL: it is none. */
static char *copy_of(struct json *j, const json_t *value)
{
	odd__text text = is_scalar(value) ? text_of(j, value) : (odd__text){NULL, 0};
	char *copy = text.at != NULL ? strndup(text.at, text.length) : NULL;
	if (text.at != NULL && copy == NULL)
		j->g.r.status = odd_error_nomem(j->g.r.err);
	return copy;
}

static odd__text whole(const char *string)
{
	return (odd__text){string, strlen(string)};
}

/* The first of two names that is there. */
static json_t *either(const json_t *object, const char *one, const char *other)
{
	json_t *value = json_object_get(object, one);
	return value != NULL ? value : json_object_get(object, other);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void add_cells(struct json *j, uint32_t node, json_t *object)
{
	const char *key;
	json_t *value;
	json_object_foreach(object, key, value)
	{
		odd__text text = strcmp(key, "id") != 0 ? text_of(j, value) : (odd__text){NULL, 0};
		if (text.at != NULL)
			odd__graph_cell(&j->g, node, whole(key), text);
	}
}

/* name: of a node that is listed by it; NULL: it has an id, or the number i. */
static void add_node(struct json *j, json_t *object, const char *name, size_t i)
{
	odd__reading *r = &j->g.r;
	json_t *inner = either(object, "data", "attributes");
	json_t *id = json_object_get(object, "id");
	char number[24], shown[ODD__SHOWN];
	if (id == NULL)
		id = either(json_is_object(inner) ? inner : object, "id", "key");
	if (id == NULL)
		id = json_object_get(object, "key");
	snprintf(number, sizeof number, "%zu", i);
	odd__text text = whole(name != NULL ? name : number);
	if (name == NULL && id != NULL)
		text = text_of(j, id);
	if (text.length == 0 || json_is_array(id))
		odd__fail(r, NULL, "the id of node %zu is neither a text nor a number", i + 1);
	else if (odd_names_find(&r->b.ids, text.at, text.length) != ODD_NO_NAME)
		odd__fail(r, NULL, "there are two nodes \"%s\"", odd__text_show(shown, text));
	uint32_t node = odd__graph_node(&j->g, text, r->scan.begin);
	add_cells(j, node, object);
	add_cells(j, node, inner);
	add_cells(j, node, json_object_get(object, "metadata"));
}

/* ---- links ----------------------------------------------------------------------------------- */

/* The weight of a link, if this part of it tells one. */
static bool get_weight(struct json *j, const json_t *object, double *weight)
{
	odd__reading *r = &j->g.r;
	const char *key;
	json_t *value, *found = NULL;
	json_object_foreach((json_t *)(uintptr_t)object, key, value)
	{
		if (odd__reading_weighs(r, whole(key)) ||
			(found == NULL && strcmp(key, "value") == 0))
			found = value;
	}
	if (found == NULL || json_is_null(found))
		return false;
	if (json_is_string(found))
		*weight = odd__reading_weight(r, whole(json_string_value(found)), r->scan.begin);
	else if (!json_is_number(found))
		odd__fail(r, NULL, "the weight of link %zu is no number", j->made + 1);
	else if ((*weight = json_number_value(found)) < 0.0)
		odd__fail(r, NULL, "link %zu has a negative weight, %g", j->made + 1, *weight);
	return true;
}

/* Is it a link: does it, or its data, name two ends? */
static json_t *ends_of(json_t *object)
{
	json_t *inner = either(object, "data", "attributes");
	return either(object, "source", "from") != NULL  ? object
	       : either(inner, "source", "from") != NULL ? inner
							 : NULL;
}

static void add_link(struct json *j, json_t *object)
{
	odd__reading *r = &j->g.r;
	json_t *inner = either(object, "data", "attributes"), *of = ends_of(object);
	json_t *says = either(object, "directed", "undirected");
	char *from = copy_of(j, either(of, "source", "from"));
	char *to = copy_of(j, either(of, "target", "to"));
	double weight = 1.0;
	if (from == NULL || to == NULL)
		odd__fail(r, NULL, "link %zu has no %s", j->made + 1,
			from == NULL ? "source" : "target");
	if (!get_weight(j, object, &weight) && !get_weight(j, inner, &weight))
		get_weight(j, json_object_get(object, "metadata"), &weight);
	bool one_way = json_is_true(says) == (json_object_get(object, "directed") != NULL);
	odd__way way = !json_is_boolean(says) ? ODD__AS_FILE
		       : one_way              ? ODD__ONE_WAY
					      : ODD__BOTH_WAYS;
	if (r->status == ODD_OK)
		odd__graph_link(&j->g, whole(from), whole(to), weight, way);
	j->made++;
	free(from);
	free(to);
}

/* Whom node i is linked with. An undirected link is listed at both ends. */
static void add_neighbours(struct json *j, size_t i, json_t *list)
{
	odd__reading *r = &j->g.r;
	size_t k;
	json_t *item;
	json_array_foreach(list, k, item)
	{
		double weight = 1.0;
		const json_t *id = json_object_get(item, "id");
		if (i >= r->b.ids.count || !is_scalar(id))
			odd__fail(r, NULL, "list %zu of \"adjacency\" does not name a node", i + 1);
		if (r->status != ODD_OK)
			return;
		const char *from = odd_names_get(&r->b.ids, i);
		get_weight(j, item, &weight);
		j->made++;
		odd__text text = text_of(j, id);
		bool again = !j->g.directed && text.at != NULL && strcmp(text.at, from) < 0 &&
			     odd_names_find(&r->b.ids, text.at, text.length) != ODD_NO_NAME;
		if (!again && text.at != NULL)
			odd__graph_link(&j->g, whole(from), text, weight, ODD__AS_FILE);
	}
}

/* ---- documents ------------------------------------------------------------------------------- */

/* Nodes and links in one list, as Cytoscape has them; where all are links, they make the nodes. */
static void add_mixed(struct json *j, json_t *list)
{
	size_t i, nodes = 0;
	json_t *item;
	json_array_foreach(list, i, item)
	{
		nodes += ends_of(item) == NULL;
		if (ends_of(item) != NULL)
			add_link(j, item);
		else
			add_node(j, item, NULL, i);
	}
	for (uint32_t e = 0; nodes == 0 && e < j->g.ends.count; e++)
		odd__graph_need(&j->g, whole(odd_names_get(&j->g.ends, e)), j->g.r.scan.begin);
}

static void add_all(struct json *j, json_t *nodes, json_t *links)
{
	odd__reading *r = &j->g.r;
	size_t i;
	json_t *item;
	const char *key;
	json_array_foreach(nodes, i, item)
	{
		char *name = copy_of(j, item);
		if (!json_is_object(item) && name == NULL)
			odd__fail(r, NULL, "node %zu is neither an object nor a name", i + 1);
		add_node(j, item, name, i);
		free(name);
	}
	i = 0;
	json_object_foreach(nodes, key, item) add_node(j, item, key, i++);
	json_array_foreach(links, i, item)
	{
		if (!json_is_object(item))
			odd__fail(r, NULL, "link %zu is no object", i + 1);
		add_link(j, item);
	}
}

/* Of d3 and early networkx: links name nodes by their place in the list, from 0, though these have
 * ids. So it is where no end is an id and all are such numbers. */
static void ends_by_place(struct json *j)
{
	odd__reading *r = &j->g.r;
	odd_names *ends = &j->g.ends, renamed = ODD_NAMES_INIT;
	const odd_names *ids = &r->b.ids;
	bool places = ends->count > 0;
	for (size_t i = 0; i < ends->count && places && odd__reading_step(r); i++) {
		const char *end = odd_names_get(ends, i);
		char again[24];
		size_t place = (size_t)strtoull(end, NULL, 10);
		snprintf(again, sizeof again, "%zu", place);
		places = odd_names_find(ids, end, strlen(end)) == ODD_NO_NAME &&
			 strcmp(again, end) == 0 && place < ids->count;
		odd__text id = places ? whole(odd_names_get(ids, place)) : (odd__text){"", 0};
		odd__try(r, odd_names_add(&renamed, id.at, id.length, NULL, NULL, r->err));
	}
	if (places && r->status == ODD_OK) {
		odd_names other = *ends;
		*ends = renamed;
		renamed = other;
	}
	odd_names_clear(&renamed);
}

static void read_root(struct json *j, json_t *root)
{
	json_t *elements = json_object_get(root, "elements");
	json_t *graph = json_object_get(root, "graph");
	json_t *in = json_is_object(elements)                                          ? elements
		     : json_object_get(root, "nodes") == NULL && json_is_object(graph) ? graph
										       : root;
	json_t *nodes = json_object_get(in, "nodes"), *links = either(in, "links", "edges");
	json_t *says = json_object_get(in == graph ? graph : root, "directed");
	json_t *options = json_object_get(root, "options"); /* of graphology */
	json_t *type = json_object_get(options, "type"), *lists, *list;
	size_t i;
	j->g.directed = json_is_true(says) ||
			(json_is_string(type) && strcmp(json_string_value(type), "directed") == 0);
	if (json_is_array(elements) || json_is_array(root)) {
		add_mixed(j, json_is_array(root) ? root : elements);
		return;
	}
	if (!json_is_array(nodes) && !json_is_object(nodes))
		odd__fail(&j->g.r, NULL,
			"there is no list \"nodes\" in it; networkx (node_link_data), d3 and "
			"Cytoscape write \"nodes\" and \"links\" or \"edges\"");
	add_all(j, nodes, links);
	lists = links == NULL ? json_object_get(in, "adjacency") : NULL;
	json_array_foreach(lists, i, list) add_neighbours(j, i, list);
	if (!json_is_array(lists))
		ends_by_place(j);
}

/* ---- an object in each line ------------------------------------------------------------------ */

static bool is_text(const json_t *value, const char *text)
{
	return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

/* Neo4j: {"type": "node", "id": "0", "labels": ["User"], "properties": {…}} */
static void add_node_line(struct json *j, json_t *object, size_t i)
{
	uint32_t node = (uint32_t)j->g.r.b.ids.count;
	json_t *more = json_object_get(object, "properties");
	json_t *labels = json_object_get(object, "labels");
	json_t *only = json_pack("{s:O?}", "id", json_object_get(object, "id"));
	add_node(j, only, NULL, i);
	json_decref(only);
	add_cells(j, node, more);
	if (labels == NULL || json_object_get(more, "label") != NULL)
		return;
	odd__text text = text_of(j, labels);
	if (text.at != NULL)
		odd__graph_cell(&j->g, node, whole("label"), text);
}

/* {"type": "relationship", "label": "KNOWS", "start": {"id": "0"}, "end": {"id": "1"}, …} */
static void add_link_line(struct json *j, json_t *object)
{
	json_t *link = json_pack("{s:O?,s:O?,s:O?}", "source",
		json_object_get(json_object_get(object, "start"), "id"), "target",
		json_object_get(json_object_get(object, "end"), "id"), "data",
		json_object_get(object, "properties"));
	add_link(j, link);
	json_decref(link);
}

static void read_lines(struct json *j)
{
	odd__reading *r = &j->g.r;
	size_t nodes = 0;
	j->g.directed = true;
	odd__scan_rewind(&r->scan);
	while (odd__reading_line(r, '\0')) {
		const odd__scan *scan = &r->scan;
		json_t *object = parse(j, scan->line, scan->line_end, scan->number, NULL);
		const json_t *type = json_object_get(object, "type");
		if (is_text(type, "node"))
			add_node_line(j, object, nodes++);
		else if (is_text(type, "relationship"))
			add_link_line(j, object);
		else
			odd__fail(r, scan->line,
				"no JSON: an object in each line is what Neo4j writes, with \"type\": "
				"\"node\" or \"relationship\", and this has neither");
		json_decref(object);
	}
}

odd_status odd__read_json(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct json j = {.buffer = NULL};
	odd__reading *r = &j.g.r;
	bool lines = false;
	odd__graph_begin(&j.g, source, path, err);
	check_size(r);
	json_t *root = parse(&j, r->scan.begin, r->scan.end, 0, &lines);
	if (lines)
		read_lines(&j);
	else if (root != NULL)
		read_root(&j, root);
	json_decref(root);
	odd_status status = odd__graph_finish(out, &j.g, "JSON");
	free(j.buffer);
	return status;
}
