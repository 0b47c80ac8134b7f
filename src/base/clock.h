/* clock.h: what work has cost the process so far: seconds and bytes. */
#ifndef ODDONE_BASE_CLOCK_H
#define ODDONE_BASE_CLOCK_H

#include <math.h>
#include <sys/resource.h>
#include <time.h>

/* Seconds since some moment, which no change of the time of day disturbs. */
static inline double odd__clock(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The most memory the process has held, in bytes; NAN where the system does not tell. */
static inline double odd__peak_memory(void)
{
	struct rusage usage;
	return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024.0 * (double)usage.ru_maxrss : (double)NAN;
}

#endif
