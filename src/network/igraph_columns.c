/* What the node attributes of a GraphML, GML or Pajek file mean.
 *
 * Ids       the first of the node attributes name, label, id (in any case) with a different,
 *           non-empty value at every node; else the node's place, counted from 1. So a label that
 *           all nodes have to themselves is a name, and one that repeats is a class.
 * Classes   the first of class, label, community, group, category, modularity_class ("modularity
 *           class"), club, type, value whose values repeat: text, or whole numbers for all but
 *           type and value, which as numbers are attributes. A missing one is no class.
 * Truth     the node attribute truth or outlier: a kind by name ("structural", …), or true or
 *           non-zero for an outlier of unknown kind.
 * Attributes  every other numeric or boolean node attribute, under its name. A missing value (or
 *           NaN, as igraph tells them the same way) is 0. Other text is left out, and so is a
 *           number called id.
 */
#include "config.h"

#include "network/igraph_columns.h"

#ifdef HAVE_IGRAPH

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "oddone/base/names.h"
#include "oddone/network/network.h"

/* ---- values of one node attribute ----------------------------------------------------------- */

void odd__values_clear(struct odd__values *v)
{
	if (!v->started)
		return;
	if (v->type == IGRAPH_ATTRIBUTE_STRING)
		igraph_strvector_destroy(&v->texts);
	else
		igraph_vector_destroy(&v->numbers);
	v->started = false;
}

odd_status odd__values_get(struct odd__values *v, const struct odd__columns *r,
	const struct odd__column *c, odd_error *err)
{
	memset(v, 0, sizeof *v);
	v->type = c->type;
	igraph_error_t code;
	igraph_vs_t all = igraph_vss_all();
	if (c->type == IGRAPH_ATTRIBUTE_STRING) {
		code = igraph_strvector_init(&v->texts, 0);
		v->started = code == IGRAPH_SUCCESS;
		if (v->started)
			code = igraph_cattribute_VASV(r->graph, c->name, all, &v->texts);
		return odd__igraph_check(code, r->path, err);
	}
	code = igraph_vector_init(&v->numbers, (igraph_integer_t)r->nodes);
	v->started = code == IGRAPH_SUCCESS;
	if (!v->started)
		return odd__igraph_check(code, r->path, err);
	if (c->type == IGRAPH_ATTRIBUTE_NUMERIC)
		return odd__igraph_check(
			igraph_cattribute_VANV(r->graph, c->name, all, &v->numbers), r->path, err);
	for (size_t i = 0; i < r->nodes; i++)
		VECTOR(v->numbers)
	[i] = igraph_cattribute_VAB(r->graph, c->name, (igraph_integer_t)i) ? 1.0 : 0.0;
	return ODD_OK;
}

const char *odd__values_text(const struct odd__values *v, size_t i, char room[32])
{
	if (v->type == IGRAPH_ATTRIBUTE_STRING)
		return igraph_strvector_get(&v->texts, (igraph_integer_t)i);
	double x = VECTOR(v->numbers)[i];
	snprintf(room, 32, "%.15g", x);
	return isnan(x) ? "" : room;
}

static bool values_are_whole(const struct odd__values *v, size_t n)
{
	for (size_t i = 0; v->type != IGRAPH_ATTRIBUTE_STRING && i < n; i++) {
		double x = VECTOR(v->numbers)[i];
		if (!isnan(x) && x != floor(x))
			return false;
	}
	return true;
}

/* How many distinct non-empty values there are, and how many nodes have none. */
static odd_status count_distinct(
	const struct odd__values *v, size_t n, size_t *distinct, size_t *missing, odd_error *err)
{
	odd_names seen = ODD_NAMES_INIT;
	odd_status status = ODD_OK;
	*missing = 0;
	for (size_t i = 0; i < n && status == ODD_OK; i++) {
		char room[32];
		const char *text = odd__values_text(v, i, room);
		if (text[0] == '\0')
			++*missing;
		else
			status = odd_names_add(&seen, text, strlen(text), NULL, NULL, err);
	}
	*distinct = seen.count;
	odd_names_clear(&seen);
	return status;
}

/* ---- which column is what ------------------------------------------------------------------- */

static struct odd__column *find_column(struct odd__columns *r, const char *name)
{
	for (size_t j = 0; j < r->count; j++)
		if (r->column[j].role == ROLE_NONE && strcasecmp(r->column[j].name, name) == 0)
			return &r->column[j];
	return NULL;
}

static odd_status choose_ids(struct odd__columns *r, odd_error *err)
{
	static const char *const names[] = {"name", "label", "id"};
	odd_status status = ODD_OK;
	for (size_t k = 0; k < sizeof names / sizeof *names && status == ODD_OK; k++) {
		struct odd__column *c = find_column(r, names[k]);
		struct odd__values v;
		size_t distinct, missing;
		if (c == NULL)
			continue;
		if ((status = odd__values_get(&v, r, c, err)) == ODD_OK &&
			(status = count_distinct(&v, r->nodes, &distinct, &missing, err)) ==
				ODD_OK &&
			distinct == r->nodes)
			c->role = ROLE_ID;
		odd__values_clear(&v);
		if (c->role == ROLE_ID)
			break;
	}
	return status;
}

static odd_status choose_classes(struct odd__columns *r, odd_error *err)
{
	static const struct {
		const char *name;
		bool numbers_too;
	} known[] = {{"class", true}, {"label", true}, {"community", true}, {"group", true},
		{"category", true}, {"modularity_class", true}, {"modularity class", true},
		{"club", true}, {"type", false}, {"value", false}};
	odd_status status = ODD_OK;
	for (size_t k = 0; k < sizeof known / sizeof *known && status == ODD_OK; k++) {
		struct odd__column *c = find_column(r, known[k].name);
		struct odd__values v;
		size_t distinct, missing;
		if (c == NULL || (c->type != IGRAPH_ATTRIBUTE_STRING && !known[k].numbers_too))
			continue;
		if ((status = odd__values_get(&v, r, c, err)) == ODD_OK &&
			values_are_whole(&v, r->nodes) &&
			(status = count_distinct(&v, r->nodes, &distinct, &missing, err)) ==
				ODD_OK &&
			distinct > 0 && distinct + missing < r->nodes)
			c->role = ROLE_CLASS;
		odd__values_clear(&v);
		if (c->role == ROLE_CLASS)
			break;
	}
	return status;
}

/* Text that is not the name of a kind makes the column something else. */
static odd_status choose_truth(struct odd__columns *r, odd_error *err)
{
	static const char *const names[] = {"truth", "outlier"};
	odd_status status = ODD_OK;
	for (size_t k = 0; k < sizeof names / sizeof *names && status == ODD_OK; k++) {
		struct odd__column *c = find_column(r, names[k]);
		struct odd__values v;
		if (c == NULL)
			continue;
		if ((status = odd__values_get(&v, r, c, err)) == ODD_OK) {
			c->role = ROLE_TRUTH;
			for (size_t i = 0; v.type == IGRAPH_ATTRIBUTE_STRING && i < r->nodes; i++) {
				const char *text =
					igraph_strvector_get(&v.texts, (igraph_integer_t)i);
				if (text[0] != '\0' && odd_kind_from_name(text, strlen(text)) < 0)
					c->role = ROLE_NONE;
			}
		}
		odd__values_clear(&v);
		if (c->role == ROLE_TRUTH)
			break;
	}
	return status;
}

static odd_status list_columns(struct odd__columns *r, odd_error *err)
{
	igraph_strvector_t graph_names, edge_names;
	igraph_vector_int_t graph_types, types, edge_types;
	/* Out of memory in one of these few bytes is left to igraph's error below. */
	igraph_strvector_init(&graph_names, 0);
	igraph_strvector_init(&edge_names, 0);
	igraph_vector_int_init(&graph_types, 0);
	igraph_vector_int_init(&edge_types, 0);
	igraph_vector_int_init(&types, 0);
	odd_status status =
		odd__igraph_check(igraph_cattribute_list(r->graph, &graph_names, &graph_types,
					  &r->names, &types, &edge_names, &edge_types),
			r->path, err);
	if (status == ODD_OK) {
		r->count = (size_t)igraph_strvector_size(&r->names);
		r->column = calloc(r->count + 1, sizeof *r->column);
		if (r->column == NULL)
			status = odd_error_nomem(err);
	}
	for (size_t j = 0; status == ODD_OK && j < r->count; j++) {
		r->column[j].name = igraph_strvector_get(&r->names, (igraph_integer_t)j);
		r->column[j].type = (igraph_attribute_type_t)VECTOR(types)[j];
	}
	igraph_strvector_destroy(&graph_names);
	igraph_strvector_destroy(&edge_names);
	igraph_vector_int_destroy(&graph_types);
	igraph_vector_int_destroy(&edge_types);
	igraph_vector_int_destroy(&types);
	return status;
}

void odd__columns_clear(struct odd__columns *r)
{
	igraph_strvector_destroy(&r->names);
	free(r->column);
	memset(r, 0, sizeof *r);
}

odd_status odd__columns_read(
	struct odd__columns *r, const igraph_t *graph, const char *path, odd_error *err)
{
	*r = (struct odd__columns){.graph = graph, .path = path};
	r->nodes = (size_t)igraph_vcount(graph);
	odd_status status = odd__igraph_check(igraph_strvector_init(&r->names, 0), path, err);
	if (status != ODD_OK)
		return status;
	if ((status = list_columns(r, err)) != ODD_OK || (status = choose_ids(r, err)) != ODD_OK ||
		(status = choose_truth(r, err)) != ODD_OK ||
		(status = choose_classes(r, err)) != ODD_OK) {
		odd__columns_clear(r);
		return status;
	}
	for (size_t j = 0; j < r->count; j++) {
		struct odd__column *c = &r->column[j];
		if (c->role == ROLE_NONE && c->type != IGRAPH_ATTRIBUTE_STRING &&
			strcasecmp(c->name, "id") != 0 && c->name[0] != '\0')
			c->role = ROLE_ATTRIBUTE;
	}
	return ODD_OK;
}

#endif
