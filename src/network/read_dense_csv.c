/* The layout of the ONE authors' own data: struct.csv (N × N adjacency), content.csv (N × D),
 * label.csv and permutation.csv (N numbers each), all without headers.
 *
 * permutation.csv gives the number each row had before the rows were shuffled, counted from 1;
 * nodes are named by it. Not all files need have been shuffled: those that were not are found by
 * what linked nodes share (row_order.h). Planted nodes were the last ones then: those whose number
 * is above the size of the network that was seeded. The files do not say that size, so it is known
 * only for the four networks of the paper. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "network/matrix_reader.h"
#include "network/reading.h"
#include "oddone/network.h"

/* ---- the order of rows --------------------------------------------------------------------------
 *
 * The tables of one network need not all have been shuffled: in the files the authors of ONE
 * published, the links are in the order from before, the labels are not. Linked nodes tend to share
 * class and words, so the data tells which order a table has. */

#define CLEARLY 5.0 /* standard deviations */

/* Which row of a table belongs to node i: its own; or, where only the table was shuffled, the one
 * that now holds number i; or, where only the links were, the one at its number. */
enum order { AS_IT_IS, TABLE_SHUFFLED, LINKS_SHUFFLED, ORDERS };

struct table {
	const odd_network *net;
	const uint32_t *row[ORDERS]; /* of node i; NULL: i */
	const double *length;        /* of rows of C */
};

static size_t row_of(const struct table *t, enum order order, size_t i)
{
	return t->row[order] != NULL ? t->row[order][i] : i;
}

/* ---- how alike two rows are, 0 to 1; NAN: nothing is known ------------------------------------
 */

static double same_label(const struct table *t, size_t a, size_t b)
{
	int32_t x = t->net->label[a], y = t->net->label[b];
	return x == ODD_NO_LABEL || y == ODD_NO_LABEL ? (double)NAN : x == y ? 1.0 : 0.0;
}

static double cosine(const struct table *t, size_t a, size_t b)
{
	odd_ccsr C = odd_csr_const(t->net->C);
	double sum = 0.0;
	size_t i = C.ptr[a], j = C.ptr[b];
	if (t->length[a] == 0.0 || t->length[b] == 0.0)
		return (double)NAN;
	while (i < C.ptr[a + 1] && j < C.ptr[b + 1]) {
		if (C.idx[i] == C.idx[j])
			sum += odd_csr_value(C, i) * odd_csr_value(C, j);
		size_t before = C.idx[i];
		i += before <= C.idx[j];
		j += C.idx[j] <= before;
	}
	return sum / (t->length[a] * t->length[b]);
}

/* Mean over the links, and the standard deviation of that mean. */
static void alike(double *mean, double *error, const struct table *t, enum order order,
	double (*of)(const struct table *t, size_t a, size_t b))
{
	odd_ccsr A = odd_csr_const(t->net->A);
	double sum = 0.0, squares = 0.0, n = 0.0;
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			if (!t->net->directed && A.idx[e] < i)
				continue;
			double x = of(t, row_of(t, order, i), row_of(t, order, A.idx[e]));
			if (isnan(x))
				continue;
			sum += x;
			squares += x * x;
			n += 1.0;
		}
	*mean = n > 0.0 ? sum / n : 0.0;
	*error = n > 1.0 ? sqrt(fmax(squares / n - *mean * *mean, 0.0) / n) : (double)INFINITY;
}

/* By how many standard deviations linked nodes agree better in another order; 0: not clearly. */
static double gain(const struct table *t, enum order order,
	double (*of)(const struct table *t, size_t a, size_t b))
{
	double now, then, error[2];
	alike(&now, &error[0], t, AS_IT_IS, of);
	alike(&then, &error[1], t, order, of);
	double unit = sqrt(error[0] * error[0] + error[1] * error[1]);
	double z = unit > 0.0 ? (then - now) / unit : 0.0;
	return z > CLEARLY ? z : 0.0;
}

/* ---- moving -----------------------------------------------------------------------------------
 */

static odd_status move_labels(odd_network *net, const uint32_t *row, odd_error *err)
{
	int32_t *label = malloc((net->nodes + 1) * sizeof *label);
	if (label == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes; i++)
		label[i] = net->label[row[i]];
	free(net->label);
	net->label = label;
	net->skipped.moved_rows += net->nodes;
	return ODD_OK;
}

static odd_status move_words(odd_network *net, const uint32_t *row, odd_error *err)
{
	odd_ccsr C = odd_csr_const(net->C);
	odd_csr moved;
	size_t at = 0;
	odd_status status =
		odd_csr_alloc(&moved, C.rows, C.cols, odd_csr_nnz(C), C.val != NULL, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < C.rows; i++) {
		size_t from = C.ptr[row[i]], count = C.ptr[row[i] + 1] - from;
		memcpy(moved.idx + at, C.idx + from, count * sizeof *moved.idx);
		if (C.val != NULL)
			memcpy(moved.val + at, C.val + from, count * sizeof *moved.val);
		at += count;
		moved.ptr[i + 1] = at;
	}
	odd_csr_clear(&net->C);
	net->C = moved;
	net->skipped.moved_rows += net->nodes;
	return ODD_OK;
}

/* number[i]: the place row i had before, 0 … nodes − 1, each once. net has rows of all tables as
 * they stand in their files. A table is moved when linked nodes agree in it clearly more (by more
 * than five standard deviations of chance) with its rows moved than with them as they are. *links
 * is set when the links turn out to be in the order from before, and node i is number i therefore;
 * net->skipped.moved_rows rises by what was moved. O(links · words of a node). */
static odd_status find_row_order(
	odd_network *net, const uint32_t *number, bool *links, odd_error *err)
{
	size_t n = net->nodes;
	uint32_t *holder = malloc((n + 1) * sizeof *holder);
	double *length = malloc((n + 1) * sizeof *length);
	odd_status status = ODD_OK;
	*links = false;
	if (holder == NULL || length == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < n; i++)
		holder[number[i]] = (uint32_t)i;
	odd_csr_row_norms(length, odd_csr_const(net->C));
	for (size_t i = 0; i < n; i++)
		length[i] = sqrt(length[i]);
	const struct table t = {net, {NULL, holder, number}, length};
	/* The links have one order for both tables. */
	double labels[ORDERS], words[ORDERS];
	enum order best = AS_IT_IS;
	labels[AS_IT_IS] = words[AS_IT_IS] = 0.0;
	for (enum order o = TABLE_SHUFFLED; o < ORDERS; o++) {
		labels[o] = gain(&t, o, same_label);
		words[o] = gain(&t, o, cosine);
		if (labels[o] + words[o] > labels[best] + words[best])
			best = o;
	}
	*links = best == TABLE_SHUFFLED;
	if (labels[best] > 0.0)
		status = move_labels(net, t.row[best], err);
	if (status == ODD_OK && words[best] > 0.0)
		status = move_words(net, t.row[best], err);
out:
	free(holder);
	free(length);
	return status;
}

/* ---- reading -----------------------------------------------------------------------------------
 */

/* Commas, or whatever else the first line is cut by. */
static char separator_of(const odd__scan *scan)
{
	static const char candidates[] = ",;\t ";
	size_t length = (size_t)(scan->line_end - scan->line);
	for (const char *c = candidates; *c != '\0'; c++)
		if (memchr(scan->line, *c, length) != NULL)
			return *c;
	return ',';
}

/* The next cell of a list that is written one to a line or several; false at the end. */
static bool next_cell(odd__reading *r, odd__text *cell)
{
	while (!odd__scan_field(&r->scan, ',', cell))
		if (!odd__reading_line(r, '\0'))
			return false;
	*cell = odd__text_trim(*cell);
	if (cell->length == 0)
		odd__fail(r, cell->at, "a value is missing");
	return r->status == ODD_OK;
}

static void check_count(odd__reading *r, size_t found, const char *what)
{
	if (found != r->b.ids.count)
		odd__fail(r, NULL, "the number of %s is %zu, that of the nodes %zu", what, found,
			r->b.ids.count);
}

/* Nodes named by their numbers before shuffling; 0 or 1, where counting began. */
static double read_permutation(odd__reading *r, const char *path)
{
	odd__text cell;
	double lowest = 1.0;
	odd__reading_open(r, path);
	while (next_cell(r, &cell)) {
		char text[ODD__NUMBER_ROOM], shown[ODD__SHOWN];
		double value = odd__reading_number_of(r, cell, cell.at);
		if (value < 0.0 || value > 4294967295.0 || value != (double)(uint32_t)value) {
			odd__fail(r, cell.at, "\"%s\" is not the number of a node",
				odd__text_show(shown, cell));
			break;
		}
		lowest = value == 0.0 ? 0.0 : lowest;
		size_t length = odd__number_format(text, value);
		odd__reading_node(r, (odd__text){text, length}, cell.at, false);
	}
	return lowest;
}

/* A row of links, when they are counted in *links, or of attributes. */
static void read_row(odd__reading *r, odd__row row, size_t *links, uint32_t i)
{
	size_t j;
	double value;
	while (r->status == ODD_OK) {
		r->status = odd__row_next(&row, &j, &value, r->err);
		if (r->status != ODD_OK || j == row.values)
			break;
		if (links == NULL) {
			odd__try(r, odd__builder_attribute(&r->b, i, (uint32_t)j, value, r->err));
		} else if (value < 0.0) {
			odd__fail(r, row.where, "a link of negative weight, %g", value);
		} else {
			*links += i != j;
			odd__try(r, odd__builder_link(&r->b, i, (uint32_t)j, value, r->err));
		}
	}
	if (row.scan->at != NULL) /* there is more in the line */
		odd__try(r, odd__row_check(&row, r->err));
}

/* A line of numbers for each node: its attributes or, when these are counted, its links; the first
 * row of links says how many nodes there are, unless that is known. */
static void read_matrix(odd__reading *r, const char *path, size_t *links)
{
	odd__row row = {.scan = &r->scan};
	size_t rows = 0;
	odd__reading_open(r, path);
	for (; odd__reading_line(r, '\0'); rows++) {
		if (rows == 0) {
			row.separator = separator_of(&r->scan);
			row.columns = row.values = odd__scan_count(&r->scan, row.separator);
		}
		if (rows == 0 && links != NULL) {
			if (r->b.ids.count == 0)
				odd__reading_number(r, 1, row.columns, r->scan.line);
			check_count(r, row.columns, "columns");
		}
		if (rows == r->b.ids.count)
			odd__fail(r, r->scan.line,
				"the number of rows is more than that of the nodes, %zu", rows);
		if (r->status == ODD_OK)
			read_row(r, row, links, (uint32_t)rows);
	}
	check_count(r, rows, "rows");
	if (r->status == ODD_OK && rows > 0 && links == NULL) /* the last columns may be empty */
		odd__builder_attribute(&r->b, 0, (uint32_t)(row.values - 1), 0.0, r->err);
}

static void read_labels(odd__reading *r, const char *path)
{
	odd__text cell;
	size_t count = 0;
	odd__reading_open(r, path);
	for (; next_cell(r, &cell); count++)
		if (count < r->b.ids.count)
			odd__try(r, odd__builder_label(
					    &r->b, (uint32_t)count, cell.at, cell.length, r->err));
	check_count(r, count, "labels");
}

/* WebKB, Cora, Citeseer and Pubmed before seeding. About a twentieth was added to each. */
static void mark_planted(odd_network *net, const uint32_t *number)
{
	static const size_t known[] = {877, 2708, 3312, 19717};
	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		if (net->nodes <= known[k] || net->nodes > known[k] + known[k] / 10)
			continue;
		for (size_t i = 0; i < net->nodes; i++)
			if (number[i] >= known[k])
				net->truth[i] = ODD_UNKNOWN_KIND;
		net->has_truth = true;
	}
}

/* The links were not shuffled after all: rows are named by their places. */
static odd_status name_by_place(odd_network *net, double lowest, odd_error *err)
{
	odd_status status = ODD_OK;
	odd_names_clear(&net->ids);
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		char text[ODD__NUMBER_ROOM];
		size_t length = odd__number_format(text, (double)i + lowest);
		status = odd_names_add(&net->ids, text, length, NULL, NULL, err);
	}
	return status;
}

/* The numbers from before, where each is there once: what they say of the tables. */
static odd_status put_right(odd_network *net, double lowest, odd_error *err)
{
	size_t n = net->nodes;
	uint32_t *number = malloc((n + 1) * sizeof *number);
	bool links = false, whole = true;
	odd_status status = number != NULL ? ODD_OK : odd_error_nomem(err);
	for (size_t i = 0; i < n && status == ODD_OK; i++) {
		/* Ids differ, so none is there twice. */
		number[i] = (uint32_t)(strtoul(odd_names_get(&net->ids, i), NULL, 10) -
				       (unsigned long)lowest);
		whole = whole && number[i] < n;
	}
	if (status == ODD_OK && whole)
		status = find_row_order(net, number, &links, err);
	if (status == ODD_OK && links) {
		status = name_by_place(net, lowest, err);
		for (size_t i = 0; i < n; i++)
			number[i] = (uint32_t)i;
	}
	if (status == ODD_OK)
		mark_planted(net, number);
	free(number);
	return status;
}

odd_status odd__read_dense_csv(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err)
{
	odd__reading r;
	size_t links = 0;
	double lowest = 1.0;
	odd__reading_begin(&r, source, err);
	if (path[3] != NULL)
		lowest = read_permutation(&r, path[3]);
	read_matrix(&r, path[0], &links);
	read_matrix(&r, path[1], NULL);
	read_labels(&r, path[2]);
	odd_status status = odd__reading_finish(out, &r, source->name, "dense CSV", path[0]);
	if (status == ODD_OK)
		odd__matrix_directions(*out, links);
	if (status == ODD_OK && path[3] != NULL)
		status = put_right(*out, lowest, err);
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	return status;
}
