/* line.h: LINE (Tang and others 2015), first and second order. Two models are trained apart on
 * links drawn by weight, and their rows, each made unit length, are set side by side. Attributes
 * are not looked at.
 */
#ifndef ODDONE_LINE_H
#define ODDONE_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "baseline/pair.h"
#include "oddone/csr.h"
#include "oddone/job.h"
#include "oddone/matrix.h"
#include "oddone/network.h"

typedef struct odd_line_options {
	size_t k; /* columns of the result: ⌈k/2⌉ of first order, then ⌊k/2⌋ of second */
	uint64_t seed;
	size_t samples;  /* links drawn for each order; 0: max(1 000 000, 100 · stored arcs) */
	size_t negative; /* noise nodes for each link */
	double rho;      /* rate of learning at first; falls in a straight line to rho / 10000 */
} odd_line_options;

/* *out: nodes × k, made here, the caller's to free; empty on failure. The row of a node without
 * links is zero: unit length would make noise of it. Weights count, direction does not.
 * ODD_EUSAGE for options out of range, ODD_ENUMERIC when the rows run away. The two orders
 * run on two threads when the job has them; the bits are the same with one.
 * O(samples · (1 + negative) · k) time, O(nodes · k + arcs) memory. */
odd_status odd_line(odd_mat *out, const odd_network *net, const odd_line_options *options,
	const odd_job *job, odd_error *err);

/* ---- one order, open for the tests ----------------------------------------------------------- */

/* What both orders draw from. Only read once made. */
typedef struct odd__line_law {
	odd_ccsr A;       /* symmetric, lent */
	uint32_t *source; /* of each arc */
	odd_alias arcs;   /* by weight */
	odd_alias noise;  /* nodes by (weighted degree)^0.75 */
	odd__sigmoid_table sigmoid;
} odd__line_law;

odd_status odd__line_law_init(odd__line_law *out, odd_ccsr A, odd_error *err);
void odd__line_law_clear(odd__line_law *law);

typedef struct odd__line_order {
	int order;               /* 1 or 2 */
	odd__float_rows vertex;  /* u: nodes × k */
	odd__float_rows context; /* c: nodes × k, of the second order alone */
	odd_rng rng;
	float *scratch;   /* two rows */
	uint32_t *target; /* 1 + negative */
	size_t negative;
	odd__memory memory;
} odd__line_order;

odd_status odd__line_order_init(odd__line_order *out, int order, size_t nodes, size_t k,
	size_t negative, uint64_t seed, odd_error *err);
void odd__line_order_clear(odd__line_order *model);

/* `samples` links at one rate. */
void odd__line_order_train(
	odd__line_order *model, const odd__line_law *law, size_t samples, float rate);

#endif
