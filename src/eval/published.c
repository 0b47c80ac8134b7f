#include "config.h"

#include "eval/published.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/scan.h"

enum { FIGURE, DATASET, ALGORITHM, X, VALUE, ERROR, COLUMNS };
static const char *const heading[COLUMNS] = {
	"figure", "dataset", "algorithm", "x", "value", "error"};

static odd_status split(odd__scan *scan, odd__text field[COLUMNS], odd_error *err)
{
	size_t count = odd__scan_count(scan, '\t');
	if (count != COLUMNS)
		return odd__scan_error(
			scan, scan->line, err, "%zu columns instead of %d", count, (int)COLUMNS);
	for (size_t i = 0; i < COLUMNS; i++)
		odd__scan_field(scan, '\t', &field[i]);
	return ODD_OK;
}

static odd_status read_heading(odd__scan *scan, odd_error *err)
{
	odd__text field[COLUMNS];
	if (!odd__scan_data_line(scan, '#'))
		return odd_error_at(err, ODD_EINPUT, scan->path, 0, 0, "no heading line");
	odd_status status = split(scan, field, err);
	for (size_t i = 0; status == ODD_OK && i < COLUMNS; i++) {
		if (!odd__text_is(field[i], heading[i]))
			return odd__scan_error(scan, field[i].at, err,
				"the heading of column %zu is not \"%s\"", i + 1, heading[i]);
	}
	return status;
}

/* The text is kept, so a string of a row is its place in it with a NUL behind. */
static const char *keep(char *text, const odd__scan *scan, odd__text field)
{
	char *at = text + (field.at - scan->begin);
	at[field.length] = '\0';
	return at;
}

static odd_status read_row(odd_published_row *row, odd__scan *scan, char *text, odd_error *err)
{
	odd__text field[COLUMNS];
	odd_status status = split(scan, field, err);
	for (size_t i = FIGURE; status == ODD_OK && i <= ALGORITHM; i++) {
		if (field[i].length == 0)
			status = odd__scan_error(scan, field[i].at, err, "no %s", heading[i]);
	}
	if (status != ODD_OK)
		return status;
	row->figure = keep(text, scan, field[FIGURE]);
	row->dataset = keep(text, scan, field[DATASET]);
	row->algorithm = keep(text, scan, field[ALGORITHM]);
	row->x = (double)NAN;
	if (!odd__text_is(field[X], "-"))
		status = odd__scan_number(scan, field[X], &row->x, err);
	if (status == ODD_OK)
		status = odd__scan_number(scan, field[VALUE], &row->value, err);
	if (status == ODD_OK)
		status = odd__scan_number(scan, field[ERROR], &row->error, err);
	/* All figures but the loss show shares. */
	if (status == ODD_OK && strcmp(row->figure, "loss") != 0 &&
		!(row->value >= 0.0 && row->value <= 1.0))
		status = odd__scan_error(scan, field[VALUE].at, err,
			"%s is a share from 0 to 1, not %g", row->figure, row->value);
	return status;
}

odd_status odd_published_load(odd_published *out, const char *path, odd_error *err)
{
	odd__scan scan;
	*out = (odd_published){0};
	odd_status status = odd__scan_open(&scan, path, NULL, err);
	if (status != ODD_OK)
		return status;
	size_t length = (size_t)(scan.end - scan.begin), lines = 0;
	while (odd__scan_data_line(&scan, '#'))
		lines++;
	odd__scan_rewind(&scan);
	out->text = malloc(length + 1);
	out->row = calloc(lines > 0 ? lines : 1, sizeof *out->row);
	if (out->text == NULL || out->row == NULL) {
		status = odd_error_nomem(err);
	} else {
		memcpy(out->text, scan.begin, length);
		status = read_heading(&scan, err);
	}
	while (status == ODD_OK && odd__scan_data_line(&scan, '#')) {
		status = read_row(&out->row[out->count], &scan, out->text, err);
		out->count += status == ODD_OK;
	}
	odd__scan_close(&scan);
	if (status != ODD_OK)
		odd_published_clear(out);
	return status;
}

void odd_published_clear(odd_published *published)
{
	free(published->row);
	free(published->text);
	*published = (odd_published){0};
}

static int matches(const char *wanted, const char *is)
{
	return wanted == NULL || strcasecmp(wanted, is) == 0;
}

const odd_published_row *odd_published_next(const odd_published *published,
	const odd_published_row *after, const char *figure, const char *dataset,
	const char *algorithm)
{
	size_t i = after != NULL ? (size_t)(after - published->row) + 1 : 0;
	for (; i < published->count; i++) {
		const odd_published_row *row = &published->row[i];
		if (matches(figure, row->figure) && matches(dataset, row->dataset) &&
			matches(algorithm, row->algorithm))
			return row;
	}
	return NULL;
}
