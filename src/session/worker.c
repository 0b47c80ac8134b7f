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

#define LOOK_SECONDS 0.1      /* between views of a command that is still running */
#define PROGRESS_SECONDS 0.05 /* between bytes for progress alone */

struct worker {
	struct session *s;   /* the worker thread's alone */
	double looked, told; /* when a view, or progress, was last published */

	pthread_t thread;
	bool threaded;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	char *queue[WORKER_QUEUE];
	size_t first, count;
	bool stop;
	bool playing;
	double pause; /* seconds between the beginnings of iterations */
	double next;  /* when the next one is due */
	struct worker_progress progress;
	struct session_view *view;

	atomic_bool cancel;
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

/* ---- publishing ----------------------------------------------------------------------------- */

/* What the end of a command changes along with the view, so that nobody sees one without the
 * other. */
enum { END_BUSY = 1, END_PLAY = 2 };

/* Only the worker replaces w->view, so it may read it without the lock. */
static void publish(struct worker *w, const char *error, unsigned ends)
{
	odd_error err;
	char text[600];
	struct session_view *view = NULL;
	odd_status status = ODD_OK;
	if (w->s->now.epoch != NULL)
		status = session_refresh(w->s, NULL, &err);
	if (status == ODD_OK)
		status = session_view_create(&view, w->s, w->view, &err);
	if (status != ODD_OK) {
		/* What cannot be shown anew stays on the screen, with the reason under it. */
		error = odd_error_format(&err, text, sizeof text);
		view = session_view_copy(w->view);
		ends |= END_PLAY;
	}
	if (error != NULL) {
		snprintf(view->status, sizeof view->status, "%s", error);
		view->failed = true;
	}
	pthread_mutex_lock(&w->mutex);
	if ((ends & END_BUSY) != 0)
		w->progress = (struct worker_progress){.busy = false};
	if ((ends & END_PLAY) != 0)
		w->playing = false;
	view->playing = w->playing;
	struct session_view *old = w->view;
	w->view = view;
	tell(w);
	pthread_mutex_unlock(&w->mutex);
	session_view_release(old);
	w->looked = now();
}

/* After each iteration of a long command. */
static void look_in_between(void *payload)
{
	struct worker *w = payload;
	if (now() - w->looked >= LOOK_SECONDS)
		publish(w, NULL, 0);
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

/* ---- working -------------------------------------------------------------------------------- */

/* Does a line move the session? Then play ends before it. */
static bool moves(const char *line)
{
	char name[32] = "";
	sscanf(line, " %31s", name);
	const struct session_command *command = session_command_find(name);
	return command != NULL && (command->flags & COMMAND_MOVES) != 0;
}

/* The next thing to do, on the heap; NULL: nothing yet. From here on it can be cancelled. */
static char *take(struct worker *w, bool *played)
{
	char *line = NULL;
	*played = false;
	pthread_mutex_lock(&w->mutex);
	if (!w->stop && w->count > 0) {
		line = w->queue[w->first];
		w->first = (w->first + 1) % WORKER_QUEUE;
		w->count--;
		if (moves(line))
			w->playing = false;
	} else if (!w->stop && w->playing && (!w->threaded || now() >= w->next)) {
		w->next = now() + w->pause;
		line = memory_string("iterate");
		*played = true;
	}
	if (line != NULL) {
		w->progress = (struct worker_progress){.busy = true};
		snprintf(w->progress.command, sizeof w->progress.command, "%s", line);
		atomic_store(&w->cancel, false);
	}
	pthread_mutex_unlock(&w->mutex);
	return line;
}

/* Has play reached its goal, or has it nothing to play? */
static bool played_out(const struct session *s)
{
	return s->now.epoch == NULL || s->now.epoch->run == NULL ||
	       odd_one_iteration(s->now.epoch->run) >= session_goal(s);
}

static void run_line(struct worker *w, const char *line, bool played)
{
	odd_error err = {0};
	char text[600];
	const odd_job job = {.cancel = &w->cancel, .report = report, .payload = w};
	if (played && played_out(w->s)) {
		session_say(w->s, "play: iteration %zu was the goal", session_goal(w->s));
		publish(w, NULL, END_BUSY | END_PLAY);
		return;
	}
	odd_status status = session_run(w->s, line, &job, &err);
	bool fault = status != ODD_OK && status != ODD_ECANCELLED;
	if (fault)
		odd_error_format(&err, text, sizeof text);
	if (status == ODD_ECANCELLED) { /* where that left the session is what matters */
		snprintf(text, sizeof text, "stopped%s%s", w->s->status[0] != '\0' ? "; " : "",
			w->s->status);
		session_say(w->s, "%s", text);
	}
	bool pause = status != ODD_OK || (played && played_out(w->s));
	publish(w, fault ? text : NULL, pause ? END_BUSY | END_PLAY : END_BUSY);
}

bool worker_turn(struct worker *w)
{
	bool played;
	char *line = take(w, &played);
	if (line == NULL)
		return false;
	run_line(w, line, played);
	free(line);
	return true;
}

/* Until there is something to do, or play's next iteration is due. */
static void wait_for_work(struct worker *w)
{
	pthread_mutex_lock(&w->mutex);
	while (!w->stop && w->count == 0 && !(w->playing && now() >= w->next)) {
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
	w->s = session_create();
	w->s->each = look_in_between;
	w->s->payload = w;
	publish(w, NULL, 0);
	int failed = threaded ? pthread_create(&w->thread, NULL, work, w) : 0;
	if (failed != 0 || w->view == NULL) {
		w->threaded = w->threaded && failed == 0;
		worker_free(w);
		return odd_error_set(err, ODD_ENOMEM, "cannot start the worker");
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
	w->playing = false;
}

void worker_free(struct worker *w)
{
	if (w == NULL)
		return;
	pthread_mutex_lock(&w->mutex);
	w->stop = true;
	forget_waiting(w);
	atomic_store(&w->cancel, true);
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
	if (w->threaded)
		pthread_join(w->thread, NULL);
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
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
	return room;
}

void worker_play(struct worker *w, double per_second)
{
	pthread_mutex_lock(&w->mutex);
	w->playing = true;
	w->pause = per_second > 0.0 ? 1.0 / per_second : 0.0;
	w->next = now();
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
}

void worker_pause(struct worker *w)
{
	pthread_mutex_lock(&w->mutex);
	w->playing = false;
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
}

void worker_cancel(struct worker *w)
{
	pthread_mutex_lock(&w->mutex);
	forget_waiting(w);
	/* When nothing runs, the flag must not meet the next command. */
	if (w->progress.busy)
		atomic_store(&w->cancel, true);
	pthread_mutex_unlock(&w->mutex);
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
	bool idle = !w->progress.busy && w->count == 0 && !w->playing;
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
