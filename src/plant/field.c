#include "config.h"

#include "plant/plant_internal.h"

#include <string.h>

void odd__field_clear(odd__field *field)
{
	odd_csr_clear(&field->At);
	odd__memory_free(&field->memory);
	memset(field, 0, sizeof *field);
}

static odd_status allocate(odd__field *field, size_t n, size_t attributes, odd_error *err)
{
	odd__memory *memory = &field->memory;
	size_t most = n > attributes ? n : attributes, classes = field->classes;
	field->node = odd__take(memory, n, sizeof *field->node);
	field->begin = odd__take(memory, classes, sizeof *field->begin);
	field->end = odd__take(memory, classes, sizeof *field->end);
	field->links = odd__take(memory, n + 1, sizeof *field->links);
	field->words = odd__take(memory, n + 1, sizeof *field->words);
	field->node_mark = odd__take(memory, n, sizeof *field->node_mark);
	field->word_mark = odd__take(memory, attributes, sizeof *field->word_mark);
	field->entry = odd__take(memory, most, sizeof *field->entry);
	return odd__memory_check(memory, err);
}

/* Give each class its range of places, those with words first. begin[c] is where it starts; end[c]
 * starts there too and moves as nodes are put down. */
static odd_status lay_out_classes(odd__field *field, odd_error *err)
{
	const odd_network *net = field->net;
	odd__memory memory = {0};
	size_t *nodes = odd__take(&memory, field->classes, sizeof *nodes);
	size_t *words = odd__take(&memory, field->classes, sizeof *words);
	odd_status status = odd__memory_check(&memory, err);
	if (status != ODD_OK)
		return status;
	for (size_t i = 0; i < net->nodes; i++) {
		if (field->of[i] >= 0) {
			nodes[field->of[i]]++;
			words[field->of[i]] += odd__row_length(&net->C, i);
		}
	}
	size_t at = 0;
	for (int with_words = 1; with_words >= 0; with_words--) {
		for (size_t c = 0; c < field->classes; c++) {
			if ((words[c] > 0) != with_words)
				continue;
			field->begin[c] = field->end[c] = at;
			at += nodes[c];
			field->wordy_classes += (size_t)with_words;
		}
		if (with_words)
			field->wordy = at;
	}
	field->places = at;
	odd__memory_free(&memory);
	return ODD_OK;
}

static odd_status count_arriving(odd__field *field, odd_error *err)
{
	odd_status status = odd_csr_transpose(&field->At, odd_csr_const(field->net->A), err);
	field->arriving = odd__take(&field->memory, field->places + 1, sizeof *field->arriving);
	if (status == ODD_OK)
		status = odd__memory_check(&field->memory, err);
	for (size_t p = 0; p < field->places && status == ODD_OK; p++)
		field->arriving[p + 1] =
			field->arriving[p] + odd__row_length(&field->At, field->node[p]);
	return status;
}

odd_status odd__field_init(odd__field *field, const odd_network *net, const odd_communities *groups,
	odd_plant_style style, odd_error *err)
{
	memset(field, 0, sizeof *field);
	field->net = net;
	field->of = groups->of;
	field->style = style;
	field->classes = groups->count;
	odd_status status = allocate(field, net->nodes, net->attributes, err);
	if (status == ODD_OK)
		status = lay_out_classes(field, err);
	if (status != ODD_OK) {
		odd__field_clear(field);
		return status;
	}
	for (size_t i = 0; i < net->nodes; i++)
		if (field->of[i] >= 0)
			field->node[field->end[field->of[i]]++] = (uint32_t)i;
	field->links[0] = field->words[0] = 0;
	for (size_t p = 0; p < field->places; p++) {
		field->links[p + 1] = field->links[p] + odd__row_length(&net->A, field->node[p]);
		field->words[p + 1] = field->words[p] + odd__row_length(&net->C, field->node[p]);
	}
	if (net->directed)
		status = count_arriving(field, err);
	if (status != ODD_OK)
		odd__field_clear(field);
	return status;
}

odd__pool odd__pool_class(const odd__field *field, size_t c)
{
	return (odd__pool){field->begin[c], field->end[c], field->end[c], field->end[c]};
}

odd__pool odd__pool_others(const odd__field *field, size_t c)
{
	return (odd__pool){0, field->places, field->begin[c], field->end[c]};
}

odd__pool odd__pool_wordy_others(const odd__field *field, size_t c)
{
	return (odd__pool){0, field->wordy, field->begin[c], field->end[c]};
}

odd__pool odd__pool_entries(odd__pool pool, const size_t *before)
{
	return (odd__pool){before[pool.begin], before[pool.end], before[pool.hole_begin],
		before[pool.hole_end]};
}

size_t odd__pool_size(odd__pool pool)
{
	size_t hole = pool.hole_begin < pool.end ? pool.hole_end - pool.hole_begin : 0;
	return pool.end - pool.begin - hole;
}

size_t odd__pool_draw(odd__pool pool, odd_rng *rng)
{
	size_t at = pool.begin + (size_t)odd_rng_below(rng, odd__pool_size(pool));
	return at < pool.hole_begin ? at : at + (pool.hole_end - pool.hole_begin);
}
