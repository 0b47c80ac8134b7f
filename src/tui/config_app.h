/* config_app.h: settings, keys and history of the user, as the application starts and ends.
 *
 * (Not config.h: that is configure's, and a file includes its own directory first.)
 */
#ifndef TUI_CONFIG_APP_H
#define TUI_CONFIG_APP_H

#include "oddone/error.h"

struct app;

/* Read oddone.conf and the history. Faults are told in the status line, the first one with its
 * place; everything else of the file holds. */
void config_start(struct app *app);
/* Save the history; what cannot be written is lost without a word. */
void config_end(struct app *app);

/* Write settings and keys (config_file_save). */
odd_status config_save(struct app *app, const char *path, odd_error *err);

#endif
