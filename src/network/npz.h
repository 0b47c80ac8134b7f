/* npz.h: arrays of a .npz file, which is a zip archive of .npy files. */
#ifndef ODD_NETWORK_NPZ_H
#define ODD_NETWORK_NPZ_H

#include "linalg/npy_header.h"
#include "network/zip.h"

typedef struct odd__array {
	char name[48]; /* empty: it is not there */
	odd__npy_header is;
	odd__bytes bytes;          /* of the entry */
	const unsigned char *data; /* within them */
	size_t count;              /* entries */
} odd__array;

/* An array by its name; one that is not there has no name. Arrays of Python objects are not read:
 * ODD_EINPUT, unless `optional`, when they count as not there. */
odd_status odd__npz_get(
	odd__array *out, odd__zip *zip, const char *name, bool optional, odd_error *err);
void odd__array_clear(odd__array *array);

/* Entry i, j of an array of numbers; of one dimension j is 0. */
double odd__array_at(const odd__array *array, size_t i, size_t j);
bool odd__array_is_text(const odd__array *array);
/* An entry of a text array as UTF-8, on the heap; NULL without memory. */
char *odd__array_text(const odd__array *array, size_t i);

#endif
