/* runner.h: the thread of a worker, a comparer or a projector.
 *
 * The runner has the lock that guards what the thread and others share, wakes the thread, stops it,
 * and tells a running task to end.
 */
#ifndef SESSION_RUNNER_H
#define SESSION_RUNNER_H

#include <pthread.h>
#include <stdatomic.h>

#include "oddone/error.h"
#include "oddone/job.h"

struct runner {
	pthread_mutex_t mutex; /* guards the owner's shared members, and stop */
	pthread_cond_t wake;
	bool stop;          /* the thread is to end */
	atomic_bool cancel; /* the task that runs is not wanted any more */
	atomic_int threads; /* that a task may use; 0: all cores */
	bool started;       /* there is a thread, which only the owner starts and joins */
	pthread_t thread;
	int niceness;
	void (*turn)(void *owner);
	void *owner;
};

void runner_init(struct runner *r);
/* Start the thread: it calls turn(owner) with the lock held again and again, until it is stopped.
 * niceness: how far it steps back behind the screen. */
odd_status runner_start(
	struct runner *r, int niceness, void (*turn)(void *owner), void *owner, odd_error *err);
/* With the lock held: wait until somebody signals, or at most until that time of odd__clock. */
void runner_wait(struct runner *r, double until);
/* Cancel the task, end the thread and wait for it. Without a thread it only notes so. */
void runner_stop(struct runner *r);
/* What a task of the owner is to obey. */
odd_job runner_job(
	struct runner *r, void (*report)(void *, const char *, double, double), void *payload);
void runner_clear(struct runner *r);

#endif
