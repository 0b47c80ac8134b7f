/* job.h: threads, progress and cancellation of long work.
 *
 * Functions that may take long accept a `const odd_job *`. NULL means all cores, no progress report
 * and no cancellation. The number of threads changes no result: the data alone decides how work is
 * split, and partial results are added in a fixed order.
 *
 * odd_flag is atomic_bool in C and std::atomic<bool> in C++.
 */
#ifndef ODDONE_JOB_H
#define ODDONE_JOB_H

#include <stdbool.h>

/* A flag that one thread sets and another reads. Its layout is the same in C and C++. */
#ifdef __cplusplus
#include <atomic>
typedef std::atomic<bool> odd_flag;
extern "C" {
#else
#include <stdatomic.h>
typedef atomic_bool odd_flag;
#endif

/* How to run a long computation. */
typedef struct odd_job {
	int threads;      /* 0: OMP_NUM_THREADS, or one per usable core */
	odd_flag *cancel; /* read between blocks of work; NULL: no cancellation */

	/* Receives progress, or NULL. Called by the calling thread only, a few times a second at
	 * most. `what` names the work ("svd of A", "G"); done goes from 0 to total. */
	void (*report)(void *payload, const char *what, double done, double total);
	void *payload;
} odd_job;

/* True when the cancel flag is set. */
bool odd_job_cancelled(const odd_job *job);

/* Calls report, unless it is NULL. */
void odd_job_report(const odd_job *job, const char *what, double done, double total);

/* Returns the number of threads a job will use: its own setting, OMP_NUM_THREADS, or one per core,
 * at most as many as control groups allow and at most 1024. */
int odd_job_threads(const odd_job *job);

#ifdef __cplusplus
}
#endif
#endif
