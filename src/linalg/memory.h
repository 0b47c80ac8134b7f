/* memory.h: the arrays of one object or computation: taken one after the other, checked once, freed
 * together.
 *
 *     odd__memory memory = {0};
 *     double *x = odd__take(&memory, n, sizeof *x);
 *     odd_mat G = odd__take_matrix(&memory, k, k);
 *     odd_status status = odd__memory_check(&memory, err);
 *     …
 *     odd__memory_free(&memory);
 */
#ifndef ODD_LINALG_MEMORY_H
#define ODD_LINALG_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "oddone/matrix.h"

typedef struct odd__memory {
	void **block;
	size_t count, capacity;
	bool failed; /* something could not be had */
} odd__memory;

/* `count` items of `size` bytes, all zero, aligned to a cache line. NULL without memory. */
void *odd__take(odd__memory *memory, size_t count, size_t size);
/* A zero matrix, as odd_mat_alloc makes it; empty without memory. */
odd_mat odd__take_matrix(odd__memory *memory, size_t rows, size_t cols);

/* ODD_ENOMEM when something could not be had. */
odd_status odd__memory_check(const odd__memory *memory, odd_error *err);
/* Frees all of it; harmless when there is nothing, or twice. */
void odd__memory_free(odd__memory *memory);

#endif
