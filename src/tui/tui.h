/* tui.h: the explorer, as main sees it. */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include <stdbool.h>
#include <stdio.h>

#include "oddone/base/error.h"
#include "tui/app.h"

struct tui_options {
	struct app_options app;
	bool hint; /* a first run: say in a line how to begin */
};

/* Explore in the terminal until the user quits. *ended_by: the signal that ended it, or 0. */
odd_status tui_run(const struct tui_options *options, int *ended_by, odd_error *err);

/* Run a script without a terminal, on a screen of options->app.columns × rows. Lines are commands;
 * `key KEY…` presses keys by name, `type TEXT` types, `size WxH` resizes, `mouse ACT X Y` acts as
 * the mouse. A fault ends it, with file and line. */
odd_status tui_script(const struct tui_options *options, const char *path, odd_error *err);

/* oddone.conf as it would be without one. */
void tui_print_default_config(FILE *out);

#endif
