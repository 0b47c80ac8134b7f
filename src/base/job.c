#include "config.h"

#include "oddone/job.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/room.h"
#include "base/threads.h"

bool odd_job_cancelled(const odd_job *job)
{
	return job != NULL && job->cancel != NULL &&
	       atomic_load_explicit(job->cancel, memory_order_relaxed);
}

void odd_job_report(const odd_job *job, const char *what, double done, double total)
{
	if (job != NULL && job->report != NULL)
		job->report(job->payload, what, done, total);
}

/* What control groups grant, rounded up. They are asked once, as OpenMP asks for the processors:
 * the answer takes files, and every sub-step wants it. */
static int granted(void)
{
	static atomic_int known;
	int most = atomic_load_explicit(&known, memory_order_relaxed);
	if (most == 0) {
		double processors = ceil(odd__room_processors(NULL, NULL));
		most = processors < 1e6 ? (int)processors : 1000000;
		atomic_store_explicit(&known, most, memory_order_relaxed);
	}
	return most;
}

/* gcc's OpenMP keeps something of each thread on the stack, which 100000 of them overflow. */
enum { MOST_THREADS = 1024 };

int odd_job_threads(const odd_job *job)
{
	int threads = job != NULL && job->threads > 0 ? job->threads : omp_get_max_threads();
	threads = threads < MOST_THREADS ? threads : MOST_THREADS;
	if (job != NULL && job->threads > 0)
		return threads;
	if (threads == 1 || getenv("OMP_NUM_THREADS") != NULL)
		return threads;
	return threads < granted() ? threads : granted();
}
