/* explain_json.c: explanations as one JSON object. Its names are a contract: add, never
 * rename. */
#include "config.h"

#include "report/json.h"

static json_t *entries_array(const odd_explain_entry *entry, size_t count, bool labels)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *o = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "name",
			json_text(entry[i].name), "title", json_text(entry[i].title), "given",
			json_number(entry[i].given), "observed", json_number(entry[i].observed),
			"expected", json_number(entry[i].expected), "error",
			json_number(entry[i].error));
		if (labels)
			json_object_set_new(o, "label", json_text_or_null(entry[i].label));
		else
			json_object_set_new(o, "filled_in", json_boolean(entry[i].filled));
		json_array_append_new(array, o);
	}
	return array;
}

/* called, each: what its entries are, and one of them. */
static json_t *row_object(
	const odd_explain_row *row, const char *called, const char *each, bool labels)
{
	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "called", called, "each", each,
		"count", json_count(row->count), "error", json_number(row->error), "size",
		json_number(row->size), "present",
		entries_array(row->present, row->present_count, labels), "absent",
		entries_array(row->absent, row->absent_count, labels));
}

static json_t *components_array(const odd_explanation *e)
{
	json_t *array = json_array();
	for (int t = 0; t < (int)e->score->count; t++) {
		const odd_explain_component *c = &e->component[t];
		json_array_append_new(array,
			json_pack("{s:s, s:b, s:o, s:o, s:o, s:o, s:o}", "name",
				odd_explain_component_name(e, t), "told", odd_explain_has(e, t),
				"value", json_number(c->value), "rank", json_count(c->rank), "ties",
				json_count(c->ties), "percentile", json_number(c->percentile),
				"left_out", json_boolean(!c->used || !odd_explain_has(e, t))));
	}
	return array;
}

/* A class is its name, a community that was found its number from 1. */
static json_t *group_value(const odd_explain_group *g)
{
	if (g->name != NULL)
		return json_text(g->name);
	return g->number != ODD_NO_LABEL ? json_integer(g->number + 1) : json_null();
}

/* What words say; null where there is nothing to compare with. */
static json_t *words_object(const odd_explain_place *p)
{
	bool own = p->words && p->own.number != ODD_NO_LABEL;
	bool there = p->words && p->worded.number != ODD_NO_LABEL;
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "words_usual",
		own ? json_count(p->words_usual) : json_null(), "words_usual_there",
		there ? json_count(p->words_usual_there) : json_null(), "members_usual",
		there ? json_number(p->members_usual) : json_null(), "outside_usual",
		there ? json_number(p->outside_usual) : json_null(), "words_suit",
		there ? json_boolean(p->words_suit) : json_null(), "fit_own",
		own && there ? json_number(p->fit_own) : json_null(), "fit_one",
		there ? json_number(p->fit_one) : json_null(), "fit_mixed",
		there ? json_number(p->fit_mixed) : json_null());
}

static json_t *place_object(const odd_explanation *e)
{
	const odd_explain_place *p = &e->place;
	bool any = p->own.number != ODD_NO_LABEL;
	json_t *o = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "own",
		group_value(&p->own), "links_known", json_count(p->links_known), "links_leaving",
		any ? json_count(p->links_leaving) : json_null(), "others_known",
		json_count(p->others_known), "others_leaving", json_count(p->others_leaving),
		"linked", group_value(&p->linked), "linked_count", json_count(p->linked_count),
		"worded", group_value(&p->worded), "worded_similarity",
		json_number(p->worded_similarity), "own_similarity",
		any ? json_number(p->own_similarity) : json_null());
	return json_join(o, words_object(p));
}

static json_t *near_array(const odd_explanation *e)
{
	json_t *array = json_array();
	for (size_t i = 0; i < e->near_count; i++)
		json_array_append_new(
			array, json_pack("{s:o, s:o, s:o, s:o}", "id", json_text(e->near[i].id),
				       "title", json_text(e->near[i].title), "label",
				       json_text_or_null(e->near[i].label), "similarity",
				       json_number(e->near[i].similarity)));
	return array;
}

/* Columns in which it has no value, and what stands in its place: a number, yes or no, or null
 * where it is without. */
static json_t *missing_object(const odd_explanation *e)
{
	json_t *array = json_array();
	for (size_t i = 0; i < e->missing_count; i++) {
		const odd_table_column *c = e->missing[i];
		json_t *as = c->type == ODD_COLUMN_YESNO    ? json_boolean(c->filled_in != 0.0)
			     : odd_column_is_dense(c->type) ? json_number(c->filled_in)
							    : json_null();
		json_array_append_new(
			array, json_pack("{s:o, s:s, s:o}", "column", json_text(c->name), "type",
				       odd_column_type_name(c->type), "filled_in", as));
	}
	return json_pack("{s:o, s:o}", "count", json_count(e->missing_all), "columns", array);
}

static json_t *names_array(const char *const *name, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, json_text(name[i]));
	return array;
}

/* What it was before a planting changed it; null when none did. */
static json_t *before_object(const odd_explain_was *w)
{
	if (!w->changed)
		return json_null();
	return json_pack("{s:{s:o, s:o, s:o}, s:{s:o, s:o, s:o}, s:o}", "links", "count",
		json_count(w->links), "kept", json_count(w->links_kept), "names",
		names_array(w->link, w->link_count), "attributes", "count", json_count(w->words),
		"kept", json_count(w->words_kept), "names", names_array(w->word, w->word_count),
		"attributes_of", json_text_or_null(w->words_of));
}

static json_t *node_object(const struct result *o, const odd_explanation *e, const odd_sentences *s)
{
	json_t *sentences = json_array();
	for (size_t i = 0; i < s->count; i++)
		json_array_append_new(sentences, json_text(s->line[i]));
	const odd_scores *x = o->scores;
	return json_pack(
		"{s:o, s:o, s:b, s:b, s:o, s:b, s:o, s:o, s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
		"s:o}",
		"id", json_text(e->id), "title", json_text(e->title), "renamed", e->title != e->id,
		"directed", e->directed, "rank", json_count(e->rank), "equal",
		odd_scores_tied(x, e->node), "lowest_rank",
		x->low != NULL ? json_count(x->low[e->node]) : json_null(), "highest_rank",
		x->high != NULL ? json_count(x->high[e->node]) : json_null(), "label",
		json_text_or_null(e->label), "kind", result_kind(o, e->node), "looks",
		odd_kind_name(e->looks), "total", json_number(e->total), "components",
		components_array(e), "links",
		row_object(&e->links, e->links.count == 1 ? "link" : "links", "link", true),
		"attributes",
		row_object(&e->attributes, odd_explain_attributes_name(e, e->attributes.count == 1),
			odd_explain_attributes_name(e, true), false),
		"missing", missing_object(e), "place", place_object(e), "near", near_array(e),
		"before", before_object(&e->was), "sentences", sentences);
}

json_t *report_explain_object(const struct result *o)
{
	json_t *nodes = json_array();
	for (size_t i = 0; i < o->why_count; i++)
		json_array_append_new(nodes, node_object(o, &o->why[i], &o->sentences[i]));
	return json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "oddone", VERSION, "schema",
		REPORT_SCHEMA, "certainty", report_certainty_object(o), "dataset",
		report_dataset_object(o), "options", report_options_object(o), "communities",
		o->groups->count == 0 ? json_null()
				      : json_string(o->groups->found ? "found" : "labels"),
		"nodes", nodes, "notes", report_notes_array(o));
}
