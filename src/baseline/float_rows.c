#include "config.h"

#include "baseline/float_rows.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"

odd_status odd__float_rows_init(odd__float_rows *out, size_t rows, size_t cols, odd_error *err)
{
	*out = (odd__float_rows){NULL, 0, 0, 0};
	if (cols > SIZE_MAX / 2)
		return odd_error_nomem(err);
	size_t stride = (cols + ODD__FLOAT_LANES - 1) / ODD__FLOAT_LANES * ODD__FLOAT_LANES;
	if (stride == 0)
		stride = ODD__FLOAT_LANES;
	if (rows > SIZE_MAX / sizeof(float) / stride)
		return odd_error_nomem(err);
	float *data = odd__pages_alloc(rows * stride * sizeof *data);
	if (data == NULL)
		return odd_error_nomem(err);
	memset(data, 0, rows * stride * sizeof *data);
	*out = (odd__float_rows){data, rows, cols, stride};
	return ODD_OK;
}

void odd__float_rows_clear(odd__float_rows *m)
{
	free(m->data);
	*m = (odd__float_rows){NULL, 0, 0, 0};
}

void odd__float_rows_scatter(odd__float_rows *m, odd_rng *rng)
{
	for (size_t i = 0; i < m->rows; i++)
		for (size_t k = 0; k < m->cols; k++)
			m->data[i * m->stride + k] =
				(float)((odd_rng_uniform(rng) - 0.5) / (double)m->cols);
}

size_t odd__float_rows_bad(const odd__float_rows *m)
{
	for (size_t i = 0; i < m->rows; i++)
		for (size_t k = 0; k < m->cols; k++)
			if (!isfinite(m->data[i * m->stride + k]))
				return i;
	return SIZE_MAX;
}

void odd__float_rows_copy(odd_mat to, size_t first, const odd__float_rows *m)
{
	for (size_t i = 0; i < m->rows; i++)
		for (size_t k = 0; k < m->cols; k++)
			odd_mat_row(to, i)[first + k] = (double)m->data[i * m->stride + k];
}
