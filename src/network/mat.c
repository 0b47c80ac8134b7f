#include "config.h"

#include "network/mat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t odd__mat_size(enum odd__mat_type type)
{
	static const unsigned char size[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
	return size[type];
}

double odd__mat_get(const odd__mat_array *array, size_t i)
{
	size_t size = odd__mat_size(array->type);
	unsigned char b[8];
	union {
		int8_t i8;
		uint8_t u8;
		int16_t i16;
		uint16_t u16;
		int32_t i32;
		uint32_t u32;
		int64_t i64;
		uint64_t u64;
		float f;
		double d;
	} v;
	const unsigned char *at = array->at + i * size;
	if (array->swapped) {
		for (size_t k = 0; k < size; k++)
			b[k] = at[size - 1 - k];
		at = b;
	}
	memcpy(&v, at, size);
	switch (array->type) {
	case ODD__MAT_INT8:
		return v.i8;
	case ODD__MAT_UINT8:
		return v.u8;
	case ODD__MAT_INT16:
		return v.i16;
	case ODD__MAT_UINT16:
		return v.u16;
	case ODD__MAT_INT32:
		return v.i32;
	case ODD__MAT_UINT32:
		return v.u32;
	case ODD__MAT_INT64:
		return (double)v.i64;
	case ODD__MAT_UINT64:
		return (double)v.u64;
	case ODD__MAT_SINGLE:
		return (double)v.f;
	case ODD__MAT_DOUBLE:
		return v.d;
	case ODD__MAT_NONE:
		break;
	}
	return (double)NAN;
}

void odd__matrix_clear(odd__matrix *m)
{
	for (size_t i = 0; i < sizeof m->owned / sizeof *m->owned; i++)
		free(m->owned[i]);
	memset(m, 0, sizeof *m);
}

/* Comparisons are written so that a NaN among indices fails them. */
static odd_status check_sparse(const odd__matrix *m, const char *path, odd_error *err)
{
	if (m->jc.count - 1 != m->cols)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"%s is %zu × %zu, but the file holds where %zu columns start", m->name,
			m->rows, m->cols, m->jc.count > 0 ? m->jc.count - 1 : 0);
	double before = 0.0;
	for (size_t c = 0; c <= m->cols; c++) {
		double start = odd__mat_get(&m->jc, c);
		if (!(start >= before) || (c == 0 && start != 0.0) ||
			!(start <= (double)m->ir.count) || !(start <= (double)m->values.count) ||
			start != floor(start))
			return odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"%s: column %zu starts at value %.15g, out of order or behind the end",
				m->name, c + 1, start);
		before = start;
	}
	for (size_t e = 0; e < (size_t)before; e++) {
		double row = odd__mat_get(&m->ir, e);
		if (!(row >= 0.0) || !(row < (double)m->rows) || row != floor(row))
			return odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"%s: a value stands in row %.15g, but there are %zu rows", m->name,
				row + 1.0, m->rows);
	}
	return ODD_OK;
}

odd_status odd__matrix_check(const odd__matrix *m, const char *path, odd_error *err)
{
	if (m->rows == 0 || m->cols == 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "%s is empty", m->name);
	if (m->rows >= UINT32_MAX || m->cols >= UINT32_MAX)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0, "%s is too large", m->name);
	if (m->sparse)
		return check_sparse(m, path, err);
	if (m->values.count / m->cols != m->rows || m->values.count % m->cols != 0)
		return odd_error_at(err, ODD_EINPUT, path, 0, 0,
			"%s is %zu × %zu, but the file holds %zu values of it", m->name, m->rows,
			m->cols, m->values.count);
	return ODD_OK;
}
