/* signals.h: signals as bytes in a pipe, and the terminal restored when the program crashes. */
#ifndef TUI_SIGNALS_H
#define TUI_SIGNALS_H

#include <stddef.h>

#include "oddone/error.h"

/* Install the handlers. restore: what to write to fd when the program dies, of length bytes. */
odd_status signals_open(int *read_end, int fd, const char *restore, size_t length, odd_error *err);
void signals_close(void);

/* The next signal that came, or 0. */
int signals_next(void);

/* Stop the process as Ctrl-Z would, and return when it is continued. */
void signals_stop_here(void);

#endif
