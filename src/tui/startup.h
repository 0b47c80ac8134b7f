/* startup.h: what the explorer reads when it begins and writes when it ends: oddone.conf and the
 * history of the prompt. */
#ifndef TUI_STARTUP_H
#define TUI_STARTUP_H

#include "tui/app.h"

/* Read them; faults are told in the status line, and the explorer starts all the same. */
void startup_read(struct app *app);
/* Write the history. */
void startup_end(struct app *app);
/* Write the settings that are not the default, and the user's keys. */
odd_status startup_save(struct app *app, const char *path, odd_error *err);

#endif
