/* draw_list.h: a canvas that remembers what is drawn on it, to be drawn again elsewhere.
 *
 * It has the measures of a picture (raster.h) of so many pixels. What was drawn is plain bytes: two
 * lists that are the same bytes are the same picture, and another thread can play one while the
 * next is being made.
 */
#ifndef DRAW_DRAW_LIST_H
#define DRAW_DRAW_LIST_H

#include "draw/raster.h"

/* Of a picture of so many device pixels; freed with canvas_free. */
odd_status draw_list_create(
	struct canvas **out, unsigned width, unsigned height, double scale, odd_error *err);

/* What was drawn so far, which is the caller's from then on; empty when there was no memory. */
struct bytes draw_list_take(struct canvas *draw_list);

/* Draw it all on another canvas of the same measures. */
void draw_list_play(const struct bytes *draw_list, struct canvas *to);

#endif
