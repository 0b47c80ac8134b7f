/* tui.h: the explorer, as main sees it. */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include <stdbool.h>
#include <stdio.h>

#include "oddone/base/error.h"
#include "tui/app.h"

/* Explore in the terminal until the user quits. *ended_by: the signal that ended it, or 0. */
odd_status tui_run(const struct app_options *options, int *ended_by, odd_error *err);

/* Run a script without a terminal, on a screen of options->columns × rows. Lines are commands;
 * `key KEY…` presses keys by name, `type TEXT` types, `size WxH` resizes, `mouse ACT X Y` acts as
 * the mouse. A fault ends it, with file and line. */
odd_status tui_script(const struct app_options *options, const char *path, odd_error *err);

#endif
