/* worker_setup.h: a worker on the network of session_setup.h, and waiting for it. */
#ifndef TESTS_WORKER_SETUP_H
#define TESTS_WORKER_SETUP_H

#include <poll.h>

#include "session/worker.h"
#include "session_setup.h"

/* Tell it to open the network. */
static inline void post_open(struct worker *w)
{
	char line[600];
	snprintf(line, sizeof line, "open '%s/net'", dir);
	assert_true(worker_post(w, line));
}

static inline struct worker *start(bool threaded)
{
	odd_error err;
	struct worker *w;
	assert_ok(worker_create(&w, threaded, &err), err);
	post_open(w);
	return w;
}

/* Until nothing runs, waits or plays, as a screen would wait: in poll. */
static inline void settle(struct worker *w, bool threaded)
{
	while (!threaded && worker_turn(w))
		;
	for (int i = 0; i < 60000 && !worker_idle(w); i++) {
		struct pollfd fd = {.fd = worker_fd(w), .events = POLLIN};
		poll(&fd, 1, 10);
		worker_drain(w);
	}
	assert_true(worker_idle(w));
}

#endif
