#include "config.h"

#include "network/table_roles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/csv.h"
#include "network/files.h"
#include "network/read_tables.h"

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

odd_status odd__table_roles_find(odd__table_roles *out, const odd__source *source,
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
