/* Lines of links, as .cites and .edges files have them. Names of nodes are known by now, so that
 * all threads can look them up. */
#include "config.h"

#include "network/parallel_lines.h"

#include <stdlib.h>
#include <string.h>

/* Cut a line into fields: by tabs when it has one, otherwise by spaces. How many; 0 after an error.
 */
static size_t split(odd__piece *piece, odd__text field[3], size_t most)
{
	odd__scan *scan = &piece->scan;
	size_t length = (size_t)(scan->line_end - scan->line), count = 0;
	bool tabs = memchr(scan->line, '\t', length) != NULL;
	odd__text next;
	while (tabs ? odd__scan_field(scan, '\t', &next) : odd__scan_word(scan, &next)) {
		next = odd__text_trim(next);
		if (count < most)
			field[count++] = next;
		else if (next.length > 0) /* else: a tab at the end of the line */
			odd__piece_fail(piece, next.at,
				"the line has more than the %s fields of a link",
				most == 2 ? "two" : "three");
	}
	static const char *const what[2] = {"source", "target"};
	for (size_t i = 0; i < 2; i++) {
		if (i >= count)
			odd__piece_fail(piece, scan->line_end, "the line has no %s node", what[i]);
		else if (field[i].length == 0)
			odd__piece_fail(
				piece, field[i].at, "the name of the %s node is missing", what[i]);
	}
	return piece->status == ODD_OK ? count : 0;
}

static const char unknown_here[] =
	"\"%s\" is unknown here; an edge file can only say \"#! directed\"";

/* Is this line of comment "#! directed", the one thing an edge file can say of itself? *other is
 * any other word behind #!. */
static bool says_directed(odd__scan *scan, odd__text *other)
{
	odd__text rest;
	*other = (odd__text){NULL, 0};
	if (scan->line_end - scan->line < 2 || scan->line[1] != '!')
		return false;
	scan->at = scan->line + 2;
	if (!odd__scan_word(scan, &rest))
		return false;
	*other = rest;
	return odd__text_is(*other, "directed") && !odd__scan_word(scan, &rest);
}

/* A weight: above or equal to 0. */
static double read_weight(odd__piece *piece, odd__text field)
{
	double weight = 1.0;
	char shown[ODD__SHOWN];
	odd__try(piece, odd__scan_number(&piece->scan, field, &weight, &piece->err));
	field = odd__text_trim(field);
	if (weight < 0.0)
		odd__piece_fail(piece, field.at, "a link of negative weight, %s",
			odd__text_show(shown, field));
	return weight;
}

/* Links whose ends are looked up together: their names lie in the file and stay there. Many files
 * list the links of a node together; its name is then looked up once. */
enum { BATCH = 64 };
struct batch {
	const char *name[2 * BATCH];
	size_t length[2 * BATCH], names;
	struct {
		size_t from, to; /* places among the names */
		double weight;
	} link[BATCH];
	size_t count;
};

static void add_link(
	odd__piece *piece, uint32_t from, uint32_t to, const odd__text name[2], double weight)
{
	if (from == ODD_NO_NAME || to == ODD_NO_NAME) {
		if (piece->skipped.unknown_nodes++ == 0)
			odd__text_show(piece->unknown, name[from != ODD_NO_NAME]);
		return;
	}
	odd__try(piece, odd__link_add(&piece->links, &piece->skipped, piece->r->b.directed, from,
				to, weight, &piece->err));
}

static void flush(odd__piece *piece, struct batch *batch)
{
	uint32_t node[2 * BATCH];
	odd_names_find_many(&piece->r->b.ids, batch->names, batch->name, batch->length, node);
	for (size_t i = 0; i < batch->count; i++) {
		size_t a = batch->link[i].from, b = batch->link[i].to;
		const odd__text name[2] = {
			{batch->name[a], batch->length[a]}, {batch->name[b], batch->length[b]}};
		add_link(piece, node[a], node[b], name, batch->link[i].weight);
	}
	batch->count = batch->names = 0;
}

static size_t batch_name(struct batch *batch, odd__text name)
{
	batch->name[batch->names] = name.at;
	batch->length[batch->names] = name.length;
	return batch->names++;
}

static void batch_link(
	odd__piece *piece, struct batch *batch, const odd__text name[2], double weight)
{
	size_t i = batch->count++, last = i > 0 ? batch->link[i - 1].from : 0;
	bool same = i > 0 && batch->length[last] == name[0].length &&
		    memcmp(batch->name[last], name[0].at, name[0].length) == 0;
	batch->link[i].from = same ? last : batch_name(batch, name[0]);
	batch->link[i].to = batch_name(batch, name[1]);
	batch->link[i].weight = weight;
	if (batch->count == BATCH)
		flush(piece, batch);
}

/* A line of up to three fields. */
bool odd__edge_line(
	odd__piece *piece, const odd__edge_rules *rules, odd__text name[2], double *weight)
{
	odd__text field[3];
	bool decoded = false;
	size_t count = split(piece, field, rules->weights ? 3 : 2);
	for (int i = 0; i < 2 && count > 0 && rules->escapes; i++) {
		const char *raw = field[i].at;
		field[i] = odd__piece_decode(piece, i, field[i]);
		decoded |= field[i].at != raw;
	}
	*weight = count == 3 && field[2].length > 0 ? read_weight(piece, field[2]) : 1.0;
	if (count > 0) {
		name[0] = field[rules->reversed];
		name[1] = field[!rules->reversed];
	}
	return decoded;
}

/* Names that had to be decoded are used at once. */
static void read_link(odd__piece *piece, struct batch *batch, const odd__edge_rules *rules)
{
	odd__text name[2];
	double weight;
	const bool decoded = odd__edge_line(piece, rules, name, &weight);
	if (piece->status != ODD_OK)
		return;
	const odd_names *ids = &piece->r->b.ids;
	if (decoded)
		add_link(piece, odd_names_find(ids, name[0].at, name[0].length),
			odd_names_find(ids, name[1].at, name[1].length), name, weight);
	else
		batch_link(piece, batch, name, weight);
}

static void read_piece(odd__piece *piece, const void *context)
{
	const odd__edge_rules *rules = context;
	struct batch batch = {.count = 0};
	char shown[ODD__SHOWN];
	odd__text word;
	while (odd__piece_line(piece)) {
		if (!rules->comments || *piece->scan.line != '#')
			read_link(piece, &batch, rules);
		else if (!says_directed(&piece->scan, &word) && word.at != NULL)
			odd__piece_fail(piece, word.at, unknown_here, odd__text_show(shown, word));
		else if (word.at != NULL && !piece->r->b.directed)
			odd__piece_fail(
				piece, word.at, "\"#! directed\" must stand before the first link");
	}
	if (piece->status == ODD_OK)
		flush(piece, &batch);
}

/* The lines before the first link: only they can make the network a directed one. */
void odd__edge_head(odd__reading *r)
{
	odd__scan *scan = &r->scan;
	char shown[ODD__SHOWN];
	odd__text word;
	while (odd__reading_line(r, '\0')) {
		if (*scan->line != '#') {
			scan->next = scan->line;
			scan->number--;
			return;
		}
		if (says_directed(scan, &word))
			r->b.directed = true;
		else if (word.at != NULL)
			odd__fail(r, word.at, unknown_here, odd__text_show(shown, word));
	}
}

void odd__read_edge_lines(odd__reading *r, const char *path, odd__edge_rules rules)
{
	odd__reading_open(r, path);
	odd__reading_known(r);
	if (rules.comments)
		odd__edge_head(r);
	odd__reading_lines(r, read_piece, &rules, NULL);
}
