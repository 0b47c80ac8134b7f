/* raster.h: the canvas as a picture: PNG, SVG or PDF, drawn by cairo in DejaVu Sans.
 *
 * The unit is a logical pixel; `scale` device pixels make one, so that a large picture has larger
 * letters and finer lines, not more room. The picture exists in memory once canvas_finish has been
 * called; the same drawing gives the same bytes.
 */
#ifndef DRAW_RASTER_H
#define DRAW_RASTER_H

#include "draw/canvas.h"
#include "draw/palette.h"
#include "draw/png.h"

enum raster_format { RASTER_PNG, RASTER_SVG, RASTER_PDF };

struct raster_options {
	unsigned width, height; /* of the picture, in device pixels */
	double scale;           /* 0: so that the picture is laid out like one of 800 × 450 */
	enum theme theme;
	bool grounded; /* on this ground instead of the theme's: */
	struct rgb ground;
	enum raster_format format;
	const struct png_text
		*text;     /* how it was made; PNG chunks, SVG description, PDF metadata */
	size_t text_count; /* borrowed until canvas_finish */
};

/* ODD_EUSAGE for a size of nothing or beyond 30 000. Freed with canvas_free. */
odd_status raster_create(struct canvas **out, const struct raster_options *options, odd_error *err);

/* The finished file, lent until canvas_free. */
const struct bytes *raster_bytes(const struct canvas *c);

/* Of a RASTER_PNG, at any time: its rows of width × 3 bytes, R G B. */
void raster_pixels(const struct canvas *c, uint8_t *to);
/* In device pixels. */
void raster_size(const struct canvas *c, unsigned *width, unsigned *height);

/* A PDF alone: what was drawn is a sheet of its own, and the next one begins, empty. */
void raster_next_sheet(struct canvas *c);

/* Finish, if not yet done, and write the file, whole or not at all. */
odd_status raster_save(struct canvas *c, const char *path, odd_error *err);

/* By the ending of a file name: .png .svg .pdf; false for any other. */
bool raster_format_of(enum raster_format *out, const char *path);

#endif
