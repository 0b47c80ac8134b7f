/* report_json.c: a run as one JSON object. Its names are a contract: add, never rename. */
#include "config.h"

#include "cli/json.h"
#include "cli/report_json.h"

#include <inttypes.h>
#include <stdlib.h>

static json_t *planted_object(const size_t count[ODD_KINDS])
{
	return json_pack("{s:o, s:o, s:o}", "structural", json_count(count[ODD_STRUCTURAL]),
		"attribute", json_count(count[ODD_ATTRIBUTE]), "combined",
		json_count(count[ODD_COMBINED]));
}

json_t *run_dataset_object(const struct run *r)
{
	const odd_network *net = r->net;
	size_t count[ODD_KINDS];
	odd_network_count_truth(net, count);
	return json_pack("{s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
		json_text(net->name), "format", json_text(net->format), "directed", net->directed,
		"nodes", json_count(net->nodes), "edges", json_count(net->edges), "attributes",
		json_count(net->attributes), "labels", json_count(net->classes.count), "outliers",
		json_count(r->evaluation.outliers), "planted", planted_object(count), "checksum",
		json_checksum(r->checksum));
}

static json_t *skipped_object(const odd_skipped *s)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "self_loops", json_count(s->self_loops),
		"repeated_edges", json_count(s->repeated_edges), "unknown_nodes",
		json_count(s->unknown_nodes), "repeated_words", json_count(s->repeated_words),
		"zero_weights", json_count(s->zero_weights));
}

/* jansson has no integers beyond 2^63 - 1: those are told as text, which loses nothing. */
static json_t *json_seed(uint64_t seed)
{
	char text[24];
	if (seed <= INT64_MAX)
		return json_integer((json_int_t)seed);
	snprintf(text, sizeof text, "%" PRIu64, seed);
	return json_string(text);
}

static json_t *amounts_object(const odd_amounts *amounts)
{
	return json_pack("{s:I, s:I, s:I}", "structural", (json_int_t)amounts->amount[0],
		"attribute", (json_int_t)amounts->amount[1], "combined",
		(json_int_t)amounts->amount[2]);
}

/* What is off, or nobody's wish, is null. */
static json_t *option_value(const odd_option *row, const struct run_options *o)
{
	odd_option_value v;
	char text[ODD_OPTION_VALUE];
	odd_option_load(&v, row, o);
	if (v.blank)
		return json_null();
	switch (row->type) {
	case ODD_OPTION_FLAG:
		return json_boolean(v.flag);
	case ODD_OPTION_WHOLE:
	case ODD_OPTION_SEED:
		return json_seed(v.whole);
	case ODD_OPTION_REAL:
		return json_number(v.real);
	case ODD_OPTION_WEIGHTS:
		return json_pack("[ooo]", json_number(v.weight[0]), json_number(v.weight[1]),
			json_number(v.weight[2]));
	case ODD_OPTION_AMOUNTS:
		return amounts_object(&v.amounts);
	default:
		return json_text(odd_option_format(text, row, &v));
	}
}

/* Every option as it was resolved, under its name on the command line. */
json_t *run_options_object(const struct run *r, const odd_job *job)
{
	struct run_options o;
	json_t *object = json_object();
	run_options_resolve(&o, &r->settings->run, r->one, &r->scores, &r->planted);
	o.threads = (size_t)odd_job_threads(job);
	o.directed = r->net->directed;
	for (size_t i = 0; i < run_option_count; i++) {
		const odd_option *row = &run_option_rows[i];
		char key[40];
		if ((row->flags & ODD_OPTION_TOLD) != 0)
			json_object_set_new(
				object, odd_option_key(key, row), option_value(row, &o));
	}
	return object;
}

char *options_text(const struct run *r)
{
	const odd_job job = {.threads = 1};
	json_t *options = run_options_object(r, &job);
	char *text = NULL;
	if (options != NULL && json_object_del(options, "threads") == 0)
		text = json_dumps(options, JSON_COMPACT | JSON_REAL_PRECISION(17));
	json_decref(options);
	return text;
}

json_t *json_checksum(uint64_t checksum)
{
	char text[20];
	snprintf(text, sizeof text, "%016" PRIx64, checksum);
	return json_string(text);
}

static json_t *trace_array(const struct run *r)
{
	const odd_trace *trace = odd_one_trace(r->one);
	json_t *array = json_array();
	for (size_t i = 0; i < trace->count; i++) {
		const odd_trace_point *p = &trace->point[i];
		json_array_append_new(array,
			json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o}", "iteration",
				json_count(p->iteration), "step", odd_substep_get(p->step)->name,
				"loss", json_number(p->loss), "structure", json_number(p->term[0]),
				"attributes", json_number(p->term[1]), "disagreement",
				json_number(p->term[2]), "seconds", json_number(p->seconds)));
	}
	return array;
}

static json_t *recall_array(const struct run *r)
{
	json_t *array = json_array();
	for (int i = 0; i < ODD_RECALL_ROWS; i++) {
		const odd_recall_row *row = &r->evaluation.row[i];
		json_array_append_new(array,
			json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "top", json_number(row->top),
				"nodes", json_count(row->taken), "recall", json_number(row->recall),
				"structural", json_number(row->kind[ODD_STRUCTURAL]), "attribute",
				json_number(row->kind[ODD_ATTRIBUTE]), "combined",
				json_number(row->kind[ODD_COMBINED])));
	}
	return array;
}

static json_t *outliers_array(const struct run *r)
{
	const odd_scores *s = &r->scores;
	json_t *array = json_array();
	for (size_t i = 0; i < r->settings->top && i < s->n; i++) {
		size_t node = s->order[i];
		json_array_append_new(array,
			json_pack("{s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o}", "rank",
				json_count(i + 1), "id",
				json_text(odd_names_get(&r->net->ids, node)), "label",
				r->net->label[node] == ODD_NO_LABEL ? json_null()
								    : json_text(run_label(r, node)),
				"kind", run_kind(r, node), "total", json_number(s->total[node]),
				"c1", json_number(s->component[0][node]), "c2",
				json_number(s->component[1][node]), "c3",
				json_number(s->component[2][node])));
	}
	return array;
}

static json_t *seconds_object(const struct run *r)
{
	json_t *o = json_object();
	for (int i = 0; i < STAGES; i++)
		json_object_set_new(o, stage_names[i], json_number(r->seconds[i]));
	return o;
}

json_t *run_notes_array(const struct run *r)
{
	json_t *array = json_array();
	for (size_t i = 0; i < r->notes.count; i++)
		json_array_append_new(array, json_text(r->notes.text[i]));
	return array;
}

json_t *run_object(const struct run *r)
{
	const odd_job job = {.threads = (int)r->settings->run.threads};
	return json_pack(
		"{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:s, s:o, s:o}, s:o, s:o, s:o, s:o, s:o}",
		"oddone", VERSION, "dataset", run_dataset_object(r), "options",
		run_options_object(r, &job), "trace", trace_array(r), "recall", recall_array(r),
		"auc", json_number(r->evaluation.auc), "average_precision",
		json_number(r->evaluation.average_precision), "stopped", "by", run_stopped(r),
		"iterations", json_count(r->fit.iterations), "settled", json_number(r->fit.settled),
		"outliers", outliers_array(r), "skipped", skipped_object(&r->net->skipped), "notes",
		run_notes_array(r), "seconds", seconds_object(r), "peak_memory_bytes",
		json_integer((json_int_t)r->peak_memory));
}

odd_status report_json(FILE *out, const struct run *r, odd_error *err)
{
	return json_write(out, run_object(r), err);
}
