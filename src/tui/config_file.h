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

/* ---- what was chosen in the program is saved, and read the next time --------------------------
 *
 * Glyphs, theme, and the options of the run that belong to no network, as lines "set glyphs=block"
 * in $XDG_STATE_HOME/oddone/settings, above oddone.conf and below the command line. Only what was
 * changed while the program ran is written. Lines that make no sense are skipped: the program wrote
 * the file.
 */

struct app;

/* Read them, over what oddone.conf said (base). */
void saved_settings_read(struct app *app, const struct settings_state *base);
/* The command line has been heard: changes count from here. */
void saved_settings_start(struct app *app);
/* Write what has changed, whole or not at all; a fault cannot be shown any more. */
void saved_settings_write(struct app *app);
void saved_settings_free(struct app *app);
/* Where it is; NULL: nothing is remembered. Lent. */
const char *saved_settings_path(const struct app *app);

#endif
