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

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "network/mat.h"
#include "network/matrix_reader.h"

struct reader {
	odd__matrix_reader *m;
	bool hdf5;        /* version 7.3 */
	odd__child child; /* which reads it then */
};

/* Read a variable by the first of its names that is there; false: none is, or an error. */
static bool find(odd__matrix *x, struct reader *f, const char *const *names)
{
	odd__reading *r = &f->m->r;
	*x = (odd__matrix){.name = NULL};
	for (; *names != NULL && x->name == NULL && r->status == ODD_OK; names++)
		r->status = f->hdf5 ? odd__mat73_find(x, &f->child, *names, r->err)
				    : odd__mat5_find(x, &f->m->file, *names, r->scan.path,
					      &r->source->limits, r->err);
	return x->name != NULL && r->status == ODD_OK;
}

/* ---- entries -------------------------------------------------------------------------------- */

/* Where the stored values of a column begin and end. */
static void column(const odd__matrix *x, size_t c, size_t *begin, size_t *end)
{
	*begin = x->sparse ? (size_t)odd__mat_get(&x->jc, c) : c * x->rows;
	*end = x->sparse ? (size_t)odd__mat_get(&x->jc, c + 1) : *begin + x->rows;
}

static size_t row_of(const odd__matrix *x, size_t e, size_t begin)
{
	return x->sparse ? (size_t)odd__mat_get(&x->ir, e) : e - begin;
}

/* Call fn for every entry, column by column. */
static void each_entry(struct reader *f, const odd__matrix *x, odd__matrix_entry *fn)
{
	odd__reading *r = &f->m->r;
	for (size_t c = 0; c < x->cols && odd__reading_step(r); c++) {
		size_t begin, end;
		column(x, c, &begin, &end);
		for (size_t e = begin; e < end && r->status == ODD_OK; e++)
			fn(f->m, x->name, row_of(x, e, begin), c, odd__mat_get(&x->values, e));
	}
}

static void read_links(struct reader *f)
{
	static const char *const names[] = {"Network", "A", "adj", "homo", NULL};
	odd__reading *r = &f->m->r;
	odd__matrix x;
	if (!find(&x, f, names))
		odd__fail(r, NULL, "has no variable Network or A, the matrix of links");
	else if (odd__matrix_links_begin(f->m, x.name, x.rows, x.cols)) {
		odd__reading_number(r, 1, x.rows, NULL);
		each_entry(f, &x, odd__matrix_link);
	}
	odd__matrix_clear(&x);
}

static void read_attributes(struct reader *f)
{
	static const char *const names[] = {"Attributes", "X", "features", NULL};
	odd__matrix x;
	if (!find(&x, f, names))
		odd__fail(&f->m->r, NULL,
			"has no variable Attributes or X, the matrix of attributes");
	else if (odd__matrix_attributes_begin(f->m, x.name, x.rows, x.cols))
		each_entry(f, &x, odd__matrix_attribute);
	odd__matrix_clear(&x);
}

/* ---- labels --------------------------------------------------------------------------------- */

/* Read a vector of one number per node, on the heap; NULL: the file has none of these names. */
static double *read_vector(struct reader *f, const char *const *names)
{
	odd__reading *r = &f->m->r;
	odd__matrix x;
	size_t nodes = r->b.ids.count;
	double *v = NULL;
	if (!find(&x, f, names)) {
		odd__matrix_clear(&x);
		return NULL;
	}
	bool upright = x.cols == 1;
	if ((!upright && x.rows != 1) || (upright ? x.rows : x.cols) != nodes)
		odd__fail(r, NULL,
			"%s is %zu × %zu, but the network has %zu nodes: one value each is needed",
			x.name, x.rows, x.cols, nodes);
	else if ((v = calloc(nodes, sizeof *v)) == NULL)
		r->status = odd_error_nomem(r->err);
	for (size_t c = 0; c < x.cols && r->status == ODD_OK; c++) {
		size_t begin, end;
		column(&x, c, &begin, &end);
		for (size_t e = begin; e < end; e++) {
			size_t at = upright ? row_of(&x, e, begin) : c;
			v[at] = odd__mat_get(&x.values, e);
			if (!isfinite(v[at]))
				odd__fail(
					r, NULL, "%s(%zu) is not a finite number", x.name, at + 1);
		}
	}
	odd__matrix_clear(&x);
	return v;
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

static void mark_outliers(odd__builder *b, const double *v, const struct pair *p)
{
	int odd = p->count[1] < p->count[0];
	if (p->count[0] == p->count[1])
		odd = p->value[1] > p->value[0];
	for (size_t i = 0; i < b->ids.count; i++)
		if (v[i] == p->value[odd])
			odd__builder_truth(b, (uint32_t)i, ODD_UNKNOWN_KIND);
}

static void set_labels(odd__reading *r, const double *v)
{
	for (size_t i = 0; i < r->b.ids.count; i++) {
		char text[32];
		size_t length = (size_t)snprintf(text, sizeof text, "%.15g", v[i]);
		odd__try(r, odd__builder_label(&r->b, (uint32_t)i, text, length, r->err));
	}
}

/* The rule at the top of this file. A vector that says the same of all nodes says nothing. */
static void read_labels(struct reader *f)
{
	enum { CLASS, LABEL, GND, VECTORS };
	static const char *const names[VECTORS][3] = {
		{"Class", "class", NULL}, {"Label", "label", NULL}, {"gnd", "y", NULL}};
	odd__reading *r = &f->m->r;
	double *v[VECTORS] = {NULL, NULL, NULL};
	struct pair p[VECTORS];
	int two = -1, many = -1;
	for (int i = 0; i < VECTORS; i++) {
		v[i] = read_vector(f, names[i]);
		if (v[i] == NULL || r->status != ODD_OK)
			continue;
		p[i] = count_values(v[i], r->b.ids.count);
		if (p[i].more && many < 0)
			many = i;
		else if (!p[i].more && p[i].count[1] > 0 && (two < 0 || two == CLASS))
			two = i;
	}
	if (two > CLASS && v[CLASS] != NULL)
		many = CLASS;
	if (two >= 0 && r->status == ODD_OK)
		mark_outliers(&r->b, v[two], &p[two]);
	if (many >= 0 && r->status == ODD_OK)
		set_labels(r, v[many]);
	for (int i = 0; i < VECTORS; i++)
		free(v[i]);
}

static void fill(odd__matrix_reader *m)
{
	odd__reading *r = &m->r;
	const odd__limits *limits = &r->source->limits;
	struct reader f = {.m = m, .hdf5 = odd__mat73_is(&m->file)};
	if (f.hdf5)
		r->status = odd__mat73_begin(&f.child, &m->file, r->scan.path, limits, r->err);
	else if (odd__mat5_is(&m->file))
		r->status = odd__mat5_check(&m->file, r->scan.path, limits, r->err);
	else
		odd__fail(r, NULL, "is not a MATLAB file of version 5 or 7.3, or is damaged");
	if (r->status == ODD_OK)
		read_links(&f);
	if (r->status == ODD_OK)
		read_attributes(&f);
	if (r->status == ODD_OK)
		read_labels(&f);
	if (f.hdf5)
		odd__child_end(&f.child);
}

odd_status odd__read_mat(
	odd_network **out, const odd__source *source, const char *path, odd_error *err)
{
	return odd__matrix_read(out, fill, 1, "MATLAB", source, path, err);
}
