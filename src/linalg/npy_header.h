/* npy_header.h: what the heading of a .npy array says, and its numbers. */
#ifndef ODD_LINALG_NPY_HEADER_H
#define ODD_LINALG_NPY_HEADER_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
