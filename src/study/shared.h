/* shared.h: reference counts of things that never change once they are made.
 *
 * Such a struct begins with a struct shared. Threads share it by pointer; the last one to release
 * it frees it. Nothing here ends the program: without memory shared_new returns NULL.
 */
#ifndef STUDY_SHARED_H
#define STUDY_SHARED_H

#include <stdatomic.h>
#include <stdlib.h>

struct shared {
	atomic_int refs;
	void (*clear)(void *self); /* frees the members, not the struct itself */
};

/* All members 0, one reference, the caller's. NULL without memory. */
static inline void *shared_new(size_t size, void (*clear)(void *self))
{
	struct shared *x = calloc(1, size);
	if (x == NULL)
		return NULL;
	atomic_init(&x->refs, 1);
	x->clear = clear;
	return x;
}

/* One more reference; returns it. NULL is fine, here and below. */
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
