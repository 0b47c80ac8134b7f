/* nodes.csv and edges.csv with headers, as Gephi and spreadsheets write them. What becomes of each
 * column of nodes.csv is decided from the whole table, in a first pass; the rule is in
 * oddone-formats(5) and in judge() below. */
#include "config.h"

#include "network/reading.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "network/csv.h"

enum role {
	ROLE_UNKNOWN,  /* no filled cell yet */
	ROLE_NUMBER,   /* its cells are values of one attribute */
	ROLE_CATEGORY, /* each of its values is an attribute, "column=value" */
	ROLE_CLASS,    /* its values are the classes */
	ROLE_ID,
	ROLE_TRUTH, /* which nodes are known to be outliers */
	ROLE_IGNORED
};

struct column {
	odd__text name;
	char *own; /* the bytes of the name */
	enum role role;
	size_t class_rank; /* place among class_names; CLASS_NAMES: none of them */
	odd_names values;  /* different ones, for everything that is not a number */
	size_t filled;
	uint32_t word; /* of a number */
};

struct table {
	odd__reading r;
	odd__csv csv;
	struct column *column;
	size_t columns, id;
	char *scratch; /* "column=value" */
	size_t scratch_room;
};

/* Best first. Gephi's Label is mostly the name of a node: it serves only when its values repeat. */
static const char *const class_names[] = {
	"class", "label", "community", "group", "category", "modularity class", "modularity_class"};
enum { CLASS_NAMES = sizeof class_names / sizeof *class_names, LABEL = 1 };

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
	while (i < csv->count && !odd__text_is(odd__text_trim(csv->cell[i].text), name))
		i++;
	return i;
}

/* The header: every column has a name of its own. */
static odd_status read_header(struct table *t, odd_error *err)
{
	bool more;
	char shown[ODD__SHOWN];
	odd_names seen = ODD_NAMES_INIT;
	odd__csv_begin(&t->csv, &t->r.scan);
	odd_status status = odd__csv_next(&t->csv, &more, err);
	if (status == ODD_OK && !more)
		return odd_error_at(err, ODD_EINPUT, t->r.scan.path, 0, 0, "the header is missing");
	for (size_t i = 0; i < t->csv.count && status == ODD_OK; i++) {
		int taken;
		odd__text name = odd__text_trim(t->csv.cell[i].text);
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

static odd_status need_column(struct table *t, const char *name, size_t *index, odd_error *err)
{
	*index = find_cell(&t->csv, name);
	if (*index < t->csv.count)
		return ODD_OK;
	return odd__scan_error(
		&t->r.scan, t->csv.cell[0].where, err, "the header has no column \"%s\"", name);
}

static odd_status name_columns(struct table *t, odd_error *err)
{
	t->columns = t->csv.count;
	t->column = calloc(t->columns, sizeof *t->column);
	if (t->column == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < t->columns; i++) {
		struct column *c = &t->column[i];
		c->name = odd__text_trim(t->csv.cell[i].text);
		c->own = strndup(c->name.at, c->name.length);
		if (c->own == NULL)
			return odd_error_nomem(err);
		c->name.at = c->own;
		c->class_rank = CLASS_NAMES;
		for (size_t k = 0; k < CLASS_NAMES; k++)
			if (odd__text_is(c->name, class_names[k])) {
				c->role = ROLE_CATEGORY;
				c->class_rank = k;
			}
		if (odd__text_is(c->name, "truth") || odd__text_is(c->name, "outlier"))
			c->role = ROLE_TRUTH;
	}
	t->column[t->id].role = ROLE_ID;
	return ODD_OK;
}

/* The first filled cell of a column says whether it holds numbers; a later cell that does not fit
 * is then an error with its place, and not a reason to take the numbers for words. */
static odd_status learn_cell(
	struct table *t, struct column *c, const odd__cell *cell, odd_error *err)
{
	double value;
	if (cell->text.length == 0 || c->role == ROLE_ID || c->role == ROLE_TRUTH)
		return ODD_OK;
	c->filled++;
	if (c->role == ROLE_UNKNOWN) {
		odd__number is = odd__number_parse(cell->text.at, cell->text.length, &value);
		bool words = is == ODD__NUMBER_NOT || is == ODD__NUMBER_HEX; /* 0x…: an address */
		c->role = words ? ROLE_CATEGORY : ROLE_NUMBER;
	}
	if (c->role != ROLE_NUMBER)
		return odd_names_add(&c->values, cell->text.at, cell->text.length, NULL, NULL, err);
	odd__number problem = odd__number_parse(cell->text.at, cell->text.length, &value);
	if (problem == ODD__NUMBER_OK)
		return ODD_OK;
	char shown[ODD__SHOWN], name[ODD__SHOWN];
	return odd__scan_error(&t->r.scan, cell->where, err,
		"\"%s\" %s, and column \"%s\" holds numbers", odd__text_show(shown, cell->text),
		odd__number_problem(problem), odd__text_show(name, c->name));
}

/* Values that name a group of nodes come back: on average each at least twice. */
static bool repeats(const struct column *c)
{
	return c->filled > 0 && 2 * c->values.count <= c->filled;
}

static odd_status judge(struct table *t, odd_error *err)
{
	struct column *class = NULL;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < t->columns; i++) {
		struct column *c = &t->column[i];
		if (c->class_rank < CLASS_NAMES && c->role == ROLE_CATEGORY && c->filled > 0 &&
			(c->class_rank != LABEL || repeats(c)) &&
			(class == NULL || c->class_rank < class->class_rank))
			class = c;
	}
	if (class != NULL)
		class->role = ROLE_CLASS;
	for (size_t i = 0; i < t->columns && status == ODD_OK; i++) {
		struct column *c = &t->column[i];
		if (c->role == ROLE_UNKNOWN || (c->role == ROLE_CATEGORY && !repeats(c)))
			c->role = ROLE_IGNORED;
		if (c->role == ROLE_NUMBER)
			status = odd__builder_word(
				&t->r.b, c->name.at, c->name.length, &c->word, err);
	}
	return status;
}

/* The attribute "column=value". */
static odd_status add_category(
	struct table *t, uint32_t node, const struct column *c, odd__text value, odd_error *err)
{
	size_t length = c->name.length + 1 + value.length;
	uint32_t word;
	if (length > t->scratch_room) {
		char *scratch = realloc(t->scratch, 2 * length);
		if (scratch == NULL)
			return odd_error_nomem(err);
		t->scratch = scratch;
		t->scratch_room = 2 * length;
	}
	memcpy(t->scratch, c->name.at, c->name.length);
	t->scratch[c->name.length] = '=';
	memcpy(t->scratch + c->name.length + 1, value.at, value.length);
	odd_status status = odd__builder_word(&t->r.b, t->scratch, length, &word, err);
	if (status != ODD_OK)
		return status;
	return odd__builder_attribute(&t->r.b, node, word, 1.0, err);
}

/* A kind by name, or yes and no in the usual spellings. */
static odd_status set_truth(struct table *t, uint32_t node, const odd__cell *cell, odd_error *err)
{
	odd__text text = cell->text;
	double value;
	char shown[ODD__SHOWN];
	int kind = odd_kind_from_name(text.at, text.length);
	if (odd__number_parse(text.at, text.length, &value) == ODD__NUMBER_OK)
		kind = value != 0.0 ? ODD_UNKNOWN_KIND : ODD_ORDINARY;
	else if (odd__text_is(text, "true") || odd__text_is(text, "yes"))
		kind = ODD_UNKNOWN_KIND;
	else if (odd__text_is(text, "false") || odd__text_is(text, "no"))
		kind = ODD_ORDINARY;
	if (kind < 0)
		return odd__scan_error(&t->r.scan, cell->where, err,
			"\"%s\" is no kind of outlier, neither yes nor no",
			odd__text_show(shown, text));
	odd__builder_truth(&t->r.b, node, (odd_kind)kind);
	return ODD_OK;
}

static odd_status add_node(struct table *t, odd_error *err)
{
	const odd__cell *id = &t->csv.cell[t->id];
	uint32_t node;
	odd_status status = odd__reading_node(&t->r, id->text, id->where, false, &node, err);
	for (size_t i = 0; i < t->columns && status == ODD_OK; i++) {
		const struct column *c = &t->column[i];
		odd__text text = t->csv.cell[i].text;
		double value;
		if (text.length == 0)
			continue;
		if (c->role == ROLE_CLASS)
			status = odd__builder_label(&t->r.b, node, text.at, text.length, err);
		else if (c->role == ROLE_TRUTH)
			status = set_truth(t, node, &t->csv.cell[i], err);
		else if (c->role == ROLE_CATEGORY)
			status = add_category(t, node, c, text, err);
		else if (c->role == ROLE_NUMBER &&
			 odd__number_parse(text.at, text.length, &value) == ODD__NUMBER_OK)
			status = odd__builder_attribute(&t->r.b, node, c->word, value, err);
	}
	return status;
}

static odd_status read_nodes(struct table *t, const char *path, odd_error *err)
{
	odd_status status = odd__reading_open(&t->r, path, err);
	if (status != ODD_OK || (status = read_header(t, err)) != ODD_OK ||
		(status = need_column(t, "Id", &t->id, err)) != ODD_OK ||
		(status = name_columns(t, err)) != ODD_OK)
		return status;
	bool more = true;
	while (status == ODD_OK && more) {
		status = next_row(t, t->columns, &more, err);
		for (size_t i = 0; i < t->columns && status == ODD_OK && more; i++)
			status = learn_cell(t, &t->column[i], &t->csv.cell[i], err);
	}
	if (status != ODD_OK || (status = judge(t, err)) != ODD_OK)
		return status;
	odd__scan_rewind(&t->r.scan);
	status = odd__csv_next(&t->csv, &more, err); /* the header */
	while (status == ODD_OK && (status = next_row(t, t->columns, &more, err)) == ODD_OK && more)
		status = add_node(t, err);
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
	if (problem == ODD__NUMBER_OK && *weight >= 0.0)
		return ODD_OK;
	odd__text_show(shown, cell->text);
	if (problem == ODD__NUMBER_OK)
		return odd__scan_error(
			&t->r.scan, cell->where, err, "a link of negative weight, %s", shown);
	return odd__scan_error(
		&t->r.scan, cell->where, err, "\"%s\" %s", shown, odd__number_problem(problem));
}

static odd_status read_edges(struct table *t, const char *path, odd_error *err)
{
	odd_status status = odd__reading_open(&t->r, path, err);
	size_t source, target;
	bool more = true;
	if (status != ODD_OK || (status = read_header(t, err)) != ODD_OK ||
		(status = need_column(t, "Source", &source, err)) != ODD_OK ||
		(status = need_column(t, "Target", &target, err)) != ODD_OK)
		return status;
	size_t columns = t->csv.count, weight_at = find_cell(&t->csv, "Weight");
	size_t type = find_cell(&t->csv, "Type");
	while (status == ODD_OK && (status = next_row(t, columns, &more, err)) == ODD_OK && more) {
		const odd__cell *cell = t->csv.cell;
		double weight = 1.0;
		bool both = false;
		if (cell[source].text.length == 0 || cell[target].text.length == 0)
			return odd__scan_error(&t->r.scan,
				cell[cell[source].text.length == 0 ? source : target].where, err,
				"the name of a node is missing");
		if (weight_at < columns && cell[weight_at].text.length > 0)
			status = read_weight(t, &cell[weight_at], &weight, err);
		if (status == ODD_OK && type < columns)
			status = read_type(t, &cell[type], &both, err);
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
		status = read_edges(&t, path[1], err);
	if (status == ODD_OK)
		status = odd__reading_finish(out, &t.r, source->name, "CSV", path[0], err);
	odd__reading_clear(&t.r);
	odd__csv_clear(&t.csv);
	for (size_t i = 0; i < t.columns && t.column != NULL; i++) {
		odd_names_clear(&t.column[i].values);
		free(t.column[i].own);
	}
	free(t.column);
	free(t.scratch);
	return status;
}
