/* ui_options.h: what decides the screen itself, a row each; the options of the run are in
 * study/options.h. `set`, the configuration, F2 and the command line go by them.
 */
#ifndef TUI_UI_OPTIONS_H
#define TUI_UI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/cells.h"
#include "draw/palette.h"
#include "base/option.h"
#include "study/options.h"

struct app;

enum { TRUTH_SHOWN, TRUTH_HIDDEN };
enum { RANKING_SCORE, RANKING_ONE };

struct ui_settings {
	int glyph_choice, theme_choice; /* 0: auto */
	int terminal_theme; /* what the terminal told; 0: nothing, else enum theme + 1 */
	bool mouse;
	int ranking; /* RANKING_ONE: the list is sorted by ONE alone until it is sorted otherwise */
	int truth;   /* TRUTH_HIDDEN: what is known of the nodes is not shown */
	double speed;                  /* iterations a second in play; 0: as fast as it goes */
	int columns_choice;            /* of the list; 0: the usual ones … */
	char columns[ODD_OPTION_ROOM]; /* … else these, "rank,name,degree" */
	/* what the choices come to, by ui_settings_settle: */
	enum glyph_set glyphs;
	enum theme theme; /* of the terminal's ground */
};

extern const odd_option ui_option_rows[];
extern const size_t ui_option_count;

/* By its name, of so many letters; NULL when there is none. */
const odd_option *ui_option_find(const char *name, size_t length);

/* As they are without a configuration. */
void ui_settings_init(struct ui_settings *set);
/* ODD_EUSAGE: something in them cannot be; net: whose columns the list may have, or NULL. */
odd_status ui_settings_check(const struct ui_settings *set, const odd_network *net, odd_error *err);
/* Glyphs and theme as chosen, or as locale and environment suggest. */
void ui_settings_settle(struct ui_settings *set);

/* ---- together with those of the run ------------------------------------------------------------
 */

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
