/* The layout of the ONE authors' own data: struct.csv (N × N adjacency), content.csv (N × D),
 * label.csv and permutation.csv (N numbers each), all without headers.
 *
 * permutation.csv gives the number each row had before the rows were shuffled, counted from 1;
 * nodes are named by it. Not all files need have been shuffled: those that were not are found by
 * what linked nodes share (row_order.h). Planted nodes were the last ones then: those whose number
 * is above the size of the network that was seeded. The files do not say that size, so it is known
 * only for the four networks of the paper. */
#include "config.h"

#include "network/reading.h"
#include "network/row_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

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

/* Links above the diagonal, row by row, so that the same link below it is recognised as the other
 * half of a symmetric matrix and not counted as a repeated one. */
struct upper {
	size_t *ptr; /* nodes + 1; the rows read so far */
	uint32_t *col;
	double *val;
	size_t count, capacity;
};

static void upper_add(odd__reading *r, struct upper *u, uint32_t col, double val)
{
	if (!odd__reading_room(r, &u->capacity, u->count + 1, {&u->col, sizeof *u->col},
		    {&u->val, sizeof *u->val}))
		return;
	u->col[u->count] = col;
	u->val[u->count++] = val;
}

/* The entry (row, col), or NULL; O(log degree). */
static double *upper_find(struct upper *u, uint32_t row, uint32_t col)
{
	size_t end = u->ptr[row + 1], at = odd_rising_find(u->col, u->ptr[row], end, col);
	return at < end && u->col[at] == col ? &u->val[at] : NULL;
}

static void add_entry(odd__reading *r, struct upper *u, uint32_t i, uint32_t j, double value)
{
	double *other = r->b.directed || i <= j ? NULL : upper_find(u, j, i);
	if (r->b.directed || i == j)
		odd__try(r, odd__builder_link(&r->b, i, j, value, r->err));
	else if (i < j)
		upper_add(r, u, j, value);
	else if (other == NULL)
		odd__try(r, odd__builder_link(&r->b, j, i, value, r->err));
	else if (*other < value)
		*other = value;
}

/* A row of links, when u is given, or of attributes. */
static void read_row(odd__reading *r, odd__row row, struct upper *u, uint32_t i)
{
	size_t j;
	double value;
	while (r->status == ODD_OK) {
		r->status = odd__row_next(&row, &j, &value, r->err);
		if (r->status != ODD_OK || j == row.values)
			break;
		if (u == NULL)
			odd__try(r, odd__builder_attribute(&r->b, i, (uint32_t)j, value, r->err));
		else if (value < 0.0)
			odd__fail(r, row.where, "a link of negative weight, %g", value);
		else
			add_entry(r, u, i, (uint32_t)j, value);
	}
	if (u != NULL)
		u->ptr[i + 1] = u->count;
	if (row.scan->at != NULL) /* there is more in the line */
		odd__try(r, odd__row_check(&row, r->err));
}

/* A line of numbers for each node: its attributes or, when u is given, its links; the first row of
 * those says how many nodes there are, unless that is known. */
static void read_matrix(odd__reading *r, const char *path, struct upper *u)
{
	odd__row row = {.scan = &r->scan};
	size_t rows = 0;
	odd__reading_open(r, path);
	for (; odd__reading_line(r, '\0'); rows++) {
		if (rows == 0) {
			row.separator = separator_of(&r->scan);
			row.columns = row.values = odd__scan_count(&r->scan, row.separator);
		}
		if (rows == 0 && u != NULL) {
			if (r->b.ids.count == 0)
				odd__reading_number(r, 1, row.columns, r->scan.line);
			check_count(r, row.columns, "columns");
			u->ptr = calloc(row.columns + 1, sizeof *u->ptr);
			if (u->ptr == NULL)
				odd__try(r, odd_error_nomem(r->err));
		}
		if (rows == r->b.ids.count)
			odd__fail(r, r->scan.line,
				"the number of rows is more than that of the nodes, %zu", rows);
		if (r->status == ODD_OK)
			read_row(r, row, u, (uint32_t)rows);
	}
	check_count(r, rows, "rows");
	if (r->status == ODD_OK && rows > 0 && u == NULL) /* the last columns may be empty */
		odd__builder_attribute(&r->b, 0, (uint32_t)(row.values - 1), 0.0, r->err);
	for (uint32_t i = 0; u != NULL && r->status == ODD_OK && i < rows; i++)
		for (size_t e = u->ptr[i]; e < u->ptr[i + 1]; e++)
			odd__try(r, odd__builder_link(&r->b, i, u->col[e], u->val[e], r->err));
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
		status = odd__find_row_order(net, number, &links, err);
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
	struct upper upper = {.count = 0};
	double lowest = 1.0;
	odd__reading_begin(&r, source, err);
	if (path[3] != NULL)
		lowest = read_permutation(&r, path[3]);
	read_matrix(&r, path[0], &upper);
	read_matrix(&r, path[1], NULL);
	read_labels(&r, path[2]);
	odd_status status = odd__reading_finish(out, &r, source->name, "dense CSV", path[0]);
	if (status == ODD_OK && path[3] != NULL)
		status = put_right(*out, lowest, err);
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	free(upper.ptr);
	free(upper.col);
	free(upper.val);
	return status;
}
