/* raster_draw.h: the raster device from inside. Only for raster.c and raster_draw.c. */
#ifndef DRAW_RASTER_DRAW_H
#define DRAW_RASTER_DRAW_H

#include <cairo.h>

#include "draw/raster.h"
#include "draw/canvas.h"
#include "draw/png.h"

#define RASTER_FONT_SIZE 12.0 /* logical pixels */
#define RASTER_LEADING 1.25

struct raster {
	struct canvas canvas;
	cairo_surface_t *surface;
	cairo_t *cr;
	unsigned width, height;
	double scale;
	enum theme theme;
	struct rgb ground;
	enum raster_format format;
	const struct png_text *text;
	size_t text_count;
	struct bytes stream; /* what cairo wrote (SVG, PDF) */
	struct bytes file;   /* the finished picture */
	bool finished;
};

/* The drawing operations; finish and free are raster.c's. */
void raster_polyline(
	struct canvas *c, const struct point *p, size_t n, struct pen pen, double phase);
void raster_rule(struct canvas *c, struct point a, struct point b, struct pen pen);
void raster_box(struct canvas *c, struct rect rect, struct pen pen);
void raster_mark(struct canvas *c, struct point at, enum mark shape, double size, struct pen pen);
void raster_fill(struct canvas *c, struct rect rect, struct pen pen);
void raster_text(struct canvas *c, struct rect box, const char *utf8, struct pen pen);
struct extent raster_extent(const struct canvas *c, const char *utf8, struct pen pen);

/* Copy with malformed and control characters replaced, cut at size: cairo gives up for good on
 * malformed UTF-8, and names come from files. */
void raster_clean_text(char *out, size_t size, const char *utf8);

/* ---- the last touches to what cairo writes as SVG -------------------------------------------- */

/* Copy `in` to `out`, with the text pairs as title and description, and with the ids that cairo
 * takes from a counter of the process replaced by ids counted in this document. */
odd_status svg_tidy(struct bytes *out, const struct bytes *in, const struct png_text *text,
	size_t count, odd_error *err);

#endif
