/* shared.h: what session and views have together, across threads. It never changes once it is
 * made, and goes with the last who holds it. Such a struct begins with a struct shared.
 */
#ifndef SESSION_SHARED_H
#define SESSION_SHARED_H

#include <stdatomic.h>
#include <stdlib.h>

struct shared {
	atomic_int refs;
	void (*clear)(void *self); /* frees what it is made of, but not itself */
};

/* All zero but for this, and held once, by the caller; NULL without memory. */
static inline void *shared_create(size_t size, void (*clear)(void *self))
{
	struct shared *x = calloc(1, size);
	if (x == NULL)
		return NULL;
	atomic_init(&x->refs, 1);
	x->clear = clear;
	return x;
}

/* Returns it. NULL is fine, here and below. */
static inline void *shared_hold(void *shared)
{
	struct shared *x = shared;
	if (x != NULL)
		atomic_fetch_add(&x->refs, 1);
	return x;
}

static inline void shared_release(void *shared)
{
	struct shared *x = shared;
	if (x == NULL || atomic_fetch_sub(&x->refs, 1) != 1)
		return;
	x->clear(x);
	free(x);
}

#endif
