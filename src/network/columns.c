#include "config.h"

#include "oddone/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const type_names[ODD_COLUMN_TYPES] = {"number", "date", "yes/no", "count",
	"category", "list", "text", "class", "truth", "id", "layout", "constant", "empty",
	"ignored"};

const char *odd_column_type_name(odd_column_type type)
{
	return type_names[type];
}

int odd_column_type_from_name(const char *name, size_t length)
{
	for (int t = 0; t < ODD_COLUMN_TYPES; t++)
		if (strlen(type_names[t]) == length && memcmp(type_names[t], name, length) == 0)
			return t;
	return -1;
}

bool odd_column_is_dense(odd_column_type type)
{
	return type == ODD_COLUMN_NUMBER || type == ODD_COLUMN_DATE || type == ODD_COLUMN_YESNO;
}

bool odd_columns_mixed(const odd_columns *columns)
{
	for (size_t c = 0; c < columns->count; c++)
		if (odd_column_is_dense(columns->column[c].type))
			return true;
	return false;
}

char *odd_column_done(char *out, size_t size, const odd_table_column *column)
{
	static const char *const done[ODD_COLUMN_TYPES] = {"standardised", "years, standardised",
		"1 or 0, standardised", "weighed as a word", "one attribute per value",
		"split into its items", "split into words", "classes of nodes", "known outliers",
		"left out: every node has its own", "left out: a place or look in a drawing",
		"left out: the same everywhere", "left out: nothing in it",
		"left out: as you asked"};
	char place[64];
	size_t used;
	if (column->type == ODD_COLUMN_NUMBER && column->skewed)
		used = (size_t)snprintf(out, size, "logarithm, standardised");
	else
		used = (size_t)snprintf(out, size, "%s", done[column->type]);
	if (column->missing == 0 || used >= size)
		return out;
	if (odd_column_is_dense(column->type) && column->type != ODD_COLUMN_YESNO)
		snprintf(out + used, size - used, "; missing as the median, %.6g",
			column->filled_in);
	else if (column->type == ODD_COLUMN_YESNO || column->attributes > 0)
		snprintf(out + used, size - used, "; missing as %s",
			odd_column_in_place(place, sizeof place, column));
	return out;
}

char *odd_column_in_place(char *out, size_t size, const odd_table_column *column)
{
	if (column->type == ODD_COLUMN_YESNO)
		snprintf(out, size, "%s", column->filled_in != 0.0 ? "yes" : "no");
	else if (odd_column_is_dense(column->type))
		snprintf(out, size, "%.6g, the median", column->filled_in);
	else
		snprintf(out, size, "none");
	return out;
}

size_t odd_columns_find(const odd_columns *columns, const char *name)
{
	for (size_t c = 0; c < columns->count; c++)
		if (strcmp(columns->column[c].name, name) == 0)
			return c;
	return SIZE_MAX;
}

bool odd_columns_misses(const odd_columns *columns, size_t node, size_t column)
{
	const odd_table_column *c = &columns->column[column];
	if (node >= columns->cells.rows || c->attributes == 0)
		return false;
	bool listed = odd_csr_find(odd_csr_const(columns->cells), node, column) != SIZE_MAX;
	return listed != c->seldom;
}

void odd_columns_clear(odd_columns *columns)
{
	for (size_t c = 0; c < columns->count; c++)
		free(columns->column[c].name);
	free(columns->column);
	free(columns->of);
	odd_csr_clear(&columns->cells);
	memset(columns, 0, sizeof *columns);
}

odd_status odd_columns_copy(
	odd_columns *out, const odd_columns *in, size_t attributes, odd_error *err)
{
	memset(out, 0, sizeof *out);
	if (in->count == 0)
		return ODD_OK;
	out->column = calloc(in->count, sizeof *out->column);
	out->of = malloc((attributes + 1) * sizeof *out->of);
	if (out->column == NULL || out->of == NULL)
		goto nomem;
	for (; out->count < in->count; out->count++) {
		out->column[out->count] = in->column[out->count];
		out->column[out->count].name = strdup(in->column[out->count].name);
		if (out->column[out->count].name == NULL)
			goto nomem;
	}
	if (attributes > 0)
		memcpy(out->of, in->of, attributes * sizeof *out->of);
	if (in->cells.rows > 0 &&
		odd_csr_copy(&out->cells, odd_csr_const(in->cells), err) != ODD_OK)
		goto nomem;
	return ODD_OK;
nomem:
	odd_columns_clear(out);
	return odd_error_nomem(err);
}
