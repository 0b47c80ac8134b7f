/* check.h: what the evaluation asks of its input before it starts. */
#ifndef ODD_EVAL_CHECK_H
#define ODD_EVAL_CHECK_H

#include <stdint.h>

#include "oddone/matrix.h"

/* Every entry is a finite number and small enough for its square to be one; else ODD_ENUMERIC,
 * `who` first. O(rows · cols). */
odd_status odd__check_finite(odd_cmat x, const char *who, odd_error *err);

/* Every label is ODD_NO_LABEL or in 0 … classes − 1; else ODD_EINPUT. */
odd_status odd__check_labels(
	const int32_t *label, size_t n, size_t classes, const char *who, odd_error *err);

#endif
