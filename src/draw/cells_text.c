#include "config.h"

#include "draw/cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *cells_to_text(const struct canvas *c)
{
	size_t rows = cells_rows(c), columns = cells_columns(c);
	char *text = malloc(rows * (columns * (CELL_BYTES - 1) + 1) + 1), *end = text;
	if (text == NULL)
		return NULL;
	for (size_t row = 0; row < rows; row++) {
		char *line = end;
		for (size_t column = 0; column < columns; column++)
			end = stpcpy(end, cells_at(c, column, row)->glyph);
		while (end > line && end[-1] == ' ')
			end--;
		*end++ = '\n';
	}
	*end = '\0';
	return text;
}

/* ---- with colours -------------------------------------------------------------------------- */

#define SGR_BYTES 40 /* \033[0;1;2;7;38;2;255;255;255m */

/* The escape sequence that shows a cell as its role and attributes want. */
static void write_style(
	char out[SGR_BYTES], const struct cell *cell, enum colour_depth depth, enum theme ground)
{
	struct palette_ink ink = palette_ink((enum role)cell->role, depth, ground);
	int used = sprintf(out, "\033[0");
	if (cell->attr & CELL_BOLD || ink.attr & PEN_BOLD)
		used += sprintf(out + used, ";1");
	/* Without colour there are no greys either. */
	if (cell->attr & CELL_DIM && depth != COLOUR_MONO)
		used += sprintf(out + used, ";2");
	if (cell->attr & CELL_REVERSE || ink.attr & PEN_REVERSE)
		used += sprintf(out + used, ";7");
	if (ink.index != PALETTE_DEFAULT && depth == COLOUR_TRUE)
		used += sprintf(out + used, ";38;2;%d;%d;%d", ink.rgb.r, ink.rgb.g, ink.rgb.b);
	else if (ink.index != PALETTE_DEFAULT && depth == COLOUR_256)
		used += sprintf(out + used, ";38;5;%d", ink.index);
	else if (ink.index != PALETTE_DEFAULT)
		used += sprintf(out + used, ";%d", ink.index < 8 ? 30 + ink.index : 82 + ink.index);
	strcpy(out + used, "m");
}

char *cells_to_ansi(const struct canvas *c, enum colour_depth depth, enum theme ground)
{
	static const char plain[] = "\033[0m";
	size_t rows = cells_rows(c), columns = cells_columns(c);
	char *text = malloc(rows * (columns * (CELL_BYTES + SGR_BYTES) + sizeof plain + 1) + 1);
	char *end = text, style[SGR_BYTES], current[SGR_BYTES];
	if (text == NULL)
		return NULL;
	for (size_t row = 0; row < rows; row++) {
		size_t last = columns;
		while (last > 0 && strcmp(cells_at(c, last - 1, row)->glyph, " ") == 0)
			last--;
		strcpy(current, plain);
		for (size_t column = 0; column < last; column++) {
			const struct cell *cell = cells_at(c, column, row);
			/* A blank has no colour of its own; half a wide glyph has its other half's.
			 */
			bool blank = cell->glyph[0] == ' ' || cell->glyph[0] == '\0';
			if (!blank || cell->attr & CELL_REVERSE) {
				write_style(style, cell, depth, ground);
				if (strcmp(style, current) != 0)
					end = stpcpy(end, style);
				strcpy(current, style);
			}
			end = stpcpy(end, cell->glyph);
		}
		if (strcmp(current, plain) != 0)
			end = stpcpy(end, plain);
		*end++ = '\n';
	}
	*end = '\0';
	return text;
}
