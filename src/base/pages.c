#include "config.h"

#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

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
