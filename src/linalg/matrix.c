#include "config.h"

#include "oddone/matrix.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"

odd_status odd_mat_alloc(odd_mat *out, size_t rows, size_t cols, odd_error *err)
{
	*out = (odd_mat){NULL, 0, 0, 0};
	size_t stride = (cols + ODD_PAD - 1) / ODD_PAD * ODD_PAD;
	if (stride == 0)
		stride = ODD_PAD;
	if (rows > SIZE_MAX / sizeof(double) / stride - ODD_ROW_PAD)
		return odd_error_nomem(err);
	/* Whole blocks of rows (and at least one): the kernels may read past the last row. */
	size_t blocks = rows / ODD_ROW_PAD + 1;
	size_t bytes = blocks * ODD_ROW_PAD * stride * sizeof(double);
	double *data = odd__pages_alloc(bytes);
	if (data == NULL)
		return odd_error_nomem(err);
	odd__pages_zero(data, bytes);
	*out = (odd_mat){data, rows, cols, stride};
	return ODD_OK;
}

void odd_mat_free(odd_mat *m)
{
	free(m->data);
	*m = (odd_mat){NULL, 0, 0, 0};
}

void odd_mat_copy(odd_mat to, odd_cmat from)
{
	assert(to.rows == from.rows && to.cols == from.cols);
	for (size_t i = 0; i < to.rows; i++)
		memcpy(odd_mat_row(to, i), odd_cmat_row(from, i), to.cols * sizeof(double));
}

void odd_mat_transpose(odd_mat to, odd_cmat from)
{
	enum { TILE = 16 }; /* both sides of a tile stay in L1 */
	assert(to.rows == from.cols && to.cols == from.rows);
	for (size_t i0 = 0; i0 < from.rows; i0 += TILE)
		for (size_t j0 = 0; j0 < from.cols; j0 += TILE)
			for (size_t i = i0; i < from.rows && i < i0 + TILE; i++)
				for (size_t j = j0; j < from.cols && j < j0 + TILE; j++)
					to.data[j * to.stride + i] = from.data[i * from.stride + j];
}
