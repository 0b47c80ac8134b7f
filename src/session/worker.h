/* worker.h: a session behind a queue, so that a screen is never kept waiting.
 *
 * One thread owns the session and runs commands in the order in which they were posted. It hands
 * out views (view.h), swapped by pointer, and writes a byte to a pipe whenever there is something
 * new to draw. While the run moves the scores may lag behind it: they are made where that costs
 * little, left when something waits, and follow when nothing does. Without a thread the same worker
 * is turned by hand: batch, replay and tests.
 *
 * All functions may be called from one other thread, but for worker_turn, which belongs to workers
 * without a thread.
 */
#ifndef SESSION_WORKER_H
#define SESSION_WORKER_H

#include <stdbool.h>

#include "session/view.h"

#define WORKER_QUEUE 64 /* commands that may wait */

struct worker;

/* What is being done right now; a copy, not part of a view, since it changes all the time. */
struct worker_progress {
	bool busy;
	char command[120]; /* the line that is running */
	char what[48];     /* "G", "svd of A": which part of it */
	double done, total;
	size_t waiting; /* commands behind it … */
	char next[60];  /* … and the first of them */
};

/* A worker over a new, empty session. */
odd_status worker_create(struct worker **out, bool threaded, odd_error *err);
/* Stops what is running, at a whole sub-step, forgets what waits, and saves the session for the
 * last time; that may fail. Nothing is done afterwards. */
odd_status worker_stop(struct worker *w, odd_error *err);
/* Stops it first, if that has not been done. */
void worker_free(struct worker *w);

/* Of one without a thread: what runs stops when somebody else's flag is raised, which is lent. */
void worker_obey(struct worker *w, atomic_bool *cancel);

/* Of one without a thread: somebody looks on after every sub-step, in the middle of commands and of
 * play. The view is up to date then; nothing may be posted. */
void worker_watch(struct worker *w, void (*look)(void *payload), void *payload);

/* Post a command, which is taken over; false when the queue is full. */
bool worker_post_command(
	struct worker *w, struct arguments *command, const struct writing *writing);
/* Read a line of the user and post it. */
bool worker_post(struct worker *w, const char *line);

/* Iterate until the goal (set iterations=…), so many times a second at most; 0: as fast as it goes.
 * Play goes by sub-steps, six to the iteration, so a command waits for one of them at most. One
 * that moves the session pauses it; so does the goal. Called again it changes the speed. */
void worker_play(struct worker *w, double per_second);
void worker_pause(struct worker *w);

/* Make lessons (lesson.h) from now on, or no more; ahead: of the sub-step that comes next, until it
 * is run; node: the one to watch, or SESSION_NONE. */
void worker_lesson(struct worker *w, bool wanted, bool ahead, size_t node);

/* From now on save the session there after every command (session_journal). Views tell when that
 * fails; it is tried again every second. */
void worker_autosave(struct worker *w, const char *path);

/* From now on the caller's thread alone changes the look of the open network (look.h). */
void worker_share_look(struct worker *w);
/* The look has changed: it is to be saved with the session. */
void worker_look_changed(struct worker *w);

/* Stop what is running, pause, and forget what waits. The sub-steps done so far stay, and so do the
 * cells of a comparison, which stops as well. */
void worker_cancel(struct worker *w);

/* The latest view, held for the caller, who releases it. */
struct session_view *worker_view(struct worker *w);
void worker_look(struct worker *w, struct worker_progress *out);

/* Readable when there is a new view or new progress; worker_drain makes it unreadable again. */
int worker_fd(const struct worker *w);
void worker_drain(struct worker *w);

/* Nothing runs, waits or plays, and the view is up to date. */
bool worker_idle(struct worker *w);
/* So it is, and `seen` is that view: a newer one may be waiting to be fetched. */
bool worker_rests_at(struct worker *w, const struct session_view *seen);
/* Hide what nodes were planted as: ids that tell it read otherwise. At once, in every view. */
void worker_keep_secret(struct worker *w, bool secret);

/* Without a thread: run the next command or the next sub-step of play; false when there is nothing
 * to do. The view that follows is never lagging. */
bool worker_turn(struct worker *w);

#endif
