#include "config.h"

#include "session/seen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "project/align.h"
#include "session/xalloc.h"

/* ---- scores --------------------------------------------------------------------------------- */

static void scored_clear(void *self)
{
	struct session_scored *x = self;
	odd_scores_clear(&x->scores);
	free(x->change);
	shared_release(x->net);
}

/* Weigh (NULL: as it is) and evaluate what has been scored, and hand it out; it goes where that
 * fails, or had failed before. */
static odd_status finish(struct session_scored **out, struct session_scored *x,
	const double *weight, odd_status status, odd_error *err)
{
	const odd_network *net = x->net->net;
	x->evaluated = net->has_truth;
	if (status == ODD_OK && weight != NULL)
		status = odd_scores_reweigh(&x->scores, weight, err);
	if (status == ODD_OK)
		status = odd_evaluate(&x->evaluation, x->scores.order, x->scores.total, x->scores.n,
			net->truth, err);
	if (status == ODD_OK)
		*out = x;
	else
		shared_release(x);
	return status;
}

odd_status scored_create(struct session_scored **out, struct session_net *net, odd_one *run,
	const struct run_options *wanted, const odd_job *job, odd_error *err)
{
	struct session_scored *x = shared_create(sizeof *x, scored_clear);
	*out = NULL;
	x->net = shared_hold(net);
	x->points = odd_one_trace(run)->count;
	/* Without links attributes are all there is to be odd by, as oddone run has it. */
	static const double attributes_alone[] = {0.0, 1.0, 0.0};
	bool unlinked = net->net->edges == 0 && wanted->score == 0 && !wanted->weighted;
	const odd_score *score = unlinked ? odd_score_find("shares") : run_options_score(wanted);
	const double *weight = unlinked ? attributes_alone : run_options_weight(wanted);
	/* The user's weights come on top, as reweighing has them: the same bits either way. */
	odd_status status = odd_scores_compute(&x->scores, run, score, NULL, job, err);
	return finish(out, x, weight, status, err);
}

/* Every array on its own, so that odd_scores_clear frees them. */
static bool copy_scores(odd_scores *to, const odd_scores *from)
{
	bool whole = true;
	*to = (odd_scores){.n = from->n, .score = from->score};
	memcpy(to->weight, from->weight, sizeof to->weight);
	memcpy(to->idle, from->idle, sizeof to->idle);
	for (size_t t = 0; t < from->score->count; t++) {
		to->component[t] = copy_items(from->component[t], from->n, sizeof(double));
		to->part[t] = copy_items(from->part[t], from->n, sizeof(double));
		whole = whole && to->component[t] != NULL && to->part[t] != NULL;
	}
	to->total = copy_items(from->total, from->n, sizeof *to->total);
	to->order = copy_items(from->order, from->n, sizeof *to->order);
	to->rank = copy_items(from->rank, from->n, sizeof *to->rank);
	return whole && to->total != NULL && to->order != NULL && to->rank != NULL;
}

odd_status scored_reweigh(struct session_scored **out, const struct session_scored *from,
	const double weight[3], odd_error *err)
{
	struct session_scored *x = shared_create(sizeof *x, scored_clear);
	*out = NULL;
	x->net = shared_hold(from->net);
	x->points = from->points;
	odd_status status = copy_scores(&x->scores, &from->scores) ? ODD_OK : odd_error_nomem(err);
	return finish(out, x, weight, status, err);
}

odd_status scored_certain(struct session_scored **out, const struct session_scored *from,
	const odd_one *run, const struct run_options *wanted, size_t runs, const odd_job *job,
	odd_error *err)
{
	struct session_scored *x = shared_create(sizeof *x, scored_clear);
	*out = NULL;
	x->net = shared_hold(from->net);
	x->points = from->points;
	odd_status status = copy_scores(&x->scores, &from->scores) ? ODD_OK : odd_error_nomem(err);
	if (from->change != NULL)
		x->change = copy_items(from->change, from->scores.n, sizeof *x->change);
	x->since = from->since;
	if (status == ODD_OK)
		status = odd_scores_certainty(&x->scores, from->net->net, run,
			run_options_weight(wanted), runs, job, err);
	return finish(out, x, NULL, status, err);
}

/* ---- maps ----------------------------------------------------------------------------------- */

static void map_clear(void *self)
{
	struct session_map *map = self;
	odd_mat_free(&map->xy);
	free(map->node);
	shared_release(map->net);
}

struct session_map *map_begin(struct session_net *net, odd_projection_method method,
	odd_projection_source source, size_t points)
{
	struct session_map *map = shared_create(sizeof *map, map_clear);
	map->net = shared_hold(net);
	map->points = points;
	map->method = method;
	map->source = source;
	map->explained[0] = map->explained[1] = map->perplexity = map->kl = (double)NAN;
	return map;
}

odd_status map_create(struct session_map **out, struct session_net *net, const odd_one *run,
	odd_projection_source source, const odd_job *job, odd_error *err)
{
	odd_projection projected = {0};
	const odd_projection_options options = {.method = ODD_PROJECT_PCA, .source = source};
	*out = NULL;
	odd_status status = odd_project(&projected, run, &options, job, err);
	if (status != ODD_OK)
		return status;
	struct session_map *map =
		map_begin(net, ODD_PROJECT_PCA, source, odd_one_trace(run)->count);
	map->xy = projected.xy; /* taken over, with all that there is in a projection by PCA */
	memcpy(map->explained, projected.explained, sizeof map->explained);
	odd_align_upright(map->xy, NULL);
	*out = map;
	return ODD_OK;
}

/* Which node a point is. */
static size_t node_of(const struct session_map *map, size_t point)
{
	return map->node != NULL ? map->node[point] : point;
}

/* Planted nodes stand at the end, so a node has the same number in every network of a session that
 * has it. */
void map_turn(struct session_map *map, const struct session_map *before)
{
	odd_mat target;
	odd_alignment alignment;
	if (before == NULL || odd_mat_alloc(&target, map->xy.rows, 2, NULL) != ODD_OK)
		return;
	for (size_t i = 0, at = 0; i < map->xy.rows; i++) {
		size_t node = node_of(map, i);
		double *to = odd_mat_row(target, i);
		while (at < before->xy.rows && node_of(before, at) < node)
			at++;
		bool common = at < before->xy.rows && node_of(before, at) == node;
		to[0] = common ? odd_mat_row(before->xy, at)[0] : (double)NAN;
		to[1] = common ? odd_mat_row(before->xy, at)[1] : (double)NAN;
	}
	odd_align_find(&alignment, odd_mat_const(map->xy), odd_mat_const(target), false);
	/* Each map has its own middle at the origin; only the turn is wanted. */
	alignment.shift[0] = alignment.shift[1] = 0.0;
	odd_align_apply(&alignment, map->xy);
	odd_mat_free(&target);
}

/* Where the node is on a map, or NULL. */
static const double *place_on(const struct session_map *map, size_t node)
{
	const size_t rows = map->xy.rows;
	size_t at = map->node != NULL ? odd_rising_find(map->node, 0, rows, node) : node;
	bool there = at < rows && node_of(map, at) == node;
	return there ? odd_mat_row(map->xy, at) : NULL;
}

/* The mean of the neighbours that are on the map, a little to a side of its own; the middle without
 * any. */
static void stand_among(double to[2], const struct session_map *map, odd_ccsr A, size_t node)
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

odd_status map_carry(struct session_map **out, struct session_net *net, const uint32_t *node,
	size_t count, const struct session_map *before, odd_error *err)
{
	*out = NULL;
	struct session_map *map = map_begin(net, before->method, before->source, before->points);
	memcpy(map->explained, before->explained, sizeof map->explained);
	map->iteration = before->iteration;
	map->iterations = before->iterations;
	map->perplexity = before->perplexity;
	map->kl = before->kl;
	map->moving = before->moving;
	size_t points = node != NULL ? count : net->net->nodes;
	odd_status status = odd_mat_alloc(&map->xy, points, 2, err);
	if (status == ODD_OK && node != NULL &&
		(map->node = copy_items(node, count, sizeof *node)) == NULL)
		status = odd_error_nomem(err);
	if (status != ODD_OK) {
		shared_release(map);
		return status;
	}
	for (size_t i = 0; i < points; i++) {
		const double *at = place_on(before, node_of(map, i));
		double *to = odd_mat_row(map->xy, i);
		if (at != NULL)
			memcpy(to, at, 2 * sizeof *to);
		else
			stand_among(to, before, odd_csr_const(net->net->A), node_of(map, i));
	}
	*out = map;
	return ODD_OK;
}

odd_status map_follow(struct session_map **out, struct session_net *net,
	const struct session_map *before, odd_error *err)
{
	const size_t nodes = net->net->nodes, then = before->net->net->nodes;
	size_t count = 0;
	if (before->node == NULL)
		return map_carry(out, net, NULL, 0, before, err);
	*out = NULL;
	uint32_t *node = malloc((before->xy.rows + nodes) * sizeof *node);
	if (node == NULL)
		return odd_error_nomem(err);
	for (size_t i = 0; i < before->xy.rows && before->node[i] < nodes; i++)
		node[count++] = before->node[i];
	for (size_t i = then; i < nodes; i++)
		node[count++] = (uint32_t)i;
	odd_status status = map_carry(out, net, node, count, before, err);
	free(node);
	return status;
}

odd_status map_rest(struct session_map **out, const struct session_map *map, odd_error *err)
{
	odd_status status = map_carry(out, map->net, map->node, map->xy.rows, map, err);
	if (status == ODD_OK)
		(*out)->moving = false;
	return status;
}
