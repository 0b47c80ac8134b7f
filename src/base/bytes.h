/* bytes.h: the bytes of a file in memory, unpacked when it is packed (gzip, xz, zstd).
 *
 * Files are read, not mapped: a file that another program truncates meanwhile is then a shorter
 * file and not a signal that ends the program. A plain file costs its size; whatever has no size of
 * its own (compressed bytes, a pipe, the holes of a sparse file) is bounded by a limit.
 */
#ifndef ODD_BASE_BYTES_H
#define ODD_BASE_BYTES_H

#include <stddef.h>
#include <stdio.h>

#include "oddone/error.h"
#include "oddone/job.h"

typedef struct odd__bytes {
	char *data; /* on the heap; NULL when there are none */
	size_t size;
} odd__bytes;

/* Bytes that are read in place of a file of that path. */
typedef struct odd__held {
	const char *path;
	odd__bytes bytes;
} odd__held;

/* How far reading may go, and who may stop it. */
typedef struct odd__limits {
	size_t most; /* bytes that may come out of fewer; 0: ODD__READ_LIMIT */
	const odd_job *job;
	const odd__held *held; /* files that are in memory already */
	size_t held_count;
} odd__limits;

#define ODD__READ_LIMIT ((size_t)1 << 30)

/* Read all of a file. limits may be NULL. On an error there is nothing to clear. */
odd_status odd__bytes_read(
	odd__bytes *out, const char *path, const odd__limits *limits, odd_error *err);
void odd__bytes_clear(odd__bytes *bytes);

/* The first bytes of a file, unpacked: at most `room`, *got of them. */
odd_status odd__bytes_start(char *out, size_t room, size_t *got, const char *path, odd_error *err);

size_t odd__limits_most(const odd__limits *limits);

/* ODD_EINPUT: what the file asks for ("unpacks to", "its columns need") is beyond the limit. */
odd_status odd__limits_error(
	const odd__limits *limits, const char *path, const char *what, odd_error *err);

/* Tell the job how far reading the file is, then poll as below. */
odd_status odd__limits_tell(
	const odd__limits *limits, const char *path, size_t done, size_t total, odd_error *err);

/* ODD_ECANCELLED once the job is cancelled. */
odd_status odd__limits_poll(const odd__limits *limits, const char *path, odd_error *err);

/* A stream to read a small file from, or NULL and errno. A pipe without a writer is not
 * waited for: it is empty. */
FILE *odd__open_in(const char *path);

#endif
