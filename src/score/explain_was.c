/* explain_was.c: what a node was before a planting changed it where it stood. */
#include "config.h"

#include <stdlib.h>

#include "score/explain_internal.h"

/* Row `row` of what was kept, against row i of what is there: its length, how many of its columns
 * are there still, and the names of the first. */
struct former {
	size_t had, kept, count;
	const char **name;
};

static odd_status compare(struct former *out, odd_ccsr was, size_t row, odd_ccsr is, size_t i,
	const odd_names *names, size_t most, odd_error *err)
{
	size_t begin = was.ptr[row], end = was.ptr[row + 1];
	out->had = end - begin;
	out->count = out->had < most ? out->had : most;
	out->name = malloc((out->count + 1) * sizeof *out->name);
	if (out->name == NULL)
		return odd_error_nomem(err);
	for (size_t e = begin; e < end; e++) {
		out->kept += odd_csr_find(is, i, was.idx[e]) != SIZE_MAX;
		if (e - begin < out->count)
			out->name[e - begin] = odd_names_get(names, was.idx[e]);
	}
	return ODD_OK;
}

odd_status odd_explain_former(odd_explanation *e, const odd_network *net,
	const odd_plant_record *record, size_t count, size_t names, odd_error *err)
{
	size_t r = 0, row = SIZE_MAX;
	for (; r < count && row == SIZE_MAX; r++)
		row = odd_plant_row_before(&record[r], e->node);
	if (row == SIZE_MAX)
		return ODD_OK;
	const odd_plant_before *before = record[r - 1].before;
	struct former links = {0}, words = {0};
	odd_status status = compare(&links, odd_csr_const(before->links), row,
		odd_csr_const(net->A), e->node, &net->ids, names, err);
	if (status == ODD_OK)
		status = compare(&words, odd_csr_const(before->words), row, odd_csr_const(net->C),
			e->node, &net->words, names, err);
	if (status != ODD_OK) {
		free(links.name);
		return status;
	}
	e->was = (odd_explain_was){.changed = true,
		.links = links.had,
		.links_kept = links.kept,
		.words = words.had,
		.words_kept = words.kept,
		.link = links.name,
		.link_count = links.count,
		.word = words.name,
		.word_count = words.count};
	size_t donor = before->donor[row];
	if (donor != e->node) {
		e->was.words_of = odd_names_get(&net->ids, donor);
		e->was.words_of_label = odd__label_of(net, donor);
	}
	return ODD_OK;
}
