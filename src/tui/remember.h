/* remember.h: what was chosen in the program stays chosen: glyphs, theme, layout, and the options
 * of the run that belong to no network.
 *
 *     # What was chosen in oddone; ...
 *     set glyphs=block
 *     set preset=paper
 *     layout colour=score
 *
 * $XDG_STATE_HOME/oddone/settings, above oddone.conf and below the command line. Only what is
 * changed while the program runs goes there, and what is changed back goes from it. A line that
 * makes no sense is passed over: nobody wrote it by hand.
 */
#ifndef TUI_REMEMBER_H
#define TUI_REMEMBER_H

#include "tui/app.h"

/* Read them, over what oddone.conf said (base). */
void remember_read(struct app *app, const struct settings_state *base);
/* The command line has been heard: changes count from here. */
void remember_begin(struct app *app);
/* Write what has changed, whole or not at all; a fault cannot be shown any more. */
void remember_end(struct app *app);
void remember_free(struct app *app);
/* Where it is; NULL: nothing is remembered. Lent. */
const char *remember_path(const struct app *app);

#endif
