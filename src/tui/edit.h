/* edit.h: a line of text being typed: the prompt, and text fields.
 *
 * Bytes are UTF-8. The caret stands before a character; a letter and the combining marks that
 * follow it are passed over and deleted together. Nothing that could steer a terminal gets in.
 */
#ifndef TUI_EDIT_H
#define TUI_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/canvas.h"
#include "tui/key.h"

/* All zero: an empty line. */
struct edit {
	char *text; /* NULL or a string */
	size_t length, caret, room;
	size_t scroll; /* columns that have gone out on the left */
	char *killed;  /* what C-y brings back */
};

void edit_clear(struct edit *e);
const char *edit_text(const struct edit *e); /* lent, never NULL */
/* Another text, the caret behind it. */
void edit_set(struct edit *e, const char *text);
/* Put text in place of the bytes from … to, the caret behind it. */
void edit_replace(struct edit *e, size_t from, size_t to, const char *text);

/* Behind the character at `at` and what combines with it; columns between two places. */
size_t edit_next(const char *text, size_t at);
int edit_width(const char *text, size_t from, size_t to);

/* A key that types or edits; false: not one of these. */
bool edit_key(struct edit *e, struct key key);

/* Draw into a row of `columns` cells, scrolled so that the caret can be seen, blanks behind it; an
 * arrow of text that has gone out is at either end. Returns the column of the caret. */
int edit_draw(struct edit *e, struct canvas *c, int x, int y, int columns, struct pen pen);

/* The editing keys, for help: key i ("C-a Home") and what it does; false behind the last. */
bool edit_key_row(size_t i, const char **keys, const char **note);

/* Is the key one of these names, "Enter C-j"? */
bool edit_key_among(struct key key, const char *keys);

#endif
