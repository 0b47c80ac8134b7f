/* xalloc.c: the one way in which a session ends for want of memory. Whoever asked for some has no
 * way to go on, and the program no other way to reach who shows messages: so a static function. */
#include "config.h"

#include "session/xalloc.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

static void (*tell_failed)(void);

void xalloc_on_fail(void (*tell)(void))
{
	tell_failed = tell;
}

void return_free_memory(void)
{
#if defined(__GLIBC__)
	malloc_trim(0);
#endif
}

_Noreturn void xalloc_fail(void)
{
	if (tell_failed != NULL)
		tell_failed();
	abort();
}
