/* study_result.c: what a study comes to: ranking, map, explanations, and results of all of them. */
#include "config.h"

#include "study/study.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "one/workspace.h"
#include "study/result.h"
#include "study/values.h"

const char *const stage_names[STAGES] = {
	"load", "plant", "init", "iterations", "score", "project", "total"};

const char *result_label(const struct result *o, size_t node)
{
	int32_t label = o->net->label[node];
	return label == ODD_NO_LABEL ? "-" : odd_names_get(&o->net->classes, (size_t)label);
}

const char *result_kind(const struct result *o, size_t node)
{
	return o->net->has_truth && !o->blind ? odd_kind_name((odd_kind)o->net->truth[node]) : "-";
}

size_t result_odd(const struct result *o)
{
	const odd_amounts *asked = &o->options.contamination;
	if (!asked->given)
		return 0;
	size_t n = o->net->nodes;
	size_t odd = asked->share[0] ? odd_top(n, asked->amount[0]) : (size_t)asked->amount[0];
	return odd < n ? odd : n;
}

double published_value(const odd_published *published, const char *network,
	const odd_compare_options *options, const odd_method *method, size_t measure)
{
	const odd_measure *m = odd_measure_get(measure);
	const odd_published_row *row = NULL;
	if (published == NULL || network == NULL || m->published == NULL ||
		method->published == NULL || odd_compare_title(options, method) != method->title)
		return (double)NAN;
	while ((row = odd_published_next(
			published, row, m->published, network, method->published)) != NULL)
		if ((isnan(row->x) && isnan(m->x)) || row->x == m->x)
			return row->value;
	return (double)NAN;
}

double result_published(const struct result *o, size_t method, size_t measure)
{
	return published_value(
		o->published, o->net->name, o->compared, o->table->method[method], measure);
}

const char *result_cell_state(const odd_cell *cell)
{
	return cell->state == ODD_CELL_DONE     ? "done"
	       : cell->state == ODD_CELL_FAILED ? "failed"
						: "unfinished";
}

bool result_measured(const struct result *o, size_t measure)
{
	odd_task task = odd_measure_get(measure)->task;
	unsigned bit = ODD_TASK_BIT(task), tasks = o->compared->tasks;
	if ((tasks & ODD_USUAL_TASKS) != 0)
		tasks |= ODD_USUAL_TASKS;
	return task == ODD_TASK_COST || (tasks & bit) != 0;
}

double result_largest(const odd_comparison *table, size_t measure)
{
	double most = (double)NAN;
	for (size_t m = 0; m < table->methods; m++)
		most = fmax(most, odd_comparison_spread(table, m, measure, NULL).mean);
	return most;
}

/* ---- ranking and map ---------------------------------------------------------------------- */

/* Parts of the score in which there is nothing to rank. */
static void note_idle(struct study *s)
{
	const odd_scores *scores = &s->ranking->scores;
	for (size_t t = 0; t < scores->score->count; t++)
		if (scores->idle[t] && !scores->score->surprise) /* the panel tells its own */
			notes_add(&s->notes, "%s is left out: %s", scores->score->component[t].name,
				scores->why[t]);
}

odd_status study_score(struct study *s, const odd_job *job, odd_error *err)
{
	char told[NOTE_ROOM];
	struct ranking *ranking, *certain;
	if (!s->extends && !s->explains)
		odd__one_rest(s->run);
	odd_status status =
		ranking_create(&ranking, s->network, s->run, &s->options, s->judged, job, err);
	if (status != ODD_OK)
		return status;
	if (s->certainty > 0) {
		status = ranking_certain(&certain, ranking, s->run, s->certainty, job, err);
		shared_release(ranking);
		ranking = certain;
	}
	if (status != ODD_OK)
		return status;
	shared_release(s->ranking);
	s->ranking = ranking;
	if (ranking_tell_judged(told, sizeof told, ranking)[0] != '\0')
		notes_add(&s->notes, "judgments changed weights: %s", told);
	if (s->judged != NULL && ranking_next_to_judge(ranking) < ranking->scores.n)
		notes_add(&s->notes, "to be judged next: %.100s",
			odd_network_title(study_network(s), ranking_next_to_judge(ranking)));
	note_idle(s);
	study_stage_done(s, STAGE_SCORE);
	return ODD_OK;
}

odd_status study_project(struct study *s, const odd_job *job, odd_error *err)
{
	struct shared_map *map;
	if (s->map != NULL && s->map->points == odd_one_trace(s->run)->count)
		return ODD_OK;
	odd_status status = shared_map_create(&map, s->network, s->run, &s->options, job, err);
	if (status != ODD_OK)
		return status;
	shared_release(s->map);
	s->map = map;
	if (map->of.node != NULL)
		notes_add(&s->notes,
			"the map shows a random sample of %zu of the %zu nodes (t-SNE)",
			map->of.xy.rows, study_network(s)->nodes);
	study_stage_done(s, STAGE_PROJECT);
	return ODD_OK;
}

/* ---- explanations ------------------------------------------------------------------------- */

/* A build that cannot find communities explains without them. */
odd_status study_find_groups(struct study *s, const odd_job *job, odd_error *err)
{
	if (s->grouped)
		return ODD_OK;
	odd_status status =
		odd_communities_find(&s->groups, study_network(s), s->options.one.seed, job, err);
	s->grouped = status == ODD_OK || status == ODD_EUSAGE;
	if (status == ODD_EUSAGE)
		notes_add(&s->notes, "no labels, and no communities: %s", err->message);
	else if (status == ODD_OK && s->groups.found && s->classes.of == NULL &&
		 study_network(s)->edges > 0)
		notes_add(&s->notes, "no labels: %zu %s found in the links (Leiden method)",
			s->groups.count, plural(s->groups.count, "community", "communities"));
	return s->grouped ? ODD_OK : status;
}

/* Sentences about the node's values beside those of its neighbours. */
static odd_status tell_values(
	odd_sentences *sentences, struct study *s, size_t node, const odd_job *job, odd_error *err)
{
	const odd_network *net = study_network(s);
	struct node_value_row *row;
	odd_status status = ODD_OK;
	if (net->columns.count == 0)
		return ODD_OK;
	if (s->summary == NULL)
		status = summarise_columns(&s->summary, net, &s->ranking->scores, job, err);
	if (status == ODD_OK)
		status = list_node_values(&row, s->summary, net, node, err);
	if (status != ODD_OK)
		return status;
	status = add_value_sentences(sentences, row, net->columns.count, err);
	free(row);
	return status;
}

odd_status study_explain(odd_explanation *why, odd_sentences *sentences, struct study *s,
	size_t node, const odd_explain_counts *counts, const odd_job *job, odd_error *err)
{
	static const odd_explain_counts usual = ODD_EXPLAIN_COUNTS_INIT;
	const odd_network *net = study_network(s);
	*why = (odd_explanation){0};
	*sentences = (odd_sentences){0};
	odd_status status = study_find_groups(s, job, err);
	if (status == ODD_OK)
		status = odd_explain(
			why, net, s->run, &s->ranking->scores, &s->groups, node, counts, job, err);
	if (status == ODD_OK && s->plantings != NULL)
		status = odd_explain_former(why, net, s->plantings->record, s->plantings->count,
			counts != NULL ? counts->near : usual.near, err);
	if (status == ODD_OK)
		status = odd_explanation_sentences(sentences, why, err);
	if (status == ODD_OK)
		status = tell_values(sentences, s, node, job, err);
	if (status != ODD_OK) {
		odd_explanation_clear(why);
		*why = (odd_explanation){0};
	}
	return status;
}

/* ---- results ------------------------------------------------------------------------------ */

/* All that is shared or copied by value. */
static void look_at_parts(struct result *out, const struct study *s)
{
	out->net = study_network(s);
	out->planted = odd_plant_outliers(&s->planted);
	if (s->plantings != NULL) {
		out->record = s->plantings->record;
		out->record_count = s->plantings->count;
	}
	out->judged = s->judged;
	out->checksum = s->checksum;
	out->memory = s->memory;
	out->peak_memory = odd__peak_memory();
	out->options = s->options;
	if (s->ranking != NULL) {
		out->scores = &s->ranking->scores;
		out->evaluation = &s->ranking->evaluation;
		out->one_alone = ranking_one(s->ranking);
		out->one_evaluation = ranking_one_evaluation(s->ranking);
	}
	if (s->map != NULL)
		out->map = &s->map->of;
	if (s->run == NULL)
		return;
	run_options_resolve(&out->options, &s->options, s->run, out->scores, &s->planted);
	out->options.directed = out->net->directed;
	out->iteration = odd_one_iteration(s->run);
	out->next = odd_one_next(s->run);
}

/* A network at several times is told by the last of them that was fitted. */
static void look_at_times(struct result *out, const struct study *s)
{
	size_t last = s->history->times;
	while (last-- > 0 && s->history->moment[last].rank == NULL)
		;
	out->net = s->times->time[last].net;
	out->checksum = odd_network_checksum(out->net);
	out->times = s->times;
	out->history = s->history;
	out->used = &s->history->used;
	out->options.one = s->history->used;
}

void study_look(struct result *out, const struct study *s)
{
	*out = (struct result){.note = s->notes.text, .note_count = s->notes.count};
	look_at_parts(out, s);
	out->seconds = s->seconds;
	if (s->history != NULL)
		look_at_times(out, s);
	if (s->run == NULL)
		return;
	out->fit = &s->fit;
	out->one = s->run;
	out->state = odd_one_look(s->run);
	out->trace = odd_one_trace(s->run);
	out->used = odd_one_options_used(s->run);
}
