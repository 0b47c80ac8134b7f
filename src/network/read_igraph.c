/* GraphML, GML and Pajek networks, through igraph.
 *
 * What becomes of node attributes stands in igraph_columns.c.
 * Weights   the edge attribute weight, else, in GML, value; missing: 1.
 *
 * The network is undirected unless asked for; asked for, a link of an undirected file goes both
 * ways. GraphML lets an edge name a node that is never listed: igraph adds it, without attributes.
 */
#include "config.h"

#include "network/readers.h"

#ifdef HAVE_IGRAPH

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/scan.h"
#include "network/builder.h"
#include "network/foreign.h"
#include "network/igraph_columns.h"

enum format { GRAPHML, GML, PAJEK };
static const char *const format_names[] = {"GraphML", "GML", "Pajek"};

struct reader {
	odd_network **out;
	const odd__source *source;
	const char *path;
	enum format format;
	FILE *in;
	igraph_t graph;
	struct odd__columns columns;
	odd__builder builder;
};

/* ---- into the builder ----------------------------------------------------------------------- */

static odd_status add_nodes(struct reader *r, odd_error *err)
{
	const struct odd__columns *all = &r->columns;
	const struct odd__column *ids = NULL;
	struct odd__values v = {.started = false};
	odd_status status = ODD_OK;
	for (size_t j = 0; j < all->count; j++)
		if (all->column[j].role == ROLE_ID)
			ids = &all->column[j];
	if (ids != NULL && (status = odd__values_get(&v, all, ids, err)) != ODD_OK)
		goto out;
	for (size_t i = 0; i < all->nodes && status == ODD_OK; i++) {
		char room[32];
		const char *id = room;
		if (ids != NULL)
			id = odd__values_text(&v, i, room);
		else
			snprintf(room, sizeof room, "%zu", i + 1);
		status = odd__builder_node(&r->builder, id, strlen(id), NULL, NULL, err);
		if (status == ODD_OK && i % 4096 == 0)
			status = odd__limits_poll(&r->source->limits, r->path, err);
	}
out:
	odd__values_clear(&v);
	return status;
}

static odd_status add_column(struct reader *r, const struct odd__column *c, odd_error *err)
{
	struct odd__values v;
	uint32_t word = 0;
	odd_status status = odd__limits_poll(&r->source->limits, r->path, err);
	if (status != ODD_OK)
		return status;
	status = odd__values_get(&v, &r->columns, c, err);
	if (status == ODD_OK && c->role == ROLE_ATTRIBUTE)
		status = odd__builder_word(&r->builder, c->name, strlen(c->name), &word, err);
	for (size_t i = 0; i < r->columns.nodes && status == ODD_OK; i++) {
		char room[32];
		const char *text = "";
		double x = 0.0;
		if (c->role == ROLE_CLASS || v.type == IGRAPH_ATTRIBUTE_STRING)
			text = odd__values_text(&v, i, room);
		else
			x = VECTOR(v.numbers)[i];
		if (c->role == ROLE_CLASS) {
			status = odd__builder_label(
				&r->builder, (uint32_t)i, text, strlen(text), err);
		} else if (c->role == ROLE_TRUTH) {
			odd_kind kind = text[0] != '\0'
						? (odd_kind)odd_kind_from_name(text, strlen(text))
					: x != 0.0 && !isnan(x) ? ODD_UNKNOWN_KIND
								: ODD_ORDINARY;
			odd__builder_truth(&r->builder, (uint32_t)i, kind);
		} else if (isinf(x)) {
			status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
				"%s of node \"%s\" is not a finite number", c->name,
				odd_names_get(&r->builder.ids, i));
		} else if (!isnan(x)) {
			status = odd__builder_attribute(&r->builder, (uint32_t)i, word, x, err);
		}
	}
	odd__values_clear(&v);
	return status;
}

/* The numeric edge attribute of that name in any case, or NULL. */
static bool has_weights(const struct reader *r, const char **name)
{
	static const char *const names[] = {"weight", "Weight", "WEIGHT", "value"};
	size_t count = r->format == GML ? 4 : 3;
	for (size_t k = 0; k < count; k++) {
		igraph_attribute_type_t type;
		if (!igraph_cattribute_has_attr(&r->graph, IGRAPH_ATTRIBUTE_EDGE, names[k]))
			continue;
		if (igraph_cattribute_table.gettype(
			    &r->graph, &type, IGRAPH_ATTRIBUTE_EDGE, names[k]) != IGRAPH_SUCCESS ||
			type != IGRAPH_ATTRIBUTE_NUMERIC)
			continue;
		*name = names[k];
		return true;
	}
	return false;
}

static odd_status add_links(struct reader *r, odd_error *err)
{
	const char *name = NULL;
	bool weighted = has_weights(r, &name);
	bool both = r->builder.directed && !igraph_is_directed(&r->graph);
	igraph_vector_t weights;
	odd_status status = odd__igraph_check(igraph_vector_init(&weights, 0), r->path, err);
	if (status != ODD_OK)
		return status;
	if (weighted)
		status = odd__igraph_check(igraph_cattribute_EANV(&r->graph, name,
						   igraph_ess_all(IGRAPH_EDGEORDER_ID), &weights),
			r->path, err);
	igraph_integer_t count = igraph_ecount(&r->graph);
	for (igraph_integer_t e = 0; e < count && status == ODD_OK; e++) {
		uint32_t from = (uint32_t)IGRAPH_FROM(&r->graph, e);
		uint32_t to = (uint32_t)IGRAPH_TO(&r->graph, e);
		double w = weighted && !isnan(VECTOR(weights)[e]) ? VECTOR(weights)[e] : 1.0;
		if (w < 0.0 || isinf(w)) {
			status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
				"the %s of the link between \"%s\" and \"%s\" is %s", name,
				odd_names_get(&r->builder.ids, from),
				odd_names_get(&r->builder.ids, to),
				isinf(w) ? "not a finite number" : "negative");
			break;
		}
		if (e % 4096 == 0 &&
			(status = odd__limits_poll(&r->source->limits, r->path, err)) != ODD_OK)
			break;
		status = odd__builder_link(&r->builder, from, to, w, err);
		if (status == ODD_OK && both && from != to && w > 0.0)
			status = odd__builder_link(&r->builder, to, from, w, err);
	}
	igraph_vector_destroy(&weights);
	return status;
}

static odd_status build(struct reader *r, odd_error *err)
{
	odd_status status = add_nodes(r, err);
	for (size_t j = 0; j < r->columns.count && status == ODD_OK; j++) {
		const struct odd__column *c = &r->columns.column[j];
		if (c->role != ROLE_NONE && c->role != ROLE_ID)
			status = add_column(r, c, err);
	}
	if (status != ODD_OK || (status = add_links(r, err)) != ODD_OK)
		return status;
	return odd__builder_finish(
		r->out, &r->builder, r->source->name, format_names[r->format], err);
}

static odd_status read_graph(void *context, odd_error *err)
{
	struct reader *r = context;
	igraph_error_t code = r->format == GRAPHML ? igraph_read_graph_graphml(&r->graph, r->in, 0)
			      : r->format == GML   ? igraph_read_graph_gml(&r->graph, r->in)
						   : igraph_read_graph_pajek(&r->graph, r->in);
	odd_status status = odd__igraph_check(code, r->path, err);
	if (status != ODD_OK)
		return status;
	size_t nodes = (size_t)igraph_vcount(&r->graph);
	if (nodes == 0 || nodes >= ODD_NO_NAME)
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			nodes == 0 ? "has no nodes" : "has too many nodes");
	else
		status = odd__columns_read(&r->columns, &r->graph, r->path, err);
	if (status == ODD_OK) {
		status = build(r, err);
		odd__columns_clear(&r->columns);
	}
	igraph_destroy(&r->graph);
	return status;
}

/* ---- the file ------------------------------------------------------------------------------- */

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Pajek's "*Vertices n": n is believed up to a node per byte. p is behind the star. */
static odd_status check_vertices(const odd__scan *text, const char *p, odd_error *err)
{
	static const char word[] = "vertices";
	char digits[32];
	size_t n = 0;
	double vertices;
	if ((size_t)(text->end - p) < sizeof word || strncasecmp(p, word, sizeof word - 1) != 0)
		return ODD_OK;
	for (p += sizeof word - 1; p < text->end && is_space(*p); p++)
		;
	const char *where = p;
	while (p < text->end && !is_space(*p) && n + 1 < sizeof digits)
		digits[n++] = *p++;
	digits[n] = '\0';
	vertices = strtod(digits, NULL);
	if (vertices > 65536.0 && vertices > (double)(text->end - text->begin))
		return odd__scan_error(text, where, err,
			"%.15g vertices are more than a file of this size can describe", vertices);
	return ODD_OK;
}

/* igraph makes a column for every attribute of a node, with a place for every node. So many cells
 * can come out of a file that names as many attributes as it has nodes. */
static odd_status check_columns(
	const struct reader *r, size_t columns, size_t nodes, odd_error *err)
{
	/* text costs a pointer and a string in each place */
	size_t most = odd__limits_most(&r->source->limits) / 16;
	if (nodes == 0 || columns <= most / nodes)
		return ODD_OK;
	char needs[100];
	snprintf(needs, sizeof needs, "its %zu attributes of %zu nodes need", columns, nodes);
	return odd__limits_error(&r->source->limits, r->path, needs, err);
}

static odd_status check_graphml(const struct reader *r, const odd__scan *text, odd_error *err)
{
	size_t keys = 0, nodes = 0, edges = 0;
	for (const char *p = text->begin; p < text->end; p++) {
		if (*p != '<')
			continue;
		/* a name space may stand before the name */
		const char *name = p + 1, *colon = name;
		while (colon < text->end && colon - name < 32 && isalnum((unsigned char)*colon))
			colon++;
		if (colon < text->end && *colon == ':')
			name = colon + 1;
		size_t left = (size_t)(text->end - name);
		keys += left > 3 && memcmp(name, "key", 3) == 0;
		nodes += left > 4 && memcmp(name, "node", 4) == 0;
		edges += left > 4 && memcmp(name, "edge", 4) == 0;
	}
	/* an edge may bring two nodes along, and has columns of its own */
	return check_columns(r, keys, nodes + 2 * edges, err);
}

/* Brackets nested deeper than in any real GML overflow igraph's stack. */
static odd_status check_gml(const struct reader *r, const odd__scan *text, odd_error *err)
{
	odd_names keys = ODD_NAMES_INIT;
	long depth = 0;
	size_t blocks = 0;
	bool quoted = false;
	odd_status status = ODD_OK;
	for (const char *p = text->begin; p < text->end && status == ODD_OK; p++) {
		if (*p == '"')
			quoted = !quoted;
		if (quoted)
			continue;
		blocks += *p == '[';
		depth += (*p == '[') - (*p == ']');
		if (depth > 64)
			status = odd__scan_error(
				text, p, err, "brackets are nested more than 64 deep");
		if (!isalpha((unsigned char)*p))
			continue;
		const char *start = p;
		while (p + 1 < text->end && (isalnum((unsigned char)p[1]) || p[1] == '_'))
			p++;
		status = odd_names_add(&keys, start, (size_t)(p + 1 - start), NULL, NULL, err);
	}
	if (status == ODD_OK)
		status = check_columns(r, keys.count, blocks, err);
	odd_names_clear(&keys);
	return status;
}

static odd_status check_pajek(const struct reader *r, const odd__scan *text, odd_error *err)
{
	(void)r;
	odd_status status = ODD_OK;
	for (const char *p = text->begin; p < text->end && status == ODD_OK; p++)
		if (*p == '*' && (p == text->begin || p[-1] == '\n' || p[-1] == '\r'))
			status = check_vertices(text, p + 1, err);
	return status;
}

static enum format format_of(const char *path)
{
	size_t length = strlen(path);
	if (length > 3 && strcasecmp(path + length - 3, ".gz") == 0)
		length -= 3;
	if (length >= 8 && strncasecmp(path + length - 8, ".graphml", 8) == 0)
		return GRAPHML;
	if (length >= 4 && strncasecmp(path + length - 4, ".gml", 4) == 0)
		return GML;
	return PAJEK;
}

odd_status odd__read_igraph(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	static odd_status (*const checks[])(const struct reader *, const odd__scan *,
		odd_error *) = {check_graphml, check_gml, check_pajek};
	*out = NULL;
	struct reader r = {.out = out, .source = source, .path = path, .format = format_of(path)};
	odd__scan text; /* refuses bytes of value 0, which would end igraph's strings early */
	odd_status status = odd__scan_open(&text, path, &source->limits, err);
	if (status != ODD_OK)
		return status;
	odd__builder_init(&r.builder, source->options != NULL && source->options->directed);
	r.builder.limits = &source->limits;
	r.builder.path = path;
	if ((status = checks[r.format](&r, &text, err)) == ODD_OK) {
		r.in = fmemopen(
			(void *)(uintptr_t)text.begin, (size_t)(text.end - text.begin), "rb");
		status = r.in != NULL ? odd__igraph_run(read_graph, &r, 0, path, err)
				      : odd_error_nomem(err);
	}
	if (r.in != NULL)
		fclose(r.in);
	odd__builder_clear(&r.builder);
	odd__scan_close(&text);
	return status;
}

#else

odd_status odd__read_igraph(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	(void)source;
	*out = NULL;
	return odd_error_at(err, ODD_EUSAGE, path, 0, 0,
		"this oddone was built without igraph; install libigraph-dev and build again to read "
		"GraphML, GML and Pajek");
}

#endif
