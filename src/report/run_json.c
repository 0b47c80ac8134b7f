/* run_json.c: a run, and a comparison, as one JSON object. The names are a contract: add, never
 * rename. */
#include "config.h"

#include "report/json.h"

#include <stdlib.h>
#include <string.h>

#include "report/tables.h"

/* A number for each kind that can be planted, by its name. */
static json_t *planted_object(const size_t count[ODD_KINDS])
{
	json_t *object = json_object();
	for (int t = 0; t < ODD_AMOUNTS; t++) {
		odd_kind kind = odd__plant_kind[t];
		json_object_set_new(object, odd_kind_name(kind), json_count(count[kind]));
	}
	return object;
}

json_t *report_dataset_object(const struct result *o)
{
	const odd_network *net = o->net;
	size_t count[ODD_KINDS];
	odd_network_count_truth(net, count);
	if (o->compared != NULL) /* nothing is planted into net itself */
		for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
			count[kind] = odd_plant_count(&o->compared->plant, (odd_kind)kind);
	json_t *object = json_pack("{s:o, s:o, s:b, s:o, s:o, s:o, s:o}", "name",
		json_text(net->name), "format", json_text(net->format), "directed", net->directed,
		"nodes", json_count(net->nodes), "edges", json_count(net->edges), "attributes",
		json_count(net->attributes), "labels", json_count(net->classes.count));
	json_object_set_new(object, "links_are_words", json_boolean(net->links_are_words));
	if (net->columns.count > 0)
		json_object_set_new(object, "columns", report_columns_array(&net->columns));
	if (o->evaluation != NULL)
		json_object_set_new(object, "outliers", json_count(o->evaluation->outliers));
	return json_join(object, json_pack("{s:o, s:o}", "planted", planted_object(count),
					 "checksum", json_checksum(o->checksum)));
}

json_t *report_columns_array(const odd_columns *columns)
{
	json_t *array = json_array();
	for (size_t i = 0; i < columns->count; i++) {
		const odd_table_column *c = &columns->column[i];
		char done[200];
		json_array_append_new(array,
			json_pack("{s:o, s:s, s:o, s:o, s:o}", "name", json_text(c->name), "type",
				odd_column_type_name(c->type), "missing", json_count(c->missing),
				"attributes", json_count(c->attributes), "done",
				json_text(odd_column_done(done, sizeof done, c))));
	}
	return array;
}

json_t *report_skipped_object(const odd_skipped *s)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "self_loops",
		json_count(s->self_loops), "repeated_edges", json_count(s->repeated_edges),
		"unknown_nodes", json_count(s->unknown_nodes), "repeated_words",
		json_count(s->repeated_words), "zero_weights", json_count(s->zero_weights),
		"directions", json_count(s->directions), "moved_rows", json_count(s->moved_rows));
}

/* How many cliques of each size, in the order in which sizes were first planted. */
static json_t *cliques_array(const struct result *o)
{
	json_t *array = json_array();
	for (size_t i = 0; i < o->record_count; i++) {
		size_t size = o->record[i].options.clique_size, count = 0;
		bool told = false;
		for (size_t j = 0; j < o->record_count; j++) {
			const odd_plant_options *p = &o->record[j].options;
			bool same = p->cliques > 0 && p->clique_size == size;
			count += same ? p->cliques : 0;
			told = told || (same && j < i);
		}
		if (o->record[i].options.cliques > 0 && !told)
			json_array_append_new(
				array, json_pack("{s:o, s:o}", "count", json_count(count), "size",
					       json_count(size)));
	}
	return array;
}

/* Resolved: no shares any more. Of cliques the nodes are counted; their size is told where all have
 * one, and how many there are of each. */
static json_t *amounts_object(const struct result *o, const odd_amounts *amounts)
{
	size_t count[ODD_KINDS] = {0}, size = 0;
	for (int t = 0; t < ODD_AMOUNTS; t++) {
		size_t each = amounts->size[t] > 0.0 ? (size_t)amounts->size[t] : 1;
		count[odd__plant_kind[t]] = (size_t)amounts->amount[t] * each;
		size = odd__plant_kind[t] == ODD_CLIQUE ? (size_t)amounts->size[t] : size;
	}
	json_t *object = planted_object(count);
	json_object_set_new(object, "clique_size", size > 0 ? json_count(size) : json_null());
	json_object_set_new(object, "cliques", cliques_array(o));
	return object;
}

static json_t *option_value(const odd_option *row, const struct result *o)
{
	char text[ODD_OPTION_VALUE];
	odd_option_value v;
	odd_option_load(&v, row, &o->options);
	if (v.blank)
		return json_null();
	switch (row->type) {
	case ODD_OPTION_FLAG:
		return json_boolean(v.flag);
	case ODD_OPTION_CHOICE:
		if (strncmp(row->choices, "no|yes", 6) == 0)
			return json_boolean(v.choice == 1);
		return json_text(odd_option_format(text, row, &v));
	case ODD_OPTION_WHOLE:
	case ODD_OPTION_SEED:
		return json_seed(v.whole);
	case ODD_OPTION_REAL:
		return json_number(v.real);
	case ODD_OPTION_WEIGHTS:
		return json_pack("[o, o, o]", json_number(v.weight[0]), json_number(v.weight[1]),
			json_number(v.weight[2]));
	case ODD_OPTION_AMOUNTS:
		return amounts_object(o, &v.amounts);
	default:
		return json_text(odd_option_format(text, row, &v));
	}
}

/* Every option as it was resolved, under its name on the command line. */
static json_t *options_object(const struct result *o, bool with_threads)
{
	const odd_job job = {.threads = (int)o->options.threads};
	json_t *object = json_object();
	for (size_t i = 0; i < run_option_count; i++) {
		const odd_option *row = &run_option_rows[i];
		char key[40];
		bool threads = strcmp(row->name, "threads") == 0;
		if ((row->flags & ODD_OPTION_TOLD) == 0 || (threads && !with_threads))
			continue;
		json_object_set_new(object, odd_option_key(key, row),
			threads ? json_integer(odd_job_threads(&job)) : option_value(row, o));
	}
	return object;
}

json_t *report_options_object(const struct result *o)
{
	return options_object(o, true);
}

char *report_options_text(const struct result *o)
{
	json_t *options = options_object(o, false);
	char *text = options != NULL ? json_dumps(options, JSON_COMPACT | JSON_REAL_PRECISION(17))
				     : NULL;
	json_decref(options);
	if (json_lacks_memory()) { /* an option may be missing */
		free(text);
		return NULL;
	}
	return text;
}

static json_t *trace_array(const struct result *o)
{
	const odd_trace *trace = o->trace;
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

static json_t *recall_array(const odd_evaluation *e)
{
	json_t *array = json_array();
	for (int i = 0; i < ODD_RECALL_ROWS; i++) {
		const odd_recall_row *row = &e->row[i];
		json_t *object = json_pack("{s:o, s:o, s:o}", "top", json_number(row->top), "nodes",
			json_count(row->taken), "recall", json_number(row->recall));
		for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
			json_object_set_new(object, odd_kind_name((odd_kind)kind),
				json_number(row->kind[kind]));
		json_array_append_new(array, object);
	}
	return array;
}

/* What ONE alone finds, whatever the score. */
static json_t *one_object(const struct result *o)
{
	const odd_evaluation *e = o->one_evaluation;
	if (e == NULL)
		return json_null();
	return json_pack("{s:o, s:o, s:o}", "recall", recall_array(e), "auc", json_number(e->auc),
		"average_precision", json_number(e->average_precision));
}

/* The parts of the score, and why each takes part or does not. */
static json_t *evidence_array(const struct result *o)
{
	const odd_scores *s = o->scores;
	json_t *array = json_array();
	for (size_t t = 0; t < s->score->count; t++)
		json_array_append_new(array,
			json_pack("{s:s, s:s, s:s, s:b, s:b, s:o, s:o}", "name",
				s->score->component[t].name, "head", s->score->component[t].head,
				"about", s->score->component[t].about, "used",
				odd_scores_uses(s, t), "shown",
				odd_score_has(s->score, t, o->net) &&
					(!s->score->surprise || odd_scores_uses(s, t)),
				"weight", json_number(s->weight[t]), "why",
				json_text(odd_scores_why(s, t))));
	return array;
}

/* How odd each part of a node is: 1 is the oddest of all nodes. */
static json_t *percentiles_object(const odd_scores *s, size_t node)
{
	json_t *object = json_object();
	for (size_t t = 0; t < s->score->count; t++)
		json_object_set_new(
			object, s->score->component[t].name, json_number(s->part[t][node]));
	return object;
}

/* What the score says, and further runs with other K and seeds. */
static json_t *score_object(const struct result *o)
{
	const odd_score *score = o->scores->score;
	const char *about = score->surprise ? ""
			    : o->net->edges > 0
				    ? score->about
				    : "attrs: how much of a node's attributes the model "
				      "cannot explain.";
	return json_pack("{s:s, s:s, s:b, s:b}", "name", score->name, "about", about, "ranked",
		score->ranked, "evidence", score->surprise);
}

json_t *report_certainty_object(const struct result *o)
{
	const size_t k = o->used->k;
	size_t least = k, most = k;
	if (o->scores->low == NULL)
		return json_null();
	for (size_t r = 0; r < o->scores->runs; r++) {
		const size_t other = odd_certainty_k(k, o->net->nodes, o->net->attributes, r);
		least = other < least ? other : least;
		most = other > most ? other : most;
	}
	return json_pack("{s:o, s:o, s:o}", "runs", json_count(o->scores->runs), "least_dims",
		json_count(least), "most_dims", json_count(most));
}

static json_t *outliers_array(const struct result *o)
{
	const odd_scores *s = o->scores;
	json_t *array = json_array();
	for (size_t i = 0; i < o->top && i < s->n; i++) {
		size_t node = s->order[i];
		bool none = o->net->label[node] == ODD_NO_LABEL;
		json_t *one = json_pack("{s:o, s:o, s:o, s:s, s:o}", "rank", json_count(i + 1),
			"id", json_text(odd_names_get(&o->net->ids, node)), "label",
			json_text_or_null(none ? NULL : result_label(o, node)), "kind",
			result_kind(o, node), "total", json_number(s->total[node]));
		for (size_t t = 0; t < s->score->count; t++)
			json_object_set_new(one, s->score->component[t].name,
				json_number(s->component[t][node]));
		if (o->options.contamination.given)
			json_object_set_new(one, "odd", json_boolean(i < result_odd(o)));
		if (o->net->columns.titles > 0)
			json_object_set_new(
				one, "name", json_text(odd_network_title(o->net, node)));
		if (o->judged != NULL)
			json_object_set_new(one, "judged",
				json_text_or_null(judgment_name(judgment_of(o->judged, node))));
		if (s->score->ranked)
			json_object_set_new(one, "percentiles", percentiles_object(s, node));
		json_object_set_new(one, "one_rank",
			o->one_alone != NULL ? json_count(o->one_alone->rank[node]) : json_null());
		json_object_set_new(one, "equal", json_boolean(odd_scores_tied(s, node)));
		json_object_set_new(one, "lowest_rank",
			s->low != NULL ? json_count(s->low[node]) : json_null());
		json_object_set_new(one, "highest_rank",
			s->high != NULL ? json_count(s->high[node]) : json_null());
		json_array_append_new(array, one);
	}
	return array;
}

static json_t *seconds_object(const struct result *o)
{
	json_t *object = json_object();
	for (int i = 0; i < STAGES; i++)
		json_object_set_new(object, stage_names[i], json_number(o->seconds[i]));
	return object;
}

/* The memory that the run was expected to take; "peak_memory_bytes" is what it took. */
static json_t *estimate_object(const struct result *o)
{
	return json_pack("{s:o}", "memory_bytes",
		o->memory > 0.0 ? json_integer((json_int_t)o->memory) : json_null());
}

json_t *report_notes_array(const struct result *o)
{
	json_t *array = json_array();
	for (size_t i = 0; i < o->note_count; i++)
		json_array_append_new(array, json_text(o->note[i]));
	return array;
}

json_t *report_run_object(const struct result *o)
{
	static const char *const stopped[] = {
		[ODD_STOP_ITERATIONS] = "iterations", [ODD_STOP_TOLERANCE] = "tolerance"};
	return json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
			 "s:{s:s, s:o}, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"oddone", VERSION, "schema", REPORT_SCHEMA, "dataset", report_dataset_object(o),
		"options", report_options_object(o), "trace", trace_array(o), "recall",
		recall_array(o->evaluation), "auc", json_number(o->evaluation->auc),
		"average_precision", json_number(o->evaluation->average_precision), "placebo_auc",
		json_number(o->evaluation->against_placebo), "placebo_above",
		json_number(o->evaluation->placebo_auc), "one", one_object(o), "evidence",
		evidence_array(o), "score", score_object(o), "certainty",
		report_certainty_object(o), "stopped", "by", stopped[o->fit->why], "iterations",
		json_count(o->fit->iterations), "odd",
		o->options.contamination.given ? json_count(result_odd(o)) : json_null(),
		"outliers", outliers_array(o), "skipped", report_skipped_object(&o->net->skipped),
		"notes", report_notes_array(o), "seconds", seconds_object(o), "peak_memory_bytes",
		json_integer((json_int_t)o->peak_memory), "estimate", estimate_object(o));
}

/* ---- the same for awk and R --------------------------------------------------------------- */

static void print_recall(FILE *out, const struct result *o)
{
	char number[SHEET_NUMBER];
	for (int i = 0; i < ODD_RECALL_ROWS; i++) {
		const odd_recall_row *row = &o->evaluation->row[i];
		fprintf(out, "# recall@%g\t%s\n", row->top, sheet_number_text(number, row->recall));
		for (int kind = ODD_STRUCTURAL; kind < ODD_KINDS; kind++)
			if (kind <= ODD_COMBINED || o->evaluation->count[kind] > 0)
				fprintf(out, "# recall@%g.%s\t%s\n", row->top,
					odd_kind_name((odd_kind)kind),
					sheet_number_text(number, row->kind[kind]));
	}
}

odd_status report_run_tsv(FILE *out, const struct result *o, odd_error *err)
{
	json_t *object = report_run_object(o);
	if (object == NULL)
		return odd_error_nomem(err);
	json_flatten(out, "# ", "", object);
	json_decref(object);
	print_recall(out, o);
	for (size_t i = 0; i < o->note_count; i++)
		fprintf(out, "# note\t%s\n", o->note[i]);
	return report_table_write(report_table_find("scores"), out, SHEET_TSV, o, NULL, err);
}

/* ---- a comparison -------------------------------------------------------------------------- */

static json_t *compared_options_object(const struct result *o)
{
	json_t *tasks = json_array();
	for (int task = 0; task < ODD_TASKS; task++)
		if ((o->compared->tasks & ODD_TASK_BIT(task)) != 0)
			json_array_append_new(tasks, json_string(odd_task_name((odd_task)task)));
	return json_pack("{s:o, s:b, s:o, s:o, s:o, s:o, s:s}", "dims", json_count(o->compared->k),
		"recall", o->battery_recall, "tasks", tasks, "seeds",
		json_count(o->compared->seeds), "seed", json_seed(o->compared->seed), "repeats",
		json_count(o->compared->repeats), "plant_style",
		o->compared->plant.style == ODD_PLANT_LOCAL ? "local" : "uniform");
}

/* Each setting with the value it had, and that of the public program where it is known. */
static json_t *settings_object(const struct result *o, const odd_method *method)
{
	json_t *object = json_object();
	for (size_t i = 0; i < method->option_count; i++) {
		const odd_method_option *option = &method->options[i];
		json_object_set_new(object, option->name,
			json_pack("{s:o, s:s?}", "value",
				json_text(odd_compare_setting(o->compared, method, option)),
				"public", option->published));
	}
	return object;
}

static json_t *means_object(const struct result *o, size_t method)
{
	json_t *object = json_object();
	for (size_t m = 0; m < ODD_MEASURES; m++) {
		size_t count;
		odd_spread s = odd_comparison_spread(o->table, method, m, &count);
		if (count > 0)
			json_object_set_new(object, odd_measure_get(m)->name,
				json_pack("{s:o, s:o, s:o, s:o}", "mean", json_number(s.mean),
					"deviation", json_number(s.deviation), "seeds",
					json_count(count), "published",
					json_number(result_published(o, method, m))));
	}
	return object;
}

/* "samples 0: a million, or …": a value that stands for another is explained behind "; " in the
 * words about its option. */
static void write_setting(FILE *out, const odd_method_option *option, const char *value)
{
	char sign[80];
	snprintf(sign, sizeof sign, "; %.70s: ", value);
	const char *meaning = strstr(option->about, sign);
	fprintf(out, "%s %s", option->name, meaning != NULL ? meaning + 2 : value);
}

/* Settings of a method that are not those of its public program, "steps 3000 (public 1000)" and so
 * on, and all whose public value is not known. */
static json_t *departures(const struct result *o, const odd_method *method)
{
	char *text = NULL;
	size_t size, unknown = 0;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	const char *between = "";
	if (method->published_k > 0 && method->published_k != o->compared->k) {
		fprintf(out, "K %zu (public %zu)", o->compared->k, method->published_k);
		between = ", ";
	}
	for (size_t i = 0; i < method->option_count; i++) {
		const odd_method_option *option = &method->options[i];
		const char *value = odd_compare_setting(o->compared, method, option);
		unknown += option->published == NULL;
		if (option->published == NULL || strcmp(value, option->published) == 0)
			continue;
		fputs(between, out);
		write_setting(out, option, value);
		fprintf(out, " (public %s)", option->published);
		between = ", ";
	}
	for (size_t i = 0; i < method->option_count && unknown > 0; i++) {
		const odd_method_option *option = &method->options[i];
		const char *value = odd_compare_setting(o->compared, method, option);
		if (option->published != NULL)
			continue;
		fprintf(out, "%s%s", between,
			between[0] != ',' ? "no public values are known; ours: " : "");
		write_setting(out, option, value);
		if (strcmp(value, option->ours) != 0)
			fprintf(out, " (ours %s)", option->ours);
		between = ", ";
	}
	json_t *value = fclose(out) == 0 ? json_text(text) : NULL;
	free(text);
	return value;
}

static json_t *methods_array(const struct result *o)
{
	static const char *const kind[] = {"structure", "attributed", "control"};
	char caveat[ODD_CAVEAT];
	json_t *array = json_array();
	for (size_t m = 0; m < o->table->methods; m++) {
		const odd_method *method = o->table->method[m];
		json_array_append_new(array,
			json_pack("{s:s, s:s, s:s, s:b, s:o, s:s?, s:s?, s:o, s:o, s:o}", "name",
				method->name, "title", odd_compare_title(o->compared, method),
				"kind", kind[method->kind], "supervised", method->supervised,
				"public_dims",
				method->published_k > 0 ? json_count(method->published_k)
							: json_null(),
				"note", method->note, "caveat",
				odd_compare_caveat(caveat, o->compared, method), "departures",
				departures(o, method), "settings", settings_object(o, method),
				"results", means_object(o, m)));
	}
	return array;
}

static json_t *cells_array(const struct result *o)
{
	json_t *array = json_array();
	for (size_t i = 0; i < o->table->methods * o->table->seeds; i++) {
		const odd_cell *cell = &o->table->cell[i];
		json_t *values = json_object();
		for (size_t m = 0; m < ODD_MEASURES && cell->state == ODD_CELL_DONE; m++)
			if (result_measured(o, m))
				json_object_set_new(values, odd_measure_get(m)->name,
					json_number(cell->value[m]));
		json_array_append_new(array,
			json_pack("{s:s, s:o, s:s, s:o, s:o}", "method",
				o->table->method[cell->method]->name, "seed", json_seed(cell->seed),
				"state", result_cell_state(cell), "error",
				cell->state == ODD_CELL_FAILED ? json_text(cell->error.message)
							       : json_null(),
				"values", values));
	}
	return array;
}

json_t *report_compare_object(const struct result *o)
{
	return json_pack(
		"{s:s, s:i, s:o, s:o, s:{s:o, s:s}, s:o, s:o, s:o, s:s, s:o, s:o, s:i, s:I}",
		"oddone", VERSION, "schema", REPORT_SCHEMA, "command", json_text(o->command),
		"dataset", report_dataset_object(o), "groups", "count",
		json_count(o->groups->count), "kind", o->groups->found ? "communities" : "classes",
		"options", compared_options_object(o), "methods", methods_array(o), "cells",
		cells_array(o), "published_source", ODD_PUBLISHED_SOURCE, "notes",
		report_notes_array(o), "seconds", json_number(o->seconds[STAGE_TOTAL]),
		"cells_at_once", o->table->at_once, "peak_memory_bytes",
		(json_int_t)o->peak_memory);
}
