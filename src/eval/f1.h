/* f1.h: how well predicted classes agree with the true ones.
 *
 * For a class: F1 = 2 tp / (2 tp + fp + fn), the harmonic mean of precision and recall; 0 when the
 * class is never hit.
 *
 *     macro     the mean over the classes that occur, in truth or prediction
 *     micro     from the counts of all classes together: the share of rows that are right
 *     weighted  the mean weighted by how often a class is true
 *
 * The ONE paper plots "Micro-F1" and describes the weighted mean: print both.
 */
#ifndef ODDONE_F1_H
#define ODDONE_F1_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"

typedef struct odd_f1 {
	double macro, micro, weighted;
	size_t rows;    /* compared */
	size_t classes; /* that occur */
} odd_f1;

/* Compare n labels. Rows whose truth is ODD_NO_LABEL are passed over; a row with a truth but
 * without a prediction is wrong. ODD_EINPUT for other labels outside 0 … classes − 1. All NAN when
 * there is nothing to compare. O(n + classes). */
odd_status odd_f1_compute(odd_f1 *out, const int32_t *truth, const int32_t *predicted, size_t n,
	size_t classes, odd_error *err);

#endif
