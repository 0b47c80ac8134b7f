/* What the optimiser is given: links, and attributes by their types.
 *
 * Attributes that came from the columns of a table:
 *
 * A column is a block of attributes; all columns of counts are one block. Numbers, dates and yes/no
 * become z = (x − median)/spread, logarithms first where the column is skewed, large |z| growing
 * but slowly, and have mean square 1. Words, items, categories and counts are tf-idf, the part of a
 * row that belongs to the block having length 1. So neither the unit of a column nor the number of
 * its attributes makes it outweigh another. Then each block b is multiplied by √|r_b|,
 *
 *   r_b = (Σ_links x·y − L|m|²) / (½ Σ_links (|x|² + |y|²) − L|m|²)
 *
 * the correlation of its rows x, y at the two ends of a link (m: their mean, L: number of links),
 * at least 2/√L: columns that links do not care about do not drown the others. At last rows have
 * unit length. O(N dense + entries + links · row).
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/parallel.h"
#include "linalg/memory.h"
#include "network/column_types.h"
#include "network/prepare_sharing.h"
#include "oddone/network.h"
#include "oddone/prepare.h"

struct plan {
	odd_ccsr C;
	const odd_columns *columns;
	size_t attributes, blocks, dense;
	uint32_t *block;    /* per attribute */
	uint32_t *place;    /* per attribute: which of the dense ones; ODD_NO_NAME: not dense */
	uint32_t *dense_at; /* the dense attributes, rising */
	double *z;          /* rows × dense */
	double *idf;        /* per attribute */
	odd__memory memory; /* of the arrays */
};

static odd_column_type type_of(const struct plan *p, size_t d)
{
	return p->columns->column[p->columns->of[d]].type;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* Half of what lies between the quarters of a normal distribution, in its standard deviations. */
#define QUARTERS 1.349

/* Beyond three spreads it grows with the logarithm only. */
static double softened(double z)
{
	double size = fabs(z);
	return size <= 3.0 ? z : copysign(3.0 + log(size / 3.0), z);
}

/* Standardise x[n] with room[n]. What does not vary becomes 0. */
static void standardise_column(double *x, double *room, size_t n, bool skewed)
{
	double unit = 0.0, sum = 0.0;
	for (size_t i = 0; i < n; i++)
		unit = fmax(unit, fabs(x[i]));
	for (size_t i = 0; i < n; i++)
		x[i] = unit > 0.0 ? x[i] / unit : 0.0; /* no overflow; the unit cancels */
	memcpy(room, x, n * sizeof *x);
	qsort(room, n, sizeof *room, odd__by_number);
	double low = room[0], high = room[n - 1], mid = room[(n - 1) / 2];
	if (skewed) {
		/* the long tail is to the right, or to the left and turned round */
		bool right = room[n - 1 - n / 10] - mid >= mid - room[n / 10];
		double end = right ? low : high, scale = fabs(mid - end);
		if (!(scale > 0.0))
			scale = (high - low) / 100.0;
		for (size_t i = 0; i < n && scale > 0.0; i++) {
			double from = fabs(x[i] - end) / scale;
			x[i] = right ? log1p(from) : -log1p(from);
		}
		memcpy(room, x, n * sizeof *x);
		qsort(room, n, sizeof *room, odd__by_number);
		mid = room[(n - 1) / 2];
	}
	double spread = (room[n - 1 - n / 4] - room[n / 4]) / QUARTERS, mean = 0.0, square = 0.0;
	for (size_t i = 0; i < n; i++)
		mean += x[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		square += (x[i] - mean) * (x[i] - mean) / (double)n;
	/* More than half the nodes alike: the quarters say nothing. */
	if (!(spread > 0.1 * sqrt(square)))
		spread = sqrt(square), mid = mean;
	for (size_t i = 0; i < n; i++) {
		x[i] = spread > 0.0 ? softened((x[i] - mid) / spread) : 0.0;
		sum += x[i] * x[i];
	}
	double scale = sum > 0.0 ? sqrt((double)n / sum) : 0.0;
	for (size_t i = 0; i < n; i++)
		x[i] *= scale;
}

static odd_status fill_dense(struct plan *p, odd_error *err)
{
	size_t n = p->C.rows, w = p->dense;
	if (w > 0 && n > SIZE_MAX / sizeof(double) / w)
		return odd_error_nomem(err);
	double *x = odd__take(&p->memory, 2 * n + 1, sizeof *x);
	p->z = odd__take(&p->memory, n * w + 1, sizeof *p->z);
	if (odd__memory_check(&p->memory, err) != ODD_OK)
		return ODD_ENOMEM;
	for (size_t i = 0; i < n; i++)
		for (size_t e = p->C.ptr[i]; e < p->C.ptr[i + 1]; e++)
			if (p->place[p->C.idx[e]] != ODD_NO_NAME)
				p->z[i * w + p->place[p->C.idx[e]]] = odd_csr_value(p->C, e);
	for (size_t d = 0; d < p->attributes && n > 0; d++) {
		if (p->place[d] == ODD_NO_NAME)
			continue;
		double *column = p->z + p->place[d];
		for (size_t i = 0; i < n; i++)
			x[i] = column[i * w];
		standardise_column(x, x + n, n, p->columns->column[p->columns->of[d]].skewed);
		for (size_t i = 0; i < n; i++)
			column[i * w] = x[i];
	}
	return ODD_OK;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static odd_status make_plan(struct plan *p, const odd_network *net, odd_error *err)
{
	*p = (struct plan){.C = odd_csr_const(net->C),
		.columns = &net->columns,
		.attributes = net->attributes,
		.blocks = net->columns.count + 1}; /* the last one: all counts */
	p->block = odd__take(&p->memory, net->attributes + 1, sizeof *p->block);
	p->place = odd__take(&p->memory, net->attributes + 1, sizeof *p->place);
	p->dense_at = odd__take(&p->memory, net->attributes + 1, sizeof *p->dense_at);
	p->idf = odd__take(&p->memory, net->attributes + 1, sizeof *p->idf);
	if (odd__memory_check(&p->memory, err) != ODD_OK)
		return ODD_ENOMEM;
	for (size_t d = 0; d < net->attributes; d++) {
		odd_column_type type = type_of(p, d);
		p->place[d] = ODD_NO_NAME;
		if (odd_column_is_dense(type)) {
			p->place[d] = (uint32_t)p->dense;
			p->dense_at[p->dense++] = (uint32_t)d;
		}
		p->block[d] = type == ODD_COLUMN_COUNT ? (uint32_t)net->columns.count
						       : net->columns.of[d];
	}
	for (size_t e = 0; e < odd_csr_nnz(p->C); e++)
		p->idf[p->C.idx[e]] += 1.0;
	for (size_t d = 0; d < net->attributes; d++)
		p->idf[d] = log((1.0 + (double)p->C.rows) / (1.0 + p->idf[d])) + 1.0;
	return fill_dense(p, err);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Every row with its dense values and, in blocks of length 1, its words. sum is room per block. */
static void fill_rows(odd_csr *out, const struct plan *p, double *sum, double *most)
{
	size_t at = 0;
	for (size_t i = 0; i < p->C.rows; i++) {
		size_t e = p->C.ptr[i], end = p->C.ptr[i + 1], start = at;
		for (size_t f = e; f < end; f++) {
			size_t b = p->block[p->C.idx[f]];
			sum[b] = 0.0;
			most[b] = 0.0;
		}
		for (size_t f = e; f < end; f++) { /* in units of the largest: no overflow */
			size_t b = p->block[p->C.idx[f]];
			most[b] = fmax(most[b], fabs(odd_csr_value(p->C, f)));
		}
		for (size_t q = 0; q < p->dense || e < end; at++) {
			uint32_t d = e < end ? p->C.idx[e] : ODD_NO_NAME;
			if (q < p->dense && p->dense_at[q] <= d) {
				e += p->dense_at[q] == d;
				out->idx[at] = p->dense_at[q];
				out->val[at] = p->z[i * p->dense + q++];
				continue;
			}
			size_t b = p->block[d];
			double x = odd_csr_value(p->C, e++) / most[b] * p->idf[d];
			out->idx[at] = d;
			out->val[at] = x;
			sum[b] += x * x;
		}
		for (size_t f = start; f < at; f++) {
			uint32_t d = out->idx[f];
			if (p->place[d] == ODD_NO_NAME && sum[p->block[d]] > 0.0)
				out->val[f] /= sqrt(sum[p->block[d]]);
		}
		out->ptr[i + 1] = at;
	}
}

/* What x·y is over all links, by block; both rows rise by column. */
static void add_products(
	double *product, const odd_csr *X, const struct plan *p, size_t i, size_t j)
{
	size_t a = X->ptr[i], b = X->ptr[j];
	while (a < X->ptr[i + 1] && b < X->ptr[j + 1]) {
		if (X->idx[a] < X->idx[b])
			a++;
		else if (X->idx[a] > X->idx[b])
			b++;
		else {
			product[p->block[X->idx[a]]] += X->val[a] * X->val[b];
			a++;
			b++;
		}
	}
}

/* √|r| of each block. mean is room per attribute; square, product and weight per block. */
static void weigh_blocks(double *weight, double *product, double *square, double *mean,
	const odd_csr *X, const struct plan *p, odd_ccsr A)
{
	double links = (double)odd_csr_nnz(A), usual = 2.0 / sqrt(links);
	memset(product, 0, p->blocks * sizeof *product);
	memset(square, 0, p->blocks * sizeof *square);
	memset(mean, 0, p->attributes * sizeof *mean);
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			const size_t ends[2] = {i, A.idx[e]};
			add_products(product, X, p, ends[0], ends[1]);
			for (int k = 0; k < 2; k++)
				for (size_t f = X->ptr[ends[k]]; f < X->ptr[ends[k] + 1]; f++) {
					double x = X->val[f];
					mean[X->idx[f]] += 0.5 * x;
					square[p->block[X->idx[f]]] += 0.5 * x * x;
				}
		}
	for (size_t d = 0; d < p->attributes; d++) {
		double shared = mean[d] * mean[d] / links;
		product[p->block[d]] -= shared;
		square[p->block[d]] -= shared;
	}
	for (size_t b = 0; b < p->blocks; b++) {
		double r = square[b] > 1e-9 * links ? fabs(product[b]) / square[b] : 0.0;
		weight[b] = sqrt(fmin(1.0, fmax(r, usual)));
	}
}

/* nodes × attributes with rows of unit length; length (nodes): that before. The network has
 * columns. */
static odd_status prepare_columns(
	odd_csr *out, double *length, const odd_network *net, odd_error *err)
{
	struct plan p;
	odd_ccsr A = odd_csr_const(net->A);
	odd_status status = make_plan(&p, net, err);
	size_t words = 0;
	for (size_t e = 0; status == ODD_OK && e < odd_csr_nnz(p.C); e++)
		words += p.place[p.C.idx[e]] == ODD_NO_NAME;
	if (status == ODD_OK)
		status = odd_csr_alloc(
			out, p.C.rows, p.attributes, words + p.C.rows * p.dense, 1, err);
	if (status != ODD_OK)
		goto out;
	double *room = odd__take(&p.memory, 3 * p.blocks + p.attributes + 1, sizeof *room);
	if ((status = odd__memory_check(&p.memory, err)) != ODD_OK) {
		odd_csr_clear(out);
		goto out;
	}
	double *weight = room, *product = room + p.blocks, *square = product + p.blocks;
	fill_rows(out, &p, product, square);
	bool linked = odd_csr_nnz(A) > 0;
	if (linked)
		weigh_blocks(weight, product, square, square + p.blocks, out, &p, A);
	for (size_t i = 0; i < out->rows; i++) {
		double sum = 0.0;
		for (size_t e = out->ptr[i]; e < out->ptr[i + 1]; e++) {
			out->val[e] *= linked ? weight[p.block[out->idx[e]]] : 1.0;
			sum += out->val[e] * out->val[e];
		}
		double scale = sum > 0.0 ? 1.0 / sqrt(sum) : 0.0;
		length[i] = sqrt(sum);
		for (size_t e = out->ptr[i]; e < out->ptr[i + 1]; e++)
			out->val[e] *= scale;
	}
out:
	odd__memory_free(&p.memory);
	return status;
}

/* ---- a matrix without columns ------------------------------------------------------------------
 */

void odd_prepared_clear(odd_prepared *p)
{
	odd_csr_clear(&p->A);
	if (p->shared) {
		p->C.ptr = NULL;
		p->C.idx = NULL;
	}
	odd_csr_clear(&p->C);
	odd_csr_clear(&p->At);
	odd_csr_clear(&p->Ct);
	free(p->length);
	memset(p, 0, sizeof *p);
}

/* ---- adjacency ---------------------------------------------------------------------------- */

/* A power of two by which A and I are multiplied so that no sum overflows; it cancels in the
 * result, and is 1 for every network that is not absurd. */
static double safe_unit(odd_ccsr A)
{
	for (size_t e = 0; A.val != NULL && e < odd_csr_nnz(A); e++)
		if (fabs(A.val[e]) > 0x1p900)
			return 0x1p-500;
	return 1.0;
}

/* D^-½ (A + I) D^-½, with row and column sums of their own where A is not symmetric. */
struct adjacency {
	odd_csr *out;
	odd_ccsr A;
	double unit;
	double *row, *column; /* the same array when A is symmetric */
};

/* Sums of rows, as 1/√(1 + Σ), and lengths of the rows of the result. Every sum starts with the 1
 * of I and then runs in rising order. */
static void measure_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct adjacency *c = context;
	const odd_ccsr A = c->A;
	for (size_t i = begin; i < end; i++) {
		double sum = c->unit;
		size_t loops = 0;
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			sum += c->unit * odd_csr_value(A, e);
			loops += A.idx[e] == i;
		}
		c->row[i] = 1.0 / sqrt(sum);
		c->out->ptr[i + 1] = A.ptr[i + 1] - A.ptr[i] + 1 - loops;
	}
}

/* The same sums for columns; for a symmetric A they would agree with those of rows to the last bit.
 */
static void column_roots(const struct adjacency *c)
{
	for (size_t i = 0; i < c->A.rows; i++)
		c->column[i] = c->unit;
	for (size_t e = 0; e < odd_csr_nnz(c->A); e++)
		c->column[c->A.idx[e]] += c->unit * odd_csr_value(c->A, e);
	for (size_t i = 0; i < c->A.rows; i++)
		c->column[i] = 1.0 / sqrt(c->column[i]);
}

static void scale_links(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct adjacency *c = context;
	const odd_ccsr A = c->A;
	const double *row = c->row, *column = c->column;
	for (size_t i = begin; i < end; i++) {
		size_t e = A.ptr[i], last = A.ptr[i + 1], at = c->out->ptr[i];
		for (; e < last && A.idx[e] < i; e++, at++) {
			c->out->idx[at] = A.idx[e];
			c->out->val[at] =
				c->unit * odd_csr_value(A, e) * (row[i] * column[A.idx[e]]);
		}
		/* A network has no self loops; where a caller's A has one, it adds to that of I. */
		double own = e < last && A.idx[e] == i ? odd_csr_value(A, e++) : 0.0;
		c->out->idx[at] = (uint32_t)i;
		c->out->val[at++] = (c->unit + c->unit * own) * (row[i] * column[i]);
		for (; e < last; e++, at++) {
			c->out->idx[at] = A.idx[e];
			c->out->val[at] =
				c->unit * odd_csr_value(A, e) * (row[i] * column[A.idx[e]]);
		}
	}
}

/* Sums of rows and the lengths of the rows of the result. */
static odd_status measure(struct adjacency *c, const odd_job *job, odd_error *err)
{
	const odd_ccsr A = c->A;
	odd_status status = odd_csr_alloc(c->out, A.rows, A.cols, odd_csr_nnz(A) + A.rows, 1, err);
	odd__chunks chunks;
	odd__chunks_even(&chunks, A.rows);
	if (status == ODD_OK)
		status = odd__parallel(job, &chunks, measure_rows, c, NULL, err);
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++)
		c->out->ptr[i + 1] += c->out->ptr[i];
	return status;
}

static odd_status scale(struct adjacency *c, const odd_job *job, odd_error *err)
{
	odd__chunks chunks;
	odd__chunks_even(&chunks, c->A.rows);
	return odd__parallel(job, &chunks, scale_links, c, NULL, err);
}

/* part: see odd__prepare; the columns of its halo get their sums from other processes. */
static odd_status adjacency(odd_csr *out, odd_csr *out_t, odd_ccsr A, bool symmetric,
	const odd__prepared_part *part, const odd_job *job, odd_error *err)
{
	double unit = -safe_unit(A), *row = malloc((A.cols + 1) * sizeof *row), *column = row;
	if (!symmetric)
		column = malloc((A.cols + 1) * sizeof *column);
	odd_status status = row != NULL && column != NULL ? ODD_OK : odd_error_nomem(err);
	if (status == ODD_OK && part != NULL) /* the smallest of all */
		status = odd__comm_largest(part->halo->comm, &unit, 1, err);
	struct adjacency c = {out, A, -unit, row, column}, t = {out_t, {0}, -unit, column, row};
	if (status == ODD_OK)
		status = measure(&c, job, err);
	if (status == ODD_OK && part != NULL)
		status = odd__halo_fill(part->halo, (odd_mat){row, A.rows, 1, 1}, NULL, err);
	if (status == ODD_OK && !symmetric && part == NULL)
		column_roots(&c);
	if (status == ODD_OK && !symmetric && part != NULL) {
		t.A = odd_csr_const(*part->At);
		status = measure(&t, job, err);
		if (status == ODD_OK)
			status = odd__halo_fill(
				part->halo, (odd_mat){column, A.rows, 1, 1}, NULL, err);
		if (status == ODD_OK)
			status = scale(&t, job, err);
	}
	if (status == ODD_OK)
		status = scale(&c, job, err);
	if (status != ODD_OK)
		odd_csr_clear(out);
	if (!symmetric)
		free(column);
	free(row);
	return status;
}

odd_status odd_prepare_adjacency(odd_csr *out, odd_ccsr A, odd_error *err)
{
	const odd_job alone = {.threads = 1};
	return adjacency(out, NULL, A, false, NULL, &alone, err);
}

/* ---- words -------------------------------------------------------------------------------- */

/* comm: of processes that share `nodes` rows. */
static bool are_words(odd_ccsr C, size_t nodes, const odd__comm *comm)
{
	double sums[2] = {0.0, 0.0}; /* negative values; values that are not 0 */
	for (size_t e = 0; e < odd_csr_nnz(C); e++) {
		sums[0] += odd_csr_value(C, e) < 0.0;
		sums[1] += odd_csr_value(C, e) != 0.0;
	}
	odd__comm_sum(comm, sums, 2);
	return sums[0] == 0.0 && sums[1] * 5.0 <= (double)nodes * (double)C.cols;
}

bool odd_prepare_is_words(odd_ccsr C)
{
	return are_words(C, C.rows, NULL);
}

/* Scale to unit length; the largest magnitude must be near 1, or 0. Returns the length before. */
static double to_unit_length(double *x, size_t n)
{
	double sum = 0.0;
	for (size_t e = 0; e < n; e++)
		sum += x[e] * x[e];
	if (sum <= 0.0)
		return 0.0;
	double length = sqrt(sum), scale = 1.0 / length;
	for (size_t e = 0; e < n; e++)
		x[e] *= scale;
	return length;
}

struct tfidf {
	odd_csr *out;
	odd_ccsr C;
	const double *idf;
	double *length; /* of each row before it was scaled; NULL: not wanted */
};

static void weigh_words(void *context, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct tfidf *t = context;
	const odd_ccsr C = t->C;
	for (size_t i = begin; i < end; i++) {
		/* In units of the row's largest entry nothing overflows. */
		double most = 0.0;
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1]; e++)
			most = fmax(most, fabs(odd_csr_value(C, e)));
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1]; e++) {
			t->out->val[e] =
				most > 0.0 ? odd_csr_value(C, e) / most * t->idf[C.idx[e]] : 0.0;
		}
		double length = to_unit_length(t->out->val + C.ptr[i], C.ptr[i + 1] - C.ptr[i]);
		if (t->length != NULL)
			t->length[i] = fmin(most, DBL_MAX / (1.0 + length)) * length;
		if (t->out->idx == C.idx)
			continue;
		memcpy(t->out->idx + C.ptr[i], C.idx + C.ptr[i],
			(C.ptr[i + 1] - C.ptr[i]) * sizeof *C.idx);
		t->out->ptr[i + 1] = C.ptr[i + 1];
	}
}

/* Rows and columns of `like`, values of its own. */
static odd_status alloc_values(odd_csr *out, odd_csr like, odd_error *err)
{
	*out = like;
	out->val = odd__pages_alloc((odd_csr_nnz(odd_csr_const(like)) + 1) * sizeof *out->val);
	if (out->val != NULL)
		return ODD_OK;
	memset(out, 0, sizeof *out);
	return odd_error_nomem(err);
}

/* share: where not NULL, the owner of C's rows and columns, which the result is to have as well.
 * comm: of processes that share `nodes` rows. On failure `out` is nothing. */
static odd_status tfidf(odd_csr *out, double *length, odd_ccsr C, const odd_csr *share,
	size_t nodes, const odd__comm *comm, const odd_job *job, odd_error *err)
{
	size_t nnz = odd_csr_nnz(C);
	double *idf = calloc(C.cols + 1, sizeof *idf);
	if (idf == NULL)
		return odd_error_nomem(err);
	odd_status status = share != NULL ? alloc_values(out, *share, err)
					  : odd_csr_alloc(out, C.rows, C.cols, nnz, 1, err);
	if (status != ODD_OK) {
		free(idf);
		return status;
	}
	for (size_t e = 0; e < nnz; e++)
		idf[C.idx[e]] += 1.0;
	odd__comm_sum(comm, idf, C.cols);
	for (size_t d = 0; d < C.cols; d++)
		idf[d] = log((1.0 + (double)nodes) / (1.0 + idf[d])) + 1.0;
	struct tfidf t = {out, C, idf, length};
	odd__chunks chunks;
	odd__chunks_even(&chunks, C.rows);
	status = odd__parallel(job, &chunks, weigh_words, &t, NULL, err);
	if (status != ODD_OK && share != NULL) {
		free(out->val);
		memset(out, 0, sizeof *out);
	}
	if (status != ODD_OK)
		odd_csr_clear(out);
	free(idf);
	return status;
}

odd_status odd_prepare_tfidf(odd_csr *out, odd_ccsr C, odd_error *err)
{
	const odd_job alone = {.threads = 1};
	return tfidf(out, NULL, C, NULL, C.rows, NULL, &alone, err);
}

/* ---- anything else ------------------------------------------------------------------------ */

typedef struct column {
	double unit; /* largest magnitude; the rest is in units of it, so as not to overflow */
	double low, high, mean, inverse_sd;
	size_t stored;
	bool constant;
} column;

/* Mean and spread of every column, absent entries being 0. Two passes: no cancellation. */
static void measure_columns(column *col, odd_ccsr C)
{
	size_t nnz = odd_csr_nnz(C);
	double n = (double)C.rows;
	for (size_t e = 0; e < nnz; e++) {
		column *c = &col[C.idx[e]];
		c->unit = fmax(c->unit, fabs(odd_csr_value(C, e)));
		c->stored++;
	}
	for (size_t d = 0; d < C.cols; d++) {
		bool holes = col[d].stored < C.rows;
		col[d].low = holes ? 0.0 : DBL_MAX;
		col[d].high = holes ? 0.0 : -DBL_MAX;
	}
	for (size_t e = 0; e < nnz; e++) {
		column *c = &col[C.idx[e]];
		double x = c->unit > 0.0 ? odd_csr_value(C, e) / c->unit : 0.0;
		c->mean += x / n;
		c->low = fmin(c->low, x);
		c->high = fmax(c->high, x);
	}
	/* The sum of squares is gathered in inverse_sd. */
	for (size_t d = 0; d < C.cols; d++)
		col[d].inverse_sd = (n - (double)col[d].stored) * col[d].mean * col[d].mean;
	for (size_t e = 0; e < nnz; e++) {
		column *c = &col[C.idx[e]];
		double x = c->unit > 0.0 ? odd_csr_value(C, e) / c->unit - c->mean : 0.0;
		c->inverse_sd += x * x;
	}
	for (size_t d = 0; d < C.cols; d++) {
		/* A spread of a few roundings is none. */
		col[d].constant = !(col[d].high - col[d].low > 8.0 * DBL_EPSILON);
		if (!col[d].constant)
			col[d].inverse_sd = 1.0 / sqrt(col[d].inverse_sd / n);
	}
}

/* By what to multiply each of the standardised columns of X (rows × width, dense): √|r|, r being
 * the correlation of the column between the two ends of a link. `r` and `mean` are room for width.
 */
static void weigh_columns(double *r, double *mean, const double *X, size_t width, odd_ccsr A)
{
	size_t links = odd_csr_nnz(A);
	double usual = 2.0 / sqrt((double)links);
	for (size_t d = 0; d < width; d++)
		r[d] = mean[d] = 0.0;
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			for (size_t d = 0; d < width; d++)
				mean[d] += 0.5 * (X[i * width + d] + X[A.idx[e] * width + d]);
	for (size_t d = 0; d < width; d++)
		mean[d] /= (double)links;
	double *both = mean + width;
	for (size_t d = 0; d < width; d++)
		both[d] = 0.0;
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			for (size_t d = 0; d < width; d++) {
				double x = X[i * width + d] - mean[d];
				double y = X[A.idx[e] * width + d] - mean[d];
				r[d] += x * y;
				both[d] += 0.5 * (x * x + y * y);
			}
	for (size_t d = 0; d < width; d++) {
		double size = both[d] > 0.0 ? fabs(r[d]) / both[d] : 0.0;
		r[d] = sqrt(fmax(size, usual));
	}
}

/* Columns times their weights, and rows of unit length; their length before goes into `length`
 * unless that is NULL. */
static odd_status weigh_rows(odd_csr *X, double *length, size_t width, odd_ccsr A, odd_error *err)
{
	double *room = malloc((3 * width + 1) * sizeof *room);
	if (room == NULL)
		return odd_error_nomem(err);
	bool linked = A.ptr != NULL && odd_csr_nnz(A) > 0;
	if (linked)
		weigh_columns(room, room + width, X->val, width, A);
	for (size_t i = 0; i < X->rows; i++) {
		double *row = X->val + i * width;
		for (size_t d = 0; d < width && linked; d++)
			row[d] *= room[d];
		double before = to_unit_length(row, width);
		if (length != NULL)
			length[i] = before;
	}
	free(room);
	return ODD_OK;
}

static odd_status standardise(odd_csr *out, double *length, odd_ccsr C, odd_ccsr A,
	size_t *constant_columns, odd_error *err)
{
	size_t constants = 0;
	column *col = calloc(C.cols + 1, sizeof *col);
	if (col == NULL)
		return odd_error_nomem(err);
	measure_columns(col, C);
	for (size_t d = 0; d < C.cols; d++)
		constants += col[d].constant;
	size_t width = C.cols - constants;
	odd_status status = ODD_OK;
	if (width > 0 && C.rows > SIZE_MAX / sizeof(double) / width)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_csr_alloc(out, C.rows, C.cols, C.rows * width, 1, err);
	if (status != ODD_OK)
		goto out;
	for (size_t i = 0; i < C.rows; i++) {
		size_t e = C.ptr[i], at = i * width;
		for (size_t d = 0; d < C.cols; d++) {
			double x = 0.0;
			if (e < C.ptr[i + 1] && C.idx[e] == d)
				x = odd_csr_value(C, e++);
			if (col[d].constant)
				continue;
			out->idx[at] = (uint32_t)d;
			out->val[at++] = (x / col[d].unit - col[d].mean) * col[d].inverse_sd;
		}
		out->ptr[i + 1] = at;
	}
	status = weigh_rows(out, length, width, A, err);
	if (status != ODD_OK)
		odd_csr_clear(out);
	else if (constant_columns != NULL)
		*constant_columns = constants;
out:
	free(col);
	return status;
}

odd_status odd_prepare_standardise(
	odd_csr *out, odd_ccsr C, odd_ccsr A, size_t *constant_columns, odd_error *err)
{
	return standardise(out, NULL, C, A, constant_columns, err);
}

/* ---- presets ------------------------------------------------------------------------------ */

/* The parts of odd_prepare, each a second or so on a million nodes; cancelled between them. */
static odd_status next_part(const odd_job *job, double done, odd_error *err)
{
	odd_job_report(job, "prepare", done, 4.0);
	if (odd_job_cancelled(job))
		return odd_error_set(err, ODD_ECANCELLED, "cancelled");
	return ODD_OK;
}

odd_status odd__prepare(odd_prepared *out, const odd_network *net, odd_preset preset, bool share,
	const odd__prepared_part *part, const odd_job *job, odd_error *err)
{
	const odd__comm *comm = part != NULL ? part->halo->comm : NULL;
	const size_t nodes = part != NULL ? part->nodes : net->nodes;
	odd_ccsr A = odd_csr_const(net->A), C = odd_csr_const(net->C);
	memset(out, 0, sizeof *out);
	out->stand_in = net->links_are_words;
	/* A table is no matrix of one sort: numbers beside words are never left as they are, or the
	 * unit of a column would decide. */
	bool table = net->columns.count > 0 && net->attributes > 0,
	     mixed = odd_columns_mixed(&net->columns);
	bool by_column = table && (preset == ODD_CALIBRATED || mixed);
	out->standardised =
		by_column ? mixed : preset == ODD_CALIBRATED && !are_words(C, nodes, comm);
	if (part != NULL && out->standardised)
		return odd_error_set(err, ODD_EUSAGE,
			"attributes that several processes share have to be words, and these are "
			"negative or too many; run it in one process");
	odd_status status = next_part(job, 0.0, err);
	if (by_column || preset == ODD_CALIBRATED)
		out->length = calloc(net->nodes + 1, sizeof *out->length);
	if (status == ODD_OK && (by_column || preset == ODD_CALIBRATED) && out->length == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = preset == ODD_PAPER
				 ? odd_csr_copy(&out->A, A, err)
				 : adjacency(&out->A, &out->At, A, !net->directed, part, job, err);
	if (status == ODD_OK && (status = next_part(job, 1.0, err)) == ODD_OK) {
		if (by_column)
			status = prepare_columns(&out->C, out->length, net, err);
		else if (preset == ODD_PAPER)
			status = odd_csr_copy(&out->C, C, err);
		else if (out->standardised)
			status = standardise(
				&out->C, out->length, C, A, &out->constant_columns, err);
		else {
			status = tfidf(&out->C, out->length, C, share ? &net->C : NULL, nodes, comm,
				job, err);
			out->shared = share && status == ODD_OK;
		}
	}
	if (status == ODD_OK && (status = next_part(job, 2.0, err)) == ODD_OK && net->directed) {
		if (part == NULL)
			status = odd_csr_transpose_with(&out->At, odd_csr_const(out->A), job, err);
		else if (preset == ODD_PAPER)
			status = odd_csr_copy(&out->At, odd_csr_const(*part->At), err);
	}
	if (status == ODD_OK && (status = next_part(job, 3.0, err)) == ODD_OK)
		status = odd_csr_transpose_with(&out->Ct, odd_csr_const(out->C), job, err);
	if (status != ODD_OK)
		odd_prepared_clear(out);
	return status;
}

odd_status odd_prepare(odd_prepared *out, const odd_network *net, odd_preset preset,
	const odd_job *job, odd_error *err)
{
	return odd__prepare(out, net, preset, false, NULL, job, err);
}
