/* Tables of links: edges.csv, as Gephi, spreadsheets and Neo4j write it, or a list without a
 * heading. */
#include "config.h"

#include "network/csv_table.h"

#include <string.h>

#include "base/number.h"
#include "network/link_lines.h"
#include "network/times.h"

/* Gephi's Type: in a directed network an undirected link runs both ways. */
static odd_status read_type(odd__csv_table *t, const odd__cell *cell, bool *both, odd_error *err)
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
	odd__csv_table *t, const odd__cell *cell, double *weight, odd_error *err)
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

static odd_status make_node(odd__csv_table *t, const odd__cell *cell, odd_error *err)
{
	uint32_t node;
	if (odd_names_find(&t->r.b.ids, cell->text.at, cell->text.length) != ODD_NO_NAME)
		return ODD_OK;
	return odd__reading_node(&t->r, cell->text, cell->where, false, &node, err);
}

/* Gephi's Type, and not some other: its first filled cell says one of the three. The header was
 * read. */
static odd_status check_type(odd__csv_table *t, size_t *type, odd_error *err)
{
	bool more = true, both, gephi = true;
	size_t columns = t->csv.count;
	odd_status status = ODD_OK;
	if (*type >= columns)
		return ODD_OK;
	while (status == ODD_OK && (status = odd__table_row(t, columns, &more, err)) == ODD_OK &&
		more && t->csv.cell[*type].text.length == 0)
		;
	if (status == ODD_OK && more)
		gephi = read_type(t, &t->csv.cell[*type], &both, NULL) == ODD_OK;
	*type = gephi ? *type : columns;
	return status == ODD_OK ? odd__table_again(t, err) : status;
}

/* Where the file decides: has any link a direction? The header was read. */
static odd_status look_for_directions(odd__csv_table *t, size_t type, odd_error *err)
{
	bool more = true;
	size_t columns = t->csv.count;
	odd_status status = ODD_OK;
	while (type < columns && !t->r.b.directed && status == ODD_OK &&
		(status = odd__table_row(t, columns, &more, err)) == ODD_OK && more)
		t->r.b.directed = odd__text_is(t->csv.cell[type].text, "directed");
	return status == ODD_OK ? odd__table_again(t, err) : status;
}

/* Does a link belong to the stretch of time that is read? */
static odd_status in_time(odd__csv_table *t, const odd__cell *cell, bool *in, odd_error *err)
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

/* A list of links without a heading: the first line names two nodes, known ones if there is a table
 * of them, else by number. */
static bool is_list(odd__csv_table *t)
{
	const odd_load_options *o = t->r.source->options;
	odd__text end[2] = {{NULL, 0}, {NULL, 0}}, field;
	odd__scan *scan = &t->r.scan;
	size_t count = 0, known = 0;
	double x;
	bool more = odd__links_line(scan);
	for (; more && odd__links_field(scan, &field); count++) {
		if (count < 2)
			end[count] = field;
		else if (field.at[0] != '{' &&
			 odd__number_parse(field.at, field.length, &x) != ODD__NUMBER_OK)
			count = SIZE_MAX / 2;
	}
	odd__scan_rewind(scan);
	if (o->source != NULL || o->target != NULL || o->time != NULL || o->weight != NULL ||
		(count != 2 && count != 3))
		return false;
	for (int k = 0; k < 2; k++)
		known += t->makes
				 ? odd__number_parse(end[k].at, end[k].length, &x) == ODD__NUMBER_OK
				 : odd_names_find(&t->r.b.ids, end[k].at, end[k].length) !=
					   ODD_NO_NAME;
	return known > (t->makes ? 1 : 0);
}

odd_status odd__table_links(odd__csv_table *t, const char *path, odd_error *err)
{
	odd_status status = odd__reading_open(&t->r, path, err);
	const odd_load_options *o = t->r.source->options;
	size_t source, target;
	bool more = true;
	if (status == ODD_OK && is_list(t))
		return odd__links_read(&t->r, t->makes, err);
	if (status != ODD_OK || (status = odd__table_header(t, err)) != ODD_OK ||
		(status = odd__table_need(t, o->source, odd__csv_sources, false, &source, err)) !=
			ODD_OK ||
		(status = odd__table_need(t, o->target, odd__csv_targets, false, &target, err)) !=
			ODD_OK)
		return status;
	size_t columns = t->csv.count, weight_at = odd__table_find(&t->csv, "Weight");
	if (o->weight != NULL &&
		(status = odd__table_need(t, o->weight, NULL, false, &weight_at, err)) != ODD_OK)
		return status;
	size_t type = odd__table_find(&t->csv, "Type"), time_at = columns;
	if (o->time != NULL &&
		(status = odd__table_need(t, o->time, NULL, false, &time_at, err)) != ODD_OK)
		return status;
	if ((status = check_type(t, &type, err)) != ODD_OK)
		return status;
	if (o->directed_as_file && (status = look_for_directions(t, type, err)) != ODD_OK)
		return status;
	while (status == ODD_OK && (status = odd__table_row(t, columns, &more, err)) == ODD_OK &&
		more) {
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
