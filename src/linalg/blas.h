/* blas.h: what BLAS itself needs. */
#ifndef ODD_LINALG_BLAS_H
#define ODD_LINALG_BLAS_H

#include "oddone/error.h"
#include "oddone/job.h"

/* Addresses that BLAS takes for its own buffers when it is called on so many threads at a time. */
double odd__blas_addresses(int threads);

/* ODD_ENOMEM when BLAS could not get its buffers: OpenBLAS would try for ever. To be asked before
 * long work that calls it. */
odd_status odd__blas_check(const odd_job *job, odd_error *err);

#endif
