/* xalloc.h: small pieces of bookkeeping (names, lists) that a program ends without. What grows with
 * the network is asked for with errors as values instead.
 */
#ifndef SESSION_XALLOC_H
#define SESSION_XALLOC_H

#include <stdlib.h>
#include <string.h>

#include "study/shared.h"

/* There is no memory: ends the program by what was set here, which tells why and does not return.
 * Nobody has set anything: abort. */
_Noreturn void xalloc_fail(void);
void xalloc_on_fail(void (*tell)(void));

/* Give back to the system what was freed. glibc keeps it, for each thread that ever asked for some:
 * after an hour of work three times as much as was in use. */
void return_free_memory(void);

static inline void *xgrow(void *old, size_t count, size_t size)
{
	void *p = realloc(old, (count > 0 ? count : 1) * size);
	if (p == NULL)
		xalloc_fail();
	return p;
}

/* A copy of n items; NULL without memory. */
static inline void *copy_items(const void *from, size_t n, size_t size)
{
	void *to = malloc((n > 0 ? n : 1) * size);
	if (to != NULL && n > 0)
		memcpy(to, from, n * size);
	return to;
}

static inline char *xstrdup(const char *text)
{
	char *copy = strdup(text);
	if (copy == NULL)
		xalloc_fail();
	return copy;
}

static inline int strings_order(const void *a, const void *b) /* for qsort */
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static inline void strings_free(char **text, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(text[i]);
	free(text);
}

/* As shared_new; without memory the program ends. */
static inline void *shared_create(size_t size, void (*clear)(void *self))
{
	void *x = shared_new(size, clear);
	if (x == NULL)
		xalloc_fail();
	return x;
}

#endif
