#include "config.h"

#include "draw/cells_picture.h"

#include <math.h>
#include <string.h>

#include "draw/raster_draw.h"
#include "draw/utf8.h"

#define FONT "DejaVu Sans Mono"
#define ADVANCE 0.60205078125 /* of its letters, in sizes of the font */
#define ASCENT 0.92822265625  /* … and their parts above and below the line */
#define DESCENT 0.23583984375
#define FAINT 0.55 /* of dim letters: how far from the ground */

struct painter {
	struct raster *raster;
	cairo_t *cr;
	double font, base; /* size, and the line below the top of a cell */
	bool mono;
};

static void use_ink(struct painter *p, struct rgb ink, double alpha)
{
	cairo_set_source_rgba(p->cr, ink.r / 255.0, ink.g / 255.0, ink.b / 255.0, alpha);
}

/* On whole device pixels, at least one: areas of neighbouring cells meet. */
static double snapped(const struct painter *p, double v)
{
	const struct raster *r = p->raster;
	return r->format == RASTER_PNG ? floor(v * r->scale + 0.5) / r->scale : v;
}

static void area(struct painter *p, double x0, double y0, double x1, double y1)
{
	x0 = snapped(p, x0);
	y0 = snapped(p, y0);
	x1 = snapped(p, x1);
	y1 = snapped(p, y1);
	cairo_rectangle(p->cr, x0, y0, x1 - x0, y1 - y0);
	cairo_fill(p->cr);
}

/* ---- what terminals draw with characters --------------------------------------------------- */

/* Dot d of U+2800 + bits: 1 2 3 7 down the left side, 4 5 6 8 down the right. */
static void braille(struct painter *p, struct rect r, unsigned bits)
{
	static const unsigned char place[8][2] = {
		{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}};
	for (unsigned d = 0; d < 8; d++) {
		if ((bits >> d & 1) == 0)
			continue;
		cairo_new_path(p->cr);
		cairo_arc(p->cr, r.x + r.w * (0.25 + 0.5 * place[d][0]),
			r.y + r.h * (0.125 + 0.25 * place[d][1]), 0.155 * r.w, 0.0,
			2.0 * acos(-1.0));
		cairo_fill(p->cr);
	}
}

/* Bits 1 2 / 4 8: upper left, upper right / lower left, lower right. */
static void quadrants(struct painter *p, struct rect r, unsigned bits)
{
	for (unsigned q = 0; q < 4; q++) {
		double x = r.x + (q & 1 ? r.w / 2.0 : 0.0), y = r.y + (q & 2 ? r.h / 2.0 : 0.0);
		if ((bits >> q & 1) != 0)
			area(p, x, y, x + r.w / 2.0, y + r.h / 2.0);
	}
}

/* U+2580 … U+259F. */
static void block(struct painter *p, struct rect r, uint32_t u, struct rgb ink)
{
	static const unsigned char quadrant[10] = {4, 8, 1, 13, 9, 7, 11, 2, 6, 14};
	double right = rect_right(r), bottom = rect_bottom(r);
	if (u == 0x2580) {
		area(p, r.x, r.y, right, r.y + r.h / 2.0);
	} else if (u <= 0x2588) {
		area(p, r.x, bottom - r.h * (u - 0x2580) / 8.0, right, bottom);
	} else if (u <= 0x258f) {
		area(p, r.x, r.y, r.x + r.w * (0x2590 - u) / 8.0, bottom);
	} else if (u == 0x2590) {
		area(p, r.x + r.w / 2.0, r.y, right, bottom);
	} else if (u <= 0x2593) {
		use_ink(p, ink, 0.25 * (u - 0x2590));
		area(p, r.x, r.y, right, bottom);
	} else if (u == 0x2594) {
		area(p, r.x, r.y, right, r.y + r.h / 8.0);
	} else if (u == 0x2595) {
		area(p, right - r.w / 8.0, r.y, right, bottom);
	} else {
		quadrants(p, r, quadrant[u - 0x2596]);
	}
}

enum { UP = 1, RIGHT = 2, DOWN = 4, LEFT = 8 };

/* Which ways a light frame line leaves the middle of its cell; 0: it is none of these. */
static unsigned arms_of(uint32_t u)
{
	static const struct {
		uint32_t u;
		unsigned arms;
	} known[] = {{0x2500, LEFT | RIGHT}, {0x2502, UP | DOWN}, {0x250c, RIGHT | DOWN},
		{0x2510, LEFT | DOWN}, {0x2514, UP | RIGHT}, {0x2518, UP | LEFT},
		{0x251c, UP | RIGHT | DOWN}, {0x2524, UP | LEFT | DOWN},
		{0x252c, LEFT | RIGHT | DOWN}, {0x2534, UP | LEFT | RIGHT},
		{0x253c, UP | RIGHT | DOWN | LEFT}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].u == u)
			return known[i].arms;
	return 0;
}

static void frame_line(struct painter *p, struct rect r, unsigned arms)
{
	double scale = p->raster->scale, half = fmax(1.0, floor(1.2 * scale + 0.5)) / scale / 2.0;
	double x = snapped(p, r.x + r.w / 2.0 - half), y = snapped(p, r.y + r.h / 2.0 - half);
	double right = x + 2.0 * half, bottom = y + 2.0 * half;
	if ((arms & (LEFT | RIGHT)) != 0)
		area(p, (arms & LEFT) != 0 ? r.x : x, y,
			(arms & RIGHT) != 0 ? rect_right(r) : right, bottom);
	if ((arms & (UP | DOWN)) != 0)
		area(p, x, (arms & UP) != 0 ? r.y : y, right,
			(arms & DOWN) != 0 ? rect_bottom(r) : bottom);
}

/* ---- letters ------------------------------------------------------------------------------- */

/* A letter that another font has to lend may be wider than its cells. */
static void letter(struct painter *p, struct rect r, const char *utf8)
{
	cairo_text_extents_t size;
	char glyph[CELL_BYTES + 4];
	raster_clean_text(glyph, sizeof glyph, utf8);
	cairo_save(p->cr);
	cairo_translate(p->cr, r.x, r.y + p->base);
	if ((unsigned char)glyph[0] >= 0x80) {
		cairo_text_extents(p->cr, glyph, &size);
		if (size.x_advance > 1.02 * r.w)
			cairo_scale(p->cr, r.w / size.x_advance, 1.0);
	}
	cairo_move_to(p->cr, 0.0, 0.0);
	cairo_show_text(p->cr, glyph);
	cairo_new_path(p->cr);
	cairo_restore(p->cr);
}

static void ink_of(struct rgb *ink, struct rgb *ground, bool *bold, const struct painter *p,
	const struct cell *cell, bool caret)
{
	enum theme theme = p->raster->theme;
	struct palette_ink told =
		palette_ink((enum role)cell->role, p->mono ? COLOUR_MONO : COLOUR_TRUE, theme);
	*ground = palette_rgb(ROLE_GROUND, theme);
	*ink = p->mono || told.index == PALETTE_DEFAULT ? palette_rgb(ROLE_TEXT, theme) : told.rgb;
	*bold = (cell->attr & CELL_BOLD) != 0 || (told.attr & PEN_BOLD) != 0;
	if ((cell->attr & CELL_DIM) != 0 && !p->mono)
		*ink = palette_mix(*ground, *ink, FAINT);
	bool reverse = ((cell->attr & CELL_REVERSE) != 0) != ((told.attr & PEN_REVERSE) != 0);
	if (reverse != caret) {
		struct rgb swap = *ink;
		*ink = *ground;
		*ground = swap;
	}
}

static void draw_cell(struct painter *p, struct rect r, const struct cell *cell, bool caret)
{
	const char *rest = cell->glyph;
	struct rgb ink, ground, paper = palette_rgb(ROLE_GROUND, p->raster->theme);
	bool bold;
	ink_of(&ink, &ground, &bold, p, cell, caret);
	if (memcmp(&ground, &paper, sizeof paper) != 0) {
		use_ink(p, ground, 1.0);
		area(p, r.x, r.y, rect_right(r), rect_bottom(r));
	}
	uint32_t u = utf8_next(&rest);
	if (u == ' ' || u == 0)
		return;
	use_ink(p, ink, 1.0);
	if (u >= 0x2800 && u <= 0x28ff) {
		braille(p, r, u - 0x2800);
	} else if (u >= 0x2580 && u <= 0x259f) {
		block(p, r, u, ink);
	} else if (arms_of(u) != 0) {
		frame_line(p, r, arms_of(u));
	} else {
		cairo_select_font_face(p->cr, FONT, CAIRO_FONT_SLANT_NORMAL,
			bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
		cairo_set_font_size(p->cr, p->font);
		letter(p, r, cell->glyph);
	}
}

void cells_picture_draw(
	struct canvas *raster, const struct canvas *cells, const struct cells_look *look)
{
	struct painter p = {.raster = (struct raster *)raster, .mono = look->mono};
	p.cr = p.raster->cr;
	p.font = CELLS_PICTURE_W / ADVANCE;
	p.base = (CELLS_PICTURE_H - p.font * (ASCENT + DESCENT)) / 2.0 + p.font * ASCENT;
	for (size_t y = 0; y < cells_rows(cells); y++)
		for (size_t x = 0; x < cells_columns(cells); x++) {
			const struct cell *cell = cells_at(cells, x, y);
			struct rect r = {(double)x * CELLS_PICTURE_W, (double)y * CELLS_PICTURE_H,
				cell->width * CELLS_PICTURE_W, CELLS_PICTURE_H};
			bool caret = (int)x == look->caret_x && (int)y == look->caret_y;
			if (cell->width > 0)
				draw_cell(&p, r, cell, caret);
		}
}

odd_status cells_picture_create(struct canvas **out, const struct canvas *cells,
	const struct cells_look *look, const struct raster_options *options, odd_error *err)
{
	struct raster_options o = *options;
	o.scale = o.scale > 0.0 ? o.scale : 1.0;
	o.width = (unsigned)lround(CELLS_PICTURE_W * o.scale * (double)cells_columns(cells));
	o.height = (unsigned)lround(CELLS_PICTURE_H * o.scale * (double)cells_rows(cells));
	odd_status status = raster_create(out, &o, err);
	if (status == ODD_OK)
		cells_picture_draw(*out, cells, look);
	return status;
}
