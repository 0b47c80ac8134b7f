#include "config.h"

#include "baseline/float_rows.h"

#include <math.h>
#include <stdint.h>

odd__float_rows odd__float_rows_take(odd__memory *memory, size_t rows, size_t cols)
{
	size_t stride = (cols + ODD__FLOAT_LANES - 1) / ODD__FLOAT_LANES * ODD__FLOAT_LANES;
	if (stride == 0)
		stride = ODD__FLOAT_LANES;
	float *data = odd__take(memory, rows, stride * sizeof *data);
	return (odd__float_rows){data, rows, cols, stride};
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
