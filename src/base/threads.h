/* threads.h: what is asked of OpenMP by name, also where the program is built without it: then
 * there is one thread.
 */
#ifndef ODD_BASE_THREADS_H
#define ODD_BASE_THREADS_H

#ifdef _OPENMP
#include <omp.h>
#else
static inline int omp_get_max_threads(void)
{
	return 1;
}

static inline int omp_get_thread_num(void)
{
	return 0;
}

static inline void omp_set_num_threads(int threads)
{
	(void)threads;
}
#endif

#endif
