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
/* End it, and come back to what was open before it. */
void tour_leave(struct app *app);

/* The next page, or the end; and the page before. */
odd_status tour_next(struct app *app, odd_error *err);
odd_status tour_previous(struct app *app, odd_error *err);

/* Go through all pages and test what they claim; only without a thread. The first claim that does
 * not hold is told with file and line. */
odd_status tour_check(struct app *app, const char *name, odd_error *err);

/* Drawn over a screen; keys before the key map sees them; the footer. */
void tour_draw(struct tour *tour, struct app *app, struct canvas *c);
bool tour_key(struct app *app, struct key key);
#define TOUR_FOOTER "Enter|Go on;Backspace|Back;Esc|Leave the tour;?|Help"

/* A dialog with the tours there are. */
void tour_menu_open(struct app *app);

/* ---- their files ------------------------------------------------------------------------------
 *
 * Text, which a teacher can write with any editor:
 *
 *     # a comment
 *     title    The three kinds of outliers
 *     about    planted one at a time and watched        (one line, for the menu)
 *     network  town
 *
 *     page     A stranger arrives
 *     do       plant structural=1                        (commands, run as the page opens)
 *     place    bottom                                    (or top: which half the text may cover)
 *     text     Somebody has moved in. The list has {rank structural-1} people before them,
 *              and so on; a line that begins with blanks goes on with the line before. An
 *     text     empty text line parts paragraphs: text begins a new paragraph each time.
 *     expect   rank structural-1 <= 10                   (what the text claims; claim.h)
 *
 * Words in braces are values of the state (claim.h). Everything is checked when the file is
 * read, with line and column, before the tour begins.
 */

struct tour_line {
	char *text;
	long line; /* in the file */
};

struct tour_lines {
	struct tour_line *item;
	size_t count;
};

struct tour_page {
	char *heading;
	bool top; /* the text lies on the upper half */
	struct tour_lines run, text, expect;
};

struct tour_file {
	char *path;
	char *title, *about, *network;
	struct tour_page *page;
	size_t count;
};

/* Read and check. ODD_EINPUT has file, line and column. */
odd_status tour_file_load(struct tour_file *out, const char *path, odd_error *err);
void tour_file_clear(struct tour_file *tour);

/* The path of a tour: as it is when there is such a file, else NAME.tour among those that come with
 * the program; on the heap. ODD_EIO names those there are. */
odd_status tour_find(char **path, const char *name, odd_error *err);
/* The names of those that come with the program, sorted; on the heap, each and the array. */
char **tour_names(size_t *count);

#endif
