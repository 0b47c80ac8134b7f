/* why.h: why one node ranks where it does, as a part of a view.
 *
 * Somebody who wants to know says so (session_why_want, the command explain); from then on
 * session_refresh keeps the answer up to date with the scores, until nobody wants it any more. An
 * answer never changes once it is made; session and views share it, across threads.
 */
#ifndef SESSION_WHY_H
#define SESSION_WHY_H

#include "oddone/explain.h"
#include "session/rank_history.h"
#include "session/session.h"
#include "study/values.h"

#define SESSION_WHY_LIST 40 /* links, attributes and near nodes it has, at most */

struct session_why {
	struct shared shared;
	struct session_net *net; /* lends the names */
	struct ranking *scored;  /* by which it ranks: the moment it is of */
	size_t node;
	bool secret; /* its names are those that hide what nodes were planted as */
	odd_explanation of;
	odd_sentences sentences;
	struct session_columns *columns; /* of its network; NULL: it has none */
	struct node_value_row *value;    /* a row for each column; NULL: none */
	size_t values;
	struct rank_history history; /* up to that moment */
	bool whole;                  /* history: iterations that went by too fast are in it */
};

/* Keep the answer for a node up to date from now on; SESSION_NONE: nobody wants one. */
void session_why_want(struct session *s, size_t node);
/* Is it there, if wanted, and of the present scores? */
bool session_why_fresh(const struct session *s);
/* Make it, from the session's scores, which are of the present place. */
odd_status session_why_refresh(struct session *s, const odd_job *job, odd_error *err);
/* What the columns of a network hold, with what its ranking was then; shared with views. */
struct session_columns {
	struct shared shared;
	struct session_net *net;
	struct ranking *scored;
	struct column_summary *column; /* one for each of net->columns */
};
/* Find the communities of the present network, unless they are at hand. Are they? */
odd_status session_find_groups(struct session *s, const odd_job *job, odd_error *err);
bool session_groups_fresh(const struct session *s);
/* Let go of everything that belongs to the network. */
void session_why_forget(struct session *s);

#endif
