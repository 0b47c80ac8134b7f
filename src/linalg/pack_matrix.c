#include "config.h"

#include "linalg/pack_matrix.h"

#include <math.h>

void odd__pack_mat(odd__packer *p, odd_cmat m)
{
	for (size_t i = 0; i < m.rows; i++)
		odd__pack_reals(p, odd_cmat_row(m, i), m.cols);
}

odd_status odd__unpack_mat(odd__unpacker *u, odd_mat *out, size_t rows, size_t cols)
{
	*out = (odd_mat){NULL, 0, 0, 0};
	if (u->status == ODD_OK && (cols == 0 || rows > (size_t)(u->end - u->at) / 8 / cols))
		odd__unpack_wrong(u, "ends within a matrix");
	if (u->status != ODD_OK)
		return u->status;
	if (odd_mat_alloc(out, rows, cols, NULL) != ODD_OK)
		return odd__unpack_nomem(u);
	for (size_t i = 0; i < rows; i++) {
		double *row = odd_mat_row(*out, i);
		odd__unpack_reals_to(u, row, cols);
		for (size_t j = 0; j < cols; j++)
			if (!isfinite(row[j]))
				odd__unpack_wrong(
					u, "has a matrix with an entry that is no number");
	}
	if (u->status != ODD_OK)
		odd_mat_free(out);
	return u->status;
}

void odd__pack_csr(odd__packer *p, odd_ccsr m)
{
	const size_t entries = odd_csr_nnz(m);
	odd__pack_whole(p, entries);
	odd__pack_whole(p, m.val != NULL);
	odd__pack_sizes(p, m.ptr, m.rows + 1);
	odd__pack_numbers(p, m.idx, entries);
	if (m.val != NULL)
		odd__pack_reals(p, m.val, entries);
}

static bool is_well_formed(const odd_csr *m, size_t entries)
{
	if (m->ptr[0] != 0 || m->ptr[m->rows] != entries)
		return false;
	for (size_t i = 0; i < m->rows; i++)
		if (m->ptr[i] > m->ptr[i + 1] || m->ptr[i + 1] > entries)
			return false;
	for (size_t i = 0; i < m->rows; i++) {
		for (size_t e = m->ptr[i]; e < m->ptr[i + 1]; e++) {
			if (m->idx[e] >= m->cols || (e > m->ptr[i] && m->idx[e] <= m->idx[e - 1]))
				return false;
			if (m->val != NULL && (!isfinite(m->val[e]) || m->val[e] == 0.0))
				return false;
		}
	}
	return true;
}

odd_status odd__unpack_csr(odd__unpacker *u, odd_csr *out, size_t rows, size_t cols)
{
	*out = (odd_csr){.ptr = NULL};
	const size_t entries = odd__unpack_count(u, 4);
	const bool valued = odd__unpack_flag(u);
	if (u->status == ODD_OK && rows >= (size_t)(u->end - u->at) / 8)
		odd__unpack_wrong(u, "ends within a matrix");
	if (u->status != ODD_OK)
		return u->status;
	if (odd_csr_alloc(out, rows, cols, entries, valued, NULL) != ODD_OK)
		return odd__unpack_nomem(u);
	odd__unpack_sizes_to(u, out->ptr, rows + 1);
	odd__unpack_numbers_to(u, out->idx, entries);
	if (valued)
		odd__unpack_reals_to(u, out->val, entries);
	if (u->status == ODD_OK && !is_well_formed(out, entries))
		odd__unpack_wrong(u, "has a sparse matrix that is none");
	if (u->status != ODD_OK)
		odd_csr_clear(out);
	return u->status;
}
