/* layout.h: a figure's heading and its panels. */
#ifndef DRAW_LAYOUT_H
#define DRAW_LAYOUT_H

#include "draw/canvas.h"

/* The whole canvas less its margins and a heading; either text may be NULL. Returns what is left.
 */
struct rect figure_begin(struct canvas *c, const char *title, const char *subtitle);

/* Divide r into columns × rows equal panels, row by row into out. */
void layout_grid(
	struct rect *out, const struct canvas *c, struct rect r, size_t columns, size_t rows);

/* The part of r that belongs to panel i of n in one row or column with these weights. */
struct rect layout_share(const struct canvas *c, struct rect r, bool across, const double *weight,
	size_t n, size_t i);

/* A panel with its title left and a note right, framed in cells; returns the room inside. Where
 * there is no room for them, neither frame nor words are drawn. */
struct rect panel_begin(
	struct canvas *c, struct rect r, const char *title, const char *note, bool focused);

#endif
