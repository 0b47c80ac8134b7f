#include "config.h"

#include "network/graph.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/visible.h"

bool odd__graph_begin(odd__graph *g, const odd__source *source, const char *path, odd_error *err)
{
	memset(g, 0, sizeof *g);
	odd__reading_begin(&g->r, source, err);
	g->table = (odd__node_table){.r = &g->r, .graph = true};
	return odd__reading_open(&g->r, path);
}

static void clear(odd__graph *g)
{
	odd__reading_clear(&g->r);
	odd__table_clear(&g->table);
	odd_names_clear(&g->ends);
	odd__entries_clear(&g->links);
	free(g->way);
}

uint32_t odd__graph_node(odd__graph *g, odd__text id, const char *where)
{
	return odd__reading_step(&g->r) ? odd__reading_node(&g->r, id, where, false) : ODD_NO_NAME;
}

uint32_t odd__graph_need(odd__graph *g, odd__text id, const char *where)
{
	return odd__reading_step(&g->r) ? odd__reading_need(&g->r, id, where) : ODD_NO_NAME;
}

void odd__graph_cell(odd__graph *g, uint32_t node, odd__text column, odd__text value)
{
	if (column.length == 0 || g->r.status != ODD_OK)
		return;
	uint32_t index = odd__table_column(&g->table, column.at, column.length);
	odd__table_cell(&g->table, node, index, value);
}

void odd__graph_link(odd__graph *g, odd__text from, odd__text to, double weight, odd__way way)
{
	enum { COST = 32 }; /* bytes of a link, here and in the matrix it goes to */
	odd__reading *r = &g->r;
	uint32_t a = 0, b = 0;
	size_t e = g->links.count;
	if (!odd__reading_step(r) || !odd__reading_may_hold(r, e, COST, "its links need") ||
		!odd__reading_room(r, &g->way_capacity, e + 1, {&g->way, 1}))
		return;
	odd__try(r, odd_names_add(&g->ends, from.at, from.length, &a, NULL, r->err));
	odd__try(r, odd_names_add(&g->ends, to.at, to.length, &b, NULL, r->err));
	odd__try(r, odd__entries_add(&g->links, a, b, weight, r->err));
	g->way[e] = (uint8_t)way;
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

static bool names_every_node(const odd__column *c, size_t nodes)
{
	return c->count == nodes && c->values.count == nodes;
}

/* The column by which nodes are called, if the file's own names are mere numbers and there is one;
 * ODD_NO_NAME: none. */
static uint32_t id_column(const odd__graph *g)
{
	static const char *const names[] = {"name", "_nx_name", "label", "id"};
	const odd_names *columns = &g->table.names;
	const char *asked = g->r.options->id;
	for (uint32_t j = 0; asked != NULL && j < columns->count; j++)
		if (strcasecmp(odd_names_get(columns, j), asked) == 0)
			return j;
	if (!ids_are_numbers(&g->r.b.ids))
		return ODD_NO_NAME;
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		for (uint32_t j = 0; j < columns->count; j++)
			if (strcasecmp(odd_names_get(columns, j), names[k]) == 0 &&
				names_every_node(&g->table.column[j], g->r.b.ids.count))
				return j;
	return ODD_NO_NAME;
}

static void rename_nodes(odd__graph *g)
{
	odd__reading *r = &g->r;
	uint32_t j = id_column(g);
	size_t nodes = r->b.ids.count;
	if (j == ODD_NO_NAME || r->status != ODD_OK)
		return;
	odd__column *c = &g->table.column[j];
	if (!names_every_node(c, nodes)) { /* asked for */
		r->status = odd_error_at(r->err, ODD_EUSAGE, r->scan.path, 0, 0,
			"column \"%.60s\" cannot be the id: %zu different values for %zu nodes",
			r->options->id, c->values.count, nodes);
		return;
	}
	uint32_t *value = malloc((nodes + 1) * sizeof *value);
	odd_names ids = ODD_NAMES_INIT;
	if (value == NULL)
		r->status = odd_error_nomem(r->err);
	for (size_t i = 0; i < nodes && value != NULL; i++)
		value[i] = ODD_NO_NAME;
	for (size_t i = 0; i < c->count && value != NULL; i++)
		value[c->node[i]] = c->value[i];
	bool whole = true;
	for (size_t i = 0; i < nodes && value != NULL; i++)
		whole &= value[i] != ODD_NO_NAME;
	for (size_t i = 0; i < nodes && whole && odd__reading_step(r); i++) {
		odd__text id = odd__column_value(c, value[i]);
		odd__try(r, odd_names_add(&ids, id.at, id.length, NULL, NULL, r->err));
	}
	free(value);
	c->settled = true;
	c->type = ODD_COLUMN_ID;
	if (whole && r->status == ODD_OK) {
		odd_names old = r->b.ids;
		r->b.ids = ids;
		ids = old;
	}
	odd_names_clear(&ids);
}

/* ---- links ----------------------------------------------------------------------------------- */

static bool is_one_way(const odd__graph *g, size_t e)
{
	return g->way[e] == ODD__AS_FILE ? g->directed : g->way[e] == ODD__ONE_WAY;
}

static void add_link(odd__graph *g, size_t e, const uint32_t *node)
{
	odd__reading *r = &g->r;
	const odd__entries *links = &g->links;
	uint32_t from = node[links->row[e]], to = node[links->col[e]];
	double weight = links->val != NULL ? links->val[e] : 1.0;
	bool one_way = is_one_way(g, e), silent = g->way[e] == ODD__AS_ASKED;
	if (from == ODD_NO_NAME || to == ODD_NO_NAME) {
		uint32_t end = from == ODD_NO_NAME ? links->row[e] : links->col[e];
		const char *name = odd_names_get(&g->ends, end);
		odd__reading_unknown(r, (odd__text){name, strlen(name)});
		return;
	}
	r->b.skipped.directions += one_way && !r->b.directed;
	odd__try(r, odd__builder_link(&r->b, from, to, weight, r->err));
	if (r->b.directed && !one_way && !silent && from != to && weight > 0.0)
		odd__try(r, odd__builder_link(&r->b, to, from, weight, r->err));
}

static void add_links(odd__graph *g)
{
	odd__reading *r = &g->r;
	uint32_t *node = malloc((g->ends.count + 1) * sizeof *node);
	if (node == NULL)
		odd__try(r, odd_error_nomem(r->err));
	for (size_t e = 0; r->options->directed_as_file && e < g->links.count; e++)
		r->b.directed |= is_one_way(g, e);
	for (size_t i = 0; i < g->ends.count && odd__reading_step(r); i++) {
		const char *name = odd_names_get(&g->ends, i);
		node[i] = odd_names_find(&r->b.ids, name, strlen(name));
	}
	for (size_t e = 0; e < g->links.count && odd__reading_step(r); e++)
		add_link(g, e, node);
	odd__entries_clear(&g->links);
	free(node);
}

odd_status odd__graph_finish(odd_network **out, odd__graph *g, const char *format)
{
	odd__bad_cell bad = {.set = false};
	odd__reading *r = &g->r;
	const char *path = r->scan.path;
	*out = NULL;
	if (r->b.ids.count == 0)
		odd__fail(r, NULL, "there is no node in it");
	add_links(g);
	rename_nodes(g);
	if (r->status == ODD_OK) {
		odd__table_finish(&g->table, &bad);
		if (bad.set && r->status == ODD_EINPUT)
			odd_error_at(r->err, ODD_EINPUT, path, r->birth[bad.node].line, 0,
				"node \"%.60s\": %s", odd_names_get(&r->b.ids, bad.node), bad.what);
	}
	if (r->status == ODD_OK)
		odd__reading_finish(out, r, r->source->name, format, path);
	clear(g);
	return r->status;
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

odd__text odd__graph_unescape(odd__reading *r, struct odd__decoder *decoder, odd__text text)
{
	if (text.length == 0 || memchr(text.at, '&', text.length) == NULL)
		return text;
	if (!odd__reading_room(r, &decoder->capacity, text.length, {&decoder->buffer, 1}))
		return text;
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
	return (odd__text){decoder->buffer, length};
}
