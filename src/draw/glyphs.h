/* glyphs.h: the three glyph sets of the cells canvas, as tables.
 *
 * Each set says how many dots a cell holds, which bit each dot is, and which glyph stands for what.
 * The sets have the same entries, so trading one for another never moves anything.
 */
#ifndef DRAW_GLYPHS_H
#define DRAW_GLYPHS_H

#include <stdint.h>

#include "draw/canvas.h"

struct dash_pattern {
	int on, off; /* dots */
};

struct glyphs {
	int across, down;  /* dots in a cell */
	bool ascii;        /* nothing but ASCII may appear */
	uint8_t bit[4][2]; /* [row][column] */
	struct dash_pattern dash[3];
	const char *mark[MARK_COUNT];
	const char *level, *upright;
	const char *corner[4]; /* top left, top right, bottom left, bottom right */
};

extern const struct glyphs glyphs_table[3];

/* The glyph for a set of dots. dx, dy: direction of the line, used by 1 × 1 cells. */
void glyphs_dots(
	char out[5], const struct glyphs *set, uint8_t dots, double dx, double dy, enum dash dash);

/* The glyph for a filled part of a cell, in units of the cell; NULL when too little is filled. */
const char *glyphs_fill(const struct glyphs *set, struct rect part, struct pen pen);

#endif
