#include "config.h"

#include "baseline/deep_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- neighbours ---- */

odd_status odd__neighbours_init(
	odd__neighbours *out, const odd_network *net, const char *who, odd_error *err)
{
	memset(out, 0, sizeof *out);
	if (odd_csr_nnz(odd_csr_const(net->A)) == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s needs links and \"%s\" has none", who,
			net->name != NULL ? net->name : "the network");
	odd_status status = odd__links_init(&out->links, net, err);
	if (status != ODD_OK)
		return status;
	out->nodes = net->nodes;
	out->ptr = out->links.A.ptr;
	out->idx = out->links.A.idx;
	out->linked = malloc(net->nodes * sizeof *out->linked);
	if (out->linked == NULL) {
		odd__neighbours_clear(out);
		return odd_error_nomem(err);
	}
	for (size_t i = 0; i < net->nodes; i++)
		if (odd__degree(out, i) > 0)
			out->linked[out->linked_count++] = (uint32_t)i;
	return ODD_OK;
}

void odd__neighbours_clear(odd__neighbours *n)
{
	odd__links_clear(&n->links);
	free(n->linked);
	memset(n, 0, sizeof *n);
}

uint32_t odd__walk(const odd__neighbours *n, uint32_t from, size_t steps, odd_rng *rng)
{
	for (; steps > 0; steps--)
		from = n->idx[n->ptr[from] + odd__below32(rng, (uint32_t)odd__degree(n, from))];
	return from;
}

/* ---- attributes ---- */

static odd_status features_alloc(
	odd__features *out, size_t rows, size_t cols, size_t nnz, bool shifted, odd_error *err)
{
	*out = (odd__features){.rows = rows, .cols = cols};
	out->ptr = odd__take(&out->memory, rows + 1, sizeof *out->ptr);
	out->idx = odd__take(&out->memory, nnz, sizeof *out->idx);
	out->val = odd__take(&out->memory, nnz, sizeof *out->val);
	out->shift = shifted ? odd__take(&out->memory, cols, sizeof *out->shift) : NULL;
	odd_status status = odd__memory_check(&out->memory, err);
	if (status != ODD_OK)
		odd__features_clear(out);
	return status;
}

void odd__features_clear(odd__features *X)
{
	odd__memory_free(&X->memory);
	memset(X, 0, sizeof *X);
}

/* mean and 1/sd of each column, absent entries being 0; in units of the column's largest entry, so
 * that squares do not overflow. unit, square and stored are scratch, all zero. */
static void measure_columns(
	double *mean, double *inverse, double *unit, double *square, size_t *stored, odd_ccsr C)
{
	double n = (double)C.rows;
	size_t nnz = odd_csr_nnz(C);
	for (size_t e = 0; e < nnz; e++) {
		unit[C.idx[e]] = fmax(unit[C.idx[e]], fabs(odd_csr_value(C, e)));
		stored[C.idx[e]]++;
	}
	for (size_t e = 0; e < nnz; e++)
		if (unit[C.idx[e]] > 0.0)
			mean[C.idx[e]] += odd_csr_value(C, e) / unit[C.idx[e]] / n;
	for (size_t e = 0; e < nnz; e++) {
		double u = unit[C.idx[e]];
		double x = u > 0.0 ? odd_csr_value(C, e) / u - mean[C.idx[e]] : 0.0;
		square[C.idx[e]] += x * x;
	}
	for (size_t d = 0; d < C.cols; d++) {
		double sd = sqrt((square[d] + (n - (double)stored[d]) * mean[d] * mean[d]) / n);
		/* A spread of a few roundings is none: such a column is 0, whatever it holds. */
		inverse[d] = sd > 1e-13 ? 1.0 / (sd * unit[d]) : 0.0;
		mean[d] *= unit[d];
	}
}

odd_status odd__features_init(odd__features *out, const odd_network *net, bool standardise,
	const char *who, odd_error *err)
{
	odd_ccsr C = odd_csr_const(net->C);
	size_t nnz = odd_csr_nnz(C);
	odd__memory memory = {0};
	memset(out, 0, sizeof *out);
	if (nnz == 0)
		return odd_error_set(err, ODD_EUSAGE, "%s needs attributes and \"%s\" has none",
			who, net->name != NULL ? net->name : "the network");
	for (size_t e = 0; e < nnz; e++)
		if (!isfinite(odd_csr_value(C, e)))
			return odd_error_set(err, ODD_ENUMERIC,
				"%s: an attribute in column %u is %g", who, (unsigned)C.idx[e],
				odd_csr_value(C, e));
	odd_status status = features_alloc(out, C.rows, C.cols, nnz, standardise, err);
	if (status != ODD_OK)
		return status;
	memcpy(out->ptr, C.ptr, (C.rows + 1) * sizeof *C.ptr);
	memcpy(out->idx, C.idx, nnz * sizeof *C.idx);
	double *mean = odd__take(&memory, C.cols, sizeof *mean);
	double *inverse = odd__take(&memory, C.cols, sizeof *inverse);
	double *unit = odd__take(&memory, C.cols, sizeof *unit);
	double *square = odd__take(&memory, C.cols, sizeof *square);
	size_t *stored = odd__take(&memory, C.cols, sizeof *stored);
	status = odd__memory_check(&memory, err);
	if (standardise && status == ODD_OK)
		measure_columns(mean, inverse, unit, square, stored, C);
	for (size_t d = 0; d < C.cols && standardise && status == ODD_OK; d++)
		out->shift[d] = (real)(mean[d] * inverse[d]);
	for (size_t e = 0; e < nnz && status == ODD_OK; e++)
		out->val[e] = (real)(odd_csr_value(C, e) * (standardise ? inverse[C.idx[e]] : 1.0));
	odd__memory_free(&memory);
	if (status != ODD_OK)
		odd__features_clear(out);
	return status;
}

/* ---- the neighbourhood's attributes ---- */

struct gather {
	double *sum;      /* per column */
	uint8_t *touched; /* per column */
	uint32_t *list;   /* columns touched */
};

static int compare_columns(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* Row i of the mean into idx, val (when not NULL); returns how many entries it has. */
static size_t around_row(uint32_t *idx, real *val, const odd__features *X, const odd__neighbours *n,
	size_t i, struct gather *g)
{
	uint32_t self = (uint32_t)i;
	const uint32_t *near = n->idx + n->ptr[i];
	size_t degree = odd__degree(n, i), count = 0;
	if (degree == 0) {
		near = &self;
		degree = 1;
	}
	for (size_t a = 0; a < degree; a++)
		for (size_t e = X->ptr[near[a]]; e < X->ptr[near[a] + 1]; e++) {
			uint32_t d = X->idx[e];
			if (!g->touched[d]) {
				g->touched[d] = 1;
				g->list[count++] = d;
			}
			g->sum[d] += (double)X->val[e];
		}
	if (val != NULL)
		qsort(g->list, count, sizeof *g->list, compare_columns);
	for (size_t c = 0; c < count; c++) {
		uint32_t d = g->list[c];
		if (val != NULL) {
			idx[c] = d;
			val[c] = (real)(g->sum[d] / (double)degree);
		}
		g->sum[d] = 0.0;
		g->touched[d] = 0;
	}
	return count;
}

/* Told and asked every so many rows of the two passes. */
static odd_status around_pause(
	const char *who, size_t done, size_t rows, const odd_job *job, odd_error *err)
{
	if (done % 1024 != 0)
		return ODD_OK;
	odd_job_report(job, who, (double)done, 2.0 * (double)rows);
	return odd_job_cancelled(job) ? odd_error_set(err, ODD_ECANCELLED, "cancelled") : ODD_OK;
}

odd_status odd__features_around(odd__features *out, const odd__features *X,
	const odd__neighbours *n, const char *who, const odd_job *job, odd_error *err)
{
	odd__memory memory = {0};
	struct gather g = {odd__take(&memory, X->cols, sizeof *g.sum),
		odd__take(&memory, X->cols, sizeof *g.touched),
		odd__take(&memory, X->cols, sizeof *g.list)};
	size_t total = 0, rows = X->rows;
	odd_status status = odd__memory_check(&memory, err);
	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < rows && status == ODD_OK; i++) {
		total += around_row(NULL, NULL, X, n, i, &g);
		status = around_pause(who, i, rows, job, err);
	}
	if (status == ODD_OK)
		status = features_alloc(out, rows, X->cols, total, X->shift != NULL, err);
	for (size_t i = 0; i < rows && status == ODD_OK; i++) {
		size_t at = out->ptr[i];
		out->ptr[i + 1] = at + around_row(out->idx + at, out->val + at, X, n, i, &g);
		status = around_pause(who, rows + i, rows, job, err);
	}
	if (status != ODD_OK)
		odd__features_clear(out);
	else if (X->shift != NULL) /* the mean of shifted rows is shifted by as much */
		memcpy(out->shift, X->shift, X->cols * sizeof *X->shift);
	odd__memory_free(&memory);
	return status;
}
