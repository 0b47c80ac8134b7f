/* meter.h: the progress line on stderr: only on a terminal, rewritten at most ten times a second,
 * gone when the work is done.
 */
#ifndef CLI_METER_H
#define CLI_METER_H

#include <stdbool.h>

#include "base/clock.h"
#include "oddone/base/job.h"

struct meter {
	bool on;
	bool shown;                   /* there is a line to be wiped */
	char what[64];                /* the work under way */
	double iteration, iterations; /* while fitting: done, and all; 0: not fitting */
	double began, drawn;          /* when it started, when the line was last written; seconds */
};

void meter_init(struct meter *m, bool quiet);

/* An odd_job's report function; payload is the meter. */
void meter_report(void *payload, const char *what, double done, double total);

/* Wipe the line, before anything else is said. */
void meter_clear(struct meter *m);

#endif
