#include "config.h"

#include "session/worker.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "session/command.h"
#include "session/comparer.h"
#include "session/xalloc.h"
#include "session/worker_parts.h"

#define SAVE_SECONDS \
	1.0 /* between two savings of a play, a selection, or after one that failed \
	     */
#define WORKER_NICENESS 5

/* ---- working -------------------------------------------------------------------------------- */

enum task { TASK_NONE, TASK_COMMAND, TASK_PLAY, TASK_PENDING, TASK_MAP, TASK_SAVE };

/* Does a command move the session? Then play ends before it. */
static bool moves(const struct arguments *command)
{
	return command->command != NULL && (command->command->flags & COMMAND_MOVES) != 0;
}

/* With the lock held. */
static bool play_due(const struct worker *w)
{
	return w->playing && (!w->threaded || odd__clock() >= w->next);
}

/* With the lock held: the screen's selection or filter has changed since the session was saved, or
 * the last attempt failed, and no command follows that would save it. */
static bool save_waits(const struct worker *w)
{
	return w->threaded && w->autosave != NULL && (w->look_changed || w->unsaved.code != ODD_OK);
}

static bool save_due(const struct worker *w)
{
	return save_waits(w) && odd__clock() >= w->saved + SAVE_SECONDS;
}

/* True when the queue is empty and nothing plays. */
static bool is_idle(struct worker *w)
{
	pthread_mutex_lock(&w->runner.mutex);
	const bool idle = w->count == 0 && !w->playing;
	pthread_mutex_unlock(&w->runner.mutex);
	return idle;
}

/* The next thing to do; a command is the caller's. From here on it can be cancelled. */
static enum task next_task(struct worker *w, struct arguments *command, unsigned long *play)
{
	enum task task = TASK_NONE;
	pthread_mutex_lock(&w->runner.mutex);
	*play = w->plays;
	if (w->runner.stop) {
		pthread_mutex_unlock(&w->runner.mutex);
		return TASK_NONE;
	}
	if (w->count > 0) {
		task = TASK_COMMAND;
		*command = w->queue[w->first].command;
		w->s->writing = w->queue[w->first].writing;
		w->first = (w->first + 1) % WORKER_QUEUE;
		w->count--;
		if (moves(command))
			w->playing = false;
	} else if (play_due(w)) {
		task = TASK_PLAY;
		double late = odd__clock() - w->next;
		w->next += late < w->pause ? w->pause : late;
	} else if (w->threaded && w->pending && !w->playing) {
		task = TASK_PENDING;
	} else if (w->news) {
		task = TASK_MAP;
	} else if (save_due(w)) {
		task = TASK_SAVE;
	}
	w->news = w->news &&
		  (task == TASK_NONE || task == TASK_SAVE); /* every view takes the newest points */
	if (task != TASK_NONE && task != TASK_MAP && task != TASK_SAVE) {
		w->progress = (struct worker_progress){.busy = true};
		snprintf(w->progress.command, sizeof w->progress.command, "%s",
			task == TASK_COMMAND ? command->line
			: task == TASK_PLAY  ? "play"
					     : "");
		atomic_store(&w->runner.cancel, false);
	}
	pthread_mutex_unlock(&w->runner.mutex);
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

/* ODD_OK also when there is nowhere to save to. */
static odd_status save_session(struct worker *w, odd_error *err)
{
	odd_status status = ODD_OK;
	pthread_mutex_lock(&w->runner.mutex);
	char *path = w->autosave != NULL ? xstrdup(w->autosave) : NULL;
	w->look_changed = false;
	pthread_mutex_unlock(&w->runner.mutex);
	if (path != NULL)
		status = session_journal(w->s, path, err);
	w->saved = odd__clock();
	free(path);
	return status;
}

/* A session that cannot be saved goes on: views say so until a later attempt succeeds. */
static void autosave(struct worker *w)
{
	odd_error err = {.code = ODD_OK};
	const odd_status before = w->unsaved.code;
	save_session(w, &err);
	w->unsaved = err;
	if (err.code != before)
		worker_publish(w, NULL, KEEPS_PENDING);
}

/* With the lock held: all that waits, or what a played file has waiting next. */
static void forget_waiting(struct worker *w, bool played)
{
	for (; w->count > 0 && (!played || w->queue[w->first].writing.outside); w->count--) {
		arguments_clear(&w->queue[w->first].command);
		w->first = (w->first + 1) % WORKER_QUEUE;
	}
}

static void run_command(struct worker *w, const struct arguments *command)
{
	odd_error err = {0};
	const odd_job job = {.cancel = w->obeys != NULL ? w->obeys : &w->runner.cancel,
		.report = worker_report,
		.payload = w};
	if (moves(command))
		session_advance_end(w->s);
	w->fault = false;
	odd_status status = session_run_command(w->s, command, &job, &err);
	/* A comparison that the command let go on after it was stopped: the last word was to stop.
	 */
	if (atomic_load(&w->runner.cancel))
		comparer_stop(w->s->comparer);
	bool fault = status != ODD_OK && status != ODD_ECANCELLED;
	if (fault &&
		w->s->writing.outside) { /* the rest of a file goes with the line that failed */
		pthread_mutex_lock(&w->runner.mutex);
		forget_waiting(w, true);
		pthread_mutex_unlock(&w->runner.mutex);
	}
	if (status == ODD_ECANCELLED) /* where that left the session is what matters */
		say_stopped(w->s);
	w->serial++;
	/* A mistake in passing does not pause play; whoever cancels has done so. */
	worker_publish_end(w, fault ? &err : NULL, END_BUSY);
	autosave(w);
	if (is_idle(w))
		worker_project(w, true);
}

/* Of a sub-step of play, when the view after it is likely to have scores. */
static void prepare_lesson(struct worker *w, const odd_job *job)
{
	odd_one *run = NULL;
	if (w->s->desk.wanted && (!w->threaded || worker_refresh_due(w)) &&
		session_live(&run, w->s, job, NULL) == ODD_OK)
		lesson_before(w->s, job);
}

static void run_play(struct worker *w, unsigned long play)
{
	odd_error err = {0};
	const odd_job job = {.cancel = w->obeys != NULL ? w->obeys : &w->runner.cancel,
		.report = worker_report,
		.payload = w};
	odd_status status = ODD_OK;
	bool nothing = played_out(w->s);
	if (play != w->advanced)
		session_advance_end(w->s);
	w->advanced = play;
	w->fault = false;
	if (!nothing) {
		prepare_lesson(w, &job);
		w->s->desk.busy = true;
		status = session_advance(w->s, &job, &err);
	}
	bool over = nothing || status != ODD_OK || played_out(w->s);
	if (!over) {
		if (odd_one_next(w->s->now.epoch->run) == ODD_STEP_W)
			worker_project(w, false);
		if (w->threaded)
			worker_publish_moving(w, END_BUSY);
		else
			worker_publish_end(w, NULL, END_BUSY);
		if (w->watch != NULL)
			w->watch(w->watcher);
		w->s->desk.busy = false;
		if (odd__clock() - w->saved >= SAVE_SECONDS)
			autosave(w);
		return;
	}
	w->s->desk.busy = false;
	if (status == ODD_ECANCELLED)
		say_stopped(w->s);
	else if (nothing)
		session_say(w->s, "iteration %zu was the goal; S goes on, or :set iterations=%zu",
			session_goal(w->s), 2 * session_goal(w->s));
	session_advance_end(w->s);
	w->serial++;
	bool fault = status != ODD_OK && status != ODD_ECANCELLED;
	worker_publish_end(w, fault ? &err : NULL, END_BUSY | END_PLAY);
	autosave(w);
	worker_project(w, true);
}

/* Somebody who cancels this means it: the scores come with the next thing that is done. */
static void run_pending(struct worker *w)
{
	odd_error err;
	worker_project(w, true);
	odd_status status = worker_refresh(w, &err);
	bool fault = status != ODD_OK && status != ODD_ECANCELLED;
	bool again = status == ODD_ECANCELLED && !atomic_load(&w->runner.cancel);
	worker_publish(w, fault ? &err : NULL, again ? END_BUSY | PENDING : END_BUSY);
}

/* What was said about lessons since the last turn. */
static void take_wish(struct worker *w)
{
	pthread_mutex_lock(&w->runner.mutex);
	bool asked = w->asked, wanted = w->lesson, ahead = w->ahead;
	size_t node = w->lesson_node;
	w->asked = false;
	pthread_mutex_unlock(&w->runner.mutex);
	if (asked)
		lesson_want(w->s, wanted, ahead, node);
}

bool worker_turn(struct worker *w)
{
	take_wish(w);
	struct arguments command = {.command = NULL};
	unsigned long play;
	enum task task = next_task(w, &command, &play);
	if (task == TASK_COMMAND || task == TASK_PLAY) { /* the run comes first */
		comparer_threads(w->s->comparer, 1);
		if (w->projector != NULL)
			projector_threads(w->projector, 1);
	}
	if (task == TASK_COMMAND)
		run_command(w, &command);
	else if (task == TASK_PLAY)
		run_play(w, play);
	else if (task == TASK_PENDING)
		run_pending(w);
	else if (task == TASK_MAP)
		worker_publish_map(w);
	else if (task == TASK_SAVE)
		autosave(w);
	arguments_clear(&command);
	if (is_idle(w))
		comparer_threads(w->s->comparer, 0);
	return task != TASK_NONE;
}

/* Waits until there is something to do, and does it. */
static void turn(void *owner)
{
	struct worker *w = owner;
	while (!w->runner.stop && w->count == 0 && !play_due(w) && !(w->pending && !w->playing) &&
		!w->news && !save_due(w))
		runner_wait(&w->runner, w->playing      ? w->next
					: save_waits(w) ? w->saved + SAVE_SECONDS
							: HUGE_VAL);
	pthread_mutex_unlock(&w->runner.mutex);
	worker_turn(w);
	pthread_mutex_lock(&w->runner.mutex);
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
	struct worker *w = xgrow(NULL, 1, sizeof *w);
	*w = (struct worker){.threaded = threaded};
	odd_status status = open_pipe(w->pipe, err);
	if (status != ODD_OK) {
		free(w);
		return status;
	}
	runner_init(&w->runner);
	atomic_init(&w->rush, false);
	w->s = session_create();
	w->s->each = worker_look_in_between;
	w->s->payload = w;
	w->s->live_map = threaded;
	w->s->live_compare = threaded;
	if (threaded)
		comparer_live(w->s->comparer, worker_map_news, w);
	worker_publish(w, NULL, 0);
	if (threaded)
		status = projector_create(&w->projector, worker_map_news, w, err);
	if (status == ODD_OK && threaded)
		status = runner_start(&w->runner, WORKER_NICENESS, turn, w, err);
	if (status != ODD_OK) {
		worker_free(w);
		return status;
	}
	*out = w;
	return ODD_OK;
}

odd_status worker_stop(struct worker *w, odd_error *err)
{
	pthread_mutex_lock(&w->runner.mutex);
	const bool before = w->runner.stop;
	forget_waiting(w, false);
	comparer_stop(w->s->comparer);
	w->playing = false;
	atomic_store(&w->rush, true);
	pthread_mutex_unlock(&w->runner.mutex);
	if (before)
		return ODD_OK;
	runner_stop(&w->runner);
	return save_session(w, err);
}

void worker_free(struct worker *w)
{
	if (w == NULL)
		return;
	(void)worker_stop(w, NULL);
	projector_free(w->projector);
	shared_release(w->view);
	free(w->autosave);
	session_free(w->s);
	runner_clear(&w->runner);
	close(w->pipe[0]);
	close(w->pipe[1]);
	free(w);
}

void worker_watch(struct worker *w, void (*look)(void *payload), void *payload)
{
	w->watch = look;
	w->watcher = payload;
}

void worker_obey(struct worker *w, atomic_bool *cancel)
{
	w->obeys = cancel;
}

/* ---- asking --------------------------------------------------------------------------------- */

bool worker_post(struct worker *w, const char *line)
{
	struct arguments command;
	(void)arguments_read(&command, &session_commands, line, NULL);
	return worker_post_command(w, &command, &(struct writing){.outside = false});
}

bool worker_post_command(struct worker *w, struct arguments *command, const struct writing *writing)
{
	pthread_mutex_lock(&w->runner.mutex);
	bool room = w->count < WORKER_QUEUE;
	if (room) {
		size_t at = (w->first + w->count++) % WORKER_QUEUE;
		w->queue[at].command = *command;
		w->queue[at].writing = *writing;
		*command = (struct arguments){.command = NULL};
	}
	atomic_store(&w->rush, true);
	pthread_cond_signal(&w->runner.wake);
	pthread_mutex_unlock(&w->runner.mutex);
	arguments_clear(command);
	return room;
}

void worker_autosave(struct worker *w, const char *path)
{
	pthread_mutex_lock(&w->runner.mutex);
	free(w->autosave);
	w->autosave = xstrdup(path);
	pthread_mutex_unlock(&w->runner.mutex);
}

void worker_share_look(struct worker *w)
{
	pthread_mutex_lock(&w->runner.mutex);
	w->s->live_look = true;
	pthread_mutex_unlock(&w->runner.mutex);
}

void worker_look_changed(struct worker *w)
{
	pthread_mutex_lock(&w->runner.mutex);
	w->look_changed = true;
	pthread_cond_signal(&w->runner.wake);
	pthread_mutex_unlock(&w->runner.mutex);
}

void worker_play(struct worker *w, double per_second)
{
	pthread_mutex_lock(&w->runner.mutex);
	if (!w->playing) {
		w->plays++;
		w->next = odd__clock();
	}
	w->playing = true;
	w->pause = per_second > 0.0 ? 1.0 / (ODD_SUBSTEPS * per_second) : 0.0;
	if (w->next > odd__clock() + w->pause)
		w->next = odd__clock() + w->pause;
	atomic_store(&w->rush, true);
	pthread_cond_signal(&w->runner.wake);
	pthread_mutex_unlock(&w->runner.mutex);
}

/* With the lock held. The view that says so follows: from the thread, or below. */
static bool stop_playing(struct worker *w)
{
	bool was = w->playing;
	w->playing = false;
	if (was && w->threaded)
		w->pending = true;
	pthread_cond_signal(&w->runner.wake);
	return was && !w->threaded;
}

void worker_pause(struct worker *w)
{
	pthread_mutex_lock(&w->runner.mutex);
	bool show = stop_playing(w);
	pthread_mutex_unlock(&w->runner.mutex);
	if (show)
		worker_publish(w, NULL, 0);
}

void worker_lesson(struct worker *w, bool wanted, bool ahead, size_t node)
{
	pthread_mutex_lock(&w->runner.mutex);
	w->asked = true;
	w->lesson = wanted;
	w->ahead = ahead;
	w->lesson_node = node;
	w->pending = w->pending || (wanted && w->threaded);
	pthread_cond_signal(&w->runner.wake);
	pthread_mutex_unlock(&w->runner.mutex);
	if (w->threaded)
		return;
	take_wish(w);
	if (wanted)
		worker_publish_end(w, NULL, 0);
}

void worker_cancel(struct worker *w)
{
	pthread_mutex_lock(&w->runner.mutex);
	forget_waiting(w, false);
	bool show = stop_playing(w);
	if (w->projector != NULL) { /* the points stay where they are */
		comparer_stop(w->s->comparer);
		projector_stop(w->projector);
		w->news = true;
	}
	/* When nothing runs, the flag must not meet the next command. */
	if (w->progress.busy) {
		atomic_store(&w->runner.cancel, true);
		atomic_store(&w->rush, true);
	}
	pthread_mutex_unlock(&w->runner.mutex);
	if (show)
		worker_publish(w, NULL, 0);
}

struct session_view *worker_view(struct worker *w)
{
	pthread_mutex_lock(&w->runner.mutex);
	struct session_view *view = shared_hold(w->view);
	pthread_mutex_unlock(&w->runner.mutex);
	return view;
}

void worker_look(struct worker *w, struct worker_progress *out)
{
	pthread_mutex_lock(&w->runner.mutex);
	*out = w->progress;
	out->waiting = w->count;
	if (w->count > 0)
		snprintf(out->next, sizeof out->next, "%s", w->queue[w->first].command.line);
	pthread_mutex_unlock(&w->runner.mutex);
}

void worker_keep_secret(struct worker *w, bool secret)
{
	atomic_store(&w->s->secret->kept, secret);
}

/* With the lock held. */
static bool idle(const struct worker *w)
{
	return !w->progress.busy && w->count == 0 && !w->playing && !w->pending;
}

bool worker_idle(struct worker *w)
{
	pthread_mutex_lock(&w->runner.mutex);
	const bool is = idle(w);
	pthread_mutex_unlock(&w->runner.mutex);
	return is;
}

bool worker_rests_at(struct worker *w, const struct session_view *seen)
{
	pthread_mutex_lock(&w->runner.mutex);
	const bool is = idle(w) && w->view == seen;
	pthread_mutex_unlock(&w->runner.mutex);
	return is;
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
