/* terminal_info.h: what terminfo knows; apart from terminal.c, since <term.h> defines many short
 * names as macros. */
#ifndef TUI_TERMINAL_INFO_H
#define TUI_TERMINAL_INFO_H

#include <stdbool.h>
#include <stddef.h>

#define TERMINAL_MOUSE_OFF "\033[?1006l\033[?1002l\033[?1000l"

/* Is there a description of that name, with 24-bit colours? */
bool terminal_has_direct(const char *name);

/* What undoes everything we asked of the open terminal, for a program that dies; its length. */
size_t terminal_restore_text(char *out, size_t size);

#endif
