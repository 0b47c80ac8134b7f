/* tour.h: a guided tour over the screens.
 *
 * A tour stands beside the layers, not on the stack: it lies over whichever screen is on top and
 * under dialogs. Enter or Space goes on, Backspace goes back, Esc ends it; every other key does
 * what it always does, so that a learner can try things between two pages. Going back plays the
 * tour again from its beginning, which a seed makes exact.
 */
#ifndef TUI_TOUR_H
#define TUI_TOUR_H

#include "tui/app.h"

struct tour;

/* Begin a tour, by name or file; one that runs is ended. */
odd_status tour_begin(struct app *app, const char *name, odd_error *err);
void tour_end(struct app *app);

/* The next page, or the end; and the page before. */
odd_status tour_next(struct app *app, odd_error *err);
odd_status tour_previous(struct app *app, odd_error *err);

/* Go through all pages and test what they claim; only without a thread. The first claim that does
 * not hold is told with file and line. */
odd_status tour_check(struct app *app, const char *name, odd_error *err);

/* Drawn over a screen; keys before the key map sees them; the footer. */
void tour_draw(struct tour *tour, struct app *app, struct canvas *c);
bool tour_key(struct app *app, struct key key);
const char *tour_footer(const struct app *app);

/* A dialog with the tours there are. */
struct layer *tour_menu_open(struct app *app);

#endif
