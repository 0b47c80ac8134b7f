/* matrix_reader.h: what readers of files of matrices (.mat, .npz) share. Errors are those of the
 * reading, and sticky. */
#ifndef ODD_NETWORK_MATRIX_READER_H
#define ODD_NETWORK_MATRIX_READER_H

#include "network/missing_cells.h"
#include "network/reading.h"

typedef struct odd__matrix_reader {
	odd__reading r; /* its scan has a path only */
	odd__bytes file;
	size_t base;          /* rows and columns count from 0 or 1, in ids and messages */
	odd__missing missing; /* attributes that are no number */
	size_t links;         /* entries that are no loops */
	size_t entries;       /* of the present matrix, so far */
} odd__matrix_reader;

/* Fill the builder from m->file. */
typedef void odd__matrix_fill(odd__matrix_reader *m);

/* Read a file of matrices as the options say. Where direction is as in the file (--directed=auto)
 * it is read as undirected first, which tells whether it has any, and then perhaps again. */
odd_status odd__matrix_read(odd_network **out, odd__matrix_fill *fill, size_t base,
	const char *format, const odd__source *source, const char *path, odd_error *err);

/* Count the directions among so many entries of a matrix of links (entries both ways are no
 * repetition). */
void odd__matrix_directions(odd_network *net, size_t links);

/* One entry of a matrix of links or of attributes, a zero or NAN too. */
typedef void odd__matrix_entry(
	odd__matrix_reader *m, const char *name, size_t row, size_t col, double value);
odd__matrix_entry odd__matrix_link, odd__matrix_attribute;

/* Check the shapes, and make the nodes or columns, before their entries. */
bool odd__matrix_links_begin(odd__matrix_reader *m, const char *name, size_t rows, size_t cols);
bool odd__matrix_attributes_begin(
	odd__matrix_reader *m, const char *name, size_t rows, size_t cols);

#endif
