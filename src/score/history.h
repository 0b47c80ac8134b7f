/* history.h: ONE over a network at several times, and which nodes became odd, and when.
 *
 * The first time is fitted from the start; every other goes on from where the one before it came to
 * (odd_one_follow), with the same dimensions, α and β, so that the ranks of two times are told
 * apart by what changed between them and not by two starts. Nodes that were away come back as new
 * ones. A time without a network, or with no more nodes than dimensions, is passed over; where no
 * more nodes are left than dimensions, the run starts anew.
 */
#ifndef ODDONE_HISTORY_H
#define ODDONE_HISTORY_H

#include "network/times.h"
#include "oddone/score.h"

typedef struct odd_history_options {
	odd_one_options one;    /* K is chosen */
	odd_stop stop;          /* of every time */
	const odd_score *score; /* NULL: the preset's */
	const double *weight;   /* of its parts; NULL: its own */
	bool cold;    /* start anew at every time, with the α and β of the first, to compare */
	double share; /* of the ranking that is called odd; 0: 5 % */
	size_t count; /* so many nodes instead; 0: the share */
} odd_history_options;

/* Where each time is stopped unless the user says otherwise: going on from the time before pays
 * only where a fit ends when little is gained any more. */
#define ODD_HISTORY_TOLERANCE 1e-4
#define ODD_HISTORY_ITERATIONS 100

/* How a time was come by. */
typedef enum odd_moment_state {
	ODD_MOMENT_FITTED, /* from the start */
	ODD_MOMENT_FOLLOWED,
	ODD_MOMENT_EMPTY,    /* there is no network */
	ODD_MOMENT_TOO_SMALL /* no more nodes (or attributes) than dimensions, or no link and word
			      */
} odd_moment_state;

typedef struct odd_moment {
	odd_moment_state state;
	size_t nodes, links;
	size_t came, gone; /* against the time that was fitted before; 0 at the first */
	size_t returned;   /* of those that came: were there before that */
	size_t iterations;
	double before, loss; /* at its beginning and end */
	double rise;         /* the largest share by which a sub-step raised the loss */
	uint32_t *rank;      /* per node of all times, from 1; 0: not there. NULL: not fitted */
	double *total;       /* per node of all times; NAN: not there */
} odd_moment;

/* A node that became odd: it is among the first share of the ranking, and was not when it was last
 * there, or was not there before. */
typedef struct odd_became {
	size_t node, time; /* when */
	size_t last;       /* it stayed so up to this time, as far as it was there */
	uint32_t rank;
	uint32_t before; /* its rank when it was last there; 0: it is new */
	double leap;     /* log of its place in the ranking before over its place now; a place is
			    rank over nodes, that of a new node before ½ */
} odd_became;

typedef struct odd_history {
	size_t times, nodes;
	odd_moment *moment;
	odd_became *became; /* the largest leap first; none at the first time */
	size_t became_count;
	double share; /* of the ranking that is called odd at every time; 0: count is told */
	size_t count; /* so many are called odd at every time */
	odd_one_options used; /* K, α and β of all times; start_dir is NULL */
	const odd_score *score;
} odd_history;

odd_status odd_history_fit(odd_history **out, const odd_times *times,
	const odd_history_options *options, const odd_job *job, odd_error *err);
void odd_history_free(odd_history *history);

/* Up to which rank nodes are called odd at a time. */
size_t odd_history_odd(const odd_history *history, size_t time);

#endif
