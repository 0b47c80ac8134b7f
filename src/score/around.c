#include "config.h"

#include "score/around.h"

#include <stdlib.h>
#include <string.h>

#include "linalg/svd_rows.h"
#include "one/lend.h"
#include "score/kinship.h"

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
static odd_status links_either_way(odd_csr *out, odd_ccsr A, odd_ccsr At, odd_error *err)
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

odd_status odd__around_links(odd_csr *out, const odd_prepared *input, odd_error *err)
{
	odd_ccsr A = odd_csr_const(input->A);
	return input->At.ptr == NULL ? links_both_ways(out, A, err)
				     : links_either_way(out, A, odd_csr_const(input->At), err);
}

/* Twice as many directions are asked for as are taken: singular values of words fall slowly. The
 * seed is the same for all: it says nothing about the network. */
static odd_status read_words(
	double *c4, double *scratch, odd_ccsr links, odd_ccsr C, const odd_job *job, odd_error *err)
{
	size_t least = C.rows < C.cols ? C.rows : C.cols;
	size_t k = least < ODD__WORD_DIRECTIONS ? least : ODD__WORD_DIRECTIONS;
	odd_mat X = {0}, room = {0};
	odd_status status = odd_mat_alloc(&X, C.rows, k, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&room, C.rows, k, err);
	if (status == ODD_OK)
		status = odd__svd_rows(
			X, C, 2 * k < least ? 2 * k : least, 0, "svd of words", job, err);
	if (status == ODD_OK)
		status = odd__kinship_plain(c4, scratch, links, X, room, job, err);
	for (size_t i = 0; i < C.rows && status == ODD_OK; i++)
		c4[i] = 0.5 * (c4[i] + scratch[i]);
	odd_mat_free(&X);
	odd_mat_free(&room);
	return status;
}

odd_status odd__around_words(double *c4, double *scratch, odd_ccsr links, odd_one *run,
	const odd_job *job, odd_error *err)
{
	size_t n = odd_one_look(run).nodes;
	double **kept = odd__one_kept(run);
	if (*kept == NULL) {
		double *words = malloc((n + 1) * sizeof *words);
		odd_status status =
			words == NULL ? odd_error_nomem(err)
				      : read_words(words, scratch, links,
						odd_csr_const(odd_one_input(run)->C), job, err);
		if (status != ODD_OK) {
			free(words);
			return status;
		}
		*kept = words;
	}
	memcpy(c4, *kept, n * sizeof *c4);
	return ODD_OK;
}

odd_status odd__around_kinship(double *c4, double *scratch, odd_ccsr links, odd_one *run,
	double power, const odd_job *job, odd_error *err)
{
	size_t n = odd_one_look(run).nodes;
	odd_mat P, room;
	odd_status status = odd__one_lend(&P, &room, run, job, err);
	if (status == ODD_OK)
		status = odd__kinship(c4, scratch, links, P, room, power, job, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++)
		c4[i] = 0.5 * (c4[i] + scratch[i]);
	return status;
}
