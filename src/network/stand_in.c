/* Links in place of attributes that are not there. */
#include "config.h"

#include "oddone/network.h"

#include <stdlib.h>
#include <string.h>

/* A + I without values: row i lists the node itself and those it is linked with. */
static odd_status list_neighbours(odd_csr *out, odd_ccsr A, odd_error *err)
{
	odd_status status = odd_csr_alloc(out, A.rows, A.rows, odd_csr_nnz(A) + A.rows, 0, err);
	size_t at = 0;
	for (size_t i = 0; i < A.rows && status == ODD_OK; i++) {
		size_t e = A.ptr[i];
		for (; e < A.ptr[i + 1] && A.idx[e] < i; e++)
			out->idx[at++] = A.idx[e];
		out->idx[at++] = (uint32_t)i;
		for (; e < A.ptr[i + 1]; e++)
			out->idx[at++] = A.idx[e];
		out->ptr[i + 1] = at;
	}
	return status;
}

odd_status odd_network_without_attributes(odd_network **out, const odd_network *net, odd_error *err)
{
	odd_status status = odd_network_copy(out, net, err);
	if (status != ODD_OK)
		return status;
	odd_network *other = *out;
	odd_csr_clear(&other->C);
	odd_names_clear(&other->words);
	odd_columns_clear(&other->columns);
	other->attributes = 0;
	status = odd_names_copy(&other->words, &net->ids, err);
	if (status == ODD_OK)
		status = list_neighbours(&other->C, odd_csr_const(net->A), err);
	if (status != ODD_OK) {
		odd_network_free(other);
		*out = NULL;
		return status;
	}
	other->attributes = net->nodes;
	other->links_are_words = true;
	return ODD_OK;
}
