/* provenance.h: what a picture says about itself: the command that makes it again, the data, the
 * options. Nothing in it depends on the clock, the number of threads or where the program stands.
 */
#ifndef CLI_PROVENANCE_H
#define CLI_PROVENANCE_H

#include "cli/run.h"
#include "draw/png.h"

enum { PROVENANCE_TEXTS = 8 };

struct provenance {
	struct png_text text[PROVENANCE_TEXTS]; /* owned */
	size_t count;
};

/* The command line as the settings had it, quoted for a shell, on the heap; NULL without memory.
 * --threads and --quiet are left out: they change no picture. */
char *provenance_command(const struct settings *s);

/* Software, Title, Figure, Dataset (name and checksum), Command, Options (a JSON object) and, unless
 * iteration is NULL, Iteration. */
odd_status provenance_make(struct provenance *out, const struct run *r, const char *command,
	const struct figure *figure, const char *iteration, odd_error *err);
void provenance_clear(struct provenance *p);

#endif
