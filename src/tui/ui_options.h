/* ui_options.h: what `set` can change of the explorer itself, a row each; the options of the
 * session have a table of their own (command.h). Options dialog, completion, help and settings file
 * read it.
 */
#ifndef TUI_UI_OPTIONS_H
#define TUI_UI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/error.h"

struct app;
struct ui_settings;

#define UI_VALUE 24

struct ui_option {
	const char *name, *values; /* "glyphs", "braille|block|ascii" */
	const char *help;          /* a sentence */
	/* The present value as text; returns out. */
	char *(*get)(char out[UI_VALUE], const struct ui_settings *settings);
	/* Says in ODD_EUSAGE what values there are, and changes nothing then. */
	odd_status (*set)(struct ui_settings *settings, const char *value, odd_error *err);
};

/* Option i; NULL behind the last. */
const struct ui_option *ui_option_get(size_t i);
const struct ui_option *ui_option_find(const char *name);

/* Change one. *known: there is an option of that name; when not, nothing happens and the session
 * may be asked. */
odd_status ui_set(
	struct app *app, const char *name, const char *value, bool *known, odd_error *err);

#endif
