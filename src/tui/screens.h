/* screens.h: all screens, and how dialogs are opened.
 *
 * A screen is a name in SCREENS and a file that defines NAME_screen (layer.h). The name is the word
 * of the command `screen`, of `bind`, and of the figure that an export of the screen writes.
 */
#ifndef TUI_SCREENS_H
#define TUI_SCREENS_H

#include "tui/app.h"

#define SCREENS(SCREEN) \
	SCREEN(explore) \
	SCREEN(help) \
	SCREEN(log) \
	SCREEN(lesson) \
	SCREEN(node) \
	SCREEN(compare) \
	SCREEN(runs) \
	SCREEN(matrices) \
	SCREEN(options) \
	SCREEN(columns) \
	SCREEN(communities)

#define SCREEN_OPS(name) extern const struct layer_ops name##_screen;
SCREENS(SCREEN_OPS)

/* The first row of the screens about sub-steps: which one it is. */
void lesson_header(struct layer *layer, struct app *app, struct canvas *c, struct rect r);
/* Help for the screen on top; text (NULL or empty: none) is what to look for. */
void help_open(struct app *app, const char *text);
/* Choose a network. */
void browser_open(struct app *app);

/* The dialog that adds a method. */
odd_status compare_add_open(struct app *app, odd_error *err);
/* Let the map of the Explore screen show what a method made of the network; NULL: ONE's again. */
odd_status compare_show_map(struct app *app, const odd_method *method, odd_error *err);

/* ---- dialogs ----------------------------------------------------------------------------------
 *
 * Each function makes a dialog and puts it on top. A dialog changes nothing by itself: it
 * builds a command line, shows it, and runs it through app_run.
 */

/* A network before it is opened: its columns, its first lines, and how else it can be read. line:
 * the command `open` with what is known; fault: why it failed, or NULL. */
void preview_open(struct app *app, const char *line, const odd_error *fault);

/* P: outliers of the three kinds. */
void plant_open(struct app *app);

/* The figure of the screen, or of the pane that has the focus. */
const char *ui_figure_of_screen(const struct app *app);
/* e: a figure or a table into a file. `what` names the figure to begin with, that of the focused
 * pane (figures.h); NULL: the one exported last, or the loss. */
void export_open(struct app *app, const char *what);

/* w: three sliders, acting at once. */
void weights_open(struct app *app);

/* A dialog with an error, its file and its place. */
void error_open(struct app *app, const odd_error *err);

/* A question with some answers (labels of buttons, NULL behind the last; lent). The last is the
 * harmless one and has the focus. The dialog is gone when `answer` is called with the number of the
 * one chosen, −1 for Esc. data is handed through; it may be the layer below. */
typedef void confirm_fn(struct app *app, void *data, int answer);
void confirm_open(struct app *app, const char *title, const char *question,
	const char *const *answers, confirm_fn *answer, void *data);

/* A list with some words about each, a row of which makes a command: "tour 1-town". Texts are on
 * the heap, and the dialog's from then on. */
struct choice {
	char *name, *title, *about;
};
struct choosing {
	const char *title, *note, *command, *button; /* lent */
	int rows, about_rows;
};
void choose_open(struct app *app, const struct choosing *how, struct choice *choice, size_t count);

#endif
