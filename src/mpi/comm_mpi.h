/* comm_mpi.h: the communicator of a program that mpirun has started. */
#ifndef MPI_COMM_MPI_H
#define MPI_COMM_MPI_H

#include <stdbool.h>

#include "base/comm.h"

/* How many processes mpirun has started, and which one this is, by the environment alone; 1 and 0
 * without mpirun. */
int mpi_size_told(void);
int mpi_rank_told(void);
/* How many of them are on this machine. */
int mpi_local_told(void);

/* Joins the others. ODD_EUSAGE in a build without MPI. */
odd_status mpi_open(odd__comm *out, odd_error *err);
void mpi_close(void);
/* Where a process fails: wait some seconds, or (soon) a moment, for all others to come to the same;
 * false when they do not, so that this one failed alone. */
bool mpi_meet(bool soon);
/* This one failed in a way of its own: the job ends on all of them with this exit code. */
void mpi_end_job(int code);

#endif
