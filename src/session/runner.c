#include "config.h"

#include "session/runner.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

void runner_init(struct runner *r)
{
	pthread_condattr_t monotonic;
	*r = (struct runner){.stop = false};
	atomic_init(&r->cancel, false);
	atomic_init(&r->threads, 0);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&r->wake, &monotonic);
	pthread_condattr_destroy(&monotonic);
	pthread_mutex_init(&r->mutex, NULL);
}

static void *run(void *argument)
{
	struct runner *r = argument;
	/* Linux takes this for the thread alone and for those it starts. Where it fails, all
	 * threads share alike. */
	if (nice(r->niceness) == -1) {
	}
	pthread_mutex_lock(&r->mutex);
	while (!r->stop)
		r->turn(r->owner);
	pthread_mutex_unlock(&r->mutex);
	return NULL;
}

odd_status runner_start(
	struct runner *r, int niceness, void (*turn)(void *owner), void *owner, odd_error *err)
{
	r->niceness = niceness;
	r->turn = turn;
	r->owner = owner;
	r->started = pthread_create(&r->thread, NULL, run, r) == 0;
	return r->started ? ODD_OK : odd_error_set(err, ODD_ENOMEM, "cannot start a thread");
}

void runner_wait(struct runner *r, double until)
{
	if (isinf(until)) {
		pthread_cond_wait(&r->wake, &r->mutex);
		return;
	}
	struct timespec at = {.tv_sec = (time_t)until};
	at.tv_nsec = (long)(1e9 * (until - (double)at.tv_sec));
	pthread_cond_timedwait(&r->wake, &r->mutex, &at);
}

void runner_stop(struct runner *r)
{
	pthread_mutex_lock(&r->mutex);
	r->stop = true;
	atomic_store(&r->cancel, true);
	pthread_cond_signal(&r->wake);
	pthread_mutex_unlock(&r->mutex);
	if (r->started)
		pthread_join(r->thread, NULL);
	r->started = false;
}

odd_job runner_job(
	struct runner *r, void (*report)(void *, const char *, double, double), void *payload)
{
	return (odd_job){.threads = atomic_load(&r->threads),
		.cancel = &r->cancel,
		.report = report,
		.payload = payload};
}

void runner_clear(struct runner *r)
{
	pthread_cond_destroy(&r->wake);
	pthread_mutex_destroy(&r->mutex);
}
