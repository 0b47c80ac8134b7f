/* .npz of NumPy and SciPy, told by the names of the arrays:
 *
 *   adj_data adj_indices adj_indptr adj_shape   links, as the GNN benchmarks have them (also
 *                                               adj_matrix.data and so on)
 *   attr_data … or attr_matrix                  attributes, sparse or dense; may be missing
 *   labels                                      numbers or texts; may be missing
 *   node_names attr_names class_names           texts; may be missing
 *
 *   edge_index or edges (2 × m or m × 2), x or features or node_features, y or node_labels
 *
 *   data indices indptr shape format            one sparse matrix of scipy.sparse.save_npz (csr or
 *   or row col data shape                       csc; coo): links alone
 */
#include "config.h"

#include "network/readers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"
#include "network/builder.h"
#include "network/matrix_columns.h"
#include "network/npz.h"

enum { PARTS = 6 };
enum part { DATA, INDICES, INDPTR, SHAPE, ROW, COL };

struct reader {
	odd__bytes file;
	odd__zip zip;
	const char *path;
	const odd__limits *limits;
	odd__builder b;
	size_t nodes;
	odd__missing missing; /* attributes that are no number */
	size_t links;         /* entries that are no loops */
};

/* A matrix in one of four forms. */
struct matrix {
	odd__array part[PARTS];
	odd__array dense;
	size_t rows, cols;
	bool by_columns; /* csc */
	char name[40];
};

static void matrix_clear(struct matrix *m)
{
	for (int p = 0; p < PARTS; p++)
		odd__array_clear(&m->part[p]);
	odd__array_clear(&m->dense);
}

static bool there(const odd__array *a)
{
	return a->name[0] != '\0';
}

/* Nothing is wrong with what was not looked at to its end, since somebody stopped it. */
static odd_status wrong(
	const struct reader *r, const struct matrix *m, const char *what, odd_error *err)
{
	odd_status status = odd__limits_poll(r->limits, r->path, err);
	return status != ODD_OK
		       ? status
		       : odd_error_at(err, ODD_EINPUT, r->path, 0, 0, "%s: %s", m->name, what);
}

/* ---- sparse matrices ------------------------------------------------------------------------- */

/* An array may have a thousand million entries; wrong() says then that it was stopped. */
static bool stopped(const struct reader *r, size_t i)
{
	return i % 65536 == 0 && odd__limits_poll(r->limits, r->path, NULL) != ODD_OK;
}

/* Is every index of its array whole and below a bound? */
static bool are_indices(const struct reader *r, const odd__array *a, size_t below)
{
	for (size_t i = 0; i < a->count; i++) {
		if (stopped(r, i))
			return false;
		double x = odd__array_at(a, i, 0);
		if (!(x >= 0.0) || x != floor(x) || x >= (double)below)
			return false;
	}
	return true;
}

static odd_status check_sparse(struct reader *r, struct matrix *m, odd_error *err)
{
	const odd__array *shape = &m->part[SHAPE], *data = &m->part[DATA];
	bool coo = there(&m->part[ROW]);
	for (int p = 0; p < PARTS; p++)
		if (there(&m->part[p]) &&
			(m->part[p].is.dims > 1 || odd__array_is_text(&m->part[p])))
			return wrong(r, m, "its parts are no lists of numbers", err);
	if (!there(shape) || shape->count != 2 || !are_indices(r, shape, ODD_NO_NAME))
		return wrong(r, m, "its shape is not that of a matrix", err);
	m->rows = (size_t)odd__array_at(shape, 0, 0);
	m->cols = (size_t)odd__array_at(shape, 1, 0);
	const odd__array *index = &m->part[coo ? COL : INDICES];
	size_t outer = m->by_columns ? m->cols : m->rows;
	size_t inner = m->by_columns ? m->rows : m->cols;
	if (there(data) && data->count != index->count)
		return wrong(r, m, "it has not as many values as places", err);
	if (!are_indices(r, index, coo ? m->cols : inner))
		return wrong(r, m, "an index is outside the matrix", err);
	if (coo)
		return m->part[ROW].count == index->count && are_indices(r, &m->part[ROW], m->rows)
			       ? ODD_OK
			       : wrong(r, m, "a row is outside the matrix", err);
	const odd__array *ptr = &m->part[INDPTR];
	if (ptr->count != outer + 1 || !are_indices(r, ptr, index->count + 1))
		return wrong(r, m, "indptr does not fit the matrix", err);
	for (size_t i = 0; i < outer; i++)
		if (stopped(r, i) || odd__array_at(ptr, i, 0) > odd__array_at(ptr, i + 1, 0))
			return wrong(r, m, "indptr falls", err);
	return ODD_OK;
}

/* Are all parts of a sparse matrix there under this prefix? */
static odd_status get_sparse(
	struct reader *r, struct matrix *m, const char *prefix, bool *found, odd_error *err)
{
	static const char *const names[PARTS] = {
		"data", "indices", "indptr", "shape", "row", "col"};
	odd_status status = ODD_OK;
	for (int p = 0; p < PARTS && status == ODD_OK; p++) {
		char name[48];
		snprintf(name, sizeof name, "%.20s%s", prefix, names[p]);
		status = odd__npz_get(&m->part[p], &r->zip, name, false, err);
	}
	snprintf(m->name, sizeof m->name, "%.20s%s", prefix,
		prefix[0] == '\0' ? "the matrix" : "shape");
	*found = status == ODD_OK && ((there(&m->part[INDICES]) && there(&m->part[INDPTR])) ||
					     (there(&m->part[ROW]) && there(&m->part[COL])));
	if (status == ODD_OK && !*found)
		for (int p = 0; p < PARTS; p++)
			odd__array_clear(&m->part[p]);
	return *found ? check_sparse(r, m, err) : status;
}

/* The first of some prefixes that has one, or a dense array of some names. */
static odd_status get_matrix(struct reader *r, struct matrix *m, const char *const *prefixes,
	const char *const *names, bool *found, odd_error *err)
{
	odd_status status = ODD_OK;
	*m = (struct matrix){.rows = 0};
	*found = false;
	for (size_t i = 0; prefixes[i] != NULL && !*found && status == ODD_OK; i++)
		status = get_sparse(r, m, prefixes[i], found, err);
	for (size_t i = 0; names[i] != NULL && !*found && status == ODD_OK; i++) {
		status = odd__npz_get(&m->dense, &r->zip, names[i], false, err);
		*found = status == ODD_OK && there(&m->dense);
		snprintf(m->name, sizeof m->name, "%.39s", names[i]);
	}
	if (status == ODD_OK && there(&m->dense)) {
		m->rows = m->dense.is.rows;
		m->cols = m->dense.is.cols;
		if (m->dense.is.dims != 2 || odd__array_is_text(&m->dense))
			status = wrong(r, m, "it is no matrix of numbers", err);
	}
	return status;
}

typedef odd_status entry_fn(struct reader *r, size_t row, size_t col, double value, odd_error *err);
static entry_fn add_attribute;

static odd_status each_entry(struct reader *r, const struct matrix *m, entry_fn *fn, odd_error *err)
{
	odd_status status = ODD_OK;
	bool dense = there(&m->dense), coo = there(&m->part[ROW]);
	const odd__array *index = &m->part[coo ? COL : INDICES], *data = &m->part[DATA];
	size_t count = dense ? m->dense.count : index->count, outer = 0, entries = 0;
	for (size_t e = 0; e < count && status == ODD_OK; e++) {
		size_t i, j;
		double value = 1.0;
		if (dense) {
			i = e / m->cols;
			j = e % m->cols;
			value = odd__array_at(&m->dense, i, j);
		} else {
			while (!coo && odd__array_at(&m->part[INDPTR], outer + 1, 0) <= (double)e)
				outer++;
			i = coo ? (size_t)odd__array_at(&m->part[ROW], e, 0) : outer;
			j = (size_t)odd__array_at(index, e, 0);
			value = there(data) ? odd__array_at(data, e, 0) : 1.0;
		}
		entries += value != 0.0;
		if (e % 65536 == 0)
			status = odd__builder_may_hold(&r->b, entries, r->file.size, r->path, err);
		if (status == ODD_OK && isnan(value) && fn == add_attribute) {
			status = odd__missing_add(
				&r->missing, m->by_columns ? j : i, m->by_columns ? i : j, err);
			continue;
		}
		if (status == ODD_OK && !isfinite(value))
			status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
				"%s(%zu,%zu) is not a finite number", m->name, i, j);
		if (status == ODD_OK && value != 0.0)
			status = m->by_columns ? fn(r, j, i, value, err) : fn(r, i, j, value, err);
	}
	return status;
}

/* ---- links ----------------------------------------------------------------------------------- */

static odd_status add_link(struct reader *r, size_t row, size_t col, double value, odd_error *err)
{
	if (value < 0.0)
		return odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"a link of negative weight, %g, from %zu to %zu", value, row, col);
	r->links += row != col;
	return odd__builder_link(&r->b, (uint32_t)row, (uint32_t)col, value, err);
}

/* By their names where there are some, else numbered from 0 as Python does. */
static odd_status add_nodes(struct reader *r, odd_error *err)
{
	odd__array names;
	char shown[80];
	odd_status status = odd__builder_may_number(&r->b, r->nodes, "nodes", r->path, err);
	if (status != ODD_OK ||
		(status = odd__npz_get(&names, &r->zip, "node_names", true, err)) != ODD_OK)
		return status;
	bool named = odd__array_is_text(&names) && names.count == r->nodes;
	for (size_t i = 0; i < r->nodes && status == ODD_OK; i++) {
		char number[24];
		int taken = 0;
		char *name = named ? odd__array_text(&names, i) : NULL;
		snprintf(number, sizeof number, "%zu", i);
		const char *id = named ? name : number;
		if (i % 4096 == 0)
			status = odd__limits_poll(r->limits, r->path, err);
		if (status == ODD_OK)
			status = id == NULL ? odd_error_nomem(err)
					    : odd__builder_node(
						      &r->b, id, strlen(id), NULL, &taken, err);
		if (status == ODD_OK && taken)
			status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
				"there are two nodes \"%s\"",
				odd__visible(shown, sizeof shown, id));
		free(name);
	}
	odd__array_clear(&names);
	return status;
}

/* edge_index: rows or columns are sources and targets. */
static odd_status add_edge_list(struct reader *r, const odd__array *a, odd_error *err)
{
	bool flat = a->is.rows == 2 && (a->is.cols != 2 || strcmp(a->name, "edges") != 0);
	size_t count = flat ? a->is.cols : a->is.rows;
	odd_status status = ODD_OK;
	for (size_t e = 0; e < count && status == ODD_OK; e++) {
		double from = flat ? odd__array_at(a, 0, e) : odd__array_at(a, e, 0);
		double to = flat ? odd__array_at(a, 1, e) : odd__array_at(a, e, 1);
		if (e % 65536 == 0)
			status = odd__builder_may_hold(&r->b, e, r->file.size, r->path, err);
		if (status == ODD_OK)
			status = add_link(r, (size_t)from, (size_t)to, 1.0, err);
	}
	return status;
}

/* Are all numbers of nodes? *count: one more than the largest. */
static bool whole_indices(const struct reader *r, const odd__array *a, size_t *count)
{
	double most = -1.0;
	for (size_t i = 0; i < a->is.rows; i++)
		for (size_t j = 0; j < a->is.cols; j++) {
			double x = odd__array_at(a, i, j);
			if (stopped(r, i + j) || !(x >= 0.0) || x != floor(x) ||
				x >= (double)ODD_NO_NAME)
				return false;
			most = fmax(most, x);
		}
	*count = (size_t)(most + 1.0);
	return true;
}

/* Links as a list; nodes are as many as attributes have rows, else up to the largest number. */
static odd_status read_edge_list(
	struct reader *r, const struct matrix *attributes, bool *found, odd_error *err)
{
	static const char *const names[] = {"edge_index", "edges"};
	odd_status status = ODD_OK;
	*found = false;
	for (int i = 0; i < 2 && !*found && status == ODD_OK; i++) {
		odd__array a;
		status = odd__npz_get(&a, &r->zip, names[i], false, err);
		if (status != ODD_OK || !there(&a))
			continue;
		*found = true;
		size_t most = 0;
		if (a.is.dims != 2 || odd__array_is_text(&a) ||
			(a.is.rows != 2 && a.is.cols != 2) || !whole_indices(r, &a, &most)) {
			status = odd__limits_poll(r->limits, r->path, err);
			if (status == ODD_OK)
				status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
					"%s is no list of pairs of nodes, numbered from 0",
					names[i]);
		}
		r->nodes = attributes->rows > most ? attributes->rows : most;
		if (status == ODD_OK)
			status = add_nodes(r, err);
		if (status == ODD_OK)
			status = add_edge_list(r, &a, err);
		odd__array_clear(&a);
	}
	return status;
}

static odd_status read_links(struct reader *r, const struct matrix *attributes, odd_error *err)
{
	static const char *const prefixes[] = {"adj_", "adj_matrix.", "", NULL};
	static const char *const names[] = {"adj_matrix", "adj", "A", NULL};
	struct matrix m;
	odd__array format = {.name = ""};
	bool found;
	odd_status status = get_matrix(r, &m, prefixes, names, &found, err);
	if (status == ODD_OK && found)
		status = odd__npz_get(&format, &r->zip, "format", true, err);
	if (status == ODD_OK && odd__array_is_text(&format) && format.count == 1) {
		char *text = odd__array_text(&format, 0);
		m.by_columns = text != NULL && strcmp(text, "csc") == 0;
		free(text);
		if (m.by_columns)
			status = check_sparse(r, &m, err);
	}
	odd__array_clear(&format);
	if (status == ODD_OK && found && m.rows != m.cols)
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s is %zu × %zu; a matrix of links is square", m.name, m.rows, m.cols);
	if (status == ODD_OK && found) {
		r->nodes = m.rows;
		status = add_nodes(r, err);
		if (status == ODD_OK)
			status = each_entry(r, &m, add_link, err);
	} else if (status == ODD_OK) {
		status = read_edge_list(r, attributes, &found, err);
	}
	if (status == ODD_OK && !found)
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"no links in it: it has neither adj_indices and adj_indptr, nor indices and "
			"indptr of scipy.sparse.save_npz, nor edge_index");
	matrix_clear(&m);
	return status;
}

/* ---- attributes and labels ------------------------------------------------------------------- */

static odd_status add_attribute(
	struct reader *r, size_t row, size_t col, double value, odd_error *err)
{
	return odd__builder_attribute(&r->b, (uint32_t)row, (uint32_t)col, value, err);
}

/* Names of columns, where there is a different one for each. */
static odd_status name_columns(struct reader *r, size_t columns, odd_error *err)
{
	odd__array names;
	odd_names seen = ODD_NAMES_INIT;
	int again = 0;
	odd_status status = odd__npz_get(&names, &r->zip, "attr_names", true, err);
	bool named = status == ODD_OK && odd__array_is_text(&names) && names.count == columns;
	for (int round = 0; round < 2 && named && !again; round++)
		for (size_t i = 0; i < columns && status == ODD_OK && !again; i++) {
			char *name = odd__array_text(&names, i);
			if (i % 4096 == 0)
				status = odd__limits_poll(r->limits, r->path, err);
			if (status != ODD_OK)
				; /* stopped */
			else if (name == NULL)
				status = odd_error_nomem(err);
			else if (round == 0)
				status =
					odd_names_add(&seen, name, strlen(name), NULL, &again, err);
			else
				status = odd__builder_word(&r->b, name, strlen(name), NULL, err);
			free(name);
		}
	odd_names_clear(&seen);
	odd__array_clear(&names);
	return status;
}

static odd_status read_attributes(struct reader *r, const struct matrix *m, odd_error *err)
{
	if (m->rows == 0 && m->cols == 0)
		return ODD_OK;
	if (m->rows != r->nodes)
		return odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s is %zu × %zu, but the network has %zu nodes: one row each is needed",
			m->name, m->rows, m->cols, r->nodes);
	odd_status status = odd__builder_may_number(&r->b, m->cols, "columns", r->path, err);
	if (status == ODD_OK)
		status = name_columns(r, m->cols, err);
	r->b.attribute_count = m->cols;
	return status == ODD_OK ? each_entry(r, m, add_attribute, err) : status;
}

static char *label_text(const odd__array *labels, const odd__array *names, size_t i)
{
	char number[40];
	if (odd__array_is_text(labels))
		return odd__array_text(labels, i);
	double x = odd__array_at(labels, i, 0);
	if (odd__array_is_text(names) && x >= 0.0 && x < (double)names->count && x == floor(x))
		return odd__array_text(names, (size_t)x);
	snprintf(number, sizeof number, "%.15g", x);
	return strdup(number);
}

static odd_status read_labels(struct reader *r, odd_error *err)
{
	static const char *const places[] = {"labels", "y", "node_labels", "node_label", "label"};
	odd__array labels = {.name = ""}, names = {.name = ""};
	odd_status status = ODD_OK;
	for (int i = 0; i < 5 && !there(&labels) && status == ODD_OK; i++)
		status = odd__npz_get(&labels, &r->zip, places[i], true, err);
	if (status == ODD_OK)
		status = odd__npz_get(&names, &r->zip, "class_names", true, err);
	if (status == ODD_OK && there(&labels) &&
		(labels.is.rows != r->nodes || labels.is.cols != 1))
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s has %zu × %zu entries, but the network has %zu nodes: one each is "
			"needed",
			labels.name, labels.is.rows, labels.is.cols, r->nodes);
	for (size_t i = 0; there(&labels) && i < r->nodes && status == ODD_OK; i++) {
		char *text = label_text(&labels, &names, i);
		if (i % 4096 == 0)
			status = odd__limits_poll(r->limits, r->path, err);
		if (status == ODD_OK)
			status = text == NULL ? odd_error_nomem(err)
					      : odd__builder_label(&r->b, (uint32_t)i, text,
							strlen(text), err);
		free(text);
	}
	odd__array_clear(&labels);
	odd__array_clear(&names);
	return status;
}

static odd_status read_file(odd_network **out, const odd__source *source, bool directed,
	const char *path, odd_error *err)
{
	static const char *const prefixes[] = {"attr_", "attr_matrix.", "feature_", NULL};
	static const char *const names[] = {"attr_matrix", "x", "features", "node_features",
		"node_feat", "feature", "feat", "X", NULL};
	struct reader r = {.path = path, .limits = &source->limits};
	struct matrix attributes = {.rows = 0};
	bool found;
	*out = NULL;
	odd_status status = odd__bytes_read(&r.file, path, r.limits, err);
	if (status != ODD_OK)
		return status;
	odd__builder_init(&r.b, directed);
	r.b.limits = r.limits;
	r.b.path = path;
	if ((status = odd__zip_open(&r.zip, &r.file, path, r.limits, err)) == ODD_OK &&
		(status = get_matrix(&r, &attributes, prefixes, names, &found, err)) == ODD_OK &&
		(status = read_links(&r, &attributes, err)) == ODD_OK &&
		(status = read_attributes(&r, &attributes, err)) == ODD_OK &&
		(status = read_labels(&r, err)) == ODD_OK && r.nodes == 0)
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0, "there is no node in it");
	if (status == ODD_OK)
		status = odd__builder_finish(out, &r.b, source->name, "NumPy", err);
	/* A matrix has a place for both directions of a link: filling both is no repetition. */
	if (status == ODD_OK) {
		if (!(*out)->directed)
			(*out)->skipped.directions =
				odd__matrix_directions(r.links, (*out)->skipped.repeated_edges);
		(*out)->skipped.repeated_edges = 0;
		status = odd__matrix_columns(*out, &r.missing, source->options, path, err);
	}
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	odd__missing_clear(&r.missing);
	matrix_clear(&attributes);
	odd__bytes_clear(&r.file);
	odd__builder_clear(&r.b);
	return status;
}

odd_status odd__read_npz(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	return odd__matrix_read(out, read_file, source, path, err);
}
