/* allocate.c: arrays that grow, and memory for large ones. */
#include "config.h"

#include "base/grow.h"
#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "oddone/job.h"

#define LEAST 16

odd_status odd__grow_arrays(
	const odd__growing *arrays, size_t n, size_t *capacity, size_t need, odd_error *err)
{
	if (need <= *capacity)
		return ODD_OK;
	size_t wanted = *capacity + *capacity / 2;
	wanted = wanted > need ? wanted : need;
	wanted = wanted > LEAST ? wanted : LEAST;
	for (size_t i = 0; i < n; i++) {
		void *old;
		memcpy(&old, arrays[i].array, sizeof old);
		void *more = wanted <= SIZE_MAX / arrays[i].size
				     ? realloc(old, wanted * arrays[i].size)
				     : NULL;
		if (more == NULL)
			return odd_error_nomem(err);
		memcpy(arrays[i].array, &more, sizeof more);
	}
	*capacity = wanted;
	return ODD_OK;
}

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

void odd__pages_drop(void *memory, size_t bytes)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *begin = memory, *end = begin + bytes;
	char *first = begin + (page - (uintptr_t)begin % page) % page;
	char *last = end - (uintptr_t)end % page;
#ifdef MADV_DONTNEED
	if (first < last && madvise(first, (size_t)(last - first), MADV_DONTNEED) == 0) {
		memset(begin, 0, (size_t)(first - begin));
		begin = last;
	}
#endif
	memset(begin, 0, (size_t)(end - begin));
}
