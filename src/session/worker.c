#include "config.h"

#include "session/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "session/command.h"
#include "session/memory.h"
#include "session/projector.h"

#define VIEW_SECONDS 0.02          /* between views, of sub-steps that go fast */
#define REFRESH_SECONDS (1.0 / 15) /* between scorings of a run that moves */
#define REFRESH_SHARE 0.2          /* of the time, in the middle of an iteration */
#define QUICK_SECONDS 0.03         /* a scoring that is worth waiting for before a view */
#define MAP_STEPS 50               /* of t-SNE, before it begins again while the run moves */
#define PROGRESS_SECONDS 0.05      /* between bytes for progress alone */

struct worker {
	/* The worker thread's alone. */
	struct session *s;
	double looked, told;           /* when a view, or progress, was last published */
	double refreshed, cost;        /* when the scores were last made, and the seconds it took */
	unsigned long advanced;        /* the play whose sub-steps are being made */
	unsigned long serial;          /* commands finished */
	bool fault;                    /* what was done last went wrong, and the view says so */
	struct projector *projector;   /* NULL without a thread */
	unsigned long projected_epoch; /* the place its last task was of … */
	size_t projected_steps;
	odd_projection_source projected_source;

	pthread_t thread;
	bool threaded;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	char *queue[WORKER_QUEUE];
	size_t first, count;
	bool stop;
	bool playing;
	unsigned long plays; /* how often play has begun */
	double pause;        /* seconds between the beginnings of sub-steps */
	double next;         /* when the next one is due */
	bool owed;           /* a view is: scores lag behind, or play was paused */
	bool news;           /* the map has new points */
	struct worker_progress progress;
	struct session_view *view;

	atomic_bool cancel; /* of the command that runs */
	atomic_bool rush;   /* something waits: leave the scores for later */
	int pipe[2];
};

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A full pipe is fine: the reader has been told. */
static void tell(struct worker *w)
{
	ssize_t written;
	do
		written = write(w->pipe[1], "!", 1);
	while (written < 0 && errno == EINTR);
}

static void report(void *payload, const char *what, double done, double total)
{
	struct worker *w = payload;
	pthread_mutex_lock(&w->mutex);
	snprintf(w->progress.what, sizeof w->progress.what, "%s", what);
	w->progress.done = done;
	w->progress.total = total;
	pthread_mutex_unlock(&w->mutex);
	if (now() - w->told >= PROGRESS_SECONDS) {
		w->told = now();
		tell(w);
	}
}

/* ---- the live map --------------------------------------------------------------------------- */

/* From the projector's thread. */
static void map_news(void *payload)
{
	struct worker *w = payload;
	pthread_mutex_lock(&w->mutex);
	w->news = true;
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
}

/* Points of another network, or for another map, come too late. */
static void take_map(struct worker *w)
{
	struct session *s = w->s;
	struct session_map *map = w->projector != NULL ? projector_take(w->projector) : NULL;
	if (map == NULL)
		return;
	if (s->now.epoch == NULL || s->method != ODD_PROJECT_TSNE || map->source != s->source ||
		map->net != s->now.epoch->net) {
		map_release(map);
		return;
	}
	map_turn(map, s->map);
	map_release(s->map);
	s->map = map;
}

/* Begin t-SNE for the place the session is at, once it has moved on: at rest at once, in the middle
 * of a run when the points before have come some way. */
static void project(struct worker *w, bool rests)
{
	struct session *s = w->s;
	odd_one *run;
	size_t steps;
	struct projector_task task;
	if (w->projector == NULL)
		return;
	if (s->method != ODD_PROJECT_TSNE || s->now.epoch == NULL) {
		projector_stop(w->projector);
		w->projected_epoch = 0;
		return;
	}
	projector_threads(w->projector, rests ? 0 : 1);
	bool same_place = w->projected_epoch == s->now.epoch->id &&
			  w->projected_steps == s->now.steps && w->projected_source == s->source;
	bool moving = projector_moving(w->projector, &steps);
	if (same_place ||
		(!rests && moving && steps < MAP_STEPS && w->projected_epoch == s->now.epoch->id))
		return;
	take_map(w);
	const struct session_map *before =
		s->map != NULL && s->map->net == s->now.epoch->net ? s->map : NULL;
	if (session_live(&run, s, NULL, NULL) != ODD_OK ||
		projector_task_init(&task, s->now.epoch->net, run, s->source,
			s->now.epoch->options.seed, before, NULL) != ODD_OK)
		return; /* without memory the map stays as it is */
	projector_start(w->projector, &task);
	w->projected_epoch = s->now.epoch->id;
	w->projected_steps = s->now.steps;
	w->projected_source = s->source;
}

/* ---- publishing ----------------------------------------------------------------------------- */

/* What a view changes along with it, so that nobody sees one without the other. */
enum { END_BUSY = 1, END_PLAY = 2, OWES = 4, KEEPS_OWING = 8 };

/* Publish the session as it is, with the scores it has. Only the worker replaces w->view, so it may
 * read it without the lock. err: what went wrong, or NULL. */
static void publish(struct worker *w, const odd_error *err, unsigned ends)
{
	odd_error fault;
	odd_one *run;
	struct session_view *view = NULL;
	odd_status status = ODD_OK;
	if (w->s->now.epoch != NULL) /* a way back that was stopped has left the run elsewhere */
		status = session_live(&run, w->s, NULL, &fault);
	take_map(w);
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
		view->fault_in_file = err->file[0] != '\0';
		odd_error_format(err, view->status, sizeof view->status);
	} else if (w->fault) { /* until something else is done */
		view->fault_in_file = w->view->fault_in_file;
		memcpy(view->status, w->view->status, sizeof view->status);
	}
	view->serial = w->serial;
	pthread_mutex_lock(&w->mutex);
	if ((ends & END_BUSY) != 0)
		w->progress = (struct worker_progress){.busy = false};
	if ((ends & END_PLAY) != 0)
		w->playing = false;
	w->owed = (ends & OWES) != 0 || ((ends & KEEPS_OWING) != 0 && w->owed);
	view->playing = w->playing;
	struct session_view *old = w->view;
	w->view = view;
	tell(w);
	pthread_mutex_unlock(&w->mutex);
	session_view_release(old);
	w->looked = now();
}

/* Bring scores and map up to date; ODD_ECANCELLED when something else is to be done first. Without
 * a thread nothing ever is. */
static odd_status refresh(struct worker *w, odd_error *err)
{
	const odd_job job = {.cancel = &w->rush, .report = report, .payload = w};
	bool waits = false;
	if (w->s->now.epoch == NULL)
		return ODD_OK;
	if (w->threaded) {
		pthread_mutex_lock(&w->mutex);
		waits = w->count > 0 || w->stop;
		atomic_store(&w->rush, false);
		pthread_mutex_unlock(&w->mutex);
	}
	if (waits)
		return odd_error_set(err, ODD_ECANCELLED, "cancelled");
	double from = now();
	bool fresh = session_fresh(w->s);
	odd_status status = session_refresh(w->s, w->threaded ? &job : NULL, err);
	if (status == ODD_OK && !fresh) {
		w->refreshed = now();
		w->cost = w->refreshed - from;
	}
	return status;
}

/* Is it time for scores in the middle of a run? At the end of an iteration as long as that leaves
 * half of the time for the run, in the middle of one when it costs little. */
static bool refresh_due(const struct worker *w)
{
	const struct epoch *e = w->s->now.epoch;
	double since = now() - w->refreshed;
	bool whole = odd_one_next(e->run) == ODD_STEP_W;
	return since >= REFRESH_SECONDS && w->cost <= (whole ? 1.0 : REFRESH_SHARE) * since;
}

/* A view of a run that moves. */
static void publish_moving(struct worker *w, unsigned ends)
{
	odd_error err;
	odd_status status = ODD_OK;
	bool due = refresh_due(w);
	if (due)
		status = refresh(w, &err);
	bool fault = status != ODD_OK && status != ODD_ECANCELLED;
	if (fault || due || now() - w->looked >= VIEW_SECONDS) {
		publish(w, fault ? &err : NULL, session_fresh(w->s) ? ends : ends | OWES);
		return;
	}
	pthread_mutex_lock(&w->mutex);
	w->owed = true;
	if ((ends & END_BUSY) != 0)
		w->progress = (struct worker_progress){.busy = false};
	pthread_mutex_unlock(&w->mutex);
}

/* After each sub-step of a long command. */
static void look_in_between(void *payload)
{
	struct worker *w = payload;
	if (w->threaded)
		publish_moving(w, 0);
}

/* The view at the end of a command: with its scores if that takes no time, else they follow. */
static void publish_end(struct worker *w, const odd_error *err, unsigned ends)
{
	odd_error fault;
	const struct epoch *e = w->s->now.epoch;
	bool known = e != NULL && w->s->scored != NULL && w->s->scored->net == e->net;
	bool quick = !w->threaded || session_fresh(w->s) || (known && w->cost < QUICK_SECONDS);
	odd_status status = quick ? refresh(w, &fault) : ODD_OK;
	if (status != ODD_OK && status != ODD_ECANCELLED && err == NULL) {
		err = &fault;
		ends |= END_PLAY;
	}
	publish(w, err, e == NULL || session_fresh(w->s) ? ends : ends | OWES);
}

/* ---- working -------------------------------------------------------------------------------- */

enum task { TASK_NONE, TASK_COMMAND, TASK_PLAY, TASK_OWED, TASK_MAP };

/* Does a line move the session? Then play ends before it. */
static bool moves(const char *line)
{
	char name[32] = "";
	sscanf(line, " %31s", name);
	const struct session_command *command = session_command_find(name);
	return command != NULL && (command->flags & COMMAND_MOVES) != 0;
}

/* With the lock held. */
static bool play_due(const struct worker *w)
{
	return w->playing && (!w->threaded || now() >= w->next);
}

/* The next thing to do; a command's line is on the heap. From here on it can be cancelled. */
static enum task take(struct worker *w, char **line, unsigned long *play)
{
	enum task task = TASK_NONE;
	pthread_mutex_lock(&w->mutex);
	*play = w->plays;
	if (w->stop) {
		pthread_mutex_unlock(&w->mutex);
		return TASK_NONE;
	}
	if (w->count > 0) {
		task = TASK_COMMAND;
		*line = w->queue[w->first];
		w->first = (w->first + 1) % WORKER_QUEUE;
		w->count--;
		if (moves(*line))
			w->playing = false;
	} else if (play_due(w)) {
		task = TASK_PLAY;
		double late = now() - w->next;
		w->next += late < w->pause ? w->pause : late;
	} else if (w->threaded && w->owed && !w->playing) {
		task = TASK_OWED;
	} else if (w->news) {
		task = TASK_MAP;
	}
	w->news = w->news && task == TASK_NONE; /* every view takes the newest points */
	if (task != TASK_NONE && task != TASK_MAP) {
		w->progress = (struct worker_progress){.busy = true};
		snprintf(w->progress.command, sizeof w->progress.command, "%s",
			task == TASK_COMMAND ? *line
			: task == TASK_PLAY  ? "play"
					     : "");
		atomic_store(&w->cancel, false);
	}
	pthread_mutex_unlock(&w->mutex);
	return task;
}

/* Has play reached its goal, or has it nothing to play? */
static bool played_out(const struct session *s)
{
	return s->now.epoch == NULL || s->now.epoch->run == NULL ||
	       odd_one_iteration(s->now.epoch->run) >= session_goal(s);
}

static void say_stopped(struct session *s)
{
	char text[sizeof s->status];
	memcpy(text, s->status, sizeof text);
	session_say(s, "stopped%s%.300s", text[0] != '\0' ? "; " : "", text);
}

static void run_command(struct worker *w, const char *line)
{
	odd_error err = {0};
	const odd_job job = {.cancel = &w->cancel, .report = report, .payload = w};
	if (moves(line))
		session_advance_end(w->s);
	w->fault = false;
	odd_status status = session_run(w->s, line, &job, &err);
	bool fault = status != ODD_OK && status != ODD_ECANCELLED;
	if (status == ODD_ECANCELLED) /* where that left the session is what matters */
		say_stopped(w->s);
	w->serial++;
	publish_end(w, fault ? &err : NULL, status != ODD_OK ? END_BUSY | END_PLAY : END_BUSY);
	pthread_mutex_lock(&w->mutex);
	bool rests = w->count == 0 && !w->playing;
	pthread_mutex_unlock(&w->mutex);
	if (rests)
		project(w, true);
}

static void run_play(struct worker *w, unsigned long play)
{
	odd_error err = {0};
	const odd_job job = {.cancel = &w->cancel, .report = report, .payload = w};
	odd_status status = ODD_OK;
	bool nothing = played_out(w->s);
	if (play != w->advanced)
		session_advance_end(w->s);
	w->advanced = play;
	w->fault = false;
	if (!nothing)
		status = session_advance(w->s, &job, &err);
	bool over = nothing || status != ODD_OK || played_out(w->s);
	if (!over) {
		if (odd_one_next(w->s->now.epoch->run) == ODD_STEP_W)
			project(w, false);
		if (w->threaded)
			publish_moving(w, END_BUSY);
		else
			publish_end(w, NULL, END_BUSY);
		return;
	}
	if (status == ODD_ECANCELLED)
		say_stopped(w->s);
	else if (nothing)
		session_say(w->s, "play: iteration %zu was the goal", session_goal(w->s));
	session_advance_end(w->s);
	w->serial++;
	bool fault = status != ODD_OK && status != ODD_ECANCELLED;
	publish_end(w, fault ? &err : NULL, END_BUSY | END_PLAY);
	project(w, true);
}

/* Somebody who cancels this means it: the scores come with the next thing that is done. */
static void run_owed(struct worker *w)
{
	odd_error err;
	project(w, true);
	odd_status status = refresh(w, &err);
	bool fault = status != ODD_OK && status != ODD_ECANCELLED;
	bool again = status == ODD_ECANCELLED && !atomic_load(&w->cancel);
	publish(w, fault ? &err : NULL, again ? END_BUSY | OWES : END_BUSY);
}

/* New points, or none any more since they were stopped. */
static void publish_map(struct worker *w)
{
	size_t steps;
	struct session_map *map = NULL;
	take_map(w);
	struct session *s = w->s;
	if (s->map != NULL && s->map->moving && !projector_moving(w->projector, &steps) &&
		map_rest(&map, s->map, NULL) == ODD_OK) {
		map_release(s->map);
		s->map = map;
	}
	publish(w, NULL, KEEPS_OWING);
}

bool worker_turn(struct worker *w)
{
	char *line = NULL;
	unsigned long play;
	enum task task = take(w, &line, &play);
	if (task == TASK_COMMAND)
		run_command(w, line);
	else if (task == TASK_PLAY)
		run_play(w, play);
	else if (task == TASK_OWED)
		run_owed(w);
	else if (task == TASK_MAP)
		publish_map(w);
	free(line);
	return task != TASK_NONE;
}

/* Until there is something to do, or play's next sub-step is due. */
static void wait_for_work(struct worker *w)
{
	pthread_mutex_lock(&w->mutex);
	while (!w->stop && w->count == 0 && !play_due(w) && !(w->owed && !w->playing) && !w->news) {
		if (!w->playing) {
			pthread_cond_wait(&w->wake, &w->mutex);
			continue;
		}
		struct timespec until;
		until.tv_sec = (time_t)w->next;
		until.tv_nsec = (long)(1e9 * (w->next - (double)until.tv_sec));
		pthread_cond_timedwait(&w->wake, &w->mutex, &until);
	}
	pthread_mutex_unlock(&w->mutex);
}

static bool stopped(struct worker *w)
{
	pthread_mutex_lock(&w->mutex);
	bool stop = w->stop;
	pthread_mutex_unlock(&w->mutex);
	return stop;
}

static void *work(void *argument)
{
	struct worker *w = argument;
	while (!stopped(w)) {
		wait_for_work(w);
		worker_turn(w);
	}
	return NULL;
}

/* ---- life cycle ----------------------------------------------------------------------------- */

static odd_status open_pipe(int out[2], odd_error *err)
{
	if (pipe(out) != 0)
		return odd_error_errno(err, "", "cannot make a pipe");
	for (int i = 0; i < 2; i++) {
		fcntl(out[i], F_SETFD, FD_CLOEXEC);
		fcntl(out[i], F_SETFL, O_NONBLOCK);
	}
	return ODD_OK;
}

odd_status worker_create(struct worker **out, bool threaded, odd_error *err)
{
	*out = NULL;
	struct worker *w = memory_grow(NULL, 1, sizeof *w);
	*w = (struct worker){.threaded = threaded};
	odd_status status = open_pipe(w->pipe, err);
	if (status != ODD_OK) {
		free(w);
		return status;
	}
	pthread_condattr_t monotonic;
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&w->wake, &monotonic);
	pthread_condattr_destroy(&monotonic);
	pthread_mutex_init(&w->mutex, NULL);
	atomic_init(&w->cancel, false);
	atomic_init(&w->rush, false);
	w->s = session_create();
	w->s->each = look_in_between;
	w->s->payload = w;
	w->s->live_map = threaded;
	publish(w, NULL, 0);
	if (threaded)
		status = projector_create(&w->projector, map_news, w, err);
	if (status == ODD_OK && threaded && pthread_create(&w->thread, NULL, work, w) != 0)
		status = odd_error_set(err, ODD_ENOMEM, "cannot start the worker");
	if (status != ODD_OK) {
		w->threaded = false; /* there is no thread to join */
		worker_free(w);
		return status;
	}
	*out = w;
	return ODD_OK;
}

/* With the lock held. */
static void forget_waiting(struct worker *w)
{
	for (; w->count > 0; w->count--) {
		free(w->queue[w->first]);
		w->first = (w->first + 1) % WORKER_QUEUE;
	}
}

void worker_free(struct worker *w)
{
	if (w == NULL)
		return;
	pthread_mutex_lock(&w->mutex);
	w->stop = true;
	forget_waiting(w);
	w->playing = false;
	atomic_store(&w->cancel, true);
	atomic_store(&w->rush, true);
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
	if (w->threaded)
		pthread_join(w->thread, NULL);
	projector_free(w->projector);
	session_view_release(w->view);
	session_free(w->s);
	pthread_cond_destroy(&w->wake);
	pthread_mutex_destroy(&w->mutex);
	close(w->pipe[0]);
	close(w->pipe[1]);
	free(w);
}

/* ---- asking --------------------------------------------------------------------------------- */

bool worker_post(struct worker *w, const char *line)
{
	pthread_mutex_lock(&w->mutex);
	bool room = w->count < WORKER_QUEUE;
	if (room)
		w->queue[(w->first + w->count++) % WORKER_QUEUE] = memory_string(line);
	atomic_store(&w->rush, true);
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
	return room;
}

void worker_play(struct worker *w, double per_second)
{
	pthread_mutex_lock(&w->mutex);
	if (!w->playing) {
		w->plays++;
		w->next = now();
	}
	w->playing = true;
	w->pause = per_second > 0.0 ? 1.0 / (ODD_SUBSTEPS * per_second) : 0.0;
	if (w->next > now() + w->pause)
		w->next = now() + w->pause;
	atomic_store(&w->rush, true);
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
}

/* With the lock held. The view that says so follows: from the thread, or below. */
static bool stop_playing(struct worker *w)
{
	bool was = w->playing;
	w->playing = false;
	if (was && w->threaded)
		w->owed = true;
	pthread_cond_signal(&w->wake);
	return was && !w->threaded;
}

void worker_pause(struct worker *w)
{
	pthread_mutex_lock(&w->mutex);
	bool show = stop_playing(w);
	pthread_mutex_unlock(&w->mutex);
	if (show)
		publish(w, NULL, 0);
}

void worker_cancel(struct worker *w)
{
	pthread_mutex_lock(&w->mutex);
	forget_waiting(w);
	bool show = stop_playing(w);
	if (w->projector != NULL) { /* the points stay where they are */
		projector_stop(w->projector);
		w->news = true;
	}
	/* When nothing runs, the flag must not meet the next command. */
	if (w->progress.busy) {
		atomic_store(&w->cancel, true);
		atomic_store(&w->rush, true);
	}
	pthread_mutex_unlock(&w->mutex);
	if (show)
		publish(w, NULL, 0);
}

struct session_view *worker_view(struct worker *w)
{
	pthread_mutex_lock(&w->mutex);
	struct session_view *view = session_view_hold(w->view);
	pthread_mutex_unlock(&w->mutex);
	return view;
}

void worker_look(struct worker *w, struct worker_progress *out)
{
	pthread_mutex_lock(&w->mutex);
	*out = w->progress;
	out->waiting = w->count;
	pthread_mutex_unlock(&w->mutex);
}

bool worker_idle(struct worker *w)
{
	pthread_mutex_lock(&w->mutex);
	bool idle = !w->progress.busy && w->count == 0 && !w->playing && !w->owed;
	pthread_mutex_unlock(&w->mutex);
	return idle;
}

int worker_fd(const struct worker *w)
{
	return w->pipe[0];
}

void worker_drain(struct worker *w)
{
	char bytes[256];
	while (read(w->pipe[0], bytes, sizeof bytes) > 0)
		;
}
