/* shared.c: the attributes that neighbours have in common. around.h has the formula. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "score/around.h"

#define USUAL 0.5 /* links of the usual kind that every node is taken to have besides its own */

struct shared {
	odd_ccsr links, C;
	double *scale;  /* 1/‖C_i‖; 0 where there is nothing */
	double *all;    /* Σ of all rows of length 1; D */
	double *beyond; /* Σ over neighbours of what is shared beyond chance; N */
	double *count;  /* neighbours that have attributes; N */
	double others;  /* nodes that have attributes, but one */
};

static double dot_row(odd_ccsr C, size_t i, const double *x)
{
	double sum = 0.0;
	for (size_t e = C.ptr[i]; e < C.ptr[i + 1]; e++)
		sum += odd_csr_value(C, e) * x[C.idx[e]];
	return sum;
}

/* Row i of length 1 lies open in `row` while its neighbours' rows are read against it. */
static void share_rows(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	struct shared *s = context;
	double *row = scratch;
	(void)chunk;
	for (size_t d = 0; d < s->C.cols; d++)
		row[d] = 0.0;
	for (size_t i = begin; i < end; i++) {
		double sum = 0.0;
		size_t count = 0;
		for (size_t e = s->C.ptr[i]; e < s->C.ptr[i + 1]; e++)
			row[s->C.idx[e]] = s->scale[i] * odd_csr_value(s->C, e);
		for (size_t e = s->links.ptr[i]; e < s->links.ptr[i + 1]; e++) {
			size_t j = s->links.idx[e];
			count += s->scale[j] > 0.0;
			sum += s->scale[j] * dot_row(s->C, j, row);
		}
		for (size_t e = s->C.ptr[i]; e < s->C.ptr[i + 1]; e++)
			row[s->C.idx[e]] = 0.0;
		double chance = (s->scale[i] * dot_row(s->C, i, s->all) - 1.0) / s->others;
		s->count[i] = (double)count;
		s->beyond[i] = sum - s->count[i] * chance;
	}
}

/* Lengths and the sum of all rows. */
static void measure(struct shared *s)
{
	double present = 0.0;
	for (size_t i = 0; i < s->C.rows; i++) {
		double square = 0.0;
		for (size_t e = s->C.ptr[i]; e < s->C.ptr[i + 1]; e++)
			square += odd_csr_value(s->C, e) * odd_csr_value(s->C, e);
		bool there = square > 0.0 && isfinite(square);
		s->scale[i] = there ? 1.0 / sqrt(square) : 0.0;
		present += there;
		for (size_t e = s->C.ptr[i]; e < s->C.ptr[i + 1] && there; e++)
			s->all[s->C.idx[e]] += s->scale[i] * odd_csr_value(s->C, e);
	}
	s->others = fmax(present - 1.0, 1.0);
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

odd_status odd__around_shared(
	double *shared, odd_ccsr links, odd_ccsr C, const odd_job *job, odd_error *err)
{
	struct shared s = {.links = links, .C = C, .beyond = shared};
	odd__chunks chunks;
	odd_status status = ODD_OK;
	s.scale = malloc((C.rows + 1) * sizeof *s.scale);
	s.count = malloc((C.rows + 1) * sizeof *s.count);
	s.all = calloc(C.cols + 1, sizeof *s.all);
	if (s.scale == NULL || s.count == NULL || s.all == NULL) {
		status = odd_error_nomem(err);
	} else {
		measure(&s);
		odd__chunks_by_entries(&chunks, links.rows, links.ptr, 1);
		status = odd__parallel_scratch(
			job, &chunks, share_rows, &s, (C.cols + 1) * sizeof(double), NULL, err);
	}
	if (status == ODD_OK)
		draw_in(shared, &s);
	free(s.scale);
	free(s.count);
	free(s.all);
	return status;
}
