/* help.h: what help has to say, made from the key map and the command tables.
 *
 * A page is a list of items; laid out for a width they become rows. Nothing here knows a key: they
 * are read from the map, so that help is right whatever the user has bound.
 */
#ifndef TUI_HELP_H
#define TUI_HELP_H

#include <stddef.h>

#include "tui/keymap.h"

enum help_kind {
	HELP_TITLE, /* left: a heading */
	HELP_KEY,   /* left: keys; right: what they do, beside them */
	HELP_ENTRY  /* left: a command or an option, usage its words; right: what it does, below */
};

struct help_item {
	enum help_kind kind;
	char *left, *usage, *right; /* usage may be empty */
};

/* A row of the screen: some bytes of an item. */
struct help_row {
	const struct help_item *item; /* NULL: a blank row */
	enum { HELP_LEFT, HELP_USAGE, HELP_RIGHT } part;
	bool first;          /* of its item: the left goes with it */
	size_t from, length; /* bytes of the part */
	int indent;
};

struct help_page {
	struct help_item *item;
	size_t count;
	struct help_row *row;
	size_t row_count;
	size_t shown; /* items that the last layout had, headings not counted */
	int keys;     /* columns of the keys in the last layout */
};

/* The page for a screen: its keys, the generic ones, the prompt's, all commands, all options. */
void help_page_build(struct help_page *page, const struct keymap *map, const char *screen);
void help_page_clear(struct help_page *page);

/* Rows of at most `columns`; only items that contain `sought`, in either case, and their headings
 * (empty: all). */
void help_page_lay_out(struct help_page *page, int columns, const char *sought);

#endif
