/* record.h: a log played on a screen that is nowhere, with a clock of its own, picture by picture.
 *
 * Commands are typed at the prompt and run; what moves the run moves it sub-step by sub-step at the
 * speed of play; between commands there is a moment to look. The same log gives the same pictures.
 */
#ifndef TUI_RECORD_H
#define TUI_RECORD_H

#include "draw/animation.h"
#include "tui/app.h"

#define RECORD_COLUMNS 110
#define RECORD_ROWS 32

struct record_options {
	double speed; /* how many times as fast; 1 is usual */
	double scale; /* of the pictures; 1: cells of 9 × 18 pixels */
};

/* options->log is played as tui_run would; columns, rows, set and depth tell what the screen is
 * like. *out: what was drawn, to be freed; NULL on error. */
odd_status tui_record(struct animation **out, const struct app_options *options,
	const struct record_options *how, odd_error *err);

/* ---- what others tell while a log is recorded; app->recorder is not NULL --------------------- */

/* This command comes next. */
void record_command(struct app *app, const char *line);
/* What is seen stays so long. */
void record_rest(struct app *app, double seconds);
/* The replay has ended with a fault. */
void record_fault(struct app *app, const odd_error *fault);

#endif
