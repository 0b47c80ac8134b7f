/* nodes.csv and edges.csv with headers, as Gephi, spreadsheets and Neo4j write them; either may be
 * alone. What becomes of each column of nodes.csv is decided from the whole table (frame.h). */
#include "config.h"

#include "network/read_csv.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "network/csv.h"
#include "network/frame.h"
#include "network/reading.h"
#include "network/times.h"

struct table {
	odd__reading r;
	odd__csv csv;
	odd__frame frame;
	uint32_t *column; /* per cell of a row: of the frame; the id has none */
	size_t columns, id;
	bool makes; /* there is no table of nodes: they are whoever links name */
};

/* ---- headings -------------------------------------------------------------------------------- */

const char *const odd__csv_ids[] = {"Id", ":ID", "node_id", "nodeid", "node", NULL};
const char *const odd__csv_sources[] = {"Source", "from", "src", ":START_ID", NULL};
const char *const odd__csv_targets[] = {"Target", "to", "dst", ":END_ID", NULL};

/* What Neo4j says of a column behind a colon, "int" of "age:int"; empty: nothing. */
static odd__text type_of(odd__text cell)
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
	odd__text type = type_of(cell);
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
static odd__text plain_name(odd__text cell)
{
	static const char *const types[] = {"int", "long", "float", "double", "boolean", "byte",
		"short", "char", "string", "point", "date", "localtime", "time", "localdatetime",
		"datetime", "duration", "vector"};
	odd__text type = type_of(cell), name = {cell.at, cell.length};
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
static odd_status next_row(struct table *t, size_t columns, bool *more, odd_error *err)
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

/* Number of a header cell by name in any case; count when there is none. */
static size_t find_cell(const odd__csv *csv, const char *name)
{
	size_t i = 0;
	while (i < csv->count && !odd__text_is(plain_name(odd__text_trim(csv->cell[i].text)), name))
		i++;
	return i;
}

/* The header: every column has a name of its own. */
static odd_status read_header(struct table *t, odd_error *err)
{
	bool more;
	char shown[ODD__SHOWN];
	odd_names seen = ODD_NAMES_INIT;
	odd__csv_begin_with(&t->csv, &t->r.scan, t->r.source->options->separator);
	odd_status status = odd__csv_next(&t->csv, &more, err);
	if (status == ODD_OK && !more)
		return odd_error_at(err, ODD_EINPUT, t->r.scan.path, 0, 0, "the header is missing");
	for (size_t i = 0; i < t->csv.count && status == ODD_OK; i++) {
		int taken;
		odd__text name = odd__text_trim(t->csv.cell[i].text);
		if (i % 4096 == 0 && (status = odd__limits_poll(
					      &t->r.source->limits, t->r.scan.path, err)) != ODD_OK)
			break;
		if (name.length == 0) {
			status = odd__scan_error(&t->r.scan, t->csv.cell[i].where, err,
				"column %zu has no name", i + 1);
			break;
		}
		status = odd_names_add(&seen, name.at, name.length, NULL, &taken, err);
		if (status == ODD_OK && taken)
			status = odd__scan_error(&t->r.scan, t->csv.cell[i].where, err,
				"there are two columns \"%s\"", odd__text_show(shown, name));
	}
	odd_names_clear(&seen);
	return status;
}

/* The column that the user names, else the first of some names, which end with NULL. */
static odd_status need_column(
	struct table *t, const char *given, const char *const *names, size_t *index, odd_error *err)
{
	const char *first = given == NULL ? names[0] : NULL;
	do {
		const char *const one[] = {given == NULL ? *names : NULL, NULL};
		for (*index = 0; *index < t->csv.count; ++*index)
			if (odd__csv_is_column(
				    odd__text_trim(t->csv.cell[*index].text), given, one))
				return ODD_OK;
	} while (given == NULL && *++names != NULL);
	return odd__scan_error(&t->r.scan, t->csv.cell[0].where, err,
		"the header has no column \"%s\"", given != NULL ? given : first);
}

static odd_status name_columns(struct table *t, odd_error *err)
{
	odd_status status = ODD_OK;
	t->columns = t->csv.count;
	t->column = malloc(t->columns * sizeof *t->column);
	if (t->column == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < t->columns && status == ODD_OK; i++) {
		odd__text name = odd__text_trim(t->csv.cell[i].text);
		t->column[i] = ODD_NO_NAME;
		bool ignored = odd__text_is(type_of(name), "IGNORE");
		name = plain_name(name);
		if (i != t->id && !ignored)
			status = odd__frame_name(
				&t->frame, name.at, name.length, &t->column[i], err);
	}
	return status;
}

/* A 0 is what every node has that is not told otherwise: a bag of words is full of them. */
static odd_status add_node(struct table *t, odd_error *err)
{
	const odd__cell *id = &t->csv.cell[t->id];
	uint32_t node;
	odd_status status = odd__reading_node(&t->r, id->text, id->where, false, &node, err);
	for (size_t i = 0; i < t->columns && status == ODD_OK; i++) {
		odd__text text = t->csv.cell[i].text;
		if (t->column[i] != ODD_NO_NAME && !(text.length == 1 && text.at[0] == '0'))
			status = odd__frame_cell(&t->frame, node, t->column[i], text, err);
	}
	return status;
}

/* Where in the file the cell at fault is: the nodes are its records, in order. */
static odd_status tell_fault(struct table *t, const odd__frame_fault *fault, odd_error *err)
{
	bool more = true;
	size_t cell = 0;
	odd_error place;
	while (cell + 1 < t->columns && t->column[cell] != fault->column)
		cell++;
	odd__scan_rewind(&t->r.scan);
	odd_status status = odd__csv_next(&t->csv, &more, &place);
	for (size_t i = 0; i <= fault->node && status == ODD_OK && more; i++)
		status = odd__csv_next(&t->csv, &more, &place);
	if (status != ODD_OK || !more || cell >= t->csv.count)
		return ODD_EINPUT; /* the file changed meanwhile? the message is there without it */
	return odd__scan_error(&t->r.scan, t->csv.cell[cell].where, err, "%s", fault->what);
}

static odd_status read_nodes(struct table *t, const char *path, odd_error *err)
{
	odd_status status = odd__reading_open(&t->r, path, err);
	if (status != ODD_OK || (status = read_header(t, err)) != ODD_OK ||
		(status = need_column(t, t->r.source->options->id, odd__csv_ids, &t->id, err)) !=
			ODD_OK)
		return status;
	t->frame = (odd__frame){.absent_is_zero = true,
		.options = t->r.source->options,
		.limits = &t->r.source->limits,
		.path = path};
	status = name_columns(t, err);
	bool more = true;
	while (status == ODD_OK && (status = next_row(t, t->columns, &more, err)) == ODD_OK && more)
		status = add_node(t, err);
	odd__frame_fault fault;
	if (status == ODD_OK) {
		status = odd__frame_finish(&t->frame, &t->r.b, &fault, err);
		if (status == ODD_EINPUT && fault.set)
			status = tell_fault(t, &fault, err);
	}
	odd__frame_clear(&t->frame);
	return status;
}

/* Gephi's Type: in a directed network an undirected link runs both ways. */
static odd_status read_type(struct table *t, const odd__cell *cell, bool *both, odd_error *err)
{
	char shown[ODD__SHOWN];
	*both = odd__text_is(cell->text, "undirected") || odd__text_is(cell->text, "mutual");
	if (*both || cell->text.length == 0 || odd__text_is(cell->text, "directed"))
		return ODD_OK;
	return odd__scan_error(&t->r.scan, cell->where, err,
		"\"%s\" is none of Directed, Undirected, Mutual",
		odd__text_show(shown, cell->text));
}

static odd_status read_weight(
	struct table *t, const odd__cell *cell, double *weight, odd_error *err)
{
	char shown[ODD__SHOWN];
	odd__number problem = odd__number_parse(cell->text.at, cell->text.length, weight);
	if (problem != ODD__NUMBER_OK && t->csv.separator != ',' &&
		odd__number_comma(cell->text.at, cell->text.length, weight))
		problem = ODD__NUMBER_OK;
	if (problem == ODD__NUMBER_OK && *weight >= 0.0)
		return ODD_OK;
	odd__text_show(shown, cell->text);
	if (problem == ODD__NUMBER_OK)
		return odd__scan_error(
			&t->r.scan, cell->where, err, "a link of negative weight, %s", shown);
	return odd__scan_error(
		&t->r.scan, cell->where, err, "\"%s\" %s", shown, odd__number_problem(problem));
}

static odd_status make_node(struct table *t, const odd__cell *cell, odd_error *err)
{
	uint32_t node;
	if (odd_names_find(&t->r.b.ids, cell->text.at, cell->text.length) != ODD_NO_NAME)
		return ODD_OK;
	return odd__reading_node(&t->r, cell->text, cell->where, false, &node, err);
}

/* Where the file decides: has any link a direction? The header was read. */
static odd_status look_for_directions(struct table *t, size_t type, odd_error *err)
{
	bool more = true;
	size_t columns = t->csv.count;
	odd_status status = ODD_OK;
	while (type < columns && !t->r.b.directed && status == ODD_OK &&
		(status = next_row(t, columns, &more, err)) == ODD_OK && more)
		t->r.b.directed = odd__text_is(t->csv.cell[type].text, "directed");
	odd__scan_rewind(&t->r.scan);
	return status == ODD_OK ? odd__csv_next(&t->csv, &more, err) : status;
}

/* Does a link belong to the stretch of time that is read? */
static odd_status in_time(struct table *t, const odd__cell *cell, bool *in, odd_error *err)
{
	const odd_load_options *o = t->r.source->options;
	char shown[ODD__SHOWN];
	double when;
	odd__text text = odd__text_trim(cell->text);
	if (!odd__time_value(text, &when))
		return odd__scan_error(&t->r.scan, cell->where, err,
			"\"%s\" is no time: neither a number nor a date",
			odd__text_show(shown, text));
	*in = when >= o->from && when < o->to;
	return o->times_seen == NULL
		       ? ODD_OK
		       : odd_names_add(o->times_seen, text.at, text.length, NULL, NULL, err);
}

static odd_status read_edges(struct table *t, const char *path, odd_error *err)
{
	odd_status status = odd__reading_open(&t->r, path, err);
	const odd_load_options *o = t->r.source->options;
	size_t source, target;
	bool more = true;
	if (status != ODD_OK || (status = read_header(t, err)) != ODD_OK ||
		(status = need_column(t, o->source, odd__csv_sources, &source, err)) != ODD_OK ||
		(status = need_column(t, o->target, odd__csv_targets, &target, err)) != ODD_OK)
		return status;
	size_t columns = t->csv.count, weight_at = find_cell(&t->csv, "Weight");
	if (o->weight != NULL &&
		(status = need_column(t, o->weight, NULL, &weight_at, err)) != ODD_OK)
		return status;
	size_t type = find_cell(&t->csv, "Type"), time_at = columns;
	if (o->time != NULL && (status = need_column(t, o->time, NULL, &time_at, err)) != ODD_OK)
		return status;
	if (o->directed_as_file && (status = look_for_directions(t, type, err)) != ODD_OK)
		return status;
	while (status == ODD_OK && (status = next_row(t, columns, &more, err)) == ODD_OK && more) {
		const odd__cell *cell = t->csv.cell;
		double weight = 1.0;
		bool both = false, in = true;
		if (time_at < columns &&
			((status = in_time(t, &cell[time_at], &in, err)) != ODD_OK || !in))
			continue;
		if (cell[source].text.length == 0 || cell[target].text.length == 0)
			return odd__scan_error(&t->r.scan,
				cell[cell[source].text.length == 0 ? source : target].where, err,
				"the name of a node is missing");
		if (weight_at < columns && cell[weight_at].text.length > 0)
			status = read_weight(t, &cell[weight_at], &weight, err);
		if (status == ODD_OK && type < columns) {
			status = read_type(t, &cell[type], &both, err);
			if (!both && cell[type].text.length > 0 && !t->r.b.directed)
				t->r.b.skipped.directions++;
		}
		if (status == ODD_OK && t->makes)
			status = make_node(t, &cell[source], err);
		if (status == ODD_OK && t->makes)
			status = make_node(t, &cell[target], err);
		if (status == ODD_OK)
			status = odd__reading_link(
				&t->r, cell[source].text, cell[target].text, weight, err);
		if (status == ODD_OK && both && t->r.b.directed)
			status = odd__reading_link(
				&t->r, cell[target].text, cell[source].text, weight, err);
	}
	return status;
}

odd_status odd__read_csv(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err)
{
	struct table t = {.columns = 0};
	*out = NULL;
	odd__reading_begin(&t.r, source);
	odd_status status = read_nodes(&t, path[0], err);
	if (status == ODD_OK)
		status = odd__reading_known(&t.r, err);
	if (status == ODD_OK && path[1] != NULL)
		status = read_edges(&t, path[1], err);
	if (status == ODD_OK)
		status = odd__reading_finish(out, &t.r, source->name, "CSV", path[0], err);
	odd__reading_clear(&t.r);
	odd__csv_clear(&t.csv);
	odd__frame_clear(&t.frame);
	free(t.column);
	return status;
}

odd_status odd__read_links_csv(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct table t = {.makes = true};
	*out = NULL;
	odd__reading_begin(&t.r, source);
	odd_status status = read_edges(&t, path, err);
	if (status == ODD_OK)
		status = odd__reading_finish(out, &t.r, source->name, "CSV", path, err);
	odd__reading_clear(&t.r);
	odd__csv_clear(&t.csv);
	return status;
}
