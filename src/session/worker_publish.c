/* worker_publish.c: views of the session for others to draw, and when scores and map are made for
 * them. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "session/xalloc.h"
#include "session/worker_parts.h"

#define VIEW_SECONDS 0.02          /* between views, of sub-steps that go fast */
#define REFRESH_SECONDS (1.0 / 15) /* between scorings of a run that moves */
#define REFRESH_SHARE 0.2          /* of the time, in the middle of an iteration */
#define QUICK_SECONDS 0.03         /* a scoring that is worth waiting for before a view */
#define MAP_STEPS 50               /* of t-SNE, before it begins again while the run moves */
#define PROGRESS_SECONDS 0.05      /* between bytes for progress alone */

/* A byte into the pipe. A full one is fine: the reader has been told. */
static void worker_tell(struct worker *w)
{
	ssize_t written;
	do
		written = write(w->pipe[1], "!", 1);
	while (written < 0 && errno == EINTR);
}

void worker_report(void *payload, const char *what, double done, double total)
{
	struct worker *w = payload;
	pthread_mutex_lock(&w->runner.mutex);
	snprintf(w->progress.what, sizeof w->progress.what, "%s", what);
	w->progress.done = done;
	w->progress.total = total;
	pthread_mutex_unlock(&w->runner.mutex);
	if (odd__clock() - w->told >= PROGRESS_SECONDS) {
		w->told = odd__clock();
		worker_tell(w);
	}
}

/* ---- the live map --------------------------------------------------------------------------- */

void worker_map_news(void *payload)
{
	struct worker *w = payload;
	pthread_mutex_lock(&w->runner.mutex);
	w->news = true;
	pthread_cond_signal(&w->runner.wake);
	pthread_mutex_unlock(&w->runner.mutex);
}

/* Points of another network, or for another map, come too late. */
static void take_map(struct worker *w)
{
	struct session *s = w->s;
	struct shared_map *map = w->projector != NULL ? projector_take(w->projector) : NULL;
	if (map == NULL)
		return;
	if (s->now.epoch == NULL || s->method != ODD_PROJECT_TSNE || map->of.source != s->source ||
		map->network != &s->now.epoch->net->of) {
		shared_release(map);
		return;
	}
	map_turn(map, s->map);
	shared_release(s->map);
	s->map = map;
	if (!map->moving)
		session_keep_map(s, w->projected_epoch, w->projected_steps, map);
}

void worker_project(struct worker *w, bool rests)
{
	struct session *s = w->s;
	odd_one *run = NULL;
	size_t steps;
	struct projector_task task;
	if (w->projector == NULL)
		return;
	if (s->method != ODD_PROJECT_TSNE || s->now.epoch == NULL) {
		projector_stop(w->projector);
		w->projected_epoch = 0;
		return;
	}
	if (rests)
		projector_threads(w->projector, 0);
	bool same_place = w->projected_epoch == s->now.epoch->id &&
			  w->projected_steps == s->now.steps && w->projected_source == s->source;
	bool moving = projector_moving(w->projector, &steps);
	if (same_place ||
		(!rests && moving && steps < MAP_STEPS && w->projected_epoch == s->now.epoch->id))
		return;
	take_map(w);
	if (session_kept_map(s) != NULL) /* it has been made already, and a refresh shows it */
		projector_stop(w->projector);
	else if (session_live(&run, s, NULL, NULL) != ODD_OK ||
		 projector_task_init(&task, s->now.epoch->net, run, s->source,
			 s->now.epoch->options.seed, session_last_map(s), NULL) != ODD_OK)
		return; /* without memory the map stays as it is */
	else
		projector_start(w->projector, &task);
	w->projected_epoch = s->now.epoch->id;
	w->projected_steps = s->now.steps;
	w->projected_source = s->source;
}

/* ---- publishing ----------------------------------------------------------------------------- */

/* Only the worker replaces w->view, so it may read it without the lock. */
void worker_publish(struct worker *w, const odd_error *err, unsigned ends)
{
	odd_error fault;
	odd_one *run = NULL;
	struct session_view *view = NULL;
	odd_status status = ODD_OK;
	if (w->s->now.epoch != NULL) /* a way back that was stopped has left the run elsewhere */
		status = session_live(&run, w->s, NULL, &fault);
	take_map(w);
	session_compare_end(w->s);
	if (status == ODD_OK)
		status = session_view_create(&view, w->s, w->view, &fault);
	if (status != ODD_OK) {
		/* What cannot be shown anew stays on the screen, with the reason under it. */
		err = &fault;
		view = session_view_copy(w->view);
		ends |= END_PLAY;
	}
	w->fault = w->fault || err != NULL;
	view->failed = w->fault;
	if (err != NULL) {
		view->fault = *err;
		odd_error_format(err, view->status, sizeof view->status);
	} else if (w->fault) { /* until something else is done */
		view->fault = w->view->fault;
		memcpy(view->status, w->view->status, sizeof view->status);
	}
	view->serial = w->serial;
	view->unsaved = w->unsaved;
	pthread_mutex_lock(&w->runner.mutex);
	if ((ends & END_BUSY) != 0)
		w->progress = (struct worker_progress){.busy = false};
	if ((ends & END_PLAY) != 0)
		w->playing = false;
	w->pending = (ends & PENDING) != 0 || (w->asked && w->lesson) ||
		     ((ends & KEEPS_PENDING) != 0 && w->pending);
	view->playing = w->playing;
	struct session_view *old = w->view;
	w->view = view;
	worker_tell(w);
	pthread_mutex_unlock(&w->runner.mutex);
	shared_release(old);
	w->looked = odd__clock();
}

odd_status worker_refresh(struct worker *w, odd_error *err)
{
	const odd_job job = {.cancel = &w->rush, .report = worker_report, .payload = w};
	bool waits = false;
	if (w->s->now.epoch == NULL)
		return ODD_OK;
	if (w->threaded) {
		pthread_mutex_lock(&w->runner.mutex);
		waits = w->count > 0 || w->runner.stop;
		atomic_store(&w->rush, false);
		pthread_mutex_unlock(&w->runner.mutex);
	}
	if (waits)
		return odd_error_set(err, ODD_ECANCELLED, "cancelled");
	double from = odd__clock();
	bool fresh = session_fresh(w->s);
	odd_status status = session_refresh(w->s, w->threaded ? &job : NULL, err);
	if (status == ODD_OK && !fresh) {
		w->refreshed = odd__clock();
		w->cost = w->refreshed - from;
	}
	return status;
}

/* At the end of an iteration as long as that leaves half of the time for the run, in the middle of
 * one when it costs little; always when play goes so slowly that it waits anyway. */
bool worker_refresh_due(struct worker *w)
{
	const struct epoch *e = w->s->now.epoch;
	double since = odd__clock() - w->refreshed;
	bool whole = odd_one_next(e->run) == ODD_STEP_W;
	pthread_mutex_lock(&w->runner.mutex);
	bool slow = w->playing && w->pause > 2.0 * w->cost;
	pthread_mutex_unlock(&w->runner.mutex);
	return since >= REFRESH_SECONDS &&
	       (slow || w->cost <= (whole ? 1.0 : REFRESH_SHARE) * since);
}

void worker_publish_moving(struct worker *w, unsigned ends)
{
	odd_error err;
	odd_status status = ODD_OK;
	/* A lesson is due together with the scores: when it has been begun before the sub-step. */
	bool due = worker_refresh_due(w) && (!w->s->desk.wanted || lesson_ready(w->s));
	w->s->moving = true;
	if (due)
		status = worker_refresh(w, &err);
	bool fault = status != ODD_OK && status != ODD_ECANCELLED;
	if (fault || due || odd__clock() - w->looked >= VIEW_SECONDS) {
		worker_publish(w, fault ? &err : NULL, session_fresh(w->s) ? ends : ends | PENDING);
		w->s->moving = false;
		return;
	}
	w->s->moving = false;
	pthread_mutex_lock(&w->runner.mutex);
	w->pending = true;
	if ((ends & END_BUSY) != 0)
		w->progress = (struct worker_progress){.busy = false};
	pthread_mutex_unlock(&w->runner.mutex);
}

void worker_look_in_between(void *payload)
{
	struct worker *w = payload;
	if (!w->threaded && w->watch != NULL) {
		worker_publish_end(w, NULL, 0);
		w->watch(w->watcher);
	}
	if (!w->threaded)
		return;
	if (odd_one_next(w->s->now.epoch->run) == ODD_STEP_W)
		worker_project(w, false);
	worker_publish_moving(w, 0);
}

void worker_publish_end(struct worker *w, const odd_error *err, unsigned ends)
{
	odd_error fault;
	const struct epoch *e = w->s->now.epoch;
	bool known = e != NULL && w->s->scored != NULL && w->s->scored->network == &e->net->of;
	bool quick = !w->threaded || session_fresh(w->s) || (known && w->cost < QUICK_SECONDS);
	odd_status status = quick ? worker_refresh(w, &fault) : ODD_OK;
	if (status != ODD_OK && status != ODD_ECANCELLED && err == NULL) {
		err = &fault;
		ends |= END_PLAY;
	}
	worker_publish(w, err, e == NULL || session_fresh(w->s) ? ends : ends | PENDING);
}

void worker_publish_map(struct worker *w)
{
	size_t steps;
	struct shared_map *map = NULL;
	take_map(w);
	struct session *s = w->s;
	if (s->map != NULL && s->map->moving && !projector_moving(w->projector, &steps) &&
		map_rest(&map, s->map, NULL) == ODD_OK) {
		shared_release(s->map);
		s->map = map;
	}
	worker_publish(w, NULL, KEEPS_PENDING);
}
