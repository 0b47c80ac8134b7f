/* terminal_keys.h: from what curses reads to keys. */
#ifndef TUI_TERMINAL_KEYS_H
#define TUI_TERMINAL_KEYS_H

#include <stdbool.h>

#include "tui/key.h"

#define TERMINAL_MOUSE 8 /* as many as curses holds */

/* What has to be remembered between keys; all zero at first. */
struct terminal_keys {
	bool pressed; /* the first button of the mouse */
	int x, y;     /* where it went down last … */
	double when;  /* … and when, to know a double click */
	struct {
		int x, y;
		unsigned long state; /* as curses has it */
	} waiting[TERMINAL_MOUSE];   /* what came at once with another, the newest first */
	int waits;
};

bool terminal_keys_next(struct terminal_keys *keys, struct key *out);

#endif
