/* MATLAB networks, versions 5 and 7.3, through matio.
 *
 *   Network or A          n × n   links; stored once or both ways
 *   Attributes or X       n × d
 *   Class, Label or gnd   n       row or column; may be missing
 *
 * A vector of two distinct values marks outliers: the rarer value, the larger one when both are
 * equally frequent. More values are classes. When one of the vectors marks outliers and Class is
 * there too, Class means classes, however few they are.
 */
#include "config.h"

#include "network/readers.h"

#ifdef HAVE_MATIO

#include <math.h>
#include <matio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/builder.h"
#include "network/check_mat.h"
#include "network/foreign.h"

/* A numeric matrix of a file, dense (column after column) or sparse (columns compressed). */
struct matrix {
	matvar_t *var;
	const mat_sparse_t *sparse; /* NULL when dense */
	const void *data;
	enum matio_types type;
	size_t rows, cols;
};

struct reader {
	mat_t *mat;
	const char *path;
	odd__builder builder;
	size_t nodes;
};

/* matio prints to stderr once logging has been started anywhere in the process; not ours to do. */
static void say_nothing(int level, char *message)
{
	(void)level;
	(void)message;
}

static bool type_of_class(enum matio_classes class, enum matio_types *type)
{
	static const struct {
		enum matio_classes class;
		enum matio_types type;
	} table[] = {
		{MAT_C_DOUBLE, MAT_T_DOUBLE},
		{MAT_C_SINGLE, MAT_T_SINGLE},
		{MAT_C_INT8, MAT_T_INT8},
		{MAT_C_UINT8, MAT_T_UINT8},
		{MAT_C_INT16, MAT_T_INT16},
		{MAT_C_UINT16, MAT_T_UINT16},
		{MAT_C_INT32, MAT_T_INT32},
		{MAT_C_UINT32, MAT_T_UINT32},
		{MAT_C_INT64, MAT_T_INT64},
		{MAT_C_UINT64, MAT_T_UINT64},
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (table[i].class == class) {
			*type = table[i].type;
			return true;
		}
	}
	return false;
}

static double value_at(const struct matrix *m, size_t at)
{
	switch (m->type) {
	case MAT_T_DOUBLE:
		return ((const double *)m->data)[at];
	case MAT_T_SINGLE:
		return (double)((const float *)m->data)[at];
	case MAT_T_INT8:
		return ((const int8_t *)m->data)[at];
	case MAT_T_UINT8:
		return ((const uint8_t *)m->data)[at];
	case MAT_T_INT16:
		return ((const int16_t *)m->data)[at];
	case MAT_T_UINT16:
		return ((const uint16_t *)m->data)[at];
	case MAT_T_INT32:
		return ((const int32_t *)m->data)[at];
	case MAT_T_UINT32:
		return ((const uint32_t *)m->data)[at];
	case MAT_T_INT64:
		return (double)((const int64_t *)m->data)[at];
	case MAT_T_UINT64:
		return (double)((const uint64_t *)m->data)[at];
	default:
		return NAN;
	}
}

/* Damaged files can hold any index: nothing of a sparse matrix is believed before this. */
static bool sparse_is_sound(const struct matrix *m)
{
	const mat_sparse_t *s = m->sparse;
	if (s->jc == NULL || s->njc != m->cols + 1 || s->jc[0] != 0)
		return false;
	for (size_t c = 0; c < m->cols; c++)
		if (s->jc[c] > s->jc[c + 1])
			return false;
	size_t count = s->jc[m->cols];
	if (count > s->nir || count > s->ndata || (count > 0 && (s->ir == NULL || s->data == NULL)))
		return false;
	for (size_t e = 0; e < count; e++)
		if (s->ir[e] >= m->rows)
			return false;
	return true;
}

static odd_status check_data(struct matrix *m, const char *path, odd_error *err)
{
	matvar_t *var = m->var;
	size_t unit;
	if (var->class_type == MAT_C_SPARSE) {
		m->sparse = var->data;
		m->type = var->data_type;
		if (var->isLogical && var->data_size == 1)
			m->type = MAT_T_UINT8;
		m->data = m->sparse != NULL ? m->sparse->data : NULL;
		unit = Mat_SizeOf(m->type);
		if (m->sparse == NULL || !sparse_is_sound(m))
			return odd_error_at(
				err, ODD_EINPUT, path, 0, 0, "%s: the file is damaged", var->name);
		if (unit == 0 || m->type > MAT_T_UINT64)
			return odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"%s holds values of an unknown type", var->name);
		return ODD_OK;
	}
	m->data = var->data;
	unit = type_of_class(var->class_type, &m->type) ? Mat_SizeOf(m->type) : 0;
	if (m->data == NULL || unit == 0 || (size_t)var->data_size != unit ||
		var->nbytes / unit / m->cols < m->rows)
		return odd_error_at(
			err, ODD_EINPUT, path, 0, 0, "%s: the file is damaged", var->name);
	return ODD_OK;
}

/* Read a variable by the first of its names that is there; m->var stays NULL when none is. */
static odd_status read_matrix(
	struct matrix *m, struct reader *r, const char *const *names, odd_error *err)
{
	memset(m, 0, sizeof *m);
	for (; *names != NULL && m->var == NULL; names++)
		m->var = Mat_VarReadInfo(r->mat, *names);
	matvar_t *var = m->var;
	if (var == NULL)
		return ODD_OK;
	enum matio_types type;
	if (var->name == NULL || var->dims == NULL)
		return odd_error_at(err, ODD_EINPUT, r->path, 0, 0, "the file is damaged");
	if (var->class_type != MAT_C_SPARSE && !type_of_class(var->class_type, &type))
		return odd_error_at(
			err, ODD_EINPUT, r->path, 0, 0, "%s is not a matrix of numbers", var->name);
	if (var->isComplex)
		return odd_error_at(err, ODD_EINPUT, r->path, 0, 0, "%s is complex", var->name);
	if (var->rank != 2)
		return odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s has %d dimensions instead of 2", var->name, var->rank);
	m->rows = var->dims[0];
	m->cols = var->dims[1];
	if (m->rows == 0 || m->cols == 0)
		return odd_error_at(err, ODD_EINPUT, r->path, 0, 0, "%s is empty", var->name);
	if (m->rows >= ODD_NO_NAME || m->cols >= ODD_NO_NAME)
		return odd_error_at(err, ODD_EINPUT, r->path, 0, 0, "%s is too large", var->name);
	if (Mat_VarReadDataAll(r->mat, var) != 0)
		return odd_error_at(
			err, ODD_EINPUT, r->path, 0, 0, "%s: the file is damaged", var->name);
	return check_data(m, r->path, err);
}

/* ---- entries -------------------------------------------------------------------------------- */

typedef odd_status entry_fn(struct reader *r, const struct matrix *m, size_t row, size_t col,
	double value, odd_error *err);

/* Call fn for every entry that is not 0, column by column. */
static odd_status each_entry(struct reader *r, const struct matrix *m, entry_fn *fn, odd_error *err)
{
	for (size_t c = 0; c < m->cols; c++) {
		size_t begin = m->sparse != NULL ? m->sparse->jc[c] : c * m->rows;
		size_t end = m->sparse != NULL ? m->sparse->jc[c + 1] : begin + m->rows;
		for (size_t e = begin; e < end; e++) {
			size_t row = m->sparse != NULL ? m->sparse->ir[e] : e - begin;
			double value = value_at(m, e);
			if (value == 0.0)
				continue;
			if (!isfinite(value))
				return odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
					"%s(%zu,%zu) is not a finite number", m->var->name, row + 1,
					c + 1);
			odd_status status = fn(r, m, row, c, value, err);
			if (status != ODD_OK)
				return status;
		}
	}
	return ODD_OK;
}

static odd_status add_link(struct reader *r, const struct matrix *m, size_t row, size_t col,
	double value, odd_error *err)
{
	if (value < 0.0)
		return odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s(%zu,%zu) is negative: the weight of a link is above 0", m->var->name,
			row + 1, col + 1);
	return odd__builder_link(&r->builder, (uint32_t)row, (uint32_t)col, value, err);
}

static odd_status add_attribute(struct reader *r, const struct matrix *m, size_t row, size_t col,
	double value, odd_error *err)
{
	(void)m;
	return odd__builder_attribute(&r->builder, (uint32_t)row, (uint32_t)col, value, err);
}

static odd_status read_links(struct reader *r, odd_error *err)
{
	static const char *const names[] = {"Network", "A", NULL};
	struct matrix m;
	odd_status status = read_matrix(&m, r, names, err);
	if (status != ODD_OK)
		goto out;
	if (m.var == NULL) {
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"has no variable Network or A, the matrix of links");
		goto out;
	}
	if (m.rows != m.cols) {
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s is %zu × %zu; a matrix of links is square", m.var->name, m.rows,
			m.cols);
		goto out;
	}
	r->nodes = m.rows;
	for (size_t i = 0; i < r->nodes; i++) { /* ids are row numbers as MATLAB counts them */
		char id[24];
		int length = snprintf(id, sizeof id, "%zu", i + 1);
		status = odd__builder_node(&r->builder, id, (size_t)length, NULL, NULL, err);
		if (status != ODD_OK)
			goto out;
	}
	status = each_entry(r, &m, add_link, err);
out:
	Mat_VarFree(m.var);
	return status;
}

static odd_status read_attributes(struct reader *r, odd_error *err)
{
	static const char *const names[] = {"Attributes", "X", NULL};
	struct matrix m;
	odd_status status = read_matrix(&m, r, names, err);
	if (status != ODD_OK)
		goto out;
	if (m.var == NULL) {
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"has no variable Attributes or X, the matrix of attributes");
	} else if (m.rows != r->nodes) {
		status = odd_error_at(err, ODD_EINPUT, r->path, 0, 0,
			"%s is %zu × %zu, but the network has %zu nodes: one row each is needed",
			m.var->name, m.rows, m.cols, r->nodes);
	} else {
		r->builder.attribute_count = m.cols; /* columns of zeros count too */
		status = each_entry(r, &m, add_attribute, err);
	}
out:
	Mat_VarFree(m.var);
	return status;
}

/* ---- labels --------------------------------------------------------------------------------- */

/* Read a vector of one number per node; *values stays NULL when the file has none of that name. */
static odd_status read_vector(double **values, struct reader *r, const char *name, odd_error *err)
{
	const char *const names[] = {name, NULL};
	struct matrix m;
	double *v = NULL;
	*values = NULL;
	odd_status status = read_matrix(&m, r, names, err);
	if (status != ODD_OK || m.var == NULL)
		goto out;
	bool column = m.cols == 1;
	if ((!column && m.rows != 1) || (column ? m.rows : m.cols) != r->nodes) {
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
		size_t begin = m.sparse != NULL ? m.sparse->jc[c] : c * m.rows;
		size_t end = m.sparse != NULL ? m.sparse->jc[c + 1] : begin + m.rows;
		for (size_t e = begin; e < end; e++) {
			size_t row = m.sparse != NULL ? m.sparse->ir[e] : e - begin;
			size_t at = column ? row : c;
			v[at] = value_at(&m, e);
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
	Mat_VarFree(m.var);
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
	double *v[VECTORS] = {NULL, NULL, NULL};
	struct pair p[VECTORS];
	int two = -1, many = -1;
	odd_status status = ODD_OK;
	for (int i = 0; i < VECTORS; i++) {
		status = read_vector(&v[i], r, names[i], err);
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
	if (status == ODD_OK)
		(*out)->skipped.repeated_edges = 0;
	return status;
}

odd_status odd__read_mat(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	*out = NULL;
	struct reader r = {.path = path};
	char *plain;
	odd_status status = odd__foreign_plain(&plain, path, err);
	if (status != ODD_OK)
		return status;
	odd__builder_init(&r.builder, source->options != NULL && source->options->directed);
	odd__foreign_lock();
	Mat_LogInitFunc("oddone", say_nothing);
	r.mat = Mat_Open(plain, MAT_ACC_RDONLY);
	enum mat_ft version = r.mat != NULL ? Mat_GetVersion(r.mat) : MAT_FT_UNDEFINED;
	if (version != MAT_FT_MAT5 && version != MAT_FT_MAT73)
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"is not a MATLAB file of version 5 or 7.3, or is damaged");
	else if (version == MAT_FT_MAT5 && !odd__mat5_is_whole(plain))
		status = odd_error_at(err, ODD_EINPUT, path, 0, 0, "is damaged or cut short");
	else
		status = read_all(out, &r, source, err);
	if (r.mat != NULL)
		Mat_Close(r.mat);
	odd__foreign_unlock();
	odd__builder_clear(&r.builder);
	odd__foreign_plain_free(plain, path);
	return status;
}

#else

odd_status odd__read_mat(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	(void)source;
	*out = NULL;
	return odd_error_at(err, ODD_EUSAGE, path, 0, 0,
		"this oddone was built without matio; install libmatio-dev and build again to read .mat");
}

#endif
