/* view.h: what a session looks like at one moment, for another thread to draw.
 *
 * A view never changes once it is made, and lives until its last user lets it go. Its large parts
 * are shared between views, each with a count of its own: trace and place change with every
 * sub-step, scores and map (study/parts.h) may lag behind while the run is busy.
 */
#ifndef SESSION_VIEW_H
#define SESSION_VIEW_H

#include "study/result.h"
#include "session/command.h"
#include "session/comparison.h"
#include "session/log.h"
#include "session/rank_history.h"
#include "session/session.h"
#include "session/why.h"

struct session_data { /* the run */
	struct shared shared;
	struct session_net *net;   /* as fitted, planted nodes at its end */
	struct plantings *plants;  /* what was planted */
	struct run_options asked;  /* what the run was begun with */
	struct run_moment *moment; /* where it is */
	unsigned long epoch;       /* with steps: which place it is */
	size_t steps;
};

struct session_lines { /* the log so far */
	struct shared shared;
	char **line;
	size_t count;
	unsigned long version;
};

struct session_view {
	struct shared shared;
	struct session_data *data;     /* NULL: no network is open */
	struct ranking *scored;        /* NULL: not yet scored; else of the data's network */
	struct shared_map *map;        /* NULL: not yet; else of the data's network */
	struct session_lesson *lesson; /* NULL: not wanted, or not yet; of its own place */
	struct session_why *why; /* NULL: nobody wants it, or not yet; may be of earlier scores */
	struct session_comparison *comparison; /* NULL: none has been begun on the data's network */
	struct session_recalls *recalls;       /* NULL: nobody wants them, or none are known */
	struct session_columns *columns;       /* NULL: not asked for; else of the data's network */
	struct session_groups *groups; /* NULL: not looked for; else of the data's network */
	bool lagging;                  /* scores or map are of an earlier moment than the data */
	struct document *doc;          /* NULL: no network is open */
	const char *name, *path;       /* of the dataset, and as it was opened; empty without one */

	struct kept_run **kept; /* the latest last */
	size_t kept_count;
	char *const *log; /* lines->line */
	size_t log_count;
	struct session_lines *lines;

	unsigned long opened; /* networks so far: tells the same one opened again */
	unsigned long
		serial; /* rises with every finished command: tells a new status from an old */
	char status[320];
	bool failed;     /* status is an error … */
	odd_error fault; /* … this one; with a file in it, it is worth a dialog */

	odd_error unsaved; /* why the session could not be saved as it goes; ODD_OK: it is */

	struct judgments *judged; /* NULL: none */
	size_t goal;              /* play stops after this iteration */
	bool waiting;             /* wanted options wait for a reset */
	struct run_options wanted;
	bool playing;
	bool quit;
};

/* Make a view of the session; shares with `before` (may be NULL) what still holds. Scores and map
 * are those the session has; session_refresh first for those of this very place. One reference is
 * the caller's. */
odd_status session_view_create(struct session_view **out, const struct session *s,
	const struct session_view *before, odd_error *err);
/* The same once more, for another status line or map; all that is large is shared. */
struct session_view *session_view_copy(const struct session_view *view);
/* The value of an option that the run has, as `set` reads it, α, β and K as they came out; empty
 * when nothing is open or the run does not depend on the option. */
void session_view_used(
	char out[ODD_OPTION_VALUE], const struct session_view *view, const odd_option *row);

/* ---- what a session has come to, for tables, figures and claims (study/result.h) ------------
 */

/* The result of the present place, with the parts of it that are made for it. */
struct session_outcome {
	struct result outcome;
	odd_projection map; /* principal components as `oddone run` has them */
	odd_published published;
	char moment[60], again[300], watched[LESSON_ENTRY];
	char *command;
};

/* Needs fresh scores. maps: with the map as files show it, t-SNE as it is, principal components as
 * oddone run has them. recipe: the commands that lead to it, the one that asks as the last; log:
 * the name of a log that goes with it, or NULL. Begun or not, it can be ended. */
odd_status session_outcome_begin(struct session_outcome *out, const struct session *s, bool maps,
	const struct command_list *recipe, const char *log, const odd_job *job, odd_error *err);
void session_outcome_end(struct session_outcome *out);

/* The result that a view shows, all of it lent by the view; without the map, which a screen has in
 * its own form. */
void session_view_outcome(struct result *out, const struct session_view *view);

#endif
