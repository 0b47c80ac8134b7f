/* Columns whose types are known into the builder: attributes, labels, marks. */
#include "config.h"

#include "network/frame.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"
#include "network/missing.h"

struct out {
	odd__frame *f;
	odd__builder *b;
	odd__frame_fault *fault;
	uint32_t index; /* of the column */
	odd__frame_column *c;
	odd_table_column *told;
	uint32_t *of; /* per word of the builder */
	size_t of_room;
	char *scratch;
	size_t scratch_room;
	uint32_t *seen; /* per node: the last column, counted from 1, in which it has a cell */
	odd__missing missing;
};

/* A word of the builder that belongs to the column. */
static odd_status own_word(
	struct out *o, const char *text, size_t length, uint32_t *word, odd_error *err)
{
	size_t before = o->b->words.count;
	odd_status status = odd__builder_word(o->b, text, length, word, err);
	if (status != ODD_OK || o->b->words.count == before)
		return status;
	status = odd__make_room(&o->of_room, (size_t)*word + 1, err, {&o->of, sizeof *o->of});
	if (status != ODD_OK)
		return status;
	o->of[*word] = o->index;
	o->told->attributes++;
	return ODD_OK;
}

/* The attribute "column=value"; words of texts in small letters. */
static odd_status value_word(
	struct out *o, odd__text value, bool small, uint32_t *word, odd_error *err)
{
	const char *name = odd_names_get(&o->f->names, o->index);
	size_t n = strlen(name), length = n + 1 + value.length;
	odd_status status = odd__make_room(&o->scratch_room, length, err, {&o->scratch, 1});
	if (status != ODD_OK)
		return status;
	memcpy(o->scratch, name, n);
	o->scratch[n] = '=';
	memcpy(o->scratch + n + 1, value.at, value.length);
	for (size_t i = n + 1; small && i < length; i++)
		o->scratch[i] = (char)tolower((unsigned char)o->scratch[i]);
	return own_word(o, o->scratch, length, word, err);
}

static int by_number(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

/* Is the spread on one side of the median much wider than on the other? From the tenths, so that a
 * few extreme nodes do not decide; scale-free. Values sorted. */
bool odd__frame_skewed(const double *x, size_t n)
{
	double low = x[n / 10], mid = x[n / 2], high = x[n - 1 - n / 10];
	double left = mid / 2.0 - low / 2.0, right = high / 2.0 - mid / 2.0;
	return n >= 20 && (right > 1.75 * left || left > 1.75 * right) && left + right > 0.0;
}

/* The same column of another network, if it is of numbers, too; NULL: none. */
const odd_table_column *odd__frame_column_like(const odd_columns *columns, const char *name)
{
	for (size_t i = 0; columns != NULL && i < columns->count; i++)
		if (strcmp(columns->column[i].name, name) == 0 &&
			odd_column_is_dense(columns->column[i].type))
			return &columns->column[i];
	return NULL;
}

/* A number at every node; where it is missing, the median of the others. */
static odd_status add_numbers(struct out *o, odd_error *err)
{
	odd__frame_column *c = o->c;
	size_t nodes = o->b->ids.count, n = 0;
	const char *name = odd_names_get(&o->f->names, o->index);
	double *sorted = malloc((nodes + c->count + 1) * sizeof *sorted);
	uint8_t *given = calloc(nodes + 1, 1);
	uint32_t word;
	odd_status status = sorted == NULL || given == NULL ? odd_error_nomem(err) : ODD_OK;
	if (status != ODD_OK || (status = own_word(o, name, strlen(name), &word, err)) != ODD_OK)
		goto out;
	for (size_t i = 0; i < c->count; i++)
		sorted[n++] = c->number[c->value[i]];
	for (size_t i = 0; i < c->zeros; i++)
		sorted[n++] = 0.0;
	qsort(sorted, n, sizeof *sorted, by_number);
	bool dense = odd_column_is_dense(c->type);
	if (dense && n > 0) {
		o->told->filled_in = sorted[(n - 1) / 2];
		o->told->skewed = c->type == ODD_COLUMN_NUMBER && odd__frame_skewed(sorted, n);
		if (c->type == ODD_COLUMN_YESNO && sorted[0] == sorted[n - 1])
			o->told->filled_in = 1.0 - sorted[0]; /* who says nothing says the other */
	}
	const odd_table_column *like =
		dense ? odd__frame_column_like(o->f->options->like, name) : NULL;
	if (like != NULL)
		o->told->filled_in = like->filled_in;
	for (size_t i = 0; i < c->count && status == ODD_OK; i++) {
		given[c->node[i]] = 1;
		status =
			odd__builder_attribute(o->b, c->node[i], word, c->number[c->value[i]], err);
	}
	if (!dense || o->told->filled_in == 0.0)
		goto out;
	for (size_t i = 0; o->f->absent_is_zero && i < c->blanks && status == ODD_OK; i++)
		status = odd__builder_attribute(o->b, c->blank[i], word, o->told->filled_in, err);
	for (size_t i = 0; !o->f->absent_is_zero && i < nodes && status == ODD_OK; i++)
		if (!given[i])
			status = odd__builder_attribute(
				o->b, (uint32_t)i, word, o->told->filled_in, err);
out:
	free(sorted);
	free(given);
	return status;
}

static odd_status add_categories(struct out *o, odd_error *err)
{
	odd__frame_column *c = o->c;
	odd_status status = ODD_OK;
	uint32_t *word = malloc((c->values.count + 1) * sizeof *word);
	if (word == NULL)
		return odd_error_nomem(err);
	for (size_t v = 0; v < c->values.count && status == ODD_OK; v++) {
		const char *text = odd_names_get(&c->values, v);
		status = value_word(o, (odd__text){text, strlen(text)}, false, &word[v], err);
	}
	for (size_t i = 0; i < c->count && status == ODD_OK; i++)
		status = odd__builder_attribute(o->b, c->node[i], word[c->value[i]], 1.0, err);
	free(word);
	return status;
}

static bool next_part(const odd__frame_column *c, odd__text *rest, odd__text *part)
{
	return c->type == ODD_COLUMN_LIST ? odd__frame_item(rest, c->list_separator, part)
					  : odd__frame_word(rest, part);
}

/* How many cells have each item or word; small letters for words. */
static odd_status count_parts(
	struct out *o, odd_names *seen, size_t **uses, size_t *room, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t v = 0; v < o->c->values.count && status == ODD_OK; v++) {
		const char *text = odd_names_get(&o->c->values, v);
		odd__text rest = {text, strlen(text)}, part;
		while (status == ODD_OK && next_part(o->c, &rest, &part)) {
			char small[64];
			uint32_t k;
			size_t n = part.length < sizeof small ? part.length : sizeof small;
			for (size_t i = 0; i < n; i++)
				small[i] = (char)tolower((unsigned char)part.at[i]);
			bool fold = o->c->type == ODD_COLUMN_TEXT && n == part.length;
			status = odd_names_add(
				seen, fold ? small : part.at, part.length, &k, NULL, err);
			if (status == ODD_OK && k >= *room) {
				size_t *more = realloc(*uses, (2 * k + 64) * sizeof *more);
				if (more == NULL)
					return odd_error_nomem(err);
				memset(more + *room, 0, (2 * k + 64 - *room) * sizeof *more);
				*uses = more;
				*room = 2 * k + 64;
			}
			if (status == ODD_OK)
				(*uses)[k] += o->c->uses[v];
		}
	}
	return status;
}

/* Items of lists, or words of texts: those that at least two cells have and, of texts, at most half
 * of them, so neither what names one node nor "the". */
static odd_status add_parts(struct out *o, odd_error *err)
{
	odd__frame_column *c = o->c;
	odd_names seen = ODD_NAMES_INIT;
	size_t *uses = NULL, room = 0;
	bool text_too = c->type == ODD_COLUMN_TEXT;
	uint32_t *word = NULL;
	odd_status status = count_parts(o, &seen, &uses, &room, err);
	if (status == ODD_OK && (word = malloc((seen.count + 1) * sizeof *word)) == NULL)
		status = odd_error_nomem(err);
	for (size_t k = 0; k < seen.count && status == ODD_OK; k++) {
		const char *text = odd_names_get(&seen, k);
		word[k] = ODD_NO_NAME;
		if (uses[k] >= 2 && (!text_too || 2 * uses[k] <= c->filled))
			status = value_word(
				o, (odd__text){text, strlen(text)}, text_too, &word[k], err);
	}
	for (size_t i = 0; i < c->count && status == ODD_OK; i++) {
		const char *text = odd_names_get(&c->values, c->value[i]);
		odd__text rest = {text, strlen(text)}, part;
		while (status == ODD_OK && next_part(c, &rest, &part)) {
			char small[64];
			size_t n = part.length < sizeof small ? part.length : sizeof small;
			for (size_t b = 0; b < n; b++)
				small[b] = (char)tolower((unsigned char)part.at[b]);
			bool fold = text_too && n == part.length;
			uint32_t k = odd_names_find(&seen, fold ? small : part.at, part.length);
			if (word[k] != ODD_NO_NAME)
				status =
					odd__builder_attribute(o->b, c->node[i], word[k], 1.0, err);
		}
	}
	free(word);
	free(uses);
	odd_names_clear(&seen);
	return status;
}

static odd_status add_labels(struct out *o, odd_error *err)
{
	const odd__frame_column *c = o->c;
	odd_status status = ODD_OK;
	if (c->zeros > 0) { /* classes are numbers, and 0 is one of them */
		for (uint32_t i = 0; i < o->b->ids.count && status == ODD_OK; i++)
			status = odd__builder_label(o->b, i, "0", 1, err);
	}
	for (size_t i = 0; i < c->count && status == ODD_OK; i++) {
		const char *text = odd_names_get(&c->values, c->value[i]);
		status = odd__builder_label(o->b, c->node[i], text, strlen(text), err);
	}
	return status;
}

/* A kind by name, or yes and no in the usual spellings. */
static odd_status add_truth(struct out *o, odd_error *err)
{
	const odd__frame_column *c = o->c;
	for (size_t i = 0; i < c->count; i++) {
		const char *name = odd_names_get(&c->values, c->value[i]);
		odd__text text = {name, strlen(name)};
		double value;
		char shown[ODD__SHOWN];
		int kind = odd_kind_from_name(text.at, text.length);
		int yes = odd__frame_yesno(text);
		if (odd__number_parse(text.at, text.length, &value) == ODD__NUMBER_OK)
			yes = value != 0.0;
		if (kind < 0 && yes >= 0)
			kind = yes ? ODD_UNKNOWN_KIND : ODD_ORDINARY;
		if (kind < 0) {
			*o->fault = (odd__frame_fault){
				.set = true, .node = c->node[i], .column = o->index};
			snprintf(o->fault->what, sizeof o->fault->what,
				"\"%s\" is no kind of outlier, neither yes nor no",
				odd__text_show(shown, text));
			return odd_error_at(
				err, ODD_EINPUT, o->f->path, 0, 0, "%s", o->fault->what);
		}
		odd__builder_truth(o->b, c->node[i], (odd_kind)kind);
	}
	return ODD_OK;
}

static odd_status add_column(struct out *o, odd_error *err)
{
	switch (o->c->type) {
	case ODD_COLUMN_NUMBER:
	case ODD_COLUMN_DATE:
	case ODD_COLUMN_YESNO:
	case ODD_COLUMN_COUNT:
		return add_numbers(o, err);
	case ODD_COLUMN_CATEGORY:
		return add_categories(o, err);
	case ODD_COLUMN_LIST:
	case ODD_COLUMN_TEXT:
		return add_parts(o, err);
	case ODD_COLUMN_CLASS:
		return add_labels(o, err);
	case ODD_COLUMN_TRUTH:
		return add_truth(o, err);
	default:
		return ODD_OK;
	}
}

/* Who has no value in the column. Work is in proportion to its cells: there may be as many columns
 * as nodes. */
static odd_status list_missing(struct out *o, odd_error *err)
{
	const odd__frame_column *c = o->c;
	odd_status status = ODD_OK;
	size_t nodes = o->b->ids.count, have = 0;
	uint32_t now = o->index + 1;
	for (size_t i = 0; i < c->count; i++) {
		have += o->seen[c->node[i]] != now;
		o->seen[c->node[i]] = now;
	}
	if (o->f->absent_is_zero) {
		o->told->missing = 0;
		for (size_t i = 0; i < c->blanks && status == ODD_OK; i++) {
			if (o->seen[c->blank[i]] == now)
				continue;
			o->seen[c->blank[i]] = now;
			o->told->missing++;
			status = odd__missing_add(&o->missing, c->blank[i], o->index, err);
		}
		return status;
	}
	o->told->missing = nodes - have;
	o->told->seldom = have < o->told->missing;
	for (size_t i = 0; o->told->seldom && i < c->count && status == ODD_OK; i++)
		status = odd__missing_add(&o->missing, c->node[i], o->index, err);
	for (size_t i = 0; !o->told->seldom && i < nodes && status == ODD_OK; i++)
		if (o->seen[i] != now)
			status = odd__missing_add(&o->missing, i, o->index, err);
	return status;
}

/* Numbers are kept for every node, given or not: that may be much from a small file. */
static odd_status check_room(const odd__frame *f, size_t nodes, odd_error *err)
{
	size_t most = odd__limits_most(f->limits) / 16, columns = 0;
	double cells = 0.0;
	char needs[100];
	for (size_t j = 0; j < f->names.count; j++)
		if (odd_column_is_dense(f->column[j].type)) {
			cells += (double)nodes - (double)f->column[j].count;
			columns++;
		}
	if (cells <= (double)most)
		return ODD_OK;
	snprintf(needs, sizeof needs, "its %zu attributes of %zu nodes need", columns, nodes);
	return odd__limits_error(f->limits, f->path, needs, err);
}

odd_status odd__frame_finish(
	odd__frame *f, odd__builder *b, odd__frame_fault *fault, odd_error *err)
{
	struct out o = {.f = f, .b = b, .fault = fault};
	size_t nodes = b->ids.count, count = f->names.count;
	fault->set = false;
	odd_status status = odd__frame_guess(f, nodes, fault, err);
	if (status == ODD_OK)
		status = check_room(f, nodes, err);
	if (status == ODD_OK && count > 0 &&
		((b->columns.column = calloc(count, sizeof *b->columns.column)) == NULL ||
			(o.seen = calloc(nodes + 1, sizeof *o.seen)) == NULL))
		status = odd_error_nomem(err);
	for (o.index = 0; o.index < count && status == ODD_OK; o.index++) {
		o.c = &f->column[o.index];
		o.told = &b->columns.column[o.index];
		*o.told = (odd_table_column){.name = strdup(odd_names_get(&f->names, o.index)),
			.type = o.c->type,
			.missing = nodes > o.c->filled ? nodes - o.c->filled : 0};
		if (o.told->name == NULL) {
			status = odd_error_nomem(err);
			break;
		}
		b->columns.count = o.index + 1;
		status = add_column(&o, err);
		if (status == ODD_OK && o.told->attributes > 0)
			status = list_missing(&o, err);
		if (status == ODD_OK && o.index % 64 == 0)
			status = odd__limits_poll(f->limits, f->path, err);
	}
	b->columns.of = o.of;
	if (status == ODD_OK && o.of == NULL && b->columns.count > 0 &&
		(b->columns.of = calloc(1, sizeof *b->columns.of)) == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd__missing_keep(&b->columns, nodes, &o.missing, err);
	odd__missing_clear(&o.missing);
	free(o.seen);
	free(o.scratch);
	return status;
}
