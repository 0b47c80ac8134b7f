/* load.h: a network that several processes read together: each parses its share of the bytes and
 * sends what belongs to other nodes to the processes that hold them. */
#ifndef MPI_LOAD_H
#define MPI_LOAD_H

#include "mpi/part.h"

/* Reads oddone text. Each process holds the nodes whose lines are in its share of the file. All
 * processes call it; where one fails alone, the others wait for it. */
odd_status part_load(struct part *out, const char *path, const odd_load_options *options,
	const odd__comm *comm, const odd_job *job, odd_error *err);

#endif
