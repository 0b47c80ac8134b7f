#include "config.h"

#include "draw/raster.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "draw/raster_draw.h"

#define LARGEST 30000u /* device pixels each way */

static struct raster *raster_of(struct canvas *c)
{
	return (struct raster *)c;
}

static cairo_status_t on_stream(void *closure, const unsigned char *data, unsigned length)
{
	bytes_append(closure, data, length);
	return ((struct bytes *)closure)->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static odd_status cairo_trouble(cairo_status_t status, odd_error *err)
{
	if (status == CAIRO_STATUS_NO_MEMORY)
		return odd_error_nomem(err);
	return odd_error_set(err, ODD_EIO, "cannot draw: %s", cairo_status_to_string(status));
}

void raster_pixels(const struct canvas *c, uint8_t *to)
{
	const struct raster *r = (const struct raster *)c;
	cairo_surface_flush(r->surface);
	const uint8_t *from = cairo_image_surface_get_data(r->surface);
	size_t stride = (size_t)cairo_image_surface_get_stride(r->surface);
	for (unsigned y = 0; y < r->height; y++) {
		for (unsigned x = 0; x < r->width; x++, to += 3) {
			uint32_t pixel;
			memcpy(&pixel, from + y * stride + x * 4u, sizeof pixel);
			to[0] = (uint8_t)(pixel >> 16);
			to[1] = (uint8_t)(pixel >> 8);
			to[2] = (uint8_t)pixel;
		}
	}
}

void raster_size(const struct canvas *c, unsigned *width, unsigned *height)
{
	const struct raster *r = (const struct raster *)c;
	*width = r->width;
	*height = r->height;
}

static odd_status encode_png(struct raster *r, odd_error *err)
{
	uint8_t *pixels = malloc((size_t)r->width * r->height * 3);
	if (pixels == NULL)
		return odd_error_nomem(err);
	raster_pixels(&r->canvas, pixels);
	odd_status status =
		png_encode(&r->file, pixels, r->width, r->height, r->text, r->text_count, err);
	free(pixels);
	return status;
}

static odd_status raster_finish(struct canvas *c, odd_error *err)
{
	struct raster *r = raster_of(c);
	odd_status status;
	if (r->finished)
		return ODD_OK;
	cairo_surface_flush(r->surface);
	cairo_status_t drawn = cairo_status(r->cr);
	if (drawn == CAIRO_STATUS_SUCCESS && r->format != RASTER_PNG) {
		cairo_show_page(r->cr);
		cairo_surface_finish(r->surface);
		drawn = cairo_surface_status(r->surface);
	}
	if (drawn != CAIRO_STATUS_SUCCESS)
		return cairo_trouble(drawn, err);
	if (r->format == RASTER_PNG) {
		status = encode_png(r, err);
	} else if (r->format == RASTER_SVG) {
		status = svg_tidy(&r->file, &r->stream, r->text, r->text_count, err);
	} else {
		r->file = r->stream;
		memset(&r->stream, 0, sizeof r->stream);
		status = ODD_OK;
	}
	r->finished = status == ODD_OK;
	return status;
}

static void raster_free(struct canvas *c)
{
	struct raster *r = raster_of(c);
	cairo_destroy(r->cr);
	cairo_surface_destroy(r->surface);
	bytes_clear(&r->stream);
	bytes_clear(&r->file);
	free(r);
}

static const struct canvas_ops raster_ops = {
	.polyline = raster_polyline,
	.rule = raster_rule,
	.box = raster_box,
	.mark = raster_mark,
	.fill = raster_fill,
	.text = raster_text,
	.text_extent = raster_extent,
	.finish = raster_finish,
	.free = raster_free,
};

static void describe_pdf(struct raster *r)
{
	static const struct {
		const char *key;
		cairo_pdf_metadata_t what;
	} known[] = {{"Title", CAIRO_PDF_METADATA_TITLE}, {"Software", CAIRO_PDF_METADATA_CREATOR},
		{"Dataset", CAIRO_PDF_METADATA_KEYWORDS}, {"Command", CAIRO_PDF_METADATA_SUBJECT}};
	/* No date: the same figure is the same file. */
	cairo_pdf_surface_set_metadata(r->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
	for (size_t i = 0; i < r->text_count; i++) {
		for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
			if (strcmp(r->text[i].key, known[k].key) != 0)
				continue;
			char clean[512];
			raster_clean_text(clean, sizeof clean, r->text[i].value);
			cairo_pdf_surface_set_metadata(r->surface, known[k].what, clean);
		}
	}
}

static void paint_ground(struct raster *r)
{
	struct rgb ground = r->ground;
	cairo_set_source_rgb(r->cr, ground.r / 255.0, ground.g / 255.0, ground.b / 255.0);
	cairo_paint(r->cr);
}

static void open_surface(struct raster *r)
{
	double w = r->canvas.w, h = r->canvas.h;
	switch (r->format) {
	case RASTER_PNG:
		r->surface = cairo_image_surface_create(
			CAIRO_FORMAT_RGB24, (int)r->width, (int)r->height);
		break;
	case RASTER_SVG:
		r->surface = cairo_svg_surface_create_for_stream(on_stream, &r->stream, w, h);
		break;
	case RASTER_PDF:
		r->surface = cairo_pdf_surface_create_for_stream(on_stream, &r->stream, w, h);
		describe_pdf(r);
		break;
	}
	r->cr = cairo_create(r->surface);
	if (r->format == RASTER_PNG)
		cairo_scale(r->cr, r->scale, r->scale);
	/* Unhinted, so that words are equally wide at every scale and in every format. */
	cairo_font_options_t *font = cairo_font_options_create();
	cairo_font_options_set_antialias(font, CAIRO_ANTIALIAS_GRAY);
	cairo_font_options_set_hint_style(font, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(font, CAIRO_HINT_METRICS_OFF);
	cairo_set_font_options(r->cr, font);
	cairo_font_options_destroy(font);
	paint_ground(r);
}

void raster_next_sheet(struct canvas *c)
{
	struct raster *r = raster_of(c);
	canvas_release(c);
	cairo_show_page(r->cr);
	paint_ground(r);
}

odd_status raster_create(struct canvas **out, const struct raster_options *o, odd_error *err)
{
	*out = NULL;
	if (o->width < 1 || o->height < 1 || o->width > LARGEST || o->height > LARGEST)
		return odd_error_set(err, ODD_EUSAGE,
			"a picture of %u × %u pixels: 1 to %u will do", o->width, o->height,
			LARGEST);
	struct raster *r = calloc(1, sizeof *r);
	if (r == NULL)
		return odd_error_nomem(err);
	r->width = o->width;
	r->height = o->height;
	r->scale = o->scale > 0.0 ? o->scale : fmax(1.0, fmin(o->width / 800.0, o->height / 450.0));
	r->theme = o->theme;
	r->ground = o->grounded ? o->ground : palette_rgb(ROLE_GROUND, o->theme);
	r->format = o->format;
	r->text = o->text;
	r->text_count = o->text_count;
	r->canvas = (struct canvas){.ops = &raster_ops,
		.w = o->width / r->scale,
		.h = o->height / r->scale,
		.char_h = RASTER_FONT_SIZE * RASTER_LEADING,
		.dot_w = 1.0,
		.dot_h = 1.0};
	r->canvas.clip = canvas_area(&r->canvas);
	open_surface(r);
	cairo_status_t status = cairo_status(r->cr);
	if (status != CAIRO_STATUS_SUCCESS) {
		raster_free(&r->canvas);
		return cairo_trouble(status, err);
	}
	r->canvas.char_w = raster_extent(&r->canvas, "0", pen_of(ROLE_TEXT)).w;
	*out = &r->canvas;
	return ODD_OK;
}

const struct bytes *raster_bytes(const struct canvas *c)
{
	return &((const struct raster *)c)->file;
}

odd_status raster_save(struct canvas *c, const char *path, odd_error *err)
{
	odd_status status = canvas_finish(c, err);
	return status == ODD_OK ? bytes_save(raster_bytes(c), path, err) : status;
}

bool raster_format_of(enum raster_format *out, const char *path)
{
	static const char *const ending[] = {".png", ".svg", ".pdf"};
	const char *dot = strrchr(path, '.');
	for (int i = 0; dot != NULL && i < 3; i++) {
		if (strcasecmp(dot, ending[i]) == 0) {
			*out = (enum raster_format)i;
			return true;
		}
	}
	return false;
}
