/* results.c: scores and map of the place the session is at. */
#include "config.h"

#include "session/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "project/align.h"
#include "session/projector.h"
#include "session/rank_history.h"
#include "session/why.h"

/* ---- maps ----------------------------------------------------------------------------------- */

struct shared_map *map_begin(struct shared_network *network, odd_projection_method method,
	odd_projection_source source, size_t points)
{
	struct shared_map *map = shared_map_new(network, method, source, points);
	if (map == NULL)
		xalloc_fail();
	return map;
}

odd_status map_create(struct shared_map **out, struct shared_network *network, const odd_one *run,
	odd_projection_source source, const odd_job *job, odd_error *err)
{
	struct run_options options = {.projection = ODD_PROJECT_PCA, .project = source};
	odd_status status = shared_map_create(out, network, run, &options, job, err);
	if (status == ODD_OK)
		odd_align_upright((*out)->of.xy, NULL);
	return status;
}

/* Which node a point is. */
static size_t node_of(const struct shared_map *map, size_t point)
{
	return map->of.node != NULL ? map->of.node[point] : point;
}

/* Planted nodes stand at the end, so a node has the same number in every network of a session that
 * has it. */
void map_turn(struct shared_map *map, const struct shared_map *before)
{
	odd_mat target;
	odd_alignment alignment;
	if (before == NULL || odd_mat_alloc(&target, map->of.xy.rows, 2, NULL) != ODD_OK)
		return;
	for (size_t i = 0, at = 0; i < map->of.xy.rows; i++) {
		size_t node = node_of(map, i);
		double *to = odd_mat_row(target, i);
		while (at < before->of.xy.rows && node_of(before, at) < node)
			at++;
		bool common = at < before->of.xy.rows && node_of(before, at) == node;
		to[0] = common ? odd_mat_row(before->of.xy, at)[0] : (double)NAN;
		to[1] = common ? odd_mat_row(before->of.xy, at)[1] : (double)NAN;
	}
	odd_align_find(&alignment, odd_mat_const(map->of.xy), odd_mat_const(target), false);
	/* Each map has its own middle at the origin; only the turn is wanted. */
	alignment.shift[0] = alignment.shift[1] = 0.0;
	odd_align_apply(&alignment, map->of.xy);
	odd_mat_free(&target);
}

/* Where the node is on a map, or NULL. */
static const double *place_on(const struct shared_map *map, size_t node)
{
	const size_t rows = map->of.xy.rows;
	size_t at = map->of.node != NULL ? odd_rising_find(map->of.node, 0, rows, node) : node;
	bool there = at < rows && node_of(map, at) == node;
	return there ? odd_mat_row(map->of.xy, at) : NULL;
}

/* The mean of the neighbours that are on the map, a little to a side of its own; the middle without
 * any. */
static void stand_among(double to[2], const struct shared_map *map, odd_ccsr A, size_t node)
{
	double sum[2] = {0.0, 0.0}, met = 0.0;
	for (size_t e = A.ptr[node]; e < A.ptr[node + 1]; e++) {
		const double *at = place_on(map, A.idx[e]);
		if (at != NULL) {
			sum[0] += at[0];
			sum[1] += at[1];
			met += 1.0;
		}
	}
	double aside = 1e-3 * (double)(node % 97);
	to[0] = (met > 0.0 ? sum[0] / met : 0.0) + aside;
	to[1] = (met > 0.0 ? sum[1] / met : 0.0) - aside;
}

odd_status map_carry(struct shared_map **out, struct shared_network *network, const uint32_t *node,
	size_t count, const struct shared_map *before, odd_error *err)
{
	*out = NULL;
	struct shared_map *map =
		map_begin(network, before->of.method, before->of.source, before->points);
	map->of = before->of;
	map->of.xy = (odd_mat){NULL, 0, 0, 0};
	map->of.node = NULL;
	map->planned = before->planned;
	map->moving = before->moving;
	size_t points = node != NULL ? count : network->net->nodes;
	odd_status status = odd_mat_alloc(&map->of.xy, points, 2, err);
	if (status == ODD_OK && node != NULL &&
		(map->of.node = copy_items(node, count, sizeof *node)) == NULL)
		status = odd_error_nomem(err);
	if (status != ODD_OK) {
		shared_release(map);
		return status;
	}
	for (size_t i = 0; i < points; i++) {
		const double *at = place_on(before, node_of(map, i));
		double *to = odd_mat_row(map->of.xy, i);
		if (at != NULL)
			memcpy(to, at, 2 * sizeof *to);
		else
			stand_among(to, before, odd_csr_const(network->net->A), node_of(map, i));
	}
	*out = map;
	return ODD_OK;
}

odd_status map_follow(struct shared_map **out, struct shared_network *network,
	const struct shared_map *before, odd_error *err)
{
	const size_t nodes = network->net->nodes, then = before->network->net->nodes;
	size_t count = 0;
	if (before->of.node == NULL)
		return map_carry(out, network, NULL, 0, before, err);
	*out = NULL;
	uint32_t *node = malloc((before->of.xy.rows + nodes) * sizeof *node);
	if (node == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < before->of.xy.rows && before->of.node[i] < nodes; i++)
		node[count++] = before->of.node[i];
	for (size_t i = then; i < nodes; i++)
		node[count++] = (uint32_t)i;
	odd_status status = map_carry(out, network, node, count, before, err);
	free(node);
	return status;
}

odd_status map_rest(struct shared_map **out, const struct shared_map *map, odd_error *err)
{
	odd_status status = map_carry(out, map->network, map->of.node, map->of.xy.rows, map, err);
	if (status == ODD_OK)
		(*out)->moving = false;
	return status;
}

/* ---- scores --------------------------------------------------------------------------------- */

const odd_scores *session_scores(const struct session *s)
{
	return s->scored != NULL ? &s->scored->scores : NULL;
}

void session_forget_seen(struct session *s)
{
	const struct session_net *net = s->now.epoch != NULL ? s->now.epoch->net : NULL;
	if (s->scored != NULL && (net == NULL || s->scored->network != &net->of)) {
		shared_release(s->scored);
		s->scored = NULL;
		s->seen_epoch = NULL;
	}
}

static bool scores_fresh(const struct session *s)
{
	return s->scored != NULL && s->seen_epoch == s->now.epoch &&
	       s->seen_steps == s->now.steps &&
	       run_options_same_score(&s->now.wanted, &s->seen_as) &&
	       s->scored->judged == s->now.judged;
}

static bool map_fresh(const struct session *s)
{
	return s->mapped_epoch == s->now.epoch && s->mapped_steps == s->now.steps;
}

bool session_fresh(const struct session *s)
{
	return scores_fresh(s) && map_fresh(s) && session_why_fresh(s) &&
	       session_recalls_fresh(s) && lesson_fresh(s) && session_groups_fresh(s);
}

static odd_status refresh_scores(
	struct session *s, odd_one *run, const odd_job *job, odd_error *err)
{
	struct ranking *scored;
	bool here = s->seen_epoch == s->now.epoch && s->seen_steps == s->now.steps &&
		    s->seen_as.score == s->now.wanted.score;
	odd_status status = run_options_check_parts(&s->now.wanted, err);
	if (status != ODD_OK)
		return status;
	status = here ? ranking_reweigh(&scored, s->scored, &s->now.wanted, s->now.judged, err)
		      : ranking_create(&scored, &s->now.epoch->net->of, run, &s->now.wanted,
				s->now.judged, job, err);
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

static void set_map(struct session *s, struct shared_map *map)
{
	shared_release(s->map);
	s->map = map;
	s->mapped_epoch = s->now.epoch;
	s->mapped_steps = s->now.steps;
}

/* ---- t-SNE that was made before -------------------------------------------------------------- */

void session_keep_map(struct session *s, unsigned long epoch, size_t steps, struct shared_map *map)
{
	size_t at = 0;
	while (at < s->tsne_count && (s->tsne[at].epoch != epoch || s->tsne[at].steps != steps ||
					     s->tsne[at].map->of.source != map->of.source))
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

struct shared_map *session_kept_map(const struct session *s)
{
	for (size_t i = s->tsne_count; i-- > 0;)
		if (s->tsne[i].epoch == s->now.epoch->id && s->tsne[i].steps == s->now.steps &&
			s->tsne[i].map->of.source == s->source)
			return s->tsne[i].map;
	return NULL;
}

struct shared_map *session_last_map(const struct session *s)
{
	if (s->map != NULL && s->map->of.method == ODD_PROJECT_TSNE &&
		s->map->of.source == s->source)
		return s->map;
	for (size_t i = s->tsne_count; i-- > 0;)
		if (s->tsne[i].doc == s->doc && s->tsne[i].map->of.source == s->source)
			return s->tsne[i].map;
	return NULL;
}

odd_status session_settle_map(struct session *s, const odd_job *job, odd_error *err)
{
	odd_one *run = NULL;
	struct projector_task task;
	struct shared_map *map;
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
	struct shared_map *map;
	struct shared_network *network = &s->now.epoch->net->of;
	struct shared_map *before = NULL;
	odd_status status = ODD_OK;
	if (s->live_map && s->method == ODD_PROJECT_TSNE && (before = session_kept_map(s)) == NULL)
		before = session_last_map(s);
	if (s->method == ODD_PROJECT_TSNE && !s->live_map) {
		/* Not for every sub-step of a play. */
		bool within = s->advance.open && odd_one_next(run) != ODD_STEP_W;
		return within && s->map != NULL && s->map->network == network
			       ? ODD_OK
			       : session_settle_map(s, job, err);
	}
	if (before != NULL && before->network == network)
		map = shared_hold(before); /* whoever moves its points takes them on from there */
	else if (before != NULL)
		status = map_follow(&map, network, before, err);
	else
		status = map_create(&map, network, run, s->source, job, err);
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
	if (status == ODD_OK && !session_groups_fresh(s))
		status = session_find_groups(s, job, err);
	if (status == ODD_OK && !session_recalls_fresh(s))
		status = session_recalls_fill(s, job, err);
	if (status == ODD_OK && !lesson_fresh(s) && (!s->desk.busy || lesson_ready(s)))
		status = lesson_refresh(s, job, err);
	return status;
}
