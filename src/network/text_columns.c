#include "config.h"

#include "network/text_columns.h"

#include <stdlib.h>
#include <string.h>

#include "network/missing_cells.h"

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

void odd__text_columns_read(odd__reading *r)
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

void odd__text_columns_finish(odd__reading *r)
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
