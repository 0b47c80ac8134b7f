#include "config.h"

#include "session/moved.h"

#include <stdlib.h>
#include <string.h>

/* Is node i the same in both? Planted nodes stand at the end, and may have been planted anew. */
static bool is_common(const odd_network *a, const odd_network *b, size_t i)
{
	return i < a->nodes && i < b->nodes &&
	       (a == b || strcmp(odd_names_get(&a->ids, i), odd_names_get(&b->ids, i)) == 0);
}

/* The rank of every common node among them; 0 for all others. Returns how many there are. */
static size_t rank_common(
	uint32_t *rank, const uint32_t *order, size_t n, const odd_network *a, const odd_network *b)
{
	uint32_t next = 0;
	for (size_t i = 0; i < n; i++)
		rank[order[i]] = is_common(a, b, order[i]) ? ++next : 0;
	return next;
}

odd_status rank_changes(int32_t *out, const odd_network *old, const uint32_t *then, size_t n,
	const odd_network *net, const uint32_t *order, odd_error *err)
{
	uint32_t *was = malloc((n + 1) * sizeof *was), next = 0;
	if (was == NULL)
		return odd_error_nomem(err);
	rank_common(was, then, n, old, net);
	for (size_t i = 0; i < net->nodes; i++) {
		const uint32_t node = order[i];
		bool common = is_common(old, net, node);
		out[node] = common ? (int32_t)was[node] - (int32_t)++next : RANK_NEW;
	}
	free(was);
	return ODD_OK;
}
