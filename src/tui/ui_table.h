/* ui_table.h: the commands of the explorer as a table to read: for help, completion and tests. What
 * they do is in ui_commands.c.
 */
#ifndef TUI_UI_TABLE_H
#define TUI_UI_TABLE_H

#include <stddef.h>

struct ui_command_row {
	const char *name, *usage, *help;
};

/* Command i in the order of the table; NULL behind the last. */
const struct ui_command_row *ui_command_get(size_t i);
/* By its name; NULL when there is none. */
const struct ui_command_row *ui_command_row_find(const char *name);

/* The same over both tables, the explorer's first: usage and help of a command, or NULL when
 * neither knows it. */
const char *usage_of_command(const char *name);
const char *help_of_command(const char *name);

#endif
