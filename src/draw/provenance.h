/* provenance.h: what a picture says about itself, as text chunks: what it shows, of which data, and
 * how it is made again. Nothing in it depends on the clock, the number of threads or where the
 * program stands.
 */
#ifndef DRAW_PROVENANCE_H
#define DRAW_PROVENANCE_H

#include <stdint.h>

#include "draw/figures.h"
#include "draw/png.h"

enum { PROVENANCE_TEXTS = 10 };

struct provenance {
	struct png_text text[PROVENANCE_TEXTS]; /* owned */
	size_t count;
};

/* Begin with Title, Software, Figure, Iteration (unless NULL) and Dataset (name and checksum). On
 * error, which is ODD_ENOMEM here and below, out is to be cleared all the same. */
odd_status provenance_begin(struct provenance *out, const struct figure *figure,
	const char *iteration, const char *dataset, uint64_t checksum, odd_error *err);

/* One more text, such as Command. */
odd_status provenance_add(struct provenance *p, const char *key, const char *value, odd_error *err);
void provenance_clear(struct provenance *p);

#endif
