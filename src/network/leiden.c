/* The Leiden method (Traag, Waltman, van Eck 2019) for modularity at resolution 1:
 *
 *     Q = 1/2m Σ over pairs i, j of one community of  A_ij − s_i s_j / 2m,
 *     s_i = Σ_j A_ij,  2m = Σ s_i
 *
 * Moving node v, taken out of its community, into community c of strength S_c gains
 *
 *     k_vc − s_v S_c / 2m,   k_vc = Σ_{j in c} A_vj
 *
 * in units of Q m. A round is: move single nodes while that gains anything (nodes whose neighbours
 * have moved wait in a queue); split every community into well connected parts; let each part be
 * one node of a smaller graph and begin again there. What a community is made of stays connected,
 * which moving alone does not promise. Rounds follow each other until one gains next to nothing.
 */
#include "config.h"

#include "network/leiden.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "linalg/memory.h"

enum { ROUNDS = 50, POLL = 4096 };
#define ENOUGH 1e-5      /* of modularity, for another round */
#define TEMPERATURE 0.01 /* of the choice between parts to join: next to none */

/* A graph of one level. Links both ways, none from a node to itself. */
struct graph {
	size_t n;
	size_t *ptr;
	uint32_t *idx;
	double *weight; /* NULL: all ones */
	double *strength;
	odd__memory memory; /* what is not the network's own */
};

struct search {
	odd_rng rng;
	const odd_job *job;
	double total;      /* 2m */
	int32_t *member;   /* per node of the level: its community */
	int32_t *part;     /* per node of the level: its part of the community */
	uint32_t *place;   /* per node of the network: its node of the level */
	double *sum;       /* per community or part: strength */
	double *towards;   /* per community or part: k_vc of the node at hand; 0 between nodes */
	uint32_t *touched; /* communities with towards ≠ 0 */
	uint32_t *queue;   /* ring of n nodes */
	uint32_t *list;    /* empty communities; nodes in order of their part */
	uint8_t *waiting;  /* per node: in the queue, or to be left alone */
	double *share;     /* per touched part: how likely it is joined */
	double *outside;   /* per part: links to the rest of its community */
	double *whole;     /* per community: strength, while it is split */
	size_t steps;      /* since the start, for polling */
	odd__memory memory;
};

static double link_weight(const struct graph *g, size_t e)
{
	return g->weight != NULL ? g->weight[e] : 1.0;
}

static bool stopped(struct search *s)
{
	return ++s->steps % POLL == 0 && odd_job_cancelled(s->job);
}

static void in_random_order(struct search *s, uint32_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++)
		order[i] = (uint32_t)i;
	odd_rng_shuffle(&s->rng, order, n);
}

/* k_vc for every community (or part) that v is linked to; their number. With `within`, links that
 * leave the community of v do not count. */
static size_t gather(struct search *s, const struct graph *g, const int32_t *of, uint32_t v,
	const int32_t *within)
{
	size_t count = 0;
	for (size_t e = g->ptr[v]; e < g->ptr[v + 1]; e++) {
		uint32_t j = g->idx[e];
		if (within != NULL && within[j] != within[v])
			continue;
		uint32_t c = (uint32_t)of[j];
		if (s->towards[c] == 0.0)
			s->touched[count++] = c;
		s->towards[c] += link_weight(g, e);
	}
	return count;
}

static void forget(struct search *s, size_t count)
{
	for (size_t t = 0; t < count; t++)
		s->towards[s->touched[t]] = 0.0;
}

/* Number the values of `of` from 0 in order of appearance; how many there are. */
static size_t number_anew(int32_t *of, size_t n, int32_t *work)
{
	int32_t count = 0;
	for (size_t c = 0; c < n; c++)
		work[c] = -1;
	for (size_t i = 0; i < n; i++) {
		if (work[of[i]] < 0)
			work[of[i]] = count++;
		of[i] = work[of[i]];
	}
	return (size_t)count;
}

/* Move nodes one by one to the community that gains most, until no node has anything to gain. */
static odd_status move_nodes(struct search *s, const struct graph *g, odd_error *err)
{
	size_t n = g->n, head = 0, length = n, empty = 0;
	memset(s->sum, 0, n * sizeof *s->sum);
	memset(s->waiting, 1, n);
	for (size_t i = 0; i < n; i++)
		s->sum[s->member[i]] += g->strength[i];
	/* How many nodes each community has; empty ones are there for nodes better off alone. */
	memset(s->part, 0, n * sizeof *s->part);
	for (size_t i = 0; i < n; i++)
		s->part[s->member[i]]++;
	for (size_t c = n; c-- > 0;)
		if (s->part[c] == 0)
			s->list[empty++] = (uint32_t)c;
	in_random_order(s, s->queue, n);
	while (length > 0) {
		uint32_t v = s->queue[head];
		head = head + 1 == n ? 0 : head + 1;
		length--;
		s->waiting[v] = 0;
		if (stopped(s))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		if (g->ptr[v] == g->ptr[v + 1])
			continue;
		int32_t from = s->member[v], to = from;
		double strength = g->strength[v], pull = strength / s->total;
		size_t count = gather(s, g, s->member, v, NULL);
		double stay = s->towards[from] - pull * (s->sum[from] - strength), best = stay;
		for (size_t t = 0; t < count; t++) {
			uint32_t c = s->touched[t];
			double gain = s->towards[c] - pull * s->sum[c];
			if ((int32_t)c != from && gain > best + 1e-12 * strength) {
				best = gain;
				to = (int32_t)c;
			}
		}
		if (best < -1e-12 * strength && s->part[from] > 1)
			to = (int32_t)s->list[--empty];
		forget(s, count);
		if (to == from)
			continue;
		s->member[v] = to;
		s->sum[from] -= strength;
		s->sum[to] += strength;
		s->part[to]++;
		if (--s->part[from] == 0)
			s->list[empty++] = (uint32_t)from;
		for (size_t e = g->ptr[v]; e < g->ptr[v + 1]; e++) {
			uint32_t j = g->idx[e];
			if (s->waiting[j] || s->member[j] == to)
				continue;
			s->waiting[j] = 1;
			s->queue[head + length < n ? head + length : head + length - n] = j;
			length++;
		}
	}
	return ODD_OK;
}

/* Join v, alone so far, to a part of its community that it is linked to and that is itself well
 * linked to the rest of the community; at random, the more likely the more it gains. */
static void join_part(struct search *s, const struct graph *g, uint32_t v)
{
	double strength = g->strength[v], pull = strength / s->total, most = 0.0, all = 0.0;
	size_t count = gather(s, g, s->part, v, s->member), open = 0;
	for (size_t t = 0; t < count; t++) {
		uint32_t c = s->touched[t];
		double gain = s->towards[c] - pull * s->sum[c];
		double rest = s->whole[s->member[v]] - s->sum[c];
		bool linked = s->outside[c] >= s->sum[c] * rest / s->total;
		s->share[t] = linked && gain >= 0.0 ? gain : -1.0;
		if (s->share[t] > most)
			most = s->share[t];
		open += s->share[t] >= 0.0;
	}
	for (size_t t = 0; t < count; t++) {
		s->share[t] = s->share[t] < 0.0 ? 0.0 : exp((s->share[t] - most) / TEMPERATURE);
		all += s->share[t];
	}
	if (open > 0) {
		double at = odd_rng_uniform(&s->rng) * all;
		size_t t = 0, last = 0;
		for (; t < count && (at >= s->share[t] || s->share[t] == 0.0); t++) {
			at -= s->share[t];
			if (s->share[t] > 0.0)
				last = t;
		}
		uint32_t c = s->touched[t < count ? t : last];
		/* Links between v and c were outside of both. */
		s->outside[c] += s->outside[s->part[v]] - 2.0 * s->towards[c];
		s->sum[c] += strength;
		s->sum[s->part[v]] = 0.0;
		s->waiting[v] = s->waiting[c] = 1;
		s->part[v] = (int32_t)c;
	}
	forget(s, count);
}

/* Split each community into parts. Begins with single nodes; part c is named after a node that is
 * in it, and waiting[c] says that it is no longer alone. */
static odd_status split(struct search *s, const struct graph *g, odd_error *err)
{
	size_t n = g->n;
	memset(s->whole, 0, n * sizeof *s->whole);
	memset(s->waiting, 0, n);
	for (size_t i = 0; i < n; i++) {
		s->whole[s->member[i]] += g->strength[i];
		s->sum[i] = g->strength[i];
		s->part[i] = (int32_t)i;
		s->outside[i] = 0.0;
		for (size_t e = g->ptr[i]; e < g->ptr[i + 1]; e++)
			if (s->member[g->idx[e]] == s->member[i])
				s->outside[i] += link_weight(g, e);
	}
	in_random_order(s, s->queue, n);
	for (size_t at = 0; at < n; at++) {
		uint32_t v = s->queue[at];
		if (stopped(s))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		double rest = s->whole[s->member[v]] - g->strength[v];
		if (!s->waiting[v] && s->outside[v] >= g->strength[v] * rest / s->total)
			join_part(s, g, v);
	}
	return ODD_OK;
}

/* The nodes of g in s->list, those of one part together; ptr[c] … ptr[c + 1] are those of part c.
 */
static void order_by_part(struct search *s, size_t n, size_t count, size_t *ptr)
{
	memset(ptr, 0, (count + 2) * sizeof *ptr);
	for (size_t i = 0; i < n; i++)
		ptr[s->part[i] + 2]++;
	for (size_t c = 2; c < count + 2; c++)
		ptr[c] += ptr[c - 1];
	for (size_t i = 0; i < n; i++)
		s->list[ptr[s->part[i] + 1]++] = (uint32_t)i;
}

/* The graph whose nodes are the `count` parts of g, and the communities of those. */
static odd_status shrink(
	struct graph *out, struct search *s, const struct graph *g, size_t count, odd_error *err)
{
	size_t at = 0, links = g->ptr[g->n];
	struct graph small = {.n = count};
	small.ptr = odd__take(&small.memory, count + 1, sizeof *small.ptr);
	small.idx = odd__take(&small.memory, links + 1, sizeof *small.idx);
	small.weight = odd__take(&small.memory, links + 1, sizeof *small.weight);
	small.strength = odd__take(&small.memory, count + 1, sizeof *small.strength);
	size_t *begin = odd__take(&small.memory, count + 2, sizeof *begin);
	if (odd__memory_check(&small.memory, err) != ODD_OK) {
		odd__memory_free(&small.memory);
		return ODD_ENOMEM;
	}
	order_by_part(s, g->n, count, begin);
	for (size_t c = 0; c < count; c++) {
		size_t found = 0;
		small.ptr[c] = at;
		for (size_t m = begin[c]; m < begin[c + 1]; m++) {
			uint32_t v = s->list[m];
			small.strength[c] += g->strength[v];
			for (size_t e = g->ptr[v]; e < g->ptr[v + 1]; e++) {
				uint32_t to = (uint32_t)s->part[g->idx[e]];
				if (to == c)
					continue;
				if (s->towards[to] == 0.0)
					s->touched[found++] = to;
				s->towards[to] += link_weight(g, e);
			}
		}
		for (size_t t = 0; t < found; t++) {
			small.idx[at] = s->touched[t];
			small.weight[at++] = s->towards[s->touched[t]];
		}
		forget(s, found);
	}
	small.ptr[count] = at;
	/* A community's number at a node of each part; list holds one for every part. */
	for (size_t c = 0; c < count; c++)
		s->queue[c] = (uint32_t)s->member[s->list[begin[c]]];
	for (size_t c = 0; c < count; c++)
		s->member[c] = (int32_t)s->queue[c];
	*out = small;
	return ODD_OK;
}

/* One round from the communities in `of`, which it replaces. */
static odd_status one_round(
	int32_t *of, struct search *s, const struct graph *network, odd_error *err)
{
	struct graph g = *network;
	odd_status status;
	memcpy(s->member, of, g.n * sizeof *of);
	for (size_t i = 0; i < g.n; i++)
		s->place[i] = (uint32_t)i;
	for (;;) {
		if ((status = move_nodes(s, &g, err)) != ODD_OK)
			break;
		size_t communities = number_anew(s->member, g.n, (int32_t *)s->list);
		if (communities == g.n || (status = split(s, &g, err)) != ODD_OK)
			break;
		size_t count = number_anew(s->part, g.n, (int32_t *)s->list);
		if (count == g.n) { /* nothing would shrink: whole communities become nodes */
			memcpy(s->part, s->member, g.n * sizeof *s->part);
			count = communities;
		}
		for (size_t i = 0; i < network->n; i++)
			s->place[i] = (uint32_t)s->part[s->place[i]];
		struct graph small;
		if ((status = shrink(&small, s, &g, count, err)) != ODD_OK)
			break;
		if (g.ptr != network->ptr)
			odd__memory_free(&g.memory);
		g = small;
	}
	if (g.ptr != network->ptr)
		odd__memory_free(&g.memory);
	if (status == ODD_OK)
		for (size_t i = 0; i < network->n; i++)
			of[i] = s->member[s->place[i]];
	return status;
}

/* The network's links, seen from both ends. */
static odd_status begin_graph(struct graph *g, const odd_network *net, odd_error *err)
{
	const odd_csr *A = &net->A;
	size_t n = net->nodes, nnz = A->ptr[n];
	*g = (struct graph){.n = n, .ptr = A->ptr, .idx = A->idx, .weight = A->val};
	g->strength = odd__take(&g->memory, n + 1, sizeof *g->strength);
	if (net->directed) {
		g->ptr = odd__take(&g->memory, n + 2, sizeof *g->ptr);
		g->idx = odd__take(&g->memory, 2 * nnz + 1, sizeof *g->idx);
		g->weight = odd__take(&g->memory, 2 * nnz + 1, sizeof *g->weight);
	}
	if (odd__memory_check(&g->memory, err) != ODD_OK)
		return ODD_ENOMEM;
	for (size_t i = 0; i < n; i++)
		for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
			double w = A->val != NULL ? A->val[e] : 1.0;
			g->strength[i] += w;
			if (net->directed)
				g->strength[A->idx[e]] += w;
		}
	if (!net->directed)
		return ODD_OK;
	for (size_t i = 0; i < n; i++) {
		g->ptr[i + 2] += A->ptr[i + 1] - A->ptr[i];
		for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
			g->ptr[A->idx[e] + 2]++;
	}
	for (size_t i = 2; i < n + 2; i++)
		g->ptr[i] += g->ptr[i - 1];
	for (size_t i = 0; i < n; i++)
		for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
			uint32_t j = A->idx[e];
			double w = A->val != NULL ? A->val[e] : 1.0;
			g->idx[g->ptr[i + 1]] = j;
			g->weight[g->ptr[i + 1]++] = w;
			g->idx[g->ptr[j + 1]] = (uint32_t)i;
			g->weight[g->ptr[j + 1]++] = w;
		}
	return ODD_OK;
}

/* Q of the communities in `of`, numbered below n; sum is room for n numbers. */
static double modularity(const struct graph *g, const int32_t *of, double total, double *sum)
{
	double inside = 0.0, expected = 0.0;
	memset(sum, 0, g->n * sizeof *sum);
	for (size_t i = 0; i < g->n; i++) {
		sum[of[i]] += g->strength[i];
		for (size_t e = g->ptr[i]; e < g->ptr[i + 1]; e++)
			inside += of[g->idx[e]] == of[i] ? link_weight(g, e) : 0.0;
	}
	for (size_t c = 0; c < g->n; c++)
		expected += sum[c] / total * (sum[c] / total);
	return inside / total - expected;
}

static odd_status begin_search(struct search *s, size_t n, odd_error *err)
{
	odd__memory *memory = &s->memory;
	s->member = odd__take(memory, n + 1, sizeof *s->member);
	s->part = odd__take(memory, n + 1, sizeof *s->part);
	s->place = odd__take(memory, n + 1, sizeof *s->place);
	s->sum = odd__take(memory, n + 1, sizeof *s->sum);
	s->towards = odd__take(memory, n + 1, sizeof *s->towards);
	s->touched = odd__take(memory, n + 1, sizeof *s->touched);
	s->queue = odd__take(memory, n + 1, sizeof *s->queue);
	s->list = odd__take(memory, n + 1, sizeof *s->list);
	s->waiting = odd__take(memory, n + 1, sizeof *s->waiting);
	s->share = odd__take(memory, n + 1, sizeof *s->share);
	s->outside = odd__take(memory, n + 1, sizeof *s->outside);
	s->whole = odd__take(memory, n + 1, sizeof *s->whole);
	return odd__memory_check(memory, err);
}

odd_status odd__leiden(
	int32_t *of, const odd_network *net, uint64_t seed, const odd_job *job, odd_error *err)
{
	struct graph g;
	struct search s = {.job = job};
	odd_status status = begin_graph(&g, net, err);
	if (status != ODD_OK)
		goto out;
	for (size_t i = 0; i < g.n; i++) {
		of[i] = (int32_t)i;
		s.total += g.strength[i];
	}
	if ((status = begin_search(&s, g.n, err)) != ODD_OK)
		goto out;
	odd_rng_init(&s.rng, seed, "communities");
	double best = -1.0;
	for (int round = 0; round < ROUNDS && s.total > 0.0; round++) {
		odd_job_report(job, "communities", round, ROUNDS);
		if (odd_job_cancelled(job))
			status = odd_error_set(err, ODD_ECANCELLED, "cancelled");
		else
			status = one_round(of, &s, &g, err);
		if (status != ODD_OK)
			break;
		double quality = modularity(&g, of, s.total, s.sum);
		if (quality < best + ENOUGH)
			break;
		best = quality;
	}
out:
	odd__memory_free(&s.memory);
	odd__memory_free(&g.memory);
	return status;
}
