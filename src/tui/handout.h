/* handout.h: a guided tour on paper: every page with its screen, its text and its question. */
#ifndef TUI_HANDOUT_H
#define TUI_HANDOUT_H

#include "tui/app.h"

struct handout_options {
	const char *path; /* of the PDF */
	bool notes;       /* with what is for the one who speaks */
};

/* Go through a tour without a terminal, test what it claims, and write its pages: A4, a sheet or
 * more each, with screens of options->columns × rows whose charts are lines and letters. What came
 * of a question is overleaf. Nothing is written when a claim does not hold. */
odd_status tui_handout(const struct app_options *options, const char *name,
	const struct handout_options *how, struct tour_count *count, size_t *sheets,
	odd_error *err);

#endif
