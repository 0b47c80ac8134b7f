#include "config.h"

#include "draw/glyphs.h"

#include <math.h>

#include "draw/utf8.h"

#define MARKS_UTF8 \
	{ \
		[MARK_NONE] = " ", [MARK_POINT] = "·", [MARK_DOT] = "·", [MARK_TRIANGLE] = "▲", \
		[MARK_SQUARE] = "■", [MARK_DIAMOND] = "◆", [MARK_CURSOR] = "◉", \
		[MARK_CIRCLE] = "●", [MARK_RING] = "○", [MARK_BOX] = "□", [MARK_LOZENGE] = "◇", \
		[MARK_WEDGE] = "△", [MARK_FUNNEL] = "▽", [MARK_CROSS] = "×", [MARK_PLUS] = "+", \
	}

/* clang-format off */
const struct glyphs glyphs_table[3] = {
	{
		.across = 2, .down = 4,
		.bit = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}},
		.dash = {{1, 0}, {4, 3}, {1, 2}},
		.mark = MARKS_UTF8,
		.level = "─", .upright = "│", .corner = {"┌", "┐", "└", "┘"},
	},
	{
		.across = 2, .down = 2,
		.bit = {{1, 2}, {4, 8}},
		.dash = {{1, 0}, {4, 2}, {1, 1}},
		.mark = MARKS_UTF8,
		.level = "─", .upright = "│", .corner = {"┌", "┐", "└", "┘"},
	},
	{
		.across = 1, .down = 1, .ascii = true,
		.bit = {{1}},
		.dash = {{1, 0}, {2, 1}, {1, 1}},
		.mark = {[MARK_NONE] = " ", [MARK_POINT] = ".", [MARK_DOT] = ".",
			[MARK_TRIANGLE] = "^", [MARK_SQUARE] = "#", [MARK_DIAMOND] = "*",
			[MARK_CURSOR] = "@", [MARK_CIRCLE] = "O", [MARK_RING] = "o",
			[MARK_BOX] = "n", [MARK_LOZENGE] = "c", [MARK_WEDGE] = "A",
			[MARK_FUNNEL] = "v", [MARK_CROSS] = "x", [MARK_PLUS] = "+"},
		.level = "-", .upright = "|", .corner = {"+", "+", "+", "+"},
	},
};
/* clang-format on */

/* Bits 1 2 / 4 8 are upper left, upper right / lower left, lower right. */
static const char *const quadrant[16] = {
	" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"};

static const char *slope_glyph(double dx, double dy, enum dash dash)
{
	if (dash == DASH_DOTTED || (dx == 0.0 && dy == 0.0))
		return ".";
	if (fabs(dy) < 0.4 * fabs(dx))
		return "-";
	if (fabs(dx) < 0.4 * fabs(dy))
		return "|";
	return (dx > 0.0) == (dy > 0.0) ? "\\" : "/";
}

void glyphs_dots(
	char out[5], const struct glyphs *set, uint8_t dots, double dx, double dy, enum dash dash)
{
	if (set->across * set->down == 8) {
		utf8_encode(out, 0x2800u + dots);
		return;
	}
	const char *from = set->ascii ? slope_glyph(dx, dy, dash) : quadrant[dots & 15];
	for (int i = 0; i < 4 && (out[i] = from[i]) != '\0'; i++)
		out[i + 1] = '\0';
}

/* ---- fills --------------------------------------------------------------------------------- */

static const char *const from_left[9] = {NULL, "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
static const char *const from_below[9] = {NULL, "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

/* Thin fills: dots spread over the cell, one more for each level. */
static const char *const stipple[9] = {" ", "⠂", "⢂", "⢊", "⢎", "⢮", "⢯", "⢿", "⣿"};

/* Full cells take the texture of the pen; partial ones cannot. */
static const char *full_cell(const struct glyphs *set, struct pen pen)
{
	/* In ASCII a thin fill avoids the signs that are marks. */
	static const char *const shade[3][5] = {
		{" ", "░", "▒", "▓", "█"}, {" ", ".", ":", "=", "#"}, {" ", ".", ":", "+", "%"}};
	static const int texture[3] = {4, 2, 1};
	int level = texture[pen.dash];
	bool thin = pen.shade > 0.0 && pen.shade < 1.0;
	if (pen.role >= ROLE_HEAT && pen.role < ROLE_COUNT)
		level = 1 + ((int)pen.role - ROLE_HEAT) * 4 / ROLE_HEAT_COUNT;
	else if (thin && set->across * set->down == 8)
		return stipple[(int)ceil(pen.shade * 8.0)];
	else if (thin)
		level = (int)ceil(pen.shade * 4.0);
	return shade[set->ascii ? (thin ? 2 : 1) : 0][level];
}

static const char *partial_ascii(struct rect part, struct pen pen)
{
	const char *full = full_cell(&glyphs_table[2], pen);
	if (part.w * part.h >= 0.5)
		return full;
	if (part.h >= 0.9)
		return part.w > 1.0 / 16.0 ? "|" : NULL;
	return part.w >= 0.5 && part.h > 1.0 / 16.0 ? "_" : NULL;
}

const char *glyphs_fill(const struct glyphs *set, struct rect part, struct pen pen)
{
	double right = part.x + part.w, bottom = part.y + part.h, edge = 1.0 / 16.0;
	bool whole_height = part.h >= 1.0 - edge, whole_width = part.w >= 1.0 - edge;
	if (pen.role == ROLE_GROUND)
		return part.w * part.h >= 0.5 ? " " : NULL;
	if (whole_height && whole_width)
		return full_cell(set, pen);
	if (set->ascii)
		return partial_ascii(part, pen);
	if (pen.dash != DASH_SOLID || pen.role >= ROLE_HEAT)
		return part.w * part.h >= 0.5 ? full_cell(set, pen) : NULL;
	if (whole_height && part.x <= edge)
		return from_left[(int)ceil(part.w * 8.0 - 0.5)];
	if (whole_width && bottom >= 1.0 - edge)
		return from_below[(int)ceil(part.h * 8.0 - 0.5)];
	unsigned bits = 0;
	for (unsigned q = 0; q < 4; q++) {
		double cx = q & 1 ? 0.75 : 0.25, cy = q & 2 ? 0.75 : 0.25;
		if (part.x <= cx && cx <= right && part.y <= cy && cy <= bottom)
			bits |= 1u << q;
	}
	return bits != 0 ? quadrant[bits] : NULL;
}
