/* tadw_text.c: what TADW reads in the attributes.
 *
 *     B = C diag(log(N/df)),   B ≈ U S Yᵀ of rank F,   Z = U S,   Tᵀ = Z with columns scaled to 1
 *
 * Columns of U S scaled to unit length are those of U, so the features that are trained on are
 * orthonormal, T Tᵀ = I. That is what makes the rest cheap.
 */
#include "config.h"

#include "baseline/tadw.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "linalg/svd.h"

static bool is_binary(odd_ccsr C)
{
	for (size_t e = 0; C.val != NULL && e < odd_csr_nnz(C); e++)
		if (C.val[e] != 1.0)
			return false;
	return true;
}

/* A word that everybody has weighs nothing; its entries stay, as zeros. */
static odd_status weigh_words(odd_csr *out, odd_ccsr C, odd_error *err)
{
	size_t nnz = odd_csr_nnz(C);
	double *idf = calloc(C.cols + 1, sizeof *idf);
	odd_status status = idf != NULL ? odd_csr_alloc(out, C.rows, C.cols, nnz, 1, err)
					: odd_error_nomem(err);
	if (status != ODD_OK)
		goto out;
	for (size_t e = 0; e < nnz; e++)
		idf[C.idx[e]] += 1.0;
	for (size_t d = 0; d < C.cols; d++)
		idf[d] = idf[d] > 0.0 ? log((double)C.rows / idf[d]) : 0.0;
	for (size_t i = 0; i <= C.rows; i++)
		out->ptr[i] = C.ptr[i];
	for (size_t e = 0; e < nnz; e++) {
		out->idx[e] = C.idx[e];
		out->val[e] = odd_csr_value(C, e) * idf[C.idx[e]];
	}
out:
	free(idf);
	return status;
}

/* U of the left factor U √Σ that odd_svd gives, without the directions that are not there. */
static odd_status take_left(odd__tadw *t, odd_mat left, const double *sigma, odd_error *err)
{
	size_t found = 0;
	while (found < left.cols && sigma[found] > 0.0)
		found++;
	if (found == 0)
		return odd_error_set(err, ODD_EUSAGE,
			"tadw: no attribute tells one node from another, so there is no text to "
			"use");
	t->features = found;
	odd_status status = odd_mat_alloc(&t->U, left.rows, found, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&t->sigma, 1, found, err);
	if (status != ODD_OK)
		return status;
	for (size_t f = 0; f < found; f++)
		t->sigma.data[f] = sigma[f];
	for (size_t i = 0; i < left.rows; i++)
		for (size_t f = 0; f < found; f++)
			odd_mat_row(t->U, i)[f] = odd_mat_row(left, i)[f] / sqrt(sigma[f]);
	return ODD_OK;
}

odd_status odd__tadw_text(odd__tadw *t, const odd_network *net, const odd_tadw_options *options,
	const odd_job *job, odd_error *err)
{
	odd_ccsr C = odd_csr_const(net->C);
	size_t rank = options->features;
	odd_csr weighed = {0}, turned = {0};
	odd_mat left = {NULL, 0, 0, 0}, right = left, sigma = left;
	odd_status status = ODD_OK;
	if (rank > C.rows)
		rank = C.rows;
	if (rank > C.cols)
		rank = C.cols;
	if (options->idf == ODD_TADW_IDF_ON ||
		(options->idf == ODD_TADW_IDF_AUTO && is_binary(C))) {
		status = weigh_words(&weighed, C, err);
		C = odd_csr_const(weighed);
	}
	if (status == ODD_OK)
		status = odd_csr_transpose(&turned, C, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&left, C.rows, rank, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&right, C.cols, rank, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&sigma, 1, rank, err);
	if (status == ODD_OK)
		status = odd_svd(left, right, sigma.data, C, odd_csr_const(turned), options->seed,
			"text features", job, err);
	if (status == ODD_OK)
		status = take_left(t, left, sigma.data, err);
	odd_csr_clear(&weighed);
	odd_csr_clear(&turned);
	odd_mat_free(&left);
	odd_mat_free(&right);
	odd_mat_free(&sigma);
	return status;
}
