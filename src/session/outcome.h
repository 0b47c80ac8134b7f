/* outcome.h: what a session has come to, for tables, figures and claims (report/outcome.h). */
#ifndef SESSION_OUTCOME_H
#define SESSION_OUTCOME_H

#include "report/outcome.h"
#include "session/view.h"

/* The outcome of the present place, and what of it is not the session's. */
struct session_outcome {
	struct outcome outcome;
	odd_projection map; /* to be cleared when own, else borrowed */
	bool own;
	odd_published published;
	struct figure_ghost *kept;
	char moment[60], again[300];
	char *command;
};

/* Needs fresh scores. maps: with the map as files show it, t-SNE as it is, principal components as
 * oddone run has them; the one on the screen is turned to lie on those before it, and so depends on
 * the way here. line: the command that asks, the last of the outcome's; log: the name of a log that
 * goes with it, or NULL. Begun or not, it can be ended. */
odd_status session_outcome_begin(struct session_outcome *out, const struct session *s, bool maps,
	const char *line, const char *log, const odd_job *job, odd_error *err);
void session_outcome_end(struct session_outcome *out);

/* The outcome that a view shows, all of it borrowed; without map and kept runs, which a screen has
 * in its own form. */
void session_view_outcome(struct outcome *out, const struct session_view *view);

#endif
