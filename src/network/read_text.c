/* oddone text: X.nodes (id, label or -, words), X.edges and X.truth. See oddone-formats(5). */
#include "config.h"

#include "network/kinds.h"
#include "network/parallel_lines.h"
#include "network/text_columns.h"

#include <stdlib.h>
#include <string.h>

/* Words of one node that are looked up together. */
enum { BATCH = 64 };
struct batch {
	const char *word[BATCH];
	size_t length[BATCH], count;
	double value[BATCH];
};

static void flush(odd__piece *piece, struct batch *batch)
{
	uint32_t column[BATCH];
	odd__piece_words(piece, batch->count, batch->word, batch->length, column);
	for (size_t i = 0; i < batch->count; i++)
		odd__piece_attribute(piece, column[i], batch->value[i]);
	batch->count = 0;
}

/* `word` or `word=0.37` */
static void add_attribute(odd__piece *piece, struct batch *batch, odd__text item)
{
	odd__text raw = item;
	double value = 1.0;
	const char *equals = memchr(item.at, '=', item.length);
	if (equals != NULL) {
		raw.length = (size_t)(equals - item.at);
		odd__text number = {equals + 1, item.length - raw.length - 1};
		odd__try(piece, odd__scan_number(&piece->scan, number, &value, &piece->err));
		if (raw.length == 0)
			odd__piece_fail(piece, item.at, "an attribute without a name");
	}
	odd__text word = odd__piece_decode(piece, 0, raw);
	if (word.at != raw.at) { /* with escapes: it is used at once */
		flush(piece, batch);
		odd__piece_attribute(piece, odd__piece_word(piece, word), value);
		return;
	}
	batch->word[batch->count] = word.at;
	batch->length[batch->count] = word.length;
	batch->value[batch->count++] = value;
	if (batch->count == BATCH)
		flush(piece, batch);
}

/* What stands between blanks is a word, each with the value 1. */
static void add_plain_words(odd__piece *piece)
{
	const char *word[BATCH];
	size_t length[BATCH], n;
	uint32_t column[BATCH];
	while (piece->status == ODD_OK &&
		(n = odd__scan_words(&piece->scan, BATCH, word, length)) > 0) {
		odd__piece_words(piece, n, word, length, column);
		odd__piece_ones(piece, n, column);
	}
}

/* Most lines have neither values nor escapes. */
static void add_words(odd__piece *piece)
{
	odd__scan *scan = &piece->scan;
	odd__text item;
	struct batch batch;
	batch.count = 0;
	size_t length = scan->at != NULL ? (size_t)(scan->line_end - scan->at) : 0;
	if (length == 0 ||
		(memchr(scan->at, '=', length) == NULL && memchr(scan->at, '%', length) == NULL)) {
		add_plain_words(piece);
		return;
	}
	while (piece->status == ODD_OK && odd__scan_word(scan, &item))
		add_attribute(piece, &batch, item);
	flush(piece, &batch);
}

static void read_node(odd__piece *piece)
{
	odd__scan *scan = &piece->scan;
	odd__text raw, label;
	odd__scan_field(scan, '\t', &raw);
	raw = odd__text_trim(raw);
	const char *space = scan->at == NULL ? memchr(raw.at, ' ', raw.length) : NULL;
	if (space != NULL)
		odd__piece_fail(piece, space,
			"id, label and attributes are separated by tabs, and here is none");
	odd__text id = odd__piece_decode(piece, 0, raw);
	if (id.at != raw.at)
		odd__piece_keep(piece, &id);
	odd__piece_node(piece, id, raw.at, raw.length > 0);
	if (piece->status == ODD_OK && odd__scan_field(scan, '\t', &label)) {
		label = odd__text_trim(label);
		if (label.length > 0 && !(label.length == 1 && *label.at == '-'))
			odd__piece_label(piece, odd__piece_decode(piece, 0, label));
	}
	if (piece->status == ODD_OK)
		add_words(piece);
}

/* "#! name X" */
static void set_title(odd__piece *piece, odd__text raw, odd__text name)
{
	if (piece->title_where != NULL)
		odd__piece_fail(piece, raw.at, "the network has a name already");
	if (piece->status != ODD_OK)
		return;
	piece->title = name;
	piece->title_where = raw.at;
	odd__piece_keep(piece, &piece->title);
}

/* "#! name X", "#! words a b c", "#! classes a b c": what the lines of nodes cannot say. */
static void read_directive(odd__piece *piece)
{
	odd__scan *scan = &piece->scan;
	odd__text kind, raw;
	char shown[ODD__SHOWN];
	scan->at = scan->line + 2;
	if (!odd__scan_word(scan, &kind))
		return;
	if (odd__text_is(kind, "column") || odd__text_is(kind, "of") ||
		odd__text_is(kind, "missing") || odd__text_is(kind, "given")) {
		/* read before or after, by odd__text_columns_read and _finish */
		if (piece->nodes > 0 || piece->r->b.ids.count > 0)
			odd__piece_fail(
				piece, kind.at, "columns have to be told before the first node");
		return;
	}
	bool name = odd__text_is(kind, "name"), words = odd__text_is(kind, "words");
	if (!name && !words && !odd__text_is(kind, "classes"))
		odd__piece_fail(piece, kind.at,
			"\"%s\" is unknown here; a node file can say \"#! name\", \"#! words\", "
			"\"#! classes\", \"#! column\", \"#! of\", \"#! missing\" and \"#! "
			"given\"",
			odd__text_show(shown, kind));
	while (piece->status == ODD_OK && odd__scan_word(scan, &raw)) {
		odd__text item = odd__piece_decode(piece, 0, raw);
		if (piece->status != ODD_OK)
			return;
		if (name)
			set_title(piece, raw, item);
		else if (words)
			odd__piece_word(piece, item);
		else
			odd__piece_class(piece, item);
	}
}

static void read_piece(odd__piece *piece, const void *context)
{
	const odd__scan *scan = &piece->scan;
	(void)context;
	while (odd__piece_line(piece)) {
		if (*scan->line != '#')
			read_node(piece);
		else if (scan->line_end - scan->line >= 2 && scan->line[1] == '!')
			read_directive(piece);
	}
}

void odd__read_text_nodes(odd__reading *r, char **title)
{
	odd__reading_lines(r, read_piece, NULL, title);
}

/* id, kind */
static void read_mark(odd__reading *r, struct odd__decoder *decoder)
{
	odd__scan *scan = &r->scan;
	odd__text raw, id, kind = {scan->line_end, 0}, extra;
	char shown[ODD__SHOWN];
	if (memchr(scan->line, '\t', (size_t)(scan->line_end - scan->line)) != NULL) {
		odd__scan_field(scan, '\t', &raw);
		odd__scan_field(scan, '\t', &kind);
	} else if (odd__scan_word(scan, &raw)) {
		odd__scan_word(scan, &kind);
	}
	raw = odd__text_trim(raw);
	kind = odd__text_trim(kind);
	odd__try(r, odd__decode(decoder, scan, raw, &id, r->err));
	if (r->status != ODD_OK)
		return;
	uint32_t node = odd_names_find(&r->b.ids, id.at, id.length);
	int which = odd_kind_from_name(kind.at, kind.length);
	if (node == ODD_NO_NAME)
		odd__fail(r, raw.at, "node \"%s\" is not in the node table",
			odd__text_show(shown, id));
	else if (which < 0)
		odd__fail(r, kind.at, "\"%s\" is none of %s", odd__text_show(shown, kind),
			odd__kinds_listed);
	else if (odd__scan_word(scan, &extra))
		odd__fail(r, extra.at, "the line has more than an id and a kind");
	else if (r->b.truth[node] != ODD_ORDINARY)
		odd__fail(r, raw.at, "node \"%s\" is marked already", odd__text_show(shown, id));
	else
		odd__builder_truth(&r->b, node, (odd_kind)which);
}

odd_status odd__read_text(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err)
{
	odd__reading r;
	struct odd__decoder decoder = {NULL, 0};
	char *name = NULL; /* from "#! name" */
	odd__edge_rules rules = {.weights = true, .comments = true, .escapes = true};
	odd__reading_begin(&r, source, err);
	odd__reading_open(&r, path[0]);
	odd__text_columns_read(&r);
	odd__read_text_nodes(&r, &name);
	odd__text_columns_finish(&r);
	odd__read_edge_lines(&r, path[1], rules);
	if (path[2] != NULL && odd__reading_open(&r, path[2]))
		while (odd__reading_line(&r, '#'))
			read_mark(&r, &decoder);
	odd_status status = odd__reading_finish(
		out, &r, name != NULL ? name : source->name, "oddone text", path[0]);
	free(decoder.buffer);
	free(name);
	return status;
}
