/* files.h: what history and configuration have in common as files of the user's. */
#ifndef TUI_FILES_H
#define TUI_FILES_H

#include <stddef.h>

#include "oddone/base/error.h"

/* Make the directory that the file is to be in, so that a first save finds a place. */
odd_status files_make_parent(const char *path, odd_error *err);

/* All lines without their ends, on the heap; none when there is no such file. */
odd_status files_read_lines(char ***lines, size_t *count, const char *path, odd_error *err);
void files_free_lines(char **lines, size_t count);

#endif
