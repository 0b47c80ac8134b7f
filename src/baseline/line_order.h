/* line_order.h: one order of LINE, open for the tests. */
#ifndef ODD_BASELINE_LINE_ORDER_H
#define ODD_BASELINE_LINE_ORDER_H

#include "baseline/float_rows.h"
#include "baseline/sigmoid.h"
#include "linalg/alias.h"
#include "oddone/csr.h"

/* What both orders draw from. Only read once made. */
typedef struct odd__line_law {
	odd_ccsr A;       /* symmetric, lent */
	uint32_t *source; /* of each arc */
	odd_alias arcs;   /* by weight */
	odd_alias noise;  /* nodes by (weighted degree)^0.75 */
	odd__sigmoid sigmoid;
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
} odd__line_order;

odd_status odd__line_order_init(odd__line_order *out, int order, size_t nodes, size_t k,
	size_t negative, uint64_t seed, odd_error *err);
void odd__line_order_clear(odd__line_order *model);

/* `samples` links at one rate. */
void odd__line_order_train(
	odd__line_order *model, const odd__line_law *law, size_t samples, float rate);

#endif
