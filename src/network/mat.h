/* mat.h: matrices of a MATLAB file, whichever version it is.
 *
 * Both readers work on the bytes of the whole file and hand out a matrix only when every value its
 * dimensions promise is there and every index of a sparse one is inside it.
 */
#ifndef ODD_NETWORK_MAT_H
#define ODD_NETWORK_MAT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/bytes.h"

enum odd__mat_type {
	ODD__MAT_NONE,
	ODD__MAT_INT8,
	ODD__MAT_UINT8,
	ODD__MAT_INT16,
	ODD__MAT_UINT16,
	ODD__MAT_INT32,
	ODD__MAT_UINT32,
	ODD__MAT_INT64,
	ODD__MAT_UINT64,
	ODD__MAT_SINGLE,
	ODD__MAT_DOUBLE
};

/* Numbers as they lie in the file; not aligned. */
typedef struct odd__mat_array {
	const unsigned char *at;
	size_t count;
	enum odd__mat_type type;
	bool swapped; /* the bytes of a number are the other way round than here */
} odd__mat_array;

double odd__mat_get(const odd__mat_array *array, size_t i);

typedef struct odd__matrix {
	const char *name; /* lent by the caller of find; NULL: there is no such variable */
	size_t rows, cols;
	bool sparse;
	odd__mat_array values; /* column after column; of a sparse matrix the stored ones */
	odd__mat_array ir, jc; /* of a sparse one: rows, and where each column starts */
	void *owned[3];        /* what clear gives back; the rest lies in the file */
} odd__matrix;

/* The variable of that name. A variable that is no matrix of numbers, is complex, is empty, or
 * whose parts do not fit its dimensions is ODD_EINPUT. */
odd_status odd__mat5_find(odd__matrix *out, const odd__bytes *file, const char *name,
	const char *path, const odd__limits *limits, odd_error *err);

/* A process that reads a file of version 7.3. */
typedef struct odd__child {
	pid_t child;
	int line; /* to the child and from it */
	const char *path;
	const odd__limits *limits;
} odd__child;

/* The same for version 7.3, which a child reads from begin to odd__child_end; file and path must
 * last as long. */
odd_status odd__mat73_begin(odd__child *child, const odd__bytes *file, const char *path,
	const odd__limits *limits, odd_error *err);
odd_status odd__mat73_find(odd__matrix *out, odd__child *child, const char *name, odd_error *err);

/* End the child, whatever it is doing. */
void odd__child_end(odd__child *a);

void odd__matrix_clear(odd__matrix *m);

/* Every element of a version 5 file is all there, and unpacks without a fault and within the
 * limit. O(bytes). */
odd_status odd__mat5_check(
	const odd__bytes *file, const char *path, const odd__limits *limits, odd_error *err);

bool odd__mat5_is(const odd__bytes *file);
bool odd__mat73_is(const odd__bytes *file);

/* For the readers: do the parts fit the dimensions? */
odd_status odd__matrix_check(const odd__matrix *m, const char *path, odd_error *err);

#endif
