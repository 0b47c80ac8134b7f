#include "config.h"

#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "oddone/job.h"

#define CACHE_LINE ((size_t)64)
#define HUGE_PAGE ((size_t)1 << 21)

void *odd__pages_alloc(size_t bytes)
{
	size_t alignment = bytes >= 2 * HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;
	if (bytes > SIZE_MAX - alignment)
		return NULL;
	size_t rounded = (bytes + alignment - 1) / alignment * alignment;
	void *memory = aligned_alloc(alignment, rounded > 0 ? rounded : alignment);
#ifdef MADV_HUGEPAGE
	if (memory != NULL && alignment == HUGE_PAGE)
		madvise(memory, rounded, MADV_HUGEPAGE);
#endif
	return memory;
}

void odd__pages_zero(void *memory, size_t bytes)
{
	const size_t piece = 4 * HUGE_PAGE;
	char *to = memory;
	if (bytes < 8 * piece) {
		memset(memory, 0, bytes);
		return;
	}
#pragma omp parallel for schedule(dynamic) num_threads(odd_job_threads(NULL))
	for (size_t at = 0; at < bytes; at += piece)
		memset(to + at, 0, bytes - at < piece ? bytes - at : piece);
}
