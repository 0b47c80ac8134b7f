/* cost_parts.h: what the two ways to estimate a run share. */
#ifndef ODD_ONE_COST_PARTS_H
#define ODD_ONE_COST_PARTS_H

#include "one/cost.h"

/* Work of the start, of an iteration and of the ranking, in entries of a sparse matrix times
 * columns. */
typedef struct odd__work {
	double start, iteration, ranking;
} odd__work;
odd__work odd__one_work(const odd_network *net, const odd_one_options *options);

#endif
