/* lay_out.h: a network as pieces, one for each process that is to fit it. */
#ifndef MPI_LAY_OUT_H
#define MPI_LAY_OUT_H

#include "oddone/network.h"

/* Write p0.nodes, p0.edges, p0.numbers, p1.nodes … (and p0.truth) into a directory: nodes by the
 * communities of the visiting order, so that most links stay within a piece, and pieces of about
 * equal work. numbers: of each node in the network, which decides its random numbers and ties. */
odd_status lay_out_pieces(
	const odd_network *net, size_t pieces, const char *dir, const odd_job *job, odd_error *err);

#endif
