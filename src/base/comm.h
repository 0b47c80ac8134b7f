/* comm.h: sums, exchanges and gathering between the processes that share one fit, in the order of
 * their ranks. Implemented by MPI (src/mpi/comm_mpi.c) and by threads (tests/unit/thread_comm.h);
 * NULL is one process. A communicator is passed in, never global.
 *
 * All processes make the same calls in the same order. No call returns an error: where one process
 * fails, the implementation ends the job on all of them.
 */
#ifndef ODD_BASE_COMM_H
#define ODD_BASE_COMM_H

#include <stddef.h>

#include "oddone/error.h"

typedef struct odd__comm odd__comm;
struct odd__comm {
	int rank, size;
	void *self; /* of the implementation */

	/* x ← its sum over all processes, added up in the order of ranks: the same bits on all. */
	void (*sum)(const odd__comm *comm, double *x, size_t count);
	/* Send to[r] bytes to process r and receive from[r] bytes from it; in `out` and `in` the
	 * bytes of the processes follow each other. All four arrays stay untouched until the end.
	 * One exchange at a time may be under way; other calls may come in between. */
	void (*exchange_begin)(const odd__comm *comm, const void *out, const size_t *to, void *in,
		const size_t *from);
	void (*exchange_end)(const odd__comm *comm);
	/* bytes[r] bytes of each process r, one after the other, to every process. */
	void (*gather)(const odd__comm *comm, const void *mine, void *all, const size_t *bytes);
};

static inline int odd__comm_size(const odd__comm *comm)
{
	return comm != NULL ? comm->size : 1;
}

static inline void odd__comm_sum(const odd__comm *comm, double *x, size_t count)
{
	if (odd__comm_size(comm) > 1)
		comm->sum(comm, x, count);
}

/* Each of x becomes the largest that any process has. */
odd_status odd__comm_largest(const odd__comm *comm, double *x, size_t count, odd_error *err);

void odd__comm_exchange(
	const odd__comm *comm, const void *out, const size_t *to, void *in, const size_t *from);
/* from[r] = what process r has in to[own rank]: the sizes for an exchange. */
odd_status odd__comm_sizes(const odd__comm *comm, const size_t *to, size_t *from, odd_error *err);
/* An exchange whose sizes the receivers do not know: *in is made on the heap, *from (per process)
 * as well. */
odd_status odd__comm_send(const odd__comm *comm, const void *out, const size_t *to, void **in,
	size_t **from, odd_error *err);
/* The same for gathering: *all and *bytes (per process) are made on the heap. */
odd_status odd__comm_gather(const odd__comm *comm, const void *mine, size_t size, void **all,
	size_t **bytes, odd_error *err);
/* The bytes of process `root`, to all. */
odd_status odd__comm_spread(
	const odd__comm *comm, int root, void *bytes, size_t size, odd_error *err);

/* All processes get the error of the first one that has any, and its status. */
odd_status odd__comm_agree(const odd__comm *comm, odd_status status, odd_error *err);

#endif
