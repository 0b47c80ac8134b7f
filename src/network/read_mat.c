/* MATLAB networks, versions 5 and 7.3.
 *
 *   Network, A, adj or homo      n × n   links; stored once or both ways
 *   Attributes, X or features    n × d
 *   Class, Label or gnd          n       row or column; may be missing; class, label, y as well
 *
 * A vector of two distinct values marks outliers: the rarer value, the larger one when both are
 * equally frequent. More values are classes. When one of the vectors marks outliers and Class is
 * there too, Class means classes, however few they are.
 */
#include "config.h"

#include "network/readers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "network/builder.h"
#include "network/mat.h"
#include "network/matrix_columns.h"

struct reader {
	odd__bytes file;
	bool hdf5;        /* version 7.3 */
	odd__apart child; /* which reads it then */
	const char *path;
	const odd__limits *limits;
	odd__builder builder;
	size_t nodes;
	odd__missing missing; /* attributes that are no number */
	size_t links;         /* entries that are no loops */
};

/* Read a variable by the first of its names that is there; when none is, m->name stays NULL, unless
 * `missing` says what is then wrong. */
static odd_status read_matrix(odd__matrix *m, struct reader *r, const char *const *names,
	const char *missing, odd_error *err)
{
	odd_status status;
	do
		status = r->hdf5 ? odd__mat73_find(m, &r->child, *names++, err)
				 : odd__mat5_find(m, &r->file, *names++, r->path, r->limits, err);
	while (status == ODD_OK && m->name == NULL && *names != NULL);
	if (status == ODD_OK && m->name == NULL && missing != NULL)
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0, "%s", missing);
	return status;
}

/* ---- entries -------------------------------------------------------------------------------- */

typedef odd_status entry_fn(struct reader *r, const odd__matrix *m, size_t row, size_t col,
	double value, odd_error *err);

static entry_fn add_attribute;

/* Where the stored values of a column begin and end. */
static void column(const odd__matrix *m, size_t c, size_t *begin, size_t *end)
{
	*begin = m->sparse ? (size_t)odd__mat_get(&m->jc, c) : c * m->rows;
	*end = m->sparse ? (size_t)odd__mat_get(&m->jc, c + 1) : *begin + m->rows;
}

static size_t row_of(const odd__matrix *m, size_t e, size_t begin)
{
	return m->sparse ? (size_t)odd__mat_get(&m->ir, e) : e - begin;
}

/* Call fn for every entry that is not 0, column by column. */
static odd_status each_entry(struct reader *r, const odd__matrix *m, entry_fn *fn, odd_error *err)
{
	size_t entries = 0;
	for (size_t c = 0; c < m->cols; c++) {
		size_t begin, end;
		column(m, c, &begin, &end);
		odd_status status =
			c % 256 == 0 ? odd__limits_poll(r->limits, r->path, err) : ODD_OK;
		for (size_t e = begin; e < end && status == ODD_OK; e++) {
			size_t row = row_of(m, e, begin);
			double value = odd__mat_get(&m->values, e);
			entries += value != 0.0;
			if (e % 65536 == 0 && (status = odd__builder_may_hold(&r->builder, entries,
						       r->file.size, r->path, err)) != ODD_OK)
				break;
			if (value == 0.0)
				continue;
			if (isnan(value) && fn == add_attribute) {
				status = odd__missing_add(&r->missing, row, c, err);
				continue;
			}
			if (!isfinite(value))
				return odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
					"%s(%zu,%zu) is not a finite number", m->name, row + 1,
					c + 1);
			status = fn(r, m, row, c, value, err);
		}
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

static odd_status add_link(struct reader *r, const odd__matrix *m, size_t row, size_t col,
	double value, odd_error *err)
{
	if (value < 0.0)
		return odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s(%zu,%zu) is negative: the weight of a link is above 0", m->name,
			row + 1, col + 1);
	r->links += row != col;
	return odd__builder_link(&r->builder, (uint32_t)row, (uint32_t)col, value, err);
}

static odd_status add_attribute(struct reader *r, const odd__matrix *m, size_t row, size_t col,
	double value, odd_error *err)
{
	(void)m;
	return odd__builder_attribute(&r->builder, (uint32_t)row, (uint32_t)col, value, err);
}

static odd_status read_links(struct reader *r, odd_error *err)
{
	static const char *const names[] = {"Network", "A", "adj", "homo", NULL};
	odd__matrix m;
	odd_status status =
		read_matrix(&m, r, names, "has no variable Network or A, the matrix of links", err);
	if (status != ODD_OK)
		goto out;
	if (m.rows != m.cols) {
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s is %zu × %zu; a matrix of links is square", m.name, m.rows, m.cols);
		goto out;
	}
	r->nodes = m.rows;
	if ((status = odd__builder_may_number(&r->builder, r->nodes, "nodes", r->path, err)) !=
		ODD_OK)
		goto out;
	for (size_t i = 0; i < r->nodes; i++) { /* ids are row numbers as MATLAB counts them */
		char id[24];
		int length = snprintf(id, sizeof id, "%zu", i + 1);
		status = odd__builder_node(&r->builder, id, (size_t)length, NULL, NULL, err);
		if (status != ODD_OK)
			goto out;
	}
	status = each_entry(r, &m, add_link, err);
out:
	odd__matrix_clear(&m);
	return status;
}

static odd_status read_attributes(struct reader *r, odd_error *err)
{
	static const char *const names[] = {"Attributes", "X", "features", NULL};
	odd__matrix m;
	odd_status status = read_matrix(
		&m, r, names, "has no variable Attributes or X, the matrix of attributes", err);
	if (status == ODD_OK && m.rows != r->nodes) {
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s is %zu × %zu, but the network has %zu nodes: one row each is needed",
			m.name, m.rows, m.cols, r->nodes);
	} else if (status == ODD_OK) {
		r->builder.attribute_count = m.cols; /* columns of zeros count too */
		status = odd__builder_may_number(&r->builder, m.cols, "columns", r->path, err);
		if (status == ODD_OK)
			status = each_entry(r, &m, add_attribute, err);
	}
	odd__matrix_clear(&m);
	return status;
}

/* ---- labels --------------------------------------------------------------------------------- */

/* Read a vector of one number per node; *values stays NULL when the file has none of that name. */
static odd_status read_vector(double **values, struct reader *r, const char *name, odd_error *err)
{
	const char *const names[] = {name, NULL};
	odd__matrix m;
	double *v = NULL;
	*values = NULL;
	odd_status status = read_matrix(&m, r, names, NULL, err);
	if (status != ODD_OK || m.name == NULL)
		goto out;
	bool upright = m.cols == 1;
	if ((!upright && m.rows != 1) || (upright ? m.rows : m.cols) != r->nodes) {
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s is %zu × %zu, but the network has %zu nodes: one value each is needed",
			name, m.rows, m.cols, r->nodes);
		goto out;
	}
	v = calloc(r->nodes, sizeof *v);
	if (v == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t c = 0; c < m.cols; c++) {
		size_t begin, end;
		column(&m, c, &begin, &end);
		for (size_t e = begin; e < end; e++) {
			size_t at = upright ? row_of(&m, e, begin) : c;
			v[at] = odd__mat_get(&m.values, e);
			if (!isfinite(v[at])) {
				status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
					"%s(%zu) is not a finite number", name, at + 1);
				goto out;
			}
		}
	}
	*values = v;
	v = NULL;
out:
	free(v);
	odd__matrix_clear(&m);
	return status;
}

/* How often the first two distinct values occur; *more when there are others. */
struct pair {
	double value[2];
	size_t count[2];
	bool more;
};

static struct pair count_values(const double *v, size_t n)
{
	struct pair p = {{v[0], v[0]}, {0, 0}, false};
	for (size_t i = 0; i < n && !p.more; i++) {
		if (v[i] == p.value[0]) {
			p.count[0]++;
		} else if (p.count[1] == 0 || v[i] == p.value[1]) {
			p.value[1] = v[i];
			p.count[1]++;
		} else {
			p.more = true;
		}
	}
	return p;
}

static void mark_outliers(struct reader *r, const double *v, const struct pair *p)
{
	int odd = p->count[1] < p->count[0];
	if (p->count[0] == p->count[1])
		odd = p->value[1] > p->value[0];
	for (size_t i = 0; i < r->nodes; i++)
		if (v[i] == p->value[odd])
			odd__builder_truth(&r->builder, (uint32_t)i, ODD_UNKNOWN_KIND);
}

static odd_status set_labels(struct reader *r, const double *v, odd_error *err)
{
	for (size_t i = 0; i < r->nodes; i++) {
		char text[32];
		int length = snprintf(text, sizeof text, "%.15g", v[i]);
		odd_status status =
			odd__builder_label(&r->builder, (uint32_t)i, text, (size_t)length, err);
		if (status != ODD_OK)
			return status;
	}
	return ODD_OK;
}

/* The rule at the top of this file. A vector that says the same of all nodes says nothing. */
static odd_status read_labels(struct reader *r, odd_error *err)
{
	enum { CLASS, LABEL, GND, VECTORS };
	static const char *const names[VECTORS] = {"Class", "Label", "gnd"};
	static const char *const others[VECTORS] = {"class", "label", "y"};
	double *v[VECTORS] = {NULL, NULL, NULL};
	struct pair p[VECTORS];
	int two = -1, many = -1;
	odd_status status = ODD_OK;
	for (int i = 0; i < VECTORS; i++) {
		status = read_vector(&v[i], r, names[i], err);
		if (status == ODD_OK && v[i] == NULL)
			status = read_vector(&v[i], r, others[i], err);
		if (status != ODD_OK)
			goto out;
		if (v[i] == NULL)
			continue;
		p[i] = count_values(v[i], r->nodes);
		if (p[i].more && many < 0)
			many = i;
		else if (!p[i].more && p[i].count[1] > 0 && (two < 0 || two == CLASS))
			two = i;
	}
	if (two > CLASS && v[CLASS] != NULL)
		many = CLASS;
	if (two >= 0)
		mark_outliers(r, v[two], &p[two]);
	if (many >= 0)
		status = set_labels(r, v[many], err);
out:
	for (int i = 0; i < VECTORS; i++)
		free(v[i]);
	return status;
}

static odd_status read_all(
	odd_network **out, struct reader *r, const odd__source *source, odd_error *err)
{
	odd_status status;
	if ((status = read_links(r, err)) != ODD_OK ||
		(status = read_attributes(r, err)) != ODD_OK ||
		(status = read_labels(r, err)) != ODD_OK)
		return status;
	status = odd__builder_finish(out, &r->builder, source->name, "MATLAB", err);
	/* A matrix has a place for both directions of a link: filling both is no repetition. */
	if (status != ODD_OK)
		return status;
	if (!(*out)->directed)
		(*out)->skipped.directions =
			odd__matrix_directions(r->links, (*out)->skipped.repeated_edges);
	(*out)->skipped.repeated_edges = 0;
	status = odd__matrix_columns(*out, &r->missing, source->options, r->path, err);
	if (status != ODD_OK) {
		odd_network_free(*out);
		*out = NULL;
	}
	return status;
}

static odd_status read_file(odd_network **out, const odd__source *source, bool directed,
	const char *path, odd_error *err)
{
	*out = NULL;
	struct reader r = {.path = path, .limits = &source->limits};
	odd_status status = odd__bytes_read(&r.file, path, r.limits, err);
	if (status != ODD_OK)
		return status;
	odd__builder_init(&r.builder, directed);
	r.builder.limits = r.limits;
	r.builder.path = path;
	r.hdf5 = odd__mat73_is(&r.file);
	if (r.hdf5)
		status = odd__mat73_begin(&r.child, &r.file, path, r.limits, err);
	else if (odd__mat5_is(&r.file))
		status = odd__mat5_check(&r.file, path, r.limits, err);
	else
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"is not a MATLAB file of version 5 or 7.3, or is damaged");
	if (status == ODD_OK)
		status = read_all(out, &r, source, err);
	if (r.hdf5)
		odd__apart_end(&r.child);
	odd__bytes_clear(&r.file);
	odd__builder_clear(&r.builder);
	odd__missing_clear(&r.missing);
	return status;
}

odd_status odd__read_mat(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	return odd__matrix_read(out, read_file, source, path, err);
}
