/* A matrix says nothing of its columns, so each is judged by its values, by the rules of tables
 * (column_types.c) as far as there are numbers only. A bag of words stays one: all of it is weighed
 * together. One column of another unit does not make it anything else, and does not drown it. */
#include "config.h"

#include "network/matrix_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/column_types.h"
#include "network/missing_cells.h"
#include "network/readers.h"
#include "oddone/network.h"
#include "oddone/prepare.h"

enum { OTHER_UNIT = 10 };

struct column {
	size_t stored, missing;
	double size; /* sum of magnitudes, per node */
	bool ones;   /* all that is stored is 1 */
	bool other_unit;
};

struct judge {
	odd_network *net;
	const odd__missing *missing;
	const odd_load_options *options;
	const char *path;
	struct column *of;     /* per attribute */
	odd__maybe_word *word; /* per attribute: its type */
	odd_csr by_column;     /* the attributes, transposed */
	double *sorted;        /* room for a column */
	bool words;            /* but for columns of another unit */
};

/* ---- types ----------------------------------------------------------------------------------- */

static void measure(struct judge *j)
{
	odd_ccsr C = odd_csr_const(j->net->C);
	for (size_t d = 0; d < C.cols; d++)
		j->of[d] = (struct column){.ones = true};
	for (size_t e = 0; e < odd_csr_nnz(C); e++) {
		struct column *c = &j->of[C.idx[e]];
		double x = odd_csr_value(C, e);
		c->stored++;
		c->size += fabs(x) / (double)C.rows;
		c->ones = c->ones && x == 1.0;
	}
	for (size_t m = 0; m < j->missing->count; m++)
		j->of[j->missing->column[m]].missing++;
}

/* In a bag of words, a column that most nodes have and whose values are ten times as large as those
 * of the others is none of the words. */
static bool find_other_units(struct judge *j)
{
	size_t n = j->net->nodes, stored = 0;
	double size = 0.0;
	bool found = false;
	for (size_t d = 0; d < j->net->attributes; d++)
		if (2 * j->of[d].stored <= n || j->of[d].ones) {
			size += j->of[d].size;
			stored += j->of[d].stored;
		}
	for (size_t d = 0; d < j->net->attributes && stored > 0; d++) {
		struct column *c = &j->of[d];
		c->other_unit = 2 * c->stored > n && !c->ones &&
				c->size / (double)c->stored > OTHER_UNIT * size / (double)stored;
		found |= c->other_unit;
	}
	return found;
}

/* The values of a column that are given, zeros among them, in order; what decides on it. */
static odd__numbers sort_column(struct judge *j, size_t d)
{
	const odd_csr *T = &j->by_column;
	const struct column *c = &j->of[d];
	double *x = j->sorted;
	size_t n = 0, given = j->net->nodes - c->missing;
	for (size_t e = T->ptr[d]; e < T->ptr[d + 1]; e++)
		x[n++] = T->val != NULL ? T->val[e] : 1.0;
	while (n < given)
		x[n++] = 0.0;
	qsort(x, n, sizeof *x, odd__by_number);
	odd__numbers out = {.nodes = j->net->nodes,
		.filled = n,
		.whole = true,
		.ones = c->ones,
		.zeros = c->stored<given, .distinct = n> 0};
	for (size_t i = 0; i < n; i++) {
		out.positive += x[i] > 0.0;
		out.whole = out.whole && x[i] == floor(x[i]);
		out.distinct += i > 0 && x[i] != x[i - 1];
	}
	if (n == 0)
		return out;
	out.low = x[0];
	out.high = x[n - 1];
	if (x[0] >= 1.0 && floor(log10(x[0])) == floor(log10(x[n - 1])))
		out.digits = 1 + (int)log10(x[0]);
	return out;
}

static odd_status judge_column(struct judge *j, size_t d, odd_error *err)
{
	const char *name = odd_names_get(&j->net->words, d);
	odd_table_column *out = &j->net->columns.column[d];
	odd__numbers n = sort_column(j, d);
	odd__maybe_word *word = &j->word[d];
	word->ones = n.ones;
	word->counts = n.zeros && n.low >= 0.0;
	word->settled = odd__type_given(j->options, name, false, &word->type);
	if (word->settled && (word->type == ODD_COLUMN_CATEGORY || word->type == ODD_COLUMN_LIST ||
				     word->type == ODD_COLUMN_TEXT))
		return odd_error_at(err, ODD_EUSAGE, j->path, 0, 0,
			"column \"%.60s\" of a matrix can be number, yes/no, count or ignored",
			name);
	if (!word->settled)
		word->type = odd__judge_numbers(&n, NULL);
	if (!word->settled && j->words && !j->of[d].other_unit && n.filled > 0 &&
		word->type != ODD_COLUMN_CONSTANT)
		word->type = ODD_COLUMN_COUNT;
	out->name = strdup(name);
	out->missing = j->of[d].missing;
	if (n.filled > 0) {
		const odd_table_column *like = odd__column_like(j->options->like, name);
		out->filled_in = like != NULL ? like->filled_in : j->sorted[(n.filled - 1) / 2];
		out->skewed = odd__is_skewed(j->sorted, n.filled);
	}
	return out->name != NULL ? ODD_OK : odd_error_nomem(err);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static bool is_kept(odd_column_type type)
{
	return odd_column_is_dense(type) || type == ODD_COLUMN_COUNT;
}

static int by_row(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : x[1] < y[1] ? -1 : x[1] > y[1];
}

/* What is missing in columns that have a value at every node, by row; how many. */
static size_t list_fills(const struct judge *j, uint32_t (*fill)[2])
{
	size_t fills = 0;
	for (size_t m = 0; m < j->missing->count; m++) {
		const odd_table_column *c = &j->net->columns.column[j->missing->column[m]];
		if (odd_column_is_dense(c->type) && c->filled_in != 0.0) {
			fill[fills][0] = j->missing->row[m];
			fill[fills++][1] = j->missing->column[m];
		}
	}
	qsort(fill, fills, sizeof *fill, by_row);
	return fills;
}

/* Columns that count are numbered anew: their names, and their numbers in `place`. */
static odd_status number_columns(struct judge *j, odd_names *words, uint32_t *place, odd_error *err)
{
	odd_columns *columns = &j->net->columns;
	odd_status status = ODD_OK;
	for (size_t d = 0; d < columns->count && status == ODD_OK; d++) {
		const char *name = columns->column[d].name;
		place[d] = ODD_NO_NAME;
		if (!is_kept(columns->column[d].type))
			continue;
		status = odd_names_add(words, name, strlen(name), &place[d], NULL, err);
		if (status == ODD_OK)
			columns->of[place[d]] = (uint32_t)d;
	}
	return status;
}

/* The entries of columns that count, and what is filled in. */
static void fill_rows(odd_csr *out, const struct judge *j, const uint32_t *place,
	uint32_t (*fill)[2], size_t fills)
{
	odd_ccsr C = odd_csr_const(j->net->C);
	const odd_table_column *column = j->net->columns.column;
	size_t at = 0, f = 0;
	for (size_t i = 0; i < C.rows; i++) {
		size_t e = C.ptr[i];
		while (e < C.ptr[i + 1] || (f < fills && fill[f][0] == i)) {
			bool given = e < C.ptr[i + 1] &&
				     (f == fills || fill[f][0] != i || C.idx[e] < fill[f][1]);
			uint32_t d = given ? C.idx[e] : fill[f][1];
			double x = given ? odd_csr_value(C, e) : column[d].filled_in;
			e += given;
			f += !given;
			if (place[d] == ODD_NO_NAME)
				continue;
			out->idx[at] = place[d];
			out->val[at++] = x;
		}
		out->ptr[i + 1] = at;
	}
}

static odd_status rebuild(struct judge *j, odd_error *err)
{
	odd_network *net = j->net;
	odd_names words = ODD_NAMES_INIT;
	odd_csr out;
	uint32_t(*fill)[2] = malloc((j->missing->count + 1) * sizeof *fill);
	uint32_t *place = malloc((net->attributes + 1) * sizeof *place);
	odd_status status = fill == NULL || place == NULL ? odd_error_nomem(err)
							  : number_columns(j, &words, place, err);
	size_t fills = status == ODD_OK ? list_fills(j, fill) : 0;
	if (status == ODD_OK)
		status = odd_csr_alloc(&out, net->nodes, words.count,
			odd_csr_nnz(odd_csr_const(net->C)) + fills, 1, err);
	if (status == ODD_OK) {
		fill_rows(&out, j, place, fill, fills);
		odd_csr_clear(&net->C);
		odd_names_clear(&net->words);
		net->C = out;
		net->words = words;
		net->attributes = words.count;
	} else {
		odd_names_clear(&words);
	}
	free(place);
	free(fill);
	return status;
}

static odd_status judge_all(struct judge *j, odd_error *err)
{
	odd_columns *columns = &j->net->columns;
	size_t count = j->net->attributes;
	const odd_load_options *o = j->options;
	odd_status status = odd__check_column_names(o, &j->net->words, j->path, false, err);
	if (o->id != NULL || o->label != NULL)
		status = odd_error_at(
			err, ODD_EUSAGE, j->path, 0, 0, "a matrix has no column of ids or classes");
	columns->column = calloc(count + 1, sizeof *columns->column);
	columns->of = calloc(count + 1, sizeof *columns->of);
	j->sorted = malloc((j->net->nodes + 1) * sizeof *j->sorted);
	j->word = calloc(count + 1, sizeof *j->word);
	if (status == ODD_OK && (columns->column == NULL || columns->of == NULL ||
					j->sorted == NULL || j->word == NULL))
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_csr_transpose(&j->by_column, odd_csr_const(j->net->C), err);
	for (size_t d = 0; d < count && status == ODD_OK; d++) {
		columns->of[d] = (uint32_t)d;
		columns->count = d + 1;
		status = judge_column(j, d, err);
	}
	if (status == ODD_OK && !j->words)
		odd__judge_words(j->word, count);
	for (size_t d = 0; d < count && status == ODD_OK; d++) {
		odd_table_column *c = &columns->column[d];
		c->type = j->word[d].type;
		c->attributes = is_kept(c->type);
		c->skewed = c->skewed && c->type == ODD_COLUMN_NUMBER;
		c->filled_in = odd_column_is_dense(c->type) ? c->filled_in : 0.0;
	}
	if (status == ODD_OK)
		status = rebuild(j, err);
	return status == ODD_OK ? odd__missing_keep(columns, j->net->nodes, j->missing, err)
				: status;
}

/* Judge the columns of a network whose attributes are those of a matrix, unless it is a bag of
 * words throughout: left out what is constant or an id, filled in what is missing (the entries that
 * are no number), which is kept. The user may say
 * otherwise (attributes, ignore, types); names of ids and classes are an error. O(entries log
 * nodes). */
static odd_status matrix_columns(odd_network *net, const odd__missing *missing,
	const odd_load_options *options, const char *path, odd_error *err)
{
	static const odd_load_options none = {.directed = false};
	const odd_load_options *o = options != NULL ? options : &none;
	struct judge j = {.net = net, .missing = missing, .options = o, .path = path};
	bool asked = o->id != NULL || o->label != NULL || o->attributes != NULL ||
		     o->ignore != NULL || o->types != NULL;
	if (net->attributes == 0)
		return ODD_OK;
	j.of = malloc(net->attributes * sizeof *j.of);
	if (j.of == NULL)
		return odd_error_nomem(err);
	measure(&j);
	j.words = odd_prepare_is_words(odd_csr_const(net->C));
	odd_status status = ODD_OK;
	if (!j.words || find_other_units(&j) || missing->count > 0 || asked)
		status = judge_all(&j, err);
	odd_csr_clear(&j.by_column);
	free(j.sorted);
	free(j.word);
	free(j.of);
	return status;
}

/* Whether to go on, and whether the entries so far are in proportion to the file. */
static bool count_entry(odd__matrix_reader *m, double value)
{
	odd__reading *r = &m->r;
	m->entries += value != 0.0;
	if (++r->polls % 65536 == 0)
		odd__try(r, odd__builder_may_hold(
				    &r->b, m->entries, m->file.size, r->scan.path, r->err));
	return r->status == ODD_OK && value != 0.0;
}

void odd__matrix_link(odd__matrix_reader *m, const char *name, size_t row, size_t col, double value)
{
	odd__reading *r = &m->r;
	if (!count_entry(m, value))
		return;
	if (!isfinite(value))
		odd__fail(r, NULL, "%s(%zu,%zu) is not a finite number", name, row + m->base,
			col + m->base);
	else if (value < 0.0)
		odd__fail(r, NULL, "%s(%zu,%zu) is negative: the weight of a link is above 0", name,
			row + m->base, col + m->base);
	m->links += row != col;
	odd__try(r, odd__builder_link(&r->b, (uint32_t)row, (uint32_t)col, value, r->err));
}

void odd__matrix_attribute(
	odd__matrix_reader *m, const char *name, size_t row, size_t col, double value)
{
	odd__reading *r = &m->r;
	if (!count_entry(m, value))
		return;
	if (isnan(value)) {
		odd__try(r, odd__missing_add(&m->missing, row, col, r->err));
		return;
	}
	if (!isfinite(value))
		odd__fail(r, NULL, "%s(%zu,%zu) is not a finite number", name, row + m->base,
			col + m->base);
	odd__try(r, odd__builder_attribute(&r->b, (uint32_t)row, (uint32_t)col, value, r->err));
}

bool odd__matrix_links_begin(odd__matrix_reader *m, const char *name, size_t rows, size_t cols)
{
	if (rows != cols)
		odd__fail(&m->r, NULL, "%s is %zu × %zu; a matrix of links is square", name, rows,
			cols);
	m->entries = 0;
	return m->r.status == ODD_OK;
}

bool odd__matrix_attributes_begin(odd__matrix_reader *m, const char *name, size_t rows, size_t cols)
{
	odd__reading *r = &m->r;
	size_t nodes = r->b.ids.count;
	if (rows != nodes)
		odd__fail(r, NULL,
			"%s is %zu × %zu, but the network has %zu nodes: one row each is needed",
			name, rows, cols, nodes);
	odd__try(r, odd__builder_may_number(&r->b, cols, "columns", r->scan.path, r->err));
	r->b.attribute_count = cols; /* columns of zeros count too */
	m->entries = 0;
	return r->status == ODD_OK;
}

/* A matrix has a place for both directions of a link: filling both is no repetition. Entries have a
 * direction where the other way is not there; none has, if no other way is there at all: then the
 * matrix stores each link once. */
void odd__matrix_directions(odd_network *net, size_t links)
{
	size_t repeated = net->skipped.repeated_edges;
	net->skipped.repeated_edges = 0;
	if (!net->directed && repeated > 0 && links > 2 * repeated)
		net->skipped.directions = links - 2 * repeated;
}

static odd_status read_as(odd_network **out, odd__matrix_fill *fill, size_t base,
	const char *format, const odd__source *source, bool directed, const char *path,
	odd_error *err)
{
	odd__matrix_reader m = {.base = base};
	odd__reading *r = &m.r;
	odd__reading_begin(r, source, err);
	r->b.directed = directed;
	r->b.path = r->scan.path = path;
	odd__try(r, odd__bytes_read(&m.file, path, &source->limits, err));
	if (r->status == ODD_OK)
		fill(&m);
	odd_status status = odd__reading_finish(out, r, source->name, format, path);
	if (status == ODD_OK) {
		odd__matrix_directions(*out, m.links);
		status = matrix_columns(*out, &m.missing, r->options, path, err);
	}
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	odd__bytes_clear(&m.file);
	odd__missing_clear(&m.missing);
	return status;
}

odd_status odd__matrix_read(odd_network **out, odd__matrix_fill *fill, size_t base,
	const char *format, const odd__source *source, const char *path, odd_error *err)
{
	const odd_load_options *o = source->options;
	odd_status status =
		read_as(out, fill, base, format, source, o != NULL && o->directed, path, err);
	if (status != ODD_OK || o == NULL || !o->directed_as_file ||
		(*out)->skipped.directions == 0)
		return status;
	odd_network_free(*out);
	return read_as(out, fill, base, format, source, true, path, err);
}
