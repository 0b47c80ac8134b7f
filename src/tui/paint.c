#include "config.h"

#include "tui/paint.h"

#include <string.h>

#include "draw/utf8.h"

int paint_text(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen)
{
	char fitted[1024];
	if (columns <= 0)
		return x;
	canvas_text_fit(c, fitted, sizeof fitted, text, columns, pen);
	canvas_text(c, (struct point){x, y}, ANCHOR_TOP_LEFT, fitted, pen);
	return x + (int)utf8_width(fitted);
}

void paint_row(struct canvas *c, int x, int y, int columns, const char *text, struct pen pen)
{
	char blanks[64];
	memset(blanks, ' ', sizeof blanks);
	int at = paint_text(c, x, y, columns, text, pen);
	for (int left = x + columns - at; left > 0;) {
		int n = left < (int)sizeof blanks - 1 ? left : (int)sizeof blanks - 1;
		blanks[n] = '\0';
		canvas_text(c, (struct point){at, y}, ANCHOR_TOP_LEFT, blanks, pen);
		blanks[n] = ' ';
		at += n;
		left -= n;
	}
}
