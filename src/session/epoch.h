/* epoch.h: a stretch of a run over one network with one set of options.
 *
 * Within an epoch the only thing that happens is the next sub-step, and that is deterministic: a
 * state is named by its epoch and the number of sub-steps since the epoch began. Going there means
 * restoring the nearest snapshot before it and replaying. A planting into a fitted network begins
 * an epoch that extends another one (its parent) at some number of sub-steps; taking one out, an
 * epoch that shrinks it.
 *
 * An epoch may give up its run and snapshots when memory is short; they are made again, with the
 * same bits, when somebody wants to go there.
 */
#ifndef SESSION_EPOCH_H
#define SESSION_EPOCH_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/veil.h"
#include "oddone/network.h"
#include "one/lesson.h"
#include "oddone/one.h"
#include "oddone/plant.h"
#include "study/parts.h"
#include "session/xalloc.h"

/* A network shared between epochs and views, across threads; freed with its last user. */
struct session_net {
	struct shared_network of;
	struct session_secret *secret; /* NULL: its names are never hidden */
	struct odd_veil veil;          /* over the ids that tell what a node was planted as */
};

/* Is what nodes were planted as a secret now? Set by the screen, read by whoever reads names. */
struct session_secret {
	struct shared shared;
	atomic_bool kept;
};
struct session_secret *session_secret_create(void);

/* Takes over net; secret, held, may be NULL. */
struct session_net *session_net_wrap(odd_network *net, struct session_secret *secret);

struct epoch_kept {
	size_t steps;
	odd_snapshot *snapshot;
};

/* How every node ranked at a moment of the epoch (ranks.h). */
struct epoch_ranked {
	size_t steps;
	uint32_t *rank;
	double recall[2]; /* at 5 and 10 %; NAN: no outliers are known */
};

struct document;

struct epoch {
	int refs;
	unsigned long id;     /* no other of the session has or had it */
	struct epoch *parent; /* extended from it; NULL: begun afresh */
	size_t parent_steps;
	bool settles;       /* it begins with one entry moved to where the loss is lowest: … */
	odd_substep matrix; /* … of the matrix of this sub-step */
	odd_watch entry;
	struct document *doc; /* whose network it is, or was before it was planted into */
	struct session_net *net;
	struct plantings *plants; /* all in net */
	struct run_options asked;
	odd_one_options options; /* as asked for; K chosen */

	odd_one *run;            /* NULL: given up, or not yet made */
	size_t first_point;      /* trace points when the epoch began */
	size_t first_iteration;  /* whole iterations done then */
	struct epoch_kept *kept; /* snapshots, steps rising; the first is of 0 steps */
	size_t kept_count, kept_bytes;
	size_t stride;               /* a snapshot every so many sub-steps */
	struct epoch_ranked *ranked; /* steps rising; kept when the run is given up */
	size_t ranked_count;
	struct epoch *next; /* all epochs of the session */
};

/* A new epoch with one reference; holds doc, net, plants and parent. k: as chosen. */
struct epoch *epoch_create(struct document *doc, struct session_net *net, struct plantings *plants,
	const struct run_options *asked, size_t k, struct epoch *parent, size_t parent_steps);
struct epoch *epoch_hold(struct epoch *e);
/* Gives back a reference; true when it was the last, and the epoch may be destroyed. */
bool epoch_release(struct epoch *e);
void epoch_destroy(struct epoch *e);

/* Sub-steps the run has made since the epoch began; 0 without a run. */
size_t epoch_steps(const struct epoch *e);

/* Bring the run to a number of sub-steps, keeping snapshots on the way within budget bytes. When
 * cancelled the run is at a whole sub-step, though at another one. */
odd_status epoch_goto(
	struct epoch *e, size_t steps, size_t budget, const odd_job *job, odd_error *err);

/* Keep a snapshot of the present state if one is due; thins them when they exceed budget. Without
 * memory for it none is kept, which costs time later but is no error. */
void epoch_keep(struct epoch *e, size_t budget);

/* Free run and snapshots. */
void epoch_give_up(struct epoch *e);
void epoch_forget_ranks(struct epoch *e);
/* What giving up would free, roughly. */
size_t epoch_bytes(const struct epoch *e);

#endif
