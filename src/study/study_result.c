/* study_result.c: what a study comes to: ranking, map, explanations, and results of all of them. */
#include "config.h"

#include <string.h>

#include "base/clock.h"
#include "one/lend.h"
#include "study/study.h"

/* ---- ranking and map ---------------------------------------------------------------------- */

/* Parts of the score in which there is nothing to rank. */
static void note_idle(struct study *s)
{
	const odd_scores *scores = &s->ranking->scores;
	for (size_t t = 0; t < scores->score->count; t++)
		if (scores->idle[t])
			notes_add(&s->notes,
				"%s (%s) is the same for all nodes but for rounding: it was left "
				"out of the score",
				scores->score->component[t].name,
				scores->score->component[t].title);
}

odd_status study_score(struct study *s, const odd_job *job, odd_error *err)
{
	struct ranking *ranking;
	if (!s->extends && !s->explains)
		odd__one_rest(s->run);
	odd_status status = ranking_create(&ranking, s->network, s->run, &s->options, job, err);
	if (status != ODD_OK)
		return status;
	if (s->certainty > 0)
		status = odd_scores_certainty(&ranking->scores, study_network(s), s->run,
			choose_score(&s->options, study_network(s)->edges).weight, s->certainty,
			job, err);
	if (status != ODD_OK) {
		shared_release(ranking);
		return status;
	}
	shared_release(s->ranking);
	s->ranking = ranking;
	note_idle(s);
	study_stage_done(s, STAGE_SCORE);
	return ODD_OK;
}

odd_status study_reweigh(struct study *s, const double *weight, odd_error *err)
{
	struct ranking *ranking;
	odd_status status = ranking_reweigh(&ranking, s->ranking, weight, err);
	if (status != ODD_OK)
		return status;
	shared_release(s->ranking);
	s->ranking = ranking;
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
	out->checksum = s->checksum;
	out->iterations_asked = s->options.iterations_given;
	out->estimate = s->estimate;
	out->peak_memory = odd__peak_memory();
	out->options = s->options;
	if (s->ranking != NULL) {
		out->scores = &s->ranking->scores;
		out->evaluation = &s->ranking->evaluation;
	}
	if (s->map != NULL)
		out->map = &s->map->of;
	if (s->run == NULL)
		return;
	run_options_resolve(&out->options, &s->options, s->run, out->scores, &s->planted);
	out->options.directed = out->net->directed;
	out->run_number = s->run_number;
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

static bool same_moment(const struct result *before, const struct study *s)
{
	return before != NULL && before->run_moment != NULL && s->run_number > 0 &&
	       before->run_number == s->run_number &&
	       before->run_moment->trace.count == odd_one_trace(s->run)->count;
}

odd_status study_publish(
	struct result **out, const struct study *s, const struct result *before, odd_error *err)
{
	struct run_moment *moment = NULL;
	odd_status status = ODD_OK;
	*out = NULL;
	if (same_moment(before, s))
		moment = shared_hold(before->run_moment);
	else if (s->run != NULL)
		status = run_moment_create(&moment, s->run, err);
	struct result *r = status == ODD_OK ? result_new() : NULL;
	if (r != NULL) {
		look_at_parts(r, s);
		result_hold(r, s->network);
		result_hold(r, s->plantings);
		result_hold(r, s->ranking);
		result_hold(r, s->map);
		result_hold(r, moment);
		r->run_moment = moment;
	}
	if (r != NULL && moment != NULL) {
		r->state = moment->state;
		r->trace = &moment->trace;
		r->used = &moment->used;
	}
	shared_release(moment);
	*out = r;
	return r != NULL ? ODD_OK : status == ODD_OK ? odd_error_nomem(err) : status;
}
