#include "config.h"

#include "session/comparer.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "session/comparer_parts.h"
#include "session/memory.h"

#define NEWS_SECONDS 0.1

/* ---- working -------------------------------------------------------------------------------- */

static void tell(struct comparer *c)
{
	c->told = odd__clock();
	if (c->live)
		c->news(c->payload);
}

static void report(void *payload, const char *what, double done, double total)
{
	struct comparer *c = payload;
	if (!c->live) {
		odd_job_report(c->job, what, done, total);
		return;
	}
	if (odd__clock() - c->told < NEWS_SECONDS)
		return;
	pthread_mutex_lock(&c->mutex);
	snprintf(c->what, sizeof c->what, "%s", what);
	c->done = done;
	c->total = total;
	comparer_touch(c, false);
	pthread_mutex_unlock(&c->mutex);
	tell(c);
}

static odd_status work_on(
	struct comparer *c, struct compare_task *task, const odd_job *job, odd_error *err)
{
	struct compare_result result;
	odd_status status = compare_cell(&result, &c->bench, task, job, err);
	pthread_mutex_lock(&c->mutex);
	if (status == ODD_OK) {
		comparer_store(c, task, &result);
	} else {
		c->at = NULL;
		comparer_touch(c, true);
		if (status != ODD_ECANCELLED && task->generation == c->generation) {
			odd_error_format(err, c->fault, sizeof c->fault);
			c->wanted = false;
		}
	}
	pthread_mutex_unlock(&c->mutex);
	if (status == ODD_OK)
		result_clear(&result);
	shared_release(task->net);
	tell(c);
	return status;
}

static void *work(void *argument)
{
	struct comparer *c = argument;
	struct compare_task task;
	if (nice(10) == -1) { /* the run and its map come first */
	}
	pthread_mutex_lock(&c->mutex);
	while (!c->quit) {
		if (c->bench.generation != c->generation)
			bench_clear(&c->bench);
		if (!c->wanted) {
			pthread_cond_wait(&c->wake, &c->mutex);
			continue;
		}
		if (!comparer_take(c, &task)) {
			c->wanted = false;
			bench_rest(&c->bench);
			comparer_touch(c, true);
			pthread_mutex_unlock(&c->mutex);
			tell(c);
			pthread_mutex_lock(&c->mutex);
			continue;
		}
		odd_error err = {0};
		const odd_job job = {.threads = atomic_load(&c->threads),
			.cancel = &c->cancel,
			.report = report,
			.payload = c};
		pthread_mutex_unlock(&c->mutex);
		work_on(c, &task, &job, &err);
		pthread_mutex_lock(&c->mutex);
	}
	pthread_mutex_unlock(&c->mutex);
	return NULL;
}

odd_status comparer_run(struct comparer *c, const odd_job *job, odd_error *err)
{
	struct compare_task task;
	odd_status status = ODD_OK;
	const odd_job own = {.threads = job != NULL ? job->threads : 0,
		.cancel = job != NULL ? job->cancel : NULL,
		.report = report,
		.payload = c};
	c->job = job;
	for (bool more = true; more && status == ODD_OK;) {
		pthread_mutex_lock(&c->mutex);
		more = c->wanted && comparer_take(c, &task);
		pthread_mutex_unlock(&c->mutex);
		if (more)
			status = work_on(c, &task, &own, err);
	}
	pthread_mutex_lock(&c->mutex);
	c->wanted = false;
	comparer_touch(c, true);
	pthread_mutex_unlock(&c->mutex);
	bench_rest(&c->bench);
	c->job = NULL;
	return status;
}

/* ---- starting and stopping ------------------------------------------------------------------- */

void comparer_start(struct comparer *c)
{
	pthread_mutex_lock(&c->mutex);
	c->wanted = c->net != NULL;
	c->fault[0] = '\0';
	if (c->live && !c->threaded) {
		c->threaded = pthread_create(&c->thread, NULL, work, c) == 0;
		c->wanted = c->wanted && c->threaded;
		if (!c->threaded)
			snprintf(c->fault, sizeof c->fault, "cannot start a thread");
	}
	comparer_touch(c, true);
	pthread_cond_signal(&c->wake);
	pthread_mutex_unlock(&c->mutex);
}

void comparer_stop(struct comparer *c)
{
	pthread_mutex_lock(&c->mutex);
	if (c->wanted)
		comparer_touch(c, true);
	c->wanted = false;
	if (c->at != NULL)
		atomic_store(&c->cancel, true);
	pthread_mutex_unlock(&c->mutex);
}

void comparer_forget(struct comparer *c)
{
	pthread_mutex_lock(&c->mutex);
	if (c->net != NULL)
		comparer_empty(c);
	pthread_mutex_unlock(&c->mutex);
}

void comparer_threads(struct comparer *c, int threads)
{
	atomic_store(&c->threads, threads);
}

/* ---- life cycle ----------------------------------------------------------------------------- */

struct comparer *comparer_create(void)
{
	struct comparer *c = memory_grow(NULL, 1, sizeof *c);
	*c = (struct comparer){.seeds = COMPARER_SEEDS};
	atomic_init(&c->cancel, false);
	atomic_init(&c->threads, 0);
	pthread_mutex_init(&c->mutex, NULL);
	pthread_cond_init(&c->wake, NULL);
	return c;
}

void comparer_live(struct comparer *c, void (*news)(void *payload), void *payload)
{
	c->live = true;
	c->news = news;
	c->payload = payload;
}

void comparer_free(struct comparer *c)
{
	if (c == NULL)
		return;
	pthread_mutex_lock(&c->mutex);
	c->quit = true;
	comparer_empty(c);
	pthread_mutex_unlock(&c->mutex);
	if (c->threaded)
		pthread_join(c->thread, NULL);
	bench_clear(&c->bench);
	shared_release(c->latest);
	pthread_cond_destroy(&c->wake);
	pthread_mutex_destroy(&c->mutex);
	free(c);
}
