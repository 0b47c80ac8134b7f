/* text.h: text put together, on the heap or at the end of what there is, and files of lines. */
#ifndef TUI_TEXT_H
#define TUI_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/error.h"
#include "base/file.h"

/* Add to the text in out, which has `size` bytes; what has no room is cut off. Returns out. */
char *text_add(char *out, size_t size, const char *format, ...) ODD_PRINTF(3, 4);
/* On the heap. */
char *text_make(const char *format, ...) ODD_PRINTF(1, 2);
/* A command and its last word, quoted where a line needs it: open 'my network'; on the heap. */
char *text_command(const char *command, const char *word);

/* All lines without their ends, for strings_free; none when there is no such file. */
odd_status lines_read(char ***lines, size_t *count, const char *path, odd_error *err);
/* Begin to write one of the user's files, so that a first save finds its directory. */
odd_status lines_write(odd_file *file, const char *path, odd_error *err);

#endif
