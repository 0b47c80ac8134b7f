/* The groups of a network. Where it has no labels, the Leiden method looks for communities of high
 * modularity (leiden.c).
 *
 * Isolated nodes and scraps of a few nodes come out as communities of their own. Left so they
 * would blow up everything that is counted by communities (K above all), so a community needs at
 * least 3 nodes and a tenth of the typical size, Σ size² / n: the size of the community that a
 * random node is in. Smaller ones are no community (ODD_NO_LABEL). If none is large enough, as
 * without any links, all nodes together are one.
 */
#include "config.h"

#include "oddone/network.h"

#include <stdlib.h>
#include <string.h>

#include "network/leiden.h"

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

enum { SMALLEST = 3 };

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

odd_status odd_communities_find(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	if (!has_labels(net))
		return odd_communities_in_links(out, net, seed, job, err);
	*out = (odd_communities){
		.count = net->classes.count, .of = malloc((net->nodes + 1) * sizeof *out->of)};
	if (out->of == NULL)
		return odd_error_nomem(err);
	memcpy(out->of, net->label, net->nodes * sizeof *out->of);
	return ODD_OK;
}

odd_status odd_communities_in_links(odd_communities *out, const odd_network *net, uint64_t seed,
	const odd_job *job, odd_error *err)
{
	*out = (odd_communities){.of = malloc((net->nodes + 1) * sizeof *out->of), .found = true};
	if (out->of == NULL)
		return odd_error_nomem(err);
	odd_status status = odd__leiden(out->of, net, seed, job, err);
	if (status == ODD_OK)
		status = renumber(out, net->nodes, err);
	if (status != ODD_OK)
		odd_communities_clear(out);
	return status;
}
