#include "config.h"

#include "draw/raster.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "draw/raster_mark.h"
#include "draw/svg.h"
#include "draw/utf8.h"

/* Sizes in logical pixels. */
#define FONT "DejaVu Sans"
#define FONT_NORMAL 12.0
#define FONT_SMALL 10.5
#define FONT_TITLE 15.0
#define LEADING 1.25
#define LINE 1.6
#define HAIR 0.8
#define LARGEST 30000u

struct raster {
	struct canvas canvas;
	cairo_surface_t *surface;
	cairo_t *cr;
	unsigned width, height;
	double scale;
	enum theme theme;
	enum raster_format format;
	const struct png_text *text;
	size_t text_count;
	struct bytes stream;  /* what cairo wrote (SVG, PDF) */
	struct bytes file;    /* the finished picture */
	bool finished;
};

static struct raster *raster_of(struct canvas *c)
{
	return (struct raster *)c;
}

static const struct raster *raster_of_const(const struct canvas *c)
{
	return (const struct raster *)c;
}

static double strength(struct pen pen)
{
	return pen.shade > 0.0 && pen.shade < 1.0 ? pen.shade : 1.0;
}

static void use_colour(struct raster *r, struct rgb colour, double alpha)
{
	cairo_set_source_rgba(r->cr, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0, alpha);
}

/* Lines fade towards the ground instead of letting it through, so that a line that crosses itself,
 * or comes in pieces, keeps one colour. */
static void use_line_colour(struct raster *r, struct pen pen)
{
	struct rgb ground = palette_rgb(ROLE_GROUND, r->theme);
	use_colour(r, palette_mix(ground, palette_rgb(pen.role, r->theme), strength(pen)), 1.0);
}

/* ---- lines and areas ----------------------------------------------------------------------- */

static void use_dash(struct raster *r, enum dash dash, double phase)
{
	double unit = r->canvas.char_w;
	double dashed[2] = {0.75 * unit, 0.5 * unit}, dotted[2] = {0.01 * unit, 0.42 * unit};
	if (dash == DASH_DASHED)
		cairo_set_dash(r->cr, dashed, 2, phase);
	else if (dash == DASH_DOTTED)
		cairo_set_dash(r->cr, dotted, 2, phase);
	else
		cairo_set_dash(r->cr, NULL, 0, 0.0);
	cairo_set_line_cap(r->cr, dash == DASH_DASHED ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
}

static void raster_polyline(struct canvas *c, const struct point *p, size_t n, struct pen pen,
	double phase)
{
	struct raster *r = raster_of(c);
	cairo_t *cr = r->cr;
	use_line_colour(r, pen);
	cairo_set_line_width(cr, LINE * (pen.width > 0.0 ? pen.width : 1.0));
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	use_dash(r, n > 1 ? pen.dash : DASH_SOLID, phase);
	cairo_move_to(cr, p[0].x, p[0].y);
	for (size_t i = 1; i < n; i++)
		cairo_line_to(cr, p[i].x, p[i].y);
	if (n == 1)
		cairo_close_path(cr);
	cairo_stroke(cr);
}

/* The middle of the device pixel v falls into: thin lines stay sharp. */
static double crisp(const struct raster *r, double v)
{
	return r->format == RASTER_PNG ? (floor(v * r->scale) + 0.5) / r->scale : v;
}

static void raster_rule(struct canvas *c, struct point a, struct point b, struct pen pen)
{
	struct raster *r = raster_of(c);
	use_line_colour(r, pen);
	double pixels = fmax(1.0, floor(HAIR * (pen.width > 0.0 ? pen.width : 1.0) * r->scale));
	cairo_set_line_width(r->cr, pixels / r->scale);
	use_dash(r, pen.dash, 0.0);
	if (pen.dash == DASH_SOLID)
		cairo_set_line_cap(r->cr, CAIRO_LINE_CAP_BUTT);
	cairo_move_to(r->cr, crisp(r, a.x), crisp(r, a.y));
	cairo_line_to(r->cr, crisp(r, b.x), crisp(r, b.y));
	cairo_stroke(r->cr);
}

static void raster_box(struct canvas *c, struct rect rect, struct pen pen)
{
	struct raster *r = raster_of(c);
	use_line_colour(r, pen);
	cairo_set_line_width(r->cr, (pen.flags & PEN_BOLD ? 1.6 : 1.0) * HAIR);
	use_dash(r, DASH_SOLID, 0.0);
	double x = crisp(r, rect.x), y = crisp(r, rect.y);
	cairo_rectangle(r->cr, x, y, crisp(r, rect_right(rect) - 1.0) - x,
		crisp(r, rect_bottom(rect) - 1.0) - y);
	cairo_stroke(r->cr);
}

/* Edges on whole device pixels, so that neighbours meet without a seam. */
static void crisp_span(const struct raster *r, double *from, double *length)
{
	if (r->format != RASTER_PNG)
		return;
	double a = floor(*from * r->scale + 0.5), b = floor((*from + *length) * r->scale + 0.5);
	*from = a / r->scale;
	*length = fmax(b - a, 1.0) / r->scale;
}

static void raster_fill(struct canvas *c, struct rect rect, struct pen pen)
{
	static const double texture[3] = {1.0, 0.6, 0.32};
	struct raster *r = raster_of(c);
	struct rgb colour = palette_rgb(pen.role, r->theme);
	struct rgb ground = palette_rgb(ROLE_GROUND, r->theme);
	double part = strength(pen) * texture[pen.dash];
	crisp_span(r, &rect.x, &rect.w);
	if (pen.flags & PEN_WASH) {
		use_colour(r, colour, 0.22 * part);
	} else {
		crisp_span(r, &rect.y, &rect.h);
		use_colour(r, palette_mix(ground, colour, part), 1.0);
	}
	cairo_rectangle(r->cr, rect.x, rect.y, rect.w, rect.h);
	cairo_fill(r->cr);
	/* A lighter texture keeps an outline, so that the area still ends somewhere. */
	if (pen.dash != DASH_SOLID && !(pen.flags & PEN_WASH) && rect.w > 2.0 && rect.h > 2.0) {
		use_colour(r, colour, 1.0);
		cairo_set_line_width(r->cr, 1.0);
		use_dash(r, DASH_SOLID, 0.0);
		cairo_rectangle(r->cr, rect.x + 0.5, rect.y + 0.5, rect.w - 1.0, rect.h - 1.0);
		cairo_stroke(r->cr);
	}
}

static void raster_shape(struct canvas *c, const struct point *p, size_t n, struct pen pen)
{
	struct raster *r = raster_of(c);
	double part = strength(pen) * (pen.flags & PEN_WASH ? 0.22 : 1.0);
	use_colour(r, palette_rgb(pen.role, r->theme), part);
	cairo_new_path(r->cr);
	for (size_t i = 0; i < n; i++)
		cairo_line_to(r->cr, p[i].x, p[i].y);
	cairo_close_path(r->cr);
	cairo_fill(r->cr);
}

/* ---- marks --------------------------------------------------------------------------------- */

static void draw_cursor(struct raster *r, struct point at, double size)
{
	const double turn = 2.0 * acos(-1.0);
	cairo_new_path(r->cr);
	cairo_arc(r->cr, at.x, at.y, 4.6 * size, 0.0, turn);
	cairo_set_line_width(r->cr, 1.5);
	cairo_stroke(r->cr);
	cairo_arc(r->cr, at.x, at.y, 2.0 * size, 0.0, turn);
	cairo_fill(r->cr);
}

static void raster_mark(struct canvas *c, struct point at, enum mark shape, double size,
	struct pen pen)
{
	struct raster *r = raster_of(c);
	bool open = raster_mark_open(shape), cursor = shape == MARK_CURSOR;
	cairo_t *cr = r->cr;
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
	use_dash(r, DASH_SOLID, 0.0);
	raster_mark_path(cr, at, shape, cursor ? 1.5 * size : size);
	if (pen.flags & PEN_HALO || cursor) {
		/* The ground shows inside an open mark too, or what lies below would fill it. */
		use_colour(r, palette_rgb(ROLE_GROUND, r->theme), 0.9);
		if (open || cursor)
			cairo_fill_preserve(cr);
		cairo_set_line_width(cr, open ? 3.2 : 2.4);
		cairo_stroke_preserve(cr);
	}
	use_colour(r, palette_rgb(pen.role, r->theme), strength(pen));
	if (cursor) {
		draw_cursor(r, at, size);
	} else if (open) {
		cairo_set_line_width(cr, 1.3);
		cairo_stroke(cr);
	} else {
		cairo_fill(cr);
	}
}

/* ---- text ---------------------------------------------------------------------------------- */

static double font_size(struct pen pen)
{
	return pen.flags & PEN_TITLE   ? FONT_TITLE
	       : pen.flags & PEN_SMALL ? FONT_SMALL
				       : FONT_NORMAL;
}

static void use_font(cairo_t *cr, struct pen pen)
{
	cairo_select_font_face(cr, FONT, CAIRO_FONT_SLANT_NORMAL,
		pen.flags & (PEN_BOLD | PEN_TITLE) ? CAIRO_FONT_WEIGHT_BOLD
						   : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, font_size(pen));
}

/* cairo gives up for good on malformed UTF-8, and names come from files. */
static void clean_text(char *out, size_t size, const char *utf8)
{
	size_t used = 0;
	for (uint32_t u; (u = utf8_next(&utf8)) != 0;) {
		char bytes[5];
		size_t n = utf8_encode(bytes, utf8_printable(u));
		if (used + n >= size)
			break;
		memcpy(out + used, bytes, n);
		used += n;
	}
	out[used] = '\0';
}

static struct extent raster_extent(const struct canvas *c, const char *utf8, struct pen pen)
{
	const struct raster *r = raster_of_const(c);
	cairo_text_extents_t size;
	char clean[512];
	clean_text(clean, sizeof clean, utf8);
	use_font(r->cr, pen);
	cairo_text_extents(r->cr, clean, &size);
	return (struct extent){size.x_advance, font_size(pen) * LEADING};
}

static void raster_text(struct canvas *c, struct rect box, const char *utf8, struct pen pen)
{
	struct raster *r = raster_of(c);
	cairo_t *cr = r->cr;
	cairo_font_extents_t font;
	char clean[512];
	clean_text(clean, sizeof clean, utf8);
	use_font(cr, pen);
	cairo_font_extents(cr, &font);
	double base = box.y + (box.h - font.ascent - font.descent) / 2.0 + font.ascent;
	struct rgb ground = palette_rgb(ROLE_GROUND, r->theme);
	struct rgb colour = palette_text_rgb(pen.role, r->theme);
	if (pen.flags & PEN_REVERSE) {
		use_colour(r, colour, 1.0);
		cairo_rectangle(cr, box.x, box.y, box.w, box.h);
		cairo_fill(cr);
		colour = ground;
	} else if (pen.flags & PEN_HALO) {
		use_colour(r, ground, 0.85);
		use_dash(r, DASH_SOLID, 0.0);
		cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
		cairo_set_line_width(cr, 3.0);
		cairo_move_to(cr, box.x, base);
		cairo_text_path(cr, clean);
		cairo_stroke(cr);
	}
	use_colour(r, palette_mix(ground, colour, strength(pen)), 1.0);
	cairo_move_to(cr, box.x, base);
	cairo_show_text(cr, clean);
	cairo_new_path(cr);
}

/* ---- life ---------------------------------------------------------------------------------- */

static cairo_status_t on_stream(void *closure, const unsigned char *data, unsigned length)
{
	return bytes_append(closure, data, length) == ODD_OK ? CAIRO_STATUS_SUCCESS
							     : CAIRO_STATUS_NO_MEMORY;
}

static odd_status cairo_trouble(cairo_status_t status, odd_error *err)
{
	if (status == CAIRO_STATUS_NO_MEMORY)
		return odd_error_nomem(err);
	return odd_error_set(err, ODD_EIO, "cannot draw: %s", cairo_status_to_string(status));
}

static odd_status encode_png(struct raster *r, odd_error *err)
{
	const uint8_t *from = cairo_image_surface_get_data(r->surface);
	size_t stride = (size_t)cairo_image_surface_get_stride(r->surface);
	uint8_t *pixels = malloc((size_t)r->width * r->height * 3), *to = pixels;
	if (pixels == NULL)
		return odd_error_nomem(err);
	for (unsigned y = 0; y < r->height; y++) {
		for (unsigned x = 0; x < r->width; x++, to += 3) {
			uint32_t pixel;
			memcpy(&pixel, from + y * stride + x * 4u, sizeof pixel);
			to[0] = (uint8_t)(pixel >> 16);
			to[1] = (uint8_t)(pixel >> 8);
			to[2] = (uint8_t)pixel;
		}
	}
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
	.shape = raster_shape,
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
			clean_text(clean, sizeof clean, r->text[i].value);
			cairo_pdf_surface_set_metadata(r->surface, known[k].what, clean);
		}
	}
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
	use_colour(r, palette_rgb(ROLE_GROUND, r->theme), 1.0);
	cairo_paint(r->cr);
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
	r->scale = o->scale > 0.0 ? o->scale
				  : fmax(1.0, fmin(o->width / 800.0, o->height / 450.0));
	r->theme = o->theme;
	r->format = o->format;
	r->text = o->text;
	r->text_count = o->text_count;
	r->canvas = (struct canvas){.ops = &raster_ops, .w = o->width / r->scale,
		.h = o->height / r->scale, .char_h = FONT_NORMAL * LEADING, .dot_w = 1.0,
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
	return &raster_of_const(c)->file;
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
