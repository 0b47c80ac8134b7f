/* screens.h: how the screens over the Explore screen are opened. A screen that is open already is
 * returned to. */
#ifndef TUI_SCREENS_H
#define TUI_SCREENS_H

#include "tui/app.h"

/* The selected node. ODD_EUSAGE says why there is none to show. */
odd_status node_open(struct app *app, odd_error *err);
/* About the sub-step, and the selected node if there is one. */
void lesson_open(struct app *app);
/* The nodes that moved. ODD_EUSAGE when no run has been kept. */
odd_status differences_open(struct app *app, odd_error *err);
/* The commands so far, at their end. */
void log_screen_open(struct app *app);
/* Help for the screen on top; text (NULL or empty: none) is what to look for. */
void help_open(struct app *app, const char *text);
/* Choose a network. */
struct layer *browser_open(struct app *app);

odd_status compare_open(struct app *app, odd_error *err);
/* The dialog that adds a method. */
odd_status compare_add_open(struct app *app, odd_error *err);
/* Let the map of the Explore screen show what a method made of the network; NULL: ONE's again. */
odd_status compare_show_map(struct app *app, const odd_method *method, odd_error *err);

#endif
