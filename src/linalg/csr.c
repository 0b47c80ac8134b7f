#include "config.h"

#include "oddone/csr.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/parallel.h"

void odd_csr_clear(odd_csr *m)
{
	free(m->ptr);
	free(m->idx);
	free(m->val);
	memset(m, 0, sizeof *m);
}

odd_status odd_csr_alloc(
	odd_csr *out, size_t rows, size_t cols, size_t nnz, int with_values, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->rows = rows;
	out->cols = cols;
	out->ptr = calloc(rows + 1, sizeof *out->ptr);
	out->idx = odd__pages_alloc((nnz > 0 ? nnz : 1) * sizeof *out->idx);
	if (with_values)
		out->val = odd__pages_alloc((nnz > 0 ? nnz : 1) * sizeof *out->val);
	if (out->ptr == NULL || out->idx == NULL || (with_values && out->val == NULL)) {
		odd_csr_clear(out);
		return odd_error_nomem(err);
	}
	return ODD_OK;
}

odd_status odd_csr_copy(odd_csr *out, odd_ccsr in, odd_error *err)
{
	size_t nnz = odd_csr_nnz(in);
	odd_status status = odd_csr_alloc(out, in.rows, in.cols, nnz, in.val != NULL, err);
	if (status != ODD_OK)
		return status;
	memcpy(out->ptr, in.ptr, (in.rows + 1) * sizeof *in.ptr);
	memcpy(out->idx, in.idx, nnz * sizeof *in.idx);
	if (in.val != NULL)
		memcpy(out->val, in.val, nnz * sizeof *in.val);
	return ODD_OK;
}

/* ---- transpose: pieces of the rows of `in`, each with a place of its own in every row of `out`
 * ---- */

#define TURN_PIECES 16

struct turn {
	odd_csr *out;
	odd_ccsr in;
	size_t *next; /* per piece: where its next entry of each column goes */
};

static void turn_count(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct turn *t = context;
	size_t *count = t->next + chunk * t->in.cols;
	memset(count, 0, t->in.cols * sizeof *count);
	for (size_t e = t->in.ptr[begin]; e < t->in.ptr[end]; e++)
		count[t->in.idx[e]]++;
}

static void turn_fill(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct turn *t = context;
	size_t *next = t->next + chunk * t->in.cols;
	for (size_t r = begin; r < end; r++) {
		for (size_t e = t->in.ptr[r]; e < t->in.ptr[r + 1]; e++) {
			const size_t at = next[t->in.idx[e]]++;
			t->out->idx[at] = (uint32_t)r;
			if (t->in.val != NULL)
				t->out->val[at] = t->in.val[e];
		}
	}
}

odd_status odd_csr_transpose_with(odd_csr *out, odd_ccsr in, const odd_job *job, odd_error *err)
{
	const size_t nnz = odd_csr_nnz(in);
	odd_status status = odd_csr_alloc(out, in.cols, in.rows, nnz, in.val != NULL, err);
	if (status != ODD_OK)
		return status;
	/* Counts for every piece must be small beside the matrix itself. */
	odd__chunks pieces = {.count = TURN_PIECES * in.cols <= nnz / 4 ? TURN_PIECES : 1};
	for (size_t p = 0, row = 0; p <= pieces.count; p++) {
		while (row < in.rows && in.ptr[row] < p * (nnz / pieces.count))
			row++;
		pieces.begin[p] = p < pieces.count ? row : in.rows;
	}
	struct turn t = {out, in, malloc((pieces.count * in.cols + 1) * sizeof *t.next)};
	if (t.next == NULL) {
		odd_csr_clear(out);
		return odd_error_nomem(err);
	}
	status = odd__parallel(job, &pieces, turn_count, &t, NULL, err);
	size_t start = 0;
	for (size_t c = 0; c < in.cols && status == ODD_OK; c++) {
		for (size_t p = 0; p < pieces.count; p++) {
			const size_t count = t.next[p * in.cols + c];
			t.next[p * in.cols + c] = start;
			start += count;
		}
		out->ptr[c + 1] = start;
	}
	if (status == ODD_OK)
		status = odd__parallel(job, &pieces, turn_fill, &t, NULL, err);
	free(t.next);
	if (status != ODD_OK)
		odd_csr_clear(out);
	return status;
}

odd_status odd_csr_transpose(odd_csr *out, odd_ccsr in, odd_error *err)
{
	const odd_job alone = {.threads = 1};
	return odd_csr_transpose_with(out, in, &alone, err);
}

/* Entries of one place stand together now: keep one of each. Returns how many fell away. */
static size_t merge_rows(odd_csr *m, odd_merge merge)
{
	size_t kept = 0, begin = 0;
	for (size_t r = 0; r < m->rows; r++) {
		size_t end = m->ptr[r + 1], first = kept;
		for (size_t e = begin; e < end; e++) {
			if (kept > first && m->idx[kept - 1] == m->idx[e]) {
				if (m->val == NULL)
					continue;
				if (merge == ODD_MERGE_SUM)
					m->val[kept - 1] += m->val[e];
				else if (m->val[e] > m->val[kept - 1])
					m->val[kept - 1] = m->val[e];
				continue;
			}
			m->idx[kept] = m->idx[e];
			if (m->val != NULL)
				m->val[kept] = m->val[e];
			kept++;
		}
		begin = end;
		m->ptr[r + 1] = kept;
	}
	return begin - kept;
}

odd_status odd_csr_from_triplets(odd_csr *out, size_t rows, size_t cols, size_t n,
	const uint32_t *r, const uint32_t *c, const double *v, odd_merge merge, size_t *merged,
	odd_error *err)
{
	assert(!(merge == ODD_MERGE_SUM && v == NULL));
	/* Bucket by column, then transpose: two stable counting passes leave rows sorted. */
	odd_csr by_column;
	odd_status status = odd_csr_alloc(&by_column, cols, rows, n, v != NULL, err);
	if (status != ODD_OK)
		return status;
	for (size_t e = 0; e < n; e++) {
		assert(r[e] < rows && c[e] < cols);
		by_column.ptr[c[e] + 1]++;
	}
	size_t start = 0;
	for (size_t j = 0; j < cols; j++) {
		size_t count = by_column.ptr[j + 1];
		by_column.ptr[j + 1] = start;
		start += count;
	}
	for (size_t e = 0; e < n; e++) {
		size_t at = by_column.ptr[c[e] + 1]++;
		by_column.idx[at] = r[e];
		if (v != NULL)
			by_column.val[at] = v[e];
	}
	status = odd_csr_transpose(out, odd_csr_const(by_column), err);
	odd_csr_clear(&by_column);
	if (status != ODD_OK)
		return status;
	size_t fell = merge_rows(out, merge);
	if (merged != NULL)
		*merged = fell;
	return ODD_OK;
}

void odd_csr_row_norms(double *out, odd_ccsr S)
{
	for (size_t i = 0; i < S.rows; i++) {
		double sum = 0.0;
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			double x = odd_csr_value(S, e);
			sum += x * x;
		}
		out[i] = sum;
	}
}
