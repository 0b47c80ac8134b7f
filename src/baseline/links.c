#include "config.h"

#include "baseline/links.h"

#include <stdlib.h>
#include <string.h>

/* Every stored link and its mirror image, merged. */
static odd_status both_ways(odd_csr *out, odd_ccsr A, odd_error *err)
{
	size_t nnz = odd_csr_nnz(A), n = 0;
	uint32_t *r = malloc((2 * nnz + 1) * sizeof *r), *c = malloc((2 * nnz + 1) * sizeof *c);
	double *v = A.val != NULL ? malloc((2 * nnz + 1) * sizeof *v) : NULL;
	odd_status status = ODD_OK;
	if (r == NULL || c == NULL || (A.val != NULL && v == NULL)) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < A.rows; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++, n += 2) {
			r[n] = c[n + 1] = (uint32_t)i;
			c[n] = r[n + 1] = A.idx[e];
			if (v != NULL)
				v[n] = v[n + 1] = A.val[e];
		}
	status = odd_csr_from_triplets(out, A.rows, A.cols, n, r, c, v, ODD_MERGE_MAX, NULL, err);
out:
	free(r);
	free(c);
	free(v);
	return status;
}

odd_status odd__links_init(odd__links *out, const odd_network *net, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->A = odd_csr_const(net->A);
	if (!net->directed)
		return ODD_OK;
	odd_status status = both_ways(&out->own, out->A, err);
	if (status == ODD_OK)
		out->A = odd_csr_const(out->own);
	return status;
}

void odd__links_clear(odd__links *links)
{
	odd_csr_clear(&links->own);
	memset(links, 0, sizeof *links);
}
