/* notes.h: remarks about a network and a run, one line each, for reports and the status line. */
#ifndef STUDY_NOTES_H
#define STUDY_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/error.h"
#include "oddone/network.h"

enum { NOTE_ROOM = 340 }; /* of a part of a note */

struct notes {
	char **text;
	size_t count;
	bool lost; /* memory ran out for one of them */
};

void notes_add(struct notes *notes, const char *format, ...) ODD_PRINTF(2, 3);
/* ODD_ENOMEM when a note was lost. */
odd_status notes_check(const struct notes *notes, odd_error *err);
void notes_clear(struct notes *notes);

/* What the reader left out or merged. */
void notes_add_skipped(struct notes *notes, const odd_skipped *skipped);
/* How the files were read where that was a guess. */
void notes_add_remarks(struct notes *notes, const odd_network *net);
/* How the columns of a table were read. */
void notes_add_columns(struct notes *notes, const odd_columns *columns);

/* one for 1, else many. */
static inline const char *plural(size_t n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

#endif
