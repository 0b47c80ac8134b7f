/* times.h: a network at several times.
 *
 * A sequence is a directory with one network for each time, in the order of their names (numbers in
 * them count as numbers: 9 before 10), each a directory or a file of any format; or one network
 * whose table of links has a column that tells when. Nodes are the same where their ids are,
 * attributes where their names are: every network of the sequence has all attributes of all times,
 * in one order, so that a run can go on from one to the next (odd_one_follow).
 */
#ifndef ODD_NETWORK_TIMES_H
#define ODD_NETWORK_TIMES_H

#include "base/scan.h"
#include "oddone/network.h"

typedef struct odd_time {
	char *name;       /* "2019" */
	odd_network *net; /* NULL: there is nothing at that time */
	uint32_t *node;   /* per node of net: its number among those of all times */
} odd_time;

typedef struct odd_times {
	char *name; /* of the sequence */
	size_t count;
	odd_time *time; /* the earliest first; at least one has a network */
	odd_names ids;  /* of all nodes, in the order in which they come */
	size_t attributes;
	bool windows; /* the times are stretches of one network's links */
} odd_times;

typedef struct odd_times_options {
	odd_load_options load; /* of each network */
	/* The column of a table of links that tells when; NULL: there is a network for each time. A
	 * node is there at the times at which it has a link. */
	const char *column;
	/* "each": every value of the column is a time; "yearly"; or a number of stretches of equal
	 * length, "12". NULL: each. */
	const char *windows;
} odd_times_options;

/* A path that is a network itself, and has no column of times, is a sequence of one time. */
odd_status odd_times_load(odd_times **out, const char *path, const odd_times_options *options,
	const odd_job *job, odd_error *err);
void odd_times_free(odd_times *times);

/* Is the path a directory of several networks, and none itself? */
bool odd_times_here(const char *path);

/* was[] of odd_one_follow, on the heap, for going from the network of one time to that of another:
 * per node of `to` its row at `from`. Both have a network. *kept, *gone: how many are at both, and
 * at `from` alone. NULL without memory. */
uint32_t *odd_times_rows(
	const odd_times *times, size_t from, size_t to, size_t *kept, size_t *gone);

/* When is that? A number is itself, a date the years it has; false: neither. */
bool odd__time_value(odd__text text, double *value);

#endif
