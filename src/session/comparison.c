#include "config.h"

#include "session/comparison.h"

#include <stdlib.h>

#include "session/xalloc.h"

size_t comparison_top(const struct session_comparison *c)
{
	if (c->first == NULL)
		return 0;
	return odd_top(c->first->of.net->nodes, COMPARISON_TOP);
}

bool comparison_finds(const struct session_comparison *c, size_t method, size_t node)
{
	const struct comparison_found *found = c->found[method];
	return found != NULL && found->rank[node] <= comparison_top(c);
}

static bool known(const struct session_comparison *c, size_t node)
{
	return c->first->of.net->has_truth && odd_kind_is_outlier(c->first->of.net->truth[node]);
}

/* A list that keeps the best of what it is given. */
struct best {
	const struct session_comparison *c;
	uint32_t *node;
	uint32_t *key; /* by which it is sorted, rising */
	size_t count, most;
};

static void offer(struct best *b, size_t node, uint32_t rank)
{
	/* Known outliers before all others; a rank is never as large as half the range. */
	uint32_t key = known(b->c, node) ? rank : rank + UINT32_MAX / 2;
	size_t at = b->count < b->most ? b->count++ : b->most;
	if (at == b->most && (at == 0 || b->key[--at] <= key))
		return;
	for (; at > 0 && b->key[at - 1] > key; at--) {
		b->key[at] = b->key[at - 1];
		b->node[at] = b->node[at - 1];
	}
	b->key[at] = key;
	b->node[at] = (uint32_t)node;
}

size_t comparison_only(
	const struct session_comparison *c, size_t method, uint32_t *node, size_t most)
{
	struct best best = {c, node, xgrow(NULL, most, sizeof *best.key), 0, most};
	size_t all = 0;
	for (size_t i = 0; c->found[method] != NULL && i < c->found[method]->nodes; i++) {
		bool only = comparison_finds(c, method, i);
		for (size_t m = 0; m < c->table.methods && only; m++)
			only = m == method || !comparison_finds(c, m, i);
		if (!only)
			continue;
		all++;
		offer(&best, i, c->found[method]->rank[i]);
	}
	free(best.key);
	return all;
}

size_t comparison_differ(const struct session_comparison *c, size_t a, size_t b, uint32_t *node,
	size_t most, size_t count[4])
{
	struct best best = {c, node, xgrow(NULL, most, sizeof *best.key), 0, most};
	size_t all = 0;
	memset(count, 0, 4 * sizeof *count);
	if (c->found[a] == NULL || c->found[b] == NULL) {
		free(best.key);
		return 0;
	}
	for (size_t i = 0; i < c->found[a]->nodes; i++) {
		bool in_a = comparison_finds(c, a, i), in_b = comparison_finds(c, b, i);
		if (known(c, i))
			count[in_a ? (in_b ? 0 : 1) : (in_b ? 2 : 3)]++;
		if (in_a == in_b)
			continue;
		all++;
		offer(&best, i, c->found[in_a ? a : b]->rank[i]);
	}
	free(best.key);
	return all;
}

size_t comparison_missed(const struct session_comparison *c)
{
	size_t missed = 0, ranked = 0;
	for (size_t m = 0; m < c->table.methods; m++)
		ranked += c->found[m] != NULL;
	if (ranked == 0)
		return SIZE_MAX;
	for (size_t i = 0; i < c->first->of.net->nodes; i++) {
		bool found = !known(c, i);
		for (size_t m = 0; m < c->table.methods && !found; m++)
			found = comparison_finds(c, m, i);
		missed += !found;
	}
	return missed;
}
