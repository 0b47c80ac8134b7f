/* paint.h: rows of text on a canvas of cells, for screens that are mostly text. */
#ifndef TUI_PAINT_H
#define TUI_PAINT_H

#include "draw/canvas.h"

/* Text from column x on, shortened with "…" to `columns`, blanks behind it: nothing of what was
 * drawn there before shows through. */
void paint_row(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen);
/* Text alone, shortened to `columns`; returns the column behind it. */
int paint_text(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen);
/* Bytes of the next line of at most `columns` columns, broken at a blank or else behind a
 * bar; *skip: bytes to pass over to get to the line behind it. */
size_t paint_break(const char *text, int columns, size_t *skip);

#endif
