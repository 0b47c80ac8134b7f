/* trace.c: did the loss ever rise? No sub-step may raise it. */
#include "config.h"

#include <math.h>

#include "oddone/one.h"

double odd_trace_rise(const odd_trace *trace, size_t p)
{
	if (p == 0 || p >= trace->count || trace->point[p].changed)
		return 0.0;
	double before = trace->point[p - 1].loss, rise = trace->point[p].loss - before;
	/* A loss that has fallen to nothing is rounding errors, which come and go. */
	double noise = 1e-13 * fabs(trace->point[0].loss);
	return before > 0.0 && rise > 1e-12 * before + noise ? rise / before : 0.0;
}

double odd_trace_largest_rise(const odd_trace *trace, size_t *at)
{
	double worst = 0.0;
	for (size_t p = 1; trace != NULL && p < trace->count; p++) {
		double rise = odd_trace_rise(trace, p);
		if (rise > worst) {
			worst = rise;
			if (at != NULL)
				*at = p;
		}
	}
	return worst;
}
