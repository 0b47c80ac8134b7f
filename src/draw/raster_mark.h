/* raster_mark.h: the shapes of marks as cairo paths. Only for the raster device. */
#ifndef DRAW_RASTER_MARK_H
#define DRAW_RASTER_MARK_H

#include <cairo.h>

#include "draw/canvas.h"

/* Replaces the current path. size 1 is usual. */
void raster_mark_path(cairo_t *cr, struct point at, enum mark shape, double size);

/* Drawn as an outline, not filled. */
bool raster_mark_open(enum mark shape);

#endif
