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

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"
#include "linalg/npy.h"
#include "network/matrix_reader.h"
#include "network/zip.h"

/* ---- arrays of an archive ---------------------------------------------------------------------
 */

typedef struct odd__array {
	char name[48]; /* empty: it is not there */
	odd__npy_header is;
	odd__bytes bytes;          /* of the entry */
	const unsigned char *data; /* within them */
	size_t count;              /* entries */
} odd__array;

static void array_clear(odd__array *array)
{
	odd__bytes_clear(&array->bytes);
	*array = (odd__array){.name = ""};
}

/* The heading, and that as many bytes follow as it says. */
static odd_status parse(odd__array *a, const char *path, bool *objects, odd_error *err)
{
	const unsigned char *b = (const unsigned char *)a->bytes.data;
	size_t size = a->bytes.size, start = 10, length;
	*objects = false;
	if (size < 12 || memcmp(b, ODD__NPY_MAGIC, ODD__NPY_MAGIC_SIZE) != 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "%s is no .npy array", a->name);
	length = (size_t)b[8] | (size_t)b[9] << 8;
	if (b[6] >= 2) {
		length |= (size_t)b[10] << 16 | (size_t)b[11] << 24;
		start = 12;
	}
	char *text = length <= size - start ? strndup(a->bytes.data + start, length) : NULL;
	if (text == NULL)
		return length <= size - start ? odd_error_nomem(err)
					      : odd_error_at(err, ODD_EINPUT, path, 0, 0,
							"the heading of %s is cut", a->name);
	bool known = odd__npy_header_parse(&a->is, text);
	*objects = strstr(text, "'|O'") != NULL;
	free(text);
	if (*objects)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"%s holds Python objects, which are not read; save plain arrays", a->name);
	if (!known)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"%s is no array of little-endian numbers or texts with at most two "
			"dimensions",
			a->name);
	size_t left = size - start - length, each = a->is.size > 0 ? a->is.size : 1;
	if (a->is.cols > 0 && a->is.rows > SIZE_MAX / a->is.cols)
		a->count = SIZE_MAX;
	else
		a->count = a->is.rows * a->is.cols;
	if (a->count > left / each)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"%s has %zu × %zu entries, more than the file holds", a->name, a->is.rows,
			a->is.cols);
	a->data = b + start + length;
	return ODD_OK;
}

/* An array by its name; one that is not there has no name. Arrays of Python objects are not read:
 * ODD_EINPUT, unless `optional`, when they count as not there. */
static odd_status npz_get(
	odd__array *out, odd__zip *zip, const char *name, bool optional, odd_error *err)
{
	char entry[64];
	bool objects = false;
	*out = (odd__array){.name = ""};
	snprintf(entry, sizeof entry, "%.48s.npy", name);
	odd_status status = odd__zip_get(&out->bytes, zip, entry, err);
	if (status != ODD_OK || out->bytes.data == NULL)
		return status;
	snprintf(out->name, sizeof out->name, "%.47s", name);
	status = parse(out, zip->path, &objects, err);
	if (status != ODD_OK) {
		array_clear(out);
		status = objects && optional ? ODD_OK : status;
	}
	return status;
}

/* Entry i, j of an array of numbers; of one dimension j is 0. */
static double array_at(const odd__array *a, size_t i, size_t j)
{
	size_t at = a->is.fortran ? j * a->is.rows + i : i * a->is.cols + j;
	return odd__npy_number(a->data + at * a->is.size, &a->is);
}

static bool array_is_text(const odd__array *a)
{
	return a->name[0] != '\0' && (a->is.kind == 'S' || a->is.kind == 'U');
}

/* An entry of a text array as UTF-8, on the heap; NULL without memory. */
static char *array_text(const odd__array *a, size_t i)
{
	const unsigned char *at = a->data + i * a->is.size;
	if (a->is.kind == 'S')
		return strndup((const char *)at, a->is.size);
	char *text = malloc(a->is.size + 1);
	size_t used = 0;
	for (size_t k = 0; text != NULL && k + 4 <= a->is.size; k += 4) {
		uint32_t c = at[k] | (uint32_t)at[k + 1] << 8 | (uint32_t)at[k + 2] << 16 |
			     (uint32_t)at[k + 3] << 24;
		if (c == 0)
			break;
		used += odd__utf8_put(text + used, c);
	}
	if (text != NULL)
		text[used] = '\0';
	return text;
}

enum { PARTS = 6 };
enum part { DATA, INDICES, INDPTR, SHAPE, ROW, COL };

struct reader {
	odd__matrix_reader *m;
	odd__zip zip;
};

/* A matrix in one of four forms. */
struct matrix {
	odd__array part[PARTS];
	odd__array dense;
	size_t rows, cols;
	bool by_columns; /* csc */
	char name[40];
};

static void matrix_clear(struct matrix *x)
{
	for (int p = 0; p < PARTS; p++)
		array_clear(&x->part[p]);
	array_clear(&x->dense);
}

static bool there(const odd__array *a)
{
	return a->name[0] != '\0';
}

static bool get(odd__array *out, struct reader *f, const char *name, bool optional)
{
	odd__reading *r = &f->m->r;
	*out = (odd__array){.name = ""};
	if (f->zip.file == NULL) /* a .npy has no other array */
		return false;
	odd__try(r, npz_get(out, &f->zip, name, optional, r->err));
	return r->status == ODD_OK && there(out);
}

/* ---- sparse matrices ------------------------------------------------------------------------- */

/* Is every index of its array whole and below a bound? An array may have a thousand million. */
static bool are_indices(struct reader *f, const odd__array *a, size_t below)
{
	for (size_t i = 0; i < a->count && odd__reading_step(&f->m->r); i++) {
		double x = array_at(a, i, 0);
		if (!(x >= 0.0) || x != floor(x) || x >= (double)below)
			return false;
	}
	return true;
}

static bool rises(struct reader *f, const odd__array *ptr, size_t n)
{
	for (size_t i = 0; i < n && odd__reading_step(&f->m->r); i++)
		if (array_at(ptr, i, 0) > array_at(ptr, i + 1, 0))
			return false;
	return true;
}

static void check_sparse(struct reader *f, struct matrix *x)
{
	const odd__array *shape = &x->part[SHAPE], *data = &x->part[DATA], *ptr = &x->part[INDPTR];
	bool coo = there(&x->part[ROW]);
	const odd__array *index = &x->part[coo ? COL : INDICES];
	const char *wrong = NULL;
	for (int p = 0; p < PARTS; p++)
		if (there(&x->part[p]) && (x->part[p].is.dims > 1 || array_is_text(&x->part[p])))
			wrong = "its parts are no lists of numbers";
	if (wrong == NULL &&
		(!there(shape) || shape->count != 2 || !are_indices(f, shape, ODD_NO_NAME)))
		wrong = "its shape is not that of a matrix";
	if (wrong != NULL) {
		odd__fail(&f->m->r, NULL, "%s: %s", x->name, wrong);
		return;
	}
	x->rows = (size_t)array_at(shape, 0, 0);
	x->cols = (size_t)array_at(shape, 1, 0);
	size_t outer = x->by_columns ? x->cols : x->rows;
	size_t inner = x->by_columns ? x->rows : x->cols;
	if (there(data) && data->count != index->count)
		wrong = "it has not as many values as places";
	else if (!are_indices(f, index, coo ? x->cols : inner))
		wrong = "an index is outside the matrix";
	else if (coo &&
		 (x->part[ROW].count != index->count || !are_indices(f, &x->part[ROW], x->rows)))
		wrong = "a row is outside the matrix";
	else if (!coo && (ptr->count != outer + 1 || !are_indices(f, ptr, index->count + 1)))
		wrong = "indptr does not fit the matrix";
	else if (!coo && !rises(f, ptr, outer))
		wrong = "indptr falls";
	if (wrong != NULL)
		odd__fail(&f->m->r, NULL, "%s: %s", x->name, wrong);
}

/* Are all parts of a sparse matrix there under this prefix? */
static bool get_sparse(struct reader *f, struct matrix *x, const char *prefix)
{
	static const char *const names[PARTS] = {
		"data", "indices", "indptr", "shape", "row", "col"};
	for (int p = 0; p < PARTS; p++) {
		char name[48];
		snprintf(name, sizeof name, "%.20s%s", prefix, names[p]);
		get(&x->part[p], f, name, false);
	}
	snprintf(x->name, sizeof x->name, "%.20s%s", prefix,
		prefix[0] == '\0' ? "the matrix" : "shape");
	if ((there(&x->part[INDICES]) && there(&x->part[INDPTR])) ||
		(there(&x->part[ROW]) && there(&x->part[COL]))) {
		check_sparse(f, x);
		if (f->m->r.status == ODD_OK)
			return true;
	}
	matrix_clear(x);
	return false;
}

/* The first of some prefixes that has one, or a dense array of some names; false: there is none. */
static bool get_matrix(
	struct reader *f, struct matrix *x, const char *const *prefixes, const char *const *names)
{
	*x = (struct matrix){.rows = 0};
	for (; *prefixes != NULL; prefixes++)
		if (get_sparse(f, x, *prefixes))
			return true;
	while (*names != NULL && !get(&x->dense, f, *names, false))
		names++;
	if (*names == NULL)
		return false;
	snprintf(x->name, sizeof x->name, "%.39s", *names);
	x->rows = x->dense.is.rows;
	x->cols = x->dense.is.cols;
	if (x->dense.is.dims != 2 || array_is_text(&x->dense))
		odd__fail(&f->m->r, NULL, "%s: it is no matrix of numbers", x->name);
	return f->m->r.status == ODD_OK;
}

static void each_entry(struct reader *f, const struct matrix *x, odd__matrix_entry *fn)
{
	odd__reading *r = &f->m->r;
	bool coo = there(&x->part[ROW]), turned = x->by_columns;
	const odd__array *index = &x->part[coo ? COL : INDICES], *data = &x->part[DATA];
	for (size_t e = 0; e < x->dense.count && r->status == ODD_OK; e++) {
		size_t i = e / x->cols, j = e % x->cols;
		fn(f->m, x->name, i, j, array_at(&x->dense, i, j));
	}
	for (size_t e = 0, outer = 0; e < index->count && r->status == ODD_OK; e++) {
		while (!coo && array_at(&x->part[INDPTR], outer + 1, 0) <= (double)e)
			outer++;
		size_t i = coo ? (size_t)array_at(&x->part[ROW], e, 0) : outer;
		size_t j = (size_t)array_at(index, e, 0);
		double value = there(data) ? array_at(data, e, 0) : 1.0;
		fn(f->m, x->name, turned ? j : i, turned ? i : j, value);
	}
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Make nodes by their names where there are some, else numbered from 0 as Python does. */
static void add_nodes(struct reader *f, size_t nodes)
{
	odd__reading *r = &f->m->r;
	odd__array names;
	char shown[80];
	odd__try(r, odd__builder_may_number(&r->b, nodes, "nodes", r->scan.path, r->err));
	bool named =
		get(&names, f, "node_names", true) && array_is_text(&names) && names.count == nodes;
	if (!named)
		odd__reading_number(r, 0, nodes, NULL);
	for (size_t i = 0; named && i < nodes && odd__reading_step(r); i++) {
		int taken = 0;
		char *id = array_text(&names, i);
		if (id == NULL)
			r->status = odd_error_nomem(r->err);
		else
			odd__try(r, odd__builder_node(&r->b, id, strlen(id), NULL, &taken, r->err));
		if (taken)
			odd__fail(r, NULL, "there are two nodes \"%s\"",
				odd__visible(shown, sizeof shown, id));
		free(id);
	}
	array_clear(&names);
}

/* Are all numbers of nodes? *count: one more than the largest. */
static bool whole_indices(struct reader *f, const odd__array *a, size_t *count)
{
	double most = -1.0;
	for (size_t i = 0; i < a->is.rows; i++)
		for (size_t j = 0; j < a->is.cols && odd__reading_step(&f->m->r); j++) {
			double x = array_at(a, i, j);
			if (!(x >= 0.0) || x != floor(x) || x >= (double)ODD_NO_NAME)
				return false;
			most = fmax(most, x);
		}
	*count = (size_t)(most + 1.0);
	return true;
}

/* Links as a list, edge_index: rows or columns are sources and targets. Nodes are as many as
 * attributes have rows, else up to the largest number. */
static void add_edge_list(struct reader *f, const odd__array *a, size_t nodes)
{
	odd__reading *r = &f->m->r;
	size_t most = 0;
	bool flat = a->is.rows == 2 && (a->is.cols != 2 || strcmp(a->name, "edges") != 0);
	if (a->is.dims != 2 || array_is_text(a) || (a->is.rows != 2 && a->is.cols != 2) ||
		!whole_indices(f, a, &most))
		odd__fail(r, NULL, "%s is no list of pairs of nodes, numbered from 0", a->name);
	add_nodes(f, nodes > most ? nodes : most);
	f->m->entries = 0;
	for (size_t e = 0; e < (flat ? a->is.cols : a->is.rows) && r->status == ODD_OK; e++) {
		double from = flat ? array_at(a, 0, e) : array_at(a, e, 0);
		double to = flat ? array_at(a, 1, e) : array_at(a, e, 1);
		odd__matrix_link(f->m, a->name, (size_t)from, (size_t)to, 1.0);
	}
}

static bool is_by_columns(struct reader *f)
{
	odd__array format;
	bool yes = false;
	if (get(&format, f, "format", true) && array_is_text(&format) && format.count == 1) {
		char *text = array_text(&format, 0);
		yes = text != NULL && strcmp(text, "csc") == 0;
		free(text);
	}
	array_clear(&format);
	return yes;
}

static void read_links(struct reader *f, size_t rows_of_attributes)
{
	static const char *const prefixes[] = {"adj_", "adj_matrix.", "", NULL};
	static const char *const names[] = {"adj_matrix", "adj", "A", NULL};
	struct matrix x;
	odd__array list;
	if (get_matrix(f, &x, prefixes, names)) {
		x.by_columns = is_by_columns(f);
		if (x.by_columns)
			check_sparse(f, &x);
		if (odd__matrix_links_begin(f->m, x.name, x.rows, x.cols)) {
			add_nodes(f, x.rows);
			each_entry(f, &x, odd__matrix_link);
		}
		matrix_clear(&x);
		return;
	}
	matrix_clear(&x);
	if (get(&list, f, "edge_index", false) || get(&list, f, "edges", false))
		add_edge_list(f, &list, rows_of_attributes);
	else
		odd__fail(&f->m->r, NULL,
			"no links in it: it has neither adj_indices and adj_indptr, nor indices and "
			"indptr of scipy.sparse.save_npz, nor edge_index");
	array_clear(&list);
}

/* ---- attributes and labels ------------------------------------------------------------------- */

/* Names of columns, where there is a different one for each. */
static void name_columns(struct reader *f, size_t columns)
{
	odd__reading *r = &f->m->r;
	odd__array names;
	odd_names seen = ODD_NAMES_INIT;
	int again = 0;
	bool named = get(&names, f, "attr_names", true) && array_is_text(&names) &&
		     names.count == columns;
	for (size_t i = 0; i < columns && named && !again && odd__reading_step(r); i++) {
		char *name = array_text(&names, i);
		if (name == NULL)
			r->status = odd_error_nomem(r->err);
		odd__try(r, odd_names_add(&seen, name, strlen(name), NULL, &again, r->err));
		free(name);
	}
	for (size_t i = 0; named && !again && i < seen.count; i++) {
		const char *name = odd_names_get(&seen, i);
		odd__try(r, odd__builder_word(&r->b, name, strlen(name), NULL, r->err));
	}
	odd_names_clear(&seen);
	array_clear(&names);
}

static char *label_text(const odd__array *labels, const odd__array *names, size_t i)
{
	char number[40];
	if (array_is_text(labels))
		return array_text(labels, i);
	double x = array_at(labels, i, 0);
	if (array_is_text(names) && x >= 0.0 && x < (double)names->count && x == floor(x))
		return array_text(names, (size_t)x);
	snprintf(number, sizeof number, "%.15g", x);
	return strdup(number);
}

static void read_labels(struct reader *f)
{
	static const char *const places[] = {
		"labels", "y", "node_labels", "node_label", "label", NULL};
	odd__reading *r = &f->m->r;
	odd__array labels, names;
	const char *const *place = places;
	size_t nodes = r->b.ids.count;
	while (*place != NULL && !get(&labels, f, *place, true))
		place++;
	if (*place == NULL)
		return;
	get(&names, f, "class_names", true);
	if (labels.is.rows != nodes || labels.is.cols != 1)
		odd__fail(r, NULL,
			"%s has %zu × %zu entries, but the network has %zu nodes: one each is "
			"needed",
			labels.name, labels.is.rows, labels.is.cols, nodes);
	for (size_t i = 0; i < nodes && odd__reading_step(r); i++) {
		char *text = label_text(&labels, &names, i);
		if (text == NULL)
			r->status = odd_error_nomem(r->err);
		else
			odd__try(r,
				odd__builder_label(&r->b, (uint32_t)i, text, strlen(text), r->err));
		free(text);
	}
	array_clear(&labels);
	array_clear(&names);
}

static void fill(odd__matrix_reader *m)
{
	static const char *const prefixes[] = {"attr_", "attr_matrix.", "feature_", NULL};
	static const char *const names[] = {"attr_matrix", "x", "features", "node_features",
		"node_feat", "feature", "feat", "X", NULL};
	odd__reading *r = &m->r;
	struct reader f = {.m = m};
	struct matrix x = {.rows = 0};
	odd__try(r, odd__zip_open(&f.zip, &m->file, r->scan.path, &r->source->limits, r->err));
	bool found = r->status == ODD_OK && get_matrix(&f, &x, prefixes, names);
	if (r->status == ODD_OK)
		read_links(&f, x.rows);
	if (found && x.rows + x.cols > 0 &&
		odd__matrix_attributes_begin(m, x.name, x.rows, x.cols)) {
		name_columns(&f, x.cols);
		each_entry(&f, &x, odd__matrix_attribute);
	}
	if (r->status == ODD_OK)
		read_labels(&f);
	matrix_clear(&x);
}

odd_status odd__read_npz(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	return odd__matrix_read(out, fill, 0, "NumPy", source, path, err);
}

/* A .npy alone: a square matrix of links, or a list of pairs of nodes. */
static void fill_from_array(odd__matrix_reader *m)
{
	odd__reading *r = &m->r;
	struct reader f = {.m = m};
	struct matrix x = {.name = "the array"};
	odd__array *a = &x.dense;
	bool objects;
	snprintf(a->name, sizeof a->name, "%s", x.name);
	a->bytes = m->file; /* lent */
	odd__try(r, parse(a, r->scan.path, &objects, r->err));
	if (r->status != ODD_OK)
		return;
	x.rows = a->is.rows;
	x.cols = a->is.cols;
	if (a->is.dims != 2 || array_is_text(a) || x.rows != x.cols || x.rows <= 2) {
		add_edge_list(&f, a, 0);
	} else if (odd__matrix_links_begin(m, x.name, x.rows, x.cols)) {
		add_nodes(&f, x.rows);
		each_entry(&f, &x, odd__matrix_link);
	}
}

odd_status odd__read_npy(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	return odd__matrix_read(out, fill_from_array, 0, "NumPy", source, path, err);
}
