#include "config.h"

#include "draw/palette.h"

#include <math.h>

/* Colours of a terminal with 8: black red green yellow blue magenta cyan white; +8 is bright. */
enum { RED = 1, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE, BRIGHT = 8 };

struct entry {
	uint32_t light, dark;   /* 0xrrggbb */
	int8_t light8, dark8;   /* PALETTE_DEFAULT or 0 … 7 */
	int8_t light16, dark16; /* PALETTE_DEFAULT or 0 … 15 */
	uint8_t mono;           /* attributes without colour */
	uint8_t light_attr;     /* attributes on a light ground, with colour */
};

#define NONE PALETTE_DEFAULT

static const struct entry table[ROLE_COUNT] = {
	[ROLE_TEXT] = {0x1f2328, 0xe6e8eb, NONE, NONE, NONE, NONE, 0, 0},
	[ROLE_DIM] = {0x656d78, 0x9aa3af, NONE, NONE, BRIGHT, BRIGHT, 0, 0},
	[ROLE_FRAME] = {0xb6bcc6, 0x4a515c, NONE, NONE, BRIGHT, BRIGHT, 0, 0},
	[ROLE_GRID] = {0xe7e9ed, 0x282d35, NONE, NONE, BRIGHT, BRIGHT, 0, 0},
	[ROLE_GROUND] = {0xffffff, 0x14171c, NONE, NONE, NONE, NONE, 0, 0},
	[ROLE_TOTAL] = {0x1f2328, 0xf2f3f5, NONE, NONE, NONE, BRIGHT + WHITE, PEN_BOLD, 0},
	[ROLE_STRUCTURAL] = {0x0072b2, 0x56b4e9, BLUE, CYAN, BLUE, BRIGHT + CYAN, 0, 0},
	[ROLE_ATTRIBUTE] = {0xd55e00, 0xe69f00, RED, YELLOW, RED, BRIGHT + YELLOW, 0, 0},
	[ROLE_COMBINED] = {0xcc79a7, 0xcc79a7, MAGENTA, MAGENTA, MAGENTA, BRIGHT + MAGENTA, 0, 0},
	/* Open shapes, so colours near those of what they make odd: links cool, words warm. */
	[ROLE_SWAP] = {0x8c7a00, 0xf0e442, YELLOW, YELLOW, YELLOW, BRIGHT + WHITE, 0, 0},
	[ROLE_REWIRE] = {0x332288, 0x4c86d8, BLUE, CYAN, BRIGHT + BLUE, BRIGHT + BLUE, 0, 0},
	[ROLE_CLIQUE] = {0x009e73, 0x009e73, GREEN, GREEN, GREEN, BRIGHT + GREEN, 0, 0},
	[ROLE_CONTEXTUAL] = {0x882255, 0xddcc99, MAGENTA, RED, BRIGHT + MAGENTA, RED, 0, 0},
	[ROLE_PLACEBO] = {0x656d78, 0x9aa3af, NONE, NONE, BRIGHT, BRIGHT, 0, 0},
	[ROLE_ORDINARY] = {0x98a0aa, 0x7d8590, NONE, NONE, BRIGHT, BRIGHT, 0, 0},
	[ROLE_GOOD] = {0x009e73, 0x009e73, GREEN, GREEN, GREEN, BRIGHT + GREEN, PEN_BOLD, 0},
	[ROLE_ALARM] = {0xa4002b, 0xd55e00, NONE, RED, NONE, BRIGHT + RED, PEN_BOLD | PEN_REVERSE,
		PEN_BOLD | PEN_REVERSE},
	[ROLE_CURSOR] = {0x000000, 0xffffff, NONE, NONE, NONE, BRIGHT + WHITE, PEN_REVERSE,
		PEN_BOLD},

	/* Okabe–Ito first; yellow is darkened on white, blue lightened on black. The last three
	 * extend the set with tones that differ in lightness too. */
	[ROLE_SERIES + 0] = {0x0072b2, 0x56b4e9, BLUE, CYAN, BLUE, BRIGHT + CYAN, 0, 0},
	[ROLE_SERIES + 1] = {0xd55e00, 0xe69f00, RED, YELLOW, RED, BRIGHT + YELLOW, 0, 0},
	[ROLE_SERIES + 2] = {0x009e73, 0x009e73, GREEN, GREEN, GREEN, BRIGHT + GREEN, 0, 0},
	[ROLE_SERIES + 3] = {0xcc79a7, 0xcc79a7, MAGENTA, MAGENTA, MAGENTA, BRIGHT + MAGENTA, 0, 0},
	[ROLE_SERIES + 4] = {0xe69f00, 0xf0e442, YELLOW, WHITE, YELLOW, BRIGHT + WHITE, 0, 0},
	[ROLE_SERIES + 5] = {0x56b4e9, 0x4c86d8, CYAN, WHITE, CYAN, BRIGHT + BLUE, 0, 0},
	[ROLE_SERIES + 6] = {0x8c7a00, 0xd55e00, NONE, RED, YELLOW, RED, 0, 0},
	[ROLE_SERIES + 7] = {0x882255, 0xddcc99, MAGENTA, NONE, BRIGHT + MAGENTA, WHITE, 0, 0},
	[ROLE_SERIES + 8] = {0x332288, 0xaa66cc, BLUE, MAGENTA, BRIGHT + BLUE, MAGENTA, 0, 0},
	[ROLE_SERIES + 9] = {0x737373, 0xb4b4b4, NONE, NONE, BRIGHT, WHITE, 0, 0},

	/* Low scores sink into the ground, high ones stand out: viridis on a dark ground, on a
	 * light one a scale of the same hues without its yellow, which would shine. */
	[ROLE_HEAT + 0] = {0xe4e8e4, 0x440154, NONE, BLUE, BRIGHT, BRIGHT, 0, 0},
	[ROLE_HEAT + 1] = {0xc5dccb, 0x472d7b, NONE, BLUE, YELLOW, BLUE, 0, 0},
	[ROLE_HEAT + 2] = {0x9bcbb5, 0x3b528b, GREEN, BLUE, YELLOW, BLUE, 0, 0},
	[ROLE_HEAT + 3] = {0x6bb5a4, 0x2c728e, GREEN, CYAN, GREEN, CYAN, 0, 0},
	[ROLE_HEAT + 4] = {0x3f9a98, 0x21918c, GREEN, CYAN, GREEN, CYAN, 0, 0},
	[ROLE_HEAT + 5] = {0x2c7c8e, 0x28ae80, CYAN, GREEN, CYAN, GREEN, 0, 0},
	[ROLE_HEAT + 6] = {0x315d86, 0x5ec962, BLUE, GREEN, BLUE, GREEN, 0, 0},
	[ROLE_HEAT + 7] = {0x3d3c78, 0xaddc30, BLUE, YELLOW, BLUE, YELLOW, PEN_BOLD, 0},
	[ROLE_HEAT + 8] = {0x3a1457, 0xfde725, MAGENTA, YELLOW, MAGENTA, BRIGHT + YELLOW, PEN_BOLD,
		PEN_BOLD},
};

static struct rgb unpack(uint32_t c)
{
	return (struct rgb){(uint8_t)(c >> 16), (uint8_t)(c >> 8), (uint8_t)c};
}

struct rgb palette_rgb(enum role role, enum theme theme)
{
	return unpack(theme == THEME_LIGHT ? table[role].light : table[role].dark);
}

struct rgb palette_mix(struct rgb a, struct rgb b, double t)
{
	t = fmin(fmax(t, 0.0), 1.0);
	return (struct rgb){(uint8_t)lround(a.r + t * (b.r - a.r)),
		(uint8_t)lround(a.g + t * (b.g - a.g)), (uint8_t)lround(a.b + t * (b.b - a.b))};
}

/* Light given off, 0 … 1, with the screen's curve taken for a square. */
static double light_of(struct rgb c)
{
	double r = c.r / 255.0, g = c.g / 255.0, b = c.b / 255.0;
	return 0.21 * r * r + 0.72 * g * g + 0.07 * b * b;
}

struct rgb palette_text_rgb(enum role role, enum theme theme)
{
	struct rgb colour = palette_rgb(role, theme), ink = colour;
	struct rgb far = theme == THEME_LIGHT ? (struct rgb){0, 0, 0} : (struct rgb){255, 255, 255};
	if (role == ROLE_GROUND)
		return colour;
	/* Words want a distance from the ground that lines and marks can do without. */
	for (int i = 1; i <= 20; i++) {
		double light = light_of(ink);
		if (theme == THEME_LIGHT ? light < 0.175 : light > 0.24)
			break;
		ink = palette_mix(colour, far, i / 20.0);
	}
	return ink;
}

static int squared(int x)
{
	return x * x;
}

/* The entry 16 … 255 of the usual 256 colours that lies closest. */
static int nearest_256(struct rgb colour)
{
	static const int step[6] = {0, 95, 135, 175, 215, 255};
	int best = 16, distance = 3 * 256 * 256;
	for (int i = 16; i < 256; i++) {
		int r, g, b;
		if (i < 232) {
			r = step[(i - 16) / 36];
			g = step[(i - 16) / 6 % 6];
			b = step[(i - 16) % 6];
		} else {
			r = g = b = 8 + 10 * (i - 232);
		}
		int d = squared(colour.r - r) + squared(colour.g - g) + squared(colour.b - b);
		if (d < distance) {
			distance = d;
			best = i;
		}
	}
	return best;
}

struct palette_ink palette_ink(enum role role, enum colour_depth depth, enum theme ground)
{
	const struct entry *e = &table[role];
	bool light = ground == THEME_LIGHT;
	struct palette_ink ink = {.index = PALETTE_DEFAULT, .rgb = palette_rgb(role, ground)};
	bool plain = role == ROLE_TEXT || role == ROLE_GROUND || role == ROLE_TOTAL ||
		     role == ROLE_CURSOR;
	switch (depth) {
	case COLOUR_MONO:
		ink.attr = e->mono;
		return ink;
	case COLOUR_8:
		ink.index = light ? e->light8 : e->dark8;
		break;
	case COLOUR_16:
		ink.index = light ? e->light16 : e->dark16;
		break;
	case COLOUR_256:
		if (!plain)
			ink.index = nearest_256(ink.rgb);
		break;
	case COLOUR_TRUE:
		/* Any index but the default: the colour is in rgb. */
		ink.index = plain ? PALETTE_DEFAULT : 0;
		break;
	}
	ink.attr = light ? e->light_attr : 0;
	if (role == ROLE_ALARM && light)
		ink.index = PALETTE_DEFAULT;
	if (role == ROLE_TOTAL || (role == ROLE_CURSOR && ink.index == PALETTE_DEFAULT))
		ink.attr |= PEN_BOLD;
	return ink;
}
