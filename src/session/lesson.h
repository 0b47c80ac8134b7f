/* lesson.h: what the Lesson screen shows of the sub-step that led to a place: the sums behind one
 * watched entry, what came out, and the nodes whose share of the loss changed most.
 *
 * Made only while somebody wants it. The sums are those of the moment before the sub-step; going
 * forward they are made on the way, otherwise (backwards, or another entry) the run goes back by
 * one sub-step and makes it again, so both ways give the same lesson.
 */
#ifndef SESSION_LESSON_H
#define SESSION_LESSON_H

#include <stdbool.h>

#include "one/lesson.h"
#include "session/epoch.h"
#include "study/result.h"

struct session;

#define LESSON_NODES 12

/* Never changed once it is made; shared between session and views. */
struct session_lesson {
	struct shared shared;
	struct session_net *net;
	unsigned long epoch; /* with steps: the place */
	size_t steps;
	bool done; /* the sub-step led here; else it comes next, and has no effect yet: at the
		      start, or because somebody wants to look ahead */
	odd_lesson sums;
	double became;   /* the watched entry here */
	odd_entry entry; /* with all else held, in the present state; all 0: of W or O */
	struct node_change node[LESSON_NODES]; /* most changed first */
	size_t nodes;
};

/* A session's part in it. All zero but asked = SESSION_NONE: nobody wants any. */
struct lesson_desk {
	bool wanted, watching; /* watching: watch is chosen */
	bool busy; /* in the middle of many sub-steps: the run must not go back for a lesson */
	odd_watch watch;
	bool ahead; /* of this place the sub-step that comes next is wanted */
	unsigned long ahead_epoch;
	size_t ahead_steps;
	size_t asked;                  /* a node to watch from now on, or SESSION_NONE */
	struct session_lesson *lesson; /* the last one */

	bool ready; /* sums are those of a place before its sub-step */
	unsigned long epoch;
	size_t steps;
	odd_lesson sums;
	double *loss; /* of each node, of some place; NULL: none */
	unsigned long loss_epoch;
	size_t loss_steps;
};

/* Make lessons from now on, or no more; ahead: of the sub-step that comes next, as long as it is
 * not run; node: which to watch, SESSION_NONE: as before. */
void lesson_want(struct session *s, bool wanted, bool ahead, size_t node);
/* The run is about to make a sub-step that leads to a place somebody will look at. */
void lesson_before(struct session *s, const odd_job *job);
/* Are the sums at hand, so that the run need not go back? */
bool lesson_ready(const struct session *s);
/* Is it of the present place, or not wanted? */
bool lesson_fresh(const struct session *s);
/* Make it, after the scores. */
odd_status lesson_refresh(struct session *s, const odd_job *job, odd_error *err);
/* The network goes: nothing of it is kept. */
void lesson_forget(struct session *s);

/* The sub-step of a matrix, "G"; of a score, "O2", that and its number more; −1: there is none. */
int lesson_matrix(const char *name);

#define LESSON_ENTRY 120
/* "H[3, n1204]", dimensions counted from 1. Returns out. */
char *lesson_entry_text(
	char out[LESSON_ENTRY], odd_substep step, const odd_watch *watch, const odd_network *net);

#endif
