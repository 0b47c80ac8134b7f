/* DOT, as Graphviz and programs that draw with it write:
 *
 *   digraph name { a [age=31, job="baker"]; a -> b -> c [weight=2]; subgraph s { d -- { e f } } }
 *
 * Nodes are whoever is named. What a node looks like (colours, fonts, places) is no attribute.
 * Defaults (node [...]), ports and values in <...> are passed over. Groups in braces are linked
 * each with each.
 */
#include "config.h"

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
	enum token token; /* the present one, END also after an error, */
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

/* What nodes look like. Width and height do so in a drawing alone, which has places (pos). */
static const char *const look[] = {"pos", "color", "colorscheme", "fillcolor", "fontcolor",
	"fontname", "fontsize", "shape", "style", "penwidth", "pencolor", "xlabel", "xlp", "lp",
	"url", "href", "tooltip", "target", "image", "margin", "peripheries", "regular", "sides",
	"skew", "distortion", "orientation", "fixedsize", "rank", "z", "pin", "layer", "nojustify",
	"labelloc", "_draw_", "_ldraw_", "width", "height", NULL};
enum { IN_A_DRAWING = 2 }; /* so many of them at the end */

/* ---- tokens ---------------------------------------------------------------------------------- */

static void put(struct dot *d, char c)
{
	if (!odd__reading_room(&d->g.r, &d->room, d->length + 2, {&d->text, 1}))
		return;
	d->text[d->length++] = c;
	d->text[d->length] = '\0';
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

static void read_quoted(struct dot *d)
{
	const char *open = d->at++;
	d->quoted = true;
	while (d->at < d->end && *d->at != '"') {
		bool escape = *d->at == '\\' && d->at + 1 < d->end;
		d->line += *d->at == '\n';
		if (escape && d->at[1] == '\n') {
			d->line++;
			d->at += 2;
			continue;
		}
		d->at += escape && (d->at[1] == '"' || d->at[1] == '\\');
		put(d, *d->at++);
	}
	if (d->at == d->end)
		odd__fail(&d->g.r, open, "the quote that opens here is never closed");
	d->at += d->at < d->end;
}

/* Texts in quotes, perhaps several: "a" + "b". */
static void read_texts(struct dot *d)
{
	put(d, ' '); /* the text is there even if it is empty */
	d->length = 0;
	if (d->text != NULL)
		d->text[0] = '\0';
	while (d->at < d->end && *d->at == '"') {
		read_quoted(d);
		const char *behind = d->at;
		long line = d->line;
		skip_blanks(d);
		if (d->at == d->end || *d->at != '+') {
			d->at = behind;
			d->line = line;
			return;
		}
		d->at++;
		skip_blanks(d);
	}
}

/* <...>, in which < and > are in pairs. */
static void read_markup(struct dot *d)
{
	const char *open = d->at;
	size_t depth = 0;
	do {
		depth += *d->at == '<';
		depth -= *d->at == '>';
		d->line += *d->at++ == '\n';
	} while (d->at < d->end && depth > 0);
	if (depth > 0)
		odd__fail(&d->g.r, open, "the < that opens here is never closed");
}

static enum token read_token(struct dot *d)
{
	if (d->at == d->end || d->g.r.status != ODD_OK)
		return END;
	if (d->end - d->at >= 2 && d->at[0] == '-' && (d->at[1] == '>' || d->at[1] == '-')) {
		d->at += 2;
		return d->at[-1] == '>' ? ARROW : LINE;
	}
	if (*d->at == '"') {
		read_texts(d);
		return NAME;
	}
	if (*d->at == '<') {
		read_markup(d);
		return MARKUP;
	}
	while (d->at < d->end &&
		(isalnum((unsigned char)*d->at) || strchr("_.", *d->at) != NULL ||
			(unsigned char)*d->at >= 0x80 || (*d->at == '-' && d->length == 0)))
		put(d, *d->at++);
	if (d->length > 0)
		return NAME;
	d->mark = *d->at++;
	return MARK;
}

static void next(struct dot *d)
{
	if (++d->polls % 65536 == 0)
		odd__reading_tell(&d->g.r, d->at);
	skip_blanks(d);
	d->where = d->at;
	d->length = 0;
	d->quoted = false;
	d->mark = '\0';
	d->token = read_token(d);
	if (d->g.r.status != ODD_OK)
		d->token = END;
}

static bool is_mark(const struct dot *d, char mark)
{
	return d->token == MARK && d->mark == mark;
}

static odd__text text_of(const struct dot *d)
{
	return (odd__text){d->text, d->length};
}

static bool is_word(const struct dot *d, const char *word)
{
	return d->token == NAME && !d->quoted && odd__text_is(text_of(d), word);
}

static void unexpected(struct dot *d, const char *wanted)
{
	char shown[ODD__SHOWN];
	odd__text here = {d->where, (size_t)(d->at - d->where)};
	if (d->token == END)
		odd__fail(&d->g.r, d->where, "the file ends where %s should be", wanted);
	else
		odd__fail(&d->g.r, d->where, "\"%s\" stands where %s should be",
			odd__text_show(shown, here), wanted);
	d->token = END;
}

/* ---- nodes and attributes -------------------------------------------------------------------- */

/* The node of the present name, and perhaps a port behind it. */
static void take_node(struct dot *d)
{
	odd__reading *r = &d->g.r;
	r->record = d->line;
	uint32_t node = odd__graph_need(&d->g, text_of(d), d->where);
	if (odd__reading_room(
		    r, &d->group_capacity, d->group_count + 1, {&d->group, sizeof *d->group}))
		d->group[d->group_count++] = node;
	next(d);
	while (is_mark(d, ':')) {
		next(d);
		if (d->token != NAME)
			unexpected(d, "a port");
		next(d);
	}
}

/* key=value, for the node or for the links from `first` on. */
static void use_attribute(struct dot *d, odd__text key, uint32_t node, size_t first)
{
	odd__reading *r = &d->g.r;
	odd__entries *links = &d->g.links;
	if (d->token == MARKUP)
		return;
	if (node != ODD_NO_NAME &&
		!(odd__text_is(key, "label") && odd__text_is(text_of(d), "\\N"))) {
		odd__graph_cell(&d->g, node, key, text_of(d));
	} else if (first != SIZE_MAX && odd__reading_weighs(r, key)) {
		double weight = odd__reading_weight(r, text_of(d), d->where);
		odd__try(r, odd__entries_weigh(links, first, weight, r->err));
	}
}

/* [a=b, c=d] [e=f]; node ODD_NO_NAME and first SIZE_MAX: of nobody. */
static void read_attributes(struct dot *d, uint32_t node, size_t first)
{
	while (is_mark(d, '[')) {
		next(d);
		while (!is_mark(d, ']') && d->token != END) {
			if (d->token != NAME) {
				unexpected(d, "an attribute");
				return;
			}
			char *key = strndup(d->text, d->length);
			if (key == NULL)
				d->g.r.status = odd_error_nomem(d->g.r.err);
			next(d);
			if (is_mark(d, '=')) {
				next(d);
				if (d->token != NAME && d->token != MARKUP)
					unexpected(d, "a value");
				else
					use_attribute(
						d, (odd__text){key, strlen(key)}, node, first);
				next(d);
			}
			free(key);
			while (is_mark(d, ',') || is_mark(d, ';'))
				next(d);
		}
		if (d->token == END)
			unexpected(d, "an attribute");
		next(d);
	}
}

/* ---- statements ------------------------------------------------------------------------------ */

static void read_block(struct dot *d);

/* A node, or a group in braces: those named in it are on the stack from *from on. */
static void read_end(struct dot *d, size_t *from, bool *group)
{
	*from = d->group_count;
	*group = is_word(d, "subgraph");
	if (*group) {
		next(d);
		if (d->token == NAME)
			next(d);
		if (!is_mark(d, '{'))
			return; /* a group by its name alone: nobody is in it */
	}
	if (is_mark(d, '{')) {
		*group = true;
		read_block(d);
	} else if (d->token != NAME) {
		unexpected(d, "a node");
	} else {
		take_node(d);
	}
}

/* Everybody from a to b with everybody from b to c. */
static void link_groups(struct dot *d, size_t a, size_t b, size_t c, odd__way way)
{
	odd__reading *r = &d->g.r;
	const odd__limits *limits = &r->source->limits;
	size_t most = odd__limits_most(limits) / LINK_COST, left = b - a, right = c - b;
	if (left > 0 && right > (most - d->made) / left) {
		odd__try(r, odd__limits_error(limits, r->scan.path, "its links need", r->err));
		return;
	}
	d->made += left * right;
	for (size_t i = a; i < b && r->status == ODD_OK; i++) {
		const char *from = odd_names_get(&r->b.ids, d->group[i]);
		for (size_t j = b; j < c && r->status == ODD_OK; j++) {
			const char *to = odd_names_get(&r->b.ids, d->group[j]);
			odd__graph_link(&d->g, (odd__text){from, strlen(from)},
				(odd__text){to, strlen(to)}, 1.0, way);
		}
	}
}

/* "rankdir = LR" names nobody. */
static bool is_setting(const struct dot *d)
{
	const char *p = d->at;
	while (p < d->end && isspace((unsigned char)*p))
		p++;
	return d->token == NAME && !is_word(d, "subgraph") && p < d->end && *p == '=';
}

static void read_statement(struct dot *d)
{
	size_t from, begin = d->group_count, first = d->g.links.count;
	bool group, chained = false;
	if (is_word(d, "node") || is_word(d, "edge") || is_word(d, "graph")) {
		next(d);
		if (!is_mark(d, '['))
			unexpected(d, "[");
		read_attributes(d, ODD_NO_NAME, SIZE_MAX);
		return;
	}
	if (is_setting(d)) {
		for (int skip = 0; skip < 3; skip++)
			next(d);
		return;
	}
	read_end(d, &from, &group);
	while (d->token == ARROW || d->token == LINE) {
		odd__way way = d->token == ARROW ? ODD__ONE_WAY : ODD__BOTH_WAYS;
		size_t to = from;
		chained = true;
		next(d);
		read_end(d, &to, &group);
		link_groups(d, from, to, d->group_count, way);
		from = to;
	}
	bool alone = !chained && !group && d->group_count > begin;
	read_attributes(d, alone ? d->group[begin] : ODD_NO_NAME, chained ? first : SIZE_MAX);
}

/* { statements }: those named stay on the stack, for whoever links the group. */
static void read_block(struct dot *d)
{
	if (++d->depth > DEEPEST)
		odd__fail(&d->g.r, d->where, "braces are nested more than %d deep", DEEPEST);
	next(d);
	while (!is_mark(d, '}') && d->token != END) {
		if (is_mark(d, ';') || is_mark(d, ',')) {
			next(d);
			continue;
		}
		read_statement(d);
		if (d->depth == 1) /* nobody links the whole */
			d->group_count = 0;
	}
	if (d->token == END)
		unexpected(d, "a closing brace");
	d->depth--;
	next(d);
}

static void read_graph(struct dot *d)
{
	next(d);
	if (is_word(d, "strict"))
		next(d);
	if (!is_word(d, "graph") && !is_word(d, "digraph"))
		unexpected(d, "graph or digraph");
	d->g.directed = is_word(d, "digraph");
	next(d);
	if (d->token == NAME)
		next(d);
	if (!is_mark(d, '{'))
		unexpected(d, "{");
	else
		read_block(d);
}

odd_status odd__read_dot(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct dot d = {.line = 1};
	odd__graph_begin(&d.g, source, path, err);
	d.at = d.g.r.scan.begin;
	d.end = d.g.r.scan.end;
	read_graph(&d);
	const char *names[sizeof look / sizeof *look];
	memcpy(names, look, sizeof look);
	if (odd_names_find(&d.g.table.names, "pos", 3) == ODD_NO_NAME)
		names[sizeof look / sizeof *look - 1 - IN_A_DRAWING] = NULL;
	d.g.table.look = names;
	odd_status status = odd__graph_finish(out, &d.g, "DOT");
	free(d.text);
	free(d.group);
	return status;
}
