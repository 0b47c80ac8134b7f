/* same_network.h: whether two networks are the same. */
#ifndef TESTS_SAME_NETWORK_H
#define TESTS_SAME_NETWORK_H

#include <string.h>

#include "oddone/network.h"

static inline bool same_names(const odd_names *a, const odd_names *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (strcmp(odd_names_get(a, i), odd_names_get(b, i)) != 0)
			return false;
	return true;
}

static inline bool same_matrix(odd_ccsr a, odd_ccsr b)
{
	if (a.rows != b.rows || a.cols != b.cols || odd_csr_nnz(a) != odd_csr_nnz(b))
		return false;
	for (size_t i = 0; i <= a.rows && a.ptr != NULL; i++)
		if (a.ptr[i] != b.ptr[i])
			return false;
	for (size_t e = 0; e < odd_csr_nnz(a); e++)
		if (a.idx[e] != b.idx[e] || odd_csr_value(a, e) != odd_csr_value(b, e))
			return false;
	return true;
}

/* Equal in every entry and name (the format and what was skipped do not count). */
static inline bool networks_equal(const odd_network *a, const odd_network *b)
{
	if (a->directed != b->directed || strcmp(a->name, b->name) != 0 || a->nodes != b->nodes)
		return false;
	for (size_t i = 0; i < a->nodes; i++)
		if (a->label[i] != b->label[i] || a->truth[i] != b->truth[i])
			return false;
	if (a->columns.count != b->columns.count)
		return false;
	for (size_t c = 0; c < a->columns.count; c++) {
		const odd_table_column *x = &a->columns.column[c], *y = &b->columns.column[c];
		if (strcmp(x->name, y->name) != 0 || x->type != y->type ||
			x->missing != y->missing || x->attributes != y->attributes ||
			x->skewed != y->skewed || x->filled_in != y->filled_in ||
			x->seldom != y->seldom)
			return false;
	}
	if (!same_matrix(odd_csr_const(a->columns.cells), odd_csr_const(b->columns.cells)))
		return false;
	for (size_t d = 0; a->columns.count > 0 && d < a->attributes; d++)
		if (a->columns.of[d] != b->columns.of[d])
			return false;
	return same_names(&a->ids, &b->ids) && same_names(&a->words, &b->words) &&
	       same_names(&a->classes, &b->classes) &&
	       same_matrix(odd_csr_const(a->A), odd_csr_const(b->A)) &&
	       same_matrix(odd_csr_const(a->C), odd_csr_const(b->C));
}

#endif
