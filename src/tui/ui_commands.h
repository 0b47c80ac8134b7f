/* ui_commands.h: the commands of the explorer itself. Their table, with usage and help, is
 * ui_commands.def; those of a screen are in its file. */
#ifndef TUI_UI_COMMANDS_H
#define TUI_UI_COMMANDS_H

#include "session/grammar.h"
#include "tui/app.h"

typedef odd_status ui_command_fn(struct app *app, const struct arguments *args, odd_error *err);
/* A command of the session that is done here; *mine: all of it was. */
typedef odd_status ui_also_fn(
	struct app *app, const struct arguments *args, bool *mine, odd_error *err);

#define UI_COMMAND(name, usage, function, flags, where, help) ui_command_fn function;
#define UI_ALSO(name, function) ui_also_fn function;
#include "tui/ui_commands.def"

/* Over those of the session: for help, completion, keys and tests. */
extern const struct command_table explorer_commands;

/* Run one that no screen has taken; *mine: it is the explorer's. */
odd_status ui_command_run(
	struct app *app, const struct arguments *args, bool *mine, odd_error *err);

/* Is it the session's alone, which then also tells what is wrong with it? */
bool ui_command_posted(const struct command_row *command);
/* Read a line and give it to the session (app_run.c). */
odd_status app_post(struct app *app, const char *line, odd_error *err);

#endif
