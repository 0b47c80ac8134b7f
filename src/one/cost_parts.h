/* cost_parts.h: what the two ways to estimate a run share. */
#ifndef ODD_ONE_COST_PARTS_H
#define ODD_ONE_COST_PARTS_H

#include "oddone/one/cost.h"

/* Work of the start and of an iteration, in entries of a sparse matrix times columns. */
typedef struct odd__work {
	double start, iteration;
} odd__work;
odd__work odd__one_work(const odd_network *net, const odd_one_options *options);

#endif
