/* Lines of links, as .cites and .edges files have them. */
#include "config.h"

#include "network/reading.h"

#include <stdlib.h>
#include <string.h>

/* Fields are separated by tabs when the line has one, otherwise by spaces. */
static odd_status split(
	odd__reading *r, odd__text field[3], size_t *count, size_t most, odd_error *err)
{
	odd__scan *scan = &r->scan;
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

/* "#! directed" is the one thing an edge file can say of itself. */
static odd_status read_directive(odd__reading *r, bool links_were_seen, odd_error *err)
{
	odd__scan *scan = &r->scan;
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
	if (links_were_seen && !r->b.directed)
		return odd__scan_error(
			scan, word.at, err, "\"#! directed\" must stand before the first link");
	r->b.directed = true;
	return ODD_OK;
}

/* Links whose ends are looked up together: their names lie in the file and stay there. */
enum { BATCH = 64 };
struct batch {
	const char *end[2 * BATCH]; /* from, to, from, to, … */
	size_t length[2 * BATCH];
	double weight[BATCH];
	size_t count;
};

static odd_status flush(odd__reading *r, struct batch *batch, odd_error *err)
{
	uint32_t node[2 * BATCH];
	odd_status status = ODD_OK;
	odd_names_find_many(&r->b.ids, 2 * batch->count, batch->end, batch->length, node);
	for (size_t i = 0; i < batch->count && status == ODD_OK; i++) {
		if (node[2 * i] == ODD_NO_NAME || node[2 * i + 1] == ODD_NO_NAME)
			r->b.skipped.unknown_nodes++;
		else
			status = odd__builder_link(
				&r->b, node[2 * i], node[2 * i + 1], batch->weight[i], err);
	}
	batch->count = 0;
	return status;
}

static odd_status add_link(odd__reading *r, struct batch *batch, odd__text from, odd__text to,
	double weight, odd_error *err)
{
	size_t i = batch->count++;
	batch->end[2 * i] = from.at;
	batch->length[2 * i] = from.length;
	batch->end[2 * i + 1] = to.at;
	batch->length[2 * i + 1] = to.length;
	batch->weight[i] = weight;
	return batch->count == BATCH ? flush(r, batch, err) : ODD_OK;
}

/* A line of up to three fields. Names that had to be decoded are used at once. */
static odd_status read_link(odd__reading *r, struct batch *batch, struct odd__decoder decoder[2],
	odd__edge_rules rules, odd_error *err)
{
	odd__text field[3];
	size_t count;
	double weight = 1.0;
	bool decoded = false;
	odd_status status = split(r, field, &count, rules.weights ? 3 : 2, err);
	for (int i = 0; i < 2 && status == ODD_OK && rules.escapes; i++) {
		const char *raw = field[i].at;
		status = odd__decode(&decoder[i], &r->scan, field[i], &field[i], err);
		decoded |= field[i].at != raw;
	}
	if (status == ODD_OK && count == 3 && field[2].length > 0)
		status = odd__reading_weight(r, field[2], &weight, err);
	if (status != ODD_OK)
		return status;
	odd__text from = field[rules.reversed], to = field[!rules.reversed];
	if (decoded)
		return odd__reading_link(r, from, to, weight, err);
	return add_link(r, batch, from, to, weight, err);
}

odd_status odd__read_edge_lines(
	odd__reading *r, const char *path, odd__edge_rules rules, odd_error *err)
{
	struct odd__decoder decoder[2] = {{0}, {0}};
	struct batch batch = {.count = 0};
	bool seen = false;
	odd_status status = odd__reading_open(r, path, err);
	while (status == ODD_OK && odd__scan_data_line(&r->scan, '\0')) {
		const char *line = r->scan.line;
		if ((status = odd__reading_poll(r, err)) != ODD_OK)
			break;
		if (!rules.comments || *line != '#') {
			seen = true;
			status = read_link(r, &batch, decoder, rules, err);
		} else if (r->scan.line_end - line >= 2 && line[1] == '!') {
			status = read_directive(r, seen, err);
		}
	}
	if (status == ODD_OK)
		status = flush(r, &batch, err);
	free(decoder[0].buffer);
	free(decoder[1].buffer);
	return status;
}
