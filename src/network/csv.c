#include "config.h"

#include "network/csv.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The separator that comes first outside quotes wins, commas before the others. */
static char find_separator(odd__scan *scan)
{
	static const char candidates[] = ",;\t|";
	bool found[4] = {false}, quoted = false;
	if (odd__scan_data_line(scan, '\0')) {
		for (const char *p = scan->line; p < scan->line_end; p++) {
			const char *which = memchr(candidates, *p, sizeof found);
			quoted ^= *p == '"';
			if (which != NULL && !quoted)
				found[which - candidates] = true;
		}
	}
	odd__scan_rewind(scan);
	for (size_t i = 0; i < sizeof found; i++)
		if (found[i])
			return candidates[i];
	return ',';
}

void odd__csv_begin(odd__csv *csv, odd__reading *r, const char *separator)
{
	csv->r = r;
	csv->separator = find_separator(&r->scan);
	csv->quotes = "\"";
	csv->count = csv->used = 0;
	if (separator != NULL)
		csv->separator = strcmp(separator, "tab") == 0 ? '\t' : separator[0];
}

void odd__csv_clear(odd__csv *csv)
{
	free(csv->cell);
	free(csv->buffer);
	memset(csv, 0, sizeof *csv);
}

/* Copy a cell and make one quote of two. */
static void copy_cell(odd__csv *csv, odd__cell *cell, char quote)
{
	if (!odd__reading_room(
		    csv->r, &csv->room, csv->used + cell->text.length, {&csv->buffer, 1}))
		return;
	size_t start = csv->used;
	for (size_t i = 0; i < cell->text.length; i++) {
		csv->buffer[csv->used++] = cell->text.at[i];
		if (cell->text.at[i] == quote)
			i++;
	}
	cell->text = (odd__text){(const char *)(uintptr_t)start, csv->used - start};
	cell->copied = true;
}

/* A cell that opens with a quote at p; what stands behind the closing one. The scanner goes on to
 * the line in which that stands. */
static const char *quoted_cell(odd__csv *csv, const char *p, odd__cell *cell)
{
	odd__scan *scan = &csv->r->scan;
	const char *q = p + 1, mark = *p;
	bool doubled = false;
	for (;;) {
		const char *quote = memchr(q, mark, (size_t)(scan->line_end - q));
		if (quote == NULL) {
			if (!odd__scan_line(scan)) {
				odd__fail(csv->r, p, "the quote that opens here is never closed");
				return scan->line_end;
			}
			q = scan->line;
		} else if (quote + 1 < scan->line_end && quote[1] == mark) {
			doubled = true;
			q = quote + 2;
		} else {
			q = quote;
			break;
		}
	}
	*cell = (odd__cell){.text = {p + 1, (size_t)(q - p - 1)}, .where = p, .quoted = true};
	if (doubled)
		copy_cell(csv, cell, mark);
	return q + 1;
}

static void read_record(odd__csv *csv)
{
	odd__reading *r = csv->r;
	const odd__scan *scan = &r->scan;
	for (const char *p = scan->line; r->status == ODD_OK; p++) {
		odd__cell cell;
		while (p < scan->line_end && (*p == ' ' || (*p == '\t' && csv->separator != '\t')))
			p++;
		if (p < scan->line_end && strchr(csv->quotes, *p) != NULL) {
			p = quoted_cell(csv, p, &cell);
			while (p < scan->line_end && *p == ' ')
				p++;
			if (p < scan->line_end && *p != csv->separator)
				odd__fail(r, p, "a separator is missing behind the closing quote");
		} else {
			const char *start = p;
			while (p < scan->line_end && *p != csv->separator)
				p++;
			cell = (odd__cell){.text = {start, (size_t)(p - start)}, .where = start};
			cell.text = odd__text_trim(cell.text);
		}
		if (!odd__reading_may_hold(r, csv->count, sizeof cell, "the cells of a row need") ||
			!odd__reading_room(
				r, &csv->capacity, csv->count + 1, {&csv->cell, sizeof cell}))
			return;
		csv->cell[csv->count++] = cell;
		if (p == scan->line_end)
			return;
	}
}

bool odd__csv_next(odd__csv *csv)
{
	csv->count = csv->used = 0;
	if (!odd__reading_line(csv->r, '\0'))
		return false;
	csv->line = csv->r->record = csv->r->scan.number;
	read_record(csv);
	for (size_t i = 0; i < csv->count && csv->r->status == ODD_OK; i++)
		if (csv->cell[i].copied)
			csv->cell[i].text.at = csv->buffer + (uintptr_t)csv->cell[i].text.at;
	return csv->r->status == ODD_OK;
}

bool odd__csv_header(odd__csv *csv)
{
	static const char says[] = "sep=";
	const odd__scan *scan = &csv->r->scan;
	size_t n = strlen(says);
	odd__scan_rewind(&csv->r->scan);
	if (!odd__csv_next(csv))
		return false;
	if ((size_t)(scan->line_end - scan->line) != n + 1 || strncasecmp(scan->line, says, n) != 0)
		return true;
	if (csv->r->options->separator == NULL)
		csv->separator = scan->line[n];
	return odd__csv_next(csv);
}
