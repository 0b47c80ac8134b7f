/* cmd_score.c: nodes that a saved run has not seen, placed with it and ranked among the old ones.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/run.h"
#include "cli/text.h"
#include "base/file.h"
#include "report/json.h"
#include "report/model.h"
#include "report/tables.h"
#include "session/paths.h"

struct scoring {
	const struct settings *settings;
	struct model model;
	odd_network *old, *more, *net; /* of the model, as it was given, and both together */
	odd_one *run, *placed;
	odd_scores scores;
	odd_evaluation evaluation;
	odd_joined joined;
	uint8_t *hidden; /* the old nodes */
	struct notes notes;
	struct outcome outcome;
};

static odd_status load_model(struct scoring *s, const struct work *w, odd_error *err)
{
	char checksum[20];
	const char *dir = s->settings->network;
	odd_status status = report_model_read(&s->model, dir, err);
	if (status != ODD_OK)
		return status;
	char *path = odd_path_join(dir, "model.nodes");
	if (path == NULL)
		return odd_error_nomem(err);
	const odd_load_options options = {.directed = s->model.directed};
	status = odd_network_load(&s->old, path, &options, &w->job, err);
	if (status == ODD_OK) {
		snprintf(checksum, sizeof checksum, "%016llx",
			(unsigned long long)odd_network_checksum(s->old));
		if (strcmp(checksum, s->model.moment) != 0)
			status = odd_error_at(err, ODD_EINPUT, path, 0, 0,
				"is not the network that the run was fitted to: its checksum is "
				"another");
	}
	free(path);
	if (status == ODD_OK) /* the files of a model have them as attributes like any */
		s->old->links_are_words = s->model.links_are_words;
	return status == ODD_OK ? odd_one_begin(&s->run, s->old, &s->model.options, &w->job, err)
				: status;
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
	note(&s->notes,
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

static odd_status load_new(struct scoring *s, const struct work *w, odd_error *err)
{
	char *path = NULL;
	odd_load_options options = s->settings->table;
	options.directed = s->model.directed;
	options.known = &s->old->ids;
	options.like = &s->old->columns;
	odd_status status = session_find_network(&path, s->settings->values[0], err);
	if (status == ODD_OK)
		status = odd_network_load(&s->more, path, &options, &w->job, err);
	free(path);
	if (status != ODD_OK)
		return status;
	note_skipped(&s->notes, &s->more->skipped);
	if (s->model.links_are_words && (status = links_alone(s, err)) != ODD_OK)
		return status;
	status = odd_network_join(&s->net, s->old, s->more, &s->joined, err);
	if (status == ODD_OK && s->joined.nodes == 0)
		return odd_error_at(err, ODD_EINPUT, s->settings->values[0], 0, 0,
			"all of its nodes are in the model already: there is none to place");
	if (status == ODD_OK && s->joined.unknown > 0 && !s->model.links_are_words)
		note(&s->notes,
			"%zu of %zu attributes of the new nodes are unknown to the model and were "
			"passed over",
			s->joined.unknown, s->joined.unknown + s->joined.attributes);
	if (status == ODD_OK && s->joined.columns > 0)
		note(&s->notes,
			"%zu of %zu columns of the model %s not there: new nodes have what stands "
			"where a value is missing",
			s->joined.columns, count_told(&s->old->columns),
			s->joined.columns == 1 ? "is" : "are");
	return status;
}

static odd_status score_all(struct scoring *s, const struct work *w, odd_error *err)
{
	odd_status status = odd_one_place(&s->placed, s->run, s->net, &w->job, err);
	if (status == ODD_OK)
		status = odd_scores_compute(
			&s->scores, s->placed, s->model.score, s->model.weight, &w->job, err);
	if (status == ODD_OK && (s->hidden = calloc(s->net->nodes + 1, 1)) == NULL)
		status = odd_error_nomem(err);
	if (status != ODD_OK)
		return status;
	memset(s->hidden, 1, s->old->nodes);
	s->outcome = (struct outcome){.net = s->net,
		.one = s->placed,
		.trace = odd_one_trace(s->placed),
		.used = odd_one_options_used(s->placed),
		.scores = &s->scores,
		.hidden = s->hidden,
		.note = s->notes.text,
		.note_count = s->notes.count,
		.top = s->settings->top};
	s->outcome.options.contamination = s->settings->run.contamination;
	return notes_whole(&s->notes, err);
}

/* ---- what came of it ------------------------------------------------------------------------ */

static json_t *score_object(const struct scoring *s)
{
	const odd_scores *x = &s->scores;
	json_t *array = json_array();
	for (size_t i = 0; i < x->n; i++) {
		size_t node = x->order[i];
		if (!outcome_shown(&s->outcome, node))
			continue;
		json_t *one = json_pack("{s:o, s:o, s:o}", "rank", json_count(i + 1), "id",
			json_text(odd_names_get(&s->net->ids, node)), "total",
			json_number(x->total[node]));
		for (size_t t = 0; t < x->score->count; t++)
			json_object_set_new(one, x->score->component[t].name,
				json_number(x->component[t][node]));
		if (s->outcome.options.contamination.given)
			json_object_set_new(one, "odd", json_boolean(i < outcome_odd(&s->outcome)));
		json_array_append_new(array, one);
	}
	return json_pack("{s:s, s:i, s:{s:o, s:o, s:s, s:o}, s:{s:o, s:o, s:o, s:o}, s:o, s:o}",
		"oddone", VERSION, "schema", REPORT_SCHEMA, "model", "name",
		json_text(s->model.name), "nodes", json_count(s->old->nodes), "score",
		x->score->name, "checksum", json_text(s->model.moment), "new", "nodes",
		json_count(s->joined.nodes), "links", json_count(s->joined.links), "attributes",
		json_count(s->joined.attributes), "unknown_attributes",
		json_count(s->joined.unknown), "nodes", array, "notes",
		report_notes_array(&s->outcome));
}

static void print_text(const struct scoring *s)
{
	const odd_scores *x = &s->scores;
	size_t shown = 0;
	text_heading(stdout, "New nodes");
	text_print(stdout, "  %zu placed among the %zu of %s, by %s; nothing was fitted again\n",
		s->joined.nodes, s->old->nodes, s->model.name, x->score->name);
	printf("\n  %6s  %-24s %8s", "rank", "node", "score");
	for (size_t t = 0; t < x->score->count; t++)
		printf(" %8s", x->score->component[t].head);
	putchar('\n');
	for (size_t i = 0; i < x->n && shown < s->settings->top; i++) {
		size_t node = x->order[i];
		if (!outcome_shown(&s->outcome, node))
			continue;
		shown++;
		printf("  %6zu  ", i + 1);
		text_cell(stdout, odd_names_get(&s->net->ids, node), 24, false);
		printf(x->score->bounded ? " %8.4f" : " %8.2e", x->total[node]);
		for (size_t t = 0; t < x->score->count; t++)
			printf(x->score->ranked ? " %8.1f" : " %8.2e",
				(x->score->ranked ? 100.0 : 1.0) * x->part[t][node]);
		if (s->outcome.options.contamination.given)
			printf("  %s", i < outcome_odd(&s->outcome) ? "odd" : "");
		putchar('\n');
	}
	if (shown < s->joined.nodes)
		printf("  and %zu more, which --top and --format tsv list\n",
			s->joined.nodes - shown);
	printf("  ranks are among all %zu nodes, old and new\n", x->n);
	text_notes(stdout, s->outcome.note, s->outcome.note_count);
}

static odd_status report(const struct scoring *s, odd_error *err)
{
	if (s->settings->format == FORMAT_JSON)
		return json_write(stdout, score_object(s), err);
	if (s->settings->format == FORMAT_TSV)
		return report_table_write(
			report_table_find("scores"), stdout, SHEET_TSV, &s->outcome, NULL, err);
	print_text(s);
	return ODD_OK;
}

int sub_score(const struct settings *settings)
{
	struct work w;
	struct scoring s = {.settings = settings};
	odd_error err;
	work_begin(&w, settings);
	odd_status status = load_model(&s, &w, &err);
	if (status == ODD_OK)
		status = load_new(&s, &w, &err);
	bool reading = status != ODD_OK;
	if (status == ODD_OK)
		status = score_all(&s, &w, &err);
	work_end(&w);
	if (status == ODD_OK)
		status = report(&s, &err);
	int code = status == ODD_OK ? DONE : tell_error(&w, &err, reading);
	odd_scores_clear(&s.scores);
	odd_one_free(s.placed);
	odd_one_free(s.run);
	odd_network_free(s.net);
	odd_network_free(s.more);
	odd_network_free(s.old);
	notes_clear(&s.notes);
	free(s.hidden);
	return code;
}
