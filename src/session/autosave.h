/* autosave.h: the files in which the explorer saves its sessions as they go: which one a session
 * writes, which one --continue goes on with, and which ones are removed.
 *
 * A directory holds FILE.oddlog for each session and, while that session runs, FILE.oddlog.lock
 * with the process and host that have it. The lock is released by the system when its process ends,
 * so one that was left behind is taken over.
 */
#ifndef SESSION_AUTOSAVE_H
#define SESSION_AUTOSAVE_H

#include <stdbool.h>

#include "oddone/error.h"

#define AUTOSAVE_KEPT 10                /* sessions that stay in the directory */
#define AUTOSAVE_YOUNG (24.0 * 60 * 60) /* seconds for which no file is removed */

struct autosave {
	char *path;     /* where the session is saved */
	int lock;       /* descriptor of its lock file; −1: the file system has no locks */
	char *last;     /* the session to go on with; NULL: this is a new one */
	char owner[80]; /* who still has that one, which is then opened as a copy; empty: nobody */
};

/* Choose and lock a new file, named by time and process. Removes the oldest sessions beyond
 * AUTOSAVE_KEPT, but none that is locked or young. The directory is made when missing; where that
 * fails, saving will tell. */
struct autosave *autosave_begin(const char *dir);
/* Go on with the session saved last: in its own file, or in a new one when somebody still has it.
 * ODD_EUSAGE: there is none. */
odd_status autosave_continue(struct autosave **out, const char *dir, odd_error *err);
/* Leave the present file as it is, and save to a new one. */
void autosave_move(struct autosave *a);
/* Release the lock; the session stays. NULL does nothing. */
void autosave_free(struct autosave *a);

#endif
