/* shared_words.c: the attributes that neighbours have in common. evidence.h has the formula. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "linalg/memory.h"
#include "score/evidence.h"

#define USUAL 0.5 /* links of the usual kind that every node is taken to have besides its own */
#define PARTS 8   /* of the rows that are added up side by side */

struct shared {
	odd_ccsr links, C;
	double *scale;  /* 1/‖C_i‖; 0 where there is nothing */
	double *all;    /* Σ of all rows of length 1; D for each part of the rows */
	size_t *before; /* links to lower numbers in the rows before this one; N + 1 */
	double *cosine; /* of the two ends of a link, in the rows of the higher; links/2 */
	double *beyond; /* Σ over neighbours of what is shared beyond chance; N */
	double *count;  /* neighbours that have attributes; N */
	double others;  /* nodes that have attributes, but one */
};

/* Four sums side by side: one alone waits for each addition. */
static double dot_row(odd_ccsr C, size_t i, const double *x)
{
	double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
	const uint32_t *idx = C.idx + C.ptr[i];
	size_t n = C.ptr[i + 1] - C.ptr[i], e = 0;
	if (C.val == NULL) {
		for (; e < n; e++)
			a += x[idx[e]];
		return a;
	}
	const double *val = C.val + C.ptr[i];
	for (; e + 4 <= n; e += 4) {
		a += val[e] * x[idx[e]];
		b += val[e + 1] * x[idx[e + 1]];
		c += val[e + 2] * x[idx[e + 2]];
		d += val[e + 3] * x[idx[e + 3]];
	}
	for (; e < n; e++)
		a += val[e] * x[idx[e]];
	return (a + b) + (c + d);
}

/* Row i of length 1 lies open in `row` while the rows of its neighbours of lower numbers are read
 * against it: each link once. beyond[i] is what chance gives it of one neighbour. */
static void share_rows(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	struct shared *s = context;
	double *row = scratch;
	(void)chunk;
	for (size_t d = 0; d < s->C.cols; d++)
		row[d] = 0.0;
	for (size_t i = begin; i < end; i++) {
		const uint32_t *j = s->links.idx + s->links.ptr[i];
		size_t lower = s->before[i + 1] - s->before[i];
		for (size_t e = s->C.ptr[i]; e < s->C.ptr[i + 1] && lower > 0; e++)
			row[s->C.idx[e]] = s->scale[i] * odd_csr_value(s->C, e);
		for (size_t t = 0; t < lower; t++)
			s->cosine[s->before[i] + t] = s->scale[j[t]] * dot_row(s->C, j[t], row);
		for (size_t e = s->C.ptr[i]; e < s->C.ptr[i + 1] && lower > 0; e++)
			row[s->C.idx[e]] = 0.0;
		s->beyond[i] = (s->scale[i] * dot_row(s->C, i, s->all) - 1.0) / s->others;
	}
}

/* Both ends of each link. */
static void add_up(struct shared *s)
{
	for (size_t i = 0; i < s->links.rows; i++) {
		double chance = s->beyond[i];
		size_t count = 0;
		for (size_t e = s->links.ptr[i]; e < s->links.ptr[i + 1]; e++)
			count += s->scale[s->links.idx[e]] > 0.0;
		s->count[i] = (double)count;
		s->beyond[i] = -s->count[i] * chance;
	}
	for (size_t i = 0; i < s->links.rows; i++) {
		const uint32_t *j = s->links.idx + s->links.ptr[i];
		for (size_t t = s->before[i]; t < s->before[i + 1]; t++, j++) {
			s->beyond[i] += s->cosine[t];
			s->beyond[*j] += s->cosine[t];
		}
	}
}

static void count_lower(struct shared *s)
{
	s->before[0] = 0;
	for (size_t i = 0; i < s->links.rows; i++) {
		size_t e = s->links.ptr[i];
		while (e < s->links.ptr[i + 1] && s->links.idx[e] < i)
			e++;
		s->before[i + 1] = s->before[i] + (e - s->links.ptr[i]);
	}
}

/* Lengths of some rows, and the sum of these rows. */
static void measure_rows(void *context, size_t chunk, size_t begin, size_t end)
{
	struct shared *s = context;
	double *all = s->all + chunk * s->C.cols;
	for (size_t i = begin; i < end; i++) {
		double square = 0.0;
		for (size_t e = s->C.ptr[i]; e < s->C.ptr[i + 1]; e++)
			square += odd_csr_value(s->C, e) * odd_csr_value(s->C, e);
		bool there = square > 0.0 && isfinite(square);
		s->scale[i] = there ? 1.0 / sqrt(square) : 0.0;
		for (size_t e = s->C.ptr[i]; e < s->C.ptr[i + 1] && there; e++)
			all[s->C.idx[e]] += s->scale[i] * odd_csr_value(s->C, e);
	}
}

/* Lengths and the sum of all rows, which is put together from that of each part. */
static odd_status measure(struct shared *s, size_t parts, const odd_job *job, odd_error *err)
{
	odd__chunks chunks = {.count = parts};
	double present = 0.0;
	for (size_t p = 0; p <= parts; p++)
		chunks.begin[p] = s->C.rows * p / parts;
	odd_status status = odd__parallel(job, &chunks, measure_rows, s, NULL, err);
	if (status != ODD_OK)
		return status;
	for (size_t p = 1; p < parts; p++)
		for (size_t d = 0; d < s->C.cols; d++)
			s->all[d] += s->all[p * s->C.cols + d];
	for (size_t i = 0; i < s->C.rows; i++)
		present += s->scale[i] > 0.0;
	s->others = fmax(present - 1.0, 1.0);
	return ODD_OK;
}

static void draw_in(double *shared, const struct shared *s)
{
	double sum = 0.0, count = 0.0;
	for (size_t i = 0; i < s->C.rows; i++)
		if (s->scale[i] > 0.0) {
			sum += s->beyond[i];
			count += s->count[i];
		}
	double usual = count > 0.0 ? sum / count : 0.0;
	for (size_t i = 0; i < s->C.rows; i++)
		shared[i] = s->scale[i] > 0.0
				    ? 1.0 - (s->beyond[i] + USUAL * usual) / (s->count[i] + USUAL)
				    : 1.0 - usual;
}

odd_status odd__shared_words(
	double *shared, odd_ccsr links, odd_ccsr C, const odd_job *job, odd_error *err)
{
	/* As many parts as have more entries than there are columns: the data alone decide. */
	size_t parts = odd_csr_nnz(C) / (C.cols + 1);
	parts = parts < 1 ? 1 : parts > PARTS ? PARTS : parts;
	odd__memory memory = {0};
	struct shared s = {.links = links,
		.C = C,
		.beyond = shared,
		.scale = odd__take(&memory, C.rows, sizeof *s.scale),
		.count = odd__take(&memory, C.rows, sizeof *s.count),
		.before = odd__take(&memory, C.rows + 1, sizeof *s.before),
		.cosine = odd__take(&memory, odd_csr_nnz(links) / 2, sizeof *s.cosine),
		.all = odd__take(&memory, parts * C.cols, sizeof *s.all)};
	odd__chunks chunks;
	odd_status status = odd__memory_check(&memory, err);
	if (status == ODD_OK)
		status = measure(&s, parts, job, err);
	if (status == ODD_OK) {
		count_lower(&s);
		odd__chunks_by_entries(&chunks, links.rows, s.before, 1);
		status = odd__parallel_scratch(
			job, &chunks, share_rows, &s, (C.cols + 1) * sizeof(double), NULL, err);
	}
	if (status == ODD_OK) {
		add_up(&s);
		draw_in(shared, &s);
	}
	odd__memory_free(&memory);
	return status;
}
