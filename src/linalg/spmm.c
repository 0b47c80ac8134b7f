/* spmm.c: sparse times dense, Y = S diag(scale) X.
 *
 *     Y_i = Σ_{e in row i} val_e · scale_{idx_e} · X_{idx_e}
 *
 * Rows of X are contiguous and padded, so every gather is one straight read of a few cache lines,
 * fetched ahead of its use. Sums are kept in registers, up to 32 columns at a time.
 * Cost: 2 · nnz · K flops, nnz · K reads. Parallel over rows of S.
 */
#include "config.h"

#include "oddone/csr.h"

#include <assert.h>

#include "base/parallel.h"
#include "linalg/spmm.h"

struct spmm {
	odd_mat Y;
	odd_ccsr S;
	const double *scale;
	odd_cmat X;
};

#ifdef ODD__SET
void ODD__KERNEL(spmm)(void *context, void *scratch, size_t chunk, size_t begin, size_t end)
{
	(void)scratch, (void)chunk;
	const struct spmm *p = context;
	odd__spmm_rows(odd_mat_row(p->Y, begin), p->Y.stride, p->S, p->scale, p->X, begin, end);
}
#else
odd_status odd_csr_times(
	odd_mat Y, odd_ccsr S, const double *scale, odd_cmat X, const odd_job *job, odd_error *err)
{
	assert(Y.rows == S.rows && X.rows == S.cols && Y.cols == X.cols);
	assert(Y.stride == X.stride && X.stride % ODD_PAD == 0);
	struct spmm p = {Y, S, scale, X};
	odd__chunks chunks;
	odd__chunks_by_entries(&chunks, S.rows, S.ptr, 4);
	return odd__parallel_scratch(job, &chunks, odd__kernels()->spmm, &p, 0, NULL, err);
}
#endif
