/* npy.h: NumPy's .npy files, for bringing a start and taking away a state.
 *
 * Written as version 1.0, '<f8', C order. Read: versions 1–3, little-endian f4, f8 and integers,
 * C or Fortran order, one or two dimensions (one dimension of n is n × 1).
 */
#ifndef ODDONE_NPY_H
#define ODDONE_NPY_H

#include "oddone/matrix.h"

odd_status odd_npy_read(odd_mat *out, const char *path, odd_error *err);
odd_status odd_npy_write(const char *path, odd_cmat m, odd_error *err);

/* The transpose, written without making it: a K × N factor kept as N × K. */
odd_status odd_npy_write_transposed(const char *path, odd_cmat m, odd_error *err);

/* A vector of n numbers, shape (n,). */
odd_status odd_npy_write_vector(const char *path, const double *v, size_t n, odd_error *err);

#endif
