/* join.c: a network and the new nodes of another, brought together by their ids. Words are those of
 * the first: what a new node has beyond them means nothing to a model that never saw it. */
#include "config.h"

#include "oddone/network/network.h"

#include <string.h>

#include "network/builder.h"

static const char *name_of(const odd_names *names, size_t i, size_t *length)
{
	const char *name = odd_names_get(names, i);
	*length = strlen(name);
	return name;
}

static odd_status add_node(
	odd__builder *b, const odd_network *net, size_t i, uint32_t *node, odd_error *err)
{
	size_t length;
	const char *id = name_of(&net->ids, i, &length);
	odd_status status = odd__builder_node(b, id, length, node, NULL, err);
	if (status == ODD_OK && net->label[i] != ODD_NO_LABEL) {
		const char *label = name_of(&net->classes, (size_t)net->label[i], &length);
		status = odd__builder_label(b, *node, label, length, err);
	}
	if (status == ODD_OK)
		odd__builder_truth(b, *node, (odd_kind)net->truth[i]);
	return status;
}

static odd_status add_old(odd__builder *b, const odd_network *net, odd_error *err)
{
	odd_status status = ODD_OK;
	odd_ccsr A = odd_csr_const(net->A), C = odd_csr_const(net->C);
	for (size_t d = 0; d < net->attributes && status == ODD_OK; d++) {
		size_t length;
		const char *word = name_of(&net->words, d, &length);
		status = odd__builder_word(b, word, length, NULL, err);
	}
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		uint32_t node;
		status = add_node(b, net, i, &node, err);
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1] && status == ODD_OK; e++)
			status =
				odd__builder_attribute(b, node, C.idx[e], odd_csr_value(C, e), err);
	}
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++)
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1] && status == ODD_OK; e++)
			if (net->directed || A.idx[e] > i)
				status = odd__builder_link(
					b, (uint32_t)i, A.idx[e], odd_csr_value(A, e), err);
	return status;
}

static uint32_t find(const odd_names *names, const odd_names *of, size_t i)
{
	size_t length;
	const char *name = name_of(of, i, &length);
	return odd_names_find(names, name, length);
}

static odd_status add_new(odd__builder *b, const odd_network *old, const odd_network *more,
	odd_joined *told, odd_error *err)
{
	odd_status status = ODD_OK;
	odd_ccsr A = odd_csr_const(more->A), C = odd_csr_const(more->C);
	for (size_t i = 0; i < more->nodes && status == ODD_OK; i++) {
		uint32_t node;
		if (find(&old->ids, &more->ids, i) != ODD_NO_NAME)
			continue;
		status = add_node(b, more, i, &node, err);
		told->nodes++;
		for (size_t e = C.ptr[i]; e < C.ptr[i + 1] && status == ODD_OK; e++) {
			uint32_t d = find(&old->words, &more->words, C.idx[e]);
			told->attributes += d != ODD_NO_NAME;
			told->unknown += d == ODD_NO_NAME;
			if (d != ODD_NO_NAME)
				status = odd__builder_attribute(
					b, node, d, odd_csr_value(C, e), err);
		}
	}
	/* Those that a new node has; between old ones the first network knows. */
	for (size_t i = 0; i < more->nodes && status == ODD_OK; i++) {
		bool fresh = find(&old->ids, &more->ids, i) == ODD_NO_NAME;
		uint32_t from = find(&b->ids, &more->ids, i);
		for (size_t e = A.ptr[i]; e < A.ptr[i + 1] && status == ODD_OK; e++) {
			if (!more->directed && A.idx[e] < i)
				continue;
			if (!fresh && find(&old->ids, &more->ids, A.idx[e]) != ODD_NO_NAME)
				continue;
			told->links++;
			status = odd__builder_link(b, from, find(&b->ids, &more->ids, A.idx[e]),
				odd_csr_value(A, e), err);
		}
	}
	return status;
}

odd_status odd_network_join(odd_network **out, const odd_network *old, const odd_network *more,
	odd_joined *told, odd_error *err)
{
	odd__builder b;
	*out = NULL;
	*told = (odd_joined){.nodes = 0};
	odd__builder_init(&b, old->directed);
	odd_status status = add_old(&b, old, err);
	b.attribute_count = old->attributes;
	if (status == ODD_OK)
		status = add_new(&b, old, more, told, err);
	if (status == ODD_OK && old->columns.count > 0)
		status = odd_columns_copy(&b.columns, &old->columns, old->attributes, err);
	if (status == ODD_OK)
		status = odd__builder_finish(out, &b, old->name, old->format, err);
	if (status == ODD_OK)
		(*out)->links_are_words = old->links_are_words;
	odd__builder_clear(&b);
	return status;
}
