/* picture.h: an outcome as figures: what a figure is drawn from, and the file it is drawn into. */
#ifndef REPORT_PICTURE_H
#define REPORT_PICTURE_H

#include "draw/figures.h"
#include "draw/raster.h"
#include "oddone/job.h"
#include "study/result.h"

/* What a figure shows, and what of it is not the outcome's. A screen or a film goes on to
 * change what it wants otherwise. */
struct drawing {
	odd_mat upright; /* principal components as the screen has them */
	char method[FIGURE_METHOD];
	struct figure_run run;
};

/* The outcome is borrowed until drawing_clear; fill again as it moves on, into the same room. On
 * error, which is ODD_ENOMEM, it is to be cleared all the same. */
#define DRAWING_INIT \
	{ \
		.method = "" \
	}
odd_status drawing_fill(struct drawing *d, const struct result *o, odd_error *err);
void drawing_clear(struct drawing *d);

/* Draw a figure on a canvas, with what it shows beyond d->run. ODD_ENOMEM is the only error. */
odd_status drawing_draw(
	const struct drawing *d, const struct figure *figure, struct canvas *c, odd_error *err);

/* How a file is to look. */
struct picture_style {
	unsigned size[2]; /* 0: the figure's own */
	bool slide;       /* for a talk: letters half as large again, fewer rows and panels */
	double scale;     /* of letters and lines; 1 is usual */
	enum theme theme;
	enum raster_format format;
};

/* A figure on a canvas of its own that carries these words (NULL: none); freed with canvas_free. */
odd_status picture_draw(struct canvas **out, const struct drawing *d, const struct figure *figure,
	const struct picture_style *style, const struct png_text *text, size_t text_count,
	odd_error *err);

/* Draw a figure into a file that tells where it comes from. */
odd_status picture_save(const struct drawing *d, const struct figure *figure,
	const struct result *o, const struct picture_style *style, const char *path,
	const odd_job *job, odd_error *err);

#endif
