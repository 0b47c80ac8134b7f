#include "config.h"

#include "network/graph.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/grow.h"
#include "base/number.h"
#include "base/visible.h"

odd_status odd__graph_begin(
	odd__graph *g, const odd__source *source, const char *path, odd_error *err)
{
	memset(g, 0, sizeof *g);
	odd__reading_begin(&g->r, source);
	g->frame = (odd__frame){
		.graph = true, .options = source->options, .limits = &source->limits, .path = path};
	odd_status status = odd__reading_open(&g->r, path, err);
	if (status != ODD_OK)
		odd__graph_clear(g);
	return status;
}

void odd__graph_clear(odd__graph *g)
{
	odd__reading_clear(&g->r);
	odd__frame_clear(&g->frame);
	odd_names_clear(&g->ends);
	free(g->from);
	free(g->to);
	free(g->weight);
	free(g->way);
	g->from = g->to = NULL;
	g->weight = NULL;
	g->way = NULL;
	g->links = g->capacity = 0;
}

odd_status odd__graph_poll(odd__graph *g, const char *at, odd_error *err)
{
	const odd__scan *scan = &g->r.scan;
	return odd__limits_tell(&g->r.source->limits, scan->path, (size_t)(at - scan->begin),
		(size_t)(scan->end - scan->begin), err);
}

/* Of every 4096 nodes and links (frame.c: and values): a line may hold millions of them. */
static odd_status poll(odd__graph *g, odd_error *err)
{
	return ++g->polls % 4096 == 0 ? odd__limits_poll(&g->r.source->limits, g->r.scan.path, err)
				      : ODD_OK;
}

odd_status odd__graph_node(
	odd__graph *g, odd__text id, const char *where, uint32_t *node, odd_error *err)
{
	odd_status status = poll(g, err);
	return status == ODD_OK ? odd__reading_node(&g->r, id, where, false, node, err) : status;
}

odd_status odd__graph_cell(
	odd__graph *g, uint32_t node, odd__text column, odd__text value, odd_error *err)
{
	uint32_t index;
	if (column.length == 0)
		return ODD_OK;
	odd_status status = odd__frame_name(&g->frame, column.at, column.length, &index, err);
	return status == ODD_OK ? odd__frame_cell(&g->frame, node, index, value, err) : status;
}

static odd_status grow(odd__graph *g, odd_error *err)
{
	return odd__make_room(&g->capacity, g->capacity + 1, err, {&g->from, sizeof *g->from},
		{&g->to, sizeof *g->to}, {&g->weight, sizeof *g->weight}, {&g->way, 1});
}

odd_status odd__graph_link(
	odd__graph *g, odd__text from, odd__text to, double weight, odd__way way, odd_error *err)
{
	odd_status status = poll(g, err);
	if (status == ODD_OK && g->links == g->capacity)
		status = grow(g, err);
	if (status != ODD_OK)
		return status;
	size_t e = g->links;
	status = odd_names_add(&g->ends, from.at, from.length, &g->from[e], NULL, err);
	if (status == ODD_OK)
		status = odd_names_add(&g->ends, to.at, to.length, &g->to[e], NULL, err);
	g->weight[e] = weight;
	g->way[e] = (uint8_t)way;
	g->links += status == ODD_OK;
	return status;
}

bool odd__graph_weighs(const odd__graph *g, odd__text name)
{
	const odd_load_options *o = g->r.source->options;
	return odd__text_is(name, o != NULL && o->weight != NULL ? o->weight : "weight");
}

odd_status odd__graph_weight(
	odd__graph *g, odd__text text, const char *where, double *weight, odd_error *err)
{
	char shown[ODD__SHOWN];
	text = odd__text_trim(text);
	odd__number problem = odd__number_parse(text.at, text.length, weight);
	if (problem == ODD__NUMBER_OK && *weight >= 0.0)
		return ODD_OK;
	odd__text_show(shown, text);
	if (problem == ODD__NUMBER_OK)
		return odd__scan_error(
			&g->r.scan, where, err, "a link of negative weight, %s", shown);
	return odd__scan_error(&g->r.scan, where, err, "the weight \"%s\" %s", shown,
		odd__number_problem(problem));
}

/* ---- ids ------------------------------------------------------------------------------------- */

/* "n12" or "12": a number that a program gave. */
static bool is_number_of_node(const char *id)
{
	id += *id == 'n';
	if (*id == '\0')
		return false;
	while (isdigit((unsigned char)*id))
		id++;
	return *id == '\0';
}

static bool ids_are_numbers(const odd_names *ids)
{
	for (size_t i = 0; i < ids->count; i++)
		if (!is_number_of_node(odd_names_get(ids, i)))
			return false;
	return true;
}

static bool names_every_node(const odd__frame_column *c, size_t nodes)
{
	return c->count == nodes && c->values.count == nodes;
}

/* The column by which nodes are called, if the file's own names are mere numbers and there is one;
 * ODD_NO_NAME: none. */
static uint32_t id_column(const odd__graph *g)
{
	static const char *const names[] = {"name", "_nx_name", "label", "id"};
	size_t nodes = g->r.b.ids.count;
	const odd_load_options *o = g->r.source->options;
	for (uint32_t j = 0; o != NULL && o->id != NULL && j < g->frame.names.count; j++)
		if (strcasecmp(odd_names_get(&g->frame.names, j), o->id) == 0)
			return j;
	if (!ids_are_numbers(&g->r.b.ids))
		return ODD_NO_NAME;
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		for (uint32_t j = 0; j < g->frame.names.count; j++)
			if (strcasecmp(odd_names_get(&g->frame.names, j), names[k]) == 0 &&
				names_every_node(&g->frame.column[j], nodes))
				return j;
	return ODD_NO_NAME;
}

static odd_status rename_nodes(odd__graph *g, odd_error *err)
{
	uint32_t j = id_column(g);
	size_t nodes = g->r.b.ids.count;
	odd_status status = ODD_OK;
	if (j == ODD_NO_NAME)
		return ODD_OK;
	odd__frame_column *c = &g->frame.column[j];
	const odd_load_options *o = g->r.source->options;
	if (!names_every_node(c, nodes)) /* asked for */
		return odd_error_at(err, ODD_EUSAGE, g->frame.path, 0, 0,
			"column \"%.60s\" cannot be the id: %zu different values for %zu nodes",
			o->id, c->values.count, nodes);
	c->by_user = true;
	c->type = ODD_COLUMN_ID;
	uint32_t *value = malloc((nodes + 1) * sizeof *value);
	odd_names ids = ODD_NAMES_INIT;
	if (value == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < nodes; i++)
		value[i] = ODD_NO_NAME;
	for (size_t i = 0; i < c->count; i++)
		value[c->node[i]] = c->value[i];
	bool whole = true;
	for (size_t i = 0; i < nodes; i++)
		whole &= value[i] != ODD_NO_NAME;
	for (size_t i = 0; i < nodes && whole && status == ODD_OK; i++) {
		const char *id = odd_names_get(&c->values, value[i]);
		if (i % 4096 == 0)
			status = odd__limits_poll(&g->r.source->limits, g->r.scan.path, err);
		if (status == ODD_OK)
			status = odd_names_add(&ids, id, strlen(id), NULL, NULL, err);
	}
	free(value);
	if (status == ODD_OK && whole) {
		odd_names_clear(&g->r.b.ids);
		g->r.b.ids = ids;
		return ODD_OK;
	}
	odd_names_clear(&ids);
	return status;
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Does the file give any link a direction? */
static bool says_directed(const odd__graph *g)
{
	for (size_t e = 0; e < g->links; e++)
		if (g->way[e] == ODD__ONE_WAY || (g->way[e] == ODD__AS_FILE && g->directed))
			return true;
	return false;
}

static odd_status add_links(odd__graph *g, odd_error *err)
{
	odd__builder *b = &g->r.b;
	odd_status status = ODD_OK;
	uint32_t *node = malloc((g->ends.count + 1) * sizeof *node);
	if (node == NULL)
		return odd_error_nomem(err);
	if (g->r.source->options != NULL && g->r.source->options->directed_as_file)
		b->directed |= says_directed(g);
	for (size_t i = 0; i < g->ends.count && status == ODD_OK; i++) {
		const char *name = odd_names_get(&g->ends, i);
		if (i % 4096 == 0)
			status = odd__limits_poll(&g->r.source->limits, g->r.scan.path, err);
		node[i] = odd_names_find(&b->ids, name, strlen(name));
	}
	for (size_t e = 0; e < g->links && status == ODD_OK; e++) {
		uint32_t from = node[g->from[e]], to = node[g->to[e]];
		bool one_way = g->way[e] == ODD__AS_FILE ? g->directed : g->way[e] == ODD__ONE_WAY;
		bool silent = g->way[e] == ODD__AS_ASKED;
		if (e % 4096 == 0)
			status = odd__limits_poll(&g->r.source->limits, g->r.scan.path, err);
		if (from == ODD_NO_NAME || to == ODD_NO_NAME) {
			const char *name = odd_names_get(
				&g->ends, from == ODD_NO_NAME ? g->from[e] : g->to[e]);
			if (b->skipped.unknown_nodes++ == 0)
				odd__text_show(g->r.unknown, (odd__text){name, strlen(name)});
			continue;
		}
		b->skipped.directions += one_way && !b->directed;
		if (status == ODD_OK)
			status = odd__builder_link(b, from, to, g->weight[e], err);
		if (status == ODD_OK && b->directed && !one_way && !silent && from != to &&
			g->weight[e] > 0.0)
			status = odd__builder_link(b, to, from, g->weight[e], err);
	}
	free(node);
	return status;
}

odd_status odd__graph_finish(odd_network **out, odd__graph *g, const char *format, odd_error *err)
{
	odd__frame_fault fault;
	const char *path = g->r.scan.path;
	odd_status status = ODD_OK;
	*out = NULL;
	if (g->r.b.ids.count == 0)
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0, "there is no node in it");
	if (status == ODD_OK)
		status = add_links(g, err);
	if (status == ODD_OK)
		status = rename_nodes(g, err);
	if (status == ODD_OK) {
		status = odd__frame_finish(&g->frame, &g->r.b, &fault, err);
		if (status == ODD_EINPUT && fault.set)
			odd_error_at(err, ODD_EINPUT, path, g->r.birth[fault.node].line, 0,
				"node \"%.60s\": %s", odd_names_get(&g->r.b.ids, fault.node),
				fault.what);
	}
	if (status == ODD_OK)
		status = odd__reading_finish(out, &g->r, g->r.source->name, format, path, err);
	odd__graph_clear(g);
	return status;
}

/* ---- entities -------------------------------------------------------------------------------- */

/* One entity at text.at; the number of bytes it takes, 0: it is none. */
static size_t entity(odd__text text, char *out, size_t *length)
{
	static const struct {
		const char *name;
		char c;
	} known[] = {
		{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		size_t n = strlen(known[k].name);
		if (text.length >= n && memcmp(text.at, known[k].name, n) == 0) {
			out[0] = known[k].c;
			*length = 1;
			return n;
		}
	}
	if (text.length < 4 || text.at[1] != '#')
		return 0;
	bool hex = text.at[2] == 'x' || text.at[2] == 'X';
	unsigned long c = 0;
	size_t i = hex ? 3 : 2;
	for (; i < text.length && text.at[i] != ';' && i < 10; i++) {
		char d = text.at[i];
		if (!(hex ? isxdigit((unsigned char)d) : isdigit((unsigned char)d)))
			return 0;
		c = c * (hex ? 16 : 10) +
		    (unsigned long)(isdigit((unsigned char)d) ? d - '0' : tolower(d) - 'a' + 10);
	}
	if (i >= text.length || text.at[i] != ';' || c == 0 || c > 0x10ffff ||
		(c >= 0xd800 && c < 0xe000))
		return 0;
	*length = odd__utf8_put(out, (uint32_t)c);
	return i + 1;
}

odd_status odd__graph_unescape(
	struct odd__decoder *decoder, odd__text text, odd__text *out, odd_error *err)
{
	*out = text;
	if (text.length == 0 || memchr(text.at, '&', text.length) == NULL)
		return ODD_OK;
	odd_status status = odd__decoder_room(decoder, text.length, err);
	if (status != ODD_OK)
		return status;
	size_t length = 0;
	for (size_t i = 0; i < text.length;) {
		size_t made, taken = 0;
		if (text.at[i] == '&')
			taken = entity((odd__text){text.at + i, text.length - i},
				decoder->buffer + length, &made);
		if (taken > 0) {
			length += made;
			i += taken;
		} else {
			decoder->buffer[length++] = text.at[i++];
		}
	}
	*out = (odd__text){decoder->buffer, length};
	return ODD_OK;
}
