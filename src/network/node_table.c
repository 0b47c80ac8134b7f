/* Cells in; columns with known types into the builder: attributes, labels, marks. */
#include "config.h"

#include "network/node_table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "network/missing_cells.h"

/* Bytes for a column with a value or two: the table of its values for the most part. */
enum { COLUMN_COST = 1024 };

void odd__table_clear(odd__node_table *t)
{
	for (size_t j = 0; j < t->names.count && t->column != NULL; j++) {
		odd__column *c = &t->column[j];
		odd_names_clear(&c->values);
		free(c->node);
		free(c->value);
		free(c->blank);
		free(c->number);
		free(c->uses);
	}
	free(t->column);
	t->column = NULL;
	t->capacity = 0;
	odd_names_clear(&t->names);
}

/* ---- cells in -------------------------------------------------------------------------------- */

uint32_t odd__table_column(odd__node_table *t, const char *name, size_t length)
{
	odd__reading *r = t->r;
	const odd__limits *limits = &r->source->limits;
	uint32_t column = odd_names_find(&t->names, name, length);
	size_t before = t->capacity;
	if (column != ODD_NO_NAME)
		return column;
	if (t->names.count >= odd__limits_most(limits) / COLUMN_COST)
		odd__try(r, odd__limits_error(limits, r->scan.path, "its columns need", r->err));
	if (!odd__reading_room(
		    r, &t->capacity, t->names.count + 1, {&t->column, sizeof *t->column}))
		return ODD_NO_NAME;
	if (t->capacity > before)
		memset(t->column + before, 0, (t->capacity - before) * sizeof *t->column);
	odd__try(r, odd_names_add(&t->names, name, length, &column, NULL, r->err));
	return column;
}

static bool stands_for_nothing(odd__text text)
{
	static const char *const words[] = {
		"na", "n/a", "nan", "null", "none", "?", "-", "#n/a", "<na>", "nil"};
	if (text.length == 0)
		return true;
	for (size_t k = 0; text.length <= 4 && k < sizeof words / sizeof *words; k++)
		if (odd__text_is(text, words[k]))
			return true;
	return false;
}

static void add_cell(odd__node_table *t, odd__column *c, uint32_t node, uint32_t value)
{
	if (!odd__reading_room(t->r, &c->capacity, c->count + 1, {&c->node, sizeof *c->node},
		    {&c->value, sizeof *c->value}))
		return;
	c->node[c->count] = node;
	c->value[c->count++] = value;
}

void odd__table_cell(odd__node_table *t, uint32_t node, uint32_t column, odd__text text)
{
	odd__reading *r = t->r;
	uint32_t value;
	if (!odd__reading_step(r)) /* a line may hold millions of cells */
		return;
	odd__column *c = &t->column[column];
	if (c->count > 0 && c->node[c->count - 1] == node)
		return; /* told twice, as the label of a node and as an attribute */
	text = odd__text_trim(text);
	if (stands_for_nothing(text)) {
		if (odd__reading_room(
			    r, &c->blank_capacity, c->blanks + 1, {&c->blank, sizeof *c->blank}))
			c->blank[c->blanks++] = node;
		return;
	}
	odd__try(r, odd_names_add(&c->values, text.at, text.length, &value, NULL, r->err));
	if (r->status == ODD_OK)
		add_cell(t, c, node, value);
}

void odd__table_default(odd__node_table *t, uint32_t column, odd__text text)
{
	odd__reading *r = t->r;
	size_t nodes = r->b.ids.count, cells = 0;
	uint8_t *given = calloc(nodes + 1, 1);
	uint32_t value;
	for (size_t j = 0; j < t->names.count; j++)
		cells += t->column[j].count;
	odd__reading_may_hold(r, cells + nodes, 8, "its default values need");
	if (given == NULL)
		odd__try(r, odd_error_nomem(r->err));
	text = odd__text_trim(text);
	if (r->status == ODD_OK && !stands_for_nothing(text)) {
		odd__column *c = &t->column[column];
		for (size_t i = 0; i < c->count; i++)
			given[c->node[i]] = 1;
		odd__try(r, odd_names_add(&c->values, text.at, text.length, &value, NULL, r->err));
		for (uint32_t i = 0; i < nodes && odd__reading_step(r); i++)
			if (!given[i])
				add_cell(t, c, i, value);
	}
	free(given);
}

/* ---- columns out ----------------------------------------------------------------------------- */

struct out {
	odd__node_table *t;
	odd__reading *r;
	odd__builder *b;
	odd__bad_cell *bad;
	uint32_t index; /* of the column */
	odd__column *c;
	odd_table_column *told;
	uint32_t *of; /* per word of the builder */
	size_t of_room;
	char *scratch;
	size_t scratch_room;
	uint32_t *seen; /* per node: the last column, counted from 1, in which it has a cell */
	odd__missing missing;
};

/* A word of the builder that belongs to the column. */
static uint32_t own_word(struct out *o, const char *text, size_t length)
{
	size_t before = o->b->words.count;
	uint32_t word = 0;
	odd__try(o->r, odd__builder_word(o->b, text, length, &word, o->r->err));
	if (o->r->status != ODD_OK || o->b->words.count == before)
		return word;
	if (odd__reading_room(o->r, &o->of_room, (size_t)word + 1, {&o->of, sizeof *o->of}))
		o->of[word] = o->index;
	o->told->attributes++;
	return word;
}

static const char *column_name(const struct out *o)
{
	return odd_names_get(&o->t->names, o->index);
}

/* The attribute "column=value". */
static uint32_t value_word(struct out *o, odd__text value)
{
	const char *name = column_name(o);
	size_t n = strlen(name), length = n + 1 + value.length;
	if (!odd__reading_room(o->r, &o->scratch_room, length, {&o->scratch, 1}))
		return 0;
	memcpy(o->scratch, name, n);
	o->scratch[n] = '=';
	memcpy(o->scratch + n + 1, value.at, value.length);
	return own_word(o, o->scratch, length);
}

static void add_attribute(struct out *o, uint32_t node, uint32_t word, double value)
{
	odd__try(o->r, odd__builder_attribute(o->b, node, word, value, o->r->err));
}

/* What stands where a number is missing: the median of the others, sorted. */
static void fill_in(struct out *o, const double *sorted, size_t n)
{
	const odd__column *c = o->c;
	const odd_table_column *like = odd__column_like(o->r->options->like, column_name(o));
	if (n > 0) {
		o->told->filled_in = sorted[(n - 1) / 2];
		o->told->skewed = c->type == ODD_COLUMN_NUMBER && odd__is_skewed(sorted, n);
		if (c->type == ODD_COLUMN_YESNO && sorted[0] == sorted[n - 1])
			o->told->filled_in = 1.0 - sorted[0]; /* who says nothing says the other */
	}
	if (like != NULL)
		o->told->filled_in = like->filled_in;
}

/* A number at every node. */
static void add_numbers(struct out *o)
{
	odd__column *c = o->c;
	size_t nodes = o->t->nodes, n = 0;
	const char *name = column_name(o);
	double *sorted = malloc((nodes + c->count + 1) * sizeof *sorted);
	uint8_t *given = calloc(nodes + 1, 1);
	if (sorted == NULL || given == NULL)
		odd__try(o->r, odd_error_nomem(o->r->err));
	uint32_t word = own_word(o, name, strlen(name));
	if (o->r->status == ODD_OK) {
		for (size_t i = 0; i < c->count; i++) {
			sorted[n++] = c->number[c->value[i]];
			given[c->node[i]] = 1;
			add_attribute(o, c->node[i], word, c->number[c->value[i]]);
		}
		for (size_t i = 0; i < c->zeros; i++)
			sorted[n++] = 0.0;
		qsort(sorted, n, sizeof *sorted, odd__by_number);
		if (odd_column_is_dense(c->type))
			fill_in(o, sorted, n);
		bool fill = o->told->filled_in != 0.0;
		for (size_t i = 0; fill && o->t->absent_is_zero && i < c->blanks; i++)
			add_attribute(o, c->blank[i], word, o->told->filled_in);
		for (size_t i = 0; fill && !o->t->absent_is_zero && i < nodes; i++)
			if (!given[i])
				add_attribute(o, (uint32_t)i, word, o->told->filled_in);
	}
	free(sorted);
	free(given);
}

static void add_categories(struct out *o)
{
	odd__column *c = o->c;
	uint32_t *word = malloc((c->values.count + 1) * sizeof *word);
	if (word == NULL)
		odd__try(o->r, odd_error_nomem(o->r->err));
	for (size_t v = 0; v < c->values.count && o->r->status == ODD_OK; v++)
		word[v] = value_word(o, odd__column_value(c, v));
	for (size_t i = 0; i < c->count && o->r->status == ODD_OK; i++)
		add_attribute(o, c->node[i], word[c->value[i]], 1.0);
	free(word);
}

/* The next item of a list, or word of a text in small letters. */
static bool next_part(const odd__column *c, odd__text *rest, char small[64], odd__text *part)
{
	if (c->type == ODD_COLUMN_LIST)
		return odd__cell_item(rest, c->list_separator, part);
	if (!odd__cell_word(rest, part))
		return false;
	if (part->length <= 64) {
		for (size_t i = 0; i < part->length; i++)
			small[i] = (char)tolower((unsigned char)part->at[i]);
		part->at = small;
	}
	return true;
}

/* Count the cells that have each item or word. */
static void count_parts(struct out *o, odd_names *seen, size_t **uses, size_t *room)
{
	for (size_t v = 0; v < o->c->values.count; v++) {
		odd__text rest = odd__column_value(o->c, v), part;
		char small[64];
		while (o->r->status == ODD_OK && next_part(o->c, &rest, small, &part)) {
			uint32_t k = 0;
			int again = 0;
			odd__try(o->r,
				odd_names_add(seen, part.at, part.length, &k, &again, o->r->err));
			if (!odd__reading_room(o->r, room, (size_t)k + 1, {uses, sizeof **uses}))
				break;
			(*uses)[k] = (again ? (*uses)[k] : 0) + o->c->uses[v];
		}
	}
}

/* Items of lists, or words of texts: those that at least two cells have and, of texts, at most half
 * of them, so neither what names one node nor "the". */
static void add_parts(struct out *o)
{
	odd__column *c = o->c;
	odd_names seen = ODD_NAMES_INIT;
	size_t *uses = NULL, room = 0;
	count_parts(o, &seen, &uses, &room);
	uint32_t *word = malloc((seen.count + 1) * sizeof *word);
	if (word == NULL)
		odd__try(o->r, odd_error_nomem(o->r->err));
	for (size_t k = 0; k < seen.count && o->r->status == ODD_OK; k++) {
		const char *text = odd_names_get(&seen, k);
		bool kept =
			uses[k] >= 2 && (c->type == ODD_COLUMN_LIST || 2 * uses[k] <= c->filled);
		word[k] = kept ? value_word(o, (odd__text){text, strlen(text)}) : ODD_NO_NAME;
	}
	for (size_t i = 0; i < c->count && o->r->status == ODD_OK; i++) {
		odd__text rest = odd__column_value(c, c->value[i]), part;
		char small[64];
		while (next_part(c, &rest, small, &part)) {
			uint32_t k = odd_names_find(&seen, part.at, part.length);
			if (word[k] != ODD_NO_NAME)
				add_attribute(o, c->node[i], word[k], 1.0);
		}
	}
	free(word);
	free(uses);
	odd_names_clear(&seen);
}

static void add_label(struct out *o, uint32_t node, odd__text text)
{
	odd__try(o->r, odd__builder_label(o->b, node, text.at, text.length, o->r->err));
}

static void add_labels(struct out *o)
{
	const odd__column *c = o->c;
	/* Classes may be numbers, and 0 one of them. */
	for (uint32_t i = 0; c->zeros > 0 && i < o->t->nodes; i++)
		add_label(o, i, (odd__text){"0", 1});
	for (size_t i = 0; i < c->count; i++)
		add_label(o, c->node[i], odd__column_value(c, c->value[i]));
	for (size_t i = 0; c->zeros > 0 && i < c->blanks; i++)
		add_label(o, c->blank[i], (odd__text){"", 0});
}

/* A kind by name, or yes and no in the usual spellings. */
static void add_truth(struct out *o)
{
	const odd__column *c = o->c;
	for (size_t i = 0; i < c->count; i++) {
		odd__text text = odd__column_value(c, c->value[i]);
		double value;
		char shown[ODD__SHOWN];
		int kind = odd_kind_from_name(text.at, text.length);
		int yes = odd__cell_yesno(text);
		if (odd__number_parse(text.at, text.length, &value) == ODD__NUMBER_OK)
			yes = value != 0.0;
		if (kind < 0 && yes >= 0)
			kind = yes ? ODD_UNKNOWN_KIND : ODD_ORDINARY;
		if (kind < 0) {
			*o->bad = (odd__bad_cell){true, c->node[i], o->index, ""};
			snprintf(o->bad->what, sizeof o->bad->what,
				"\"%s\" is no kind of outlier, neither yes nor no",
				odd__text_show(shown, text));
			odd__fail(o->r, NULL, "%s", o->bad->what);
			return;
		}
		odd__builder_truth(o->b, c->node[i], (odd_kind)kind);
	}
}

static void add_column(struct out *o)
{
	switch (o->c->type) {
	case ODD_COLUMN_NUMBER:
	case ODD_COLUMN_DATE:
	case ODD_COLUMN_YESNO:
	case ODD_COLUMN_COUNT:
		add_numbers(o);
		break;
	case ODD_COLUMN_CATEGORY:
		add_categories(o);
		break;
	case ODD_COLUMN_LIST:
	case ODD_COLUMN_TEXT:
		add_parts(o);
		break;
	case ODD_COLUMN_CLASS:
		add_labels(o);
		break;
	case ODD_COLUMN_TRUTH:
		add_truth(o);
		break;
	default:
		break;
	}
}

static void add_missing(struct out *o, size_t node)
{
	odd__try(o->r, odd__missing_add(&o->missing, node, o->index, o->r->err));
}

/* List who has no value in the column. Work is in proportion to its cells: there may be as many
 * columns as nodes. */
static void list_missing(struct out *o)
{
	const odd__column *c = o->c;
	size_t nodes = o->t->nodes, have = 0;
	uint32_t now = o->index + 1;
	for (size_t i = 0; i < c->count; i++) {
		have += o->seen[c->node[i]] != now;
		o->seen[c->node[i]] = now;
	}
	o->told->missing = o->t->absent_is_zero ? 0 : nodes - have;
	for (size_t i = 0; o->t->absent_is_zero && i < c->blanks; i++)
		if (o->seen[c->blank[i]] != now) {
			o->seen[c->blank[i]] = now;
			o->told->missing++;
			add_missing(o, c->blank[i]);
		}
	if (o->t->absent_is_zero)
		return;
	o->told->seldom = have < o->told->missing;
	for (size_t i = 0; o->told->seldom && i < c->count; i++)
		add_missing(o, c->node[i]);
	for (size_t i = 0; !o->told->seldom && i < nodes; i++)
		if (o->seen[i] != now)
			add_missing(o, i);
}

/* Keep the cells of a column whose attributes do not say what is in them. Where few nodes have one
 * they would take more memory than they are worth. Takes the values from the column. */
static void keep_cells(struct out *o)
{
	odd__column *c = o->c;
	odd_table_column *told = o->told;
	const size_t nodes = o->b->ids.count;
	const char *title = o->r->options->title;
	const bool read = c->type == ODD_COLUMN_TEXT || c->type == ODD_COLUMN_LIST;
	const bool wanted = title != NULL && strcasecmp(told->name, title) == 0;
	if (o->r->status != ODD_OK ||
		(!wanted && ((told->attributes > 0 && !read) || c->type == ODD_COLUMN_CLASS ||
				    c->type == ODD_COLUMN_TRUTH || c->count < nodes / 4)))
		return;
	told->value = malloc((nodes + 1) * sizeof *told->value);
	if (told->value == NULL) {
		o->r->status = odd_error_nomem(o->r->err);
		return;
	}
	told->rows = nodes;
	for (size_t i = 0; i < nodes; i++)
		told->value[i] = ODD_NO_NAME;
	for (size_t i = 0; i < c->count; i++)
		told->value[c->node[i]] = c->value[i];
	told->values = c->values;
	c->values = (odd_names)ODD_NAMES_INIT;
}

/* Find the column with names for people to read, from 1: the one that was asked for, or one that is
 * called so and in which nearly every node has its own. 0: none. */
static size_t find_titles(const odd_columns *columns, const char *asked, size_t nodes)
{
	const char *const usual[] = {asked != NULL ? asked : "name", "title", "full name",
		"fullname", "full_name", "display name", "display_name", "label"};
	for (size_t k = 0; k < (asked != NULL ? 1 : sizeof usual / sizeof *usual); k++)
		for (size_t j = 0; j < columns->count; j++) {
			const odd_table_column *c = &columns->column[j];
			const size_t filled = nodes - c->missing;
			if (strcasecmp(c->name, usual[k]) != 0 || c->value == NULL)
				continue;
			if (asked != NULL || (2 * filled > nodes && filled > 1 &&
						     10 * c->values.count >= 9 * filled))
				return j + 1;
		}
	return 0;
}

/* Numbers are kept for every node, given or not: that may be much from a small file. */
static void check_room(odd__node_table *t, size_t nodes)
{
	const odd__limits *limits = &t->r->source->limits;
	size_t columns = 0;
	double cells = 0.0;
	char needs[100];
	for (size_t j = 0; j < t->names.count; j++)
		if (odd_column_is_dense(t->column[j].type)) {
			cells += (double)nodes - (double)t->column[j].count;
			columns++;
		}
	snprintf(needs, sizeof needs, "its %zu attributes of %zu nodes need", columns, nodes);
	if (cells > (double)(odd__limits_most(limits) / 16))
		odd__try(t->r, odd__limits_error(limits, t->r->b.path, needs, t->r->err));
}

void odd__table_finish(odd__node_table *t, odd__bad_cell *bad)
{
	odd__reading *r = t->r;
	struct out o = {.t = t, .r = r, .b = &r->b, .bad = bad};
	odd_columns *columns = &r->b.columns;
	size_t count = t->names.count, nodes = t->nodes > 0 ? t->nodes : r->b.ids.count;
	t->nodes = nodes;
	bad->set = false;
	odd__table_judge(t, bad);
	check_room(t, nodes);
	if (count > 0 && r->status == ODD_OK) {
		columns->column = calloc(count, sizeof *columns->column);
		o.seen = calloc(nodes + 1, sizeof *o.seen);
		if (columns->column == NULL || o.seen == NULL)
			r->status = odd_error_nomem(r->err);
	}
	for (o.index = 0; o.index < count && r->status == ODD_OK; o.index++) {
		o.c = &t->column[o.index];
		o.told = &columns->column[o.index];
		*o.told = (odd_table_column){.name = strdup(column_name(&o)),
			.type = o.c->type,
			.missing = nodes > o.c->filled ? nodes - o.c->filled : 0};
		columns->count = o.index + 1;
		if (o.told->name == NULL)
			r->status = odd_error_nomem(r->err);
		add_column(&o);
		if (o.told->attributes > 0)
			list_missing(&o);
		keep_cells(&o);
		if (o.index % 64 == 0)
			odd__try(r, odd__limits_poll(&r->source->limits, r->scan.path, r->err));
	}
	columns->of = o.of;
	if (o.of == NULL && columns->count > 0 &&
		(columns->of = calloc(1, sizeof *columns->of)) == NULL)
		odd__try(r, odd_error_nomem(r->err));
	if (r->status == ODD_OK)
		columns->titles = find_titles(columns, r->options->title, nodes);
	odd__try(r, odd__missing_keep(columns, r->b.ids.count, &o.missing, r->err));
	odd__missing_clear(&o.missing);
	free(o.seen);
	free(o.scratch);
}
