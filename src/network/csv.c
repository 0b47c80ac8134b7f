#include "config.h"

#include "network/csv.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

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

void odd__csv_begin(odd__csv *csv, odd__scan *scan)
{
	csv->scan = scan;
	csv->separator = find_separator(scan);
	csv->count = csv->used = 0;
}

void odd__csv_begin_with(odd__csv *csv, odd__scan *scan, const char *separator)
{
	odd__csv_begin(csv, scan);
	if (separator != NULL)
		csv->separator = strcmp(separator, "tab") == 0 ? '\t' : separator[0];
}

void odd__csv_clear(odd__csv *csv)
{
	free(csv->cell);
	free(csv->buffer);
	memset(csv, 0, sizeof *csv);
}

static odd_status add_cell(odd__csv *csv, odd__cell cell, odd_error *err)
{
	odd_status status = odd__make_room(
		&csv->capacity, csv->count + 1, err, {&csv->cell, sizeof *csv->cell});
	if (status == ODD_OK)
		csv->cell[csv->count++] = cell;
	return status;
}

/* Copy a cell and make one quote of two. */
static odd_status copy_cell(odd__csv *csv, odd__cell *cell, odd_error *err)
{
	odd_status status =
		odd__make_room(&csv->room, csv->used + cell->text.length, err, {&csv->buffer, 1});
	if (status != ODD_OK)
		return status;
	size_t start = csv->used;
	for (size_t i = 0; i < cell->text.length; i++) {
		csv->buffer[csv->used++] = cell->text.at[i];
		if (cell->text.at[i] == '"')
			i++;
	}
	cell->text = (odd__text){(const char *)(uintptr_t)start, csv->used - start};
	cell->copied = true;
	return ODD_OK;
}

/* A cell that opens with a quote at p; *p moves behind the closing one. The scanner goes on to the
 * line in which that stands. */
static odd_status quoted_cell(odd__csv *csv, const char **p, odd__cell *cell, odd_error *err)
{
	odd__scan *scan = csv->scan;
	const char *open = *p, *q = open + 1;
	bool doubled = false;
	for (;;) {
		const char *quote = memchr(q, '"', (size_t)(scan->line_end - q));
		if (quote == NULL) {
			if (!odd__scan_line(scan))
				return odd__scan_error(scan, open, err,
					"the quote that opens here is never closed");
			q = scan->line;
		} else if (quote + 1 < scan->line_end && quote[1] == '"') {
			doubled = true;
			q = quote + 2;
		} else {
			q = quote;
			break;
		}
	}
	*cell = (odd__cell){
		.text = {open + 1, (size_t)(q - open - 1)}, .where = open, .quoted = true};
	*p = q + 1;
	return doubled ? copy_cell(csv, cell, err) : ODD_OK;
}

static odd_status read_record(odd__csv *csv, odd_error *err)
{
	odd__scan *scan = csv->scan;
	odd_status status;
	for (const char *p = scan->line;; p++) {
		odd__cell cell;
		while (p < scan->line_end && (*p == ' ' || (*p == '\t' && csv->separator != '\t')))
			p++;
		if (p < scan->line_end && *p == '"') {
			if ((status = quoted_cell(csv, &p, &cell, err)) != ODD_OK)
				return status;
			while (p < scan->line_end && *p == ' ')
				p++;
			if (p < scan->line_end && *p != csv->separator)
				return odd__scan_error(scan, p, err,
					"a separator is missing behind the closing quote");
		} else {
			const char *start = p;
			while (p < scan->line_end && *p != csv->separator)
				p++;
			cell = (odd__cell){.text = {start, (size_t)(p - start)}, .where = start};
			cell.text = odd__text_trim(cell.text);
		}
		if ((status = add_cell(csv, cell, err)) != ODD_OK)
			return status;
		if (p == scan->line_end)
			return ODD_OK;
	}
}

odd_status odd__csv_next(odd__csv *csv, bool *more, odd_error *err)
{
	csv->count = csv->used = 0;
	*more = odd__scan_data_line(csv->scan, '\0');
	if (!*more)
		return ODD_OK;
	csv->line = csv->scan->number;
	odd_status status = read_record(csv, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < csv->count; i++)
		if (csv->cell[i].copied)
			csv->cell[i].text.at = csv->buffer + (uintptr_t)csv->cell[i].text.at;
	return ODD_OK;
}
