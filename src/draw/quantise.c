#include "config.h"

#include "draw/quantise.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 6, CELLS = 1 << (3 * BITS), MOST = 256 };

struct quantise {
	struct tally {
		uint64_t count, sum[3];
	} * tally;      /* CELLS of them */
	uint8_t *entry; /* of each cell, once settled */
};

static size_t cell_of(const uint8_t rgb[3])
{
	return (size_t)(rgb[0] >> 2) << (2 * BITS) | (size_t)(rgb[1] >> 2) << BITS |
	       (size_t)(rgb[2] >> 2);
}

odd_status quantise_create(struct quantise **out, odd_error *err)
{
	struct quantise *q = calloc(1, sizeof *q);
	*out = NULL;
	if (q != NULL) {
		q->tally = calloc(CELLS, sizeof *q->tally);
		q->entry = calloc(CELLS, 1);
	}
	if (q == NULL || q->tally == NULL || q->entry == NULL) {
		quantise_free(q);
		return odd_error_nomem(err);
	}
	*out = q;
	return ODD_OK;
}

void quantise_free(struct quantise *q)
{
	if (q == NULL)
		return;
	free(q->tally);
	free(q->entry);
	free(q);
}

void quantise_count(struct quantise *q, const uint8_t *rgb, size_t n)
{
	for (size_t i = 0; i < n; i++, rgb += 3) {
		struct tally *t = &q->tally[cell_of(rgb)];
		t->count++;
		for (int c = 0; c < 3; c++)
			t->sum[c] += rgb[c];
	}
}

uint8_t quantise_entry(const struct quantise *q, const uint8_t rgb[3])
{
	return q->entry[cell_of(rgb)];
}

/* ---- settling ------------------------------------------------------------------------------ */

struct colour {
	double at[3], weight, count;
	size_t cell;
};

/* A run of colours that are to become one. */
struct box {
	size_t from, to;
	double error; /* weighted sum of squares about the mean … */
	int axis;     /* … most of it along this axis, … */
	double mean;  /* … whose mean is here */
};

static void measure(struct box *b, const struct colour *colour)
{
	double w = 0.0, sum[3] = {0}, square[3] = {0}, most = -1.0;
	for (size_t i = b->from; i < b->to; i++) {
		w += colour[i].weight;
		for (int c = 0; c < 3; c++) {
			sum[c] += colour[i].weight * colour[i].at[c];
			square[c] += colour[i].weight * colour[i].at[c] * colour[i].at[c];
		}
	}
	b->error = 0.0;
	for (int c = 0; c < 3; c++) {
		double about = fmax(0.0, square[c] - sum[c] * sum[c] / w);
		b->error += about;
		if (about > most) {
			most = about;
			b->axis = c;
			b->mean = sum[c] / w;
		}
	}
	if (b->to - b->from < 2)
		b->error = 0.0;
}

/* Colours up to the mean to the front; where the others begin. */
static size_t part(struct colour *colour, const struct box *b)
{
	size_t at = b->from;
	for (size_t i = b->from; i < b->to; i++)
		if (colour[i].at[b->axis] <= b->mean) {
			struct colour swap = colour[i];
			colour[i] = colour[at];
			colour[at++] = swap;
		}
	return at;
}

static size_t cut(struct box *box, struct colour *colour, size_t n, size_t most)
{
	size_t boxes = 1;
	box[0] = (struct box){.to = n};
	measure(&box[0], colour);
	while (boxes < most) {
		size_t worst = 0;
		for (size_t i = 1; i < boxes; i++)
			worst = box[i].error > box[worst].error ? i : worst;
		size_t at = box[worst].error > 0.0 ? part(colour, &box[worst]) : box[worst].to;
		if (at == box[worst].to || at == box[worst].from)
			break;
		box[boxes] = (struct box){.from = at, .to = box[worst].to};
		box[worst].to = at;
		measure(&box[worst], colour);
		measure(&box[boxes++], colour);
	}
	return boxes;
}

static size_t gather(struct colour *out, const struct quantise *q)
{
	size_t n = 0;
	for (size_t i = 0; i < CELLS; i++) {
		const struct tally *t = &q->tally[i];
		if (t->count == 0)
			continue;
		out[n] = (struct colour){
			.weight = sqrt((double)t->count), .count = (double)t->count, .cell = i};
		for (int c = 0; c < 3; c++)
			out[n].at[c] = (double)t->sum[c] / (double)t->count;
		n++;
	}
	return n;
}

odd_status quantise_settle(
	struct quantise *q, struct rgb *palette, size_t most, size_t *used, odd_error *err)
{
	size_t n = 0;
	struct box box[MOST];
	for (size_t i = 0; i < CELLS; i++)
		n += q->tally[i].count > 0;
	struct colour *colour = malloc((n + 1) * sizeof *colour);
	*used = 0;
	if (colour == NULL)
		return odd_error_nomem(err);
	gather(colour, q);
	*used = n > 0 ? cut(box, colour, n, most < MOST ? most : MOST) : 0;
	/* Means by the true counts, so that large areas keep their very colour. */
	for (size_t j = 0; j < *used; j++) {
		double sum[3] = {0}, count = 0.0;
		for (size_t i = box[j].from; i < box[j].to; i++) {
			for (int c = 0; c < 3; c++)
				sum[c] += colour[i].count * colour[i].at[c];
			count += colour[i].count;
			q->entry[colour[i].cell] = (uint8_t)j;
		}
		palette[j] = (struct rgb){(uint8_t)lround(sum[0] / count),
			(uint8_t)lround(sum[1] / count), (uint8_t)lround(sum[2] / count)};
	}
	free(colour);
	return ODD_OK;
}
