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

/* What views and files have in common; scored NULL: not yet. */
static void lend(struct result *out, const struct session_net *net, const struct plantings *plants,
	const struct ranking *scored)
{
	*out = (struct result){.net = net->of.net,
		.planted = plantings_outliers(plants),
		.record = plants->record,
		.record_count = plants->count,
		.scores = scored != NULL ? &scored->scores : NULL,
		.one_alone = ranking_one(scored)};
	if (scored != NULL && scored->evaluated) {
		out->evaluation = &scored->evaluation;
		out->one_evaluation = ranking_one_evaluation(scored);
	}
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
	struct result *o = &out->outcome;
	lend(o, e->net, e->plants, s->scored);
	o->evaluation = &s->scored->evaluation;
	o->one_evaluation = ranking_one_evaluation(s->scored);
	o->one = e->run;
	o->state = odd_one_look(e->run);
	o->trace = odd_one_trace(e->run);
	o->used = odd_one_options_used(e->run);
	o->iteration = odd_one_iteration(e->run);
	o->judged = s->now.judged;
	o->blind = atomic_load(&s->secret->kept);
	o->checksum = s->doc->checksum;
	o->command = out->command;
	o->again = log != NULL ? out->again : NULL;
	o->log = log;
	o->moment = out->moment;
	if (s->desk.wanted && s->desk.lesson != NULL && lesson_fresh(s)) {
		const struct session_lesson *made = s->desk.lesson;
		const odd_lesson *lesson = &made->sums;
		o->lesson = lesson;
		o->became = made->done ? &made->became : NULL;
		o->changed = made->node;
		o->changed_count = made->nodes;
		o->watched = lesson_entry_text(out->watched, lesson->step, &lesson->watch, o->net);
	}
	if (s->why_node != SESSION_NONE && s->why != NULL && session_why_fresh(s)) {
		const struct session_why *why = s->why;
		o->why = &why->of;
		o->sentences = &why->sentences;
		o->why_count = 1;
		o->ranks = (struct rank_history){
			why->history.at, why->history.rank, why->history.count};
	}
	resolve_options(&o->options, s);
	if (session_published(&out->published))
		o->published = &out->published;
	o->kept = s->doc->kept;
	o->kept_count = s->doc->kept_count;
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
	lend(out, d->net, d->plants, v->scored);
	out->state = d->moment->state;
	out->trace = &d->moment->trace;
	out->used = &d->moment->used;
	out->iteration = d->moment->iteration;
	out->judged = v->judged;
	out->kept = v->kept;
	out->kept_count = v->kept_count;
	const struct session_lesson *l = v->lesson;
	if (l == NULL || l->epoch != d->epoch || l->steps != d->steps)
		return;
	out->lesson = &l->sums;
	out->became = l->done ? &l->became : NULL;
	out->changed = l->node;
	out->changed_count = l->nodes;
}
