/* load.h: a network read by several processes at a time: each parses its share of the bytes and
 * sends what belongs elsewhere to the process that holds it. */
#ifndef MPI_LOAD_H
#define MPI_LOAD_H

#include "mpi/part.h"

/* Reads oddone text, or the pieces of convert --parts. The process holds the nodes whose lines it
 * read. All processes get the same error. */
odd_status part_load(struct part *out, const char *path, const odd_load_options *options,
	const odd__comm *comm, const odd_job *job, odd_error *err);

#endif
