/* oddone text: X.nodes (id, label or -, words), X.edges and X.truth. See oddone-formats(5). */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "network/kinds.h"
#include "network/missing_cells.h"
#include "network/parallel_lines.h"
#include "network/reading.h"

/* ---- columns of the table that a text came from -------------------------------------------------
 *
 *   #! column number age missing=3 filled=34     type and name
 *   #! column category trade
 *   #! of age age                                a column and the words that came of it
 *   #! of trade trade=baker trade=smith
 *   #! missing age n3 n17 n21                    a column and the nodes without a value in it
 *   #! given trade n4                            and the nodes with one, where they are fewer
 */

/* The next word of the line, without escapes; false: none, or an error. */
static bool next_name(
	odd__reading *r, struct odd__decoder *decoder, odd__text *word, odd__text *name)
{
	if (r->status != ODD_OK || !odd__scan_word(&r->scan, word))
		return false;
	odd__try(r, odd__decode(decoder, &r->scan, *word, name, r->err));
	return r->status == ODD_OK;
}

static void add_column(odd__reading *r, odd__text name, odd_column_type type)
{
	odd_columns *all = &r->b.columns;
	char *own = strndup(name.at, name.length);
	odd_table_column *more = all->column;
	if (all->count % 16 == 0)
		more = realloc(all->column, (all->count + 16) * sizeof *more);
	all->column = more != NULL ? more : all->column;
	if (own == NULL || more == NULL)
		odd__try(r, odd_error_nomem(r->err));
	if (r->status == ODD_OK)
		all->column[all->count++] = (odd_table_column){.name = own, .type = type};
	else
		free(own);
}

/* "missing=3", "filled=34", "skewed" */
static void read_detail(odd__reading *r, odd_table_column *column, odd__text word)
{
	static const char missing[] = "missing=", filled[] = "filled=";
	size_t m = strlen(missing), f = strlen(filled);
	char shown[ODD__SHOWN];
	if (odd__text_is(word, "skewed")) {
		column->skewed = true;
	} else if (word.length > m && memcmp(word.at, missing, m) == 0) {
		odd__text number = {word.at + m, word.length - m};
		double count = odd__reading_number_of(r, number, number.at);
		column->missing = count > 0.0 && count < 1e15 ? (size_t)count : 0;
	} else if (word.length > f && memcmp(word.at, filled, f) == 0) {
		odd__text number = {word.at + f, word.length - f};
		column->filled_in = odd__reading_number_of(r, number, number.at);
	} else {
		odd__fail(r, word.at, "\"%s\" is none of missing=, filled=, skewed",
			odd__text_show(shown, word));
	}
}

static void read_column(odd__reading *r, struct odd__decoder *decoder)
{
	odd__scan *scan = &r->scan;
	odd__text type, name, word;
	char shown[ODD__SHOWN];
	int t = odd__scan_word(scan, &type) ? odd_column_type_from_name(type.at, type.length) : -2;
	if (t == -1)
		odd__fail(r, type.at, "\"%s\" is no type of columns", odd__text_show(shown, type));
	if (t == -2 || !next_name(r, decoder, &word, &name)) {
		odd__fail(r, scan->line_end, "a column has a type and a name");
		return;
	}
	add_column(r, name, (odd_column_type)t);
	while (r->status == ODD_OK && odd__scan_word(scan, &word))
		read_detail(r, &r->b.columns.column[r->b.columns.count - 1], word);
}

static void own_word(odd__reading *r, odd__text word, size_t column)
{
	odd__builder *b = &r->b;
	uint32_t d;
	size_t before = b->words.count;
	odd__try(r, odd__builder_word(b, word.at, word.length, &d, r->err));
	if (r->status != ODD_OK || b->words.count == before)
		return;
	if ((before & (before - 1)) == 0) { /* room for powers of two */
		uint32_t *of = realloc(b->columns.of, (2 * before + 1) * sizeof *of);
		if (of == NULL) {
			r->status = odd_error_nomem(r->err);
			return;
		}
		b->columns.of = of;
	}
	b->columns.of[d] = (uint32_t)column;
	b->columns.column[column].attributes++;
}

/* The next word of the line is the name of a column; NULL after an error. */
static odd_table_column *find_column(odd__reading *r, struct odd__decoder *decoder)
{
	const odd_columns *all = &r->b.columns;
	odd__text word, name;
	char shown[ODD__SHOWN];
	if (!next_name(r, decoder, &word, &name)) {
		odd__fail(r, r->scan.line_end, "a column has to be named here");
		return NULL;
	}
	for (size_t c = 0; c < all->count; c++)
		if (strlen(all->column[c].name) == name.length &&
			memcmp(all->column[c].name, name.at, name.length) == 0)
			return &all->column[c];
	odd__fail(r, word.at, "there is no column \"%s\"", odd__text_show(shown, name));
	return NULL;
}

static void read_words(odd__reading *r, struct odd__decoder *decoder)
{
	odd__text word, name;
	const odd_table_column *column = find_column(r, decoder);
	while (next_name(r, decoder, &word, &name)) {
		if (column->type >= ODD_COLUMN_CLASS)
			odd__fail(r, word.at, "a column of type %s has no attributes",
				odd_column_type_name(column->type));
		else
			own_word(r, name, (size_t)(column - r->b.columns.column));
	}
}

/* The next line #! of those the file begins with, up to its first word. */
static bool next_directive(odd__reading *r, odd__text *kind)
{
	odd__scan *scan = &r->scan;
	while (odd__reading_line(r, '\0') && *scan->line == '#') {
		if (scan->line_end - scan->line < 2 || scan->line[1] != '!')
			continue;
		scan->at = scan->line + 2;
		if (odd__scan_word(scan, kind))
			return true;
	}
	return false;
}

/* Read those lines at the beginning of the open file, which is rewound. */
static void text_columns_read(odd__reading *r)
{
	struct odd__decoder decoder = {NULL, 0};
	odd__text kind;
	while (next_directive(r, &kind)) {
		if (odd__text_is(kind, "column"))
			read_column(r, &decoder);
		else if (odd__text_is(kind, "of"))
			read_words(r, &decoder);
	}
	free(decoder.buffer);
	odd__scan_rewind(&r->scan);
}

/* What a line has told of a column. */
enum { NOTHING, MISSING, GIVEN };

/* Nodes that have no value in a column or, if it is seldom given, those that have. */
static void read_cells(odd__reading *r, struct odd__decoder *decoder, bool given, uint8_t *told,
	odd__missing *list)
{
	odd__text word, id;
	char shown[ODD__SHOWN];
	const char *from = r->scan.at;
	odd_table_column *column = find_column(r, decoder);
	if (column == NULL)
		return;
	size_t c = (size_t)(column - r->b.columns.column);
	if (column->attributes == 0)
		odd__fail(r, from,
			"column \"%.60s\" has no attributes, so that nothing is filled in",
			column->name);
	if (told[c] != NOTHING && (told[c] == GIVEN) != given)
		odd__fail(
			r, from, "column \"%.60s\" has both missing and given nodes", column->name);
	told[c] = given ? GIVEN : MISSING;
	column->seldom = given;
	while (next_name(r, decoder, &word, &id)) {
		uint32_t node = odd_names_find(&r->b.ids, id.at, id.length);
		if (node == ODD_NO_NAME)
			odd__fail(r, word.at, "node \"%s\" is not in the node table",
				odd__text_show(shown, id));
		odd__try(r, odd__missing_add(list, node, c, r->err));
	}
}

/* The lines that name nodes, which are all there now. */
static void read_missing(odd__reading *r)
{
	struct odd__decoder decoder = {NULL, 0};
	odd__missing list = {.count = 0};
	uint8_t *told = calloc(r->b.columns.count + 1, 1);
	bool any = false;
	odd__text kind;
	if (told == NULL)
		odd__try(r, odd_error_nomem(r->err));
	odd__scan_rewind(&r->scan);
	while (next_directive(r, &kind)) {
		bool given = odd__text_is(kind, "given");
		if (!given && !odd__text_is(kind, "missing"))
			continue;
		any = true;
		read_cells(r, &decoder, given, told, &list);
	}
	if (any)
		odd__try(r, odd__missing_again(&r->b.columns, r->b.ids.count, &list, r->err));
	odd__missing_clear(&list);
	free(told);
	free(decoder.buffer);
}

/* With all nodes known, read who misses what. Words that no line names form a column of counts, if
 * there are columns at all. */
static void text_columns_finish(odd__reading *r)
{
	odd_columns *all = &r->b.columns;
	size_t named = 0, words = r->b.words.count;
	if (all->count == 0 || r->status != ODD_OK)
		return;
	for (size_t c = 0; c < all->count; c++)
		named += all->column[c].attributes;
	uint32_t *of = realloc(all->of, (words + 1) * sizeof *of);
	if (of == NULL) {
		r->status = odd_error_nomem(r->err);
		return;
	}
	all->of = of;
	if (named < words) {
		add_column(r, (odd__text){"words", 5}, ODD_COLUMN_COUNT);
		if (r->status == ODD_OK)
			all->column[all->count - 1].attributes = words - named;
		for (size_t d = named; d < words; d++)
			of[d] = (uint32_t)(all->count - 1);
	}
	read_missing(r);
}

/* ---- lines ------------------------------------------------------------------------------------
 */

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
		/* read before or after, by text_columns_read and _finish */
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

void odd__read_text_mark(
	odd__reading *r, struct odd__decoder *decoder, odd__text *id, odd_kind *kind)
{
	odd__scan *scan = &r->scan;
	odd__text raw, word = {scan->line_end, 0}, extra;
	char shown[ODD__SHOWN];
	if (memchr(scan->line, '\t', (size_t)(scan->line_end - scan->line)) != NULL) {
		odd__scan_field(scan, '\t', &raw);
		odd__scan_field(scan, '\t', &word);
	} else if (odd__scan_word(scan, &raw)) {
		odd__scan_word(scan, &word);
	}
	word = odd__text_trim(word);
	int which = odd_kind_from_name(word.at, word.length);
	*kind = which >= 0 ? (odd_kind)which : ODD_ORDINARY;
	odd__try(r, odd__decode(decoder, scan, odd__text_trim(raw), id, r->err));
	if (which < 0)
		odd__fail(r, word.at, "\"%s\" is none of %s", odd__text_show(shown, word),
			odd__kinds_listed);
	else if (odd__scan_word(scan, &extra))
		odd__fail(r, extra.at, "the line has more than an id and a kind");
}

static void read_mark(odd__reading *r, struct odd__decoder *decoder)
{
	odd__text id;
	odd_kind kind;
	char shown[ODD__SHOWN];
	odd__read_text_mark(r, decoder, &id, &kind);
	if (r->status != ODD_OK)
		return;
	uint32_t node = odd_names_find(&r->b.ids, id.at, id.length);
	if (node == ODD_NO_NAME)
		odd__fail(r, r->scan.line, "node \"%s\" is not in the node table",
			odd__text_show(shown, id));
	else if (r->b.truth[node] != ODD_ORDINARY)
		odd__fail(r, r->scan.line, "node \"%s\" is marked already",
			odd__text_show(shown, id));
	else
		odd__builder_truth(&r->b, node, kind);
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
	text_columns_read(&r);
	odd__read_text_nodes(&r, &name);
	text_columns_finish(&r);
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
