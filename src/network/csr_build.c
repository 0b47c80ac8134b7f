#include "config.h"

#include "network/csr_build.h"

#include <string.h>

#include "base/parallel.h"

/* ---- rows ----------------------------------------------------------------------------------- */

static void swap(uint32_t *idx, double *val, size_t i, size_t j)
{
	uint32_t t = idx[i];
	idx[i] = idx[j];
	idx[j] = t;
	if (val != NULL) {
		double x = val[i];
		val[i] = val[j];
		val[j] = x;
	}
}

static void sift(uint32_t *idx, double *val, size_t i, size_t n)
{
	for (size_t child; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && idx[child + 1] > idx[child])
			child++;
		if (idx[child] <= idx[i])
			return;
		swap(idx, val, i, child);
	}
}

/* Most rows are short; a long one is heaped, which needs no memory that could be missing. */
static void sort_row(uint32_t *idx, double *val, size_t n)
{
	enum { SHORT = 48 };
	if (n <= SHORT) {
		for (size_t i = 1; i < n; i++)
			for (size_t j = i; j > 0 && idx[j - 1] > idx[j]; j--)
				swap(idx, val, j - 1, j);
		return;
	}
	for (size_t i = n / 2; i-- > 0;)
		sift(idx, val, i, n);
	for (size_t i = n; --i > 0;) {
		swap(idx, val, 0, i);
		sift(idx, val, 0, i);
	}
}

struct sorting {
	odd_csr *m;
	size_t repeats[ODD__CHUNKS_MAX]; /* per chunk: entries whose place is taken */
};

static void sort_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	struct sorting *s = context;
	const odd_csr *m = s->m;
	size_t repeats = 0;
	for (size_t i = begin; i < end; i++) {
		uint32_t *idx = m->idx + m->ptr[i];
		size_t n = m->ptr[i + 1] - m->ptr[i], e = 1;
		while (e < n && idx[e - 1] < idx[e])
			e++;
		if (e >= n)
			continue;
		sort_row(idx, m->val != NULL ? m->val + m->ptr[i] : NULL, n);
		for (e = 1; e < n; e++)
			repeats += idx[e - 1] == idx[e];
	}
	s->repeats[chunk] = repeats;
}

/* Entries of one place stand together now: the largest of each stays. */
static void merge_repeats(odd_csr *m)
{
	size_t kept = 0, begin = 0;
	for (size_t i = 0; i < m->rows; i++) {
		size_t end = m->ptr[i + 1], first = kept;
		for (size_t e = begin; e < end; e++) {
			bool there = kept > first && m->idx[kept - 1] == m->idx[e];
			if (m->val != NULL && (!there || m->val[e] > m->val[kept - 1]))
				m->val[there ? kept - 1 : kept] = m->val[e];
			if (!there)
				m->idx[kept++] = m->idx[e];
		}
		begin = end;
		m->ptr[i + 1] = kept;
	}
}

odd_status odd__csr_sort_rows(odd_csr *m, size_t *merged, const odd_job *job, odd_error *err)
{
	struct sorting s = {.m = m};
	odd__chunks chunks;
	odd__chunks_by_entries(&chunks, m->rows, m->ptr, 4);
	odd_status status = odd__parallel(job, &chunks, sort_rows, &s, NULL, err);
	if (status != ODD_OK)
		return status;
	*merged = 0;
	for (size_t c = 0; c < chunks.count; c++)
		*merged += s.repeats[c];
	if (*merged > 0)
		merge_repeats(m);
	return ODD_OK;
}

/* ---- links ---------------------------------------------------------------------------------- */

struct placing {
	const uint32_t *from[2], *to[2]; /* the links, and their mirror images */
	const double *w;
	size_t count, ways;
	odd_csr *out;
};

/* How many entries the rows from begin to end have, each in the place behind its own. */
static void count_entries(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct placing *p = context;
	size_t *ptr = p->out->ptr;
	(void)chunk;
	for (size_t way = 0; way < p->ways; way++) {
		const uint32_t *row = p->from[way];
		for (size_t e = 0; e < p->count; e++)
			if (row[e] - begin < end - begin)
				ptr[row[e] + 1]++;
	}
}

/* Fill these rows. ptr[row + 1] is where the row starts, and moves to its end. */
static void place_entries(void *context, size_t chunk, size_t begin, size_t end)
{
	const struct placing *p = context;
	size_t *ptr = p->out->ptr;
	(void)chunk;
	for (size_t e = 0; e < p->count; e++) {
		for (size_t way = 0; way < p->ways; way++) {
			size_t row = p->from[way][e];
			if (row - begin >= end - begin)
				continue;
			size_t at = ptr[row + 1]++;
			p->out->idx[at] = p->to[way][e];
			if (p->w != NULL)
				p->out->val[at] = p->w[e];
		}
	}
}

/* Every range of rows looks at all links and takes its own: no two threads write to one row, and
 * what is written to lies closer together. */
static void cut_rows(odd__chunks *out, size_t rows, size_t entries)
{
	enum { RANGES = 4, WORTH_IT = 1 << 16 };
	out->count = entries < WORTH_IT ? 1 : RANGES;
	for (size_t c = 0; c <= out->count; c++)
		out->begin[c] = rows * c / out->count;
}

odd_status odd__csr_from_links(odd_csr *out, size_t n, size_t count, const uint32_t *a,
	const uint32_t *b, const double *w, bool both, size_t *merged, const odd_job *job,
	odd_error *err)
{
	struct placing p = {{a, b}, {b, a}, w, count, both ? 2 : 1, out};
	odd__chunks chunks;
	odd_status status = odd_csr_alloc(out, n, n, p.ways * count, w != NULL, err);
	if (status != ODD_OK)
		return status;
	cut_rows(&chunks, n, count);
	if ((status = odd__parallel(job, &chunks, count_entries, &p, NULL, err)) != ODD_OK)
		goto out;
	size_t start = 0;
	for (size_t i = 0; i < n; i++) {
		size_t entries = out->ptr[i + 1];
		out->ptr[i + 1] = start;
		start += entries;
	}
	if ((status = odd__parallel(job, &chunks, place_entries, &p, NULL, err)) == ODD_OK)
		status = odd__csr_sort_rows(out, merged, job, err);
	*merged /= p.ways;
out:
	if (status != ODD_OK)
		odd_csr_clear(out);
	return status;
}
