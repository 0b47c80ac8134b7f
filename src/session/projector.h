/* projector.h: t-SNE of a moment of the run, to its end at once or live on a thread of its own.
 *
 * A task is a copy of all that is needed, so the run may move on meanwhile. With a thread the
 * newest task wins: starting one leaves the one before where it is.
 */
#ifndef SESSION_PROJECTOR_H
#define SESSION_PROJECTOR_H

#include <stdbool.h>

#include "session/results.h"

#define PROJECTOR_POINTS 5000 /* of more nodes a sample is shown, which stays live */
#define PROJECTOR_AGAIN 300   /* steps of a run that goes on from the points of another */

struct projector_task {
	struct session_net *net;
	size_t points; /* of the trace */
	odd_projection_source source;
	uint64_t seed;
	odd_mat X;                /* rows to project */
	uint32_t *node;           /* whose they are, rising; NULL: all nodes */
	struct shared_map *start; /* the same rows, placed; NULL: from the principal components */
};

/* The present state of a run. before: the map to go on from, if it is of t-SNE and the same source;
 * may be NULL. A sample has the outliers that are known, and else depends on seed and node alone,
 * so that a network that grows keeps its points. */
odd_status projector_task_init(struct projector_task *out, struct session_net *net,
	const odd_one *run, odd_projection_source source, uint64_t seed,
	const struct shared_map *before, odd_error *err);
void projector_task_clear(struct projector_task *task);

/* All of it now. */
odd_status projector_run(struct shared_map **out, const struct projector_task *task,
	const odd_job *job, odd_error *err);

struct projector;

/* news is called, from the projector's thread, when there are points to take; about ten times a
 * second while they move. */
odd_status projector_create(
	struct projector **out, void (*news)(void *payload), void *payload, odd_error *err);
void projector_free(struct projector *p);

/* Begin a task, which is taken over. */
void projector_start(struct projector *p, struct projector_task *task);
/* Stop where it is. Points that were not taken are gone. */
void projector_stop(struct projector *p);
/* Is there a task that has not come to its end, and how many steps has it made? */
bool projector_moving(struct projector *p, size_t *steps);
/* How many threads it may use; 0: all cores. */
void projector_threads(struct projector *p, int threads);
/* The newest points, if they have not been taken, else NULL. The caller's. */
struct shared_map *projector_take(struct projector *p);

#endif
