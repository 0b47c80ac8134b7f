/* times.h: the parts of reading a network at several times. */
#ifndef ODD_NETWORK_TIMES_H
#define ODD_NETWORK_TIMES_H

#include "base/scan.h"
#include "oddone/network/times.h"

/* One more time, whose network (NULL: there is none) is taken over, also on failure. */
odd_status odd__times_add(odd_times *times, const char *name, odd_network *net, odd_error *err);

/* One network cut into stretches of time by a column of its links. */
odd_status odd__times_cut(odd_times *times, const char *path, const odd_times_options *options,
	const odd_job *job, odd_error *err);

/* When is that? A number is itself, a date the years it has; false: neither. */
bool odd__time_value(odd__text text, double *value);

/* All networks get the attributes of all, and know their nodes by the numbers of the sequence. */
odd_status odd__times_match(odd_times *times, odd_error *err);

/* Columns of a network that have another type than those of the same name at earlier times, as
 * "a=number,b=text" behind what the user said of types (NULL: nothing): on the heap. NULL in *out:
 * all agree. */
odd_status odd__times_types(char **out, const odd_times *times, const odd_network *net,
	const char *asked, odd_error *err);

#endif
