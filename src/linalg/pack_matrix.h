/* pack_matrix.h: dense and sparse matrices in a packed file (base/pack.h). */
#ifndef ODD_LINALG_PACK_MATRIX_H
#define ODD_LINALG_PACK_MATRIX_H

#include "base/pack.h"
#include "oddone/csr.h"
#include "oddone/matrix.h"

/* Rows without their padding; the shape is not written. */
void odd__pack_mat(odd__packer *p, odd_cmat m);
/* Of a known shape, every number finite. When failed there is nothing to free. */
odd_status odd__unpack_mat(odd__unpacker *u, odd_mat *out, size_t rows, size_t cols);

void odd__pack_csr(odd__packer *p, odd_ccsr m);
/* Of a known shape: columns rise within each row, values are finite and not 0. */
odd_status odd__unpack_csr(odd__unpacker *u, odd_csr *out, size_t rows, size_t cols);

#endif
