/* state.h: a start from files, of which each process reads its rows. */
#ifndef MPI_STATE_H
#define MPI_STATE_H

#include "mpi/part.h"

struct state {
	const char *dir;
	const struct part *part;
};

/* K of the state in a directory. */
odd_status state_dimensions(size_t *k, const char *dir, odd_error *err);
/* An odd__one_part.read; payload is a struct state. All processes call it. */
odd_status state_read(void *payload, bool *there, const char *name, odd_mat m, bool own,
	bool turned, odd_error *err);

#endif
