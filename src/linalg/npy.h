/* npy.h: NumPy's .npy files, for bringing a start and taking away a state.
 *
 * Written as version 1.0, '<f8', C order. Read: versions 1–3, little-endian f4, f8 and integers,
 * C or Fortran order, one or two dimensions (one dimension of n is n × 1).
 */
#ifndef ODDONE_NPY_H
#define ODDONE_NPY_H

#include <stdbool.h>

#include "oddone/matrix.h"

odd_status odd_npy_read(odd_mat *out, const char *path, odd_error *err);

/* Rows (span 0) or columns (span 1) of a matrix in a file. */
typedef struct odd__npy_span {
	size_t all;          /* that the file must have; 0: any, and filled in */
	size_t first, count; /* those that are read; count 0: all from the first on */
} odd__npy_span;
odd_status odd__npy_read_part(
	odd_mat *out, const char *path, odd__npy_span span[2], odd_error *err);
odd_status odd_npy_write(const char *path, odd_cmat m, odd_error *err);

/* The transpose, written without making it: a K × N factor kept as N × K. */
odd_status odd_npy_write_transposed(const char *path, odd_cmat m, odd_error *err);

/* A vector of n numbers, shape (n,). */
odd_status odd_npy_write_vector(const char *path, const double *v, size_t n, odd_error *err);

/* ---- the heading of an array, and its numbers ---- */

typedef struct odd__npy_header {
	char kind;   /* f, i, u; b: truth, S: bytes, U: text of four bytes a character */
	size_t size; /* bytes of one entry */
	bool fortran;
	size_t dims;       /* 0, 1 or 2 */
	size_t rows, cols; /* 1 for what is not there */
} odd__npy_header;

#define ODD__NPY_MAGIC "\x93NUMPY"
enum { ODD__NPY_MAGIC_SIZE = 6 };

/* The dictionary behind the magic bytes, with a final zero. False: it is none of an array of
 * little-endian entries of one of these kinds with at most two dimensions. */
bool odd__npy_header_parse(odd__npy_header *out, const char *text);

/* A number of kind b, f, i or u. */
double odd__npy_number(const unsigned char *at, const odd__npy_header *header);

/* The heading of a matrix (or vector) of numbers, before its rows. */
enum { ODD__NPY_HEADING = 128 };
void odd__npy_heading(char heading[ODD__NPY_HEADING], size_t rows, size_t cols, bool vector);

#endif
