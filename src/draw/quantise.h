/* quantise.h: few colours for many.
 *
 * Colours are counted in cells of 4 × 4 × 4; a palette is made by cutting the cells apart where
 * they differ most. Counts are damped, so that a thin line keeps its colour beside a large area.
 * The same pixels give the same palette.
 */
#ifndef DRAW_QUANTISE_H
#define DRAW_QUANTISE_H

#include <stddef.h>
#include <stdint.h>

#include "draw/palette.h"
#include "oddone/error.h"

struct quantise;

odd_status quantise_create(struct quantise **out, odd_error *err);
void quantise_free(struct quantise *q); /* NULL is fine */

/* Count n pixels of three bytes, R G B. */
void quantise_count(struct quantise *q, const uint8_t *rgb, size_t n);

/* Settle on at most this many colours, 1 to 256; *used: those there are. */
odd_status quantise_settle(
	struct quantise *q, struct rgb *palette, size_t most, size_t *used, odd_error *err);
/* Then: the entry that stands for a colour that was counted. */
uint8_t quantise_entry(const struct quantise *q, const uint8_t rgb[3]);

#endif
