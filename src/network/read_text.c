/* oddone text: X.nodes (id, label or -, words), X.edges and X.truth. See oddone-formats(5). */
#include "config.h"

#include "network/pieces.h"
#include "network/text_columns.h"

#include <stdlib.h>
#include <string.h>

struct text_reading {
	odd__reading r;
	struct odd__decoder decoder;
	char *name; /* from "#! name", or NULL */
};

/* Words of one node that are looked up together. */
enum { BATCH = 64 };
struct batch {
	const char *word[BATCH];
	size_t length[BATCH], count;
	double value[BATCH];
};

static odd_status flush(odd__piece *piece, struct batch *batch, odd_error *err)
{
	uint32_t column[BATCH];
	size_t n = batch->count;
	batch->count = 0;
	odd_status status = odd__piece_words(piece, n, batch->word, batch->length, column, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++)
		status = odd__piece_attribute(piece, column[i], batch->value[i], err);
	return status;
}

/* A word with escapes, which is used at once. */
static odd_status add_decoded(odd__piece *piece, odd__text word, double value, odd_error *err)
{
	uint32_t column;
	odd_status status = odd__piece_word(piece, word, &column, err);
	return status == ODD_OK ? odd__piece_attribute(piece, column, value, err) : status;
}

/* `word` or `word=0.37` */
static odd_status add_attribute(
	odd__piece *piece, struct batch *batch, odd__text item, odd_error *err)
{
	odd__scan *scan = &piece->scan;
	odd__text raw = item, word;
	double value = 1.0;
	odd_status status;
	const char *equals = memchr(item.at, '=', item.length);
	if (equals != NULL) {
		raw.length = (size_t)(equals - item.at);
		odd__text number = {equals + 1, item.length - raw.length - 1};
		if ((status = odd__scan_number(scan, number, &value, err)) != ODD_OK)
			return status;
		if (raw.length == 0)
			return odd__scan_error(scan, item.at, err, "an attribute without a name");
	}
	if ((status = odd__decode(piece->decoder, scan, raw, &word, err)) != ODD_OK)
		return status;
	if (word.at != raw.at) {
		status = flush(piece, batch, err);
		return status == ODD_OK ? add_decoded(piece, word, value, err) : status;
	}
	batch->word[batch->count] = word.at;
	batch->length[batch->count] = word.length;
	batch->value[batch->count++] = value;
	return batch->count == BATCH ? flush(piece, batch, err) : ODD_OK;
}

/* What stands between blanks is a word, each with the value 1. */
static odd_status add_plain_words(odd__piece *piece, odd_error *err)
{
	const char *word[BATCH];
	size_t length[BATCH], n;
	uint32_t column[BATCH];
	odd_status status = ODD_OK;
	while (status == ODD_OK && (n = odd__scan_words(&piece->scan, BATCH, word, length)) > 0) {
		status = odd__piece_words(piece, n, word, length, column, err);
		if (status == ODD_OK)
			status = odd__piece_ones(piece, n, column, err);
	}
	return status;
}

/* Most lines have neither values nor escapes. */
static odd_status add_words(odd__piece *piece, odd_error *err)
{
	odd__scan *scan = &piece->scan;
	odd_status status = ODD_OK;
	odd__text item;
	struct batch batch;
	batch.count = 0;
	size_t length = scan->at != NULL ? (size_t)(scan->line_end - scan->at) : 0;
	if (length == 0 ||
		(memchr(scan->at, '=', length) == NULL && memchr(scan->at, '%', length) == NULL))
		return add_plain_words(piece, err);
	while (status == ODD_OK && odd__scan_word(scan, &item))
		status = add_attribute(piece, &batch, item, err);
	return status == ODD_OK ? flush(piece, &batch, err) : status;
}

static odd_status set_label(odd__piece *piece, odd__text raw, odd_error *err)
{
	odd__text label;
	if (raw.length == 0 || (raw.length == 1 && *raw.at == '-'))
		return ODD_OK;
	odd_status status = odd__decode(piece->decoder, &piece->scan, raw, &label, err);
	return status == ODD_OK ? odd__piece_label(piece, label, err) : status;
}

static odd_status read_node(odd__piece *piece, odd_error *err)
{
	odd__scan *scan = &piece->scan;
	odd__text raw, id, label;
	odd__scan_field(scan, '\t', &raw);
	raw = odd__text_trim(raw);
	const char *space = scan->at == NULL ? memchr(raw.at, ' ', raw.length) : NULL;
	if (space != NULL)
		return odd__scan_error(scan, space, err,
			"id, label and attributes are separated by tabs, and here is none");
	odd_status status = odd__decode(piece->decoder, scan, raw, &id, err);
	if (status == ODD_OK && id.at != raw.at)
		status = odd__piece_keep(piece, &id, err);
	if (status == ODD_OK)
		status = odd__piece_node(piece, id, raw.at, raw.length > 0, err);
	if (status == ODD_OK && odd__scan_field(scan, '\t', &label))
		status = set_label(piece, odd__text_trim(label), err);
	return status == ODD_OK ? add_words(piece, err) : status;
}

/* "#! name X" */
static odd_status set_title(odd__piece *piece, odd__text raw, odd__text name, odd_error *err)
{
	if (piece->title_where != NULL)
		return odd__scan_error(&piece->scan, raw.at, err, "the network has a name already");
	piece->title = name;
	piece->title_where = raw.at;
	return odd__piece_keep(piece, &piece->title, err);
}

/* "#! name X", "#! words a b c", "#! classes a b c": what the lines of nodes cannot say. */
static odd_status read_directive(odd__piece *piece, odd_error *err)
{
	odd__scan *scan = &piece->scan;
	odd_status status = ODD_OK;
	odd__text kind, raw, item;
	uint32_t index;
	scan->at = scan->line + 2;
	if (!odd__scan_word(scan, &kind))
		return ODD_OK;
	if (odd__text_is(kind, "column") || odd__text_is(kind, "of") ||
		odd__text_is(kind, "missing") || odd__text_is(kind, "given")) {
		/* read before or after, by odd__text_columns_read and _finish */
		if (piece->nodes == 0 && piece->r->b.ids.count == 0)
			return ODD_OK;
		return odd__scan_error(
			scan, kind.at, err, "columns have to be told before the first node");
	}
	bool name = odd__text_is(kind, "name"), words = odd__text_is(kind, "words");
	if (!name && !words && !odd__text_is(kind, "classes")) {
		char shown[ODD__SHOWN];
		return odd__scan_error(scan, kind.at, err,
			"\"%s\" is unknown here; a node file can say \"#! name\", \"#! words\", "
			"\"#! classes\", \"#! column\", \"#! of\", \"#! missing\" and \"#! "
			"given\"",
			odd__text_show(shown, kind));
	}
	while (status == ODD_OK && odd__scan_word(scan, &raw)) {
		if ((status = odd__decode(piece->decoder, scan, raw, &item, err)) != ODD_OK)
			break;
		status = name    ? set_title(piece, raw, item, err)
			 : words ? odd__piece_word(piece, item, &index, err)
				 : odd__piece_class(piece, item, &index, err);
	}
	return status;
}

static odd_status read_piece(odd__piece *piece, const void *context, odd_error *err)
{
	odd__scan *scan = &piece->scan;
	odd_status status = ODD_OK;
	(void)context;
	while (status == ODD_OK && odd__scan_data_line(scan, '\0')) {
		if (*scan->line != '#')
			status = read_node(piece, err);
		else if (scan->line_end - scan->line >= 2 && scan->line[1] == '!')
			status = read_directive(piece, err);
	}
	return status;
}

static odd_status read_nodes(struct text_reading *t, const char *path, odd_error *err)
{
	odd_status status = odd__reading_open(&t->r, path, err);
	if (status == ODD_OK)
		status = odd__text_columns_read(&t->r, err);
	if (status == ODD_OK)
		status = odd__reading_lines(&t->r, read_piece, NULL, &t->name, err);
	return status == ODD_OK ? odd__text_columns_finish(&t->r, err) : status;
}

/* id, kind */
static odd_status read_mark(struct text_reading *t, odd_error *err)
{
	odd__scan *scan = &t->r.scan;
	odd__builder *b = &t->r.b;
	odd__text raw, id, kind = {scan->line_end, 0}, extra;
	char shown[ODD__SHOWN];
	bool tabs = memchr(scan->line, '\t', (size_t)(scan->line_end - scan->line)) != NULL;
	if (tabs) {
		odd__scan_field(scan, '\t', &raw);
		odd__scan_field(scan, '\t', &kind);
	} else if (odd__scan_word(scan, &raw)) {
		odd__scan_word(scan, &kind);
	}
	raw = odd__text_trim(raw);
	kind = odd__text_trim(kind);
	odd_status status = odd__decode(&t->decoder, scan, raw, &id, err);
	if (status != ODD_OK)
		return status;
	uint32_t node = odd_names_find(&b->ids, id.at, id.length);
	if (node == ODD_NO_NAME)
		return odd__scan_error(scan, raw.at, err, "node \"%s\" is not in the node table",
			odd__text_show(shown, id));
	int which = odd_kind_from_name(kind.at, kind.length);
	if (which < 0)
		return odd__scan_error(scan, kind.at, err,
			"\"%s\" is none of structural, attribute, combined, outlier, placebo, swap, rewire, clique, contextual, ordinary",
			odd__text_show(shown, kind));
	if (odd__scan_word(scan, &extra))
		return odd__scan_error(
			scan, extra.at, err, "the line has more than an id and a kind");
	if (b->truth[node] != ODD_ORDINARY)
		return odd__scan_error(scan, raw.at, err, "node \"%s\" is marked already",
			odd__text_show(shown, id));
	odd__builder_truth(b, node, (odd_kind)which);
	return ODD_OK;
}

static odd_status read_truth(struct text_reading *t, const char *path, odd_error *err)
{
	odd_status status = odd__reading_open(&t->r, path, err);
	while (status == ODD_OK && odd__scan_data_line(&t->r.scan, '#')) {
		status = odd__reading_poll(&t->r, err);
		if (status == ODD_OK)
			status = read_mark(t, err);
	}
	return status;
}

odd_status odd__read_text(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err)
{
	struct text_reading t = {.name = NULL};
	odd__edge_rules rules = {.weights = true, .comments = true, .escapes = true};
	*out = NULL;
	odd__reading_begin(&t.r, source);
	odd_status status = read_nodes(&t, path[0], err);
	if (status == ODD_OK)
		status = odd__read_edge_lines(&t.r, path[1], rules, err);
	if (status == ODD_OK && path[2] != NULL)
		status = read_truth(&t, path[2], err);
	if (status == ODD_OK)
		status = odd__reading_finish(out, &t.r, t.name != NULL ? t.name : source->name,
			"oddone text", path[0], err);
	odd__reading_clear(&t.r);
	free(t.decoder.buffer);
	free(t.name);
	return status;
}
