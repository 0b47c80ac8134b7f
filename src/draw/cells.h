/* cells.h: the canvas as a grid of characters.
 *
 * Lines and points become dots, several to a cell: braille 2 × 4, quadrant blocks 2 × 2, plain
 * ASCII 1 × 1. The result is data: each cell is one glyph, a role and attributes, to be put on a
 * screen or written as text. Within a cell text wins over marks, marks over dots, dots over fills,
 * fills over rules and boxes; between equals the later one.
 */
#ifndef DRAW_CELLS_H
#define DRAW_CELLS_H

#include <stddef.h>
#include <stdint.h>

#include "draw/canvas.h"
#include "draw/palette.h"

enum glyph_set { GLYPHS_BRAILLE, GLYPHS_BLOCK, GLYPHS_ASCII, GLYPHS_COUNT };

enum cell_attr { CELL_BOLD = 1, CELL_REVERSE = 2, CELL_DIM = 4 };

#define CELL_BYTES 20 /* a base character and a few combining ones */

struct cell {
	char glyph[CELL_BYTES]; /* UTF-8; " " when nothing is there, "" right of a wide glyph */
	uint8_t width;          /* columns: 1, 2, or 0 for the right half of a wide glyph */
	uint8_t role;           /* enum role */
	uint8_t attr;           /* enum cell_attr */
};

/* A blank canvas of that many cells; at least 1 × 1. Freed with canvas_free. */
odd_status cells_create(
	struct canvas **out, size_t columns, size_t rows, enum glyph_set glyphs, odd_error *err);

/* Blank again, clip reset. */
void cells_clear(struct canvas *c);

/* The cells of r blank again, so that what is drawn next covers what lay there. A wide glyph that
 * r cuts in half goes whole. */
void cells_erase(struct canvas *c, struct rect r);

size_t cells_columns(const struct canvas *c);
size_t cells_rows(const struct canvas *c);

/* Another canvas with the same cells, and whether two have the same. */
odd_status cells_copy(struct canvas **out, const struct canvas *c, odd_error *err);
bool cells_same(const struct canvas *a, const struct canvas *b);

/* Lent until the next drawing call. */
const struct cell *cells_at(const struct canvas *c, size_t column, size_t row);

/* All rows as lines of UTF-8, each ended by a newline, without spaces at its end. Empty
 * braille and blanks alike read as spaces. The caller frees it; NULL without memory. */
char *cells_to_text(const struct canvas *c);

/* The same with escape sequences for a terminal of this depth, lines trimmed. COLOUR_MONO keeps
 * bold and reverse and nothing else. */
char *cells_to_ansi(const struct canvas *c, enum colour_depth depth, enum theme ground);

/* The glyph of a mark in a set, for text that must match the drawing. */
const char *cells_mark(enum mark shape, enum glyph_set glyphs);

#endif
