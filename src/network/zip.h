/* zip.h: the entries of a zip archive in memory, as .npz files are. Sizes are held against the file
 * and, all that were asked for together, against the limit for reading before anything is unpacked:
 * entries may share their bytes. */
#ifndef ODD_NETWORK_ZIP_H
#define ODD_NETWORK_ZIP_H

#include <stdbool.h>

#include "base/scan.h"

typedef struct odd__zip {
	const odd__bytes *file; /* lent */
	const char *path;
	const odd__limits *limits;
	size_t directory, entries; /* where the list of entries begins, and how many it has */
	size_t unpacked;           /* bytes, of all entries so far */
} odd__zip;

/* ODD_EINPUT: the file is no zip archive, or is damaged. */
odd_status odd__zip_open(odd__zip *zip, const odd__bytes *file, const char *path,
	const odd__limits *limits, odd_error *err);

/* The next entry of the list; *at begins at 0. False: no more. */
bool odd__zip_next(const odd__zip *zip, size_t *at, odd__text *name);

/* The bytes of the entry of a name, on the heap; without one of that name out->data is NULL. */
odd_status odd__zip_get(odd__bytes *out, odd__zip *zip, const char *name, odd_error *err);

#endif
