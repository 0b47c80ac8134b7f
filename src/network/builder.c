#include "config.h"

#include "network/builder.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "oddone/csr.h"
#include "oddone/job.h"

/* ---- rows ----------------------------------------------------------------------------------- */

static void swap(uint32_t *idx, double *val, size_t i, size_t j)
{
	uint32_t t = idx[i];
	idx[i] = idx[j];
	idx[j] = t;
	if (val != NULL) {
		double x = val[i];
		val[i] = val[j];
		val[j] = x;
	}
}

static void sift(uint32_t *idx, double *val, size_t i, size_t n)
{
	for (size_t child; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && idx[child + 1] > idx[child])
			child++;
		if (idx[child] <= idx[i])
			return;
		swap(idx, val, i, child);
	}
}

/* Most rows are short; a long one is heaped, which needs no memory that could be missing. */
static void sort_row(uint32_t *idx, double *val, size_t n)
{
	enum { SHORT = 48 };
	if (n <= SHORT) {
		for (size_t i = 1; i < n; i++)
			for (size_t j = i; j > 0 && idx[j - 1] > idx[j]; j--)
				swap(idx, val, j - 1, j);
		return;
	}
	for (size_t i = n / 2; i-- > 0;)
		sift(idx, val, i, n);
	for (size_t i = n; --i > 0;) {
		swap(idx, val, 0, i);
		sift(idx, val, 0, i);
	}
}

struct sorting {
	odd_csr *m;
	size_t repeats[ODD__CHUNKS_MAX]; /* per chunk: entries whose place is taken */
};

static void sort_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	struct sorting *s = context;
	const odd_csr *m = s->m;
	size_t repeats = 0;
	for (size_t i = begin; i < end; i++) {
		uint32_t *idx = m->idx + m->ptr[i];
		size_t n = m->ptr[i + 1] - m->ptr[i], e = 1;
		while (e < n && idx[e - 1] < idx[e])
			e++;
		if (e >= n)
			continue;
		sort_row(idx, m->val != NULL ? m->val + m->ptr[i] : NULL, n);
		for (e = 1; e < n; e++)
			repeats += idx[e - 1] == idx[e];
	}
	s->repeats[chunk] = repeats;
}

/* Entries of one place stand together now: the largest of each stays. */
static void merge_repeats(odd_csr *m)
{
	size_t kept = 0, begin = 0;
	for (size_t i = 0; i < m->rows; i++) {
		size_t end = m->ptr[i + 1], first = kept;
		for (size_t e = begin; e < end; e++) {
			bool there = kept > first && m->idx[kept - 1] == m->idx[e];
			if (m->val != NULL && (!there || m->val[e] > m->val[kept - 1]))
				m->val[there ? kept - 1 : kept] = m->val[e];
			if (!there)
				m->idx[kept++] = m->idx[e];
		}
		begin = end;
		m->ptr[i + 1] = kept;
	}
}

/* Sort the columns of every row and merge what is there twice; *merged counts what fell away.
 * O(entries) where rows are sorted already, O(entries log of the longest row) otherwise; in place.
 * Only error: ODD_ECANCELLED. */
static odd_status csr_sort_rows(odd_csr *m, size_t *merged, const odd_job *job, odd_error *err)
{
	struct sorting s = {.m = m};
	odd__chunks chunks;
	odd__chunks_by_entries(&chunks, m->rows, m->ptr, 4);
	odd_status status = odd__parallel(job, &chunks, sort_rows, &s, NULL, err);
	if (status != ODD_OK)
		return status;
	*merged = 0;
	for (size_t c = 0; c < chunks.count; c++)
		*merged += s.repeats[c];
	if (*merged > 0)
		merge_repeats(m);
	return ODD_OK;
}

/* ---- links ---------------------------------------------------------------------------------- */

struct placing {
	const uint32_t *from[2], *to[2]; /* the links, and their mirror images */
	const double *w;
	size_t count, ways;
	odd_csr *out;
};

/* How many entries the rows from begin to end have, each in the place behind its own. */
static void count_entries(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct placing *p = context;
	size_t *ptr = p->out->ptr;
	(void)chunk;
	for (size_t way = 0; way < p->ways; way++) {
		const uint32_t *row = p->from[way];
		for (size_t e = 0; e < p->count; e++)
			if (row[e] - begin < end - begin)
				ptr[row[e] + 1]++;
	}
}

/* Fill these rows. ptr[row + 1] is where the row starts, and moves to its end. */
static void place_entries(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct placing *p = context;
	size_t *ptr = p->out->ptr;
	(void)chunk;
	for (size_t e = 0; e < p->count; e++) {
		for (size_t way = 0; way < p->ways; way++) {
			size_t row = p->from[way][e];
			if (row - begin >= end - begin)
				continue;
			size_t at = ptr[row + 1]++;
			p->out->idx[at] = p->to[way][e];
			if (p->w != NULL)
				p->out->val[at] = p->w[e];
		}
	}
}

/* Every range of rows looks at all links and takes its own: no two threads write to one row, and
 * what is written to lies closer together. */
static void cut_rows(odd__chunks *out, size_t rows, size_t entries)
{
	enum { RANGES = 4, WORTH_IT = 1 << 16 };
	out->count = entries < WORTH_IT ? 1 : RANGES;
	for (size_t c = 0; c <= out->count; c++)
		out->begin[c] = rows * c / out->count;
}

odd_status odd__csr_from_links(odd_csr *out, size_t n, size_t count, const uint32_t *a,
	const uint32_t *b, const double *w, bool both, size_t *merged, const odd_job *job,
	odd_error *err)
{
	struct placing p = {{a, b}, {b, a}, w, count, both ? 2 : 1, out};
	odd__chunks chunks;
	odd_status status = odd_csr_alloc(out, n, n, p.ways * count, w != NULL, err);
	if (status != ODD_OK)
		return status;
	cut_rows(&chunks, n, count);
	if ((status = odd__parallel(job, &chunks, count_entries, &p, NULL, err)) != ODD_OK)
		goto out;
	size_t start = 0;
	for (size_t i = 0; i < n; i++) {
		size_t entries = out->ptr[i + 1];
		out->ptr[i + 1] = start;
		start += entries;
	}
	if ((status = odd__parallel(job, &chunks, place_entries, &p, NULL, err)) == ODD_OK)
		status = csr_sort_rows(out, merged, job, err);
	*merged /= p.ways;
out:
	if (status != ODD_OK)
		odd_csr_clear(out);
	return status;
}

void odd__entries_clear(odd__entries *e)
{
	free(e->row);
	free(e->col);
	free(e->val);
	free(e->end);
	memset(e, 0, sizeof *e);
}

void odd__entries_empty(odd__entries *e)
{
	e->count = e->rows = 0;
}

void odd__builder_init(odd__builder *b, bool directed)
{
	memset(b, 0, sizeof *b);
	b->directed = directed;
	b->attributes.by_rows = true;
}

void odd__builder_clear(odd__builder *b)
{
	odd_names_clear(&b->ids);
	odd_names_clear(&b->words);
	odd_names_clear(&b->classes);
	free(b->label);
	free(b->truth);
	odd__entries_clear(&b->links);
	odd__entries_clear(&b->attributes);
	odd_columns_clear(&b->columns);
	memset(b, 0, sizeof *b);
}

/* Room for so many entries in all. */
static odd_status make_room(odd__entries *e, size_t wanted, odd_error *err)
{
	odd__growing array[3] = {{&e->col, sizeof *e->col}};
	size_t n = 1;
	if (!e->by_rows)
		array[n++] = (odd__growing){&e->row, sizeof *e->row};
	if (e->val != NULL)
		array[n++] = (odd__growing){&e->val, sizeof *e->val};
	return odd__grow_arrays(array, n, &e->capacity, wanted, err);
}

/* Values are stored from the first one on that is not 1; most networks never have one. */
static odd_status start_values(odd__entries *e, odd_error *err)
{
	if (e->val != NULL)
		return ODD_OK;
	e->val = malloc((e->capacity > 0 ? e->capacity : 1) * sizeof *e->val);
	if (e->val == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < e->count; i++)
		e->val[i] = 1.0;
	return ODD_OK;
}

/* Rows up to this one have begun. */
static odd_status begin_row(odd__entries *e, size_t row, odd_error *err)
{
	odd_status status =
		odd__make_room(&e->row_capacity, row + 1, err, {&e->end, sizeof *e->end});
	while (status == ODD_OK && e->rows <= row)
		e->end[e->rows++] = e->count;
	return status;
}

/* A row that is over gets another entry: from now on each entry says its row. */
static odd_status leave_order(odd__entries *e, odd_error *err)
{
	e->row = malloc((e->capacity > 0 ? e->capacity : 1) * sizeof *e->row);
	if (e->row == NULL)
		return odd_error_nomem(err);
	for (size_t row = 0, at = 0; row < e->rows; row++)
		while (at < e->end[row])
			e->row[at++] = (uint32_t)row;
	free(e->end);
	e->end = NULL;
	e->rows = e->row_capacity = 0;
	e->by_rows = false;
	return ODD_OK;
}

odd_status odd__entries_add(odd__entries *e, uint32_t row, uint32_t col, double val, odd_error *err)
{
	odd_status status = ODD_OK;
	if (e->count == e->capacity)
		status = make_room(e, e->count + 1, err);
	if (status == ODD_OK && val != 1.0)
		status = start_values(e, err);
	if (status == ODD_OK && e->by_rows && (size_t)row + 1 < e->rows)
		status = leave_order(e, err);
	if (status == ODD_OK && e->by_rows && row >= e->rows)
		status = begin_row(e, row, err);
	if (status != ODD_OK)
		return status;
	if (e->by_rows)
		e->end[row] = e->count + 1;
	else
		e->row[e->count] = row;
	e->col[e->count] = col;
	if (e->val != NULL)
		e->val[e->count] = val;
	e->count++;
	return ODD_OK;
}

odd_status odd__entries_weigh(odd__entries *e, size_t first, double val, odd_error *err)
{
	odd_status status = val != 1.0 ? start_values(e, err) : ODD_OK;
	for (size_t i = first; e->val != NULL && i < e->count && status == ODD_OK; i++)
		e->val[i] = val;
	return status;
}

odd_status odd__entries_add_ones(
	odd__entries *e, uint32_t row, size_t n, const uint32_t *col, odd_error *err)
{
	odd_status status = ODD_OK;
	if (!e->by_rows || e->val != NULL || (size_t)row + 1 < e->rows) {
		for (size_t i = 0; i < n && status == ODD_OK; i++)
			status = odd__entries_add(e, row, col[i], 1.0, err);
		return status;
	}
	if (n == 0)
		return ODD_OK;
	if (e->capacity - e->count < n)
		status = make_room(e, e->count + n, err);
	if (status == ODD_OK && row >= e->rows)
		status = begin_row(e, row, err);
	if (status != ODD_OK)
		return status;
	memcpy(e->col + e->count, col, n * sizeof *col);
	e->count += n;
	e->end[row] = e->count;
	return ODD_OK;
}

odd_status odd__entries_reserve(
	odd__entries *e, const odd__entries *more, size_t first_row, size_t *at, odd_error *err)
{
	assert(e->by_rows == more->by_rows && (!e->by_rows || first_row >= e->rows));
	*at = e->count;
	if (more->count == 0)
		return ODD_OK;
	odd_status status = make_room(e, e->count + more->count, err);
	if (status == ODD_OK && more->val != NULL)
		status = start_values(e, err);
	if (status == ODD_OK && e->by_rows)
		status = begin_row(e, first_row + more->rows - 1, err);
	if (status == ODD_OK)
		e->count += more->count;
	return status;
}

void odd__entries_fill(const odd__entries *e, size_t at, const odd__entries *more, size_t first_row,
	uint32_t fresh, const uint32_t *map)
{
	size_t n = more->count;
	if (n == 0)
		return;
	memcpy(e->col + at, more->col, n * sizeof *e->col);
	for (size_t i = at; map != NULL && i < at + n; i++)
		if (e->col[i] >= fresh)
			e->col[i] = map[e->col[i] - fresh];
	for (size_t i = 0; e->val != NULL && i < n; i++)
		e->val[at + i] = more->val != NULL ? more->val[i] : 1.0;
	if (e->by_rows)
		for (size_t i = 0; i < more->rows; i++)
			e->end[first_row + i] = at + more->end[i];
	else
		memcpy(e->row + at, more->row, n * sizeof *e->row);
}

/* Room for what is known of each node. */
static odd_status grow_nodes(odd__builder *b, odd_error *err)
{
	size_t before = b->node_capacity;
	odd_status status = odd__make_room(&b->node_capacity, b->ids.count, err,
		{&b->label, sizeof *b->label}, {&b->truth, sizeof *b->truth});
	for (size_t i = before; i < b->node_capacity; i++) {
		b->label[i] = ODD_NO_LABEL;
		b->truth[i] = ODD_ORDINARY;
	}
	return status;
}

odd_status odd__builder_node(odd__builder *b, const char *id, size_t length, uint32_t *index,
	int *was_there, odd_error *err)
{
	odd_status status = odd_names_add(&b->ids, id, length, index, was_there, err);
	return status == ODD_OK ? grow_nodes(b, err) : status;
}

odd_status odd__builder_nodes(odd__builder *b, size_t n, const char *const *id,
	const size_t *length, size_t *added, odd_error *err)
{
	odd_status status = odd_names_add_new(&b->ids, n, id, length, added, err);
	return status == ODD_OK ? grow_nodes(b, err) : status;
}

odd_status odd__builder_label(
	odd__builder *b, uint32_t node, const char *label, size_t length, odd_error *err)
{
	assert(node < b->ids.count);
	if (length == 0) {
		b->label[node] = ODD_NO_LABEL;
		return ODD_OK;
	}
	uint32_t index;
	odd_status status = odd_names_add(&b->classes, label, length, &index, NULL, err);
	if (status == ODD_OK)
		b->label[node] = (int32_t)index;
	return status;
}

void odd__builder_truth(odd__builder *b, uint32_t node, odd_kind kind)
{
	assert(node < b->ids.count);
	b->truth[node] = (uint8_t)kind;
}

odd_status odd__builder_word(
	odd__builder *b, const char *word, size_t length, uint32_t *column, odd_error *err)
{
	odd_status status = odd_names_add(&b->words, word, length, column, NULL, err);
	if (status == ODD_OK && b->words.count > b->attribute_count)
		b->attribute_count = b->words.count;
	return status;
}

odd_status odd__builder_attribute(
	odd__builder *b, uint32_t node, uint32_t column, double value, odd_error *err)
{
	assert(node < b->ids.count);
	if (column >= b->attribute_count)
		b->attribute_count = (size_t)column + 1;
	if (value == 0.0)
		return ODD_OK;
	return odd__entries_add(&b->attributes, node, column, value, err);
}

odd_status odd__link_add(odd__entries *links, odd_skipped *skipped, bool directed, uint32_t from,
	uint32_t to, double weight, odd_error *err)
{
	if (from == to) {
		skipped->self_loops++;
		return ODD_OK;
	}
	if (weight == 0.0) {
		skipped->zero_weights++;
		return ODD_OK;
	}
	/* An undirected link is kept with its smaller end first, so that both listings of it meet.
	 */
	bool turned = !directed && from > to;
	return odd__entries_add(links, turned ? to : from, turned ? from : to, weight, err);
}

odd_status odd__builder_link(
	odd__builder *b, uint32_t from, uint32_t to, double weight, odd_error *err)
{
	assert(from < b->ids.count && to < b->ids.count && weight >= 0.0);
	return odd__link_add(&b->links, &b->skipped, b->directed, from, to, weight, err);
}

static const odd_job *job_of(const odd__builder *b)
{
	return b->limits != NULL ? b->limits->job : NULL;
}

/* Links that are listed again become one whose weight is the sum, or the number of listings. */
static odd_status add_up_links(odd__builder *b, odd_error *err)
{
	odd_csr sum;
	odd__entries *e = &b->links;
	size_t n = b->ids.count, merged;
	const double *val = b->multi == ODD_MULTI_COUNT ? NULL : e->val;
	if (b->multi == ODD_MULTI_MAX || e->count == 0)
		return ODD_OK;
	double *ones = NULL;
	if (val == NULL) { /* all 1, and their sums are not */
		ones = malloc(e->count * sizeof *ones);
		if (ones == NULL)
			return odd_error_nomem(err);
		for (size_t i = 0; i < e->count; i++)
			ones[i] = 1.0;
		val = ones;
	}
	odd_status status = odd_csr_from_triplets(
		&sum, n, n, e->count, e->row, e->col, val, ODD_MERGE_SUM, &merged, err);
	free(ones);
	if (status != ODD_OK)
		return status;
	odd__entries_clear(e);
	b->skipped.repeated_edges += merged;
	for (size_t i = 0; i < n; i++)
		for (size_t k = sum.ptr[i]; k < sum.ptr[i + 1] && status == ODD_OK; k++)
			status = odd__entries_add(e, (uint32_t)i, sum.idx[k],
				odd_csr_value(odd_csr_const(sum), k), err);
	odd_csr_clear(&sum);
	return status;
}

static odd_status build_links(odd_network *net, odd__builder *b, odd_error *err)
{
	size_t merged;
	odd_status status = add_up_links(b, err);
	if (status != ODD_OK)
		return status;
	status = odd__csr_from_links(&net->A, b->ids.count, b->links.count, b->links.row,
		b->links.col, b->links.val, !b->directed, &merged, job_of(b), err);
	if (status != ODD_OK)
		return status;
	net->edges = b->links.count - merged;
	b->skipped.repeated_edges += merged;
	odd__entries_clear(&b->links);
	return ODD_OK;
}

/* Give back the room for entries that never came. */
static void trim(odd_csr *m)
{
	size_t n = odd_csr_nnz(odd_csr_const(*m));
	uint32_t *idx = realloc(m->idx, (n > 0 ? n : 1) * sizeof *idx);
	if (idx != NULL)
		m->idx = idx;
	double *val = m->val != NULL ? realloc(m->val, (n > 0 ? n : 1) * sizeof *val) : NULL;
	if (val != NULL)
		m->val = val;
}

/* Rows that came in order are a matrix already, but for the order within each. */
static odd_status build_attributes(odd_network *net, odd__builder *b, odd_error *err)
{
	odd__entries *e = &b->attributes;
	size_t n = net->nodes, merged;
	odd_status status;
	if (!e->by_rows) {
		status = odd_csr_from_triplets(&net->C, n, net->attributes, e->count, e->row,
			e->col, e->val, ODD_MERGE_MAX, &merged, err);
	} else {
		odd_csr *C = &net->C;
		C->rows = n;
		C->cols = net->attributes;
		C->ptr = malloc((n + 1) * sizeof *C->ptr);
		if (C->ptr == NULL || (status = make_room(e, 1, err)) != ODD_OK)
			return odd_error_nomem(err);
		C->ptr[0] = 0;
		for (size_t i = 0; i < n; i++)
			C->ptr[i + 1] = i < e->rows ? e->end[i] : e->count;
		C->idx = e->col;
		C->val = e->val;
		e->col = NULL;
		e->val = NULL;
		status = csr_sort_rows(C, &merged, job_of(b), err);
		trim(C);
	}
	odd__entries_clear(e);
	if (status == ODD_OK)
		b->skipped.repeated_words += merged;
	return status;
}

odd_status odd__builder_may_number(
	const odd__builder *b, size_t count, const char *what, const char *path, odd_error *err)
{
	if (b->limits == NULL || count <= odd__limits_most(b->limits) / ODD__NUMBERED)
		return ODD_OK;
	char needs[80];
	snprintf(needs, sizeof needs, "its %zu %s need", count, what);
	return odd__limits_error(b->limits, path, needs, err);
}

odd_status odd__builder_may_hold(
	const odd__builder *b, size_t entries, size_t file, const char *path, odd_error *err)
{
	/* Row, column and value of each; and of a file that is not packed, a byte each or more. */
	const size_t bytes = 16, unpacked = 32;
	if (entries > odd__limits_most(b->limits) / bytes && entries * bytes / unpacked > file)
		return odd__limits_error(b->limits, path, "its entries need", err);
	return odd__limits_poll(b->limits, path, err);
}

/* Columns that were used but never named get names of their own: w0, w1, … */
static odd_status name_columns(odd__builder *b, odd_error *err)
{
	odd_status status = odd__builder_may_number(
		b, b->attribute_count - b->words.count, "columns", b->path, err);
	if (status != ODD_OK)
		return status;
	for (size_t j = b->words.count; j < b->attribute_count; j++) {
		char name[64];
		int taken = 1;
		if (j % 65536 == 0 && (status = odd__limits_tell(b->limits, b->path, j,
					       b->attribute_count, err)) != ODD_OK)
			return status;
		for (int tries = 0; taken; tries++) {
			snprintf(name, sizeof name, "w%zu%.*s", j, tries < 40 ? tries : 40,
				"________________________________________");
			status = odd_names_add(&b->words, name, strlen(name), NULL, &taken, err);
			if (status != ODD_OK)
				return status;
		}
	}
	return ODD_OK;
}

odd_status odd__builder_finish(
	odd_network **out, odd__builder *b, const char *name, const char *format, odd_error *err)
{
	*out = NULL;
	odd_status status = ODD_ENOMEM;
	odd_network *net = calloc(1, sizeof *net);
	if (net == NULL || (net->name = strdup(name)) == NULL ||
		(net->format = strdup(format)) == NULL) {
		odd_error_nomem(err);
		goto out;
	}
	net->directed = b->directed;
	net->nodes = b->ids.count;
	if ((status = name_columns(b, err)) != ODD_OK ||
		(status = build_links(net, b, err)) != ODD_OK)
		goto out;
	net->attributes = b->words.count;
	if ((status = build_attributes(net, b, err)) != ODD_OK)
		goto out;
	odd_names_trim(&b->ids);
	odd_names_trim(&b->words);
	net->ids = b->ids;
	net->words = b->words;
	net->classes = b->classes;
	net->label = b->label;
	net->truth = b->truth;
	net->columns = b->columns;
	memset(&b->columns, 0, sizeof b->columns);
	memset(&b->ids, 0, sizeof b->ids);
	memset(&b->words, 0, sizeof b->words);
	memset(&b->classes, 0, sizeof b->classes);
	b->label = NULL;
	b->truth = NULL;
	net->skipped = b->skipped;
	for (size_t i = 0; i < net->nodes; i++)
		net->has_truth |= net->truth[i] != ODD_ORDINARY;
	*out = net;
	net = NULL;
out:
	odd_network_free(net);
	odd__builder_clear(b);
	return status;
}
