/* node_tables.c: what is told of each node, and the tables made of it: nodes and links as the pair
 * that spreadsheets, pandas and Gephi read, and the embedding as the pair that the Embedding
 * Projector loads. */
#include "config.h"

#include "report/node_columns.h"
#include "report/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef const struct node_columns all_columns;

static struct node_value text_value(const char *text)
{
	return (struct node_value){.there = text != NULL, .text = text};
}

static struct node_value count_value(size_t count)
{
	return (struct node_value){.there = true, .count = count};
}

static struct node_value number_value(double number)
{
	return (struct node_value){.there = isfinite(number), .number = number};
}

static struct node_value class_of(all_columns *all, const struct node_column *c, size_t node)
{
	(void)c;
	bool none = all->o->net->label[node] == ODD_NO_LABEL;
	return text_value(none ? NULL : result_label(all->o, node));
}

static struct node_value title_of(all_columns *all, const struct node_column *c, size_t node)
{
	(void)c;
	return text_value(odd_network_title(all->o->net, node));
}

static struct node_value kind_of(all_columns *all, const struct node_column *c, size_t node)
{
	(void)c;
	return text_value(result_kind(all->o, node));
}

static struct node_value rank_of(all_columns *all, const struct node_column *c, size_t node)
{
	(void)c;
	return count_value(all->o->scores->rank[node]);
}

static struct node_value odd_of(all_columns *all, const struct node_column *c, size_t node)
{
	(void)c;
	return (struct node_value){.there = true, .yes = all->o->scores->rank[node] <= all->odd};
}

static struct node_value score_of(all_columns *all, const struct node_column *c, size_t node)
{
	(void)c;
	return number_value(all->o->scores->total[node]);
}

static struct node_value part_of(all_columns *all, const struct node_column *c, size_t node)
{
	return number_value(all->o->scores->component[c->part][node]);
}

static struct node_value lowest_of(all_columns *all, const struct node_column *c, size_t node)
{
	return count_value((c->part == 0 ? all->o->scores->low : all->o->scores->high)[node]);
}

/* From 1, the largest first; scraps that belong to none have no number. */
static struct node_value community_of(all_columns *all, const struct node_column *c, size_t node)
{
	(void)c;
	int32_t of = all->links.of[node];
	return (struct node_value){.there = of != ODD_NO_LABEL, .count = (size_t)of + 1};
}

static struct node_value place_of(all_columns *all, const struct node_column *c, size_t node)
{
	size_t row = all->place != NULL ? all->place[node] : node;
	if (row == UINT32_MAX)
		return (struct node_value){.there = false};
	return number_value(odd_mat_row(all->o->map->xy, row)[c->part]);
}

static void add(struct node_columns *all, const char *name, enum node_type type, size_t part,
	struct node_value (*value)(all_columns *all, const struct node_column *c, size_t node))
{
	all->column[all->count++] = (struct node_column){name, type, part, value};
}

/* Where a node stands in a map of a sample. */
static odd_status find_places(struct node_columns *all, odd_error *err)
{
	const odd_projection *map = all->o->map;
	if (map == NULL || map->node == NULL)
		return ODD_OK;
	all->place = malloc((all->o->net->nodes + 1) * sizeof *all->place);
	if (all->place == NULL)
		return odd_error_nomem(err);
	memset(all->place, 0xff, (all->o->net->nodes + 1) * sizeof *all->place);
	for (size_t row = 0; row < map->xy.rows; row++)
		all->place[map->node[row]] = (uint32_t)row;
	return ODD_OK;
}

odd_status node_columns_begin(
	struct node_columns *out, const struct result *o, const odd_job *job, odd_error *err)
{
	const odd_scores *s = o->scores;
	*out = (struct node_columns){.o = o, .odd = result_odd(o)};
	if (o->net->columns.titles > 0)
		add(out, "name", NODE_TEXT, 0, title_of);
	if (o->net->classes.count > 0)
		add(out, "class", NODE_TEXT, 0, class_of);
	add(out, "rank", NODE_COUNT, 0, rank_of);
	add(out, "score", NODE_NUMBER, 0, score_of);
	if (o->options.contamination.given)
		add(out, "odd", NODE_YESNO, 0, odd_of);
	if (o->net->has_truth && !o->blind)
		add(out, "kind", NODE_TEXT, 0, kind_of);
	for (size_t t = 0; t < s->score->count; t++)
		add(out, s->score->component[t].name, NODE_NUMBER, t, part_of);
	if (s->low != NULL) {
		add(out, "lowest", NODE_COUNT, 0, lowest_of);
		add(out, "highest", NODE_COUNT, 1, lowest_of);
	}
	odd_status status = odd_communities_in_links(&out->links, o->net, o->used->seed, job, err);
	if (status == ODD_OK)
		add(out, "community", NODE_COUNT, 0, community_of);
	if (o->map != NULL) {
		add(out, "x", NODE_NUMBER, 0, place_of);
		add(out, "y", NODE_NUMBER, 1, place_of);
	}
	return status == ODD_OK ? find_places(out, err) : status;
}

void node_columns_end(struct node_columns *columns)
{
	odd_communities_clear(&columns->links);
	free(columns->place);
	columns->place = NULL;
}

/* ---- tables -------------------------------------------------------------------------------- */

static void put_value(struct sheet *s, enum node_type type, const struct node_value *v)
{
	if (!v->there) {
		sheet_word(s, "");
		return;
	}
	switch (type) {
	case NODE_TEXT:
		sheet_name(s, v->text);
		break;
	case NODE_COUNT:
		sheet_count(s, v->count);
		break;
	case NODE_NUMBER:
		sheet_number(s, v->number);
		break;
	case NODE_YESNO:
		sheet_word(s, v->yes ? "yes" : "no");
		break;
	}
}

/* id: what the first column is called. */
static odd_status write_nodes(
	struct sheet *s, const char *id, const struct result *o, const odd_job *job, odd_error *err)
{
	struct node_columns columns;
	odd_status status = node_columns_begin(&columns, o, job, err);
	if (status == ODD_OK) {
		sheet_word(s, id);
		for (size_t c = 0; c < columns.count; c++)
			sheet_word(s, columns.column[c].name);
		sheet_end(s);
	}
	for (size_t i = 0; i < o->net->nodes && status == ODD_OK; i++) {
		status = report_poll(job, i, o->net->nodes, err);
		if (!result_shown(o, i))
			continue;
		sheet_name(s, odd_names_get(&o->net->ids, i));
		for (size_t c = 0; c < columns.count; c++) {
			struct node_value v = node_columns_get(&columns, c, i);
			put_value(s, columns.column[c].type, &v);
		}
		sheet_end(s);
	}
	node_columns_end(&columns);
	return status;
}

odd_status report_write_nodes(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	return write_nodes(s, "Id", o, job, err);
}

odd_status report_write_metadata(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	return write_nodes(s, "id", o, job, err);
}

/* Each once: an undirected one is stored both ways. */
odd_status report_write_links(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	const odd_network *net = o->net;
	odd_status status = ODD_OK;
	for (size_t i = 0; i < net->nodes && status == ODD_OK; i++) {
		for (size_t e = net->A.ptr[i]; e < net->A.ptr[i + 1]; e++) {
			size_t j = net->A.idx[e];
			if ((!net->directed && j < i) || !result_shown(o, i) || !result_shown(o, j))
				continue;
			sheet_name(s, odd_names_get(&net->ids, i));
			sheet_name(s, odd_names_get(&net->ids, j));
			sheet_word(s, net->directed ? "Directed" : "Undirected");
			sheet_number(s, net->A.val != NULL ? net->A.val[e] : 1.0);
			sheet_end(s);
		}
		status = report_poll(job, i, net->nodes, err);
	}
	return status;
}
