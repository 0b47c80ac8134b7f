/* settings.h: all that `set` can change, of the run and of the screen, as names and values in text.
 * Configuration is read into it and written from it.
 */
#ifndef TUI_SETTINGS_H
#define TUI_SETTINGS_H

#include <stdbool.h>

#include "oddone/base/error.h"
#include "session/command.h"
#include "tui/app.h"

#define SETTING_VALUE SESSION_VALUE

struct settings_state {
	struct ui_settings ui;
	struct place run;          /* of which the options alone: wanted, iterations, weights */
	char start[SETTING_VALUE]; /* the directory of init, when it is one */
};

/* As without a configuration. */
void settings_init(struct settings_state *s);
/* As the application has them now. */
void settings_take(struct settings_state *s, const struct app *app);

/* Setting i: first those of the screen, then those of the run; false behind the last. */
struct setting_row {
	const char *name, *values, *usual, *help;
	bool of_run;
};
bool settings_get(struct setting_row *row, size_t i);

/* ODD_EUSAGE: no such setting, or not such a value. */
odd_status settings_set(
	struct settings_state *s, const char *name, const char *value, odd_error *err);
/* The value as settings_set reads it; false when there is no such setting. */
bool settings_value(const struct settings_state *s, const char *name, char value[SETTING_VALUE]);

#endif
