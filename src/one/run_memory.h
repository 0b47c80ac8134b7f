/* run_memory.h: the memory and the threads of a run, before it begins. */
#ifndef ODD_ONE_RUN_MEMORY_H
#define ODD_ONE_RUN_MEMORY_H

#include "oddone/network.h"
#include "oddone/one.h"

/* The most bytes at one time, the program and the network included, from nodes, links, words and K
 * (options->k, above 0). O(words): are they words? */
double odd_one_memory(const odd_network *net, const odd_one_options *options);

/* How many threads such a run is worth: those of the job if it names a number, else no more than
 * have enough to do in an iteration. */
int odd_one_threads(const odd_network *net, size_t k, const odd_job *job);

/* The bytes that the process can still have (INFINITY: not known), and what sets that limit. */
double odd_memory_left(const odd_job *job, const char **limit);

/* ODD_ENOMEM, with the numbers, when the run does not fit into what the process can still have:
 * memory of the machine and of its control groups, addresses. */
odd_status odd_one_fits(
	const odd_network *net, const odd_one_options *options, const odd_job *job, odd_error *err);

#endif
