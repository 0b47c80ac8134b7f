/* palette.h: roles to colours.
 *
 * The colours are those of Okabe and Ito, which people of every kind of colour vision can tell
 * apart. Each role has a colour for a dark and for a light ground, and a way to show it on
 * terminals with 256, 16, 8 or no colours. Colour is never alone: shapes, dashes and attributes
 * repeat it.
 */
#ifndef DRAW_PALETTE_H
#define DRAW_PALETTE_H

#include <stdint.h>

#include "draw/canvas.h"

enum theme { THEME_LIGHT, THEME_DARK };

enum colour_depth { COLOUR_MONO, COLOUR_8, COLOUR_16, COLOUR_256, COLOUR_TRUE };

struct rgb {
	uint8_t r, g, b;
};

#define PALETTE_DEFAULT (-1) /* leave the terminal's own foreground */

/* How a terminal shows a role. The ground is always left as the terminal has it. */
struct palette_ink {
	int index;      /* 0 … 7, 15 or 255 by depth; PALETTE_DEFAULT; unused in true colour */
	struct rgb rgb; /* in true colour, unless index is PALETTE_DEFAULT */
	unsigned attr;  /* PEN_BOLD, PEN_REVERSE: added to those of the cell */
};

struct rgb palette_rgb(enum role role, enum theme theme);

/* The same for words: darker on a light ground where the colour alone would be hard to read. */
struct rgb palette_text_rgb(enum role role, enum theme theme);

/* t of the way from a to b. */
struct rgb palette_mix(struct rgb a, struct rgb b, double t);

struct palette_ink palette_ink(enum role role, enum colour_depth depth, enum theme ground);

#endif
