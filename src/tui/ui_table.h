/* ui_table.h: the commands of the explorer as a table to read, over those of the session: for help,
 * completion, keys and tests. What they do is in ui_commands.c.
 */
#ifndef TUI_UI_TABLE_H
#define TUI_UI_TABLE_H

#include "session/grammar.h"

extern const struct command_table explorer_commands;

#endif
