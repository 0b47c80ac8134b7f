/* rmat.h: matrices and tensors of the neural baselines that a test owns one by one. */
#ifndef TESTS_RMAT_H
#define TESTS_RMAT_H

#include <stdlib.h>

#include "baseline/layers.h"

static inline odd_status rmat_alloc(odd__rmat *out, size_t rows, size_t cols, odd_error *err)
{
	odd__memory memory = {0};
	*out = odd__rmat_take(&memory, rows, cols);
	odd_status status = odd__memory_check(&memory, err);
	free(memory.block); /* the matrix itself stays */
	return status;
}

static inline void rmat_free(odd__rmat *m)
{
	free(m->data);
	*m = (odd__rmat){NULL, 0, 0, 0};
}

#endif
