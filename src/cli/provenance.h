/* provenance.h: what a picture of a run says about itself: besides what it shows
 * (draw/provenance.h) the command that makes it again, and the options.
 */
#ifndef CLI_PROVENANCE_H
#define CLI_PROVENANCE_H

#include "cli/run.h"
#include "draw/provenance.h"

/* The command line as the settings had it, quoted for a shell, on the heap; NULL without memory.
 * --threads and --quiet are left out: they change no picture. */
char *provenance_command(const struct settings *s);

/* What provenance_begin has, Command, and Options (a JSON object). */
odd_status provenance_make(struct provenance *out, const struct run *r, const char *command,
	const struct figure *figure, const char *iteration, odd_error *err);

#endif
