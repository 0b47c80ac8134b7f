/* cells_picture.h: a screen of characters as a picture, for slides, manuals and films.
 *
 * Letters are set in DejaVu Sans Mono. What a terminal draws with characters is drawn here: braille
 * as dots, blocks as areas, frames as lines, so that neighbours meet without a gap at any scale.
 */
#ifndef DRAW_CELLS_PICTURE_H
#define DRAW_CELLS_PICTURE_H

#include "draw/cells.h"
#include "draw/raster.h"

/* A cell in logical pixels: two to one, and as wide as a letter of about 15. */
#define CELLS_PICTURE_W 9.0
#define CELLS_PICTURE_H 18.0

/* How the cells are shown. */
struct cells_look {
	bool mono;            /* no colours: bold and reverse alone */
	int caret_x, caret_y; /* the cell of the cursor; −1: none */
};

/* Draw the cells on a raster canvas, from its top left corner on, in the theme it has. */
void cells_picture_draw(
	struct canvas *raster, const struct canvas *cells, const struct cells_look *look);

/* A raster canvas that the cells fill, with them on it; options: scale (0: 1), theme, format and
 * text. Freed with canvas_free. */
odd_status cells_picture_create(struct canvas **out, const struct canvas *cells,
	const struct cells_look *look, const struct raster_options *options, odd_error *err);

#endif
