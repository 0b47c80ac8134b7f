/* order.c: an order in which to visit the nodes such that those that follow each other are linked.
 *
 * A Hᵀ and Aᵀ diag(w) G fetch a row of K numbers for every link. Where nodes stand in a file at
 * random, each comes from memory; visited community by community, most are still in a cache from
 * the node before. Nothing moves: matrices and results stay in the order of the network, and only
 * sums over all nodes are added up in another order.
 *
 * The communities are those of label propagation with a bound on their size: each node in turn
 * takes the label that weighs most among its neighbours, of those that are not full. Then the same
 * once more on the communities themselves, so that parts of one stand together. O(links) a round.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "one/part.h"
#include "one/state.h"

#define ROUNDS 4
#define COARSE_ROUNDS 6
#define FULL 1024       /* nodes of a community; the rows of some fit the second cache */
#define WINDOW 512      /* nodes whose neighbours are counted together */
#define WINDOWS 64      /* of them, spread evenly */
#define NEAR_ENOUGH 0.5 /* this share of different rows fetched is good as it is */
#define CLOSE 4096      /* rows between two nodes whose rows are fetched into one cache … */
#define CLOSE_PART 16   /* … and at most this part of all */
#define CLOSE_SHARE 0.5 /* where so many links are that short, another order has little to gain */
#define GAIN 0.8        /* the new order must fetch less than this share of what the old does */

/* Different neighbours over neighbours, within windows of nodes that are visited together. */
static double scattered(const uint32_t *visit, odd_ccsr A, uint32_t *seen, uint32_t *mark)
{
	size_t different = 0, all = 0;
	for (size_t w = 0; w < WINDOWS; w++) {
		const size_t begin = w * A.rows / WINDOWS;
		const size_t end = begin + WINDOW < A.rows ? begin + WINDOW : A.rows;
		(*mark)++;
		for (size_t at = begin; at < end; at++) {
			const size_t i = visit != NULL ? visit[at] : at;
			for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
				different += seen[A.idx[e]] != *mark;
				seen[A.idx[e]] = *mark;
				all++;
			}
		}
	}
	return all > 0 ? (double)different / (double)all : 0.0;
}

/* Which share of links joins nodes that stand close together, in the same windows. */
static double close_share(odd_ccsr A)
{
	const size_t most = A.rows / CLOSE_PART < CLOSE ? A.rows / CLOSE_PART : CLOSE;
	size_t close = 0, all = 0;
	for (size_t w = 0; w < WINDOWS; w++) {
		const size_t begin = w * A.rows / WINDOWS;
		const size_t end = begin + WINDOW < A.rows ? begin + WINDOW : A.rows;
		for (size_t i = begin; i < end; i++) {
			for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++) {
				const size_t j = A.idx[e], span = i < j ? j - i : i - j;
				close += span > 0 && span <= most;
				all += span > 0;
			}
		}
	}
	return all > 0 ? (double)close / (double)all : 1.0;
}

struct labels {
	uint32_t *label; /* per node */
	uint32_t *size;  /* per label */
	double *weight;  /* per label, zero between nodes */
	uint32_t *met;   /* labels of the node's neighbours */
};

/* One round over the nodes of S. Returns how many changed their label. */
static size_t propagate(struct labels *l, odd_ccsr S, const uint32_t *mass, uint32_t full)
{
	size_t moved = 0;
	for (size_t i = 0; i < S.rows; i++) {
		const uint32_t own = l->label[i], mine = mass != NULL ? mass[i] : 1;
		size_t count = 0;
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			const uint32_t c = l->label[S.idx[e]];
			if (S.idx[e] == i)
				continue;
			if (l->weight[c] == 0.0)
				l->met[count++] = c;
			l->weight[c] += odd_csr_value(S, e);
		}
		uint32_t best = own;
		double most = l->weight[own];
		for (size_t m = 0; m < count; m++) {
			const uint32_t c = l->met[m];
			if (l->weight[c] > most && l->size[c] + mine <= full) {
				most = l->weight[c];
				best = c;
			}
		}
		for (size_t m = 0; m < count; m++)
			l->weight[l->met[m]] = 0.0;
		if (best != own) {
			l->label[i] = best;
			l->size[own] -= mine;
			l->size[best] += mine;
			moved++;
		}
	}
	return moved;
}

/* Number the labels in use 0 … in rising order, in place; map is work. Returns how many. */
static size_t renumber(uint32_t *label, size_t n, uint32_t *map)
{
	size_t count = 0;
	memset(map, 0, n * sizeof *map);
	for (size_t i = 0; i < n; i++)
		map[label[i]] = 1;
	for (size_t c = 0; c < n; c++)
		if (map[c] != 0)
			map[c] = (uint32_t)count++;
	for (size_t i = 0; i < n; i++)
		label[i] = map[label[i]];
	return count;
}

/* The graph of the communities: weights between them summed. */
static odd_status contract(
	odd_csr *out, odd_ccsr S, const uint32_t *label, size_t count, odd_error *err)
{
	const size_t nnz = odd_csr_nnz(S);
	uint32_t *r = malloc((nnz + 1) * sizeof *r), *c = malloc((nnz + 1) * sizeof *c);
	double *v = malloc((nnz + 1) * sizeof *v);
	size_t n = 0;
	odd_status status = ODD_ENOMEM;
	if (r == NULL || c == NULL || v == NULL) {
		odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < S.rows; i++)
		for (size_t e = S.ptr[i]; e < S.ptr[i + 1]; e++) {
			if (label[i] == label[S.idx[e]])
				continue;
			r[n] = label[i];
			c[n] = label[S.idx[e]];
			v[n++] = odd_csr_value(S, e);
		}
	status = odd_csr_from_triplets(out, count, count, n, r, c, v, ODD_MERGE_SUM, NULL, err);
out:
	free(r);
	free(c);
	free(v);
	return status;
}

/* at[i] nodes sorted by key[i], those of one key in the order they are in `from` (NULL: rising). */
static void sort_by(uint32_t *to, const uint32_t *from, const uint32_t *key, size_t n,
	uint32_t *start, size_t keys)
{
	memset(start, 0, (keys + 1) * sizeof *start);
	for (size_t i = 0; i < n; i++)
		start[key[i] + 1]++;
	for (size_t c = 0; c < keys; c++)
		start[c + 1] += start[c];
	for (size_t a = 0; a < n; a++) {
		const uint32_t i = from != NULL ? from[a] : (uint32_t)a;
		to[start[key[i]]++] = i;
	}
}

static odd_status by_communities(uint32_t *visit, odd_ccsr A, struct labels *l, uint32_t *spare,
	const odd_job *job, odd_error *err)
{
	const size_t n = A.rows;
	odd_csr coarse = {0};
	uint32_t *mass = NULL;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < n; i++) {
		l->label[i] = (uint32_t)i;
		l->size[i] = 1;
	}
	for (int round = 0; round < ROUNDS; round++) {
		if (odd_job_cancelled(job))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		if (propagate(l, A, NULL, FULL) < n / 50)
			break;
	}
	const size_t count = renumber(l->label, n, spare);
	sort_by(visit, NULL, l->label, n, spare, count);
	status = contract(&coarse, A, l->label, count, err);
	if (status == ODD_OK && (mass = calloc(count + 1, sizeof *mass)) == NULL)
		status = odd_error_nomem(err);
	if (status != ODD_OK)
		goto out;
	for (size_t i = 0; i < n; i++)
		mass[l->label[i]]++;
	/* The labels of the communities, in arrays of their own length. */
	uint32_t *fine = malloc(n * sizeof *fine);
	if (fine == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	memcpy(fine, l->label, n * sizeof *fine);
	for (size_t c = 0; c < count; c++) {
		l->label[c] = (uint32_t)c;
		l->size[c] = mass[c];
	}
	for (int round = 0; round < COARSE_ROUNDS; round++)
		if (propagate(l, odd_csr_const(coarse), mass, 4 * FULL) == 0)
			break;
	/* Nodes by community, communities by the group they are in. */
	const size_t groups = renumber(l->label, count, spare);
	for (size_t i = 0; i < n; i++)
		fine[i] = l->label[fine[i]];
	memcpy(l->size, visit, n * sizeof *visit);
	sort_by(visit, l->size, fine, n, spare, groups);
	free(fine);
out:
	odd_csr_clear(&coarse);
	free(mass);
	return status;
}

/* S with its rows in the order of visit. */
static odd_status rows_of(odd_csr *out, odd_ccsr S, const uint32_t *visit, odd_error *err)
{
	odd_status status = odd_csr_alloc(out, S.rows, S.cols, odd_csr_nnz(S), S.val != NULL, err);
	size_t at = 0;
	for (size_t i = 0; i < S.rows && status == ODD_OK; i++) {
		const size_t from = S.ptr[visit[i]], count = S.ptr[visit[i] + 1] - from;
		memcpy(out->idx + at, S.idx + from, count * sizeof *S.idx);
		if (S.val != NULL)
			memcpy(out->val + at, S.val + from, count * sizeof *S.val);
		out->ptr[i + 1] = at += count;
	}
	return status;
}

odd_status odd__one_need_nearby(odd_one *run, odd_error *err)
{
	if (run->visit == NULL || run->nearby[0].ptr != NULL)
		return ODD_OK;
	odd_status status = rows_of(&run->nearby[0], run->A, run->visit, err);
	if (status == ODD_OK && run->At.ptr != run->A.ptr)
		status = rows_of(&run->nearby[1], run->At, run->visit, err);
	if (status != ODD_OK)
		odd_csr_clear(&run->nearby[0]);
	return status;
}

static odd_status labels_init(struct labels *l, size_t n, odd_error *err)
{
	*l = (struct labels){calloc(n + 1, sizeof *l->label), malloc((n + 1) * sizeof *l->size),
		calloc(n + 1, sizeof *l->weight), malloc((n + 1) * sizeof *l->met)};
	return l->label != NULL && l->size != NULL && l->weight != NULL && l->met != NULL
		       ? ODD_OK
		       : odd_error_nomem(err);
}

static void labels_clear(struct labels *l)
{
	free(l->label);
	free(l->size);
	free(l->weight);
	free(l->met);
}

odd_status odd__order_by_communities(
	uint32_t *visit, odd_ccsr A, const odd_job *job, odd_error *err)
{
	struct labels l;
	uint32_t *spare = malloc((A.rows + 2) * sizeof *spare);
	odd_status status = labels_init(&l, A.rows, err);
	if (status == ODD_OK && spare == NULL)
		status = odd_error_nomem(err);
	if (status == ODD_OK)
		status = by_communities(visit, A, &l, spare, job, err);
	labels_clear(&l);
	free(spare);
	return status;
}

odd_status odd__one_order(odd_one *run, const odd_job *job, odd_error *err)
{
	const size_t n = run->n, bytes = n * ((run->options.k + 7) / 8 * 8) * sizeof(double);
	if (bytes <= run->tuning.order_from)
		return ODD_OK;
	if (close_share(run->A) >= CLOSE_SHARE)
		return ODD_OK;
	odd_job_report(job, "order", 0.0, 1.0);
	uint32_t *seen = calloc(n + 1, sizeof *seen), mark = 0;
	uint32_t *visit = malloc((n + 1) * sizeof *visit);
	odd_status status = seen != NULL && visit != NULL ? ODD_OK : odd_error_nomem(err);
	const double before = status == ODD_OK ? scattered(NULL, run->A, seen, &mark) : 0.0;
	if (before <= NEAR_ENOUGH)
		goto out;
	status = odd__order_by_communities(visit, run->A, job, err);
	if (status != ODD_OK || scattered(visit, run->A, seen, &mark) > GAIN * before)
		goto out;
	run->visit = visit;
	visit = NULL;
	status = odd__one_need_nearby(run, err);
out:
	free(seen);
	free(visit);
	return status;
}
