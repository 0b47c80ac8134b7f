/* The layout of the ONE authors' own data: struct.csv (N × N adjacency), content.csv (N × D),
 * label.csv and permutation.csv (N numbers each), all without headers.
 *
 * permutation.csv gives the number each row had before the rows were shuffled, counted from 1;
 * nodes are named by it. Not all files need have been shuffled: those that were not are found by
 * what linked nodes share (rows_apart.h). Planted nodes were the last ones then: those whose number
 * is above the size of the network that was seeded. The files do not say that size, so it is known
 * only for the four networks of the paper. */
#include "config.h"

#include "network/reading.h"
#include "network/rows_apart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
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

/* The next cell of a list that is written one to a line or several. */
static odd_status next_cell(odd__reading *r, odd__text *cell, bool *more, odd_error *err)
{
	*more = true;
	while (!odd__scan_field(&r->scan, ',', cell)) {
		odd_status status = odd__reading_poll(r, err);
		if (status != ODD_OK)
			return status;
		*more = odd__scan_data_line(&r->scan, '\0');
		if (!*more)
			return ODD_OK;
	}
	*cell = odd__text_trim(*cell);
	if (cell->length == 0)
		return odd__scan_error(&r->scan, cell->at, err, "a value is missing");
	return ODD_OK;
}

static odd_status wrong_count(
	const char *path, size_t found, const char *what, size_t nodes, odd_error *err)
{
	return odd_error_at(err, ODD_EINPUT, path, 0, 0,
		"the number of %s is %zu, that of the nodes %zu", what, found, nodes);
}

/* Nodes named by their numbers before shuffling; *lowest is 0 or 1, where counting began. */
static odd_status read_permutation(
	odd__reading *r, const char *path, double *lowest, odd_error *err)
{
	odd__text cell;
	bool more;
	odd_status status = odd__reading_open(r, path, err);
	*lowest = 1.0;
	while (status == ODD_OK && (status = next_cell(r, &cell, &more, err)) == ODD_OK && more) {
		double value;
		char text[ODD__NUMBER_ROOM];
		uint32_t node;
		if ((status = odd__scan_number(&r->scan, cell, &value, err)) != ODD_OK)
			break;
		if (value < 0.0 || value > 4294967295.0 || value != (double)(uint32_t)value) {
			char shown[ODD__SHOWN];
			return odd__scan_error(&r->scan, cell.at, err,
				"\"%s\" is not the number of a node", odd__text_show(shown, cell));
		}
		if (value < *lowest)
			*lowest = value;
		odd__text id = {text, odd__number_format(text, value)};
		status = odd__reading_node(r, id, cell.at, false, &node, err);
	}
	return status;
}

/* Rows count from 1, as the numbers of the authors do. */
static odd_status number_nodes(odd__reading *r, size_t nodes, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t i = 0; i < nodes && status == ODD_OK; i++) {
		char text[ODD__NUMBER_ROOM];
		uint32_t node;
		odd__text id = {text, (size_t)snprintf(text, sizeof text, "%zu", i + 1)};
		status = odd__reading_node(r, id, r->scan.line, false, &node, err);
	}
	return status;
}

/* Links above the diagonal, row by row, so that the same link below it is recognised as the other
 * half of a symmetric matrix and not counted as a repeated one. */
struct upper {
	size_t *ptr; /* nodes + 1; the rows read so far */
	uint32_t *col;
	double *val;
	size_t count, capacity;
};

static odd_status upper_add(struct upper *u, uint32_t col, double val, odd_error *err)
{
	odd_status status = odd__make_room(&u->capacity, u->count + 1, err,
		{&u->col, sizeof *u->col}, {&u->val, sizeof *u->val});
	if (status != ODD_OK)
		return status;
	u->col[u->count] = col;
	u->val[u->count++] = val;
	return ODD_OK;
}

/* The entry (row, col), or NULL; O(log degree). */
static double *upper_find(struct upper *u, uint32_t row, uint32_t col)
{
	size_t end = u->ptr[row + 1], at = odd_rising_find(u->col, u->ptr[row], end, col);
	return at < end && u->col[at] == col ? &u->val[at] : NULL;
}

static odd_status add_entry(
	odd__reading *r, struct upper *u, uint32_t i, uint32_t j, double value, odd_error *err)
{
	if (r->b.directed || i == j)
		return odd__builder_link(&r->b, i, j, value, err);
	if (i < j)
		return upper_add(u, j, value, err);
	double *other = upper_find(u, j, i);
	if (other == NULL)
		return odd__builder_link(&r->b, j, i, value, err);
	if (*other < value)
		*other = value;
	return ODD_OK;
}

static odd_status read_links(
	odd__reading *r, odd__row row, struct upper *u, uint32_t i, odd_error *err)
{
	odd_status status;
	size_t j;
	double value;
	while ((status = odd__row_next(&row, &j, &value, err)) == ODD_OK && j < row.values) {
		if (value < 0.0)
			return odd__scan_error(
				row.scan, row.where, err, "a link of negative weight, %g", value);
		if ((status = add_entry(r, u, i, (uint32_t)j, value, err)) != ODD_OK)
			break;
	}
	u->ptr[i + 1] = u->count;
	return status;
}

static odd_status read_values(odd__reading *r, odd__row row, uint32_t i, odd_error *err)
{
	odd_status status;
	size_t d;
	double value;
	while ((status = odd__row_next(&row, &d, &value, err)) == ODD_OK && d < row.values)
		if ((status = odd__builder_attribute(&r->b, i, (uint32_t)d, value, err)) != ODD_OK)
			break;
	return status;
}

/* The first row of the adjacency says how many nodes there are, unless that is known. */
static odd_status learn_nodes(odd__reading *r, size_t columns, struct upper *u, odd_error *err)
{
	odd_status status = ODD_OK;
	if (r->b.ids.count == 0)
		status = number_nodes(r, columns, err);
	else if (r->b.ids.count != columns)
		status = wrong_count(r->scan.path, columns, "columns", r->b.ids.count, err);
	if (status != ODD_OK)
		return status;
	u->ptr = calloc(columns + 1, sizeof *u->ptr);
	return u->ptr != NULL ? ODD_OK : odd_error_nomem(err);
}

/* A line of numbers for each node: its attributes or, when u is given, its links. */
static odd_status read_matrix(odd__reading *r, const char *path, struct upper *u, odd_error *err)
{
	odd__row row = {.scan = &r->scan};
	size_t rows = 0;
	odd_status status = odd__reading_open(r, path, err);
	for (; status == ODD_OK && odd__scan_data_line(&r->scan, '\0'); rows++) {
		if (rows == 0) {
			row.separator = separator_of(&r->scan);
			row.columns = row.values = odd__scan_count(&r->scan, row.separator);
			if (u != NULL)
				status = learn_nodes(r, row.columns, u, err);
		}
		if (status == ODD_OK)
			status = odd__reading_poll(r, err);
		if (status != ODD_OK)
			break;
		if (rows == r->b.ids.count)
			return odd__scan_error(&r->scan, r->scan.line, err,
				"the number of rows is more than that of the nodes, %zu", rows);
		if (u != NULL)
			status = read_links(r, row, u, (uint32_t)rows, err);
		else
			status = read_values(r, row, (uint32_t)rows, err);
		if (status == ODD_OK && r->scan.at != NULL) /* there is more in the line */
			status = odd__row_check(&row, err);
	}
	if (status == ODD_OK && rows != r->b.ids.count)
		status = wrong_count(path, rows, "rows", r->b.ids.count, err);
	if (status == ODD_OK && rows > 0 && u == NULL) /* the last columns may be empty */
		status = odd__builder_attribute(&r->b, 0, (uint32_t)(row.values - 1), 0.0, err);
	for (uint32_t i = 0; u != NULL && i < rows && status == ODD_OK; i++)
		for (size_t e = u->ptr[i]; e < u->ptr[i + 1] && status == ODD_OK; e++)
			status = odd__builder_link(&r->b, i, u->col[e], u->val[e], err);
	return status;
}

static odd_status read_labels(odd__reading *r, const char *path, odd_error *err)
{
	odd__text cell;
	bool more;
	size_t count = 0, nodes = r->b.ids.count;
	odd_status status = odd__reading_open(r, path, err);
	while (status == ODD_OK && (status = next_cell(r, &cell, &more, err)) == ODD_OK && more) {
		if (count < nodes)
			status = odd__builder_label(
				&r->b, (uint32_t)count, cell.at, cell.length, err);
		count++;
	}
	if (status == ODD_OK && count != nodes)
		status = wrong_count(path, count, "labels", nodes, err);
	return status;
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
		status = odd__rows_apart(net, number, &links, err);
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
	odd_status status = ODD_OK;
	*out = NULL;
	odd__reading_begin(&r, source);
	if (path[3] != NULL)
		status = read_permutation(&r, path[3], &lowest, err);
	if (status == ODD_OK)
		status = read_matrix(&r, path[0], &upper, err);
	if (status == ODD_OK)
		status = read_matrix(&r, path[1], NULL, err);
	if (status == ODD_OK)
		status = read_labels(&r, path[2], err);
	if (status == ODD_OK)
		status = odd__reading_finish(out, &r, source->name, "dense CSV", path[0], err);
	if (status == ODD_OK && path[3] != NULL)
		status = put_right(*out, lowest, err);
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	odd__reading_clear(&r);
	free(upper.ptr);
	free(upper.col);
	free(upper.val);
	return status;
}
