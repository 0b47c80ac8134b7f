/* disagreement.c: how far a node's links and its words point apart, whatever their lengths. */
#include "config.h"

#include <math.h>

#include "linalg/block.h"
#include "one/state.h"

#define ROUNDING 1e-14 /* a cosine this near to 1 is 1 */

struct context {
	const odd_one *run;
	double *c3;
};

#ifdef ODD__SET
/* c3(i) = 1 − cos(G_i, U_i Wᵀ) for the rows of a chunk. */
void ODD__KERNEL(one_cosine)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)chunk;
	const struct context *p = context;
	const odd_one *run = p->run;
	const size_t s = run->s;
	double *T = scratch;
	for (size_t i0 = begin; i0 < end; i0 += ODD__B) {
		odd__block_times(T, odd_mat_row(run->U, i0), run->Wt.data, run->k, s);
		for (size_t i = 0; i < ODD__B && i0 + i < end; i++) {
			const double *g = odd_mat_row(run->G, i0 + i), *t = T + i * s;
			double lengths = sqrt(odd__row_dot(g, g, s)) * sqrt(odd__row_dot(t, t, s));
			double c = lengths > 0.0 ? 1.0 - odd__row_dot(g, t, s) / lengths : 0.0;
			p->c3[i0 + i] = c > ROUNDING ? c : 0.0;
		}
	}
}
#else
odd_status odd_one_disagreement(const odd_one *run, double *c3, const odd_job *job, odd_error *err)
{
	struct context c = {run, c3};
	odd__chunks chunks;
	odd__chunks_even(&chunks, run->n);
	return odd__parallel_scratch(job, &chunks, odd__kernels()->one_cosine, &c,
		ODD__B * run->s * sizeof(double), NULL, err);
}
#endif
