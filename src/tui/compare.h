/* compare.h: the Compare screen: ONE beside other methods on the network that is open.
 *
 * The comparison goes on in the background (session/comparer.h), whether the screen is open or not;
 * opening it begins one with the usual methods.
 */
#ifndef TUI_COMPARE_H
#define TUI_COMPARE_H

#include "tui/app.h"

odd_status compare_open(struct app *app, odd_error *err);

/* The dialog that adds a method. */
odd_status compare_add_open(struct app *app, odd_error *err);

/* Let the map of the Explore screen show what a method made of the network; NULL: ONE's again. */
odd_status compare_show_map(struct app *app, const odd_method *method, odd_error *err);

#endif
