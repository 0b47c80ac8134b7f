/* ui_options.h: what decides the screen itself, a row each; the options of the run are in
 * report/options.h. `set`, the configuration, F2 and the command line go by them.
 */
#ifndef TUI_UI_OPTIONS_H
#define TUI_UI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/cells.h"
#include "draw/palette.h"
#include "oddone/base/option.h"

struct app;

struct ui_settings {
	int glyph_choice, theme_choice; /* 0: auto */
	bool mouse;
	double speed; /* iterations a second in play; 0: as fast as it goes */
	/* what the choices come to, by ui_settings_settle: */
	enum glyph_set glyphs;
	enum theme theme; /* of the terminal's ground */
};

extern const odd_option ui_option_rows[];
extern const size_t ui_option_count;

/* By its name, of so many letters; NULL when there is none. */
const odd_option *ui_option_find(const char *name, size_t length);

/* Change one. *known: there is an option of that name; when not, nothing happens. */
odd_status ui_set(
	struct app *app, const char *name, const char *value, bool *known, odd_error *err);
/* The command set; *mine: its option is one of these. */
odd_status ui_set_command(struct app *app, int argc, char **argv, bool *mine, odd_error *err);

/* As they are without a configuration. */
void ui_settings_init(struct ui_settings *set);
/* Glyphs and theme as chosen, or as locale and environment suggest. */
void ui_settings_settle(struct ui_settings *set);

#endif
