#include "config.h"

#include "draw/raster_draw.h"

#include <math.h>
#include <string.h>

#include "draw/utf8.h"

/* Sizes in logical pixels. */
#define FONT "DejaVu Sans"
#define FONT_SMALL 10.5
#define FONT_TITLE 15.0
#define LINE 1.6
#define HAIR 0.8

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
	struct rgb ground = r->ground;
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

void raster_polyline(
	struct canvas *c, const struct point *p, size_t n, struct pen pen, double phase)
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

void raster_rule(struct canvas *c, struct point a, struct point b, struct pen pen)
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

void raster_box(struct canvas *c, struct rect rect, struct pen pen)
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

void raster_fill(struct canvas *c, struct rect rect, struct pen pen)
{
	static const double texture[3] = {1.0, 0.6, 0.32};
	struct raster *r = raster_of(c);
	struct rgb colour = palette_rgb(pen.role, r->theme);
	struct rgb ground = r->ground;
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

/* Corners on a circle of radius 1, chosen so that all shapes weigh about the same. */
static void mark_polygon(
	cairo_t *cr, struct point at, double radius, const double (*corner)[2], int n)
{
	cairo_new_path(cr);
	for (int i = 0; i < n; i++)
		cairo_line_to(cr, at.x + radius * corner[i][0], at.y + radius * corner[i][1]);
	cairo_close_path(cr);
}

static void mark_path(cairo_t *cr, struct point at, enum mark shape, double size)
{
	static const double up[3][2] = {{0, -1.25}, {1.1, 0.75}, {-1.1, 0.75}};
	static const double down[3][2] = {{0, 1.25}, {-1.1, -0.75}, {1.1, -0.75}};
	static const double square[4][2] = {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}};
	static const double diamond[4][2] = {{0, -1.3}, {1.1, 0}, {0, 1.3}, {-1.1, 0}};
	double radius = 3.4 * size;
	cairo_new_path(cr);
	switch (shape) {
	case MARK_TRIANGLE:
	case MARK_WEDGE:
		mark_polygon(cr, at, radius, up, 3);
		break;
	case MARK_FUNNEL:
		mark_polygon(cr, at, radius, down, 3);
		break;
	case MARK_SQUARE:
	case MARK_BOX:
		mark_polygon(cr, at, radius, square, 4);
		break;
	case MARK_DIAMOND:
	case MARK_LOZENGE:
		mark_polygon(cr, at, radius, diamond, 4);
		break;
	case MARK_CROSS:
	case MARK_PLUS: {
		double d = radius * (shape == MARK_CROSS ? 0.8 : 0.0);
		double e = radius * (shape == MARK_CROSS ? 0.8 : 1.1);
		cairo_move_to(cr, at.x - e, at.y - d);
		cairo_line_to(cr, at.x + e, at.y + d);
		cairo_move_to(cr, at.x - d, at.y + e);
		cairo_line_to(cr, at.x + d, at.y - e);
		break;
	}
	default: {
		static const double share[MARK_COUNT] = {[MARK_POINT] = 0.45, [MARK_DOT] = 0.6};
		double part = share[shape] > 0.0 ? share[shape] : 1.0;
		cairo_arc(cr, at.x, at.y, radius * part, 0.0, 2.0 * acos(-1.0));
		break;
	}
	}
}

static bool mark_open(enum mark shape)
{
	return shape == MARK_RING || shape == MARK_BOX || shape == MARK_LOZENGE ||
	       shape == MARK_WEDGE || shape == MARK_FUNNEL || shape == MARK_CROSS ||
	       shape == MARK_PLUS;
}

void raster_mark(struct canvas *c, struct point at, enum mark shape, double size, struct pen pen)
{
	struct raster *r = raster_of(c);
	bool open = mark_open(shape), cursor = shape == MARK_CURSOR;
	cairo_t *cr = r->cr;
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
	use_dash(r, DASH_SOLID, 0.0);
	mark_path(cr, at, shape, cursor ? 1.5 * size : size);
	if (pen.flags & PEN_HALO || cursor) {
		/* The ground shows inside an open mark too, or what lies below would fill it. */
		use_colour(r, r->ground, 0.9);
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
				       : RASTER_FONT_SIZE;
}

static void use_font(cairo_t *cr, struct pen pen)
{
	cairo_select_font_face(cr, FONT, CAIRO_FONT_SLANT_NORMAL,
		pen.flags & (PEN_BOLD | PEN_TITLE) ? CAIRO_FONT_WEIGHT_BOLD
						   : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, font_size(pen));
}

/* Code points that stand for nothing, which cairo takes for malformed text. */
static bool is_no_character(uint32_t u)
{
	return (u >= 0xfdd0 && u <= 0xfdef) || (u & 0xfffe) == 0xfffe;
}

void raster_clean_text(char *out, size_t size, const char *utf8)
{
	size_t used = 0;
	for (uint32_t u; (u = utf8_next(&utf8)) != 0;) {
		char bytes[5];
		size_t n = utf8_encode(
			bytes, is_no_character(u) ? UTF8_REPLACEMENT : utf8_printable(u));
		if (used + n >= size)
			break;
		memcpy(out + used, bytes, n);
		used += n;
	}
	out[used] = '\0';
}

struct extent raster_extent(const struct canvas *c, const char *utf8, struct pen pen)
{
	const struct raster *r = raster_of_const(c);
	cairo_text_extents_t size;
	char clean[512];
	raster_clean_text(clean, sizeof clean, utf8);
	use_font(r->cr, pen);
	cairo_text_extents(r->cr, clean, &size);
	return (struct extent){size.x_advance, font_size(pen) * RASTER_LEADING};
}

void raster_text(struct canvas *c, struct rect box, const char *utf8, struct pen pen)
{
	struct raster *r = raster_of(c);
	cairo_t *cr = r->cr;
	cairo_font_extents_t font;
	char clean[512];
	raster_clean_text(clean, sizeof clean, utf8);
	use_font(cr, pen);
	cairo_font_extents(cr, &font);
	double base = box.y + (box.h - font.ascent - font.descent) / 2.0 + font.ascent;
	struct rgb ground = r->ground;
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
