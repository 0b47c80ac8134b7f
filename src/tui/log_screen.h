/* log_screen.h: the commands of the session so far, as a log would have them. */
#ifndef TUI_LOG_SCREEN_H
#define TUI_LOG_SCREEN_H

struct app;

/* Open the screen, at its end. */
void log_screen_open(struct app *app);

#endif
