#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plant/plant_internal.h"

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

#define RESTART 0.3 /* of the walk, per step */

/* A fresh mark. When the counter comes round, old marks are wiped so that none looks fresh. */
static uint32_t next_mark(odd__field *field)
{
	if (++field->mark == 0) {
		for (size_t i = 0; i < field->net->nodes; i++)
			field->node_mark[i] = 0;
		for (size_t d = 0; d < field->net->attributes; d++)
			field->word_mark[d] = 0;
		field->mark = 1;
	}
	return field->mark;
}

/* ---- how many ----------------------------------------------------------------------------- */

static double class_mean(const odd__field *field, size_t c, const size_t *before)
{
	size_t begin = field->begin[c], end = field->end[c];
	return (double)(before[end] - before[begin]) / (double)(end - begin);
}

static size_t around(double mean, odd_rng *rng)
{
	return (size_t)floor(mean * (0.9 + 0.2 * odd_rng_uniform(rng)) + 0.5);
}

static const size_t *links_before(const odd__field *field, odd__way way)
{
	return way == ODD__IN ? field->arriving : field->links;
}

size_t odd__draw_degree(const odd__field *field, size_t c, odd__way way, odd_rng *rng)
{
	if (way == ODD__OUT)
		return around(class_mean(field, c, field->links), rng);
	size_t place = odd__pool_draw(odd__pool_class(field, c), rng);
	return field->arriving[place + 1] - field->arriving[place];
}

size_t odd__draw_word_count(const odd__field *field, size_t c, odd_rng *rng)
{
	/* A pool without words gives none, whatever is asked; any other gives at least one. */
	size_t count = around(class_mean(field, c, field->words), rng);
	return count > 0 ? count : 1;
}

/* ---- links -------------------------------------------------------------------------------- */

static void take_node(odd__field *field, uint32_t node)
{
	field->node_mark[node] = field->mark;
	field->entry[field->found++] = (odd__entry){node, 1.0};
}

/* Add unmarked nodes of the pool, uniformly without repeats, until `count` are found. While at
 * least half the pool stays free, draw again on a hit; otherwise walk through the pool and take
 * each with probability (needed / left). Either way O(count). */
static void fill_up(odd__field *field, odd__pool pool, size_t count, odd_rng *rng)
{
	size_t size = odd__pool_size(pool);
	if (count > size)
		count = size;
	if (count <= size / 2) {
		while (field->found < count) {
			uint32_t node = field->node[odd__pool_draw(pool, rng)];
			if (field->node_mark[node] != field->mark)
				take_node(field, node);
		}
		return;
	}
	size_t left = size - field->found; /* every marked node is of the pool */
	for (size_t p = pool.begin; p < pool.end && field->found < count; p++) {
		if (p == pool.hole_begin && pool.hole_end > p) {
			p = pool.hole_end - 1;
			continue;
		}
		uint32_t node = field->node[p];
		if (field->node_mark[node] == field->mark)
			continue;
		if (odd_rng_below(rng, left--) < count - field->found)
			take_node(field, node);
	}
}

size_t odd__place_of(const odd__field *field, const size_t *before, size_t e)
{
	size_t low = 0, high = field->places; /* before[low] ≤ e < before[high] */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (before[middle] <= e)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The stored entry at number e of a line whose rows start at before[place]. */
static size_t entry_at(const odd__field *field, const size_t *before, const size_t *ptr, size_t e)
{
	size_t place = odd__place_of(field, before, e);
	return ptr[field->node[place]] + (e - before[place]);
}

static void draw_weights(odd__field *field, size_t c, odd__way way, odd_rng *rng)
{
	const odd_csr *A = way == ODD__IN ? &field->At : &field->net->A;
	const size_t *before = links_before(field, way);
	odd__pool links = odd__pool_entries(odd__pool_class(field, c), before);
	if (A->val == NULL || odd__pool_size(links) == 0)
		return;
	for (size_t e = 0; e < field->found; e++) {
		size_t at = entry_at(field, before, A->ptr, odd__pool_draw(links, rng));
		field->entry[e].value = A->val[at];
	}
}

void odd__draw_links(
	odd__field *field, odd__pool pool, size_t count, size_t c, odd__way way, odd_rng *rng)
{
	next_mark(field);
	field->found = 0;
	fill_up(field, pool, count, rng);
	draw_weights(field, c, way, rng);
}

/* A random neighbour of the node inside class c; the node itself when it has none. A few blind
 * tries spare most rows, hubs above all, from being read through. */
static uint32_t step_inside(const odd__field *field, uint32_t node, size_t c, odd_rng *rng)
{
	const odd_csr *A = &field->net->A;
	size_t begin = A->ptr[node], degree = A->ptr[node + 1] - begin, inside = 0;
	for (int tries = 0; tries < 8 && degree > 0; tries++) {
		uint32_t to = A->idx[begin + odd_rng_below(rng, degree)];
		if (field->of[to] == (int32_t)c)
			return to;
	}
	for (size_t e = begin; e < begin + degree; e++)
		inside += field->of[A->idx[e]] == (int32_t)c;
	if (inside == 0)
		return node;
	size_t chosen = (size_t)odd_rng_below(rng, inside);
	for (size_t e = begin;; e++)
		if (field->of[A->idx[e]] == (int32_t)c && chosen-- == 0)
			return A->idx[e];
}

/* Walk from one node of c, back to it with probability 0.3 at each step, never leaving c. A walk
 * that finds nothing new for long is in a corner too small; the rest is drawn from all of c. */
static void walk(odd__field *field, size_t c, size_t count, odd_rng *rng)
{
	uint32_t start = field->start, at = start;
	size_t steps = 200 + 50 * count;
	take_node(field, start);
	for (size_t s = 0; s < steps && field->found < count; s++) {
		at = odd_rng_uniform(rng) < RESTART ? start : step_inside(field, at, c, rng);
		if (field->node_mark[at] != field->mark)
			take_node(field, at);
	}
}

void odd__draw_links_inside(odd__field *field, size_t c, size_t count, odd__way way, odd_rng *rng)
{
	next_mark(field);
	field->found = 0;
	if (field->style == ODD_PLANT_LOCAL) {
		if (way == ODD__OUT)
			field->start = field->node[odd__pool_draw(odd__pool_class(field, c), rng)];
		if (count > 0)
			walk(field, c, count, rng);
	}
	fill_up(field, odd__pool_class(field, c), count, rng);
	draw_weights(field, c, way, rng);
}

/* ---- words -------------------------------------------------------------------------------- */

/* Take the word of stored entry `at` of C. */
static void take_word(odd__field *field, size_t at)
{
	odd_ccsr C = odd_csr_const(field->net->C);
	field->word_mark[C.idx[at]] = field->mark;
	field->entry[field->found++] = (odd__entry){C.idx[at], odd_csr_value(C, at)};
}

/* The attributes of the line by word. O(entries), once, and only for the exact draw. */
static odd_status list_by_word(odd__field *field, odd_error *err)
{
	const odd_csr *C = &field->net->C;
	size_t words = field->net->attributes, e = 0;
	size_t *begin = odd__take(&field->memory, words + 2, sizeof *begin);
	size_t *entry = odd__take(&field->memory, field->words[field->places], sizeof *entry);
	odd_status status = odd__memory_check(&field->memory, err);
	if (status != ODD_OK)
		return status;
	field->word_begin = begin;
	field->word_entry = entry;
	for (size_t p = 0; p < field->places; p++)
		for (size_t at = C->ptr[field->node[p]]; at < C->ptr[field->node[p] + 1]; at++)
			begin[C->idx[at] + 2]++;
	for (size_t d = 0; d < words; d++)
		begin[d + 2] += begin[d + 1];
	for (size_t p = 0; p < field->places; p++)
		for (size_t at = C->ptr[field->node[p]]; at < C->ptr[field->node[p] + 1]; at++)
			entry[begin[C->idx[at] + 1]++] = e++;
	return ODD_OK;
}

/* The first of the entries of word d that is not below e. */
static size_t lower_bound(const odd__field *field, size_t d, size_t e)
{
	size_t low = field->word_begin[d], high = field->word_begin[d + 1];
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (field->word_entry[middle] < e)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The entries of one word inside a pool of entries, as a pool of positions in word_entry. */
static odd__pool entries_of_word(const odd__field *field, size_t d, odd__pool entries)
{
	return (odd__pool){lower_bound(field, d, entries.begin), lower_bound(field, d, entries.end),
		lower_bound(field, d, entries.hole_begin), lower_bound(field, d, entries.hole_end)};
}

typedef struct waiting {
	double time;
	size_t word;
} waiting;

static int by_time(const void *a, const void *b)
{
	const waiting *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->word > y->word) - (x->word < y->word);
}

/* The rest of a draw without repeats, exactly: give every word left a waiting time, exponential
 * with its count as rate; the first to come are what drawing on would have found. O(D log D). */
static odd_status draw_rare_words(
	odd__field *field, odd__pool entries, size_t count, odd_rng *rng, odd_error *err)
{
	size_t words = field->net->attributes, n = 0;
	odd_status status;
	if (field->word_entry == NULL && (status = list_by_word(field, err)) != ODD_OK)
		return status;
	waiting *queue = malloc((words + 1) * sizeof *queue);
	if (queue == NULL)
		return odd_error_nomem(err);
	for (size_t d = 0; d < words; d++) {
		size_t nodes = odd__pool_size(entries_of_word(field, d, entries));
		if (nodes == 0 || field->word_mark[d] == field->mark)
			continue;
		double u = 1.0 - odd_rng_uniform(rng); /* (0, 1] */
		queue[n++] = (waiting){-log(u) / (double)nodes, d};
	}
	qsort(queue, n, sizeof *queue, by_time);
	for (size_t q = 0; q < n && field->found < count; q++) {
		odd__pool own = entries_of_word(field, queue[q].word, entries);
		size_t e = field->word_entry[odd__pool_draw(own, rng)];
		take_word(field, entry_at(field, field->words, field->net->C.ptr, e));
	}
	free(queue);
	return ODD_OK;
}

odd_status odd__draw_words(
	odd__field *field, odd__pool pool, size_t count, odd_rng *rng, odd_error *err)
{
	odd__pool entries = odd__pool_entries(pool, field->words);
	next_mark(field);
	field->found = 0;
	if (odd__pool_size(entries) == 0)
		return ODD_OK;
	/* A random attribute of the pool: its word comes in proportion to how many nodes have it,
	 * and its value is that of a random one of them. */
	const odd_csr *C = &field->net->C;
	size_t misses = 16 * count + field->net->attributes / 16;
	while (field->found < count && misses > 0) {
		size_t e = odd__pool_draw(entries, rng);
		size_t at = entry_at(field, field->words, C->ptr, e);
		if (field->word_mark[C->idx[at]] != field->mark)
			take_word(field, at);
		else
			misses--;
	}
	if (field->found < count)
		return draw_rare_words(field, entries, count, rng, err);
	return ODD_OK;
}
