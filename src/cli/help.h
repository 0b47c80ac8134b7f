/* help.h: what the tables of tables.c say, for people, for bash and for the tests. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

#include "cli/options.h"

void help_overview(FILE *out);
void help_command(FILE *out, const struct command *command);
void help_version(FILE *out);

/* The completion for bash. */
void help_completion(FILE *out);
/* One line for each option: subcommand, letter or "-", name, argument or "-", parted by tabs. */
void help_options(FILE *out);

#endif
