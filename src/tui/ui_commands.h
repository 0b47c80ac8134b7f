/* ui_commands.h: the commands of the explorer itself. Their table, with usage and help, is
 * ui_commands.def; the Explore screen does those that belong to its panes. */
#ifndef TUI_UI_COMMANDS_H
#define TUI_UI_COMMANDS_H

#include "tui/app.h"

typedef odd_status ui_command_fn(struct app *app, int argc, char **argv, odd_error *err);

#define UI_COMMAND(name, usage, function, help) ui_command_fn function;
#include "tui/ui_commands.def"
#undef UI_COMMAND

/* Run one; *mine: there is such a command. */
odd_status ui_command_run(struct app *app, int argc, char **argv, bool *mine, odd_error *err);

/* What its files share: how a command is used, as an error; the words behind a name from `from` on
 * as one text, or as a line that can be run again (quoted); both on the heap. */
odd_status ui_usage(const char *name, odd_error *err);
char *ui_rest(int argc, char **argv, int from);
char *ui_line(int argc, char **argv, int from);

#endif
