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

#endif
