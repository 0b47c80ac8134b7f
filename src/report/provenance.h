/* provenance.h: what a picture says about itself, as text chunks: what it shows, of which data, and
 * how it is made again. Nothing in it depends on the clock, the number of threads or where the
 * program stands.
 */
#ifndef REPORT_PROVENANCE_H
#define REPORT_PROVENANCE_H

#include "draw/png.h"
#include "report/outcome.h"

enum { PROVENANCE_TEXTS = 8 };

struct provenance {
	struct png_text text[PROVENANCE_TEXTS]; /* owned */
	size_t count;
};

/* Title, Software, Figure, Iteration, Dataset (name and checksum), Command, Log and, of a run,
 * Options, a JSON object; those that the outcome does not know are left out. ODD_ENOMEM is the only
 * error, and leaves nothing behind. */
odd_status provenance_make(struct provenance *out, const struct figure *figure,
	const struct outcome *o, odd_error *err);
void provenance_clear(struct provenance *p);

#endif
