/* refresh.c: scores and map of the place the session is at. */
#include "config.h"

#include <string.h>

#include "session/projector.h"
#include "session/rank_history.h"
#include "session/why.h"

const odd_scores *session_scores(const struct session *s)
{
	return s->scored != NULL ? &s->scored->scores : NULL;
}

void session_forget_seen(struct session *s)
{
	const struct session_net *net = s->now.epoch != NULL ? s->now.epoch->net : NULL;
	if (s->scored != NULL && s->scored->net != net) {
		shared_release(s->scored);
		s->scored = NULL;
		s->seen_epoch = NULL;
	}
}

static bool scores_fresh(const struct session *s)
{
	return s->seen_epoch == s->now.epoch && s->seen_steps == s->now.steps &&
	       run_options_same_score(&s->now.wanted, &s->seen_as);
}

static bool map_fresh(const struct session *s)
{
	return s->mapped_epoch == s->now.epoch && s->mapped_steps == s->now.steps;
}

bool session_fresh(const struct session *s)
{
	return scores_fresh(s) && map_fresh(s) && session_why_fresh(s) &&
	       session_recalls_fresh(s) && lesson_fresh(s);
}

static odd_status refresh_scores(
	struct session *s, odd_one *run, const odd_job *job, odd_error *err)
{
	struct session_scored *scored;
	const double *weight = run_options_weight(&s->now.wanted);
	bool here = s->seen_epoch == s->now.epoch && s->seen_steps == s->now.steps &&
		    s->seen_as.score == s->now.wanted.score;
	/* The score's own weights come with it, so going back to them scores anew. */
	odd_status status = here && weight != NULL ? scored_reweigh(&scored, s->scored, weight, err)
						   : scored_create(&scored, s->now.epoch->net, run,
							     &s->now.wanted, job, err);
	if (status != ODD_OK)
		return status;
	shared_release(s->scored);
	s->scored = scored;
	s->seen_epoch = s->now.epoch;
	s->seen_steps = s->now.steps;
	s->seen_as = s->now.wanted;
	ranks_note(s);
	scored->change = ranks_change(s, &scored->since); /* nobody else has seen it yet */
	return ODD_OK;
}

static void set_map(struct session *s, struct session_map *map)
{
	shared_release(s->map);
	s->map = map;
	s->mapped_epoch = s->now.epoch;
	s->mapped_steps = s->now.steps;
}

/* ---- t-SNE that was made before -------------------------------------------------------------- */

void session_keep_map(struct session *s, unsigned long epoch, size_t steps, struct session_map *map)
{
	size_t at = 0;
	while (at < s->tsne_count && (s->tsne[at].epoch != epoch || s->tsne[at].steps != steps ||
					     s->tsne[at].map->source != map->source))
		at++;
	if (at == SESSION_MAPS)
		at = 0;
	if (at < s->tsne_count) {
		shared_release(s->tsne[at].map);
		s->tsne_count--;
		memmove(s->tsne + at, s->tsne + at + 1, (s->tsne_count - at) * sizeof *s->tsne);
	}
	s->tsne[s->tsne_count++] = (struct kept_map){epoch, steps, s->doc, shared_hold(map)};
}

struct session_map *session_kept_map(const struct session *s)
{
	for (size_t i = s->tsne_count; i-- > 0;)
		if (s->tsne[i].epoch == s->now.epoch->id && s->tsne[i].steps == s->now.steps &&
			s->tsne[i].map->source == s->source)
			return s->tsne[i].map;
	return NULL;
}

struct session_map *session_last_map(const struct session *s)
{
	if (s->map != NULL && s->map->method == ODD_PROJECT_TSNE && s->map->source == s->source)
		return s->map;
	for (size_t i = s->tsne_count; i-- > 0;)
		if (s->tsne[i].doc == s->doc && s->tsne[i].map->source == s->source)
			return s->tsne[i].map;
	return NULL;
}

odd_status session_settle_map(struct session *s, const odd_job *job, odd_error *err)
{
	odd_one *run = NULL;
	struct projector_task task;
	struct session_map *map;
	odd_status status = session_live(&run, s, job, err);
	if (status == ODD_OK && (map = session_kept_map(s)) != NULL) {
		set_map(s, shared_hold(map));
		return ODD_OK;
	}
	if (status == ODD_OK)
		status = projector_task_init(&task, s->now.epoch->net, run, s->source,
			s->now.epoch->options.seed, NULL, err);
	if (status != ODD_OK)
		return status;
	status = projector_run(&map, &task, job, err);
	projector_task_clear(&task);
	if (status != ODD_OK)
		return status;
	map_turn(map, s->map);
	set_map(s, map);
	session_keep_map(s, s->now.epoch->id, s->now.steps, map);
	return ODD_OK;
}

static odd_status refresh_map(
	struct session *s, const odd_one *run, const odd_job *job, odd_error *err)
{
	struct session_map *map;
	struct session_net *net = s->now.epoch->net;
	struct session_map *before = NULL;
	odd_status status = ODD_OK;
	if (s->live_map && s->method == ODD_PROJECT_TSNE && (before = session_kept_map(s)) == NULL)
		before = session_last_map(s);
	if (s->method == ODD_PROJECT_TSNE && !s->live_map) {
		/* Not for every sub-step of a play. */
		bool within = s->advance.open && odd_one_next(run) != ODD_STEP_W;
		return within && s->map != NULL && s->map->net == net
			       ? ODD_OK
			       : session_settle_map(s, job, err);
	}
	if (before != NULL && before->net == net)
		map = shared_hold(before); /* whoever moves its points takes them on from there */
	else if (before != NULL)
		status = map_follow(&map, net, before, err);
	else
		status = map_create(&map, net, run, s->source, job, err);
	if (status == ODD_OK)
		set_map(s, map);
	return status;
}

odd_status session_refresh(struct session *s, const odd_job *job, odd_error *err)
{
	odd_one *run = NULL;
	odd_status status = session_live(&run, s, job, err);
	if (status == ODD_OK && !scores_fresh(s))
		status = refresh_scores(s, run, job, err);
	if (status == ODD_OK && !map_fresh(s))
		status = refresh_map(s, run, job, err);
	if (status == ODD_OK && !session_why_fresh(s))
		status = session_why_refresh(s, job, err);
	if (status == ODD_OK && !session_recalls_fresh(s))
		status = session_recalls_fill(s, job, err);
	if (status == ODD_OK && !lesson_fresh(s) && (!s->desk.busy || lesson_ready(s)))
		status = lesson_refresh(s, job, err);
	return status;
}
