/* job.h: how a long computation is run: on how many threads, who may stop it, who is told.
 *
 * Every function that can take longer than a blink takes a `const odd_job *`. NULL means all
 * cores, no progress report, no way to stop. Results never depend on the number of threads: work is
 * cut into pieces that depend on the data alone and put together in a fixed order.
 */
#ifndef ODDONE_JOB_H
#define ODDONE_JOB_H

#include <stdbool.h>

/* A flag that one thread raises and another reads; the same bits in C and C++. */
#ifdef __cplusplus
#include <atomic>
typedef std::atomic<bool> odd_flag;
extern "C" {
#else
#include <stdatomic.h>
typedef atomic_bool odd_flag;
#endif

typedef struct odd_job {
	int threads;      /* 0: OMP_NUM_THREADS, or one per core that control groups grant */
	odd_flag *cancel; /* polled between blocks of work; NULL: cannot be cancelled */

	/* Told from the calling thread only, a few times a second at most per unit of work.
	 * `what` names the work ("svd of A", "G"), done runs from 0 to total. May be NULL. */
	void (*report)(void *payload, const char *what, double done, double total);
	void *payload;
} odd_job;

/* True once the cancel flag is set. */
bool odd_job_cancelled(const odd_job *job);

/* Pass news to the listener, if there is one. */
void odd_job_report(const odd_job *job, const char *what, double done, double total);

/* The number of threads a job will use: its own setting, OMP_NUM_THREADS, or one per core, but no
 * more than control groups let run, nor more than 1024. */
int odd_job_threads(const odd_job *job);

#ifdef __cplusplus
}
#endif
#endif
