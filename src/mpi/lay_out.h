/* lay_out.h: a network in an order that suits processes which share it. */
#ifndef MPI_LAY_OUT_H
#define MPI_LAY_OUT_H

#include "oddone/network.h"

/* Writes the network with its nodes in the order of communities, or as it is, whichever has fewer
 * links between `parts` pieces of about equal size. Process r of `parts` reads piece r. */
odd_status lay_out_network(
	const odd_network *net, size_t parts, const char *dir, const odd_job *job, odd_error *err);

#endif
