#include "config.h"

#include "oddone/score/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "score/score_internal.h"

odd_score_kind odd_score_kind_of(odd_preset preset)
{
	return preset == ODD_PAPER ? ODD_SCORE_RAW : ODD_SCORE_CALIBRATED;
}

void odd_score_default_weights(odd_score_kind kind, double explained, double weight[3])
{
	weight[0] = weight[1] = weight[2] = 1.0 / 3.0; /* the paper leaves them to the user: even */
	if (kind == ODD_SCORE_RAW)
		return;
	/* Where the model explains little of anybody's attributes, c2 is nearly the same noise for
	 * all; its weight grows with the square of the share that is explained, up to a fifth. */
	double part = 2.0 * explained;
	weight[1] = explained > 0.0 ? fmin(part * part, 0.2) : 0.0;
	weight[0] = weight[2] = 0.5 * (1.0 - weight[1]);
}

void odd_scores_clear(odd_scores *scores)
{
	for (int t = 0; t < 3; t++) {
		free(scores->component[t]);
		free(scores->part[t]);
	}
	free(scores->total);
	free(scores->order);
	free(scores->rank);
	memset(scores, 0, sizeof *scores);
}

odd_status odd__scores_alloc(odd_scores *s, size_t n, odd_error *err)
{
	size_t room = n > 0 ? n : 1;
	bool ok = true;
	memset(s, 0, sizeof *s);
	s->n = n;
	for (int t = 0; t < 3; t++) {
		s->component[t] = malloc(room * sizeof **s->component);
		s->part[t] = malloc(room * sizeof **s->part);
		ok = ok && s->component[t] != NULL && s->part[t] != NULL;
	}
	s->total = malloc(room * sizeof *s->total);
	s->order = malloc(room * sizeof *s->order);
	s->rank = malloc(room * sizeof *s->rank);
	if (!ok || s->total == NULL || s->order == NULL || s->rank == NULL) {
		odd_scores_clear(s);
		return odd_error_nomem(err);
	}
	return ODD_OK;
}

/* Weights that add up to 1. Scaled by the largest first, so that their sum cannot overflow. */
static odd_status normalise(double out[3], const double weight[3], odd_error *err)
{
	double most = 0.0, sum = 0.0;
	for (int t = 0; t < 3; t++) {
		if (!(weight[t] >= 0.0) || isinf(weight[t]))
			return odd_error_set(err, ODD_EUSAGE,
				"weight %d is %g; weights are numbers from 0 up", t + 1, weight[t]);
		most = fmax(most, weight[t]);
	}
	if (most == 0.0)
		return odd_error_set(err, ODD_EUSAGE, "the weights are all zero");
	for (int t = 0; t < 3; t++)
		sum += out[t] = weight[t] / most;
	for (int t = 0; t < 3; t++)
		out[t] /= sum;
	return ODD_OK;
}

/* The weighted mean of a node's three parts: of the O themselves, or, for percentile ranks, the
 * quadratic mean, so that being extreme in one counts more than being middling in all. */
static double mean_of_parts(const odd_scores *s, size_t i)
{
	double sum = 0.0;
	for (int t = 0; t < 3; t++) {
		double part = s->part[t][i];
		sum += s->weight[t] * (s->kind == ODD_SCORE_RAW ? part : part * part);
	}
	return s->kind == ODD_SCORE_RAW ? sum : sqrt(sum);
}

/* 1 − the mean share of attributes left unexplained, over the nodes that have any. */
static double explained_share(const odd_scores *s)
{
	double sum = 0.0;
	size_t count = 0;
	for (size_t i = 0; i < s->n; i++) {
		sum += s->component[1][i];
		count += s->component[1][i] > 0.0;
	}
	return count > 0 ? 1.0 - sum / (double)count : 0.0;
}

odd_status odd_scores_reweigh(odd_scores *scores, const double weight[3], odd_error *err)
{
	double used[3];
	odd__sorter sorter;
	odd_status status = normalise(used, weight, err);
	if (status == ODD_OK)
		status = odd__sorter_init(&sorter, scores->n, err);
	if (status != ODD_OK)
		return status;
	/* Nothing can fail from here on, so the scores are never half new. */
	memcpy(scores->weight, used, sizeof used);
	for (size_t i = 0; i < scores->n; i++)
		scores->total[i] = mean_of_parts(scores, i);
	memcpy(scores->order, odd__sort(&sorter, scores->total, scores->n, true),
		scores->n * sizeof *scores->order);
	for (size_t r = 0; r < scores->n; r++)
		scores->rank[scores->order[r]] = (uint32_t)r + 1;
	odd__sorter_clear(&sorter);
	return ODD_OK;
}

typedef struct ranking {
	odd_scores *scores;
	odd__sorter sorter[3];
} ranking;

static void rank_component(void *context, size_t t, size_t begin, size_t end)
{
	ranking *r = context;
	(void)begin;
	(void)end;
	odd__percentile_ranks(
		r->scores->part[t], r->scores->component[t], r->scores->n, &r->sorter[t]);
}

/* The three sorts side by side. */
static odd_status rank_components(odd_scores *scores, const odd_job *job, odd_error *err)
{
	ranking r = {.scores = scores};
	odd_status status = ODD_OK;
	odd__chunks chunks = {.count = 3, .begin = {0, 1, 2, 3}};
	for (int t = 0; status == ODD_OK && t < 3; t++)
		status = odd__sorter_init(&r.sorter[t], scores->n, err);
	if (status == ODD_OK)
		status = odd__parallel(job, &chunks, rank_component, &r, NULL, err);
	for (int t = 0; t < 3; t++)
		odd__sorter_clear(&r.sorter[t]);
	return status;
}

odd_status odd__scores_finish(odd_scores *s, odd_score_kind kind, const double *weight,
	const odd_job *job, odd_error *err)
{
	double defaults[3];
	odd_status status = ODD_OK;
	s->kind = kind;
	for (int t = 0; t < 3; t++)
		for (size_t i = 0; i < s->n; i++)
			if (isnan(s->component[t][i]))
				s->component[t][i] = 0.0;
	odd_score_default_weights(kind, explained_share(s), defaults);
	if (kind == ODD_SCORE_CALIBRATED)
		status = rank_components(s, job, err);
	else
		for (int t = 0; t < 3; t++)
			memcpy(s->part[t], s->component[t], s->n * sizeof **s->part);
	if (status == ODD_OK)
		status = odd_scores_reweigh(s, weight != NULL ? weight : defaults, err);
	return status;
}

odd_status odd__scores_from_components(odd_scores *out, size_t n, odd_score_kind kind,
	const double *const component[3], const double *weight, const odd_job *job, odd_error *err)
{
	odd_status status = odd__scores_alloc(out, n, err);
	if (status != ODD_OK)
		return status;
	for (int t = 0; t < 3; t++)
		memcpy(out->component[t], component[t], n * sizeof **out->component);
	status = odd__scores_finish(out, kind, weight, job, err);
	if (status != ODD_OK)
		odd_scores_clear(out);
	return status;
}
