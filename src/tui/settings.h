/* settings.h: all that `set` can change, of the run and of the screen, by the rows of their tables.
 * Configuration is read into it and written from it.
 */
#ifndef TUI_SETTINGS_H
#define TUI_SETTINGS_H

#include <stdbool.h>

#include "report/options.h"
#include "tui/app.h"

struct settings_state {
	struct ui_settings ui;
	struct run_options run;
};

/* As without a configuration. */
void settings_init(struct settings_state *s);
/* As the application has them now. */
void settings_take(struct settings_state *s, const struct app *app);

/* Setting i: first those of the run, then those of the screen; NULL behind the last. */
const odd_option *settings_row(size_t i);
/* By its name, of so many letters; NULL when there is none. */
const odd_option *settings_find(const char *name, size_t length);

/* ODD_EUSAGE: not such a value. */
odd_status settings_set(
	struct settings_state *s, const odd_option *row, const char *value, odd_error *err);
/* The value as settings_set reads it. Returns out. */
char *settings_get(
	char out[ODD_OPTION_VALUE], const struct settings_state *s, const odd_option *row);

#endif
