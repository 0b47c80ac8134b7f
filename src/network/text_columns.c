#include "config.h"

#include "network/text_columns.h"

#include <stdlib.h>
#include <string.h>

#include "network/missing.h"

static odd_status add_column(odd_columns *all, odd__text name, odd_column_type type, odd_error *err)
{
	if (all->count % 16 == 0) {
		odd_table_column *more = realloc(all->column, (all->count + 16) * sizeof *more);
		if (more == NULL)
			return odd_error_nomem(err);
		all->column = more;
	}
	char *own = strndup(name.at, name.length);
	if (own == NULL)
		return odd_error_nomem(err);
	all->column[all->count++] = (odd_table_column){.name = own, .type = type};
	return ODD_OK;
}

/* "missing=3", "filled=34", "skewed" */
static odd_status read_detail(
	odd__scan *scan, odd_table_column *column, odd__text word, odd_error *err)
{
	static const char missing[] = "missing=", filled[] = "filled=";
	char shown[ODD__SHOWN];
	double count;
	odd_status status;
	if (odd__text_is(word, "skewed")) {
		column->skewed = true;
		return ODD_OK;
	}
	if (word.length > strlen(missing) && memcmp(word.at, missing, strlen(missing)) == 0) {
		odd__text number = {word.at + strlen(missing), word.length - strlen(missing)};
		if ((status = odd__scan_number(scan, number, &count, err)) != ODD_OK)
			return status;
		column->missing = count > 0.0 && count < 1e15 ? (size_t)count : 0;
		return ODD_OK;
	}
	if (word.length > strlen(filled) && memcmp(word.at, filled, strlen(filled)) == 0) {
		odd__text number = {word.at + strlen(filled), word.length - strlen(filled)};
		return odd__scan_number(scan, number, &column->filled_in, err);
	}
	return odd__scan_error(scan, word.at, err, "\"%s\" is none of missing=, filled=, skewed",
		odd__text_show(shown, word));
}

static odd_status read_column(odd__reading *r, struct odd__decoder *decoder, odd_error *err)
{
	odd__scan *scan = &r->scan;
	odd__text type, name, word;
	char shown[ODD__SHOWN];
	if (!odd__scan_word(scan, &type) || !odd__scan_word(scan, &word))
		return odd__scan_error(scan, scan->line_end, err, "a column has a type and a name");
	int t = odd_column_type_from_name(type.at, type.length);
	if (t < 0)
		return odd__scan_error(scan, type.at, err, "\"%s\" is no type of columns",
			odd__text_show(shown, type));
	odd_status status = odd__decode(decoder, scan, word, &name, err);
	if (status == ODD_OK)
		status = add_column(&r->b.columns, name, (odd_column_type)t, err);
	while (status == ODD_OK && odd__scan_word(scan, &word))
		status = read_detail(scan, &r->b.columns.column[r->b.columns.count - 1], word, err);
	return status;
}

static odd_status own_word(odd__reading *r, odd__text word, size_t column, odd_error *err)
{
	odd__builder *b = &r->b;
	uint32_t d;
	size_t before = b->words.count;
	odd_status status = odd__builder_word(b, word.at, word.length, &d, err);
	if (status != ODD_OK || b->words.count == before)
		return status;
	if ((before & (before - 1)) == 0) { /* room for powers of two */
		uint32_t *of = realloc(b->columns.of, (2 * before + 1) * sizeof *of);
		if (of == NULL)
			return odd_error_nomem(err);
		b->columns.of = of;
	}
	b->columns.of[d] = (uint32_t)column;
	b->columns.column[column].attributes++;
	return ODD_OK;
}

/* The next word of the line is the name of a column. */
static odd_status find_column(
	odd__reading *r, struct odd__decoder *decoder, size_t *column, odd_error *err)
{
	odd__scan *scan = &r->scan;
	const odd_columns *all = &r->b.columns;
	odd__text word, name;
	char shown[ODD__SHOWN];
	if (!odd__scan_word(scan, &word))
		return odd__scan_error(scan, scan->line_end, err, "a column has to be named here");
	odd_status status = odd__decode(decoder, scan, word, &name, err);
	size_t c = 0;
	while (status == ODD_OK && c < all->count &&
		(strlen(all->column[c].name) != name.length ||
			memcmp(all->column[c].name, name.at, name.length) != 0))
		c++;
	if (status == ODD_OK && c == all->count)
		return odd__scan_error(scan, word.at, err, "there is no column \"%s\"",
			odd__text_show(shown, name));
	*column = c;
	return status;
}

static odd_status read_words(odd__reading *r, struct odd__decoder *decoder, odd_error *err)
{
	odd__scan *scan = &r->scan;
	odd_columns *all = &r->b.columns;
	odd__text word, name;
	size_t c;
	odd_status status = find_column(r, decoder, &c, err);
	while (status == ODD_OK && odd__scan_word(scan, &word)) {
		status = odd__decode(decoder, scan, word, &name, err);
		if (status == ODD_OK && all->column[c].type >= ODD_COLUMN_CLASS)
			status = odd__scan_error(scan, word.at, err,
				"a column of type %s has no attributes",
				odd_column_type_name(all->column[c].type));
		if (status == ODD_OK)
			status = own_word(r, name, c, err);
	}
	return status;
}

/* The next line #! of those the file begins with, up to its first word. */
static bool next_directive(odd__scan *scan, odd__text *kind)
{
	while (odd__scan_data_line(scan, '\0') && *scan->line == '#') {
		if (scan->line_end - scan->line < 2 || scan->line[1] != '!')
			continue;
		scan->at = scan->line + 2;
		if (odd__scan_word(scan, kind))
			return true;
	}
	return false;
}

odd_status odd__text_columns_read(odd__reading *r, odd_error *err)
{
	odd__scan *scan = &r->scan;
	struct odd__decoder decoder = {NULL, 0};
	odd_status status = ODD_OK;
	odd__text kind;
	while (status == ODD_OK && next_directive(scan, &kind)) {
		if ((status = odd__reading_poll(r, err)) != ODD_OK)
			break;
		if (odd__text_is(kind, "column"))
			status = read_column(r, &decoder, err);
		else if (odd__text_is(kind, "of"))
			status = read_words(r, &decoder, err);
	}
	free(decoder.buffer);
	if (status == ODD_OK)
		odd__scan_rewind(scan);
	return status;
}

/* What a line has told of a column. */
enum { NOTHING, MISSING, GIVEN };

/* Nodes that have no value in a column or, if it is seldom given, those that have. */
static odd_status read_cells(odd__reading *r, struct odd__decoder *decoder, bool given,
	uint8_t *told, odd__missing *list, odd_error *err)
{
	odd__scan *scan = &r->scan;
	odd__text word, id;
	char shown[ODD__SHOWN];
	size_t c;
	const char *from = scan->at;
	odd_status status = find_column(r, decoder, &c, err);
	if (status != ODD_OK)
		return status;
	odd_table_column *column = &r->b.columns.column[c];
	if (column->attributes == 0)
		return odd__scan_error(scan, from, err,
			"column \"%.60s\" has no attributes, so that nothing is filled in",
			column->name);
	if (told[c] != NOTHING && (told[c] == GIVEN) != given)
		return odd__scan_error(scan, from, err,
			"column \"%.60s\" has both missing and given nodes", column->name);
	told[c] = given ? GIVEN : MISSING;
	column->seldom = given;
	while (status == ODD_OK && odd__scan_word(scan, &word)) {
		status = odd__decode(decoder, scan, word, &id, err);
		if (status != ODD_OK)
			break;
		uint32_t node = odd_names_find(&r->b.ids, id.at, id.length);
		if (node == ODD_NO_NAME)
			return odd__scan_error(scan, word.at, err,
				"node \"%s\" is not in the node table", odd__text_show(shown, id));
		status = odd__missing_add(list, node, c, err);
	}
	return status;
}

/* The lines that name nodes, which are all there now. */
static odd_status read_missing(odd__reading *r, odd_error *err)
{
	odd__scan *scan = &r->scan;
	struct odd__decoder decoder = {NULL, 0};
	odd__missing list = {.count = 0};
	uint8_t *told = calloc(r->b.columns.count + 1, 1);
	odd_status status = told != NULL ? ODD_OK : odd_error_nomem(err);
	bool any = false;
	odd__text kind;
	odd__scan_rewind(scan);
	while (status == ODD_OK && next_directive(scan, &kind)) {
		bool given = odd__text_is(kind, "given");
		if (!given && !odd__text_is(kind, "missing"))
			continue;
		any = true;
		status = odd__reading_poll(r, err);
		if (status == ODD_OK)
			status = read_cells(r, &decoder, given, told, &list, err);
	}
	if (status == ODD_OK && any)
		status = odd__missing_again(&r->b.columns, r->b.ids.count, &list, err);
	odd__missing_clear(&list);
	free(told);
	free(decoder.buffer);
	return status;
}

odd_status odd__text_columns_finish(odd__reading *r, odd_error *err)
{
	odd__builder *b = &r->b;
	odd_columns *all = &b->columns;
	size_t named = 0, words = b->words.count;
	if (all->count == 0)
		return ODD_OK;
	for (size_t c = 0; c < all->count; c++)
		named += all->column[c].attributes;
	uint32_t *of = realloc(all->of, (words + 1) * sizeof *of);
	if (of == NULL)
		return odd_error_nomem(err);
	all->of = of;
	if (named == words)
		return read_missing(r, err);
	odd_status status = add_column(all, (odd__text){"words", 5}, ODD_COLUMN_COUNT, err);
	if (status != ODD_OK)
		return status;
	all->column[all->count - 1].attributes = words - named;
	for (size_t d = named; d < words; d++)
		of[d] = (uint32_t)(all->count - 1);
	return read_missing(r, err);
}
