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

size_t paint_break(const char *text, int columns, size_t *skip)
{
	size_t blank = 0, bar = 0;
	int width = 0;
	const char *p = text;
	while (*p != '\0') {
		const char *before = p;
		uint32_t u = utf8_next(&p);
		width += utf8_char_width(utf8_printable(u));
		if (u == ' ' && before > text)
			blank = (size_t)(before - text);
		if (width > columns) {
			/* A word longer than the line is cut: behind a bar of "a|b", or else
			 * anywhere, at one character at least. */
			size_t cut = before > text ? (size_t)(before - text) : (size_t)(p - text);
			size_t length = blank > 0 ? blank : bar > 0 ? bar : cut;
			*skip = length + strspn(text + length, " ");
			return length;
		}
		if (u == '|')
			bar = (size_t)(p - text);
	}
	*skip = (size_t)(p - text);
	return *skip;
}
