/* parts.c: the parts of a study that results share, rankings among them. */
#include "config.h"

#include "study/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "score/beside.h"
#include "score/judged.h"

/* ---- networks ----------------------------------------------------------------------------- */

static void network_clear(void *self)
{
	struct shared_network *network = self;
	odd_network_free(network->net);
}

odd_status shared_network_create(struct shared_network **out, odd_network *net, odd_error *err)
{
	*out = shared_new(sizeof **out, network_clear);
	if (*out == NULL) {
		odd_network_free(net);
		return odd_error_nomem(err);
	}
	(*out)->net = net;
	return ODD_OK;
}

/* ---- plantings ---------------------------------------------------------------------------- */

static void plantings_clear(void *self)
{
	struct plantings *plantings = self;
	for (size_t i = 0; i < plantings->count; i++)
		odd_plant_record_clear(&plantings->record[i]);
	free(plantings->record);
}

odd_status plantings_create(struct plantings **out, const struct plantings *from, size_t count,
	odd_plant_record *more, odd_error *err)
{
	struct plantings *p = shared_new(sizeof *p, plantings_clear);
	odd_status status = ODD_OK;
	if (p == NULL || (p->record = calloc(count + 1, sizeof *p->record)) == NULL)
		status = odd_error_nomem(err);
	for (size_t i = 0; i < count && status == ODD_OK; i++) {
		status = odd_plant_record_copy(&p->record[i], &from->record[i], err);
		p->count += status == ODD_OK;
	}
	if (more != NULL && status == ODD_OK)
		p->record[p->count++] = *more;
	else if (more != NULL)
		odd_plant_record_clear(more);
	if (status != ODD_OK) {
		shared_release(p);
		p = NULL;
	}
	*out = p;
	return status;
}

size_t plantings_outliers(const struct plantings *plantings)
{
	size_t sum = 0;
	for (size_t i = 0; i < plantings->count; i++)
		sum += odd_plant_outliers(&plantings->record[i].options);
	return sum;
}

/* ---- moments ------------------------------------------------------------------------------ */

#define STATE_MOST ((size_t)1 << 19) /* numbers that are copied: 4 MB */

static void run_moment_clear(void *self)
{
	struct run_moment *m = self;
	free(m->trace.point);
	free(m->numbers);
	free((char *)(uintptr_t)m->used.start_dir);
}

static odd_cmat copy_matrix(double **to, odd_cmat from)
{
	odd_mat copy = {*to, from.rows, from.cols, from.cols};
	odd_mat_copy(copy, from);
	*to += from.rows * from.cols;
	return odd_mat_const(copy);
}

/* Without memory the matrices are left out, as those of large networks are. */
static void copy_state(struct run_moment *m, const odd_one *run)
{
	const odd_one_state from = odd_one_look(run);
	size_t count = 3 * from.nodes * from.k + from.attributes * from.k + from.k * from.k +
		       3 * from.nodes;
	m->numbers = count <= STATE_MOST ? malloc(count * sizeof *m->numbers) : NULL;
	double *to = m->numbers;
	if (to == NULL)
		return;
	m->state = (odd_one_state){.nodes = from.nodes, .attributes = from.attributes, .k = from.k};
	m->state.G = copy_matrix(&to, from.G);
	m->state.Ht = copy_matrix(&to, from.Ht);
	m->state.U = copy_matrix(&to, from.U);
	m->state.Vt = copy_matrix(&to, from.Vt);
	m->state.W = copy_matrix(&to, from.W);
	for (int t = 0; t < 3; t++, to += from.nodes)
		m->state.O[t] = memcpy(to, from.O[t], from.nodes * sizeof *to);
}

odd_status run_moment_create(struct run_moment **out, const odd_one *run, odd_error *err)
{
	const odd_trace *trace = odd_one_trace(run);
	struct run_moment *m = shared_new(sizeof *m, run_moment_clear);
	*out = NULL;
	if (m == NULL)
		return odd_error_nomem(err);
	const char *start = odd_one_options_used(run)->start_dir;
	m->used = *odd_one_options_used(run);
	m->used.start_dir = start != NULL ? strdup(start) : NULL;
	m->trace.point = malloc(trace->count * sizeof *trace->point);
	m->iteration = odd_one_iteration(run);
	m->next = odd_one_next(run);
	if (m->trace.point == NULL || (start != NULL && m->used.start_dir == NULL)) {
		shared_release(m);
		return odd_error_nomem(err);
	}
	memcpy(m->trace.point, trace->point, trace->count * sizeof *trace->point);
	m->trace.count = m->trace.capacity = trace->count;
	copy_state(m, run);
	*out = m;
	return ODD_OK;
}

/* ---- maps --------------------------------------------------------------------------------- */

static void shared_map_clear(void *self)
{
	struct shared_map *map = self;
	odd_projection_clear(&map->of);
	shared_release(map->network);
}

struct shared_map *shared_map_new(struct shared_network *network, odd_projection_method method,
	odd_projection_source source, size_t points)
{
	struct shared_map *map = shared_new(sizeof *map, shared_map_clear);
	if (map == NULL)
		return NULL;
	map->network = shared_hold(network);
	map->points = points;
	map->of = (odd_projection){.method = method,
		.source = source,
		.explained = {NAN, NAN},
		.perplexity = NAN,
		.kl = NAN};
	return map;
}

odd_status shared_map_create(struct shared_map **out, struct shared_network *network,
	const odd_one *run, const struct run_options *options, const odd_job *job, odd_error *err)
{
	const odd_projection_options how = run_options_projection(options);
	struct shared_map *map =
		shared_map_new(network, how.method, how.source, odd_one_trace(run)->count);
	*out = NULL;
	if (map == NULL)
		return odd_error_nomem(err);
	odd_status status = odd_project(&map->of, run, &how, job, err);
	if (status == ODD_OK)
		*out = map;
	else
		shared_release(map);
	return status;
}

static void ranking_clear(void *self)
{
	struct ranking *x = self;
	odd_scores_clear(&x->scores);
	odd_scores_clear(&x->one);
	free(x->change);
	free(x->tested);
	shared_release(x->judged);
	shared_release(x->network);
}

static struct ranking *ranking_new(struct shared_network *network, size_t points)
{
	struct ranking *x = shared_new(sizeof *x, ranking_clear);
	if (x == NULL)
		return NULL;
	x->network = shared_hold(network);
	x->points = points;
	x->evaluated = network->net->has_truth;
	return x;
}

/* Evaluates and hands out a ranking, or releases it when this or an earlier step failed. */
static odd_status finish(struct ranking **out, struct ranking *x, odd_status status, odd_error *err)
{
	if (status == ODD_OK)
		status = odd_evaluate(&x->evaluation, x->scores.order, x->scores.total, x->scores.n,
			x->network->net->truth, err);
	if (status == ODD_OK && x->one.n > 0)
		status = odd_evaluate(&x->one_evaluation, x->one.order, x->one.total, x->one.n,
			x->network->net->truth, err);
	if (status == ODD_OK)
		*out = x;
	else
		shared_release(x);
	return status;
}

/* Weighs the parts by the options and the judgments, and tells in scores.why what those change. */
static odd_status weigh(struct ranking *x, const struct run_options *options,
	struct judgments *judged, odd_error *err)
{
	double room[ODD_COMPONENTS];
	odd_scores *scores = &x->scores;
	const double *weight = run_options_weight(options, room);
	odd_judged_part part[ODD_COMPONENTS];
	memcpy(scores->why, x->tested, sizeof scores->why);
	for (size_t t = 0; t < ODD_COMPONENTS; t++)
		x->weight[t] = weight != NULL ? weight[t] : 1.0;
	x->weighted = weight != NULL;
	x->judged = shared_hold(judged);
	if (judged == NULL || judged->count == 0 || !scores->score->surprise)
		return odd_scores_reweigh(scores, weight, err);
	odd__judged_parts(part, scores, x->weight, judged->node, judged->odd, judged->count);
	for (size_t t = 0; t < scores->score->count; t++) {
		x->weight[t] *= part[t].factor;
		x->weighted = x->weighted || part[t].factor < 1.0;
	}
	odd_status status = odd_scores_reweigh(scores, x->weighted ? x->weight : NULL, err);
	for (size_t t = 0; t < scores->score->count && status == ODD_OK; t++)
		if (part[t].factor < 1.0)
			snprintf(scores->why[t], ODD_WHY,
				"judged: %zu of %zu nodes that it brought up are not odd, so %.2f "
				"became %.2f",
				part[t].fine, part[t].nodes, part[t].before, scores->weight[t]);
	return status;
}

char *ranking_tell_judged(char *out, size_t size, const struct ranking *x)
{
	size_t used = 0;
	out[0] = '\0';
	for (size_t t = 0; x->judged != NULL && t < x->scores.score->count && used < size; t++)
		if (strcmp(x->scores.why[t], x->tested[t]) != 0)
			used += (size_t)snprintf(out + used, size - used, "%s%s: %s",
				used > 0 ? "; " : "", x->scores.score->component[t].name,
				x->scores.why[t] + strlen("judged: "));
	return out;
}

size_t ranking_next_to_judge(const struct ranking *x)
{
	size_t r = 0;
	while (r < x->scores.n && judgment_of(x->judged, x->scores.order[r]) != JUDGED_NOT)
		r++;
	return r < x->scores.n ? x->scores.order[r] : x->scores.n;
}

static odd_status keep_tested(struct ranking *x, const char (*why)[ODD_WHY], odd_error *err)
{
	x->tested = malloc(sizeof x->scores.why);
	if (x->tested == NULL)
		return odd_error_nomem(err);
	memcpy(x->tested, why, sizeof x->scores.why);
	return ODD_OK;
}

odd_status ranking_create(struct ranking **out, struct shared_network *network, odd_one *run,
	const struct run_options *options, struct judgments *judged, const odd_job *job,
	odd_error *err)
{
	double room[ODD_COMPONENTS];
	struct ranking *x = ranking_new(network, odd_one_trace(run)->count);
	*out = NULL;
	if (x == NULL)
		return odd_error_nomem(err);
	odd_status status = run_options_check_parts(options, err);
	if (status == ODD_OK)
		status = odd_scores_compute(&x->scores, run, run_options_score(options),
			run_options_weight(options, room), job, err);
	if (status == ODD_OK)
		status = keep_tested(x, (const char(*)[ODD_WHY])x->scores.why, err);
	if (status == ODD_OK)
		status = weigh(x, options, judged, err);
	if (status == ODD_OK)
		status = odd__scores_one_beside(&x->one, &x->scores, run, job, err);
	return finish(out, x, status, err);
}

static void *copy(const void *from, size_t count, size_t size)
{
	void *to = malloc((count > 0 ? count : 1) * size);
	if (to != NULL && count > 0)
		memcpy(to, from, count * size);
	return to;
}

static odd_status ranking_copy(struct ranking **out, const struct ranking *from, odd_error *err)
{
	struct ranking *x = ranking_new(from->network, from->points);
	if (x == NULL)
		return odd_error_nomem(err);
	odd_status status = odd_scores_copy(&x->scores, &from->scores, err);
	if (status == ODD_OK && from->one.n > 0)
		status = odd_scores_copy(&x->one, &from->one, err);
	if (status == ODD_OK)
		status = keep_tested(x, (const char(*)[ODD_WHY])from->tested, err);
	if (status == ODD_OK)
		*out = x;
	else
		shared_release(x);
	return status;
}

odd_status ranking_reweigh(struct ranking **out, const struct ranking *from,
	const struct run_options *options, struct judgments *judged, odd_error *err)
{
	struct ranking *x = NULL;
	*out = NULL;
	odd_status status = ranking_copy(&x, from, err);
	if (status != ODD_OK)
		return status;
	return finish(out, x, weigh(x, options, judged, err), err);
}

odd_status ranking_certain(struct ranking **out, const struct ranking *from, const odd_one *run,
	size_t runs, const odd_job *job, odd_error *err)
{
	struct ranking *x = NULL;
	*out = NULL;
	odd_status status = ranking_copy(&x, from, err);
	if (status != ODD_OK)
		return status;
	if (from->change != NULL)
		x->change = copy(from->change, from->scores.n, sizeof *x->change);
	x->since = from->since;
	x->judged = shared_hold(from->judged);
	x->weighted = from->weighted;
	memcpy(x->weight, from->weight, sizeof x->weight);
	status = odd_scores_certainty(&x->scores, from->network->net, run,
		from->weighted ? from->weight : NULL, runs, job, err);
	return finish(out, x, status, err);
}
