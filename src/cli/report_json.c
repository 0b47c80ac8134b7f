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

/* Every option as it was resolved, under its name on the command line. */
json_t *run_options_object(const struct run *r, const odd_job *job)
{
	const struct settings *s = r->settings;
	const odd_one_options *one = odd_one_options_used(r->one);
	size_t plant[ODD_KINDS] = {
		0, r->planted.structural, r->planted.attribute, r->planted.combined, 0};
	json_t *o = json_pack("{s:o, s:o, s:o, s:o, s:s, s:o, s:s, s:o, s:o, s:o, s:[ooo]}", "dims",
		json_count(odd_one_look(r->one).k), "iterations", json_count(r->iterations_allowed),
		"tolerance", s->stop.tolerance > 0.0 ? json_number(s->stop.tolerance) : json_null(),
		"settled", s->stop.settled > 0.0 ? json_number(s->stop.settled) : json_null(),
		"preset", run_preset_name(r), "init", json_text(run_start_name(r)), "update",
		one->update == ODD_BLOCK ? "block" : "coordinate", "alpha", json_number(one->alpha),
		"beta", json_number(one->beta), "mu", json_number(one->mu), "weights",
		json_number(r->scores.weight[0]), json_number(r->scores.weight[1]),
		json_number(r->scores.weight[2]));
	json_t *more = json_pack("{s:o, s:s, s:I, s:I, s:i, s:b, s:s, s:s, s:s}", "plant",
		s->plant.given ? planted_object(plant) : json_null(), "plant_style",
		s->plant_style == ODD_PLANT_LOCAL ? "local" : "uniform", "plant_seed",
		(json_int_t)r->planted.seed, "seed", (json_int_t)s->seed, "threads",
		odd_job_threads(job), "directed", r->net->directed, "projection",
		odd_projection_method_name(s->figures.projection.method), "project",
		odd_projection_source_name(s->figures.projection.source), "map_colour",
		figure_colour_name(s->figures.map_colour));
	if (o != NULL && json_object_update(o, more) != 0) {
		json_decref(o);
		o = NULL;
	}
	json_decref(more);
	return o;
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
	const odd_job job = {.threads = r->settings->threads};
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
