/* commands.h: the subcommands, one file each. They return the exit code of the program. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

int sub_run(const struct settings *settings);
int sub_compare(const struct settings *settings);
int sub_explain(const struct settings *settings);
int sub_plant(const struct settings *settings);
int sub_play(const struct settings *settings);
int sub_info(const struct settings *settings);
int sub_convert(const struct settings *settings);
int sub_generate(const struct settings *settings);
int sub_explore(const struct settings *settings);

/* The explorer, playing a log. */
int explore_replay(const struct settings *settings);

/* Is a word that is no subcommand a network? If not, the user has been told. */
bool explore_knows(const char *word);

#endif
