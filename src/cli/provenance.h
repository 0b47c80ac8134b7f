/* provenance.h: the command that makes an outcome again. */
#ifndef CLI_PROVENANCE_H
#define CLI_PROVENANCE_H

#include "cli/options.h"

/* The command line as the settings had it, quoted for a shell, on the heap; NULL without memory.
 * --threads and --quiet are left out: they change no picture. */
char *provenance_command(const struct settings *s);

#endif
