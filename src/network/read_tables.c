/* Tables of nodes and of links: nodes.csv and edges.csv with headers, as Gephi, spreadsheets and
 * Neo4j write them, or a list of links without a header; either may be alone. What becomes of each
 * column of nodes is decided from the whole table (node_table.h). */
#include "config.h"

#include "network/read_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "network/column_types.h"
#include "network/csv.h"
#include "network/files.h"
#include "network/link_lines.h"
#include "network/matrix_reader.h"
#include "network/node_table.h"
#include "network/readers.h"
#include "network/times.h"

/* ---- the roles of two tables and of their columns -----------------------------------------------
 *
 * Which table lists the nodes, by which column, and which columns of the other are the ends of
 * links is worked out from the values of one column that are also in another. */

typedef struct odd__table_roles {
	size_t nodes;              /* which of the two tables lists them: 0 or 1 */
	size_t id, source, target; /* columns of that table, and of the other */
	char says[520];            /* how they are read, a line */
} odd__table_roles;

enum { MOST_VALUES = 1 << 22 }; /* a column with more is not looked at */

struct column {
	char *name;
	odd_names values;
	size_t filled;
	bool too_many;
};

/* What a table holds, column by column. */
struct survey {
	odd__reading r;
	struct column *column;
	size_t columns, rows;
};

static void clear(struct survey *s)
{
	for (size_t j = 0; j < s->columns; j++) {
		free(s->column[j].name);
		odd_names_clear(&s->column[j].values);
	}
	free(s->column);
	odd__reading_clear(&s->r);
}

static void add_row(struct survey *s, const odd__csv *csv)
{
	odd__reading *r = &s->r;
	s->rows++;
	for (size_t j = 0; j < s->columns && j < csv->count; j++) {
		struct column *c = &s->column[j];
		odd__text text = csv->cell[j].text;
		if (text.length == 0 || c->too_many)
			continue;
		c->filled++;
		odd__try(r, odd_names_add(&c->values, text.at, text.length, NULL, NULL, r->err));
		c->too_many = c->values.count > MOST_VALUES;
	}
}

static odd_status look(
	struct survey *s, const odd__source *source, const char *path, odd_error *err)
{
	odd__csv csv = {.count = 0};
	odd__reading *r = &s->r;
	odd__reading_begin(r, source, err);
	if (odd__reading_open(r, path)) {
		odd__csv_begin(&csv, r, r->options->separator);
		if (!odd__csv_header(&csv))
			odd__fail(r, NULL, "the header is missing");
	}
	s->column = r->status == ODD_OK ? calloc(csv.count, sizeof *s->column) : NULL;
	if (s->column == NULL)
		odd__try(r, odd_error_nomem(r->err));
	for (; r->status == ODD_OK && s->columns < csv.count; s->columns++) {
		odd__text name = odd__text_trim(csv.cell[s->columns].text);
		s->column[s->columns].name = strndup(name.at, name.length);
		if (s->column[s->columns].name == NULL)
			r->status = odd_error_nomem(r->err);
	}
	while (r->status == ODD_OK && odd__csv_next(&csv))
		add_row(s, &csv);
	odd__csv_clear(&csv);
	return r->status;
}

/* The share of a column's distinct values that come in another. */
static double included(const struct column *c, const struct column *in)
{
	size_t found = 0;
	for (size_t v = 0; v < c->values.count; v++) {
		const char *text = odd_names_get(&c->values, v);
		found += odd_names_find(&in->values, text, strlen(text)) != ODD_NO_NAME;
	}
	return c->values.count > 0 ? (double)found / (double)c->values.count : 0.0;
}

static bool is_called(const struct column *c, const char *given, const char *const *names)
{
	return odd__csv_is_column((odd__text){c->name, strlen(c->name)}, given, names);
}

struct choice {
	odd__table_roles roles;
	double worth, found; /* found: share of the ends' distinct values that are ids */
};

/* How well a column serves as an end of links of nodes named by `id`; 0: not at all. */
static double worth_as_end(
	const struct survey *links, size_t j, const struct column *id, const char *given)
{
	const struct column *c = &links->column[j];
	bool named = is_called(c, given, odd__csv_sources) || is_called(c, given, odd__csv_targets);
	if (c->too_many || c->values.count < 2 || 2 * c->filled < links->rows ||
		(given != NULL && !named))
		return 0.0;
	double found = included(c, id), spread = (double)c->values.count / (double)id->values.count;
	return found < 0.5 ? 0.0
			   : found + (named ? 0.3 : 0.0) + 0.2 * (spread < 1.0 ? spread : 1.0);
}

/* Of the columns of links the best two for one column of nodes as the id. */
static void try_id(struct choice *best, const struct survey *nodes, const struct survey *links,
	size_t which, size_t k, const odd_load_options *o)
{
	const struct column *id = &nodes->column[k];
	double worth[2] = {0.0, 0.0};
	size_t at[2] = {0, 0};
	if (id->too_many || id->filled < nodes->rows || id->values.count < nodes->rows ||
		nodes->rows < 2 || (o->id != NULL && !is_called(id, o->id, odd__csv_ids)))
		return;
	for (size_t j = 0; j < links->columns; j++) {
		double from = worth_as_end(links, j, id, o->source);
		double to = worth_as_end(links, j, id, o->target);
		double w = o->source != NULL && o->target != NULL ? (from > to ? from : to)
			   : from < to                            ? from
								  : to;
		if (o->source != NULL && is_called(&links->column[j], o->source, odd__csv_sources))
			w = from;
		if (o->target != NULL && is_called(&links->column[j], o->target, odd__csv_targets))
			w = to;
		int place = w > worth[0] ? 0 : w > worth[1] ? 1 : 2;
		if (place == 0) {
			worth[1] = worth[0];
			at[1] = at[0];
		}
		if (place < 2) {
			worth[place] = w;
			at[place] = j;
		}
	}
	double all = worth[0] + worth[1] + (is_called(id, NULL, odd__csv_ids) ? 0.1 : 0.0);
	if (worth[1] == 0.0 || all <= best->worth)
		return;
	bool turned =
		at[0] > at[1]; /* the first one is the source, unless the names say otherwise */
	size_t first = at[turned], second = at[!turned];
	if (is_called(&links->column[first], o->target, odd__csv_targets) &&
		!is_called(&links->column[second], o->target, odd__csv_targets)) {
		size_t other = first;
		first = second;
		second = other;
	}
	best->worth = all;
	best->found =
		(included(&links->column[first], id) + included(&links->column[second], id)) / 2.0;
	best->roles =
		(odd__table_roles){.nodes = which, .id = k, .source = first, .target = second};
}

static void say(struct choice *best, const struct survey s[2], const char *const path[2])
{
	odd__table_roles *roles = &best->roles;
	const struct survey *nodes = &s[roles->nodes], *links = &s[!roles->nodes];
	snprintf(roles->says, sizeof roles->says,
		"%.60s lists the nodes by \"%.40s\", %.60s the links from \"%.40s\" to \"%.40s\" "
		"(%.0f %% of their values are nodes); --id, --source and --target name others",
		odd__base_name(path[roles->nodes]), nodes->column[roles->id].name,
		odd__base_name(path[!roles->nodes]), links->column[roles->source].name,
		links->column[roles->target].name, 100.0 * best->found);
}

/* ordered: the first lists the nodes. Options that name columns decide. ODD_EINPUT: no column of
 * the one names the rows of the other. O(cells), twice the memory of their distinct values. */
static odd_status table_roles_find(odd__table_roles *out, const odd__source *source,
	const char *const path[2], bool ordered, odd_error *err)
{
	struct survey s[2] = {{.columns = 0}, {.columns = 0}};
	struct choice best = {.worth = 0.0};
	*out = (odd__table_roles){.nodes = 0};
	odd_status status = look(&s[0], source, path[0], err);
	if (status == ODD_OK)
		status = look(&s[1], source, path[1], err);
	for (size_t which = 0; which < (ordered ? 1 : 2) && status == ODD_OK; which++)
		for (size_t k = 0; k < s[which].columns; k++)
			try_id(&best, &s[which], &s[!which], which, k, s[0].r.options);
	if (status == ODD_OK && best.worth == 0.0)
		status = odd_error_at(err, ODD_EINPUT, path[1], 0, 0,
			"no two columns hold ids of the rows of %.80s, as links do, nor the other way "
			"round; --nodes FILE --edges FILE say which is which, --id, --source and "
			"--target name the columns",
			odd__base_name(path[0]));
	if (status == ODD_OK) {
		say(&best, s, path);
		*out = best.roles;
	}
	clear(&s[0]);
	clear(&s[1]);
	return status;
}

/* ---- reading -----------------------------------------------------------------------------------
 */

struct tables {
	odd__reading r;
	odd__csv csv;
	odd__node_table table;
	uint32_t *column; /* per cell of a row of nodes: of the table; the id has none */
	size_t columns, id;
	bool makes;                   /* there is no table of nodes: they are whoever links name */
	const odd__table_roles *told; /* NULL: columns are known by their names */
};

/* ---- headers --------------------------------------------------------------------------------- */

const char *const odd__csv_ids[] = {"Id", ":ID", "node_id", "nodeid", "node", NULL};
const char *const odd__csv_sources[] = {"Source", "from", "src", ":START_ID", "source_id",
	"from_id", "FromNodeId", "from_node", "id_1", "id1", "node_1", "node1", NULL};
const char *const odd__csv_targets[] = {"Target", "to", "dst", ":END_ID", "target_id", "to_id",
	"ToNodeId", "to_node", "id_2", "id2", "node_2", "node2", NULL};

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
static bool next_row(struct tables *t, size_t columns)
{
	odd__reading *r = &t->r;
	if (!odd__csv_next(&t->csv))
		return false;
	if (t->csv.count == columns)
		return true;
	odd__fail(r, t->csv.count > columns ? t->csv.cell[columns].where : r->scan.line_end,
		"the number of columns is %zu, in the header %zu", t->csv.count, columns);
	return false;
}

/* Number of a header cell by name in any case; count when there is none. */
static size_t find_column(const odd__csv *csv, const char *name)
{
	size_t i = 0;
	while (i < csv->count && !odd__text_is(plain_name(odd__text_trim(csv->cell[i].text)), name))
		i++;
	return i;
}

/* The header: columns have names of their own, or none. */
static void read_header(struct tables *t)
{
	odd__reading *r = &t->r;
	char shown[ODD__SHOWN];
	odd_names seen = ODD_NAMES_INIT;
	odd__csv_begin(&t->csv, r, r->options->separator);
	if (!odd__csv_header(&t->csv))
		odd__fail(r, NULL, "the header is missing");
	for (size_t i = 0; i < t->csv.count && odd__reading_step(r); i++) {
		int taken = 0;
		odd__text name = odd__text_trim(t->csv.cell[i].text);
		if (name.length == 0) /* of a data frame: its rows; of a spreadsheet: nothing */
			continue;
		odd__try(r, odd_names_add(&seen, name.at, name.length, NULL, &taken, r->err));
		if (taken)
			odd__fail(r, t->csv.cell[i].where, "there are two columns \"%s\"",
				odd__text_show(shown, name));
	}
	odd_names_clear(&seen);
}

/* The column that the user names, else the first of some names, which end with NULL, else, for
 * names of rows, a first column without a name. */
static size_t need_column(
	struct tables *t, const char *given, const char *const *names, bool names_of_rows)
{
	const char *first = given == NULL ? names[0] : given;
	if (t->r.status != ODD_OK)
		return 0;
	do {
		const char *const one[] = {given == NULL ? *names : NULL, NULL};
		for (size_t i = 0; i < t->csv.count; i++)
			if (odd__csv_is_column(odd__text_trim(t->csv.cell[i].text), given, one))
				return i;
	} while (given == NULL && *++names != NULL);
	/* pandas and R write the names of rows into a first column without one */
	if (given != NULL || !names_of_rows || odd__text_trim(t->csv.cell[0].text).length > 0)
		odd__fail(&t->r, t->csv.cell[0].where, "the header has no column \"%s\"", first);
	return 0;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void name_columns(struct tables *t)
{
	odd__reading *r = &t->r;
	t->columns = t->csv.count;
	t->column = r->status == ODD_OK ? malloc(t->columns * sizeof *t->column) : NULL;
	if (t->column == NULL)
		odd__try(r, odd_error_nomem(r->err));
	for (size_t i = 0; i < t->columns && r->status == ODD_OK; i++) {
		odd__text name = odd__text_trim(t->csv.cell[i].text);
		char number[32];
		bool ignored = odd__text_is(type_of(name), "IGNORE");
		name = plain_name(name);
		if (name.length == 0) {
			int n = snprintf(number, sizeof number, "column %zu", i + 1);
			name = (odd__text){number, (size_t)n};
		}
		t->column[i] = i == t->id || ignored
				       ? ODD_NO_NAME
				       : odd__table_column(&t->table, name.at, name.length);
	}
}

/* A 0 is what every node has that is not told otherwise: a bag of words is full of them. */
static void add_node(struct tables *t)
{
	const odd__cell *id = &t->csv.cell[t->id];
	uint32_t node = odd__reading_node(&t->r, id->text, id->where, false);
	for (size_t i = 0; i < t->columns && t->r.status == ODD_OK; i++) {
		odd__text text = t->csv.cell[i].text;
		if (t->column[i] != ODD_NO_NAME && !(text.length == 1 && text.at[0] == '0'))
			odd__table_cell(&t->table, node, t->column[i], text);
	}
}

/* Tell where in the file the bad cell is: the nodes are its records, in order. */
static void tell_place(struct tables *t, const odd__bad_cell *bad, const char *path)
{
	odd__reading *r = &t->r;
	odd_error place, *err = r->err;
	size_t cell = 0;
	while (cell + 1 < t->columns && t->column[cell] != bad->column)
		cell++;
	r->status = ODD_OK;
	r->err = &place;
	odd__reading_open(r, path);
	odd__csv_begin(&t->csv, r, r->options->separator);
	odd__csv_header(&t->csv);
	for (size_t i = 0; i <= bad->node; i++)
		odd__csv_next(&t->csv);
	r->err = err;
	if (r->status == ODD_OK && cell < t->csv.count) /* else the file changed meanwhile */
		odd__fail(r, t->csv.cell[cell].where, "%s", bad->what);
	r->status = ODD_EINPUT;
}

static void read_nodes(struct tables *t, const char *path)
{
	if (!odd__reading_open(&t->r, path))
		return;
	read_header(t);
	t->id = t->told != NULL ? t->told->id
				: need_column(t, t->r.options->id, odd__csv_ids, true);
	t->table = (odd__node_table){.r = &t->r, .absent_is_zero = true};
	name_columns(t);
	while (next_row(t, t->columns))
		add_node(t);
	t->table.nodes = t->r.b.ids.count;
}

/* Judge the columns of nodes, with the links known. */
static void finish_nodes(struct tables *t, const char *path)
{
	odd__bad_cell bad = {.set = false};
	t->r.scan.path = path;
	if (t->r.status == ODD_OK)
		odd__table_finish(&t->table, &bad);
	if (bad.set && t->r.status == ODD_EINPUT)
		tell_place(t, &bad, path);
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Gephi's Type, in the order of `both`: 0, 1 and 1; −1: something else. */
static int type_of_link(odd__text text)
{
	if (text.length == 0 || odd__text_is(text, "directed"))
		return 0;
	return odd__text_is(text, "undirected") || odd__text_is(text, "mutual") ? 1 : -1;
}

static double read_weight(struct tables *t, const odd__cell *cell)
{
	double weight;
	if (t->csv.separator != ',' &&
		odd__number_comma(cell->text.at, cell->text.length, &weight) && weight >= 0.0)
		return weight;
	return odd__reading_weight(&t->r, cell->text, cell->where);
}

/* Does a link belong to the stretch of time that is read? */
static bool in_time(struct tables *t, const odd__cell *cell)
{
	const odd_load_options *o = t->r.options;
	char shown[ODD__SHOWN];
	double when = 0.0;
	odd__text text = odd__text_trim(cell->text);
	if (!odd__time_value(text, &when))
		odd__fail(&t->r, cell->where, "\"%s\" is no time: neither a number nor a date",
			odd__text_show(shown, text));
	else if (o->times_seen != NULL)
		odd__try(&t->r,
			odd_names_add(o->times_seen, text.at, text.length, NULL, NULL, t->r.err));
	return when >= o->from && when < o->to;
}

/* Where the columns of a table of links are; the count of columns: not there. */
struct roles {
	size_t columns, source, target, weight, time, type;
};

/* Is it Gephi's Type, and not some other: does its first filled cell say one of the three? And,
 * where the file decides, has any link a direction? The header was read. */
static void look_at_type(struct tables *t, struct roles *at)
{
	bool first = true;
	if (at->type >= at->columns)
		return;
	while (next_row(t, at->columns) && (first || t->r.options->directed_as_file) &&
		!(t->r.b.directed && !first)) {
		odd__text text = t->csv.cell[at->type].text;
		if (text.length == 0)
			continue;
		if (first && type_of_link(text) < 0) {
			at->type = at->columns;
			break;
		}
		first = false;
		if (t->r.options->directed_as_file && odd__text_is(text, "directed"))
			t->r.b.directed = true;
	}
	odd__csv_header(&t->csv);
}

/* A list of links without a heading: the first line names two nodes, known ones if there is a table
 * of them, else by number. */
static bool is_list(struct tables *t)
{
	const odd_load_options *o = t->r.options;
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

static void read_link(struct tables *t, const struct roles *at)
{
	odd__reading *r = &t->r;
	const odd__cell *cell = t->csv.cell, *from = &cell[at->source], *to = &cell[at->target];
	char shown[ODD__SHOWN];
	double weight = 1.0;
	int both = 0;
	if (at->time < at->columns && !in_time(t, &cell[at->time]))
		return;
	if (from->text.length == 0 || to->text.length == 0)
		odd__fail(r, from->text.length == 0 ? from->where : to->where,
			"the name of a node is missing");
	if (at->weight < at->columns && cell[at->weight].text.length > 0)
		weight = read_weight(t, &cell[at->weight]);
	if (at->type < at->columns) {
		odd__text type = cell[at->type].text;
		both = type_of_link(type);
		if (both < 0)
			odd__fail(r, cell[at->type].where,
				"\"%s\" is none of Directed, Undirected, Mutual",
				odd__text_show(shown, type));
		r->b.skipped.directions += both == 0 && type.length > 0 && !r->b.directed;
	}
	if (r->status == ODD_OK && t->makes) {
		odd__reading_need(r, from->text, from->where);
		odd__reading_need(r, to->text, to->where);
	}
	odd__reading_link(r, from->text, to->text, weight);
	if (both > 0 && r->b.directed) /* it runs both ways */
		odd__reading_link(r, to->text, from->text, weight);
}

static void read_links(struct tables *t, const char *path)
{
	const odd_load_options *o = t->r.options;
	if (!odd__reading_open(&t->r, path))
		return;
	if (t->told == NULL && is_list(t)) {
		odd__links_read(&t->r, t->makes);
		return;
	}
	read_header(t);
	struct roles at = {.columns = t->csv.count};
	at.source = t->told != NULL ? t->told->source
				    : need_column(t, o->source, odd__csv_sources, false);
	at.target = t->told != NULL ? t->told->target
				    : need_column(t, o->target, odd__csv_targets, false);
	at.weight = o->weight != NULL ? need_column(t, o->weight, NULL, false)
				      : find_column(&t->csv, "Weight");
	at.time = o->time != NULL ? need_column(t, o->time, NULL, false) : at.columns;
	at.type = find_column(&t->csv, "Type");
	look_at_type(t, &at);
	while (next_row(t, at.columns))
		read_link(t, &at);
}

/* ---- a matrix -------------------------------------------------------------------------------- */

/* A table whose rows and columns are both the nodes, as pandas writes an adjacency matrix: row i is
 * called as column i + 1 is. The file is open. */
static bool is_matrix(struct tables *t)
{
	odd__reading *r = &t->r;
	odd_names names = ODD_NAMES_INIT;
	size_t rows = 0;
	int taken = 0;
	odd__csv_begin(&t->csv, r, r->options->separator);
	bool same = odd__csv_header(&t->csv) && t->csv.count > 2;
	for (size_t i = 1; i < t->csv.count && same && !taken; i++) {
		odd__text name = odd__text_trim(t->csv.cell[i].text);
		odd__try(r, odd_names_add(&names, name.at, name.length, NULL, &taken, r->err));
	}
	while (same && !taken && odd__csv_next(&t->csv)) {
		odd__text id = t->csv.cell[0].text;
		same = t->csv.count == names.count + 1 &&
		       odd_names_find(&names, id.at, id.length) == rows++;
	}
	same = same && !taken && rows == names.count;
	odd_names_clear(&names);
	odd__scan_rewind(&r->scan);
	return same;
}

/* Read such a table. Both directions of a link have a place in it: *links counts what is filled. */
static void read_matrix(struct tables *t, size_t *links)
{
	odd__reading *r = &t->r;
	odd__csv_header(&t->csv);
	size_t n = t->csv.count;
	for (size_t i = 1; i < n; i++)
		odd__reading_node(r, t->csv.cell[i].text, t->csv.cell[i].where, false);
	for (uint32_t i = 0; next_row(t, n); i++)
		for (uint32_t j = 0; j + 1 < n && r->status == ODD_OK; j++) {
			const odd__cell *cell = &t->csv.cell[j + 1];
			double weight = cell->text.length > 0
						? odd__reading_weight(r, cell->text, cell->where)
						: 0.0;
			if (weight == 0.0)
				continue;
			*links += i != j;
			odd__try(r, odd__builder_link(&r->b, i, j, weight, r->err));
		}
}

/* ---- both ------------------------------------------------------------------------------------ */

static odd_status finish(odd_network **out, struct tables *t, const char *path)
{
	odd_status status = odd__reading_finish(out, &t->r, t->r.source->name, "CSV", path);
	odd__csv_clear(&t->csv);
	odd__table_clear(&t->table);
	free(t->column);
	return status;
}

static odd_status read_both(odd_network **out, const odd__source *source, const char *const *path,
	const odd__table_roles *told, odd_error *err)
{
	struct tables t = {.told = told};
	odd__reading_begin(&t.r, source, err);
	read_nodes(&t, path[0]);
	odd__reading_known(&t.r);
	if (path[1] != NULL)
		read_links(&t, path[1]);
	finish_nodes(&t, path[0]);
	if (told != NULL)
		odd__remark(&t.r, "%s", told->says);
	return finish(out, &t, path[0]);
}

odd_status odd__read_pair(odd_network **out, const odd__source *source, const char *const path[2],
	bool ordered, odd_error *err)
{
	odd__table_roles roles;
	odd_status status = table_roles_find(&roles, source, path, ordered, err);
	const char *const both[] = {path[roles.nodes], path[!roles.nodes], NULL};
	return status == ODD_OK ? read_both(out, source, both, &roles, err) : status;
}

/* By the names of columns; where these do not lead to nodes, by the values. */
odd_status odd__read_csv(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err)
{
	odd_error first = {.code = ODD_OK};
	odd_status status = read_both(out, source, path, NULL, &first);
	if (status == ODD_EINPUT && path[1] != NULL &&
		odd__read_pair(out, source, path, true, NULL) == ODD_OK)
		return ODD_OK;
	if (status != ODD_OK && err != NULL)
		*err = first;
	return status;
}

static odd_status read_matrix_as(odd_network **out, const odd__source *source, const char *path,
	bool directed, bool *matrix, odd_error *err)
{
	struct tables t = {.columns = 0};
	size_t links = 0;
	odd__reading_begin(&t.r, source, err);
	t.r.b.directed = directed;
	*matrix = odd__reading_open(&t.r, path) && is_matrix(&t);
	if (*matrix)
		read_matrix(&t, &links);
	odd_status status = finish(out, &t, path);
	if (*matrix && status == ODD_OK)
		odd__matrix_directions(*out, links);
	return status;
}

odd_status odd__read_nodes_csv(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	const char *const table[] = {path, NULL};
	const odd_load_options *o = source->options;
	bool matrix, directed = o != NULL && o->directed;
	odd_status status = read_matrix_as(out, source, path, directed, &matrix, err);
	if (!matrix)
		return odd__read_csv(out, source, table, err);
	if (status != ODD_OK || o == NULL || !o->directed_as_file ||
		(*out)->skipped.directions == 0)
		return status;
	odd_network_free(*out);
	return read_matrix_as(out, source, path, true, &matrix, err);
}

odd_status odd__read_links_csv(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	struct tables t = {.makes = true};
	odd__reading_begin(&t.r, source, err);
	read_links(&t, path);
	return finish(out, &t, path);
}
