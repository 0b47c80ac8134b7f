/* gradient_check.h: every entry of a tensor's gradient against differences of the loss. For sources
 * compiled with -DODD__REAL=double. */
#ifndef TESTS_GRADIENT_CHECK_H
#define TESTS_GRADIENT_CHECK_H

#include "helpers.h"

#include <math.h>
#include <stdbool.h>

#include "baseline/layers.h"
#include "rmat.h"

/* The loss at the present weights. */
typedef double loss_fn(void *context);

/* (8 (f(+h) − f(−h)) − (f(+2h) − f(−2h))) / 12h: the error is of order h⁴. */
static inline double difference(loss_fn *loss, void *context, real *w, double h)
{
	const double at = *w;
	double f[4], places[4] = {at + h, at - h, at + 2 * h, at - 2 * h};
	for (int p = 0; p < 4; p++) {
		*w = places[p];
		f[p] = loss(context);
	}
	*w = at;
	return (8.0 * (f[0] - f[1]) - (f[2] - f[3])) / (12.0 * h);
}

/* Near a kink (ReLU, or softsign in its second derivative) a wide difference is spoilt: then a
 * closer look, which has fewer digits to offer, decides. */
static inline bool is_gradient(double found, loss_fn *loss, void *context, real *w)
{
	const double wide = difference(loss, context, w, 1e-4);
	if (fabs(found - wide) <= 1e-6 * fmax(1e-3, fabs(found) + fabs(wide)))
		return true;
	const double close = difference(loss, context, w, 1e-6);
	return fabs(found - close) <= 1e-5 * fmax(1e-3, fabs(found) + fabs(close));
}

/* How many entries of g, the gradient found by the code, are not those of the loss by w. */
static inline size_t wrong_gradients(
	odd__rmat w, odd__rmat g, loss_fn *loss, void *context, double *largest)
{
	size_t wrong = 0;
	*largest = 0.0;
	for (size_t i = 0; i < w.rows; i++)
		for (size_t j = 0; j < w.cols; j++) {
			double found = odd__rrow(g, i)[j];
			wrong += !is_gradient(found, loss, context, odd__rrow(w, i) + j);
			*largest = fmax(*largest, fabs(found));
		}
	return wrong;
}

/* A copy of a gradient, since the loss may be run again to make differences. */
static inline odd__rmat kept(odd__rmat g)
{
	odd_error err;
	odd__rmat copy;
	assert_ok(rmat_alloc(&copy, g.rows, g.cols, &err), err);
	memcpy(copy.data, g.data, g.rows * g.stride * sizeof(real));
	return copy;
}

#endif
