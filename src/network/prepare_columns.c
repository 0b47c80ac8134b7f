/* Attributes that came from the columns of a table, each by its type.
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

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/memory.h"
#include "network/column_types.h"
#include "network/prepare_columns.h"

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
static void standardise(double *x, double *room, size_t n, bool skewed)
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
		standardise(x, x + n, n, p->columns->column[p->columns->of[d]].skewed);
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

odd_status odd__prepare_columns(
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
