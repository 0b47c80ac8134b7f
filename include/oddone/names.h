/* names.h: a hash table of strings, numbered from 0 in the order in which they were added.
 *
 * Holds ids of nodes and names of attributes and classes. All strings are in one block of memory.
 * A name may hold any byte but NUL.
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

/* A table of names; its fields are private but for count. */
typedef struct odd_names {
	char *pool;      /* all names, each with its final NUL */
	size_t *offset;  /* start of name i in the pool */
	uint64_t *slots; /* open addressing: half of a hash and a number; all ones: free */
	size_t count, capacity, pool_size, pool_capacity, slot_count;
	uint64_t key[8]; /* random key of the hash function */
	const struct odd_veil
		*veil; /* other names for some, of the program's own making; lent; NULL */
} odd_names;

#define ODD_NAMES_INIT \
	{ \
		0 \
	}

/* Frees and empties a table. */
void odd_names_clear(odd_names *names);

/* Finds or adds a name. *index receives its number; *was_there, unless NULL, receives 0 when the
 * name is new. */
odd_status odd_names_add(odd_names *names, const char *text, size_t length, uint32_t *index,
	int *was_there, odd_error *err);

/* Adds n names that should all be new, up to the first that exists already; *added receives how
 * many were added. Faster than n calls of odd_names_add. */
odd_status odd_names_add_new(odd_names *names, size_t n, const char *const *text,
	const size_t *length, size_t *added, odd_error *err);

/* Frees memory that was reserved for further names. */
void odd_names_trim(odd_names *names);

/* Returns the number of a name, or ODD_NO_NAME. */
uint32_t odd_names_find(const odd_names *names, const char *text, size_t length);

/* Finds n names at once: out[i] for text[i]. Faster than n calls in a large table, because the
 * memory accesses of many names overlap. */
void odd_names_find_many(const odd_names *names, size_t n, const char *const *text,
	const size_t *length, uint32_t *out);

/* Returns a name by number, valid until the table changes. index < count. */
const char *odd_names_get(const odd_names *names, size_t index);

/* Copies a table. */
odd_status odd_names_copy(odd_names *out, const odd_names *in, odd_error *err);

#ifdef __cplusplus
}
#endif
#endif
