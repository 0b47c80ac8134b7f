#include "config.h"

#include "oddone/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/veil.h"

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

const char *odd_columns_cell(const odd_columns *columns, size_t node, size_t column)
{
	const odd_table_column *c = &columns->column[column];
	if (node >= c->rows || c->value[node] == ODD_NO_NAME)
		return NULL;
	return odd_names_get(&c->values, c->value[node]);
}

const char *odd_network_title(const odd_network *net, size_t node)
{
	const odd_columns *columns = &net->columns;
	const char *id = odd_names_get(&net->ids, node);
	const char *title =
		columns->titles > 0 ? odd_columns_cell(columns, node, columns->titles - 1) : NULL;
	/* While it is a secret what was planted as what, ids say nothing, and nor may titles. */
	return title != NULL && !odd__names_veiled(&net->ids, (uint32_t)node) ? title : id;
}

size_t odd_network_find_title(const odd_network *net, const char *title)
{
	if (net->columns.titles == 0)
		return SIZE_MAX;
	const odd_table_column *c = &net->columns.column[net->columns.titles - 1];
	const uint32_t value = odd_names_find(&c->values, title, strlen(title));
	size_t found = SIZE_MAX;
	for (size_t i = 0; value != ODD_NO_NAME && i < c->rows; i++) {
		if (c->value[i] != value)
			continue;
		if (found != SIZE_MAX)
			return SIZE_MAX;
		found = i;
	}
	return found < net->nodes ? found : SIZE_MAX;
}

void odd_columns_clear(odd_columns *columns)
{
	for (size_t c = 0; c < columns->count; c++) {
		free(columns->column[c].name);
		odd_names_clear(&columns->column[c].values);
		free(columns->column[c].value);
	}
	free(columns->column);
	free(columns->of);
	odd_csr_clear(&columns->cells);
	memset(columns, 0, sizeof *columns);
}

/* false: without memory; what there is can be cleared. */
static bool copy_column(odd_table_column *to, const odd_table_column *from)
{
	*to = *from;
	to->values = (odd_names)ODD_NAMES_INIT;
	to->value = NULL;
	to->rows = 0;
	if ((to->name = strdup(from->name)) == NULL)
		return false;
	if (from->value == NULL)
		return true;
	to->value = malloc((from->rows + 1) * sizeof *to->value);
	if (to->value == NULL || odd_names_copy(&to->values, &from->values, NULL) != ODD_OK)
		return false;
	to->rows = from->rows;
	memcpy(to->value, from->value, from->rows * sizeof *to->value);
	return true;
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
	out->titles = in->titles;
	for (size_t c = 0; c < in->count; c++)
		if (!copy_column(&out->column[out->count++], &in->column[c]))
			goto nomem;
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
