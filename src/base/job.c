#include "config.h"

#include "oddone/base/job.h"

#include <stddef.h>

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

int odd_job_threads(const odd_job *job)
{
	if (job != NULL && job->threads > 0)
		return job->threads;
	return omp_get_max_threads();
}
