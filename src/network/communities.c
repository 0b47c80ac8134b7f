/* The groups of a network. Where it has no labels, the Leiden method (Traag, Waltman, van Eck
 * 2019) looks for the partition of highest modularity at resolution 1:
 *
 *     Σ over pairs i, j of one community of  A_ij − s_i s_j / 2m,   s_i = Σ_j A_ij,  2m = Σ s_i
 *
 * which is what igraph optimises for node weights s and resolution 1 / 2m.
 *
 * Isolated nodes and scraps of a few nodes come out as communities of their own. Left so they
 * would blow up everything that is counted by communities (K above all), so a community needs at
 * least 3 nodes and a tenth of the typical size, Σ size² / n: the size of the community that a
 * random node is in. Smaller ones are no community (ODD_NO_LABEL). If none is large enough, as
 * without any links, all nodes together are one.
 */
#include "config.h"

#include "oddone/network/communities.h"

#include <stdlib.h>
#include <string.h>

#include "network/foreign.h"

void odd_communities_clear(odd_communities *c)
{
	free(c->of);
	memset(c, 0, sizeof *c);
}

static bool has_labels(const odd_network *net)
{
	for (size_t i = 0; i < net->nodes; i++)
		if (net->label[i] != ODD_NO_LABEL)
			return true;
	return false;
}

#ifdef HAVE_IGRAPH

enum { SMALLEST = 3, ROUNDS = 50 };
#define ENOUGH 1e-5 /* of modularity */

struct leiden {
	const odd_network *net;
	const odd_job *job;
	int32_t *of; /* filled: raw communities 0 … n−1 at most */
	igraph_t graph;
	igraph_vector_int_t edges, membership;
	igraph_vector_t weights, strength;
};

/* Each link once. A directed network counts as undirected, a link both ways with both weights. */
static odd_status collect_edges(struct leiden *l, odd_error *err)
{
	const odd_csr *A = &l->net->A;
	size_t nnz = A->ptr[A->rows], count = 0;
	if (l->net->directed)
		count = nnz;
	else
		count = nnz / 2;
	odd_status status;
	if ((status = odd__igraph_check(
		     igraph_vector_int_resize(&l->edges, (igraph_integer_t)(2 * count)), NULL,
		     err)) != ODD_OK ||
		(status = odd__igraph_check(
			 igraph_vector_resize(&l->weights, (igraph_integer_t)count), NULL, err)) !=
			ODD_OK)
		return status;
	size_t at = 0;
	for (size_t i = 0; i < A->rows; i++) {
		for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
			size_t j = A->idx[e];
			double w = A->val != NULL ? A->val[e] : 1.0;
			if (!l->net->directed && j < i)
				continue;
			VECTOR(l->edges)[2 * at] = (igraph_integer_t)i;
			VECTOR(l->edges)[2 * at + 1] = (igraph_integer_t)j;
			VECTOR(l->weights)[at++] = w;
			VECTOR(l->strength)[i] += w;
			VECTOR(l->strength)[j] += w;
		}
	}
	return ODD_OK;
}

/* Rounds of Leiden, each starting from the last, until one gains next to nothing. */
static odd_status optimise(struct leiden *l, odd_error *err)
{
	size_t n = l->net->nodes;
	double total = 0.0;
	for (size_t i = 0; i < n; i++)
		total += VECTOR(l->strength)[i];
	double best = -1.0;
	for (int round = 0; round < ROUNDS; round++) {
		odd_job_report(l->job, "communities", round, ROUNDS);
		if (odd_job_cancelled(l->job))
			return odd_error_set(err, ODD_ECANCELLED, "cancelled");
		igraph_integer_t count;
		igraph_real_t quality;
		odd_status status = odd__igraph_check(
			igraph_community_leiden(&l->graph, &l->weights, &l->strength, 1.0 / total,
				0.01, round > 0, 1, &l->membership, &count, &quality),
			NULL, err);
		if (status != ODD_OK)
			return status;
		if (round > 0 && quality < best + ENOUGH)
			break;
		best = quality;
	}
	for (size_t i = 0; i < n; i++)
		l->of[i] = (int32_t)VECTOR(l->membership)[i];
	return ODD_OK;
}

static odd_status run_on_graph(struct leiden *l, odd_error *err)
{
	odd_status status = collect_edges(l, err);
	if (status != ODD_OK)
		return status;
	if (igraph_vector_size(&l->weights) == 0) {
		for (size_t i = 0; i < l->net->nodes; i++)
			l->of[i] = (int32_t)i;
		return ODD_OK;
	}
	status = odd__igraph_check(igraph_create(&l->graph, &l->edges,
					   (igraph_integer_t)l->net->nodes, IGRAPH_UNDIRECTED),
		NULL, err);
	if (status != ODD_OK)
		return status;
	igraph_vector_int_resize(&l->edges, 0);
	igraph_vector_int_resize_min(&l->edges);
	status = optimise(l, err);
	igraph_destroy(&l->graph);
	return status;
}

static odd_status leiden_body(void *context, odd_error *err)
{
	struct leiden *l = context;
	igraph_integer_t n = (igraph_integer_t)l->net->nodes;
	odd_status status = odd__igraph_check(igraph_vector_int_init(&l->edges, 0), NULL, err);
	if (status != ODD_OK)
		return status;
	if ((status = odd__igraph_check(igraph_vector_init(&l->weights, 0), NULL, err)) != ODD_OK)
		goto no_weights;
	if ((status = odd__igraph_check(igraph_vector_init(&l->strength, n), NULL, err)) != ODD_OK)
		goto no_strength;
	status = odd__igraph_check(igraph_vector_int_init(&l->membership, n), NULL, err);
	if (status == ODD_OK) {
		status = run_on_graph(l, err);
		igraph_vector_int_destroy(&l->membership);
	}
	igraph_vector_destroy(&l->strength);
no_strength:
	igraph_vector_destroy(&l->weights);
no_weights:
	igraph_vector_int_destroy(&l->edges);
	return status;
}

struct group {
	size_t size, first; /* first: its smallest node, so that equal sizes have an order too */
	int32_t raw;
};

static int by_size(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	if (x->size != y->size)
		return x->size < y->size ? 1 : -1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Number the communities by size, largest first, and drop the scraps. O(n log n). */
static odd_status renumber(odd_communities *c, size_t n, odd_error *err)
{
	struct group *group = calloc(n, sizeof *group);
	int32_t *number = malloc(n * sizeof *number);
	odd_status status = ODD_OK;
	if (group == NULL || number == NULL) {
		status = odd_error_nomem(err);
		goto out;
	}
	for (size_t i = 0; i < n; i++) {
		struct group *g = &group[c->of[i]];
		if (g->size++ == 0)
			g->first = i;
		g->raw = c->of[i];
	}
	double typical = 0.0;
	for (size_t g = 0; g < n; g++) {
		typical += (double)group[g].size * (double)group[g].size / (double)n;
		number[g] = ODD_NO_LABEL;
	}
	qsort(group, n, sizeof *group, by_size);
	for (size_t g = 0; g < n; g++)
		if (group[g].size >= SMALLEST && (double)group[g].size >= 0.1 * typical)
			number[group[g].raw] = (int32_t)c->count++;
	for (size_t i = 0; i < n; i++)
		c->of[i] = c->count > 0 ? number[c->of[i]] : 0;
	if (c->count == 0 && n > 0)
		c->count = 1;
out:
	free(group);
	free(number);
	return status;
}

static odd_status find_in_links(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	struct leiden l = {.net = net, .job = job, .of = out->of};
	out->found = true;
	odd_status status = odd__igraph_run(leiden_body, &l, seed, NULL, err);
	return status == ODD_OK ? renumber(out, net->nodes, err) : status;
}

#else

static odd_status find_in_links(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	(void)out;
	(void)net;
	(void)job;
	(void)seed;
	return odd_error_set(err, ODD_EUSAGE,
		"the network has no labels, and this oddone was built without igraph, which finds "
		"communities; install libigraph-dev and build again");
}

#endif

odd_status odd_communities_find(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	memset(out, 0, sizeof *out);
	out->of = malloc((net->nodes + 1) * sizeof *out->of);
	if (out->of == NULL)
		return odd_error_nomem(err);
	if (has_labels(net)) {
		out->count = net->classes.count;
		memcpy(out->of, net->label, net->nodes * sizeof *out->of);
		return ODD_OK;
	}
	odd_status status = find_in_links(out, net, seed, job, err);
	if (status != ODD_OK)
		odd_communities_clear(out);
	return status;
}
