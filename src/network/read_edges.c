/* Lines of links, as .cites and .edges files have them. Names of nodes are known by now, so that
 * all threads can look them up. */
#include "config.h"

#include "network/pieces.h"

#include <stdlib.h>
#include <string.h>

/* Fields are separated by tabs when the line has one, otherwise by spaces. */
static odd_status split(
	odd__scan *scan, odd__text field[3], size_t *count, size_t most, odd_error *err)
{
	size_t length = (size_t)(scan->line_end - scan->line);
	bool tabs = memchr(scan->line, '\t', length) != NULL;
	odd__text next;
	*count = 0;
	while (tabs ? odd__scan_field(scan, '\t', &next) : odd__scan_word(scan, &next)) {
		next = odd__text_trim(next);
		if (*count == most) {
			if (next.length == 0)
				continue; /* a tab at the end of the line */
			return odd__scan_error(scan, next.at, err,
				"the line has more than the %s fields of a link",
				most == 2 ? "two" : "three");
		}
		field[(*count)++] = next;
	}
	static const char *const what[2] = {"source", "target"};
	for (size_t i = 0; i < 2; i++) {
		if (i >= *count)
			return odd__scan_error(
				scan, scan->line_end, err, "the line has no %s node", what[i]);
		if (field[i].length == 0)
			return odd__scan_error(scan, field[i].at, err,
				"the name of the %s node is missing", what[i]);
	}
	return ODD_OK;
}

/* "#! directed" is the one thing an edge file can say of itself; *says is set when it does. */
static odd_status read_directive(odd__scan *scan, bool too_late, bool *says, odd_error *err)
{
	odd__text word, rest;
	scan->at = scan->line + 2;
	if (!odd__scan_word(scan, &word))
		return ODD_OK;
	if (!odd__text_is(word, "directed") || odd__scan_word(scan, &rest)) {
		char shown[ODD__SHOWN];
		return odd__scan_error(scan, word.at, err,
			"\"%s\" is unknown here; an edge file can only say \"#! directed\"",
			odd__text_show(shown, word));
	}
	*says = true;
	return too_late ? odd__scan_error(scan, word.at, err,
				  "\"#! directed\" must stand before the first link")
			: ODD_OK;
}

/* A weight: above or equal to 0. */
static odd_status read_weight(
	const odd__scan *scan, odd__text field, double *weight, odd_error *err)
{
	odd_status status = odd__scan_number(scan, field, weight, err);
	if (status != ODD_OK || *weight >= 0.0)
		return status;
	char shown[ODD__SHOWN];
	field = odd__text_trim(field);
	return odd__scan_error(
		scan, field.at, err, "a link of negative weight, %s", odd__text_show(shown, field));
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

static odd_status add_link(odd__piece *piece, uint32_t from, uint32_t to, const odd__text name[2],
	double weight, odd_error *err)
{
	if (from == ODD_NO_NAME || to == ODD_NO_NAME) {
		if (piece->skipped.unknown_nodes++ == 0)
			odd__text_show(piece->unknown, name[from != ODD_NO_NAME]);
		return ODD_OK;
	}
	return odd__link_add(
		&piece->links, &piece->skipped, piece->r->b.directed, from, to, weight, err);
}

static odd_status flush(odd__piece *piece, struct batch *batch, odd_error *err)
{
	uint32_t node[2 * BATCH];
	odd_status status = ODD_OK;
	odd_names_find_many(&piece->r->b.ids, batch->names, batch->name, batch->length, node);
	for (size_t i = 0; i < batch->count && status == ODD_OK; i++) {
		size_t a = batch->link[i].from, b = batch->link[i].to;
		const odd__text name[2] = {
			{batch->name[a], batch->length[a]}, {batch->name[b], batch->length[b]}};
		status = add_link(piece, node[a], node[b], name, batch->link[i].weight, err);
	}
	batch->count = batch->names = 0;
	return status;
}

static size_t batch_name(struct batch *batch, odd__text name)
{
	batch->name[batch->names] = name.at;
	batch->length[batch->names] = name.length;
	return batch->names++;
}

static odd_status batch_link(odd__piece *piece, struct batch *batch, odd__text from, odd__text to,
	double weight, odd_error *err)
{
	size_t i = batch->count++, last = i > 0 ? batch->link[i - 1].from : 0;
	bool same = i > 0 && batch->length[last] == from.length &&
		    memcmp(batch->name[last], from.at, from.length) == 0;
	batch->link[i].from = same ? last : batch_name(batch, from);
	batch->link[i].to = batch_name(batch, to);
	batch->link[i].weight = weight;
	return batch->count == BATCH ? flush(piece, batch, err) : ODD_OK;
}

/* A line of up to three fields. Names that had to be decoded are used at once. */
static odd_status read_link(
	odd__piece *piece, struct batch *batch, const odd__edge_rules *rules, odd_error *err)
{
	odd__text field[3];
	size_t count;
	double weight = 1.0;
	bool decoded = false;
	odd_status status = split(&piece->scan, field, &count, rules->weights ? 3 : 2, err);
	for (int i = 0; i < 2 && status == ODD_OK && rules->escapes; i++) {
		const char *raw = field[i].at;
		status = odd__decode(&piece->decoder[i], &piece->scan, field[i], &field[i], err);
		decoded |= field[i].at != raw;
	}
	if (status == ODD_OK && count == 3 && field[2].length > 0)
		status = read_weight(&piece->scan, field[2], &weight, err);
	if (status != ODD_OK)
		return status;
	odd__text from = field[rules->reversed], to = field[!rules->reversed];
	const odd_names *ids = &piece->r->b.ids;
	const odd__text name[2] = {from, to};
	if (decoded)
		return add_link(piece, odd_names_find(ids, from.at, from.length),
			odd_names_find(ids, to.at, to.length), name, weight, err);
	return batch_link(piece, batch, from, to, weight, err);
}

/* In a line that starts with #: is it "#!"? */
static bool is_directive(const odd__scan *scan)
{
	return scan->line_end - scan->line >= 2 && scan->line[1] == '!';
}

static odd_status read_piece(odd__piece *piece, const void *context, odd_error *err)
{
	const odd__edge_rules *rules = context;
	struct batch batch = {.count = 0};
	bool directed;
	odd_status status = ODD_OK;
	while (status == ODD_OK && odd__scan_data_line(&piece->scan, '\0')) {
		if (!rules->comments || *piece->scan.line != '#')
			status = read_link(piece, &batch, rules, err);
		else if (is_directive(&piece->scan))
			status =
				read_directive(&piece->scan, !piece->r->b.directed, &directed, err);
	}
	return status == ODD_OK ? flush(piece, &batch, err) : status;
}

/* The lines before the first link: only they can make the network a directed one. */
static odd_status read_head(odd__reading *r, odd_error *err)
{
	odd_status status = ODD_OK;
	odd__scan *scan = &r->scan;
	while (status == ODD_OK && odd__scan_data_line(scan, '\0')) {
		if (*scan->line != '#') {
			scan->next = scan->line;
			scan->number--;
			break;
		}
		status = odd__reading_poll(r, err);
		if (status == ODD_OK && is_directive(scan))
			status = read_directive(scan, false, &r->b.directed, err);
	}
	return status;
}

odd_status odd__read_edge_lines(
	odd__reading *r, const char *path, odd__edge_rules rules, odd_error *err)
{
	odd_status status = odd__reading_open(r, path, err);
	if (status == ODD_OK)
		status = odd__reading_known(r, err);
	if (status == ODD_OK && rules.comments)
		status = read_head(r, err);
	if (status == ODD_OK)
		status = odd__reading_lines(r, read_piece, &rules, NULL, err);
	return status;
}
