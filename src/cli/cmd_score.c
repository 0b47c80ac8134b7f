/* cmd_score.c: nodes that a saved run has not seen, placed with it and ranked among the old ones.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/run.h"
#include "cli/view.h"
#include "base/file.h"
#include "report/json.h"
#include "report/model.h"
#include "report/tables.h"
#include "session/paths.h"

struct scoring {
	struct run run;
	struct model model;
	odd_network *more; /* the new nodes, as they were given */
	odd_joined joined;
	size_t old;      /* nodes of the model */
	uint8_t *hidden; /* per node: it is an old one */
};

/* The network of the model, as it was fitted. */
static odd_status load_old(odd_network **net, struct scoring *s, const char *path, odd_error *err)
{
	char checksum[20];
	const odd_load_options options =
		run_options_load(&s->model.options, &(odd_load_options){0});
	odd_status status = odd_network_load(net, path, &options, &s->run.work.job, err);
	if (status != ODD_OK)
		return status;
	snprintf(checksum, sizeof checksum, "%016llx",
		(unsigned long long)odd_network_checksum(*net));
	if (strcmp(checksum, s->model.checksum) == 0)
		return ODD_OK;
	odd_network_free(*net);
	return odd_error_at(err, ODD_EINPUT, path, 0, 0,
		"is not the network that the run was fitted to: its checksum is another");
}

static odd_status load_model(struct scoring *s, odd_error *err)
{
	odd_network *net;
	const char *dir = s->run.settings->network;
	odd_status status = report_model_read(&s->model, dir, err);
	if (status != ODD_OK)
		return status;
	s->model.options.contamination = s->run.settings->run.contamination;
	study_init(&s->run.study, &s->model.options);
	s->run.study.extends = s->run.study.as_given = true;
	char *path = odd_path_join(dir, "model.nodes");
	status = path != NULL ? load_old(&net, s, path, err) : odd_error_nomem(err);
	free(path);
	if (status != ODD_OK)
		return status;
	/* The files of a model have links that stand in as attributes like any. */
	net->links_are_words = s->model.links_are_words;
	s->old = net->nodes;
	status = study_take(&s->run.study, net, err);
	if (status == ODD_OK)
		status = study_prepare(&s->run.study, &s->run.work.job, err);
	if (status == ODD_OK)
		status = study_begin(&s->run.study, &s->run.work.job, err);
	notes_clear(&s->run.study.notes); /* they are about the old nodes */
	return status;
}

/* A run by links alone has nodes as attributes, by their ids, and so have the new ones: the old
 * nodes that they are linked with. Links to other new nodes mean nothing to it. */
static odd_status links_alone(struct scoring *s, odd_error *err)
{
	odd_network *other;
	odd_status status = odd_network_without_attributes(&other, s->more, err);
	if (status != ODD_OK)
		return status;
	odd_network_free(s->more);
	s->more = other;
	notes_add(&s->run.study.notes,
		"the model is one of links alone: new nodes are placed by the old ones that "
		"they are linked with");
	return ODD_OK;
}

/* Those that became attributes. */
static size_t count_told(const odd_columns *columns)
{
	size_t n = 0;
	for (size_t c = 0; c < columns->count; c++)
		n += columns->column[c].attributes > 0;
	return n;
}

/* columns: of the model that became attributes. */
static void note_joined(struct scoring *s, size_t columns)
{
	const odd_joined *j = &s->joined;
	if (j->unknown > 0 && !s->model.links_are_words)
		notes_add(&s->run.study.notes,
			"%zu of %zu attributes of the new nodes are unknown to the model and were "
			"passed over",
			j->unknown, j->unknown + j->attributes);
	if (j->columns > 0)
		notes_add(&s->run.study.notes,
			"%zu of %zu columns of the model %s not there: new nodes have what stands "
			"where a value is missing",
			j->columns, columns, j->columns == 1 ? "is" : "are");
}

static odd_status load_new(struct scoring *s, odd_error *err)
{
	char *path = NULL;
	const odd_network *old = study_network(&s->run.study);
	odd_load_options options = run_options_load(&s->model.options, &s->run.settings->table);
	options.known = &old->ids;
	options.like = &old->columns;
	odd_status status = session_find_network(&path, s->run.settings->values[0], err);
	if (status == ODD_OK)
		status = odd_network_load(&s->more, path, &options, &s->run.work.job, err);
	free(path);
	if (status != ODD_OK)
		return status;
	notes_add_skipped(&s->run.study.notes, &s->more->skipped);
	return s->model.links_are_words ? links_alone(s, err) : ODD_OK;
}

static odd_status score_work(struct run *r, odd_error *err)
{
	struct scoring *s = (struct scoring *)r;
	const size_t columns = count_told(&study_network(&s->run.study)->columns);
	odd_status status = study_place(&s->run.study, s->more, &s->joined, &s->run.work.job, err);
	if (status == ODD_EINPUT)
		snprintf(err->file, sizeof err->file, "%s", s->run.settings->values[0]);
	if (status == ODD_OK) {
		note_joined(s, columns);
		status = study_score(&s->run.study, &s->run.work.job, err);
	}
	if (status == ODD_OK &&
		(s->hidden = calloc(study_network(&s->run.study)->nodes + 1, 1)) == NULL)
		status = odd_error_nomem(err);
	if (status != ODD_OK)
		return status;
	memset(s->hidden, 1, s->old);
	study_look(&s->run.result, &s->run.study);
	s->run.result.hidden = s->hidden;
	s->run.result.top = s->run.settings->top;
	return notes_check(&s->run.study.notes, err);
}

/* ---- reports -------------------------------------------------------------------------------- */

static json_t *score_object(const struct scoring *s)
{
	const odd_scores *x = s->run.result.scores;
	json_t *array = json_array(), *parts = json_array();
	for (size_t t = 0; t < x->score->count; t++)
		json_array_append_new(parts, json_string(x->score->component[t].name));
	for (size_t i = 0; i < x->n; i++) {
		size_t node = x->order[i];
		if (!result_shown(&s->run.result, node))
			continue;
		json_t *one = json_pack("{s:o, s:o, s:o}", "rank", json_count(i + 1), "id",
			json_text(odd_names_get(&s->run.result.net->ids, node)), "total",
			json_number(x->total[node]));
		for (size_t t = 0; t < x->score->count; t++)
			json_object_set_new(one, x->score->component[t].name,
				json_number(x->component[t][node]));
		if (s->run.result.options.contamination.given)
			json_object_set_new(
				one, "odd", json_boolean(i < result_odd(&s->run.result)));
		json_array_append_new(array, one);
	}
	return json_pack(
		"{s:s, s:i, s:{s:o, s:o, s:s, s:o}, s:{s:o, s:o, s:o, s:o}, s:o, s:o, s:o, s:o}",
		"oddone", VERSION, "schema", REPORT_SCHEMA, "model", "name",
		json_text(s->model.name), "nodes", json_count(s->old), "score", x->score->name,
		"checksum", json_text(s->model.checksum), "new", "nodes",
		json_count(s->joined.nodes), "links", json_count(s->joined.links), "attributes",
		json_count(s->joined.attributes), "unknown_attributes",
		json_count(s->joined.unknown), "parts", parts, "top",
		json_count(s->run.settings->top), "nodes", array, "notes",
		report_notes_array(&s->run.result));
}

static odd_status score_report(struct run *r, odd_error *err)
{
	const struct scoring *s = (const struct scoring *)r;
	if (s->run.settings->format == FORMAT_TSV)
		return report_table_write(
			report_table_find("scores"), stdout, SHEET_TSV, &s->run.result, NULL, err);
	return report_object(s->run.settings->format, score_object(s), view_new_nodes, err);
}

static odd_status score_load(struct run *r, odd_error *err)
{
	struct scoring *s = (struct scoring *)r;
	odd_status status = load_model(s, err);
	return status == ODD_OK ? load_new(s, err) : status;
}

static void score_clear(struct run *r)
{
	struct scoring *s = (struct scoring *)r;
	odd_network_free(s->more);
	free(s->hidden);
}

int sub_score(const struct settings *settings)
{
	static const struct steps steps = {.load = score_load,
		.work = score_work,
		.report = score_report,
		.clear = score_clear};
	struct scoring s = {.old = 0};
	return run_steps(&s.run, settings, &steps);
}
