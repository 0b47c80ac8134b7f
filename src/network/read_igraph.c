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

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
	}
out:
	odd__values_clear(&v);
	return status;
}

static odd_status add_column(struct reader *r, const struct odd__column *c, odd_error *err)
{
	struct odd__values v;
	uint32_t word = 0;
	odd_status status = odd__values_get(&v, &r->columns, c, err);
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

/* Pajek's "*Vertices n" line (the star is read already): n is believed up to a node per byte. */
static odd_status check_vertices(const struct reader *r, long size, long line, odd_error *err)
{
	char word[16];
	double vertices;
	if (fscanf(r->in, "%15[A-Za-z]%lf", word, &vertices) != 2 ||
		strcasecmp(word, "vertices") != 0)
		return ODD_OK;
	if (vertices > 65536.0 && vertices > (double)size)
		return odd_error_at(err, ODD_EINPUT, r->path, line, 0,
			"%.15g vertices are more than a file of this size can describe", vertices);
	return ODD_OK;
}

/* What igraph's parsers cannot be trusted with: bytes of value 0 end their strings early; brackets
 * nested deeper than in any real GML overflow their stack; and a Pajek file of one line can ask for
 * any amount of memory. */
static odd_status check_text(const struct reader *r, odd_error *err)
{
	long line = 1, depth = 0, size = -1;
	bool quoted = false;
	odd_status status = ODD_OK;
	if (fseek(r->in, 0, SEEK_END) == 0)
		size = ftell(r->in);
	rewind(r->in);
	for (int byte, before = '\n'; status == ODD_OK && (byte = getc(r->in)) != EOF;
		before = byte) {
		if (byte == '\0')
			status = odd_error_at(err, ODD_EINPUT, r->path, line, 0,
				"holds a byte of value 0, so it is not a text file");
		if (byte == '"')
			quoted = !quoted;
		else if ((byte == '[' || byte == ']') && !quoted)
			depth += byte == '[' ? 1 : -1;
		if (r->format == GML && depth > 64)
			status = odd_error_at(err, ODD_EINPUT, r->path, line, 0,
				"brackets are nested more than 64 deep");
		if (r->format == PAJEK && byte == '*' && (before == '\n' || before == '\r'))
			status = check_vertices(r, size, line, err);
		line += byte == '\n';
	}
	if (status == ODD_OK && (size < 0 || ferror(r->in)))
		status = odd_error_errno(err, r->path, "cannot read");
	rewind(r->in);
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
	*out = NULL;
	struct reader r = {.out = out, .source = source, .path = path, .format = format_of(path)};
	char *plain;
	odd_status status = odd__foreign_plain(&plain, path, err);
	if (status != ODD_OK)
		return status;
	odd__builder_init(&r.builder, source->options != NULL && source->options->directed);
	r.in = fopen(plain, "rb");
	if (r.in == NULL)
		status = odd_error_errno(err, path, "cannot open");
	else if ((status = check_text(&r, err)) == ODD_OK)
		status = odd__igraph_run(read_graph, &r, 0, path, err);
	if (r.in != NULL)
		fclose(r.in);
	odd__builder_clear(&r.builder);
	odd__foreign_plain_free(plain, path);
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
