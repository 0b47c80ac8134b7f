/* commands.h: the subcommands, one file each. They return the exit code of the program. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

int cmd_run(const struct settings *settings);
int cmd_explain(const struct settings *settings);
int cmd_plant(const struct settings *settings);
int cmd_info(const struct settings *settings);
int cmd_convert(const struct settings *settings);
int cmd_generate(const struct settings *settings);

/* `oddone` and `oddone NETWORK` (NULL: none given): the explorer. */
int cmd_explore(const char *network);

#endif
