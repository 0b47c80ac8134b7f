/* commands.h: the subcommands, one file each. They return the exit code of the program. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

int cmd_run(const struct settings *settings);
int cmd_plant(const struct settings *settings);
int cmd_info(const struct settings *settings);
int cmd_convert(const struct settings *settings);
int cmd_generate(const struct settings *settings);
int cmd_explore(const struct settings *settings);

/* Is a word that is no subcommand a network? If not, the user has been told. */
bool explore_knows(const char *word);

#endif
