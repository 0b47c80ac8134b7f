#include "config.h"

#include "score/evidence.h"

/* The same where A is symmetric: its rows without their diagonals. */
static odd_status links_both_ways(odd_csr *out, odd_ccsr A, odd_error *err)
{
	odd_status status = odd_csr_alloc(out, A.rows, A.cols, odd_csr_nnz(A), 0, err);
	if (status != ODD_OK)
		return status;
	size_t count = 0;
	for (size_t i = 0; i < A.rows; i++) {
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
			if (A.idx[e] != i)
				out->idx[count++] = A.idx[e];
		out->ptr[i + 1] = count;
	}
	return ODD_OK;
}

/* Rows of A and Aᵀ are sorted: what is in either, once. */
static odd_status links_one_way(odd_csr *out, odd_ccsr A, odd_ccsr At, odd_error *err)
{
	odd_status status =
		odd_csr_alloc(out, A.rows, A.cols, odd_csr_nnz(A) + odd_csr_nnz(At), 0, err);
	if (status != ODD_OK)
		return status;
	size_t count = 0;
	for (size_t i = 0; i < A.rows; i++) {
		size_t a = A.ptr[i], b = At.ptr[i];
		while (a < A.ptr[i + 1] || b < At.ptr[i + 1]) {
			uint32_t from_a = a < A.ptr[i + 1] ? A.idx[a] : UINT32_MAX;
			uint32_t from_b = b < At.ptr[i + 1] ? At.idx[b] : UINT32_MAX;
			uint32_t next = from_a < from_b ? from_a : from_b;
			a += from_a == next;
			b += from_b == next;
			if (next != i)
				out->idx[count++] = next;
		}
		out->ptr[i + 1] = count;
	}
	return ODD_OK;
}

odd_status odd__links_either_way(odd_csr *out, const odd_prepared *input, odd_error *err)
{
	odd_ccsr A = odd_csr_const(input->A);
	return input->At.ptr == NULL ? links_both_ways(out, A, err)
				     : links_one_way(out, A, odd_csr_const(input->At), err);
}
