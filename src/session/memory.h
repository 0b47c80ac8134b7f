/* memory.h: small pieces of bookkeeping (names, lists) that a program ends without. What grows with
 * the network is asked for with errors as values instead.
 */
#ifndef SESSION_MEMORY_H
#define SESSION_MEMORY_H

#include <stdlib.h>
#include <string.h>

static inline void *memory_grow(void *old, size_t count, size_t size)
{
	void *p = realloc(old, (count > 0 ? count : 1) * size);
	if (p == NULL)
		abort();
	return p;
}

/* A copy of n items; NULL without memory. */
static inline void *memory_copy(const void *from, size_t n, size_t size)
{
	void *to = malloc((n > 0 ? n : 1) * size);
	if (to != NULL && n > 0)
		memcpy(to, from, n * size);
	return to;
}

static inline char *memory_string(const char *text)
{
	char *copy = strdup(text);
	if (copy == NULL)
		abort();
	return copy;
}

#endif
