#include "config.h"

#include "linalg/memory.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/grow.h"
#include "base/pages.h"

/* Keeps a block (NULL: it could not be had) until the memory is freed. */
static void *keep(odd__memory *m, void *block)
{
	if (block == NULL || odd__make_room(&m->capacity, m->count + 1, NULL,
				     {&m->block, sizeof *m->block}) != ODD_OK) {
		free(block);
		m->failed = true;
		return NULL;
	}
	return m->block[m->count++] = block;
}

void *odd__take(odd__memory *m, size_t count, size_t size)
{
	void *block = NULL;
	if (!m->failed && count <= SIZE_MAX / 2 / size)
		block = odd__pages_alloc(count * size);
	if (block != NULL)
		odd__pages_zero(block, count * size);
	return keep(m, block);
}

odd_mat odd__take_matrix(odd__memory *m, size_t rows, size_t cols)
{
	odd_mat x = {NULL, 0, 0, 0};
	if (!m->failed)
		odd_mat_alloc(&x, rows, cols, NULL);
	return keep(m, x.data) != NULL ? x : (odd_mat){NULL, 0, 0, 0};
}

odd_status odd__memory_check(const odd__memory *m, odd_error *err)
{
	return m->failed ? odd_error_nomem(err) : ODD_OK;
}

void odd__memory_free(odd__memory *m)
{
	for (size_t i = 0; i < m->count; i++)
		free(m->block[i]);
	free(m->block);
	*m = (odd__memory){0};
}
