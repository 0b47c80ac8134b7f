/* times.h: a network at several times, opened as one: every time is a network of its own to the
 * session, whose run goes on from where the time before it came to.
 *
 * A run at a time is named by its options alone: it is made by fitting all times before it, one
 * after the other, so it can be given up and made again. The last one that was fitted is kept, so
 * that going on by one time takes one fit.
 */
#ifndef SESSION_TIMES_H
#define SESSION_TIMES_H

#include "network/times.h"
#include "score/history.h"
#include "session/epoch.h"

struct session_times {
	struct shared shared;
	odd_times *times;
	char *path;
	bool directed, as_file;
	/* The session's own thread alone: the time before one that was asked for, fitted. */
	odd_one *fitted; /* NULL: none yet */
	size_t fitted_time;
	odd_one_options fitted_as;
};

/* Ranks over time; shared with views. */
struct session_history {
	struct shared shared;
	struct session_times *times;
	odd_history *history;
};

struct session;

/* Load what a path has: a network, or that of one time (NULL: the first). Times that are open
 * already are not loaded again. */
odd_status session_load(struct session_net **out, const struct session *s, const char *path,
	const odd_load_options *options, const char *time, const odd_job *job, odd_error *err);
/* The network that K is chosen by: the first of all times, or the one there is. Lent. */
const odd_network *session_times_first(const struct session_net *net);

/* The run at the time of a network, as it goes on from the time before. */
odd_status session_times_run(odd_one **out, const struct session_net *net,
	const odd_one_options *options, const odd_job *job, odd_error *err);

/* Ranks over time of what is open, into s->history. ODD_EUSAGE when it has one time only. */
odd_status session_times_fit(struct session *s, const odd_job *job, odd_error *err);

#endif
