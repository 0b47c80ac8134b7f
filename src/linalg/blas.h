/* blas.h: what BLAS itself needs. */
#ifndef ODD_LINALG_BLAS_H
#define ODD_LINALG_BLAS_H

#include "oddone/error.h"
#include "oddone/job.h"

/* Sets the number of threads of BLAS for the whole process and returns what it was. Its sums depend
 * on the number of threads: our results are those of one. Other libraries than OpenBLAS: no effect.
 */
int odd__blas_set_threads(int threads);

/* Addresses that BLAS takes for its own buffers when it is called on so many threads at a time. */
double odd__blas_addresses(int threads);

/* ODD_ENOMEM when BLAS could not get its buffers: OpenBLAS would try for ever. To be asked before
 * long work that calls it. */
odd_status odd__blas_check(const odd_job *job, odd_error *err);

#endif
