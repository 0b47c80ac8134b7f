/* ui_options.h: what `set` can change of the explorer itself, a row each; the options of the run
 * are the session's.
 */
#ifndef TUI_UI_OPTIONS_H
#define TUI_UI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/base/error.h"

struct app;
struct ui_settings;

#define UI_VALUE 24

struct ui_option {
	const char *name, *values, *usual; /* "mouse", "on|off", "on" */
	const char *help;                  /* a sentence */
	/* ODD_EUSAGE says what values there are. */
	odd_status (*set)(struct ui_settings *set, const char *value, odd_error *err);
	/* The value as set reads it. */
	void (*get)(const struct ui_settings *set, char value[UI_VALUE]);
};

const struct ui_option *ui_option_get(size_t i);
const struct ui_option *ui_option_find(const char *name, size_t length);

/* Change one. *known: there is an option of that name; when not, nothing happens. */
odd_status ui_set(
	struct app *app, const char *name, const char *value, bool *known, odd_error *err);
/* The command set; *mine: its option is one of these. */
odd_status ui_set_command(struct app *app, int argc, char **argv, bool *mine, odd_error *err);

/* As they are without a configuration; glyphs and theme as locale and environment suggest. */
void ui_settings_init(struct ui_settings *set);

#endif
