#include "config.h"

#include "session/moved.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double rank_move_weight(size_t then, size_t now)
{
	double a = (double)then, b = (double)now;
	return fabs(log2(a / b)) / log2(1.0 + fmin(a, b));
}

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

static int by_weight(const void *a, const void *b)
{
	const struct rank_move *x = a, *y = b;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return x->now < y->now ? -1 : x->now > y->now ? 1 : 0;
}

odd_status rank_moves_find(struct rank_moves *out, const struct ghost *ghost,
	const odd_network *net, const uint32_t *order, odd_error *err)
{
	const odd_network *old = ghost->net->net;
	*out = (struct rank_moves){NULL, 0, 0, 0, 0};
	uint32_t *then = malloc((ghost->n + 1) * sizeof *then);
	uint32_t *now = malloc((net->nodes + 1) * sizeof *now);
	out->move = malloc((net->nodes + 1) * sizeof *out->move);
	if (then == NULL || now == NULL || out->move == NULL) {
		free(then);
		free(now);
		rank_moves_clear(out);
		return odd_error_nomem(err);
	}
	rank_common(then, ghost->order, ghost->n, old, net);
	out->common = rank_common(now, order, net->nodes, old, net);
	out->gone = ghost->n - out->common;
	out->come = net->nodes - out->common;
	for (size_t i = 0; i < net->nodes; i++)
		if (now[i] > 0 && now[i] != then[i])
			out->move[out->count++] = (struct rank_move){
				(uint32_t)i, then[i], now[i], rank_move_weight(then[i], now[i])};
	qsort(out->move, out->count, sizeof *out->move, by_weight);
	free(then);
	free(now);
	return ODD_OK;
}

void rank_moves_clear(struct rank_moves *moves)
{
	free(moves->move);
	*moves = (struct rank_moves){NULL, 0, 0, 0, 0};
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
