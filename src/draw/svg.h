/* svg.h: the last touches to what cairo writes as SVG. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "draw/png.h"

/* Copy `in` to `out`, with the text pairs as title and description, and with the ids that cairo
 * takes from a counter of the process replaced by ids counted in this document. */
odd_status svg_tidy(struct bytes *out, const struct bytes *in, const struct png_text *text,
	size_t count, odd_error *err);

#endif
