#include "config.h"

#include "draw/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/glyphs.h"
#include "draw/utf8.h"

/* What a cell shows at present; a weaker layer never replaces a stronger one. */
enum layer { LAYER_NONE, LAYER_RULE, LAYER_FILL, LAYER_DOTS, LAYER_MARK, LAYER_TEXT };

struct cells {
	struct canvas canvas;
	const struct glyphs *set;
	size_t columns, rows;
	struct cell *cell;     /* rows × columns */
	uint8_t *layer, *dots; /* likewise */
};

static struct cells *cells_of(struct canvas *c)
{
	return (struct cells *)c;
}

static const struct cells *cells_of_const(const struct canvas *c)
{
	return (const struct cells *)c;
}

static uint8_t attr_of(struct pen pen)
{
	unsigned attr = 0;
	if (pen.flags & (PEN_BOLD | PEN_TITLE))
		attr |= CELL_BOLD;
	if (pen.flags & PEN_REVERSE)
		attr |= CELL_REVERSE;
	if (pen.shade > 0.0 && pen.shade < 0.6)
		attr |= CELL_DIM;
	return (uint8_t)attr;
}

/* Break the wide glyph that a new one at index i would cut in half. */
static void unpair(struct cells *g, size_t i)
{
	struct cell *cell = &g->cell[i];
	if (cell->width == 0 && i % g->columns > 0) {
		strcpy(cell[-1].glyph, " ");
		cell[-1].width = 1;
	}
	if (cell->width == 2 && i % g->columns + 1 < g->columns) {
		strcpy(cell[1].glyph, " ");
		cell[1].width = 1;
	}
}

/* Put a glyph into a cell unless something stronger is there. */
static void put(struct cells *g, size_t i, enum layer layer, const char *glyph, struct pen pen)
{
	if (g->layer[i] > layer)
		return;
	unpair(g, i);
	struct cell *cell = &g->cell[i];
	g->layer[i] = (uint8_t)layer;
	strcpy(cell->glyph, glyph);
	cell->width = 1;
	cell->role = (uint8_t)pen.role;
	cell->attr = attr_of(pen);
}

/* ---- dots ---------------------------------------------------------------------------------- */

/* dx, dy: direction of the line in cells, which is all that a 1 × 1 set can show. */
static void set_dot(struct cells *g, long x, long y, double dx, double dy, struct pen pen)
{
	const struct glyphs *set = g->set;
	if (x < 0 || y < 0 || x >= (long)g->columns * set->across || y >= (long)g->rows * set->down)
		return;
	size_t i = (size_t)(y / set->down) * g->columns + (size_t)(x / set->across);
	if (g->layer[i] > LAYER_DOTS)
		return;
	if (g->layer[i] < LAYER_DOTS)
		g->dots[i] = 0;
	g->dots[i] |= set->bit[y % set->down][x % set->across];
	char glyph[5];
	glyphs_dots(glyph, set, g->dots[i], dx, dy, pen.dash);
	put(g, i, LAYER_DOTS, glyph, pen);
}

/* Charts put their extremes on the edges between dots, and what comes out by rounding alone on
 * either side of an edge, which differs from one processor to the next, is to be the same dot. */
#define SAME_DOT 1e-6

static long dot_at(double v, int per_cell)
{
	return (long)floor(v * per_cell + SAME_DOT);
}

/* A point on the right or lower edge of the canvas belongs to its last dot. */
static void dot_of(const struct cells *g, struct point p, long *x, long *y)
{
	*x = dot_at(p.x, g->set->across);
	*y = dot_at(p.y, g->set->down);
	if (*x == (long)g->columns * g->set->across)
		*x -= 1;
	if (*y == (long)g->rows * g->set->down)
		*y -= 1;
}

/* Which way a line leaves its first dot: where it reaches another one. What happens inside of a dot
 * is not looked at, since it may be but rounding, unless that is all of the line. */
static struct point first_way(
	const struct cells *g, const struct point *p, size_t n, long x0, long y0)
{
	for (size_t i = 1; i < n; i++) {
		long x, y;
		dot_of(g, p[i], &x, &y);
		if (x != x0 || y != y0)
			return (struct point){
				(double)(x - x0) / g->set->across, (double)(y - y0) / g->set->down};
	}
	struct point whole = {p[n - 1].x - p[0].x, p[n - 1].y - p[0].y};
	return hypot(whole.x, whole.y) > 0.05 ? whole : (struct point){0.0, 0.0};
}

static void cells_polyline(
	struct canvas *c, const struct point *p, size_t n, struct pen pen, double phase)
{
	struct cells *g = cells_of(c);
	const struct dash_pattern *dash = &g->set->dash[pen.dash];
	int across = g->set->across, down = g->set->down;
	long x0, y0;
	dot_of(g, p[0], &x0, &y0);
	/* The phase in dots, taking a dot for square, which it nearly is. */
	long travelled = lround(phase * across);
	struct point way = first_way(g, p, n, x0, y0);
	if (n == 1 || travelled % (dash->on + dash->off) < dash->on)
		set_dot(g, x0, y0, way.x, way.y, pen);
	for (size_t i = 1; i < n; i++) {
		long x1, y1;
		dot_of(g, p[i], &x1, &y1);
		double dx = (double)(x1 - x0) / across, dy = (double)(y1 - y0) / down;
		long steps = labs(x1 - x0) > labs(y1 - y0) ? labs(x1 - x0) : labs(y1 - y0);
		for (long s = 1; s <= steps; s++) {
			double t = (double)s / (double)steps;
			travelled++;
			if (travelled % (dash->on + dash->off) >= dash->on)
				continue;
			set_dot(g, x0 + lround(t * (double)(x1 - x0)),
				y0 + lround(t * (double)(y1 - y0)), dx, dy, pen);
		}
		x0 = x1;
		y0 = y1;
	}
}

/* ---- glyphs -------------------------------------------------------------------------------- */

static bool cell_index(const struct cells *g, struct point p, size_t *i)
{
	double x = floor(p.x + SAME_DOT), y = floor(p.y + SAME_DOT);
	if (x == (double)g->columns)
		x -= 1;
	if (y == (double)g->rows)
		y -= 1;
	if (!(x >= 0 && y >= 0 && x < (double)g->columns && y < (double)g->rows))
		return false;
	*i = (size_t)y * g->columns + (size_t)x;
	return true;
}

static void cells_mark_op(
	struct canvas *c, struct point at, enum mark shape, double size, struct pen pen)
{
	struct cells *g = cells_of(c);
	size_t i;
	(void)size;
	if (shape == MARK_POINT) {
		long x, y;
		dot_of(g, at, &x, &y);
		pen.dash = DASH_DOTTED;
		set_dot(g, x, y, 0.0, 0.0, pen);
	} else if (cell_index(g, at, &i)) {
		put(g, i, LAYER_MARK, g->set->mark[shape], pen);
	}
}

static void cells_rule(struct canvas *c, struct point a, struct point b, struct pen pen)
{
	struct cells *g = cells_of(c);
	if (pen.role == ROLE_GRID) /* would drown the dots */
		return;
	bool upright = fabs(b.y - a.y) > fabs(b.x - a.x);
	double from = floor(upright ? fmin(a.y, b.y) : fmin(a.x, b.x));
	double to = upright ? fmax(a.y, b.y) : fmax(a.x, b.x);
	for (double v = from; v < to; v += 1.0) {
		size_t i;
		if (cell_index(g, (struct point){upright ? a.x : v, upright ? v : a.y}, &i))
			put(g, i, LAYER_RULE, upright ? g->set->upright : g->set->level, pen);
	}
}

static void cells_box(struct canvas *c, struct rect r, struct pen pen)
{
	struct cells *g = cells_of(c);
	double x0 = canvas_snap(c, r.x), y0 = canvas_snap(c, r.y);
	double x1 = canvas_snap(c, rect_right(r)) - 1, y1 = canvas_snap(c, rect_bottom(r)) - 1;
	for (double y = y0; y <= y1; y++) {
		for (double x = x0; x <= x1; x++) {
			bool top = y == y0, bottom = y == y1, left = x == x0, right = x == x1;
			size_t i;
			if (!(top || bottom || left || right) ||
				!cell_index(g, (struct point){x, y}, &i))
				continue;
			const char *glyph = top && left       ? g->set->corner[0]
					    : top && right    ? g->set->corner[1]
					    : bottom && left  ? g->set->corner[2]
					    : bottom && right ? g->set->corner[3]
					    : top || bottom   ? g->set->level
							      : g->set->upright;
			put(g, i, LAYER_RULE, glyph, pen);
		}
	}
}

static void cells_fill(struct canvas *c, struct rect r, struct pen pen)
{
	struct cells *g = cells_of(c);
	if (pen.flags & PEN_WASH)
		return;
	size_t x0 = (size_t)fmax(0.0, floor(r.x)), y0 = (size_t)fmax(0.0, floor(r.y));
	for (size_t y = y0; y < g->rows && (double)y < rect_bottom(r); y++) {
		for (size_t x = x0; x < g->columns && (double)x < rect_right(r); x++) {
			struct rect part =
				rect_intersect(r, (struct rect){(double)x, (double)y, 1.0, 1.0});
			part.x -= (double)x;
			part.y -= (double)y;
			const char *glyph = glyphs_fill(g->set, part, pen);
			if (glyph != NULL)
				put(g, y * g->columns + x,
					pen.role == ROLE_GROUND ? LAYER_TEXT : LAYER_FILL, glyph,
					pen);
			if (pen.role == ROLE_GROUND)
				g->layer[y * g->columns + x] = LAYER_NONE;
		}
	}
}

/* ---- text ---------------------------------------------------------------------------------- */

/* Combining characters join the glyph to their left while there is room. */
static void append_combining(struct cell *cell, const char *bytes)
{
	if (strlen(cell->glyph) + strlen(bytes) < sizeof cell->glyph)
		strcat(cell->glyph, bytes);
}

static void cells_text(struct canvas *c, struct rect box, const char *utf8, struct pen pen)
{
	struct cells *g = cells_of(c);
	if (box.y < 0 || box.y >= (double)g->rows)
		return;
	long column = lround(box.x), columns = (long)g->columns;
	size_t line = (size_t)box.y * g->columns;
	long written = -1;
	for (uint32_t u; (u = utf8_next(&utf8)) != 0;) {
		char bytes[5];
		u = utf8_printable(u);
		int width = utf8_char_width(u);
		if (g->set->ascii)
			utf8_encode(bytes, (unsigned char)utf8_ascii(u));
		else
			utf8_encode(bytes, u);
		if (width == 0) {
			if (written >= 0 && !g->set->ascii)
				append_combining(&g->cell[line + (size_t)written], bytes);
			continue;
		}
		written = -1;
		if (column >= 0 && column + width <= columns) {
			put(g, line + (size_t)column, LAYER_TEXT, bytes, pen);
			written = column;
			if (width == 2) {
				put(g, line + (size_t)column + 1, LAYER_TEXT,
					g->set->ascii ? "?" : "", pen);
				if (!g->set->ascii) {
					g->cell[line + (size_t)column].width = 2;
					g->cell[line + (size_t)column + 1].width = 0;
				}
			}
		}
		column += width;
	}
}

static struct extent cells_extent(const struct canvas *c, const char *utf8, struct pen pen)
{
	(void)c;
	(void)pen;
	return (struct extent){(double)utf8_width(utf8), 1.0};
}

/* ---- life ---------------------------------------------------------------------------------- */

static void cells_free(struct canvas *c)
{
	struct cells *g = cells_of(c);
	free(g->cell);
	free(g->layer);
	free(g->dots);
	free(g);
}

static const struct canvas_ops cells_ops = {
	.polyline = cells_polyline,
	.rule = cells_rule,
	.box = cells_box,
	.mark = cells_mark_op,
	.fill = cells_fill,
	.text = cells_text,
	.text_extent = cells_extent,
	.free = cells_free,
};

odd_status cells_create(
	struct canvas **out, size_t columns, size_t rows, enum glyph_set glyphs, odd_error *err)
{
	*out = NULL;
	columns = columns > 0 ? columns : 1;
	rows = rows > 0 ? rows : 1;
	if (columns > 100000 || rows > 100000)
		return odd_error_set(
			err, ODD_EUSAGE, "%zu × %zu cells are too many", columns, rows);
	struct cells *g = calloc(1, sizeof *g);
	if (g == NULL)
		return odd_error_nomem(err);
	g->set = &glyphs_table[glyphs];
	g->columns = columns;
	g->rows = rows;
	g->cell = calloc(columns * rows, sizeof *g->cell);
	g->layer = calloc(columns * rows, 1);
	g->dots = calloc(columns * rows, 1);
	g->canvas = (struct canvas){.ops = &cells_ops,
		.w = (double)columns,
		.h = (double)rows,
		.char_w = 1.0,
		.char_h = 1.0,
		.dot_w = 1.0 / g->set->across,
		.dot_h = 1.0 / g->set->down,
		.snap = 1.0};
	if (g->cell == NULL || g->layer == NULL || g->dots == NULL) {
		cells_free(&g->canvas);
		return odd_error_nomem(err);
	}
	cells_clear(&g->canvas);
	*out = &g->canvas;
	return ODD_OK;
}

odd_status cells_copy(struct canvas **out, const struct canvas *c, odd_error *err)
{
	const struct cells *from = cells_of_const(c);
	odd_status status = cells_create(
		out, from->columns, from->rows, (enum glyph_set)(from->set - glyphs_table), err);
	if (status == ODD_OK)
		memcpy(cells_of(*out)->cell, from->cell,
			from->columns * from->rows * sizeof *from->cell);
	return status;
}

bool cells_same(const struct canvas *a, const struct canvas *b)
{
	const struct cells *x = cells_of_const(a), *y = cells_of_const(b);
	return x->columns == y->columns && x->rows == y->rows &&
	       memcmp(x->cell, y->cell, x->columns * x->rows * sizeof *x->cell) == 0;
}

static const struct cell blank = {.glyph = " ", .width = 1, .role = ROLE_TEXT};

void cells_clear(struct canvas *c)
{
	struct cells *g = cells_of(c);
	size_t n = g->columns * g->rows;
	canvas_release(c);
	for (size_t i = 0; i < n; i++)
		g->cell[i] = blank;
	memset(g->layer, 0, n);
	memset(g->dots, 0, n);
	c->clip = canvas_area(c);
	c->out_of_memory = false;
}

void cells_erase(struct canvas *c, struct rect r)
{
	struct cells *g = cells_of(c);
	r = rect_intersect(r, canvas_area(c));
	size_t right = (size_t)ceil(rect_right(r)), bottom = (size_t)ceil(rect_bottom(r));
	for (size_t y = (size_t)r.y; y < bottom; y++) {
		for (size_t x = (size_t)r.x; x < right; x++) {
			size_t i = y * g->columns + x;
			unpair(g, i);
			g->cell[i] = blank;
			g->layer[i] = LAYER_NONE;
			g->dots[i] = 0;
		}
	}
}

size_t cells_columns(const struct canvas *c)
{
	return cells_of_const(c)->columns;
}

size_t cells_rows(const struct canvas *c)
{
	return cells_of_const(c)->rows;
}

const struct cell *cells_at(const struct canvas *c, size_t column, size_t row)
{
	const struct cells *g = cells_of_const(c);
	return &g->cell[row * g->columns + column];
}

const char *cells_mark(enum mark shape, enum glyph_set glyphs)
{
	return glyphs_table[glyphs].mark[shape];
}
