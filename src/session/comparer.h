/* comparer.h: a comparison of methods that goes on beside the worker.
 *
 * It is a list of wishes, methods and a number of seeds, and a table of cells that fills while they
 * are worked on, one at a time, the first seed of all methods first. Methods and seeds may come and
 * go meanwhile: cells do not know of each other, so what is done stays, and equals what
 * odd_compare_run would have made of the same options. It is bound to one network; on another one
 * it begins anew.
 *
 * Live, it has a thread of its own and may be asked from any other; otherwise whoever calls
 * comparer_run does the work, in the same order.
 */
#ifndef SESSION_COMPARER_H
#define SESSION_COMPARER_H

#include "session/comparison.h"

enum {
	COMPARER_METHODS = 32, /* at most */
	COMPARER_SEEDS = 3,    /* unless told otherwise */
	COMPARER_MOST_SEEDS = 100,
	COMPARER_REPEATS = 3 /* splits for each share of labels: fewer than a batch run has */
};

struct comparer;

struct comparer *comparer_create(void);
/* Stops what is running. */
void comparer_free(struct comparer *c);

/* From now on work in a thread, and tell (from there) when there is something to look at: after
 * each cell, and a few times a second in between. Before the first start. */
void comparer_live(struct comparer *c, void (*news)(void *payload), void *payload);

/* Forget all and be ready for the network of an epoch, whose plantings are the truth, with the
 * usual methods as far as they suit it, and the usual number of seeds. Nothing runs yet.
 * ODD_EUSAGE: there is nothing to find or to plant. */
odd_status comparer_begin(struct comparer *c, const struct epoch *epoch, odd_error *err);
/* Is it of this network? */
bool comparer_is_of(struct comparer *c, const struct session_net *net);
/* These methods and no others. */
void comparer_choose(struct comparer *c, const odd_method *const *method, size_t count);
/* One more, or one less: a cell of it that is under way is stopped. ODD_EUSAGE says why not. */
odd_status comparer_add(struct comparer *c, const odd_method *method, odd_error *err);
odd_status comparer_drop(struct comparer *c, const odd_method *method, odd_error *err);
/* More seeds, or fewer: cells that are done are kept for later. */
void comparer_seeds(struct comparer *c, size_t seeds);

/* Let it go on (live), or stop it; what is done stays. */
void comparer_start(struct comparer *c);
void comparer_stop(struct comparer *c);
/* Forget the network and all results. */
void comparer_forget(struct comparer *c);
/* How many threads a cell may use; 0: all cores. Holds from the next one on. */
void comparer_threads(struct comparer *c, int threads);

/* Work until everything is done; of one that is not live. A cell that fails says so in the table.
 */
odd_status comparer_run(struct comparer *c, const odd_job *job, odd_error *err);

/* How far it is, held for the caller; NULL: nothing has been begun. */
struct session_comparison *comparer_look(struct comparer *c);

#endif
