/* huffman.c: the two-queue construction.
 *
 * Leaves wait in falling order of their counts and are taken from the end, inner nodes wait in the
 * order they are made, which is rising: the two lightest are always at the heads. The second taken
 * gets bit 1. Codes are then read from leaf to root and written from root to leaf.
 */
#include "config.h"

#include "baseline/huffman.h"

#include <stdlib.h>
#include <string.h>

struct leaf {
	uint64_t count;
	uint32_t node;
};

/* The merging: slots 0 … n−1 are leaves in falling order, n … 2n−2 inner nodes. */
struct merge {
	size_t n;
	struct leaf *leaf;
	uint64_t *weight; /* 2n − 1 */
	uint32_t *parent; /* 2n − 1 */
	uint8_t *bit;     /* 2n − 1 */
	odd__memory memory;
};

static int by_falling_count(const void *a, const void *b)
{
	const struct leaf *x = a, *y = b;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->node < y->node ? -1 : x->node > y->node;
}

static odd_status merge_init(struct merge *m, const uint64_t *count, size_t n, odd_error *err)
{
	*m = (struct merge){.n = n};
	m->leaf = odd__take(&m->memory, n, sizeof *m->leaf);
	m->weight = odd__take(&m->memory, 2 * n, sizeof *m->weight);
	m->parent = odd__take(&m->memory, 2 * n, sizeof *m->parent);
	m->bit = odd__take(&m->memory, 2 * n, sizeof *m->bit);
	odd_status status = odd__memory_check(&m->memory, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		m->leaf[i] = (struct leaf){count[i], (uint32_t)i};
	qsort(m->leaf, n, sizeof *m->leaf, by_falling_count);
	for (size_t i = 0; i < n; i++)
		m->weight[i] = m->leaf[i].count;
	return ODD_OK;
}

static void merge_all(struct merge *m)
{
	size_t leaves = m->n, inner = m->n; /* leaves left; the oldest inner node without parent */
	for (size_t made = m->n; made + 1 < 2 * m->n; made++) {
		m->weight[made] = 0;
		for (uint8_t bit = 0; bit < 2; bit++) {
			size_t least;
			if (leaves > 0 &&
				(inner == made || m->weight[leaves - 1] < m->weight[inner]))
				least = --leaves;
			else
				least = inner++;
			m->weight[made] += m->weight[least];
			m->parent[least] = (uint32_t)made;
			m->bit[least] = bit;
		}
	}
}

void odd__huffman_clear(odd__huffman *tree)
{
	odd__memory_free(&tree->memory);
	memset(tree, 0, sizeof *tree);
}

/* Lengths first, so that the codes can be laid out without a bound on them. */
static odd_status read_codes(odd__huffman *out, const struct merge *m, odd_error *err)
{
	size_t n = m->n, root = 2 * n - 2;
	out->n = n;
	out->ptr = odd__take(&out->memory, n + 1, sizeof *out->ptr);
	odd_status status = odd__memory_check(&out->memory, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		for (size_t slot = i; slot != root; slot = m->parent[slot])
			out->ptr[m->leaf[i].node + 1]++;
	for (size_t v = 0; v < n; v++)
		out->ptr[v + 1] += out->ptr[v];
	out->inner = odd__take(&out->memory, out->ptr[n], sizeof *out->inner);
	out->bit = odd__take(&out->memory, out->ptr[n], sizeof *out->bit);
	status = odd__memory_check(&out->memory, err);
	for (size_t i = 0; i < n && status == ODD_OK; i++) {
		size_t at = out->ptr[m->leaf[i].node + 1];
		for (size_t slot = i; slot != root; slot = m->parent[slot]) {
			out->inner[--at] = m->parent[slot] - (uint32_t)n;
			out->bit[at] = m->bit[slot];
		}
	}
	return status;
}

odd_status odd__huffman_init(odd__huffman *out, const uint64_t *count, size_t n, odd_error *err)
{
	struct merge m;
	memset(out, 0, sizeof *out);
	if (n == 0 || n > UINT32_MAX / 2)
		return odd_error_set(err, ODD_EUSAGE, "cannot make a code for %zu nodes", n);
	odd_status status = merge_init(&m, count, n, err);
	if (status == ODD_OK) {
		merge_all(&m);
		status = read_codes(out, &m, err);
	}
	if (status != ODD_OK)
		odd__huffman_clear(out);
	odd__memory_free(&m.memory);
	return status;
}
