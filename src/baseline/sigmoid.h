/* sigmoid.h: σ(t) = 1 / (1 + e^−t) by table, for the stochastic methods, which need three digits of
 * it a few hundred million times.
 */
#ifndef ODD_BASELINE_SIGMOID_H
#define ODD_BASELINE_SIGMOID_H

#include <math.h>
#include <stddef.h>

#include "linalg/kernel.h"

#define ODD__SIGMOID_END 6.0f  /* beyond ±6 it counts as 0 or 1 */
#define ODD__SIGMOID_BINS 4096 /* 16 KB: stays in the first cache */

typedef struct odd__sigmoid {
	float at[ODD__SIGMOID_BINS + 2]; /* 0, the middles of the bins, 1 */
} odd__sigmoid;

static inline void odd__sigmoid_init(odd__sigmoid *table)
{
	double end = (double)ODD__SIGMOID_END;
	table->at[0] = 0.0f;
	for (size_t b = 0; b < ODD__SIGMOID_BINS; b++) {
		double t = end * ((2.0 * (double)b + 1.0) / ODD__SIGMOID_BINS - 1.0);
		table->at[b + 1] = (float)(1.0 / (1.0 + exp(-t)));
	}
	table->at[ODD__SIGMOID_BINS + 1] = 1.0f;
}

/* What is not a number counts as −∞. No branch. */
ODD__INLINE float odd__sigmoid_at(const odd__sigmoid *table, float t)
{
	const float scale = ODD__SIGMOID_BINS / (2.0f * ODD__SIGMOID_END);
	float bin = (t + ODD__SIGMOID_END) * scale + 1.0f;
	bin = bin > 0.0f ? bin : 0.0f;
	bin = bin < (float)(ODD__SIGMOID_BINS + 1) ? bin : (float)(ODD__SIGMOID_BINS + 1);
	return table->at[(int)bin];
}

#endif
