/* dialogs.h: the dialogs of the explorer.
 *
 * Each function makes a dialog, puts it on top and lends it. A dialog changes nothing by itself: it
 * builds a command line, shows it, and runs it through app_run.
 */
#ifndef TUI_DIALOGS_H
#define TUI_DIALOGS_H

#include <stdbool.h>

#include "oddone/base/error.h"
#include "tui/layer.h"

/* P: outliers of the three kinds. */
struct layer *plant_open(struct app *app);

/* e: a figure or a table into a file. `what` names the figure to begin with, that of the focused
 * pane (figures.h); NULL: the one exported last, or the loss. */
struct layer *export_open(struct app *app);
struct layer *export_open_for(struct app *app, const char *what);

/* F2: the options of the session and those of the explorer. */
struct layer *options_open(struct app *app);

/* w: three sliders, acting at once. */
struct layer *weights_open(struct app *app);

/* An error in somebody's data, at leisure. The text may begin with "file:line:column: ". */
struct layer *error_open(struct app *app, const char *text);
struct layer *error_open_for(struct app *app, const odd_error *err);

/* A question with some answers (labels of buttons, NULL behind the last; lent). The last is the
 * harmless one and has the focus. The dialog is gone when `answer` is called with the number of the
 * one chosen, −1 for Esc. data is handed through; it may be the layer below. */
typedef void confirm_fn(struct app *app, void *data, int answer);
struct layer *confirm_open(struct app *app, const char *title, const char *question,
	const char *const *answers, confirm_fn *answer, void *data);

/* Forget what the dialogs remember; to be called once, when the program ends. */
void remembered_free(struct app *app);

#endif
