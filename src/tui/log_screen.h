/* log_screen.h: the commands of the session so far, as a log would have them. */
#ifndef TUI_LOG_SCREEN_H
#define TUI_LOG_SCREEN_H

#include <stddef.h>

struct app;

/* Open the screen, at its end. */
void log_screen_open(struct app *app);

/* Line i of the log, in log_lines.c; NULL behind the last. */
const char *log_screen_line(const struct app *app, size_t i);

#endif
