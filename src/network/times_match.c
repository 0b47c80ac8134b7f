/* times_match.c: networks of different times brought to the same attributes, by their names, and to
 * one numbering of nodes, by their ids. */
#include "config.h"

#include "network/times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/missing_cells.h"

/* ---- types ---------------------------------------------------------------------------------- */

static const odd_table_column *find_column(const odd_columns *columns, const char *name)
{
	size_t c = odd_columns_find(columns, name);
	return c != SIZE_MAX ? &columns->column[c] : NULL;
}

static bool becomes_attributes(const odd_table_column *c)
{
	return c->type < ODD_COLUMN_CLASS;
}

/* What a column was at the first time at which it became attributes; NULL: at none. */
static const odd_table_column *earlier(const odd_times *times, const char *name)
{
	for (size_t t = 0; t < times->count; t++) {
		const odd_network *net = times->time[t].net;
		const odd_table_column *c = net != NULL ? find_column(&net->columns, name) : NULL;
		if (c != NULL && becomes_attributes(c))
			return c;
	}
	return NULL;
}

/* Can a column be said to be of that type? One that is empty holds nothing to say it of, and what
 * the user left out stays out. */
static bool can_be(const odd_table_column *c)
{
	return c->type != ODD_COLUMN_EMPTY && c->type != ODD_COLUMN_IGNORED &&
	       c->type != ODD_COLUMN_CLASS && c->type != ODD_COLUMN_TRUTH &&
	       strpbrk(c->name, ",=") == NULL;
}

odd_status odd__times_types(char **out, const odd_times *times, const odd_network *net,
	const char *asked, odd_error *err)
{
	char *text = NULL;
	size_t size, differ = 0;
	*out = NULL;
	if (net->columns.count == 0)
		return ODD_OK;
	FILE *to = open_memstream(&text, &size);
	if (to == NULL)
		return odd_error_nomem(err);
	if (asked != NULL)
		fputs(asked, to);
	for (size_t i = 0; i < net->columns.count; i++) {
		const odd_table_column *c = &net->columns.column[i];
		const odd_table_column *was = earlier(times, c->name);
		if (was == NULL || was->type == c->type || !can_be(c))
			continue;
		fprintf(to, "%s%s=%s", asked != NULL || differ > 0 ? "," : "", c->name,
			odd_column_type_name(was->type));
		differ++;
	}
	const bool whole = ferror(to) == 0;
	if (fclose(to) != 0 || !whole || text == NULL) { /* NULL: no memory to close it */
		free(text);
		return odd_error_nomem(err);
	}
	if (differ == 0)
		free(text);
	else
		*out = text;
	return ODD_OK;
}

/* ---- attributes ----------------------------------------------------------------------------- */

/* All attributes and columns of the sequence. */
struct all {
	odd_names words, columns;
	odd_columns told; /* name and type of each column; `of` per word */
	bool columned;    /* some network has columns */
};

static void clear_all(struct all *all)
{
	odd_names_clear(&all->words);
	odd_names_clear(&all->columns);
	odd_columns_clear(&all->told);
}

/* The column of a name, made when new. */
static odd_status take_column(
	struct all *all, const odd_table_column *c, uint32_t *index, odd_error *err)
{
	int there;
	odd_status status =
		odd_names_add(&all->columns, c->name, strlen(c->name), index, &there, err);
	if (status != ODD_OK)
		return status;
	if (!there) {
		odd_table_column *grown =
			realloc(all->told.column, (all->told.count + 1) * sizeof *grown);
		if (grown == NULL)
			return odd_error_nomem(err);
		all->told.column = grown;
		grown[all->told.count] = (odd_table_column){
			.name = strdup(c->name), .type = c->type, .skewed = c->skewed};
		if (grown[all->told.count++].name == NULL)
			return odd_error_nomem(err);
	}
	odd_table_column *told = &all->told.column[*index];
	if (becomes_attributes(c) && !becomes_attributes(told)) {
		told->type = c->type;
		told->skewed = c->skewed;
	}
	return ODD_OK;
}

static odd_status take_words(struct all *all, const odd_network *net, odd_error *err)
{
	static char words[] = "words";
	const odd_table_column no_table = {.name = words, .type = ODD_COLUMN_TEXT};
	odd_status status = ODD_OK;
	all->columned |= net->columns.count > 0;
	for (size_t c = 0; c < net->columns.count && status == ODD_OK; c++) {
		uint32_t index;
		status = take_column(all, &net->columns.column[c], &index, err);
	}
	for (size_t d = 0; d < net->attributes && status == ODD_OK; d++) {
		const char *name = odd_names_get(&net->words, d);
		uint32_t word, column;
		int there;
		status = odd_names_add(&all->words, name, strlen(name), &word, &there, err);
		if (status != ODD_OK || there)
			continue;
		status = take_column(all,
			net->columns.count > 0 ? &net->columns.column[net->columns.of[d]]
					       : &no_table,
			&column, err);
		uint32_t *of = status == ODD_OK
				       ? realloc(all->told.of, all->words.count * sizeof *of)
				       : NULL;
		if (status == ODD_OK && of == NULL)
			status = odd_error_nomem(err);
		if (status == ODD_OK) {
			all->told.of = of;
			of[word] = column;
		}
	}
	return status;
}

struct cell {
	uint32_t column;
	double value;
};

static int by_column(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;
	return x->column < y->column ? -1 : x->column > y->column;
}

/* C with the columns of all, each row in rising order again. */
static odd_status widen(odd_network *net, const struct all *all, odd_error *err)
{
	odd_csr *C = &net->C;
	size_t most = 0;
	for (size_t i = 0; i < net->nodes; i++)
		most = C->ptr[i + 1] - C->ptr[i] > most ? C->ptr[i + 1] - C->ptr[i] : most;
	uint32_t *map = malloc((net->attributes + 1) * sizeof *map);
	struct cell *row = malloc((most + 1) * sizeof *row);
	if (map == NULL || row == NULL) {
		free(map);
		free(row);
		return odd_error_nomem(err);
	}
	for (size_t d = 0; d < net->attributes; d++) {
		const char *name = odd_names_get(&net->words, d);
		map[d] = odd_names_find(&all->words, name, strlen(name));
	}
	for (size_t i = 0; i < net->nodes; i++) {
		size_t first = C->ptr[i], n = C->ptr[i + 1] - first;
		for (size_t e = 0; e < n; e++)
			row[e] = (struct cell){
				map[C->idx[first + e]], C->val != NULL ? C->val[first + e] : 1.0};
		if (n > 1)
			qsort(row, n, sizeof *row, by_column);
		for (size_t e = 0; e < n; e++) {
			C->idx[first + e] = row[e].column;
			if (C->val != NULL)
				C->val[first + e] = row[e].value;
		}
	}
	C->cols = all->words.count;
	free(map);
	free(row);
	return ODD_OK;
}

/* What nodes miss, by the columns of all. */
static odd_status tell_cells(odd_columns *wide, const odd_columns *here, odd_error *err)
{
	odd_ccsr cells = odd_csr_const(here->cells);
	odd__missing list = {.count = 0};
	odd_status status = ODD_OK;
	if (cells.rows == 0)
		return ODD_OK;
	size_t *to =
		malloc((here->count + 1) * sizeof *to); /* of each column here, its number there */
	if (to == NULL)
		return odd_error_nomem(err);
	for (size_t c = 0; c < wide->count; c++) {
		size_t h = odd_columns_find(here, wide->column[c].name);
		wide->column[c].seldom = h == SIZE_MAX || here->column[h].seldom;
	}
	for (size_t h = 0; h < here->count; h++)
		to[h] = odd_columns_find(wide, here->column[h].name);
	for (size_t i = 0; i < cells.rows; i++)
		for (size_t e = cells.ptr[i]; e < cells.ptr[i + 1] && status == ODD_OK; e++)
			status = odd__missing_add(&list, i, to[cells.idx[e]], err);
	if (status == ODD_OK)
		status = odd_csr_from_triplets(&wide->cells, cells.rows, wide->count, list.count,
			list.row, list.column, NULL, ODD_MERGE_MAX, NULL, err);
	odd__missing_clear(&list);
	free(to);
	return status;
}

/* What this network says of a column stays; one that it has not is empty here. */
static odd_status tell_columns(odd_network *net, const struct all *all, odd_error *err)
{
	odd_columns wide;
	odd_status status = odd_columns_copy(&wide, &all->told, all->words.count, err);
	if (status != ODD_OK)
		return status;
	for (size_t c = 0; c < wide.count; c++) {
		odd_table_column *to = &wide.column[c];
		const size_t at = odd_columns_find(&net->columns, to->name);
		odd_table_column *here = at != SIZE_MAX ? &net->columns.column[at] : NULL;
		if (here != NULL && net->columns.titles == at + 1)
			wide.titles = c + 1;
		if (here != NULL && here->value != NULL) { /* its cells move */
			to->values = here->values;
			to->value = here->value;
			to->rows = here->rows;
			here->values = (odd_names)ODD_NAMES_INIT;
			here->value = NULL;
			here->rows = 0;
		}
		to->missing = here != NULL ? here->missing : net->nodes;
		to->filled_in = here != NULL ? here->filled_in : 0.0;
	}
	for (size_t d = 0; d < all->words.count; d++)
		wide.column[wide.of[d]].attributes++;
	if ((status = tell_cells(&wide, &net->columns, err)) != ODD_OK) {
		odd_columns_clear(&wide);
		return status;
	}
	odd_columns_clear(&net->columns);
	net->columns = wide;
	return ODD_OK;
}

static odd_status share_words(odd_network *net, const struct all *all, odd_error *err)
{
	odd_names words;
	odd_status status = widen(net, all, err);
	if (status == ODD_OK && all->columned)
		status = tell_columns(net, all, err);
	if (status == ODD_OK)
		status = odd_names_copy(&words, &all->words, err);
	if (status != ODD_OK)
		return status;
	odd_names_clear(&net->words);
	net->words = words;
	net->attributes = all->words.count;
	return ODD_OK;
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static odd_status number_nodes(odd_times *times, odd_time *time, odd_error *err)
{
	const odd_network *net = time->net;
	odd_status status = ODD_OK;
	time->node = malloc((net->nodes + 1) * sizeof *time->node);
	if (time->node == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		const char *id = odd_names_get(&net->ids, i);
		status = odd_names_add(&times->ids, id, strlen(id), &time->node[i], NULL, err);
	}
	return status;
}

/* Where no time has attributes, links stand in for them at every time. */
static odd_status stand_in(odd_times *times, odd_error *err)
{
	odd_status status = ODD_OK;
	for (size_t t = 0; t < times->count; t++)
		if (times->time[t].net != NULL && times->time[t].net->attributes > 0)
			return ODD_OK;
	for (size_t t = 0; t < times->count && status == ODD_OK; t++) {
		odd_network *other, *net = times->time[t].net;
		if (net == NULL)
			continue;
		status = odd_network_without_attributes(&other, net, err);
		if (status == ODD_OK) {
			odd_network_free(net);
			times->time[t].net = other;
		}
	}
	return status;
}

/* A folder of different networks is no sequence, and must not be ranked as one. */
static odd_status check_ids(const odd_times *times, odd_error *err)
{
	size_t nodes = 0, there = 0;
	const odd_time *first = NULL, *last = NULL;
	for (size_t t = 0; t < times->count; t++) {
		const odd_time *time = &times->time[t];
		if (time->net == NULL)
			continue;
		first = there++ == 0 ? time : first;
		last = time;
		nodes += time->net->nodes;
	}
	if (there < 2 || times->windows || nodes > times->ids.count)
		return ODD_OK;
	return odd_error_set(err, ODD_EINPUT,
		"no node is at more than one time (%.40s in %.40s, %.40s in %.40s): these are "
		"different networks, not one at several times",
		odd_names_get(&first->net->ids, 0), first->name, odd_names_get(&last->net->ids, 0),
		last->name);
}

odd_status odd__times_match(odd_times *times, odd_error *err)
{
	struct all all = {.columned = false};
	odd_status status = stand_in(times, err);
	for (size_t t = 0; t < times->count && status == ODD_OK; t++) {
		if (times->time[t].net != NULL)
			status = take_words(&all, times->time[t].net, err);
		if (status == ODD_OK && times->time[t].net != NULL)
			status = number_nodes(times, &times->time[t], err);
	}
	if (status == ODD_OK)
		status = check_ids(times, err);
	for (size_t t = 0; t < times->count && status == ODD_OK; t++)
		if (times->time[t].net != NULL)
			status = share_words(times->time[t].net, &all, err);
	times->attributes = all.words.count;
	clear_all(&all);
	return status;
}

uint32_t *odd_times_rows(const odd_times *times, size_t from, size_t to, size_t *kept, size_t *gone)
{
	const odd_time *a = &times->time[from], *b = &times->time[to];
	uint32_t *was = malloc((b->net->nodes + 1) * sizeof *was);
	uint32_t *row = malloc((times->ids.count + 1) * sizeof *row);
	*kept = *gone = 0;
	for (size_t i = 0; row != NULL && i < times->ids.count; i++)
		row[i] = ODD_NO_NAME;
	for (size_t i = 0; row != NULL && i < a->net->nodes; i++)
		row[a->node[i]] = (uint32_t)i;
	for (size_t i = 0; was != NULL && row != NULL && i < b->net->nodes; i++) {
		was[i] = row[b->node[i]];
		*kept += was[i] != ODD_NO_NAME;
	}
	*gone = a->net->nodes - *kept;
	if (row == NULL) {
		free(was);
		was = NULL;
	}
	free(row);
	return was;
}
