/* cost.h: what a run will take, before it is begun. */
#ifndef ODDONE_COST_H
#define ODDONE_COST_H

#include "oddone/network.h"
#include "oddone/one.h"

typedef struct odd_cost {
	double bytes; /* the most memory at one time, the program and the network included */
	double start, iteration; /* seconds of the start and of an iteration */
	double ranking;          /* seconds of the default score */
	double trial;            /* seconds that it took to know (odd_one_cost_tried) */
} odd_cost;

/* The memory, from nodes, links, words and K (options->k, above 0) alone. O(words): are they words?
 */
odd_cost odd_one_cost(const odd_network *net, const odd_one_options *options);

/* The seconds, too: the same sums times the speed of this machine, which some milliseconds of work
 * tell. */
odd_cost odd_one_cost_here(
	const odd_network *net, const odd_one_options *options, const odd_job *job);

/* The same by a trial: the start and four iterations, on the network itself or on a part of a large
 * one. Takes about as long as that; where it cannot be tried (a given start, no memory, cancelled),
 * as above. */
odd_cost odd_one_cost_tried(
	const odd_network *net, const odd_one_options *options, const odd_job *job);

/* How many threads such a run is worth: those of the job if it names a number, else no more than
 * have enough to do in an iteration. */
int odd_one_threads(const odd_network *net, size_t k, const odd_job *job);

/* What the process can still have, in bytes (INFINITY: not known), and what sets that limit. */
double odd_cost_room(const odd_job *job, const char **limit);

/* ODD_ENOMEM, with the numbers, when the run does not fit into what the process can still have:
 * memory of the machine and of its control groups, addresses. */
odd_status odd_one_fits(
	const odd_network *net, const odd_one_options *options, const odd_job *job, odd_error *err);

#endif
