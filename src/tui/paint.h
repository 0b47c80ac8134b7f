/* paint.h: rows of text on a canvas of cells, for screens that are mostly text. */
#ifndef TUI_PAINT_H
#define TUI_PAINT_H

#include "draw/canvas.h"

/* Text from column x on, shortened with "…" to `columns`, blanks behind it: nothing of what was
 * drawn there before shows through. */
void paint_row(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen);
/* Text alone, shortened to `columns`; returns the column behind it. */
int paint_text(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen);

#endif
