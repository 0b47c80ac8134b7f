#include "config.h"

#include "oddone/score.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "score/score_internal.h"

/* ---- the table: the scores there are, and what each preset takes --------------------------- */

#define ODD__SCORE(name) extern const odd_score odd__score_##name;
#include "score/scores.def"

static const odd_score *const table[] = {
#define ODD__SCORE(name) &odd__score_##name,
#include "score/scores.def"
};

static const struct preset {
	const odd_score *score;
	size_t iterations;
} presets[] = {
	[ODD_CALIBRATED] = {&odd__score_evidence, 40},
	[ODD_PAPER] = {&odd__score_paper, 5},
};

const odd_score *odd_score_get(size_t i)
{
	return i < sizeof table / sizeof *table ? table[i] : NULL;
}

const odd_score *odd_score_find(const char *name)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return NULL;
}

size_t odd_score_part(const odd_score *score, const char *name)
{
	size_t t = 0;
	while (t < score->count && strcmp(score->component[t].name, name) != 0)
		t++;
	return t;
}

bool odd_score_has(const odd_score *score, size_t component, const odd_network *net)
{
	return net->edges > 0 || score->component[component].kind == ODD_ATTRIBUTE;
}

const odd_score *odd_score_of_preset(odd_preset preset)
{
	return presets[preset].score;
}

size_t odd_default_iterations(odd_preset preset)
{
	return presets[preset].iterations;
}

/* ---- scoring -------------------------------------------------------------------------------- */

void odd_scores_clear(odd_scores *scores)
{
	for (size_t t = 0; t < ODD_COMPONENTS; t++) {
		free(scores->component[t]);
		free(scores->part[t]);
	}
	free(scores->total);
	free(scores->order);
	free(scores->rank);
	odd__certainty_drop(scores);
	memset(scores, 0, sizeof *scores);
}

/* What the score is read into. */
static odd_status alloc(odd_scores *s, size_t n, const odd_score *score, odd_error *err)
{
	size_t room = n > 0 ? n : 1;
	bool ok = true;
	memset(s, 0, sizeof *s);
	s->n = n;
	s->score = score;
	for (size_t t = 0; t < score->count; t++) {
		s->component[t] = malloc(room * sizeof **s->component);
		ok = ok && s->component[t] != NULL;
	}
	s->total = malloc(room * sizeof *s->total);
	if (!ok || s->total == NULL) {
		odd_scores_clear(s);
		return odd_error_nomem(err);
	}
	return ODD_OK;
}

/* What the ranking is made in, when the work space of reading is gone. */
static odd_status alloc_ranking(odd_scores *s, odd_error *err)
{
	size_t room = s->n > 0 ? s->n : 1;
	bool ok = true;
	for (size_t t = 0; t < s->score->count; t++) {
		s->part[t] = malloc(room * sizeof **s->part);
		ok = ok && s->part[t] != NULL;
	}
	s->order = malloc(room * sizeof *s->order);
	s->rank = malloc(room * sizeof *s->rank);
	return ok && s->order != NULL && s->rank != NULL ? ODD_OK : odd_error_nomem(err);
}

/* Weights that add up to 1. Scaled by the largest first, so that their sum cannot overflow. */
static odd_status normalise(double *out, const double *weight, size_t count, odd_error *err)
{
	double most = 0.0, sum = 0.0;
	for (size_t t = 0; t < count; t++) {
		if (!(weight[t] >= 0.0) || isinf(weight[t]))
			return odd_error_set(err, ODD_EUSAGE,
				"weight %zu is %g; weights are numbers from 0 up", t + 1,
				weight[t]);
		most = fmax(most, weight[t]);
	}
	if (most == 0.0)
		return odd_error_set(err, ODD_EUSAGE, "the weights are all zero");
	for (size_t t = 0; t < count; t++)
		sum += out[t] = weight[t] / most;
	for (size_t t = 0; t < count; t++)
		out[t] /= sum;
	return ODD_OK;
}

double odd__mean_of_parts(const odd_scores *s, size_t i, size_t nodes)
{
	const odd_score *score = s->score;
	double sum = 0.0;
	for (size_t t = 0; t < score->count; t++) {
		double part = s->part[t][i];
		if (s->weight[t] > 0.0)
			sum += s->weight[t] * (score->surprise        ? odd__surprise(part, nodes)
						      : score->ranked ? part * part
								      : part);
	}
	if (score->surprise)
		return nodes > 1 ? sum / odd__surprise(1.0, nodes) : 0.0;
	return score->ranked ? sqrt(sum) : sum;
}

static bool divide_by_sum(double *weight, size_t count)
{
	double sum = 0.0;
	for (size_t t = 0; t < count; t++)
		sum += weight[t];
	for (size_t t = 0; t < count && sum > 0.0; t++)
		weight[t] /= sum;
	return sum > 0.0;
}

/* Weights without those of idle parts. When nothing is left, all parts that are wanted and not idle
 * count alike; or all that are wanted. */
static void leave_out_idle(double *used, const odd_scores *s, const double *wanted)
{
	size_t count = s->score->count;
	for (size_t t = 0; t < count; t++)
		used[t] = s->idle[t] ? 0.0 : used[t];
	if (divide_by_sum(used, count))
		return;
	for (size_t t = 0; t < count; t++)
		used[t] = !s->idle[t] && (wanted == NULL || wanted[t] > 0.0);
	if (divide_by_sum(used, count))
		return;
	for (size_t t = 0; t < count; t++)
		used[t] = wanted == NULL || wanted[t] > 0.0;
	divide_by_sum(used, count);
}

static void multiply_by_own(double *weight, const odd_scores *s)
{
	for (size_t t = 0; t < s->score->count; t++)
		weight[t] *= s->own[t];
}

odd_status odd_scores_reweigh(odd_scores *scores, const double *weight, odd_error *err)
{
	double used[ODD_COMPONENTS] = {0};
	odd__sorter sorter;
	odd_status status = ODD_OK;
	memcpy(used, scores->own, sizeof used);
	if (weight != NULL)
		status = normalise(used, weight, scores->score->count, err);
	if (status == ODD_OK && weight != NULL && scores->score->surprise)
		multiply_by_own(used, scores);
	if (status == ODD_OK)
		leave_out_idle(used, scores, weight);
	if (status == ODD_OK)
		status = odd__sorter_init(&sorter, scores->n, err);
	if (status != ODD_OK)
		return status;
	/* Nothing can fail from here on, so the scores are never half new. */
	odd__certainty_drop(scores);
	memcpy(scores->weight, used, sizeof used);
	for (size_t i = 0; i < scores->n; i++)
		scores->total[i] = odd__mean_of_parts(scores, i, scores->n);
	memcpy(scores->order, odd__sort(&sorter, scores->total, scores->n, true),
		scores->n * sizeof *scores->order);
	odd__level_ties(scores->order, scores->total, scores->n);
	for (size_t r = 0; r < scores->n; r++)
		scores->rank[scores->order[r]] = (uint32_t)r + 1;
	odd__sorter_clear(&sorter);
	return ODD_OK;
}

bool odd__is_idle(const double *x, size_t n)
{
	double low = n > 0 ? x[0] : 0.0, high = low;
	for (size_t i = 1; i < n; i++) {
		low = fmin(low, x[i]);
		high = fmax(high, x[i]);
	}
	return !(high - low > ODD_SCORE_SPREAD);
}

const char *odd_scores_why(const odd_scores *s, size_t part)
{
	bool off = s->weight[part] == 0.0 && !s->idle[part] && s->own[part] > 0.0;
	return off ? "switched off" : s->why[part];
}

static bool copy_numbers(double **to, const double *from, size_t n)
{
	*to = malloc((n + 1) * sizeof **to);
	if (*to != NULL)
		memcpy(*to, from, n * sizeof **to);
	return *to != NULL;
}

odd_status odd_scores_copy(odd_scores *to, const odd_scores *from, odd_error *err)
{
	size_t n = from->n;
	bool whole = true;
	*to = *from;
	to->low = to->high = to->order = to->rank = NULL;
	to->total = NULL;
	to->runs = 0;
	for (size_t t = 0; t < ODD_COMPONENTS; t++)
		to->component[t] = to->part[t] = NULL;
	for (size_t t = 0; t < from->score->count && from->component[t] != NULL; t++) {
		whole = copy_numbers(&to->component[t], from->component[t], n) && whole;
		whole = copy_numbers(&to->part[t], from->part[t], n) && whole;
	}
	whole = copy_numbers(&to->total, from->total, n) && whole;
	to->order = malloc((n + 1) * sizeof *to->order);
	to->rank = malloc((n + 1) * sizeof *to->rank);
	if (!whole || to->order == NULL || to->rank == NULL) {
		odd_scores_clear(to);
		return odd_error_nomem(err);
	}
	memcpy(to->order, from->order, n * sizeof *to->order);
	memcpy(to->rank, from->rank, n * sizeof *to->rank);
	return ODD_OK;
}

typedef struct ranking {
	odd_scores *scores;
	odd__sorter sorter[ODD_COMPONENTS];
} ranking;

static void rank_component(void *context, size_t t, size_t begin, size_t end)
{
	ranking *r = context;
	odd_scores *s = r->scores;
	(void)begin;
	(void)end;
	if (s->score->component[t].share) {
		memcpy(s->part[t], s->component[t], s->n * sizeof **s->part);
		return;
	}
	if (!s->idle[t] && odd__is_idle(s->component[t], s->n)) {
		s->idle[t] = true;
		if (s->own[t] > 0.0) /* else it was left out for another reason */
			snprintf(s->why[t], ODD_WHY, "all nodes are alike in it but for rounding");
	}
	if (!s->idle[t]) {
		odd__percentile_ranks(
			s->part[t], s->component[t], s->n, ODD_SCORE_TIE, &r->sorter[t]);
		return;
	}
	for (size_t i = 0; i < s->n; i++) /* the average rank of n equals */
		s->part[t][i] = 0.5 * (double)(s->n + 1) / (double)s->n;
}

/* The sorts side by side. */
static odd_status rank_components(odd_scores *scores, const odd_job *job, odd_error *err)
{
	ranking r = {.scores = scores};
	odd_status status = ODD_OK;
	odd__chunks chunks = {.count = scores->score->count};
	for (size_t t = 0; status == ODD_OK && t < chunks.count; t++) {
		chunks.begin[t + 1] = t + 1;
		status = odd__sorter_init(&r.sorter[t], scores->n, err);
	}
	if (status == ODD_OK)
		status = odd__parallel(job, &chunks, rank_component, &r, NULL, err);
	for (size_t t = 0; t < chunks.count; t++)
		odd__sorter_clear(&r.sorter[t]);
	return status;
}

/* With the components filled in: the ranking. On failure the caller clears. */
static odd_status finish(odd_scores *s, const double *weight, const odd_job *job, odd_error *err)
{
	const odd_score *score = s->score;
	double sum = 0.0;
	odd_status status = alloc_ranking(s, err);
	if (status != ODD_OK)
		return status;
	for (size_t t = 0; t < score->count; t++) {
		sum += s->own[t];
		for (size_t i = 0; i < s->n; i++)
			if (isnan(s->component[t][i]))
				s->component[t][i] = 0.0;
	}
	for (size_t t = 0; t < score->count && sum == 0.0; t++)
		s->own[t] = 1.0;
	if (score->weigh != NULL)
		score->weigh(s->own, s);
	if (score->ranked)
		status = rank_components(s, job, err);
	else
		for (size_t t = 0; t < score->count; t++)
			memcpy(s->part[t], s->component[t], s->n * sizeof **s->part);
	if (status == ODD_OK)
		status = odd_scores_reweigh(s, weight, err);
	return status;
}

odd_status odd_scores_compute(odd_scores *out, odd_one *run, const odd_score *score,
	const double *weight, const odd_job *job, odd_error *err)
{
	if (score == NULL)
		score = odd_score_of_preset(odd_one_options_used(run)->preset);
	odd_status status = alloc(out, odd_one_look(run).nodes, score, err);
	if (status != ODD_OK)
		return status;
	status = score->read(out, run, job, err);
	if (status == ODD_OK)
		status = finish(out, weight, job, err);
	if (status != ODD_OK)
		odd_scores_clear(out);
	return status;
}

odd_status odd__scores_from_components(odd_scores *out, size_t n, const odd_score *score,
	const double *const *component, const double *weight, const odd_job *job, odd_error *err)
{
	odd_status status = alloc(out, n, score, err);
	if (status != ODD_OK)
		return status;
	for (size_t t = 0; t < score->count; t++)
		memcpy(out->component[t], component[t], n * sizeof **out->component);
	status = finish(out, weight, job, err);
	if (status != ODD_OK)
		odd_scores_clear(out);
	return status;
}
