/* readers.h: one reader per format, called by the dispatcher in load.c. Each reads its files into
 * a builder and finishes it. */
#ifndef ODD_NETWORK_READERS_H
#define ODD_NETWORK_READERS_H

#include "base/bytes.h"
#include "oddone/network.h"

typedef struct odd__source {
	const char *name; /* what the network will be called */
	const odd_load_options *options;
	const odd_job *job;
	odd__limits limits;
} odd__source;

struct odd__files;
typedef odd_status odd__read_file(
	odd_network **out, const odd__source *source, const char *path, odd_error *err);
typedef odd_status odd__read(
	odd_network **out, const odd__source *source, const char *const *path, odd_error *err);
typedef odd_status odd__read_all(odd_network **out, const odd__source *source,
	const struct odd__files *files, odd_error *err);

enum { ODD__FORMAT_FILES = 5 }; /* one more than any format has */

/* A row of formats.def, which says more. */
typedef struct odd__format {
	const char *name, *begins;
	size_t needed;
	const char *file[ODD__FORMAT_FILES]; /* NULL after the last one */
	odd__read_file *read_file;           /* one of these three */
	odd__read *read;
	odd__read_all *read_all; /* several networks of this format are one */
} odd__format;

extern const odd__format odd__formats[];
extern const size_t odd__format_count;

/* The format that a file name says; NULL: none. */
const odd__format *odd__format_named(const char *name);
/* The format of a single file that begins with this text; NULL: none is told by that. */
const odd__format *odd__format_of(const char *start);

#define ODD__FORMAT(kind, function, ...) odd__##kind function;
#include "network/formats.def"

#endif
