/* rank_history.h: how every node ranked at the end of each iteration, so that the history of any
 * one of them can be read.
 *
 * An epoch keeps a rank for every node and finished iteration: noted when scores are made there
 * anyway, made up for later from the epoch's snapshots. A place has the ranks of its epoch up to
 * its sub-steps, and those of the epochs it was extended from: going back needs no upkeep. All are
 * by the weights of the present score; with other weights they are forgotten.
 */
#ifndef SESSION_RANK_HISTORY_H
#define SESSION_RANK_HISTORY_H

#include "session/session.h"
#include "study/result.h"

/* Bytes of ranks, four for each node and iteration: forty iterations of 400 000 nodes. Beyond it
 * those of other epochs than the present ones go, then every other iteration. */
#define SESSION_RANKS ((size_t)64 << 20)
/* Nodes to be scored anew, at most, when earlier iterations are made up for: they are then spread
 * over the run. */
#define SESSION_RANKS_WORK 1000000

/* By how many places every node of net has risen since another ranking: of the network `old`, whose
 * n nodes are in `then`, the oddest first. Only nodes that both networks have are counted; RANK_NEW
 * for the others. */
odd_status rank_changes(int32_t *out, const odd_network *old, const uint32_t *then, size_t n,
	const odd_network *net, const uint32_t *order, odd_error *err);

/* Note the ranks of the session's scores, which are of the present place. Without memory none are
 * kept, which is no error. */
void ranks_note(struct session *s);

/* Score the snapshots on the way to the present place that have no ranks yet. */
odd_status ranks_fill(struct session *s, const odd_job *job, odd_error *err);

/* By how many places every node has risen at the present place, whose scores the session has, since
 * the last iteration before it that has ranks, *since; on the heap. NULL: there is none, or no
 * memory. */
int32_t *ranks_change(const struct session *s, size_t *since);

/* The ranks of a node up to the present place, whose scores the session has; earlier than the
 * first, it was not there yet. */
odd_status ranks_history(
	struct rank_history *out, const struct session *s, size_t node, odd_error *err);
void rank_history_clear(struct rank_history *h);

/* Recall at 5 and 10 % at the end of each iteration that was scored, up to the present place; never
 * changed once it is made, and shared with views. */
struct session_recalls {
	struct shared shared;
	double *at, *recall[2];
	size_t count;
};
/* NULL without known outliers, or memory. */
struct session_recalls *session_recalls_create(const struct session *s);
/* Let every iteration be scored from now on, or no more; and are they? */
void session_recalls_want(struct session *s, bool wanted);
bool session_recalls_fresh(const struct session *s);
odd_status session_recalls_fill(struct session *s, const odd_job *job, odd_error *err);

#endif
