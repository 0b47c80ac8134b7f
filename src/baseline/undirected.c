#include "config.h"

#include "baseline/undirected.h"

#include <stdlib.h>

/* Every arc twice, there and back; the builder of matrices sorts and merges them. */
static odd_status both_ways(odd_csr *out, odd_ccsr A, bool weighted, odd_error *err)
{
	size_t n = odd_csr_nnz(A), at = 0;
	uint32_t *from = malloc((2 * n + 1) * sizeof *from), *to = malloc((2 * n + 1) * sizeof *to);
	double *weight = weighted ? malloc((2 * n + 1) * sizeof *weight) : NULL;
	odd_status status = ODD_OK;
	if (from == NULL || to == NULL || (weighted && weight == NULL)) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < A.rows; i++) {
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
			for (int back = 0; back < 2; back++, at++) {
				from[at] = back ? A.idx[e] : (uint32_t)i;
				to[at] = back ? (uint32_t)i : A.idx[e];
				if (weighted)
					weight[at] = odd_csr_value(A, e);
			}
		}
	}
	status = odd_csr_from_triplets(
		out, A.rows, A.cols, at, from, to, weight, ODD_MERGE_MAX, NULL, err);
out:
	free(from);
	free(to);
	free(weight);
	return status;
}

odd_status odd__undirected(odd_csr *out, const odd_network *net, bool weighted, odd_error *err)
{
	odd_ccsr A = odd_csr_const(net->A);
	if (net->directed)
		return both_ways(out, A, weighted, err);
	if (!weighted)
		A.val = NULL;
	return odd_csr_copy(out, A, err);
}
