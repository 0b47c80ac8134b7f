/* times_tables.c: ranks over time, and the nodes that became odd, as tables and as one JSON object,
 * whose names are a contract: add, never rename. */
#include "config.h"

#include "report/tables.h"

#include "report/json.h"

static const char *id_of(const struct result *o, size_t node)
{
	return odd_names_get(&o->times->ids, node);
}

/* Did the node become odd at that time? */
static bool became(const odd_history *h, size_t time, size_t node)
{
	for (size_t i = 0; i < h->became_count; i++)
		if (h->became[i].time == time && h->became[i].node == node)
			return true;
	return false;
}

/* ---- tables --------------------------------------------------------------------------------- */

/* A row for each node at each time, by rank. */
odd_status report_write_times(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	const odd_history *h = o->history;
	odd_status status = ODD_OK;
	for (size_t t = 0; t < h->times && status == ODD_OK; t++) {
		const odd_moment *m = &h->moment[t];
		uint32_t *order = m->rank != NULL ? calloc(m->nodes + 1, sizeof *order) : NULL;
		if (m->rank != NULL && order == NULL)
			return odd_error_nomem(err);
		for (size_t i = 0; order != NULL && i < h->nodes; i++)
			if (m->rank[i] > 0)
				order[m->rank[i] - 1] = (uint32_t)i;
		for (size_t r = 0; order != NULL && r < m->nodes; r++) {
			bool odd = r < odd_history_odd(h, t);
			sheet_name(s, o->times->time[t].name);
			sheet_name(s, id_of(o, order[r]));
			sheet_count(s, r + 1);
			sheet_count(s, m->nodes);
			sheet_number(s, m->total[order[r]]);
			sheet_word(s, odd ? "yes" : "no");
			sheet_word(s, odd && became(h, t, order[r]) ? "yes" : "no");
			sheet_end(s);
		}
		free(order);
		status = report_poll(job, t, h->times, err);
	}
	return status;
}

odd_status report_write_became(
	struct sheet *s, const struct result *o, const odd_job *job, odd_error *err)
{
	for (size_t i = 0; i < o->history->became_count; i++) {
		const odd_became *b = &o->history->became[i];
		sheet_name(s, o->times->time[b->time].name);
		sheet_name(s, id_of(o, b->node));
		sheet_count(s, b->rank);
		sheet_count(s, o->history->moment[b->time].nodes);
		if (b->before > 0)
			sheet_count(s, b->before);
		else
			sheet_word(s, "-");
		sheet_number(s, b->leap);
		sheet_name(s, o->times->time[b->last].name);
		sheet_end(s);
	}
	return report_poll(job, 0, 1, err);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *times_array(const struct result *o)
{
	static const char *const state[] = {"started", "followed", "empty", "too small"};
	json_t *array = json_array();
	for (size_t t = 0; t < o->history->times; t++) {
		const odd_moment *m = &o->history->moment[t];
		json_array_append_new(array,
			json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
				"name", json_text(o->times->time[t].name), "state", state[m->state],
				"nodes", json_count(m->nodes), "links", json_count(m->links),
				"came", json_count(m->came), "gone", json_count(m->gone),
				"returned", json_count(m->returned), "iterations",
				json_count(m->iterations), "loss_before", json_number(m->before),
				"loss", json_number(m->loss), "largest_rise", json_number(m->rise),
				"odd",
				json_count(m->rank != NULL ? odd_history_odd(o->history, t) : 0)));
	}
	return array;
}

/* Its rank at every time, null where it is not there. */
static json_t *ranks_array(const odd_history *h, size_t node)
{
	json_t *array = json_array();
	for (size_t t = 0; t < h->times; t++) {
		const uint32_t *rank = h->moment[t].rank;
		json_array_append_new(array,
			rank != NULL && rank[node] > 0 ? json_count(rank[node]) : json_null());
	}
	return array;
}

static json_t *became_array(const struct result *o)
{
	json_t *array = json_array();
	const odd_history *h = o->history;
	for (size_t i = 0; i < h->became_count && i < o->top; i++) {
		const odd_became *b = &h->became[i];
		json_array_append_new(
			array, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id",
				       json_text(id_of(o, b->node)), "time",
				       json_text(o->times->time[b->time].name), "rank",
				       json_count(b->rank), "before",
				       b->before > 0 ? json_count(b->before) : json_null(), "leap",
				       json_number(b->leap), "until",
				       json_text(o->times->time[b->last].name), "ranks",
				       ranks_array(h, b->node)));
	}
	return array;
}

json_t *report_times_object(const struct result *o)
{
	const odd_history *h = o->history;
	return json_pack(
		"{s:s, s:i, s:o, s:o, s:o, s:o, s:{s:o, s:o, s:o, s:s, s:o}, s:o, s:o, s:o, "
		"s:o, s:o}",
		"oddone", VERSION, "schema", REPORT_SCHEMA, "command", json_text(o->command),
		"name", json_text(o->times->name), "nodes", json_count(h->nodes), "attributes",
		json_count(o->times->attributes), "options", "dims", json_count(h->used.k), "alpha",
		json_number(h->used.alpha), "beta", json_number(h->used.beta), "score",
		h->score->name, "seed", json_seed(h->used.seed), "odd_share",
		h->count > 0 ? json_null() : json_number(h->share), "times", times_array(o),
		"became_odd", json_count(h->became_count), "became", became_array(o), "notes",
		report_notes_array(o));
}
