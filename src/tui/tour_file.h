/* tour_file.h: guided tours as text files, which a teacher can write with any editor.
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
#ifndef TUI_TOUR_FILE_H
#define TUI_TOUR_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/base/error.h"

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
