/* session.h: the open document: a network, what was planted into it, a run, and what can be seen.
 *
 *     session_create → session_run(s, "open town"), session_run(s, "iterate 5"), … → session_free
 *
 * Every change goes through a command (command.h); the functions here are what commands are made
 * of. A state is a place: an epoch, a number of sub-steps in it, and the settings that need no new
 * run. Undo and redo are two stacks of places. Nothing here knows a screen or a thread: the worker
 * runs the same commands behind a queue.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oddone/network.h"
#include "study/result.h"
#include "session/epoch.h"
#include "session/lesson.h"
#include "session/look.h"
#include "session/results.h"
#include "session/writing.h"

#define SESSION_MAPS 40                    /* finished t-SNE that are kept */
#define SESSION_BUDGET ((size_t)256 << 20) /* bytes of snapshots and old runs */

/* A state, complete but for what can be computed from it. */
struct place {
	struct epoch *epoch; /* NULL: no network is open */
	size_t steps;
	struct run_options wanted; /* what differs from the epoch's waits for the next start */
	struct judgments *judged;  /* of its network; NULL: none */
};

/* Nothing leads from one to the other. */
static inline bool place_same(const struct place *a, const struct place *b)
{
	return a->epoch == b->epoch && a->steps == b->steps && a->judged == b->judged &&
	       run_options_same_run(&a->wanted, &b->wanted) &&
	       run_options_same_score(&a->wanted, &b->wanted) &&
	       run_options_iterations(&a->wanted) == run_options_iterations(&b->wanted);
}

struct session_undo {
	struct place place;
	char *what; /* the command that led away from it */
};

struct session_stack {
	struct session_undo *item;
	size_t count;
};

/* A network that was opened, and what belongs to it alone. Every epoch holds its own. */
struct document {
	struct shared shared;
	char *path;    /* as it was opened */
	char *options; /* those of `open` that say how it is read, a blank before each */
	char *name;    /* of the dataset */
	/* Communities of a network without labels, as it was before anything was planted: found
	 * when they are first needed. For the session's own thread alone. */
	odd_communities groups; /* of NULL: not looked for, or there are labels */
	size_t grouped_nodes;   /* nodes there were … */
	uint64_t groups_seed;   /* … and the seed they were found with */
	uint64_t checksum;      /* of the network as it was loaded */
	unsigned long number;   /* of this opening, from 1: that of its `open` in the log */
	struct kept_run **kept; /* the latest last */
	size_t kept_count;
	struct look look; /* what the user looks at in this network */
};

/* The communities of a network as it was fitted, or its classes; shared with views, never changed.
 */
struct session_groups {
	struct shared shared;
	struct session_net *net;
	odd_communities of; /* count 0: there are none to be had */
};

/* Where a kept run is to be gone on with. Documents cannot hold places, which hold them. */
struct kept_place {
	struct kept_run *run;
	struct place place;
};

/* A play that goes on: the log and undo have one entry for all of its sub-steps. */
struct session_advance {
	bool open;
	unsigned long version; /* of the log then: another one means that something came between */
	size_t steps, iteration; /* where it began */
};

struct session_log {
	char **line;
	size_t count;
	unsigned long version; /* another one whenever a line is */
};

struct session_why;
struct comparer;

struct session {
	size_t budget;
	struct session_secret *secret; /* held by every network of the session, too */
	struct document *doc;          /* that of the present place; NULL: none is open */
	unsigned long opened;          /* networks so far */
	struct place now;
	struct session_stack undo, redo;
	struct session_stack aside;    /* places that pop comes back to, the latest last */
	struct kept_place *kept_place; /* of the runs that were kept, of all documents */
	size_t kept_places;
	struct epoch *epochs;    /* all there are, in no order */
	unsigned long epoch_ids; /* given out so far */
	struct session_advance advance;

	/* Computed for a place, by session_refresh; they may be of an earlier one in between. */
	struct ranking *scored; /* NULL: not yet, or of another network */
	struct shared_map *map;
	const struct epoch *seen_epoch;
	size_t seen_steps;
	struct run_options seen_as; /* score and weights they are by */
	const struct epoch *mapped_epoch;
	size_t mapped_steps;
	odd_projection_method method; /* of the map … */
	odd_projection_source source; /* … and what it shows */
	struct kept_map {             /* t-SNE that came to its end, the latest last */
		unsigned long epoch;  /* with steps: of which place */
		size_t steps;
		const struct document *doc; /* to compare with and not to follow */
		struct shared_map *map;
	} tsne[SESSION_MAPS];
	size_t tsne_count;
	bool live_map; /* somebody else moves the points of t-SNE; without, it runs to its end */

	/* Why a node is where it is (why.h), for whoever wants to know. */
	size_t why_node; /* SESSION_NONE: nobody does */
	struct session_why *why;
	struct session_groups *groups; /* of some network, perhaps an earlier one; NULL: none yet */
	bool groups_wanted;            /* somebody looks at them: they follow the network */
	struct session_columns *columns; /* of some network; NULL: none yet */
	size_t ranks_budget;             /* bytes of ranks (ranks.h) … */
	struct run_options ranked_as;    /* … which are by this score, these weights … */
	struct judgments *ranked_judged; /* … and these judgments */
	bool moving;         /* more sub-steps follow at once: what takes long is left for later */
	bool recalls_wanted; /* somebody looks at recall over the iterations (ranks.h), which … */
	unsigned long recalled_epoch; /* … have all been scored up to this place */
	size_t recalled_steps;

	struct comparer *comparer; /* other methods on this network (comparer.h) */
	bool live_compare;         /* it has a thread; without, its commands take their time */
	bool comparing;            /* the status line says that it runs */

	struct look *look; /* of the document; without one, no_look. Lent */
	struct look no_look;
	bool live_look;                /* a screen changes it, and this thread only reads it */
	const struct look *saved_look; /* in the session as it was saved to go on with … */
	unsigned long saved_version;   /* … and how it was then */
	struct lesson_desk desk;

	/* Told after each sub-step of a command that makes many (of until: each iteration), the
	 * session being at its place; NULL: nobody looks on. */
	void (*each)(void *payload);
	void *payload;

	struct session_log log;
	struct writing writing;  /* what the command that runs may write */
	unsigned long journaled; /* its version when it was saved to go on with (log.h) */
	char status[320];        /* one line: what the last command did */
	char *answer;            /* what help and its like have to say; NULL: nothing */
	bool quit;
};

struct session *session_create(void);
void session_free(struct session *s);

/* The status line. */
void session_say(struct session *s, const char *format, ...) ODD_PRINTF(2, 3);

/* Load a network (a path or a sample's name) and begin a run, with the options that are wanted.
 * What was open stays where it is, for undo to come back to. what: the command, for undo. */
struct session_opening {
	const char *argument, *what;
	odd_load_options table; /* how it is read */
	const char *time;       /* of a network at several times; NULL: the first */
	const struct run_options *options;
};
/* " --directed --id name": how a network is read, as `open` has it. On the heap. */
char *session_open_options(const odd_load_options *table, const char *time);
/* What the words of `open` say, lent by them; what and options are left to the caller. ODD_EUSAGE:
 * they contradict each other. */
odd_status session_opening_read(
	struct session_opening *out, const struct arguments *args, odd_error *err);
odd_status session_open(
	struct session *s, const struct session_opening *how, const odd_job *job, odd_error *err);

/* The groups of a network of this document in which these were planted: its labels, or communities,
 * which are found once for all plantings. Planted nodes are in no community: what is odd does not
 * make the classes. `out` goes back to odd_communities_clear. */
odd_status session_groups(odd_communities *out, struct document *doc,
	const struct plantings *plants, const odd_network *net, uint64_t seed, const odd_job *job,
	odd_error *err);

/* Set the present place aside; and move to the one that was last, or, with none, to the one at
 * which another network was left. */
void session_push(struct session *s, const char *what);
odd_status session_pop(struct session *s, const char *what, const odd_job *job, odd_error *err);

/* Of the network that is open, as it was opened; 0: none is. */
static inline uint64_t session_checksum(const struct session *s)
{
	return s->doc != NULL ? s->doc->checksum : 0;
}
/* The network that is open, or NULL. Lent. */
const odd_network *session_network(const struct session *s);

/* The run, brought to where the session is; ODD_EUSAGE when nothing is open. Lent. */
odd_status session_live(odd_one **run, struct session *s, const odd_job *job, odd_error *err);

/* Scores, evaluation and map of the present place, and if somebody wants them why a node is there
 * and the lesson, unless they are at hand. When cancelled or failed, what there was stays. */
odd_status session_refresh(struct session *s, const odd_job *job, odd_error *err);
/* Let go what is of another network than the present one; the map stays, for the next to lie on. */
void session_forget_seen(struct session *s);
/* Are they those of the present place? */
bool session_fresh(const struct session *s);
/* The scores, of this place or an earlier one of the same network; NULL: none yet. Lent. */
const odd_scores *session_scores(const struct session *s);

/* What is known of the nodes, for filter and sort: the scores are those that there are. *kept is
 * the caller's, to be freed, or NULL. */
odd_status session_node_values(
	struct node_values *out, int32_t **kept, const struct session *s, odd_error *err);

/* Go to a place, remembering the present one under the name of the command. The place's epoch is
 * held. When going there fails or is cancelled, the session stays where it is. */
odd_status session_move(struct session *s, const struct place *to, const char *what,
	const odd_job *job, odd_error *err);
/* The run has gone on by itself since `from` was left: make that the present place. */
void session_moved(struct session *s, const struct place *from, const char *what);

/* One more sub-step of a play. What is done until session_advance_end, or until another command
 * comes into the log, is one command there (iterate N or substep N), and undone as one. */
odd_status session_advance(struct session *s, const odd_job *job, odd_error *err);
void session_advance_end(struct session *s);

odd_status session_undo_one(struct session *s, const odd_job *job, odd_error *err);
odd_status session_redo_one(struct session *s, const odd_job *job, odd_error *err);

/* Remember where a run that is kept from now on can be gone on with; and no more. */
void session_place_keep(struct session *s, struct kept_run *run);
void session_place_forget(struct session *s, const struct kept_run *run);

/* Another name for the last entry for undo. */
void session_rename_last(struct session *s, const char *what);
/* Forget the last entry for undo (a command of two moves is undone as one), or all for redo. */
void session_forget_last(struct session *s);
void session_forget_redo(struct session *s);

/* Moves one entry of a matrix to where the loss is lowest, and nothing else. */
odd_status session_settle_entry(struct session *s, odd_substep matrix, const odd_watch *entry,
	const char *what, const odd_job *job, odd_error *err);

/* Begin anew with the wanted options, of which seed may be another. */
odd_status session_reset(
	struct session *s, uint64_t seed, const char *what, const odd_job *job, odd_error *err);

/* Move to the start of a new epoch over net with a place's settings: warm, going on from where the
 * run is, or anew. Gives up the references to net and plants. */
odd_status session_begin_epoch(struct session *s, struct session_net *net, struct plantings *plants,
	const struct place *settings, bool warm, const char *what, const odd_job *job,
	odd_error *err);

/* A t-SNE has come to its end, of a place in this document: keep it for when somebody returns. */
void session_keep_map(struct session *s, unsigned long epoch, size_t steps, struct shared_map *map);
/* The one that was made of the present place; NULL: none. And the latest that there is of its
 * document, to go on from. Lent. */
struct shared_map *session_kept_map(const struct session *s);
struct shared_map *session_last_map(const struct session *s);
/* t-SNE of the present place, run to its end, into s->map: for tables and figures, when the map
 * that is there is of another moment. */
odd_status session_settle_map(struct session *s, const odd_job *job, odd_error *err);

/* Say that a comparison has come to its end, once it has. */
void session_compare_end(struct session *s);
/* Forget a comparison that is of another network than the present one. */
void session_compare_follow(struct session *s);

/* The iteration at which play stops; a run that goes on with a changed network has some left. */
size_t session_goal(const struct session *s);
/* Do the wanted options wait for a reset? */
bool session_waiting(const struct session *s);

#endif
