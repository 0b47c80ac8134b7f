/* keymap_parts.h: the key map's own, shared by its two files: rows (keymap.c) and looking them up
 * (keymap_find.c). */
#ifndef TUI_KEYMAP_PARTS_H
#define TUI_KEYMAP_PARTS_H

#include "tui/keymap.h"

struct keymap {
	struct keymap_row *row;
	size_t count;
	struct key waiting; /* the first of two keys */
	bool waits;
};

bool keymap_same_keys(const struct keymap_row *row, const struct key *key, int length);
/* Is there anything to press after this key? */
bool keymap_leads_on(const struct keymap *map, const char *screen, struct key key);

#endif
