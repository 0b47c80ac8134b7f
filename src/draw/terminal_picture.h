/* terminal_picture.h: a picture as the bytes that make a terminal show it, encoded by chafa.
 *
 * What goes to the terminal is made of pixels alone: no name and no text of anybody's is in it.
 */
#ifndef DRAW_TERMINAL_PICTURE_H
#define DRAW_TERMINAL_PICTURE_H

#include <stdbool.h>

#include "draw/png.h"

/* In the order of the option `pixels` behind auto. */
enum pixel_protocol {
	PIXELS_KITTY,
	PIXELS_SIXEL,
	PIXELS_ITERM,
	PIXELS_NONE,
	PIXELS_SYMBOLS /* characters and colours, where there are no pixels */
};

/* Part of a picture. */
struct pixel_part {
	const uint8_t *rgb; /* its first pixel, R G B … */
	size_t stride;      /* … and the bytes from one row to the next */
	unsigned width, height;
	unsigned columns, rows;  /* cells it is to fill … */
	unsigned cell_w, cell_h; /* … of so many pixels; not those of the part: it is scaled */
	unsigned colours;        /* of PIXELS_SIXEL, at most; 0: as many as it has */
	bool true_colour;        /* of PIXELS_SYMBOLS: 24 bits, else 256 colours */
	unsigned id; /* of PIXELS_KITTY, 16 to 255: cells show it (kitty_picture_row), not the place
			where it is sent; 0: it is there */
	bool passed; /* likewise: tmux is to pass it on */
};

/* ODD_EUSAGE says what this build lacks. */
odd_status terminal_picture_can(odd_error *err);

/* Append to out, without anything that moves the cursor to where it is to be. */
odd_status terminal_picture_encode(struct bytes *out, enum pixel_protocol protocol,
	const struct pixel_part *part, odd_error *err);

/* ---- pictures that cells show, on kitty through tmux ------------------------------------------
 */

#define KITTY_PICTURE_MOST 198u /* columns and rows of one */

/* Row `row` of a picture that was sent with its id: its columns, from where the cursor is. */
odd_status kitty_picture_row(
	struct bytes *out, const struct pixel_part *part, unsigned row, odd_error *err);
odd_status kitty_picture_delete(struct bytes *out, unsigned id, bool passed, odd_error *err);
/* For terminal_picture_encode. */
odd_status kitty_picture_encode(struct bytes *out, const struct pixel_part *part, odd_error *err);

#endif
