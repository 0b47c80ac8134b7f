/* worker_parts.h: what the worker is made of. */
#ifndef SESSION_WORKER_PARTS_H
#define SESSION_WORKER_PARTS_H

#include "base/clock.h"
#include "session/projector.h"
#include "session/runner.h"
#include "session/worker.h"

struct worker {
	/* The worker thread's alone. */
	struct session *s;
	double looked, told;           /* when a view, or progress, was last published */
	double refreshed, cost;        /* when the scores were last made, and the seconds it took */
	unsigned long advanced;        /* the play whose sub-steps are being made */
	unsigned long serial;          /* commands finished */
	double saved;                  /* when saving it was last tried */
	odd_error unsaved;             /* why that failed; ODD_OK: it did not */
	bool fault;                    /* what was done last went wrong, and the view says so */
	struct projector *projector;   /* NULL without a thread */
	unsigned long projected_epoch; /* the place its last task was of … */
	size_t projected_steps;
	odd_projection_source projected_source;

	void (*watch)(void *payload); /* without a thread: who looks on; NULL: nobody */
	void *watcher;

	bool threaded;
	struct runner runner; /* its lock guards what follows */
	struct {
		struct arguments command;
		struct writing writing;
	} queue[WORKER_QUEUE];
	size_t first, count;
	bool playing;
	unsigned long plays; /* how often play has begun */
	double pause;        /* seconds between the beginnings of sub-steps */
	double next;         /* when the next one is due */
	bool pending;        /* a view is: scores lag behind, or play was paused */
	bool news;           /* the map has new points */
	bool asked;          /* it has been said anew … */
	bool lesson, ahead;  /* … which lessons are wanted … */
	size_t lesson_node;  /* … and of which node */
	char *autosave;      /* where the session is saved as it goes; NULL: nowhere */
	bool look_changed;   /* since the session was saved */
	struct worker_progress progress;
	struct session_view *view;

	atomic_bool *obeys; /* without a thread: another one instead; NULL: none */
	atomic_bool rush;   /* something waits: leave the scores for later */
	int pipe[2];
};

/* An odd_job's news, of the worker that is its payload. */
void worker_report(void *payload, const char *what, double done, double total);

/* ---- publishing: all from the thread that owns the session, but for the news ---------------- */

/* What a view changes along with it, so that nobody sees one without the other. */
enum { END_BUSY = 1, END_PLAY = 2, PENDING = 4, KEEPS_PENDING = 8 };

/* Publish the session as it is, with the scores it has. err: what went wrong, or NULL. */
void worker_publish(struct worker *w, const odd_error *err, unsigned ends);
/* Is it time for scores in the middle of a run? */
bool worker_refresh_due(struct worker *w);
/* A view of a run that moves, unless there was one just now. */
void worker_publish_moving(struct worker *w, unsigned ends);
/* The view at the end of a command: with its scores if that takes no time, else they follow. */
void worker_publish_end(struct worker *w, const odd_error *err, unsigned ends);
/* New points of the map, or none any more since they were stopped. */
void worker_publish_map(struct worker *w);
/* After each sub-step of a long command; the payload is the worker. */
void worker_look_in_between(void *payload);

/* Bring scores and map up to date; ODD_ECANCELLED when something else is to be done first. Without
 * a thread nothing ever is. */
odd_status worker_refresh(struct worker *w, odd_error *err);

/* Begin t-SNE for the place the session is at, once it has moved on: at rest at once, in the middle
 * of a run when the points before have come some way. */
void worker_project(struct worker *w, bool rests);
/* From the projector's thread: there are points to take. */
void worker_map_news(void *payload);

#endif
