/* config_file.h: oddone.conf, the settings and keys of a user.
 *
 *     # a comment
 *     set glyphs=block
 *     set preset=paper
 *     bind explore x open-dialog export
 *     bind generic "a x" undo
 *     unbind generic Q
 *
 * A line that is wrong is told with file, line and column, and the others are read all the same.
 */
#ifndef TUI_CONFIG_FILE_H
#define TUI_CONFIG_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "oddone/error.h"
#include "tui/keymap.h"
#include "tui/ui_options.h"

struct config_file {
	odd_error *fault; /* what to show at the start */
	size_t fault_count;
	char **line; /* commands for the session: "set k=20"; only what is not the default */
	size_t line_count;
};

/* Read a file into the key map and the settings; without a file nothing happens. ODD_EIO when it
 * cannot be read; faults inside are in out->fault. Clear out in any case. */
odd_status config_file_load(struct config_file *out, const char *path, struct keymap *keys,
	struct settings_state *settings, odd_error *err);
void config_file_clear(struct config_file *c);

/* A file that changes nothing: every setting with its default, every key. */
void config_file_print_default(FILE *out);

#endif
