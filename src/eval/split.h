/* split.h: which labelled rows to learn from and which to be asked about. */
#ifndef ODDONE_SPLIT_H
#define ODDONE_SPLIT_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"
#include "base/rng.h"

typedef struct odd_split {
	uint32_t *row;      /* all labelled rows: first those to learn from, then the others */
	size_t train, test; /* how many of each; test ≥ 1 */
} odd_split;

/* round(share · labelled) rows drawn at random, not by class. Of a class that would then be missing
 * in training, a random row is exchanged for one of a class that has more than one there; and when
 * there are more classes than rows to learn from, there will be one of each class. Rows with
 * ODD_NO_LABEL are in neither part. ODD_EUSAGE when 0 < share < 1 does not hold or nothing is left
 * to test, ODD_EINPUT for a label out of range. O(n + classes). */
odd_status odd_split_draw(odd_split *out, const int32_t *label, size_t classes, size_t n,
	double share, odd_rng *rng, odd_error *err);
void odd_split_clear(odd_split *split);

#endif
