#include "config.h"

#include "linalg/svd_rows.h"

#include <math.h>
#include <stdlib.h>

#include "linalg/svd.h"

odd_status odd__svd_rows(odd_mat X, odd_ccsr S, size_t asked, uint64_t seed, const char *what,
	const odd_job *job, odd_error *err)
{
	odd_csr St = {0};
	odd_mat L = {0}, R = {0};
	double *sigma = malloc((asked + 1) * sizeof *sigma);
	odd_status status =
		sigma != NULL ? odd_csr_transpose_with(&St, S, job, err) : odd_error_nomem(err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&L, S.rows, asked, err);
	if (status == ODD_OK)
		status = odd_mat_alloc(&R, S.cols, asked, err);
	if (status == ODD_OK)
		status = odd_svd(L, R, sigma, S, odd_csr_const(St), seed, what, job, err);
	for (size_t i = 0; i < S.rows && status == ODD_OK; i++)
		for (size_t q = 0; q < X.cols; q++)
			odd_mat_row(X, i)[q] = odd_mat_row(L, i)[q] * sqrt(sigma[q]);
	odd_csr_clear(&St);
	odd_mat_free(&L);
	odd_mat_free(&R);
	free(sigma);
	return status;
}
