/* Headings of tables, and rows behind them. */
#include "config.h"

#include "network/csv_table.h"

#include <string.h>
#include <strings.h>

const char *const odd__csv_ids[] = {"Id", ":ID", "node_id", "nodeid", "node", NULL};
const char *const odd__csv_sources[] = {"Source", "from", "src", ":START_ID", "source_id",
	"from_id", "FromNodeId", "from_node", "id_1", "id1", "node_1", "node1", NULL};
const char *const odd__csv_targets[] = {"Target", "to", "dst", ":END_ID", "target_id", "to_id",
	"ToNodeId", "to_node", "id_2", "id2", "node_2", "node2", NULL};

/* What Neo4j says of a column behind a colon, "int" of "age:int"; empty: nothing. */
odd__text odd__csv_type_of(odd__text cell)
{
	size_t at = cell.length;
	while (at > 0 && cell.at[at - 1] != ':')
		at--;
	return (odd__text){cell.at + at, at > 0 ? cell.length - at : 0};
}

bool odd__csv_is_column(odd__text cell, const char *given, const char *const *names)
{
	if (given != NULL)
		return odd__text_is(cell, given);
	odd__text type = odd__csv_type_of(cell);
	for (size_t n = 0; n < type.length; n++)
		if (type.at[n] == '(')
			type.length = n;
	for (; *names != NULL; names++)
		if (odd__text_is(cell, *names) ||
			(**names == ':' && type.length > 0 && odd__text_is(type, *names + 1)))
			return true;
	return false;
}

/* The name alone; :LABEL is what Neo4j calls the class, and IGNORE says so. */
odd__text odd__csv_plain_name(odd__text cell)
{
	static const char *const types[] = {"int", "long", "float", "double", "boolean", "byte",
		"short", "char", "string", "point", "date", "localtime", "time", "localdatetime",
		"datetime", "duration", "vector"};
	odd__text type = odd__csv_type_of(cell), name = {cell.at, cell.length};
	if (odd__text_is(type, "LABEL") && cell.length == type.length + 1)
		return (odd__text){"label", 5};
	size_t n = type.length;
	n -= n >= 2 && memcmp(type.at + n - 2, "[]", 2) == 0 ? 2 : 0;
	for (size_t i = 0; n > 0 && i < sizeof types / sizeof *types; i++)
		if (odd__text_is((odd__text){type.at, n}, types[i]))
			name.length = cell.length - type.length - 1;
	return name.length > 0 ? name : cell;
}

/* The next record, which must be as long as the header. */
odd_status odd__table_row(odd__csv_table *t, size_t columns, bool *more, odd_error *err)
{
	odd_status status = odd__reading_poll(&t->r, err);
	if (status == ODD_OK)
		status = odd__csv_next(&t->csv, more, err);
	t->r.record = t->csv.line;
	if (status != ODD_OK || !*more || t->csv.count == columns)
		return status;
	const char *where = t->r.scan.line_end;
	if (t->csv.count > columns)
		where = t->csv.cell[columns].where;
	return odd__scan_error(&t->r.scan, where, err,
		"the number of columns is %zu, in the header %zu", t->csv.count, columns);
}

/* "sep=;" above the header, as spreadsheets write it for each other. */
static odd_status pass_separator(odd__csv_table *t, bool *more, odd_error *err)
{
	static const char says[] = "sep=";
	const odd__scan *scan = &t->r.scan;
	size_t n = strlen(says);
	if ((size_t)(scan->line_end - scan->line) != n + 1 || strncasecmp(scan->line, says, n) != 0)
		return ODD_OK;
	if (t->r.source->options->separator == NULL)
		t->csv.separator = scan->line[n];
	return odd__csv_next(&t->csv, more, err);
}

/* Back to behind the header, which was read. */
odd_status odd__table_again(odd__csv_table *t, odd_error *err)
{
	bool more;
	odd__scan_rewind(&t->r.scan);
	odd_status status = odd__csv_next(&t->csv, &more, err);
	return status == ODD_OK ? pass_separator(t, &more, err) : status;
}

/* Number of a header cell by name in any case; count when there is none. */
size_t odd__table_find(const odd__csv *csv, const char *name)
{
	size_t i = 0;
	while (i < csv->count &&
		!odd__text_is(odd__csv_plain_name(odd__text_trim(csv->cell[i].text)), name))
		i++;
	return i;
}

/* The header: columns have names of their own, or none. */
odd_status odd__table_header(odd__csv_table *t, odd_error *err)
{
	bool more;
	char shown[ODD__SHOWN];
	odd_names seen = ODD_NAMES_INIT;
	odd__csv_begin_with(&t->csv, &t->r.scan, t->r.source->options->separator);
	odd_status status = odd__csv_next(&t->csv, &more, err);
	if (status == ODD_OK && more)
		status = pass_separator(t, &more, err);
	if (status == ODD_OK && !more)
		return odd_error_at(err, ODD_EINPUT, t->r.scan.path, 0, 0, "the header is missing");
	for (size_t i = 0; i < t->csv.count && status == ODD_OK; i++) {
		int taken;
		odd__text name = odd__text_trim(t->csv.cell[i].text);
		if (i % 4096 == 0 && (status = odd__limits_poll(
					      &t->r.source->limits, t->r.scan.path, err)) != ODD_OK)
			break;
		if (name.length == 0) /* of a data frame: its rows; of a spreadsheet: nothing */
			continue;
		status = odd_names_add(&seen, name.at, name.length, NULL, &taken, err);
		if (status == ODD_OK && taken)
			status = odd__scan_error(&t->r.scan, t->csv.cell[i].where, err,
				"there are two columns \"%s\"", odd__text_show(shown, name));
	}
	odd_names_clear(&seen);
	return status;
}

/* The column that the user names, else the first of some names, which end with NULL. */
odd_status odd__table_need(odd__csv_table *t, const char *given, const char *const *names,
	bool names_of_rows, size_t *index, odd_error *err)
{
	const char *first = given == NULL ? names[0] : NULL;
	do {
		const char *const one[] = {given == NULL ? *names : NULL, NULL};
		for (*index = 0; *index < t->csv.count; ++*index)
			if (odd__csv_is_column(
				    odd__text_trim(t->csv.cell[*index].text), given, one))
				return ODD_OK;
	} while (given == NULL && *++names != NULL);
	*index = 0; /* pandas and R write the names of rows into a first column without one */
	if (given == NULL && names_of_rows && odd__text_trim(t->csv.cell[0].text).length == 0)
		return ODD_OK;
	return odd__scan_error(&t->r.scan, t->csv.cell[0].where, err,
		"the header has no column \"%s\"", given != NULL ? given : first);
}
