/* scroll.h: rows of text of which a window is seen, and the `move` command over them. */
#ifndef TUI_SCROLL_H
#define TUI_SCROLL_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/key.h"

/* All zero: at the top of nothing. */
struct scroll {
	size_t first, count, seen; /* first row in sight, rows there are, rows in sight */
};

/* So many rows there are and can be seen now; first stays where possible. */
void scroll_fit(struct scroll *s, size_t count, size_t seen);
/* "up", "page-down", "last" and the like; false: no such way. */
bool scroll_move(struct scroll *s, const char *way);
/* The wheel; false: another key. */
bool scroll_wheel(struct scroll *s, struct key key);
/* "1-20 of 132", or "all 12" when everything is in sight; empty without rows. Returns out. */
char *scroll_place(const struct scroll *s, char *out, size_t size);

#endif
