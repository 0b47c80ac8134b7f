/* terminal_parts.h: what the files of the terminal share. */
#ifndef TUI_TERMINAL_PARTS_H
#define TUI_TERMINAL_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/key.h"

/* ---- what terminfo knows; apart from terminal.c, since <term.h> defines many short names as
 * macros */

#define TERMINAL_MOUSE_OFF "\033[?1006l\033[?1002l\033[?1000l"

/* Is there a description of that name, with 24-bit colours? */
bool terminal_has_direct(const char *name);

/* What undoes everything we asked of the open terminal, for a program that dies; its length. */
size_t terminal_restore_text(char *out, size_t size);

/* ---- from what curses reads to keys -----------------------------------------------------------
 */

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
