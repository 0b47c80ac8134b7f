#include "config.h"

#include "tui/ui_table.h"

#include <string.h>

#include "session/command.h"

static const struct ui_command_row rows[] = {
#define UI_COMMAND(name, usage, function, help) {name, usage, help},
#include "tui/ui_commands.def"
#undef UI_COMMAND
};

const struct ui_command_row *ui_command_get(size_t i)
{
	return i < sizeof rows / sizeof *rows ? &rows[i] : NULL;
}

const struct ui_command_row *ui_command_row_find(const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

const char *usage_of_command(const char *name)
{
	const struct ui_command_row *row = ui_command_row_find(name);
	if (row != NULL)
		return row->usage;
	const struct session_command *command = session_command_find(name);
	return command != NULL ? command->usage : NULL;
}

const char *help_of_command(const char *name)
{
	const struct ui_command_row *row = ui_command_row_find(name);
	if (row != NULL)
		return row->help;
	const struct session_command *command = session_command_find(name);
	return command != NULL ? command->help : NULL;
}
