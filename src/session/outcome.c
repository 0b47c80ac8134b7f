#include "config.h"

#include "plant/counts.h"
#include "session/view.h"

#include <stdio.h>
#include <stdlib.h>

#include "session/xalloc.h"
#include "session/paths.h"
#include "session/why.h"

/* All plantings as one; style and seed are those of the last. Cliques of several sizes are counted
 * by their nodes, as cliques of 1, which nobody plants. */
static odd_plant_options planted_in(const struct plantings *plants)
{
	odd_plant_options all = ODD_PLANT_OPTIONS_INIT;
	for (size_t i = 0; i < plants->count; i++) {
		const odd_plant_options *p = &plants->record[i].options;
		for (size_t k = 0; k < ODD__PLANT_KINDS; k++)
			if (odd__plant_kind[k] != ODD_CLIQUE)
				*odd__plant_count_at(&all, odd__plant_kind[k]) +=
					odd_plant_count(p, odd__plant_kind[k]);
		if (all.cliques > 0 && p->cliques > 0 && all.clique_size != p->clique_size) {
			all.cliques = all.cliques * all.clique_size + p->cliques * p->clique_size;
			all.clique_size = 1;
		} else if (p->cliques > 0) {
			all.cliques += p->cliques;
			all.clique_size = p->clique_size;
		}
		all.style = p->style;
		all.seed = p->seed;
	}
	return all;
}

size_t session_lesson_changed(
	struct node_change out[LESSON_NODES], const struct session_lesson *lesson)
{
	for (size_t i = 0; i < lesson->nodes; i++)
		out[i] = (struct node_change){
			lesson->node[i].node, lesson->node[i].after - lesson->node[i].before};
	return lesson->nodes;
}

/* ---- the present place ---------------------------------------------------------------------- */

static void resolve_options(struct run_options *out, const struct session *s)
{
	const struct epoch *e = s->now.epoch;
	const odd_plant_options planted = planted_in(e->plants);
	struct run_options asked = s->now.wanted;
	asked.projection = s->method;
	asked.project = s->source;
	run_options_resolve(
		out, &asked, e->run, session_scores(s), e->plants->count > 0 ? &planted : NULL);
	out->directed = session_network(s)->directed;
}

static void tell_moment(char *out, size_t size, const odd_one *run)
{
	const odd_trace *trace = odd_one_trace(run);
	if (odd_one_next(run) == ODD_STEP_W)
		snprintf(out, size, "iteration %zu", odd_one_iteration(run));
	else
		snprintf(out, size, "iteration %zu, after %s", odd_one_iteration(run) + 1,
			odd_substep_get(trace->point[trace->count - 1].step)->name);
}

/* The commands of a recipe and the one that asks, in a line; NULL without memory. */
static char *commands_text(const struct command_list *r)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	for (size_t i = 0; i < r->count; i++)
		fprintf(out, "%s%s", i > 0 ? "; " : "", r->line[i]);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

static odd_status find_map(
	struct session_outcome *out, const struct session *s, const odd_job *job, odd_error *err)
{
	const struct shared_map *m = s->map;
	const odd_projection_options options = {.method = ODD_PROJECT_PCA, .source = m->of.source};
	out->outcome.map = &m->of;
	if (m->of.method != ODD_PROJECT_PCA)
		return ODD_OK;
	out->outcome.map = &out->map;
	return odd_project(&out->map, s->now.epoch->run, &options, job, err);
}

odd_status session_outcome_begin(struct session_outcome *out, const struct session *s, bool maps,
	const struct command_list *recipe, const char *log, const odd_job *job, odd_error *err)
{
	const struct epoch *e = s->now.epoch;
	*out = (struct session_outcome){.command = commands_text(recipe)};
	if (out->command == NULL)
		return odd_error_nomem(err);
	tell_moment(out->moment, sizeof out->moment, e->run);
	if (log != NULL)
		snprintf(out->again, sizeof out->again, "oddone play %.250s", log);
	out->outcome = (struct result){.net = session_network(s),
		.planted = plantings_outliers(e->plants),
		.record = e->plants->record,
		.record_count = e->plants->count,
		.one = e->run,
		.state = odd_one_look(e->run),
		.trace = odd_one_trace(e->run),
		.used = odd_one_options_used(e->run),
		.iteration = odd_one_iteration(e->run),
		.scores = session_scores(s),
		.evaluation = &s->scored->evaluation,
		.one_alone = ranking_one(s->scored),
		.one_evaluation = ranking_one_evaluation(s->scored),
		.blind = atomic_load(&s->secret->kept),
		.checksum = s->doc->checksum,
		.command = out->command,
		.again = log != NULL ? out->again : NULL,
		.log = log,
		.moment = out->moment};
	if (s->desk.wanted && s->desk.lesson != NULL && lesson_fresh(s)) {
		const struct session_lesson *made = s->desk.lesson;
		const odd_lesson *lesson = &made->sums;
		out->outcome.lesson = lesson;
		out->outcome.became = made->done ? &made->became : NULL;
		out->outcome.changed = out->changed;
		out->outcome.changed_count = session_lesson_changed(out->changed, made);
		out->outcome.watched = lesson_entry_text(
			out->watched, lesson->step, &lesson->watch, out->outcome.net);
	}
	if (s->why_node != SESSION_NONE && s->why != NULL && session_why_fresh(s)) {
		const struct session_why *why = s->why;
		out->outcome.why = &why->of;
		out->outcome.sentences = &why->sentences;
		out->outcome.why_count = 1;
		out->outcome.ranks = (struct rank_history){
			why->history.at, why->history.rank, why->history.count};
	}
	resolve_options(&out->outcome.options, s);
	if (session_published(&out->published))
		out->outcome.published = &out->published;
	out->outcome.kept = s->doc->kept;
	out->outcome.kept_count = s->doc->kept_count;
	return maps ? find_map(out, s, job, err) : ODD_OK;
}

void session_outcome_end(struct session_outcome *out)
{
	odd_projection_clear(&out->map);
	odd_published_clear(&out->published);
	free(out->command);
}

/* ---- a view --------------------------------------------------------------------------------- */

void session_view_outcome(struct result *out, const struct session_view *v)
{
	const struct session_data *d = v->data;
	*out = (struct result){.net = NULL};
	if (d == NULL)
		return;
	out->net = d->net->of.net;
	out->planted = plantings_outliers(d->plants);
	out->record = d->plants->record;
	out->record_count = d->plants->count;
	out->state = d->state;
	out->trace = &d->trace;
	out->used = &d->options;
	out->iteration = d->iteration;
	const struct session_lesson *l = v->lesson;
	if (l != NULL && l->epoch == d->epoch && l->steps == d->steps) {
		out->lesson = &l->sums;
		out->became = l->done ? &l->became : NULL;
	}
	if (v->scored == NULL)
		return;
	out->scores = &v->scored->scores;
	out->evaluation = v->scored->evaluated ? &v->scored->evaluation : NULL;
	out->one_alone = ranking_one(v->scored);
	out->one_evaluation = v->scored->evaluated ? ranking_one_evaluation(v->scored) : NULL;
}
