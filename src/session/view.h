/* view.h: what a session looks like at one moment, for another thread to draw.
 *
 * A view never changes once it is made, and lives until its last user lets it go. What grows with
 * the network and changes with the run alone is in its data, which many views may share.
 */
#ifndef SESSION_VIEW_H
#define SESSION_VIEW_H

#include "session/session.h"

struct session_data {
	atomic_int refs;
	struct session_net *net;  /* as fitted, planted nodes at its end */
	odd_plant_record *record; /* what was planted */
	size_t record_count;
	odd_one_options options; /* as used, α and β resolved */
	odd_trace trace;         /* points that are `changed` are where the network grew */
	size_t iteration;
	odd_substep next;
	odd_scores scores;
	bool evaluated;
	odd_evaluation evaluation;
	odd_mat xy; /* the map, nodes × 2 */
	double explained[2];
};

struct session_view {
	atomic_int refs;
	unsigned long generation;  /* of the data */
	struct session_data *data; /* NULL: no network is open */
	char *name;                /* of the dataset; empty without one */

	uint32_t *rows; /* nodes as sorted and filtered */
	size_t row_count;
	size_t selected; /* a node, or SESSION_NONE */
	enum session_sort sort;
	bool reversed;
	struct session_filter filter;
	uint32_t *mark;
	size_t mark_count;
	struct ghost **ghost;
	size_t ghost_count;

	char status[320];
	bool failed;  /* status is an error */
	char *answer; /* of help; NULL: none */
	size_t goal;  /* play stops after this iteration */
	bool waiting; /* options wait for a reset */
	odd_one_options wanted;   /* start_dir is NULL */
	size_t wanted_iterations; /* 0: the preset's */
	bool weighted;            /* weight is the user's, not the preset's */
	double weight[3];
	bool playing;
	size_t undo_count, redo_count, log_count;
	bool quit;
};

/* Make a view of the session, which must be refreshed; shares the data of `before` (may be NULL)
 * where it still holds. One reference is the caller's. */
odd_status session_view_create(struct session_view **out, const struct session *s,
	const struct session_view *before, odd_error *err);
/* The same once more, for another status line; the data is shared. */
struct session_view *session_view_copy(const struct session_view *view);
struct session_view *session_view_hold(struct session_view *view);
void session_view_release(struct session_view *view);

#endif
