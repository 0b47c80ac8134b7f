/* The sheets of a workbook, by expat: .xlsx (Excel) and .ods (LibreOffice), both zip archives of
 * XML. The first row with text is the heading of a table. What a cell shows as a date or a
 * percentage is read as the number it holds, in .xlsx; blank rows are passed over. */
#include "config.h"

#include <ctype.h>
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "network/tables_within.h"

enum part { SHEETS, PATHS, STRINGS, SHEET, CONTENT }; /* of an archive: which XML is read */
enum { COLUMNS_MOST = 16384 };

/* A sheet of .xlsx: its name, how the archive refers to it, and its file. */
struct sheet {
	char *name, *id, *path;
};

struct workbook {
	odd__within *w;
	odd__zip *zip;
	XML_Parser parser;
	enum part part;
	struct sheet *sheet;
	size_t sheets, sheet_room;
	char *strings; /* that cells share, one behind the other */
	size_t *string, string_count, string_room, strings_size, strings_room;
	bool in_text, phonetic;
	char *text; /* of the cell or string */
	size_t length, room;
	char type[12];        /* of the cell */
	size_t column, width; /* of the cell; of the heading, 0 before it */
	size_t written;       /* cells of the row */
	size_t repeat;        /* how often the cell stands there */
};

static const char *local(const char *name)
{
	const char *colon = strrchr(name, ':');
	return colon != NULL ? colon + 1 : name;
}

static const char *attribute(const char **list, const char *name)
{
	for (; list[0] != NULL; list += 2)
		if (strcmp(local(list[0]), name) == 0)
			return list[1];
	return NULL;
}

static void fail(struct workbook *b, odd_status status)
{
	if (b->w->status == ODD_OK)
		b->w->status = status;
	XML_StopParser(b->parser, XML_FALSE);
}

static void add_text(struct workbook *b, const char *text, size_t length)
{
	odd_status status =
		odd__make_room(&b->room, b->length + length + 1, b->w->err, {&b->text, 1});
	if (status != ODD_OK) {
		fail(b, status);
		return;
	}
	memcpy(b->text + b->length, text, length);
	b->length += length;
	b->text[b->length] = '\0';
}

static void XMLCALL on_text(void *payload, const char *text, int length)
{
	struct workbook *b = payload;
	if (b->in_text && !b->phonetic)
		add_text(b, text, (size_t)length);
}

/* ---- cells
 * --------------------------------------------------------------------------------------- */

static void write_cell(struct workbook *b, odd__text text)
{
	odd__within_cell(b->w, text);
	b->written++;
}

/* Write a cell at its column, with blank ones before it. */
static void place_cell(struct workbook *b, odd__text text)
{
	if (text.length == 0 || b->column >= COLUMNS_MOST)
		return;
	while (b->written < b->column && b->w->status == ODD_OK)
		write_cell(b, (odd__text){"", 0});
	write_cell(b, text);
}

static void end_row(struct workbook *b)
{
	if (b->written == 0)
		return;
	while (b->written < b->width && b->w->status == ODD_OK)
		write_cell(b, (odd__text){"", 0});
	b->width = b->width > 0 ? b->width : b->written;
	odd__within_row(b->w);
	b->written = 0;
}

static void end_table(struct workbook *b)
{
	if (b->w->status == ODD_OK && b->w->rows < 2) /* nothing, or a heading alone */
		odd__within_drop(b->w);
}

static void begin_table(struct workbook *b, const char *name)
{
	odd__within_table(b->w, (odd__text){name, strlen(name)});
	b->width = b->written = 0;
}

/* ---- .xlsx
 * --------------------------------------------------------------------------------------- */

static void add_sheet(struct workbook *b, const char *name, const char *id)
{
	odd_status status = odd__make_room(
		&b->sheet_room, b->sheets + 1, b->w->err, {&b->sheet, sizeof *b->sheet});
	if (status != ODD_OK || name == NULL || id == NULL) {
		fail(b, status);
		return;
	}
	struct sheet *s = &b->sheet[b->sheets++];
	*s = (struct sheet){strdup(name), strdup(id), NULL};
	if (s->name == NULL || s->id == NULL)
		fail(b, odd_error_nomem(b->w->err));
}

static void add_path(struct workbook *b, const char *id, const char *target)
{
	for (size_t i = 0; id != NULL && target != NULL && i < b->sheets; i++) {
		struct sheet *s = &b->sheet[i];
		if (strcmp(s->id, id) != 0 || s->path != NULL)
			continue;
		s->path = malloc(strlen(target) + 4);
		if (s->path == NULL)
			fail(b, odd_error_nomem(b->w->err));
		else
			sprintf(s->path, "%s%s", *target == '/' ? "" : "xl/",
				target + (*target == '/'));
	}
}

/* A text that cells refer to by its number. */
static void add_string(struct workbook *b)
{
	odd_error *err = b->w->err;
	odd_status status = odd__make_room(
		&b->string_room, b->string_count + 1, err, {&b->string, sizeof *b->string});
	if (status == ODD_OK)
		status = odd__make_room(
			&b->strings_room, b->strings_size + b->length + 1, err, {&b->strings, 1});
	if (status != ODD_OK) {
		fail(b, status);
		return;
	}
	b->string[b->string_count++] = b->strings_size;
	if (b->length > 0)
		memcpy(b->strings + b->strings_size, b->text, b->length);
	b->strings_size += b->length;
	b->strings[b->strings_size++] = '\0';
}

/* "BC7": its column, from 0. */
static size_t column_of(const char *reference, size_t next)
{
	size_t column = 0;
	const char *p = reference;
	for (; p != NULL && isupper((unsigned char)*p) && column < COLUMNS_MOST; p++)
		column = column * 26 + (size_t)(*p - 'A') + 1;
	return column > 0 ? column - 1 : next;
}

static void end_cell(struct workbook *b)
{
	odd__text text = {b->text, b->length};
	if (strcmp(b->type, "s") == 0 && b->length > 0) {
		size_t i = (size_t)strtoull(b->text, NULL, 10);
		const char *shared = i < b->string_count ? b->strings + b->string[i] : "";
		text = (odd__text){shared, strlen(shared)};
	} else if (strcmp(b->type, "b") == 0 && b->length > 0) {
		text = b->text[0] == '1' ? (odd__text){"true", 4} : (odd__text){"false", 5};
	} else if (strcmp(b->type, "e") == 0) { /* #N/A, #DIV/0! */
		text.length = 0;
	}
	place_cell(b, text);
	b->column++;
}

/* ---- .ods
 * ---------------------------------------------------------------------------------------- */

static void begin_content_cell(struct workbook *b, const char **list)
{
	const char *often = attribute(list, "number-columns-repeated");
	const char *value = attribute(list, "value"), *date = attribute(list, "date-value");
	unsigned long repeat = often != NULL ? strtoul(often, NULL, 10) : 1;
	b->repeat = repeat < COLUMNS_MOST ? repeat : COLUMNS_MOST;
	b->type[0] = '\0';
	value = value != NULL ? value : date;
	if (value != NULL) { /* what it holds, not what it shows */
		add_text(b, value, strlen(value));
		b->type[0] = 'v';
	}
}

static void end_content_cell(struct workbook *b)
{
	for (size_t i = 0; i < b->repeat; i++, b->column++)
		place_cell(b, (odd__text){b->text, b->length});
}

/* ---- elements
 * ------------------------------------------------------------------------------------ */

static void XMLCALL on_begin(void *payload, const char *name, const char **list)
{
	struct workbook *b = payload;
	const char *type = attribute(list, "t"), *title = attribute(list, "name");
	name = local(name);
	if (b->w->status != ODD_OK) {
		fail(b, b->w->status);
	} else if (b->part == SHEETS && strcmp(name, "sheet") == 0) {
		add_sheet(b, title, attribute(list, "id"));
	} else if (b->part == PATHS && strcmp(name, "Relationship") == 0) {
		add_path(b, attribute(list, "Id"), attribute(list, "Target"));
	} else if (strcmp(name, "rPh") == 0) {
		b->phonetic = true;
	} else if (strcmp(name, "si") == 0 || strcmp(name, "c") == 0) {
		b->length = 0;
		b->column = column_of(attribute(list, "r"), b->column);
		snprintf(b->type, sizeof b->type, "%s", type != NULL ? type : "");
	} else if (strcmp(name, "t") == 0 || (b->part == SHEET && strcmp(name, "v") == 0)) {
		b->in_text = true;
	} else if (strcmp(name, "row") == 0 || strcmp(name, "table-row") == 0) {
		b->column = 0;
	} else if (b->part == CONTENT && strcmp(name, "table") == 0) {
		begin_table(b, title != NULL ? title : "table");
	} else if (b->part == CONTENT &&
		   (strcmp(name, "table-cell") == 0 || strcmp(name, "covered-table-cell") == 0)) {
		b->length = 0;
		begin_content_cell(b, list);
	} else if (b->part == CONTENT && strcmp(name, "p") == 0) {
		b->in_text = b->type[0] == '\0';
	}
}

static void XMLCALL on_end(void *payload, const char *name)
{
	struct workbook *b = payload;
	name = local(name);
	if (b->w->status != ODD_OK)
		return;
	if (strcmp(name, "rPh") == 0)
		b->phonetic = false;
	else if (strcmp(name, "t") == 0 || strcmp(name, "v") == 0 || strcmp(name, "p") == 0)
		b->in_text = false;
	else if (b->part == STRINGS && strcmp(name, "si") == 0)
		add_string(b);
	else if (b->part == SHEET && strcmp(name, "c") == 0)
		end_cell(b);
	else if (strcmp(name, "row") == 0 || strcmp(name, "table-row") == 0)
		end_row(b);
	else if (b->part == CONTENT &&
		 (strcmp(name, "table-cell") == 0 || strcmp(name, "covered-table-cell") == 0))
		end_content_cell(b);
	else if (b->part == CONTENT && strcmp(name, "table") == 0)
		end_table(b);
}

static void XMLCALL on_entity(void *payload, const XML_Char *name, int parameter,
	const XML_Char *value, int length, const XML_Char *base, const XML_Char *system,
	const XML_Char *public, const XML_Char *notation)
{
	struct workbook *b = payload;
	(void)name, (void)parameter, (void)value, (void)length, (void)base, (void)system,
		(void)public, (void)notation;
	fail(b, odd_error_at(b->w->err, ODD_EINPUT, b->w->path, 0, 0,
			"the file declares an entity, which is not allowed"));
}

/* Parse an entry of the archive; false: there is none of that name, or an error. */
static bool parse(struct workbook *b, enum part part, const char *entry)
{
	enum { PIECE = 1 << 16 };
	odd__bytes bytes;
	odd__within *w = b->w;
	if (w->status == ODD_OK)
		w->status = odd__zip_get(&bytes, b->zip, entry, w->err);
	if (w->status != ODD_OK || bytes.data == NULL)
		return false;
	b->part = part;
	b->in_text = b->phonetic = false;
	b->parser = XML_ParserCreate(NULL);
	if (b->parser == NULL) {
		w->status = odd_error_nomem(w->err);
	} else {
		XML_SetUserData(b->parser, b);
		XML_SetElementHandler(b->parser, on_begin, on_end);
		XML_SetCharacterDataHandler(b->parser, on_text);
		XML_SetEntityDeclHandler(b->parser, on_entity);
	}
	for (size_t at = 0, n; w->status == ODD_OK && at < bytes.size; at += n) {
		n = bytes.size - at < PIECE ? bytes.size - at : PIECE;
		bool fine = XML_Parse(b->parser, bytes.data + at, (int)n, at + n == bytes.size) ==
			    XML_STATUS_OK;
		odd_status status = odd__limits_poll(&w->source.limits, w->path, w->err);
		if (w->status == ODD_OK && status != ODD_OK)
			w->status = status;
		else if (w->status == ODD_OK && !fine)
			w->status = odd_error_at(w->err, ODD_EINPUT, w->path, 0, 0,
				"%s is not well-formed XML: %s", entry,
				XML_ErrorString(XML_GetErrorCode(b->parser)));
	}
	XML_ParserFree(b->parser);
	odd__bytes_clear(&bytes);
	return w->status == ODD_OK;
}

void odd__read_sheets(odd__within *w, odd__zip *zip)
{
	struct workbook b = {.w = w, .zip = zip};
	if (parse(&b, SHEETS, "xl/workbook.xml")) {
		parse(&b, PATHS, "xl/_rels/workbook.xml.rels");
		parse(&b, STRINGS, "xl/sharedStrings.xml");
		for (size_t i = 0; i < b.sheets && w->status == ODD_OK; i++) {
			begin_table(&b, b.sheet[i].name);
			if (b.sheet[i].path != NULL)
				parse(&b, SHEET, b.sheet[i].path);
			end_table(&b);
		}
	} else {
		parse(&b, CONTENT, "content.xml");
	}
	for (size_t i = 0; i < b.sheets; i++) {
		free(b.sheet[i].name);
		free(b.sheet[i].id);
		free(b.sheet[i].path);
	}
	free(b.sheet);
	free(b.strings);
	free(b.string);
	free(b.text);
}
