/* tour.h: a guided tour over the screens.
 *
 * A tour stands beside the layers, not on the stack: it lies over whichever screen is on top and
 * under dialogs. Enter or Space goes on, Backspace goes back, Esc ends it; every other key does
 * what it always does, so that a learner can try things between two pages. A page is a state of the
 * run: a learner who has stepped away from it is told so, and Enter first returns to it. Going
 * back, or returning, plays the tour again from its beginning, which a seed makes exact.
 *
 * A page may ask before it shows: what is answered then stands beside what came out.
 */
#ifndef TUI_TOUR_H
#define TUI_TOUR_H

#include "report/claim.h"
#include "tui/tui.h"

struct tour;

/* Begin a tour, by name or file; one that runs is ended. */
odd_status tour_begin(struct app *app, const char *name, odd_error *err);
void tour_end(struct app *app);
/* End it, and come back to what was open before it. */
void tour_leave(struct app *app);

/* The next page, or the end; and the page before. */
odd_status tour_next(struct app *app, odd_error *err);
odd_status tour_previous(struct app *app, odd_error *err);
/* What the page asks is answered: by the number of a choice, from 1, or by a number. */
odd_status tour_answer(struct app *app, const char *text, odd_error *err);

/* Go through all pages and test what they claim; only without a thread. The first claim that does
 * not hold is told with file and line. *count, when not NULL, receives how many there are. visit,
 * when not NULL, is called with every page as it is seen at last, before that also with one that
 * asks as it opens (tour_asks), and may look at the canvas. */
struct tour_visit {
	odd_status (*each)(void *payload, struct app *app, size_t page, odd_error *err);
	void *payload;
};
odd_status tour_check(struct app *app, const char *name, const struct tour_visit *visit,
	struct tour_count *count, odd_error *err);

/* Drawn over a screen; keys before the key map sees them; the footer. */
void tour_draw(struct tour *tour, struct app *app, struct canvas *c);
bool tour_key(struct app *app, struct key key);
const char *tour_footer(const struct app *app);
/* The part of the body that the card leaves to a screen that yields (layer.h). */
struct rect tour_room(struct tour *tour, struct app *app, struct rect body);

/* When there is a new view: run what has waited for it. */
void tour_steps_look(struct app *app);

/* Show what is for the one who speaks, or hide it again. */
odd_status tour_notes(struct app *app, odd_error *err);
/* Take the card away until its page is turned or this is said again, or Enter is pressed. */
odd_status tour_fold(struct app *app, odd_error *err);

/* A dialog with the tours there are. */
void tour_menu_open(struct app *app);

/* ---- their files: oddone-tour(5) ---------------------------------------------------------------
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
 *     keys     s runs the next sub-step.                 (text of the screen alone)
 *     note     Ask the class who would invite them.      (for the one who speaks)
 *
 *     page     Who rises?
 *     ask      What will L_str do in the next sub-step?
 *     choice   fall | change structure < 0               (the right one is that whose claim holds)
 *     choice   rise | change structure > 0
 *     then     substep                                   (run once it is answered)
 *     after    It rose by {change structure}.            (text that is seen then)
 *     expect   change structure > 0                      (behind ask: of the state after `then`)
 *
 *     ask      Which rank will George have?
 *     answer   rank george-pike within 3                 (a number is typed)
 *
 * Words in braces are values of the state (claim.h). Everything is checked when the file is
 * read, with line and column, before the tour begins.
 */

struct tour_line {
	char *text;
	bool screen_only;  /* `keys`: of no use on paper */
	long line, column; /* in the file, of where the text begins */
	struct tour_break {
		size_t from; /* from this letter of the text on it is … */
		long line, column;
	} * more; /* … what lines with blanks before them have added */
	size_t breaks;
};

struct tour_lines {
	struct tour_line *item;
	size_t count;
};

struct tour_choice {
	char *text, *claim;
	long line;
};

struct tour_page {
	char *heading;
	long line;
	bool top; /* the text lies on the upper half */
	struct tour_lines run, text, expect, note;

	struct tour_line ask; /* text NULL: it asks nothing */
	struct tour_choice *choice;
	size_t choices;
	struct tour_line answer; /* a value, when a number is to be typed; else text is NULL */
	double within;           /* how far from it still counts as right */
	struct tour_lines then, after, expect_after;
};

struct tour_file {
	char *path;
	char *title, *about, *network;
	long network_line, network_column;
	struct tour_page *page;
	size_t count;
};

/* Read and check. ODD_EINPUT has file, line and column. */
odd_status tour_file_load(struct tour_file *out, const char *path, odd_error *err);
void tour_file_clear(struct tour_file *tour);
/* A fault at a letter of a line's text, from 1 (0: of all of it), told where it stands in the file.
 */
odd_status tour_file_fault(const struct tour_file *tour, const struct tour_line *line, long letter,
	const char *what, odd_error *err);

/* The path of a tour: as it is when there is such a file, else NAME.tour among those that come with
 * the program; on the heap. ODD_EIO names those there are. */
odd_status tour_find(char **path, const char *name, odd_error *err);
/* The names of those that come with the program, sorted; on the heap, each and the array. */
char **tour_names(size_t *count);

/* ---- what its files share ---------------------------------------------------------------------
 */

/* What became of the question of a page. */
struct tour_said {
	bool shown;   /* what it asks has been done, answered or not */
	bool given;   /* it was answered: … */
	int choice;   /* … by this one, or … */
	double value; /* … by this number */
	bool judged;  /* the outcome was compared with it: */
	bool right;
	double was;     /* the number, … */
	int was_choice; /* … or the choice that holds; −1: none does */
};

/* ---- what a class answers (tour_votes.c) ------------------------------------------------------
 */

/* An answer to the question of a page, and how many gave it. */
struct tour_vote {
	char *heading, *answer;
	size_t votes;
};

struct tour_votes {
	const char *path; /* NULL: answers are the learner's own */
	struct tour_vote *item;
	size_t count;
};

/* Reads the answers that are there; a file that is missing has none. */
odd_status tour_votes_load(struct tour_votes *out, const char *path, odd_error *err);
/* Adds an answer, also to the file. */
odd_status tour_votes_add(
	struct tour_votes *v, const char *heading, const char *answer, odd_error *err);
/* A bar for an answer, as long as its share of the most frequent one; on the heap. */
char *tour_votes_bar(const struct tour_votes *v, const char *heading, const char *answer);
/* The answers to the question of a page: the next from *at on, which starts at 0; NULL: no more. */
const struct tour_vote *tour_votes_next(
	const struct tour_votes *v, const char *heading, size_t *at);
void tour_votes_clear(struct tour_votes *v);

struct tour {
	struct tour_file file;
	struct tour_votes votes;
	struct playback as;
	size_t page;
	int line;    /* the first line of the text in sight */
	int lines;   /* lines it has, and … */
	int seen;    /* … can be seen, when last drawn */
	bool folded; /* the card is out of the way */
	bool notes;  /* what is for the one who speaks is on the card */
	bool aside;  /* what was open before it is set aside, to come back to */
	int truth;   /* the setting before it, to come back to */
	bool settling;
	struct tour_place { /* where the page has led to, once it is settled */
		bool known;
		unsigned long opened, epoch;
		size_t steps;
		struct run_options wanted;
	} here;
	struct tour_steps { /* commands whose turn has not come: from next on */
		const struct tour_line **line;
		size_t count, next;
		bool running;
	} steps;
	struct tour_said *said; /* of each page */
	char typed[24];         /* a number on its way */
};

static inline const struct tour_page *tour_page_of(const struct tour *t)
{
	return &t->file.page[t->page];
}
/* Run commands of a page, behind those that wait yet: at once, or as soon as what was before them
 * is done (tour_steps_look). ODD_EINPUT has file and line of the first that fails. */
odd_status tour_steps_add(struct app *app, const struct tour_lines *lines, odd_error *err);
void tour_steps_forget(struct app *app);
/* Is all done, and what is on the screen its last view? An older one is no place to return to. */
bool tour_at_rest(const struct app *app);
/* Note where the page has led to, and what came of its question, as soon as that is known. */
void tour_look(struct app *app);
/* Is the page waiting for an answer? */
bool tour_asks(const struct tour *t);
/* Has the learner gone elsewhere since the page was settled? */
bool tour_away(const struct app *app);
/* What claims and texts are about: nothing before it is scored. */
void tour_outcome(struct result *out, const struct app *app);
/* The first claim of the page, as it is now, that does not hold. */
odd_status tour_claims(const struct app *app, size_t *claims, odd_error *err);

#endif
