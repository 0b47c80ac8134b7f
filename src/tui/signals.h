/* signals.h: signals as bytes in a pipe, and the terminal restored when the program crashes. */
#ifndef TUI_SIGNALS_H
#define TUI_SIGNALS_H

#include <stddef.h>
#include <termios.h>

#include "oddone/base/error.h"

/* Install the handlers. When the program dies, restore (length bytes) is written to fd, and the
 * settings of the terminal are `before` again: those from before curses touched it. */
odd_status signals_open(int *read_end, int fd, const struct termios *before, const char *restore,
	size_t length, odd_error *err);
void signals_close(void);

/* The next signal that came, or 0. */
int signals_next(void);

/* Stop the process as Ctrl-Z would, and return when it is continued. */
void signals_stop_here(void);

#endif
