/* child_process.h: work for which another library is trusted with a user's file, in a process of
 * its own.
 *
 * HDF5 does not survive every damaged file. A child that falls over is a damaged file; one that
 * goes round in circles is ended; and it ends at once when the job is cancelled.
 */
#ifndef ODD_NETWORK_CHILD_PROCESS_H
#define ODD_NETWORK_CHILD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/bytes.h"

typedef struct odd__child {
	pid_t child;
	int line; /* to the child and from it */
	const char *path;
	const odd__limits *limits;
} odd__child;

/* Start work(context, line) in a child, which sees memory as it is now. It is asked and answers
 * through the line. */
odd_status odd__child_begin(odd__child *a, void (*work)(void *context, int line), void *context,
	const char *path, const odd__limits *limits, odd_error *err);

/* Ask. A child that is no more is noticed when its answer is read. */
void odd__child_ask(const odd__child *a, const void *bytes, size_t size);

/* The next bytes of the answer. A child that ended before them: the file is damaged. */
odd_status odd__child_read(odd__child *a, void *bytes, size_t size, odd_error *err);

/* End the child, whatever it is doing. */
void odd__child_end(odd__child *a);

/* For the child: the next question; false when there are no more. */
bool odd__child_asked(int line, void *bytes, size_t size);

/* For the child: answer, or give up when nobody listens. */
void odd__child_answer(int line, const void *bytes, size_t size);

#endif
