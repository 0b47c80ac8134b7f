/* DOT, as Graphviz and programs that draw with it write:
 *
 *   digraph name { a [age=31, job="baker"]; a -> b -> c [weight=2]; subgraph s { d -- { e f } } }
 *
 * Nodes are whoever is named. What a node looks like (colours, fonts, places) is passed over, as
 * are defaults (node [...]), ports and values in <...>. Groups in braces are linked each with each.
 */
#include "config.h"

#include "network/readers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "network/graph.h"

enum { DEEPEST = 64, LINK_COST = 32 };
enum token { END, NAME, MARKUP, ARROW, LINE, MARK /* one of { } [ ] ; , = : */ };

struct dot {
	odd__graph g;
	const char *at, *end, *where; /* where: the token starts */
	long line;
	enum token token; /* the present one, */
	char mark;
	char *text; /* its text with a final zero, */
	size_t length, room;
	bool quoted;     /* and a name in quotes is no keyword */
	uint32_t *group; /* nodes that were named in braces that are open, a stack */
	size_t group_count, group_capacity;
	size_t depth;
	size_t made; /* links so far */
	uint32_t polls;
};

/* ---- tokens ---------------------------------------------------------------------------------- */

static odd_status put(struct dot *d, char c, odd_error *err)
{
	if (d->length + 1 >= d->room) {
		size_t room = 2 * d->room + 64;
		char *text = realloc(d->text, room);
		if (text == NULL)
			return odd_error_nomem(err);
		d->text = text;
		d->room = room;
	}
	d->text[d->length++] = c;
	d->text[d->length] = '\0';
	return ODD_OK;
}

static bool skip_comment(struct dot *d)
{
	bool line = *d->at == '#' || (d->end - d->at >= 2 && d->at[0] == '/' && d->at[1] == '/');
	bool block = d->end - d->at >= 2 && d->at[0] == '/' && d->at[1] == '*';
	if (!line && !block)
		return false;
	d->at += block ? 2 : 0;
	while (d->at < d->end &&
		(line ? *d->at != '\n'
		      : !(d->at[0] == '*' && d->at + 1 < d->end && d->at[1] == '/')))
		d->line += *d->at++ == '\n';
	if (block)
		d->at = d->at < d->end ? d->at + 2 : d->end;
	return true;
}

static void skip_blanks(struct dot *d)
{
	while (d->at < d->end) {
		if (isspace((unsigned char)*d->at))
			d->line += *d->at++ == '\n';
		else if (!skip_comment(d))
			return;
	}
}

static odd_status read_quoted(struct dot *d, odd_error *err)
{
	const char *open = d->at++;
	odd_status status = ODD_OK;
	d->quoted = true;
	while (d->at < d->end && *d->at != '"' && status == ODD_OK) {
		bool escape = *d->at == '\\' && d->at + 1 < d->end;
		d->line += *d->at == '\n';
		if (escape && d->at[1] == '\n') {
			d->line++;
			d->at += 2;
			continue;
		}
		d->at += escape && (d->at[1] == '"' || d->at[1] == '\\');
		status = put(d, *d->at++, err);
	}
	if (status == ODD_OK && d->at == d->end)
		return odd__scan_error(
			&d->g.r.scan, open, err, "the quote that opens here is never closed");
	d->at++;
	return status;
}

/* <...>, in which < and > are in pairs. */
static odd_status read_markup(struct dot *d, odd_error *err)
{
	const char *open = d->at;
	size_t depth = 0;
	do {
		depth += *d->at == '<';
		depth -= *d->at == '>';
		d->line += *d->at++ == '\n';
	} while (d->at < d->end && depth > 0);
	return depth == 0 ? ODD_OK
			  : odd__scan_error(&d->g.r.scan, open, err,
				    "the < that opens here is never closed");
}

static odd_status next(struct dot *d, odd_error *err)
{
	odd_status status = ODD_OK;
	if (++d->polls % 65536 == 0 && (status = odd__graph_poll(&d->g, d->at, err)) != ODD_OK)
		return status;
	skip_blanks(d);
	d->where = d->at;
	d->length = 0;
	d->quoted = false;
	d->token = END;
	d->mark = '\0';
	if (d->at == d->end)
		return ODD_OK;
	bool two = d->end - d->at >= 2;
	if (two && d->at[0] == '-' && (d->at[1] == '>' || d->at[1] == '-')) {
		d->token = d->at[1] == '>' ? ARROW : LINE;
		d->at += 2;
		return ODD_OK;
	}
	d->token = NAME;
	if (*d->at == '"') {
		status = put(d, ' ', err); /* the text is there even if it is empty */
		d->length = 0;
		if (status == ODD_OK)
			d->text[0] = '\0';
		while (status == ODD_OK && d->at < d->end && *d->at == '"') {
			status = read_quoted(d, err);
			const char *behind = d->at;
			long line = d->line;
			skip_blanks(d);
			if (d->at < d->end && *d->at == '+') { /* "a" + "b" */
				d->at++;
				skip_blanks(d);
				continue;
			}
			d->at = behind;
			d->line = line;
			break;
		}
		return status;
	}
	if (*d->at == '<') {
		d->token = MARKUP;
		return read_markup(d, err);
	}
	while (d->at < d->end && status == ODD_OK &&
		(isalnum((unsigned char)*d->at) || strchr("_.", *d->at) != NULL ||
			(unsigned char)*d->at >= 0x80 || (*d->at == '-' && d->length == 0)))
		status = put(d, *d->at++, err);
	if (d->length > 0 || status != ODD_OK)
		return status;
	d->token = MARK;
	d->mark = *d->at++;
	return ODD_OK;
}

static bool is_mark(const struct dot *d, char mark)
{
	return d->token == MARK && d->mark == mark;
}

static bool is_word(const struct dot *d, const char *word)
{
	return d->token == NAME && !d->quoted &&
	       odd__text_is((odd__text){d->text, d->length}, word);
}

static odd_status unexpected(struct dot *d, const char *wanted, odd_error *err)
{
	char shown[ODD__SHOWN];
	if (d->token == END)
		return odd__scan_error(
			&d->g.r.scan, d->where, err, "the file ends where %s should be", wanted);
	odd__text here = {d->where, (size_t)(d->at - d->where)};
	return odd__scan_error(&d->g.r.scan, d->where, err, "\"%s\" stands where %s should be",
		odd__text_show(shown, here), wanted);
}

/* ---- nodes and attributes -------------------------------------------------------------------- */

static odd_status join_group(struct dot *d, uint32_t node, odd_error *err)
{
	if (d->group_count == d->group_capacity) {
		size_t capacity = d->group_capacity ? 2 * d->group_capacity : 64;
		uint32_t *group = realloc(d->group, capacity * sizeof *group);
		if (group == NULL)
			return odd_error_nomem(err);
		d->group = group;
		d->group_capacity = capacity;
	}
	d->group[d->group_count++] = node;
	return ODD_OK;
}

/* The node of the present name, and perhaps a port behind it. */
static odd_status take_node(struct dot *d, odd_error *err)
{
	odd__text name = {d->text, d->length};
	uint32_t node = odd_names_find(&d->g.r.b.ids, name.at, name.length);
	odd_status status = ODD_OK;
	d->g.r.record = d->line;
	if (node == ODD_NO_NAME)
		status = odd__graph_node(&d->g, name, d->where, &node, err);
	if (status == ODD_OK)
		status = join_group(d, node, err);
	if (status == ODD_OK)
		status = next(d, err);
	while (status == ODD_OK && is_mark(d, ':')) {
		if ((status = next(d, err)) == ODD_OK && d->token != NAME)
			return unexpected(d, "a port", err);
		if (status == ODD_OK)
			status = next(d, err);
	}
	return status;
}

static bool is_look(odd__text key)
{
	static const char *const look[] = {"pos", "width", "height", "color", "colorscheme",
		"fillcolor", "fontcolor", "fontname", "fontsize", "shape", "style", "penwidth",
		"pencolor", "xlabel", "xlp", "lp", "url", "href", "tooltip", "target", "image",
		"margin", "peripheries", "regular", "sides", "skew", "distortion", "orientation",
		"fixedsize", "rank", "z", "pin", "layer", "nojustify", "labelloc", NULL};
	char name[24];
	if (key.length >= sizeof name)
		return false;
	memcpy(name, key.at, key.length);
	name[key.length] = '\0';
	return odd__frame_is(name, look) || name[0] == '_';
}

/* key=value, for the node or for the links from `first` on. */
static odd_status use_attribute(
	struct dot *d, odd__text key, uint32_t node, size_t first, odd_error *err)
{
	odd__text value = {d->text, d->length};
	double weight;
	if (d->token == MARKUP)
		return ODD_OK;
	if (node != ODD_NO_NAME && !is_look(key) &&
		!(odd__text_is(key, "label") && odd__text_is(value, "\\N")))
		return odd__graph_cell(&d->g, node, key, value, err);
	if (first == SIZE_MAX || !odd__graph_weighs(&d->g, key))
		return ODD_OK;
	odd_status status = odd__graph_weight(&d->g, value, d->where, &weight, err);
	for (size_t e = first; e < d->g.links && status == ODD_OK; e++)
		d->g.weight[e] = weight;
	return status;
}

/* [a=b, c=d] [e=f]; node ODD_NO_NAME and first SIZE_MAX: of nobody. */
static odd_status read_attributes(struct dot *d, uint32_t node, size_t first, odd_error *err)
{
	odd_status status = ODD_OK;
	while (status == ODD_OK && is_mark(d, '[')) {
		status = next(d, err);
		while (status == ODD_OK && !is_mark(d, ']')) {
			if (d->token != NAME)
				return unexpected(d, "an attribute", err);
			char *key = strdup(d->text);
			size_t length = d->length;
			if (key == NULL)
				return odd_error_nomem(err);
			status = next(d, err);
			if (status == ODD_OK && is_mark(d, '=')) {
				status = next(d, err);
				if (status == ODD_OK && d->token != NAME && d->token != MARKUP)
					status = unexpected(d, "a value", err);
				if (status == ODD_OK)
					status = use_attribute(
						d, (odd__text){key, length}, node, first, err);
				if (status == ODD_OK)
					status = next(d, err);
			}
			free(key);
			while (status == ODD_OK && (is_mark(d, ',') || is_mark(d, ';')))
				status = next(d, err);
		}
		if (status == ODD_OK)
			status = next(d, err);
	}
	return status;
}

/* ---- statements ------------------------------------------------------------------------------ */

static odd_status read_block(struct dot *d, odd_error *err);

/* A node, or a group in braces: those named in it lie on the stack from *from on. */
static odd_status read_end(struct dot *d, size_t *from, bool *group, odd_error *err)
{
	odd_status status = ODD_OK;
	*from = d->group_count;
	*group = false;
	if (is_word(d, "subgraph")) {
		*group = true;
		status = next(d, err);
		if (status == ODD_OK && d->token == NAME)
			status = next(d, err);
		if (status == ODD_OK && !is_mark(d, '{'))
			return status; /* a group by its name alone: nobody is in it */
	}
	if (status == ODD_OK && is_mark(d, '{')) {
		*group = true;
		return read_block(d, err);
	}
	if (status == ODD_OK && d->token != NAME)
		return unexpected(d, "a node", err);
	return status == ODD_OK ? take_node(d, err) : status;
}

/* Everybody from a to b with everybody from b to c. */
static odd_status link_groups(
	struct dot *d, size_t a, size_t b, size_t c, odd__way way, odd_error *err)
{
	const odd__limits *limits = &d->g.r.source->limits;
	size_t most = odd__limits_most(limits) / LINK_COST, left = b - a, right = c - b;
	odd_status status = ODD_OK;
	if (left > 0 && right > (most - d->made) / left)
		return odd__limits_error(limits, d->g.r.scan.path, "its links need", err);
	d->made += left * right;
	for (size_t i = a; i < b && status == ODD_OK; i++) {
		const char *from = odd_names_get(&d->g.r.b.ids, d->group[i]);
		for (size_t j = b; j < c && status == ODD_OK; j++) {
			const char *to = odd_names_get(&d->g.r.b.ids, d->group[j]);
			status = odd__graph_link(&d->g, (odd__text){from, strlen(from)},
				(odd__text){to, strlen(to)}, 1.0, way, err);
		}
	}
	return status;
}

static odd_status read_statement(struct dot *d, odd_error *err)
{
	size_t from, begin = d->group_count, first = d->g.links;
	bool group, chained = false;
	odd_status status = ODD_OK;
	if (is_word(d, "node") || is_word(d, "edge") || is_word(d, "graph")) {
		if ((status = next(d, err)) != ODD_OK)
			return status;
		return is_mark(d, '[') ? read_attributes(d, ODD_NO_NAME, SIZE_MAX, err)
				       : unexpected(d, "[", err);
	}
	if (d->token == NAME && !is_word(d, "subgraph")) { /* "rankdir = LR" names nobody */
		const char *p = d->at;
		while (p < d->end && isspace((unsigned char)*p))
			p++;
		if (p < d->end && *p == '=') {
			for (int skip = 0; skip < 3 && status == ODD_OK; skip++)
				status = next(d, err);
			return status;
		}
	}
	status = read_end(d, &from, &group, err);
	while (status == ODD_OK && (d->token == ARROW || d->token == LINE)) {
		odd__way way = d->token == ARROW ? ODD__ONE_WAY : ODD__BOTH_WAYS;
		size_t to = from;
		chained = true;
		if ((status = next(d, err)) == ODD_OK)
			status = read_end(d, &to, &group, err);
		if (status == ODD_OK)
			status = link_groups(d, from, to, d->group_count, way, err);
		from = to;
	}
	if (status == ODD_OK)
		status = read_attributes(d,
			!chained && !group && d->group_count > begin ? d->group[begin]
								     : ODD_NO_NAME,
			chained ? first : SIZE_MAX, err);
	return status;
}

/* { statements }: those named stay on the stack, for whoever links the group. */
static odd_status read_block(struct dot *d, odd_error *err)
{
	if (++d->depth > DEEPEST)
		return odd__scan_error(&d->g.r.scan, d->where, err,
			"braces are nested more than %d deep", DEEPEST);
	odd_status status = next(d, err);
	while (status == ODD_OK && !is_mark(d, '}')) {
		if (is_mark(d, ';') || is_mark(d, ',')) {
			status = next(d, err);
			continue;
		}
		if (d->token == END)
			return unexpected(d, "a closing brace", err);
		status = read_statement(d, err);
		if (d->depth == 1) /* nobody links the whole */
			d->group_count = 0;
	}
	d->depth--;
	return status == ODD_OK ? next(d, err) : status;
}

static odd_status read_graph(struct dot *d, odd_error *err)
{
	odd_status status = next(d, err);
	if (status == ODD_OK && is_word(d, "strict"))
		status = next(d, err);
	if (status == ODD_OK && !is_word(d, "graph") && !is_word(d, "digraph"))
		return unexpected(d, "graph or digraph", err);
	d->g.directed = is_word(d, "digraph");
	if (status == ODD_OK)
		status = next(d, err);
	if (status == ODD_OK && d->token == NAME)
		status = next(d, err);
	if (status == ODD_OK && !is_mark(d, '{'))
		return unexpected(d, "{", err);
	return status == ODD_OK ? read_block(d, err) : status;
}

odd_status odd__read_dot(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct dot d = {.line = 1};
	*out = NULL;
	odd_status status = odd__graph_begin(&d.g, source, path, err);
	if (status != ODD_OK)
		return status;
	d.at = d.g.r.scan.begin;
	d.end = d.g.r.scan.end;
	status = read_graph(&d, err);
	if (status == ODD_OK)
		status = odd__graph_finish(out, &d.g, "DOT", err);
	odd__graph_clear(&d.g);
	free(d.text);
	free(d.group);
	return status;
}
