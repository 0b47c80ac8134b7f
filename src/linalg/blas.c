#include "config.h"

#include "linalg/blas.h"

#include <stdio.h>

#include <cblas.h>

#include "base/room.h"

int odd__blas_set_threads(int threads)
{
#ifdef HAVE_OPENBLAS
	int before = openblas_get_num_threads();
	if (before != threads)
		openblas_set_num_threads(threads);
	return before;
#else
	return threads;
#endif
}

double odd__blas_addresses(int threads)
{
#ifdef HAVE_OPENBLAS
	/* One buffer for each call under way, 128 MB in most builds; it is kept for later calls. */
	return 134.3e6 * threads;
#else
	(void)threads;
	return 0.0;
#endif
}

odd_status odd__blas_check(const odd_job *job, odd_error *err)
{
	odd__room room = odd__room_addresses();
	int threads = odd_job_threads(job);
	double needs = odd__blas_addresses(threads);
	char less[60] = "";
	if (needs <= room.bytes)
		return ODD_OK;
	if (threads > 1)
		snprintf(less, sizeof less, "; with --threads 1 it needs %.0f MB",
			1e-6 * odd__blas_addresses(1));
	return odd_error_set(err, ODD_ENOMEM,
		"OpenBLAS needs %.0f MB of addresses, and %s %.0f MB more%s", 1e-6 * needs,
		room.limit, 1e-6 * room.bytes, less);
}
