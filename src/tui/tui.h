/* tui.h: the explorer as the command line uses it: in a terminal, by a script, through a tour, and
 * as an animation or a handout. */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include "draw/animation.h"
#include "tui/app.h"

/* Explore in the terminal until the user quits. *ended_by: the signal that ended it, or 0. */
odd_status tui_run(const struct app_options *options, int *ended_by, odd_error *err);

/* Go through a guided tour without a terminal, and test what it claims (tour.h): how many pages and
 * claims there are. A claim that does not hold is an error with file and line. */
struct tour_visit;
struct tour_count {
	size_t pages, claims;
};
odd_status tui_tour(const struct app_options *options, const char *name,
	const struct tour_visit *visit, struct tour_count *count, odd_error *err);

/* Run a script without a terminal, on a screen of options->columns × rows. Lines are commands;
 * `key KEY…` presses keys by name, `type TEXT` types, `size WxH` resizes, `mouse ACT X Y` acts as
 * the mouse. A fault ends it, with file and line. */
odd_status tui_script(
	const struct app_options *options, const char *path, bool *reading, odd_error *err);

/* ---- a log as an animation --------------------------------------------------------------------
 *
 * The log is played on a screen that is not shown, with a clock of its own: commands are typed at
 * the prompt and run, sub-steps are shown at the speed of play, and between commands there is a
 * pause. The same log gives the same pictures.
 */

#define RECORD_COLUMNS 110
#define RECORD_ROWS 32

/* options->log is played as tui_run would; columns, rows, set and depth tell what the screen is
 * like. scale 1: cells of 9 × 18 pixels. *out: what was drawn, to be freed; NULL on error. */
odd_status tui_record(
	struct animation **out, const struct app_options *options, double scale, odd_error *err);

/* ---- a tour on paper ---------------------------------------------------------------------------
 */

struct handout_options {
	const char *path;
	bool notes; /* with what is for the one who speaks */
};

/* Go through a tour without a terminal, test what it claims, and write its pages: A4, a sheet or
 * more each, with screens of options->columns × rows whose charts are lines and letters. What came
 * of a question is overleaf. Nothing is written when a claim does not hold. */
odd_status tui_handout(const struct app_options *options, const char *name,
	const struct handout_options *how, struct tour_count *count, size_t *sheets,
	odd_error *err);
/* The same as a page for a browser, with a run that is stepped through by a slider. */
odd_status tui_handout_page(const struct app_options *options, const char *name,
	const struct handout_options *how, struct tour_count *count, odd_error *err);

#endif
