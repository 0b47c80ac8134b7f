/* Networks as JSON, by what they hold:
 *
 *   {"directed": false, "nodes": [{"id": 1, …}], "links": [{"source": 1, "target": 2, …}]}
 *
 * is what networkx (node_link_data) and d3 write; "edges" may stand for "links", "from" and "to"
 * for the ends, and nodes without an id are numbered from 0. Cytoscape (.cyjs) has the same within
 * "elements" and, of each, within "data"; graphology within "attributes"; JSON Graph Format within
 * "graph", with nodes by their names. networkx (adjacency_data) lists neighbours in "adjacency".
 * Neo4j (apoc.export.json) has an object in each line, a node or a relationship. Values that are
 * lists become lists of words; objects inside nodes are how they are drawn, and are passed over. */
#include "config.h"

#include "network/readers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/json_reader.h"

/* The first of two names that is there. */
static json_t *either(const json_t *object, const char *one, const char *other)
{
	json_t *value = json_object_get(object, one);
	return value != NULL ? value : json_object_get(object, other);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static odd_status add_cells(odd__json_reader *r, uint32_t node, json_t *object, odd_error *err)
{
	const char *key;
	json_t *value;
	odd_status status = ODD_OK;
	json_object_foreach(object, key, value)
	{
		odd__text text;
		bool there;
		if (strcmp(key, "id") == 0)
			continue;
		status = odd__json_text_of(r, value, &text, &there, err);
		if (status == ODD_OK && there)
			status = odd__graph_cell(
				&r->g, node, (odd__text){key, strlen(key)}, text, err);
		if (status != ODD_OK)
			break;
	}
	return status;
}

/* name: of a node that is listed by it; NULL: it has an id, or the number i. */
static odd_status add_node(
	odd__json_reader *r, json_t *object, const char *name, size_t i, odd_error *err)
{
	json_t *inner = either(object, "data", "attributes");
	json_t *id = json_object_get(object, "id");
	char number[24], shown[ODD__SHOWN];
	uint32_t node;
	bool there = true;
	odd_status status = ODD_OK;
	if (id == NULL)
		id = either(json_is_object(inner) ? inner : object, "id", "key");
	if (id == NULL)
		id = json_object_get(object, "key");
	snprintf(number, sizeof number, "%zu", i);
	odd__text text = {name != NULL ? name : number, strlen(name != NULL ? name : number)};
	if (name == NULL && id != NULL &&
		(status = odd__json_text_of(r, id, &text, &there, err)) != ODD_OK)
		return status;
	const char *path = r->g.r.scan.path;
	if (!there || json_is_array(id) || text.length == 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"the id of node %zu is neither a text nor a number", i + 1);
	if (odd_names_find(&r->g.r.b.ids, text.at, text.length) != ODD_NO_NAME)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "there are two nodes \"%s\"",
			odd__text_show(shown, text));
	status = odd__graph_node(&r->g, text, r->g.r.scan.begin, &node, err);
	if (status == ODD_OK)
		status = add_cells(r, node, object, err);
	if (status == ODD_OK && json_is_object(inner))
		status = add_cells(r, node, inner, err);
	json_t *more = json_object_get(object, "metadata");
	if (status == ODD_OK && json_is_object(more))
		status = add_cells(r, node, more, err);
	return status;
}

/* ---- links ----------------------------------------------------------------------------------- */

static odd_status weight_of(odd__json_reader *r, const json_t *object, double *weight, bool *there,
	size_t i, odd_error *err)
{
	const char *key, *path = r->g.r.scan.path;
	json_t *value, *found = NULL;
	json_object_foreach((json_t *)(uintptr_t)object, key,
		value) if (odd__graph_weighs(&r->g, (odd__text){key, strlen(key)}) ||
			   (found == NULL && strcmp(key, "value") == 0)) found = value;
	*there = found != NULL && !json_is_null(found);
	if (!*there)
		return ODD_OK;
	if (json_is_string(found))
		return odd__graph_weight(&r->g,
			(odd__text){json_string_value(found), json_string_length(found)},
			r->g.r.scan.begin, weight, err);
	if (!json_is_number(found))
		return odd_error_at(
			err, ODD_EINPUT, path, 0, 0, "the weight of link %zu is no number", i + 1);
	*weight = json_number_value(found);
	return *weight >= 0.0 ? ODD_OK
			      : odd_error_at(err, ODD_EINPUT, path, 0, 0,
					"link %zu has a negative weight, %g", i + 1, *weight);
}

static odd_status add_link(odd__json_reader *r, json_t *object, size_t i, odd_error *err)
{
	json_t *inner = either(object, "data", "attributes");
	json_t *of = either(object, "source", "from") != NULL ? object : inner;
	json_t *end[2] = {either(of, "source", "from"), either(of, "target", "to")};
	json_t *says = either(object, "directed", "undirected");
	char *name[2] = {NULL, NULL};
	double weight = 1.0;
	bool there = false;
	odd_status status = ODD_OK;
	for (int k = 0; k < 2 && status == ODD_OK; k++) {
		odd__text text;
		if (end[k] == NULL || !odd__json_is_scalar(end[k])) {
			status = odd_error_at(err, ODD_EINPUT, r->g.r.scan.path, 0, 0,
				"link %zu has no %s", i + 1, k == 0 ? "source" : "target");
			break;
		}
		status = odd__json_text_of(r, end[k], &text, &there, err);
		if (status == ODD_OK && (name[k] = strndup(text.at, text.length)) == NULL)
			status = odd_error_nomem(err);
		if (status != ODD_OK)
			break;
	}
	if (status == ODD_OK)
		status = weight_of(r, object, &weight, &there, i, err);
	if (status == ODD_OK && !there && json_is_object(inner))
		status = weight_of(r, inner, &weight, &there, i, err);
	bool one_way = json_is_true(says) == (json_object_get(object, "directed") != NULL);
	odd__way way = !json_is_boolean(says) ? ODD__AS_FILE
		       : one_way              ? ODD__ONE_WAY
					      : ODD__BOTH_WAYS;
	if (status == ODD_OK)
		status = odd__graph_link(&r->g, (odd__text){name[0], strlen(name[0])},
			(odd__text){name[1], strlen(name[1])}, weight, way, err);
	free(name[0]);
	free(name[1]);
	return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* One list of it: whom node i is linked with. */
static odd_status add_neighbours(
	odd__json_reader *r, size_t i, json_t *list, size_t *links, odd_error *err)
{
	size_t j;
	json_t *item;
	odd_status status = ODD_OK;
	json_array_foreach(list, j, item)
	{
		double weight = 1.0;
		bool there;
		odd__text text = {"", 0};
		json_t *id = json_object_get(item, "id");
		if (i >= r->g.r.b.ids.count || id == NULL || !odd__json_is_scalar(id))
			return odd_error_at(err, ODD_EINPUT, r->g.r.scan.path, 0, 0,
				"list %zu of \"adjacency\" does not name a node", i + 1);
		const char *from = odd_names_get(&r->g.r.b.ids, i);
		status = weight_of(r, item, &weight, &there, (*links)++, err);
		if (status == ODD_OK)
			status = odd__json_text_of(r, id, &text, &there, err);
		bool again = !r->g.directed && status == ODD_OK && strcmp(text.at, from) < 0 &&
			     odd_names_find(&r->g.r.b.ids, text.at, text.length) != ODD_NO_NAME;
		if (status == ODD_OK && !again)
			status = odd__graph_link(&r->g, (odd__text){from, strlen(from)}, text,
				weight, ODD__AS_FILE, err);
		if (status != ODD_OK)
			break;
	}
	return status;
}

/* networkx (adjacency_data): for each node, in their order, a list of those it is linked with; an
 * undirected link is listed at both ends. */
static odd_status add_adjacency(odd__json_reader *r, json_t *lists, odd_error *err)
{
	size_t i, links = 0;
	json_t *list;
	odd_status status = ODD_OK;
	json_array_foreach(lists, i, list)
	{
		status = add_neighbours(r, i, list, &links, err);
		if (status != ODD_OK)
			break;
	}
	return status;
}

/* Cytoscape may list nodes and links together; a link has ends. */
static odd_status add_mixed(odd__json_reader *r, json_t *list, odd_error *err)
{
	size_t i;
	json_t *item;
	odd_status status = ODD_OK;
	json_array_foreach(list, i, item)
	{
		json_t *data = json_object_get(item, "data");
		if (status == ODD_OK)
			status = json_object_get(data, "source") != NULL
					 ? add_link(r, item, i, err)
					 : add_node(r, item, NULL, i, err);
	}
	return status;
}

static odd_status add_all(odd__json_reader *r, json_t *nodes, json_t *links, odd_error *err)
{
	size_t i;
	json_t *item;
	const char *name;
	odd_status status = ODD_OK;
	json_array_foreach(nodes, i, item)
	{
		if (!json_is_object(item) && !odd__json_is_scalar(item))
			status = odd_error_at(err, ODD_EINPUT, r->g.r.scan.path, 0, 0,
				"node %zu is neither an object nor a name", i + 1);
		odd__text text = {NULL, 0};
		bool there = false;
		if (status == ODD_OK && odd__json_is_scalar(item))
			status = odd__json_text_of(r, item, &text, &there, err);
		char *copy = there && status == ODD_OK ? strdup(text.at) : NULL;
		if (status == ODD_OK && there && copy == NULL)
			status = odd_error_nomem(err);
		if (status == ODD_OK)
			status = add_node(r, item, copy, i, err);
		free(copy);
		if (status != ODD_OK)
			return status;
	}
	i = 0;
	json_object_foreach(nodes, name, item) if (status == ODD_OK) status =
		add_node(r, item, name, i++, err);
	json_array_foreach(links, i, item)
	{
		if (status == ODD_OK && !json_is_object(item))
			status = odd_error_at(err, ODD_EINPUT, r->g.r.scan.path, 0, 0,
				"link %zu is no object", i + 1);
		if (status == ODD_OK)
			status = add_link(r, item, i, err);
	}
	return status;
}

/* Of d3 and early networkx: links name nodes by their place in the list, from 0, though these have
 * ids. So it is where no end is an id and all are such numbers. */
static odd_status ends_by_place(odd__json_reader *r, odd_error *err)
{
	odd_names *ends = &r->g.ends, renamed = ODD_NAMES_INIT;
	const odd_names *ids = &r->g.r.b.ids;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < ends->count && status == ODD_OK; i++) {
		const char *end = odd_names_get(ends, i);
		char again[24];
		size_t place = (size_t)strtoull(end, NULL, 10);
		snprintf(again, sizeof again, "%zu", place);
		if (odd_names_find(ids, end, strlen(end)) != ODD_NO_NAME ||
			strcmp(again, end) != 0 || place >= ids->count)
			goto out;
		const char *id = odd_names_get(ids, place);
		if (i % 4096 == 0)
			status = odd__graph_poll(&r->g, r->at, err);
		if (status == ODD_OK)
			status = odd_names_add(&renamed, id, strlen(id), NULL, NULL, err);
	}
	if (status == ODD_OK && ends->count > 0) {
		odd_names other = *ends;
		*ends = renamed;
		renamed = other;
	}
out:
	odd_names_clear(&renamed);
	return status;
}

static odd_status read_root(odd__json_reader *r, json_t *root, odd_error *err)
{
	json_t *elements = json_object_get(root, "elements");
	json_t *graph = json_object_get(root, "graph");
	json_t *in = json_is_object(elements)                                          ? elements
		     : json_object_get(root, "nodes") == NULL && json_is_object(graph) ? graph
										       : root;
	json_t *nodes = json_object_get(in, "nodes"), *links = either(in, "links", "edges");
	json_t *says = json_object_get(in == graph ? graph : root, "directed");
	json_t *options = json_object_get(root, "options"); /* of graphology */
	json_t *type = json_object_get(options, "type");
	r->g.directed = json_is_true(says) ||
			(json_is_string(type) && strcmp(json_string_value(type), "directed") == 0);
	if (json_is_array(elements) || json_is_array(root))
		return add_mixed(r, json_is_array(root) ? root : elements, err);
	if (!json_is_array(nodes) && !json_is_object(nodes))
		return odd_error_at(err, ODD_EINPUT, r->g.r.scan.path, 0, 0,
			"there is no list \"nodes\" in it; networkx (node_link_data), d3 and "
			"Cytoscape write \"nodes\" and \"links\" or \"edges\"");
	odd_status status = add_all(r, nodes, links, err);
	json_t *lists = json_object_get(in, "adjacency");
	if (status == ODD_OK && links == NULL && json_is_array(lists))
		return add_adjacency(r, lists, err);
	return status == ODD_OK ? ends_by_place(r, err) : status;
}

/* ---- an object in each line ------------------------------------------------------------------ */

static bool is_text(const json_t *value, const char *text)
{
	return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

/* Neo4j: {"type": "node", "id": "0", "labels": ["User"], "properties": {…}} */
static odd_status add_node_line(odd__json_reader *r, json_t *object, size_t i, odd_error *err)
{
	odd__text text;
	bool there;
	uint32_t node = (uint32_t)r->g.r.b.ids.count;
	json_t *more = json_object_get(object, "properties");
	json_t *labels = json_object_get(object, "labels");
	json_t *only = json_pack("{s:O?}", "id", json_object_get(object, "id"));
	if (only == NULL)
		return odd_error_nomem(err);
	odd_status status = add_node(r, only, NULL, i, err);
	json_decref(only);
	if (status == ODD_OK && json_is_object(more))
		status = add_cells(r, node, more, err);
	if (status == ODD_OK && labels != NULL && json_object_get(more, "label") == NULL) {
		status = odd__json_text_of(r, labels, &text, &there, err);
		if (status == ODD_OK && there)
			status = odd__graph_cell(&r->g, node, (odd__text){"label", 5}, text, err);
	}
	return status;
}

/* {"type": "relationship", "label": "KNOWS", "start": {"id": "0"}, "end": {"id": "1"}, …} */
static odd_status add_link_line(odd__json_reader *r, json_t *object, size_t i, odd_error *err)
{
	json_t *link = json_pack("{s:O?,s:O?,s:O?}", "source",
		json_object_get(json_object_get(object, "start"), "id"), "target",
		json_object_get(json_object_get(object, "end"), "id"), "data",
		json_object_get(object, "properties"));
	if (link == NULL)
		return odd_error_nomem(err);
	odd_status status = add_link(r, link, i, err);
	json_decref(link);
	return status;
}

static odd_status read_lines(odd__json_reader *r, odd_error *err)
{
	odd__scan *scan = &r->g.r.scan;
	odd_status status = ODD_OK;
	size_t nodes = 0, links = 0;
	r->g.directed = true;
	odd__scan_rewind(scan);
	while (status == ODD_OK && odd__scan_data_line(scan, '\0')) {
		json_t *object = NULL;
		status = odd__json_parse_line(&object, r, err);
		const json_t *type = json_object_get(object, "type");
		if (status != ODD_OK)
			break;
		if (is_text(type, "node"))
			status = add_node_line(r, object, nodes++, err);
		else if (is_text(type, "relationship"))
			status = add_link_line(r, object, links++, err);
		else
			status = odd__scan_error(scan, scan->line, err,
				"no JSON: an object in each line is what Neo4j writes, with \"type\": "
				"\"node\" or \"relationship\", and this has neither");
		json_decref(object);
	}
	return status;
}

odd_status odd__read_json(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	odd__json_reader r = {.buffer = NULL};
	bool lines = false;
	json_t *root = NULL;
	*out = NULL;
	odd_status status = odd__graph_begin(&r.g, source, path, err);
	if (status != ODD_OK)
		return status;
	status = odd__json_parse(&root, &r, &lines, err);
	if (status == ODD_OK)
		status = lines ? read_lines(&r, err) : read_root(&r, root, err);
	json_decref(root);
	if (status == ODD_OK)
		status = odd__graph_finish(out, &r.g, "JSON", err);
	odd__graph_clear(&r.g);
	free(r.buffer);
	return status;
}
