/* seano_batch.c: what SEANO is shown in a step: labelled nodes, pairs from walks, pairs of a label.
 */
#include "config.h"

#include "baseline/seano_parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

odd_status odd__seano_batch_alloc(
	odd__seano_batch *out, size_t network, size_t nodes, size_t pairs, odd_error *err)
{
	memset(out, 0, sizeof *out);
	size_t contexts = pairs < network ? pairs : network;
	out->capacity = nodes;
	out->node = malloc((nodes + 1) * sizeof *out->node);
	out->slot_of = calloc(network, sizeof *out->slot_of);
	out->context = malloc((contexts + 1) * sizeof *out->context);
	out->row_of = calloc(network, sizeof *out->row_of);
	out->pair = malloc((pairs + 1) * sizeof *out->pair);
	if (out->node == NULL || out->slot_of == NULL || out->context == NULL ||
		out->row_of == NULL || out->pair == NULL) {
		odd__seano_batch_free(out);
		return odd_error_nomem(err);
	}
	return ODD_OK;
}

void odd__seano_batch_free(odd__seano_batch *b)
{
	free(b->node);
	free(b->slot_of);
	free(b->context);
	free(b->row_of);
	free(b->pair);
	memset(b, 0, sizeof *b);
}

void odd__seano_batch_reset(odd__seano_batch *b)
{
	for (; b->nodes > 0; b->nodes--)
		b->slot_of[b->node[b->nodes - 1]] = 0;
	for (; b->contexts > 0; b->contexts--)
		b->row_of[b->context[b->contexts - 1]] = 0;
	b->pairs = b->positives = 0;
}

void odd__seano_batch_node(odd__seano_batch *b, uint32_t node)
{
	if (b->slot_of[node] != 0)
		return;
	assert(b->nodes < b->capacity);
	b->node[b->nodes] = node;
	b->slot_of[node] = (uint32_t)++b->nodes;
}

static void add_pair(odd__seano_batch *b, uint32_t from, uint32_t to, int sign)
{
	odd__seano_batch_node(b, from);
	if (b->row_of[to] == 0) {
		b->context[b->contexts] = to;
		b->row_of[to] = (uint32_t)++b->contexts;
	}
	b->pair[b->pairs++] = (odd__seano_pair){b->slot_of[from] - 1, b->row_of[to] - 1, sign};
	b->positives += sign > 0;
}

/* ---- labels ---- */

void odd__seano_labels_clear(odd__seano_labels *l)
{
	free(l->node);
	free(l->begin);
	free(l->order);
	memset(l, 0, sizeof *l);
}

/* Sort the first `count` of order by class into node. */
static void sort_by_class(odd__seano_labels *l)
{
	for (size_t a = 0; a < l->count; a++)
		l->begin[l->label[l->order[a]] + 1]++;
	for (size_t c = 0; c < l->classes; c++)
		l->begin[c + 1] += l->begin[c];
	for (size_t a = 0; a < l->count; a++) /* moves each class's begin to its end … */
		l->node[l->begin[l->label[l->order[a]]]++] = l->order[a];
	for (size_t c = l->classes; c > 0; c--) /* … which is where the next one began */
		l->begin[c] = l->begin[c - 1];
	l->begin[0] = 0;
}

odd_status odd__seano_labels_init(
	odd__seano_labels *out, const odd_network *net, double share, odd_rng *rng, odd_error *err)
{
	memset(out, 0, sizeof *out);
	size_t labelled = 0;
	out->label = net->label;
	out->classes = net->classes.count;
	out->node = malloc((net->nodes + 1) * sizeof *out->node);
	out->order = malloc((net->nodes + 1) * sizeof *out->order);
	out->begin = calloc(out->classes + 1, sizeof *out->begin);
	if (out->node == NULL || out->order == NULL || out->begin == NULL) {
		odd__seano_labels_clear(out);
		return odd_error_nomem(err);
	}
	for (size_t i = 0; i < net->nodes; i++)
		if (net->label != NULL && net->label[i] != ODD_NO_LABEL)
			out->order[labelled++] = (uint32_t)i;
	if (labelled == 0) {
		odd__seano_labels_clear(out);
		return odd_error_set(
			err, ODD_EUSAGE, "SEANO learns from labels and \"%s\" has none", net->name);
	}
	odd_rng_shuffle(rng, out->order, labelled);
	out->count = (size_t)lround(share * (double)labelled);
	out->count = out->count > 0 ? out->count : 1;
	sort_by_class(out);
	return ODD_OK;
}

void odd__seano_draw_labelled(odd__seano_batch *b, odd__seano_labels *l, size_t count, odd_rng *rng)
{
	for (size_t t = 0; t < count && t < l->count; t++) {
		if (l->next == 0)
			odd_rng_shuffle(rng, l->order, l->count);
		odd__seano_batch_node(b, l->order[l->next]);
		l->next = (l->next + 1) % l->count;
	}
}

/* ---- contexts ---- */

/* Two places of a walk, uniform over all pairs the window allows. */
static void draw_places(size_t *l, size_t *m, size_t path, size_t window, odd_rng *rng)
{
	do {
		*l = (size_t)odd_rng_below(rng, path + 1);
		*m = *l + (size_t)odd_rng_below(rng, 2 * window + 1);
	} while (*m < window || *m - window > path);
	*m -= window;
}

void odd__seano_draw_graph(odd__seano_batch *b, const odd__neighbours *links, size_t count,
	size_t path, size_t window, size_t negatives, odd_rng *rng)
{
	for (size_t t = 0; t < count; t++) {
		size_t l, m;
		uint32_t node = links->linked[odd_rng_below(rng, links->linked_count)];
		draw_places(&l, &m, path, window, rng);
		uint32_t first = odd__walk(links, node, l < m ? l : m, rng);
		uint32_t last = odd__walk(links, first, l < m ? m - l : l - m, rng);
		uint32_t from = l < m ? first : last, to = l < m ? last : first;
		add_pair(b, from, to, 1);
		for (size_t q = 0; q < negatives; q++)
			add_pair(b, from, (uint32_t)odd_rng_below(rng, links->nodes), -1);
	}
}

void odd__seano_draw_same(odd__seano_batch *b, const odd__seano_labels *l, size_t count,
	size_t negatives, odd_rng *rng)
{
	for (size_t t = 0; t < count; t++) {
		uint32_t from = l->node[odd_rng_below(rng, l->count)];
		size_t begin = l->begin[l->label[from]], end = l->begin[l->label[from] + 1];
		add_pair(b, from, l->node[begin + odd_rng_below(rng, end - begin)], 1);
		size_t others = l->count - (end - begin);
		for (size_t q = 0; q < negatives && others > 0; q++) {
			size_t at = (size_t)odd_rng_below(rng, others);
			add_pair(b, from, l->node[at < begin ? at : at + (end - begin)], -1);
		}
	}
}
