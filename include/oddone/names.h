/* names.h: a table of strings numbered from 0 in order of arrival, found again by hash.
 *
 * Node ids, word names and class names. One pool of bytes, so a million names are three
 * allocations. Names may hold any byte but NUL.
 */
#ifndef ODDONE_NAMES_H
#define ODDONE_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "oddone/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ODD_NO_NAME UINT32_MAX

typedef struct odd_names {
	char *pool;      /* every name, each with its final NUL */
	size_t *offset;  /* where name i starts in the pool */
	uint64_t *slots; /* open addressing: half of a hash, and a number; all ones: free */
	size_t count, capacity, pool_size, pool_capacity, slot_count;
	uint64_t key[8]; /* of the hash, chosen with the first slots */
	const struct odd_veil
		*veil; /* other names for some, of the program's own making; lent; NULL */
} odd_names;

#define ODD_NAMES_INIT \
	{ \
		0 \
	}

void odd_names_clear(odd_names *names);

/* Number of a name, added when new. *was_there, when not NULL, tells which it was. */
odd_status odd_names_add(odd_names *names, const char *text, size_t length, uint32_t *index,
	int *was_there, odd_error *err);

/* Add n names that should all be new; *added tells how many were, up to the first that is there
 * already. What waits for memory waits together, as in find_many. */
odd_status odd_names_add_new(odd_names *names, size_t n, const char *const *text,
	const size_t *length, size_t *added, odd_error *err);

/* Give back the room for names to come. */
void odd_names_trim(odd_names *names);

/* ODD_NO_NAME when there is none. */
uint32_t odd_names_find(const odd_names *names, const char *text, size_t length);

/* The same for n names at once, out[i] for text[i]. In a large table a look-up is three waits for
 * memory; here those of many names are on their way together. */
void odd_names_find_many(const odd_names *names, size_t n, const char *const *text,
	const size_t *length, uint32_t *out);

/* Lent; ends with NUL; index < count. */
const char *odd_names_get(const odd_names *names, size_t index);

odd_status odd_names_copy(odd_names *out, const odd_names *in, odd_error *err);

#ifdef __cplusplus
}
#endif
#endif
