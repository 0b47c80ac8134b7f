/* file.h: writing files whole or not at all.
 *
 * Bytes go to a temporary file beside the target; odd_file_commit flushes, syncs and renames it.
 * odd_file_discard (or a crash) leaves whatever stood there before untouched.
 */
#ifndef ODDONE_FILE_H
#define ODDONE_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "oddone/error.h"

typedef struct odd_file {
	FILE *stream; /* write here */
	char *path, *temporary;
} odd_file;

/* Renaming a file over a device, a pipe or a directory would take it away from everybody else:
 * ODD_EIO unless a regular file, or nothing, is there. */
odd_status odd_file_check_target(const char *path, odd_error *err);
odd_status odd_file_open(odd_file *out, const char *path, odd_error *err);
/* All of it onto the disk, still under the temporary name; for several files that belong together.
 * Commit does it, too. */
odd_status odd_file_flush(odd_file *file, odd_error *err);
odd_status odd_file_commit(odd_file *file, odd_error *err); /* also ends the odd_file on failure */
void odd_file_discard(odd_file *file);                      /* harmless after commit */

/* Make a directory and its parents; an existing one is fine. */
odd_status odd_dir_make(const char *path, odd_error *err);

/* dir + "/" + name on the heap, NULL without memory. */
char *odd_path_join(const char *dir, const char *name);

#endif
